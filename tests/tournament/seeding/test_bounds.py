"""The proved bounds, against the table of known values, and draws made in advance."""

from __future__ import annotations

from itertools import combinations

import pytest

from dragoman.tournament.seeding import GROUPS, set_draw
from dragoman.tournament.seeding.bounds import (
    Attendance,
    GamesPlayed,
    evenly,
    fewest_group_repeats,
    fewest_power_repeats,
    fewest_spread,
    fewest_together,
)


@pytest.mark.parametrize(
    ("players", "pairs", "thrice", "triples"),
    [(7, 63, 21, 105), (14, 54, 6, 30), (21, 45, 0, 9), (28, 36, 0, 0), (35, 30, 0, 0),
     (42, 18, 0, 0), (49, 0, 0, 0), (56, 0, 0, 0), (210, 0, 0, 0)],
)  # fmt: skip
def test_three_rounds_that_everybody_plays(
    players: int, pairs: int, thrice: int, triples: int
) -> None:
    rounds = [Attendance(frozenset(map(str, range(players))), players // 7)] * 3
    assert fewest_together(rounds, 2, 2) == pairs
    assert fewest_together(rounds, 2, 3) == thrice
    assert fewest_together(rounds, 3, 2) == triples


def test_only_those_in_both_rounds_can_meet_again() -> None:
    first = Attendance(frozenset("abcdefg"), 1)
    second = Attendance(frozenset("efghijklmnopqr"), 2)
    assert fewest_together([first, second], 2, 2) == 1  # e, f and g at two tables
    assert fewest_together([first], 2, 2) == 0


def test_filling_cells_evenly() -> None:
    assert evenly(7, 3, 2) == 3 + 1 + 1
    assert evenly(0, 3, 2) == 0
    assert evenly(5, 0, 2) == 0
    assert fewest_spread([Attendance(frozenset("abcdefghijklmn"), 2)] * 2, "abc") == 2


@pytest.mark.parametrize("tables", [1, 2, 3, 7, 9, 15, 30])
def test_two_in_seven_must_play_a_second_power_of_the_largest_group(tables: int) -> None:
    games = {str(player): 3 for player in range(7 * tables)}
    assert fewest_group_repeats(GamesPlayed(games, 3 * tables, 0), GROUPS) == 2 * tables
    assert fewest_power_repeats(GamesPlayed(games, 3 * tables, 0), 7) == 0


def test_nobody_need_repeat_a_group_when_enough_skip_a_round() -> None:
    games = {str(player): 21 * 7 // 63 for player in range(63)}
    assert fewest_group_repeats(GamesPlayed(games, 21, 0), GROUPS) == 0


def test_more_games_than_groups_and_the_seats_of_game_masters() -> None:
    assert fewest_group_repeats(GamesPlayed({"a": 5, "b": 1}, 1, 0), GROUPS) == 2
    games = {str(player): 3 for player in range(7)}
    assert fewest_group_repeats(GamesPlayed(games, 3, 1), GROUPS) == 1
    assert fewest_power_repeats(GamesPlayed({"a": 9}, 1, 0), 7) == 2


def meetings(draw: tuple[tuple[tuple[int, ...], ...], ...]) -> list[frozenset[int]]:
    return [
        frozenset(pair) for places in draw for table in places for pair in combinations(table, 2)
    ]


@pytest.mark.parametrize("tables", [7, 9, 11, *range(13, 31)])
def test_draws_made_in_advance_are_clean(tables: int) -> None:
    draw = set_draw(tables, 7, 3)
    assert draw is not None
    assert all(sorted(sum(places, ())) == list(range(7 * tables)) for places in draw)
    met = meetings(draw)
    assert len(met) == len(set(met)) == 3 * tables * 21


@pytest.mark.parametrize("tables", [1, 2, 3, 4, 5, 6, 8, 10, 12])
def test_there_is_none_for_some_numbers_of_tables(tables: int) -> None:
    assert set_draw(tables, 7, 3) is None


def test_seven_clean_rounds_of_49() -> None:
    draw = set_draw(7, 7, 7)
    assert draw is not None and len(set(meetings(draw))) == 7 * 7 * 21
    assert set_draw(7, 7, 8) is None
