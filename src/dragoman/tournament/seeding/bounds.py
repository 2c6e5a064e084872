"""Proved bounds of the best draw that is possible.

Take two rounds, and put each player who is in both into the cell of his two tables. Those of a
cell meet twice, so the fewest repeats come from filling the cells evenly; the same goes for
three that meet twice, and, with the cells of three rounds, for pairs that meet three times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import comb, prod

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.seeding.draw import Draw, DrawWishes, RoundDraw


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


def fewest_clashes(rounds: Mapping[int, Attendance], wishes: DrawWishes) -> int:
    """The fewest pairs of a team that meet in the team rounds: some, where a team has more
    players than there are tables."""
    return sum(
        fewest_spread([attendance], team)
        for number, attendance in rounds.items()
        if number in wishes.team_rounds
        for team in wishes.teams
    )


@dataclass(frozen=True, slots=True)
class GamesPlayed:
    """The games of each player over some rounds, the tables of all, and the seats among them
    that were filled by game masters."""

    games: Mapping[str, int]
    tables: int
    filled: int


def fewest_group_repeats(play: GamesPlayed, groups: Sequence[Sequence[str]]) -> int:
    """The fewest times that a player has to take a power of a group he played before.

    Each group has its powers at each table to be taken, each player can take one of it without
    repeating, and each game master one; and who plays more games than there are groups repeats.
    """
    excess = sum(max(0, len(group) * play.tables - len(play.games)) for group in groups)
    return max(
        excess - play.filled, sum(max(0, games - len(groups)) for games in play.games.values())
    )


def fewest_power_repeats(play: GamesPlayed, powers: int) -> int:
    """The fewest times that a player has to take a power he played before."""
    return fewest_group_repeats(play, [[str(power)] for power in range(powers)])


def attendance_of(drawn: RoundDraw, game_masters: Collection[str]) -> Attendance:
    """Those who play in a drawn round."""
    return Attendance(frozenset(drawn.players) - frozenset(game_masters), len(drawn.tables))


def play_of(draw: Draw, game_masters: Collection[str]) -> GamesPlayed:
    """The games of a draw."""
    games = Counter(player for drawn in draw for player in drawn.players)
    filled = sum(games.pop(master, 0) for master in game_masters)
    return GamesPlayed(games, sum(len(drawn.tables) for drawn in draw), filled)
