"""Seats that bots take, have still to order for, or speak for, and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from dragoman.bots import REPLIERS, WORDS_OF
from dragoman.bots.bot import ROUNDS
from dragoman.bots.characters import MIXED, dealt
from dragoman.judge.log.settings import Settings
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.rules import PhaseKind

MOST_SPEECHES: Final = 8
"""How often a bot speaks in a phase, at most: among themselves bots speak ``ROUNDS`` times."""
MOST_ANSWERS: Final = 40
"""The same for a bot that answers at once."""
_LISTENS: Final = timedelta(seconds=20)
"""How long a bot waits, when it was told something, for what else it may be told."""


def bots_wanted(g: JudgedGame) -> Mapping[str, str]:
    """The bot of each power, where it has no player."""
    if g.settings.bot != MIXED:
        return dict.fromkeys(g.seats, g.settings.bot)
    seats, lot = tuple(g.seats), f"{g.lot} bots"
    return dealt(g.game.variant, seats, lot, is_for_talkers(g.settings) and not g.is_blind)


def is_for_talkers(settings: Settings) -> bool:
    """True if bots that talk may do so: in private and signed press of movements."""
    signed = "private" in settings.press and "all-grey" not in settings.press
    return signed and "movement" in settings.press_in


def changed_seats(g: JudgedGame) -> Iterator[tuple[str, str]]:
    """The powers that a bot takes, and which one; or leaves, and no bot. Among themselves bots do
    not play."""
    if g.stage is not Stage.RUNNING:
        return
    vacant = g.vacant if g.settings.bot and g.players else ()
    bots = bots_wanted(g)
    for power, seat in g.seats.items():
        wanted = bots[power] if power in vacant else ""
        if seat.bot != wanted and seat.user is None and power in g.game.survivors:
            yield power, wanted


def bots_to_order(g: JudgedGame) -> Iterator[str]:
    """The powers of bots that have something to order and nothing on file: what a player wrote who
    left stays as he wrote it."""
    if g.stage is not Stage.RUNNING or not any(seat.bot for seat in g.seats.values()):
        return
    for power in g.has_to_order():
        sheet = g.sheets.get((power, str(g.phase)))
        if g.seats[power].bot and (sheet is None or not sheet.text.strip()):
            yield power


def bots_to_speak(g: JudgedGame) -> Iterator[tuple[str, datetime]]:
    """The powers of bots that have something to say, and from when on: when a movement begins, and
    when somebody has written to them."""
    movement = g.phase.kind is PhaseKind.MOVEMENT
    if g.stage is not Stage.RUNNING or not g.players or g.began is None:
        return
    for power, seat in g.seats.items():
        if seat.bot not in WORDS_OF or not g.game.position.units_of(power):
            continue
        replies = seat.bot in REPLIERS
        if not (movement or (replies and _was_written_to(g, power))):
            continue
        spoken = g.spoken.get(power, ())
        if not spoken:
            yield power, g.began
            continue
        for one in g.messages[spoken[-1] :]:
            if one.signed not in g.seats or one.sender == power or power not in one.to:
                continue
            if len(spoken) < _most_speeches(g, power, one.signed):
                yield power, one.at if replies else one.at + _LISTENS
                break


def _was_written_to(g: JudgedGame, power: str) -> bool:
    """True if somebody wrote to a power in the phase at hand."""
    return any(
        power in one.to and one.sender != power and one.signed in g.seats
        for one in g.messages
        if one.phase == str(g.phase) and g.began is not None and one.at >= g.began
    )


def _most_speeches(g: JudgedGame, power: str, sender: str) -> int:
    """The number of times that the bot of a power may have spoken when it still answers another."""
    if g.seats[sender].bot:
        return ROUNDS
    return MOST_ANSWERS if g.seats[power].bot in REPLIERS else MOST_SPEECHES


def bots_are_due(g: JudgedGame) -> bool:
    """True if a bot has to take or to leave a seat, to speak first, or to order."""
    return (
        any(True for _ in changed_seats(g))
        or any(True for power, _ in bots_to_speak(g) if power not in g.spoken)
        or any(True for _ in bots_to_order(g))
    )
