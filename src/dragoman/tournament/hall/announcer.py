"""Calling the time out loud: speech, sound or a bell, whatever the machine has.

A warning that nobody hears moves no deadline (NZ1999, rule 8): the clock is computed from
the log, and this only reads it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.round_clock import Season
from dragoman.words import Said, counted, in_language, said

_SPEAKERS: Sequence[tuple[str, ...]] = (
    ("espeak-ng", "-s", "140", "-v", "{language}"),
    ("espeak", "-s", "140", "-v", "{language}"),
    ("spd-say", "--wait", "-l", "{language}"),
    ("say",),
)
_SOUNDS = (
    ("canberra-gtk-play", "--id", "bell"),
    ("paplay", "/usr/share/sounds/freedesktop/stereo/bell.oga"),
)


_LONGEST = 15
"""Seconds after which a voice is cut off."""

_STALE = timedelta(seconds=20)
"""The longest delay of a call, as behind others that are being said."""


@dataclass(frozen=True, slots=True)
class TimeCall:
    """Something to be called out: when, at which board, or in the whole hall, how long before the
    deadline of which season."""

    at: datetime
    board: str
    season: Season
    seconds: int
    writing: bool = False

    @property
    def text(self) -> Said:
        """The words of the call."""
        season, minutes = self.season.spoken, self.seconds // 60
        if self.writing:
            told = said("Write your orders, {season}: nobody talks any more", season=season)
        elif self.seconds == 0:
            told = said("Time! {season} is over", season=season)
        elif self.seconds % 60 == 0:
            left = counted(minutes, "minute")
            told = said("{minutes} left, {season}", minutes=left, season=season)
        else:
            told = said("{seconds} seconds left", seconds=self.seconds)
        if self.board:
            return said("Board {board}: {call}.", board=self.board, call=told)
        return said("{call}.", call=told)


def calls(t: Tournament, after: datetime, until: datetime) -> list[TimeCall]:
    """Everything to be called after one moment and up to another, in order.

    The hall is called to once; a board with a clock of its own gets its own calls.
    """
    found: list[TimeCall] = []
    for round_ in t.rounds.values():
        if round_.clock is None or round_.ended is not None or round_.over:
            continue
        clocks = {"": round_.clock}
        for table in round_.tables.values():
            if table.clock is not None and not table.ending:
                clocks[table.letter] = table.clock
        for board, clock in clocks.items():
            writing = t.rules.clock.writing
            warnings = {*t.rules.clock.warnings, *((writing,) if writing else ())}
            for at, season, seconds in clock.calls(after, until, tuple(warnings)):
                is_writing = bool(writing) and seconds == writing
                found.append(TimeCall(at, board, season, seconds, is_writing))
    return sorted(found, key=lambda call: (call.at, call.board))


def voice() -> tuple[str, tuple[str, ...]]:
    """The kind of sound that this machine can make: ``speech``, ``sound`` or ``bell``, and the
    command for it (none for the terminal's bell)."""
    for kind, commands in (("speech", _SPEAKERS), ("sound", _SOUNDS)):
        for command in commands:
            if shutil.which(command[0]):
                return kind, command
    return "bell", ()


def say(text: str, language: str) -> None:
    """Say it in a language, as this machine can, and wait until it is said. What fails is passed
    over."""
    kind, command = voice()
    if kind == "bell":
        sys.stderr.write("\a")
        sys.stderr.flush()
        return
    words = command
    if kind == "speech":
        # The voice of the language; "say" speaks as the system is set up.
        words = (*(part.format(language=language) for part in command), in_language(text, language))
    quiet = subprocess.DEVNULL
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            words, stdin=quiet, stdout=quiet, stderr=quiet, check=False, timeout=_LONGEST
        )


def announce(
    load: Callable[[], Tournament],
    now: Callable[[], datetime] = datetime.now,
    wait: Callable[[float], None] = time.sleep,
) -> Iterator[TimeCall]:
    """The calls as they fall due, for ever. ``load`` is called every second, so that a pause or a
    change of times is heeded at once. What fell due while the machine slept is not called
    afterwards."""
    last = now()
    while True:
        wait(1.0)
        here = now()
        yield from calls(load(), max(last, here - _STALE), here)
        last = max(here, last)
