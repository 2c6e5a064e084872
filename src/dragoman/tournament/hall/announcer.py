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

_SPEAKERS: Sequence[tuple[str, ...]] = (
    ("espeak-ng", "-s", "140"),
    ("espeak", "-s", "140"),
    ("spd-say", "--wait"),
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
    """Something to be called out: when, where, how long before the deadline of which season."""

    at: datetime
    where: str
    season: Season
    seconds: int
    writing: bool = False

    @property
    def text(self) -> str:
        """The words of the call."""
        if self.writing:
            said = f"Write your orders, {self.season.spoken}: nobody talks any more"
        elif self.seconds == 0:
            said = f"Time! {self.season.spoken} is over"
        elif self.seconds % 60 == 0:
            minutes = self.seconds // 60
            said = f"{minutes} minute{'s' if minutes > 1 else ''} left, {self.season.spoken}"
        else:
            said = f"{self.seconds} seconds left"
        return f"{self.where}: {said}." if self.where else f"{said}."


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
                clocks[f"Board {table.letter}"] = table.clock
        for where, clock in clocks.items():
            writing = t.rules.clock.writing
            warnings = {*t.rules.clock.warnings, *((writing,) if writing else ())}
            for at, season, seconds in clock.calls(after, until, tuple(warnings)):
                is_writing = bool(writing) and seconds == writing
                found.append(TimeCall(at, where, season, seconds, is_writing))
    return sorted(found, key=lambda call: (call.at, call.where))


def voice() -> tuple[str, tuple[str, ...]]:
    """The kind of sound that this machine can make: ``speech``, ``sound`` or ``bell``, and the
    command for it (none for the terminal's bell)."""
    for kind, commands in (("speech", _SPEAKERS), ("sound", _SOUNDS)):
        for command in commands:
            if shutil.which(command[0]):
                return kind, command
    return "bell", ()


def say(text: str) -> None:
    """Say it, as this machine can, and wait until it is said. What fails is passed over."""
    kind, command = voice()
    if kind == "bell":
        sys.stderr.write("\a")
        sys.stderr.flush()
        return
    words = (*command, text) if kind == "speech" else command
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
