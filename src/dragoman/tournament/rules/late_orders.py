"""The orders box: what late orders cost, and who reads the orders out (NZ1999, rules 9, 12)."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.rules.season import Season


class Ruling(Enum):
    """What becomes of a power whose orders were not in the box at "Time"."""

    WARNING = "warning"
    """A verbal warning; the orders count, unless reading has begun."""
    DISORDER = "civil disorder"
    """The power is in civil disorder for this season, whatever turns up."""


@dataclass(frozen=True, slots=True)
class Lateness:
    """One time that a player's orders were late. ``missing``: there were none to be read."""

    player: int
    board: str
    season: Season
    power: str
    ruling: Ruling
    missing: bool


def ruling(earlier: int, missing: bool, warnings: int) -> Ruling:
    """What a lateness costs.

    Parameters:
        earlier: how often the player's orders were late before, in the whole tournament.
        missing: whether reading began without any orders of the power.
        warnings: how often a player is only warned (NZ1999: once).
    """
    if missing or earlier >= warnings:
        return Ruling.DISORDER
    return Ruling.WARNING


def next_reader(
    border: tuple[str, ...],
    first: str,
    season: Season,
    last: str | None,
    absent: Collection[str],
    pointer: bool,
) -> str | None:
    """The power that reads the orders of a season; None if nobody is there.

    Parameters:
        border: the powers clockwise, in the order printed round the board.
        first: who reads in spring 1901.
        season: the season to be read.
        last: the power that read last at this table, None before the first reading.
        absent: powers that are eliminated or not at the board.
        pointer: the duty moves one place a season whether or not somebody stood in; else it
            moves on from the power that actually read, so that nobody reads twice running.
    """
    if pointer or last is None:
        start = border.index(first) + (season.index if pointer else 0)
    else:
        start = border.index(last) + 1
    around = (border[(start + step) % len(border)] for step in range(len(border)))
    return next((power for power in around if power not in absent), None)
