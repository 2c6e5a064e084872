"""Which seats bots take, and for which of them they have still to order."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.judge.log.state import JudgedGame, Stage


def changed_seats(g: JudgedGame) -> Iterator[tuple[str, str]]:
    """The powers that a bot takes, and which one; or leaves, and no bot. Among themselves bots do
    not play."""
    if g.stage is not Stage.RUNNING:
        return
    vacant = g.vacant if g.settings.bot and g.players else ()
    for power, seat in g.seats.items():
        wanted = g.settings.bot if power in vacant else ""
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


def bots_are_due(g: JudgedGame) -> bool:
    """Whether a bot has to take or to leave a seat, or to order."""
    return any(True for _ in changed_seats(g)) or any(True for _ in bots_to_order(g))
