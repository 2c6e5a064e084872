"""How good a draw can be at best: proved bounds.

Take two rounds, and put each player who is in both into the cell of his two tables. Those of a
cell meet twice, so the fewest repeats come from filling the cells evenly; the same goes for
three that meet twice, and, with the cells of three rounds, for pairs that meet three times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod


@dataclass(frozen=True, slots=True)
class Attendance:
    """Those who play in a round, the game masters not among them, and its number of tables."""

    players: frozenset[str]
    tables: int


def evenly(things: int, cells: int, size: int) -> int:
    """The fewest sets of so many things that share a cell, when they are put into cells."""
    if not cells:
        return 0
    each, more = divmod(things, cells)
    return more * comb(each + 1, size) + (cells - more) * comb(each, size)


def fewest_together(rounds: Sequence[Attendance], size: int, times: int) -> int:
    """The fewest sets of ``size`` players that are at one table in ``times`` rounds.

    Summed over all choices of so many rounds: a pair that meets three times repeats thrice, once
    for each two of its meetings.
    """
    return sum(
        evenly(
            len(set[str].intersection(*(set(r.players) for r in chosen))),
            prod(r.tables for r in chosen),
            size,
        )
        for chosen in combinations(rounds, times)
    )


def fewest_spread(rounds: Sequence[Attendance], group: Collection[str]) -> int:
    """The fewest pairs of a group that sit together, summed over the rounds."""
    return sum(evenly(len(r.players & frozenset(group)), r.tables, 2) for r in rounds)


def fewest_group_repeats(
    games: Mapping[str, int], tables: int, groups: Sequence[Sequence[str]]
) -> int:
    """The fewest times that a player has to take a power of a group he played before.

    ``games`` is how many games each player plays, ``tables`` the number of all games. Each group
    has its powers at each table to be taken, and each player can take one without repeating;
    and who plays more games than there are groups must repeat.
    """
    by_seats = sum(max(0, len(group) * tables - len(games)) for group in groups)
    by_players = sum(max(0, played - len(groups)) for played in games.values())
    return max(by_seats, by_players)


def fewest_power_repeats(games: Mapping[str, int], tables: int, powers: int) -> int:
    """The fewest times that a player has to take a power he played before."""
    by_seats = powers * max(0, tables - len(games))
    return max(by_seats, sum(max(0, played - powers) for played in games.values()))


def count_games(rounds: Sequence[Collection[str]]) -> Mapping[str, int]:
    """How many games each player plays."""
    return Counter(player for players in rounds for player in players)
