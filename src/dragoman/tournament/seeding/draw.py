"""A draw: who sits at which table with which power, and changing it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """The players of one game. ``powers`` are theirs in the same order; empty until assigned."""

    letter: str
    players: tuple[str, ...]
    powers: tuple[str, ...] = ()

    def power_of(self, player: str) -> str:
        """The power of a player; empty until assigned."""
        return self.powers[self.players.index(player)] if self.powers else ""


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """The tables of one round; rounds count from 1."""

    number: int
    tables: tuple[Table, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has a seat; twice who has two."""
        return tuple(player for table in self.tables for player in table.players)

    def tables_of(self, player: str) -> tuple[Table, ...]:
        return tuple(table for table in self.tables if player in table.players)


Draw = tuple[RoundDraw, ...]
"""Rounds in their order."""


def letters() -> Iterator[str]:
    """The letters of tables: A to Z, then AA, AB and so on."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    yield from alphabet
    for first in letters():
        yield from (first + second for second in alphabet)


def swap(
    drawn: RoundDraw, one: tuple[str, str], other: tuple[str, str]
) -> tuple[RoundDraw, tuple[Diagnostic, ...]]:
    """Let two players change seats and powers. Each is named with the letter of his table.

    The draw is as before, with a diagnostic, if it cannot be done.
    """
    faults = tuple(fault for seat in (one, other) if (fault := _check_seat(drawn, *seat)))
    if not faults and one[1] != other[1]:
        faults = tuple(
            _twice(player, letter)
            for player, letter in ((one[0], other[1]), (other[0], one[1]))
            if player in _table(drawn, letter).players
        )
    if faults:
        return drawn, faults
    seats = {one: other[0], other: one[0]}
    return _with_players(drawn, seats), ()


def substitute(
    drawn: RoundDraw, letter: str, leaving: str, coming: str
) -> tuple[RoundDraw, tuple[Diagnostic, ...]]:
    """Let somebody take the seat and the power of another without drawing anew.

    The draw is as before, with a diagnostic, if it cannot be done.
    """
    fault = _check_seat(drawn, leaving, letter)
    if not fault and coming in _table(drawn, letter).players:
        fault = _twice(coming, letter)
    if fault:
        return drawn, (fault,)
    return _with_players(drawn, {(leaving, letter): coming}), ()


def _with_players(drawn: RoundDraw, seats: dict[tuple[str, str], str]) -> RoundDraw:
    """The round with other players in the seats of some, by player and table."""
    return replace(
        drawn,
        tables=tuple(
            replace(
                table,
                players=tuple(
                    seats.get((player, table.letter), player) for player in table.players
                ),
            )
            for table in drawn.tables
        ),
    )


def _table(drawn: RoundDraw, letter: str) -> Table:
    return next(table for table in drawn.tables if table.letter == letter)


def _check_seat(drawn: RoundDraw, player: str, letter: str) -> Diagnostic | None:
    table = next((table for table in drawn.tables if table.letter == letter), None)
    if table is None:
        return Diagnostic(
            "unknown-table",
            f"round {drawn.number} has no table {letter}",
            f"it has {', '.join(table.letter for table in drawn.tables)}",
        )
    if player in table.players:
        return None
    own = " and ".join(table.letter for table in drawn.tables_of(player))
    return Diagnostic(
        "no-such-seat",
        f"{player} does not sit at table {letter} in round {drawn.number}",
        f"{player} sits at table {own}" if own else f"{player} has no seat in this round",
    )


def _twice(player: str, letter: str) -> Diagnostic:
    return Diagnostic(
        "two-seats",
        f"{player} sits at table {letter} already",
        "a player has one seat at a table",
    )
