"""A draw: who sits at which table with which power, changing it by hand, and what it is to heed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass

# Wishes and rules

# The draw of NZ1999 is one for the standard map; a tournament of another variant names that
# variant's powers, and groups only where its preset makes some.
POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
GROUPS = (("England", "France", "Germany"), ("Russia", "Turkey"), ("Austria", "Italy"))
"""Nobody should play two powers of one group (NZ1999, rule 20)."""


class PowersBy(Enum):
    """The way in which powers are given to the players of a table."""

    LOT = "lot"
    WISHES = "wishes"
    BIDS = "bids"


@dataclass(frozen=True, slots=True)
class SeedingRules:
    """The aims of a draw in an event, and how long it tries.

    The weights are those of one fault each: a pair that meets for the second time, three that
    meet for the second time, a pair for the third; a power or a group of powers played again;
    a power that borders that of somebody one meets more than once, where ``neighbours`` lists
    the pairs of powers that border each other. ``set_draw`` begins with a draw made in
    advance, to whose places the players are dealt (NZ1999, rule 19), where there is one.
    By lists who stands ``first_choice``, "last" or "first", chooses first; ``bid_points`` is what
    everybody may bid at most.
    """

    powers: tuple[str, ...] = POWERS
    powers_by: PowersBy = PowersBy.LOT
    first_choice: str = "last"
    bid_points: int = 100
    groups: tuple[tuple[str, ...], ...] = GROUPS
    set_draw: bool = True
    twice: int = 1
    triple: int = 3
    thrice: int = 40
    same_power: int = 10
    same_group: int = 1
    neighbour: int = 1
    neighbours: tuple[tuple[str, str], ...] = ()
    table_tries: int = 500_000
    """Exchanges of two seats that are looked at before the best draw so far is taken."""
    power_tries: int = 1_000_000
    """The same for exchanges of two powers at a table."""

    @property
    def size(self) -> int:
        """The players of a table."""
        return len(self.powers)


@dataclass(frozen=True, slots=True)
class Spread:
    """Players to be spread evenly over the tables of each round: of one club, the beginners,
    those who can record a game. A goal, not a must."""

    name: str
    players: frozenset[str]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class DrawWishes:
    """Facts about the players. ``apart`` never meet; members of a team do not meet in
    ``team_rounds``; it does not count whom ``game_masters`` meet, nor what they play."""

    apart: frozenset[frozenset[str]] = frozenset()
    teams: tuple[tuple[str, ...], ...] = ()
    team_rounds: frozenset[int] = frozenset()
    spread: tuple[Spread, ...] = ()
    game_masters: frozenset[str] = frozenset()

    def kept_apart(self, number: int) -> frozenset[frozenset[str]]:
        """The pairs that must not meet in the round of a number."""
        if number not in self.team_rounds:
            return self.apart
        return self.apart | frozenset(
            frozenset((one, other))
            for team in self.teams
            for one in team
            for other in team
            if one != other
        )


def keep_apart(pairs: Iterable[tuple[str, str]]) -> frozenset[frozenset[str]]:
    """Pairs as ``DrawWishes`` has them."""
    return frozenset(frozenset(pair) for pair in pairs)


# Tables and rounds


@dataclass(frozen=True, slots=True)
class DrawnTable:
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
    tables: tuple[DrawnTable, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who has a seat; twice who has two."""
        return tuple(player for table in self.tables for player in table.players)

    def tables_of(self, player: str) -> tuple[DrawnTable, ...]:
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


def _table(drawn: RoundDraw, letter: str) -> DrawnTable:
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
