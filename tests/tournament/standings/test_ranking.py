"""Totals, tie-breaks and places."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from golden_games import POWERS, game
from played_games import part, whole_game

from dragoman.tournament.scoring import ResultEnding
from dragoman.tournament.standings import (
    TOTALS,
    PlayedGame,
    StandingsRules,
    Totalling,
    choose_totals,
    standings,
)

FIVE = (10, 8, 7, 5, 4, 0, 0)
SOLO = (18, 8, 5, 3, 0, 0, 0)
RULES = StandingsRules()


def places(games: list[PlayedGame], rules: StandingsRules = RULES, **more: object):
    """Name, place, how many share it, and what put it behind the one above."""
    return [
        (s.record.name, s.place, s.equals, s.decided_by) for s in standings(games, rules, **more)
    ]


def totals(name: str, **settings: object) -> StandingsRules:
    chosen, faults = choose_totals(name, settings)
    assert chosen and not faults
    return StandingsRules(totals=chosen)


def scores(player: str, *points: int | str | None) -> list[PlayedGame]:
    """A player's points in the rounds; None for a round that he did not play."""
    return [
        part(player, FIVE, round_number=number, points=p)
        for number, p in enumerate(points, 1)
        if p is not None
    ]


def sums(rules: StandingsRules, *fields: list[PlayedGame], **more: object) -> dict[str, Fraction]:
    games = [game for own in fields for game in own]
    return {s.record.name: s.record.total for s in standings(games, rules, **more)}


def test_more_points_then_more_wins_then_more_draws() -> None:
    winner = [part("Win", SOLO, points=60), part("Win", FIVE, 5, points=0)]
    drawer = [part("Draw", FIVE, points=30), part("Draw", FIVE, points=30)]
    loser = [part("Lose", FIVE, points=60), part("Lose", SOLO, 1, points=0)]
    more = [part("More", SOLO, 2, points=61)]
    assert places([*loser, *drawer, *winner, *more]) == [
        ("More", 1, 1, ""),
        ("Win", 2, 1, "total"),
        ("Draw", 3, 1, "wins"),
        ("Lose", 4, 1, "draws"),
    ]


def test_who_was_out_when_a_game_was_drawn_was_not_in_the_draw() -> None:
    out = [part("Out", FIVE, 5, points=10)]
    alive = [part("In", FIVE, 4, points=10)]
    assert places([*out, *alive])[1] == ("Out", 2, 1, "draws")


def test_best_second_best_and_third_best_game() -> None:
    def three(name: str, *seats: int) -> list[PlayedGame]:
        return [
            replace(part(name, FIVE, seat, points=30 - seat), round=number)
            for number, seat in enumerate(seats, 1)
        ]

    games = [*three("A", 0, 2, 4), *three("B", 1, 1, 4)]
    assert places(games) == [("A", 1, 1, ""), ("B", 2, 1, "best-game")]
    games = [*three("A", 4, 0, 1), *three("B", 0, 2, 3)]
    assert places(games)[1] == ("B", 2, 1, "second-best-game")
    one = three("A", 0, 1, 2)
    other = three("B", 0, 1, 2)
    first = other[2].result.powers[0]
    other[2] = replace(other[2], scores={**other[2].scores, first: Fraction(40)})
    assert places([*one, *other])[1] == ("B", 2, 1, "third-best-game")


def test_a_game_that_was_not_played_loses_to_any() -> None:
    """With another order of rules: equal totals, and the same best game."""
    rules = replace(RULES, order=("total", "best-game", "second-best-game"))
    one = scores("One", 30)
    two = [*scores("Two", 30), part("Two", SOLO, 1, round_number=2, points=0)]
    assert places([*one, *two], rules) == [("Two", 1, 1, ""), ("One", 2, 1, "second-best-game")]


def test_equal_in_everything_is_equal() -> None:
    games = [*scores("Bea", 30), *scores("Al", 30), *scores("Cy", 20), *scores("Di", 40)]
    assert places(games) == [
        ("Di", 1, 1, ""),
        ("Al", 2, 2, "total"),
        ("Bea", 2, 2, "total"),
        ("Cy", 4, 1, "total"),
    ]


def test_players_without_games_and_game_masters() -> None:
    assert places([*scores("GM", 50), *scores("Al", 0)], players=["Cy", "Al"], unranked=["GM"]) == [
        ("Al", 1, 1, ""),
        ("Cy", 2, 1, "draws"),
    ]
    assert standings([], RULES) == ()


def test_penalties_handicaps_and_sitting_out() -> None:
    games = [*scores("Al", 30), *scores("Bea", 30)]
    assert sums(RULES, games, adjustments={"Al": Fraction("-5.5")}) == {"Al": 24.5, "Bea": 30}
    rules = replace(RULES, sit_out_bonus=Fraction(10))
    assert sums(rules, games, sit_outs={"Bea": 2})["Bea"] == 40
    assert sums(replace(rules, sit_out_each_time=True), games, sit_outs={"Bea": 2})["Bea"] == 50


def test_rounds_may_weigh_more() -> None:
    rules = replace(RULES, weights={2: Fraction("1.5")})
    found = standings(scores("Al", 10, 10), rules)
    assert found[0].record.total == 25
    assert [g.points for g in found[0].record.games] == [10, 10]


@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("sum", {}, 100),
        ("best-rounds", {"count": 2}, 70),
        ("best-rounds", {"count": 9}, 100),
        ("best-games", {"count": 1}, 40),
        ("best-and-part", {}, 80),  # 40 + 30 + 20/2
        ("best-and-part", {"count": 3}, 95),  # 40 + 30 + 20 + 10/2
        ("best-and-part", {"rest": "average"}, Fraction("77.5")),  # 40 + 30 + 15/2
        ("best-and-part", {"count": 4}, 100),
        ("ratio", {}, Fraction(100, 14)),
        ("ratio", {"added": 0}, 25),
    ],
)
def test_adding_up(name: str, settings: dict[str, object], expected: Fraction) -> None:
    assert sums(totals(name, **settings), scores("Al", 20, 10, 40, 30)) == {"Al": expected}


def test_of_two_games_in_a_round_the_better_counts() -> None:
    games = [*scores("Al", 20, 10), part("Al", FIVE, round_number=1, points=25, board="B")]
    assert sums(totals("best-rounds"), games) == {"Al": 35}
    assert sums(totals("sum"), games) == {"Al": 55}
    assert sums(totals("best-games", count=2), games) == {"Al": 45}


def test_places_of_rounds_and_the_least_wins() -> None:
    games = [
        *scores("Al", 50, 20),
        *scores("Bea", 40, 30),
        *scores("Cy", 40),
        *scores("Di", 10, 30),
    ]
    rules = totals("round-places")
    # Who misses a round is behind all four.
    assert sums(rules, games) == {"Bea": 3, "Al": 4, "Di": 5, "Cy": 7}
    assert places(games, rules)[0] == ("Bea", 1, 1, "")
    assert sums(totals("round-places", count=1), games)["Di"] == 1


def test_a_final_round_that_weighs_more_for_the_leaders() -> None:
    rules = totals("best-and-final", top=2)
    games = [
        *scores("Al", 30, 20, 10, 10),
        *scores("Bea", 25, None, 25, 20),
        *scores("Cy", 10, 10, 10, 20),
        *scores("Di", None, None, None, 20),
    ]
    assert sums(rules, games) == {"Al": 65, "Bea": 80, "Cy": 40, "Di": 20}


def test_the_hurst_mean() -> None:
    one = whole_game("abcdefg", game(FIVE, out=(0, 0, 0, 0, 0, 1907, 1907)))
    two = whole_game("gfedcba", game((0, 0, 4, 5, 7, 8, 10), out=(1907, 1907, 0, 0, 0, 0, 0)), 2)
    found = sums(totals("hurst-mean"), [*one, *two])
    assert found["a"] == (10 - 5) + (10 - 5)
    assert found["d"] == (5 - 5) + (5 - 5)
    assert sum(found.values()) == 0


def test_solos_first_as_in_win_tier() -> None:
    rules = replace(RULES, order=("wins", "total"))
    games = [*scores("Al", 100), part("Bea", SOLO, points=1)]
    assert [name for name, *_ in places(games, rules)] == ["Bea", "Al"]


def test_the_top_board_has_the_first_places() -> None:
    rules = replace(RULES, top_board=(2, "A"), order=("top-board", "total"))
    games = [
        *scores("Al", 10, 5),
        *scores("Bea", 10, 20),
        *scores("Cy", 99),
        part("Di", FIVE, round_number=2, points=99, board="B"),
    ]
    assert [name for name, *_ in places(games, rules)] == ["Bea", "Al", "Cy", "Di"]
    same = [*scores("Al", 0, 20), *scores("Bea", 0, 20)]
    same[3] = replace(same[3], power=POWERS[1])
    assert places(same, rules)[1] == ("Bea", 2, 1, "top-board")


def test_most_centres_in_a_game() -> None:
    rules = replace(RULES, order=("total", "most-centers"))
    games = [part("Al", FIVE, points=9), part("Bea", (12, 8, 7, 3, 4, 0, 0), points=9)]
    assert [name for name, *_ in places(games, rules)] == ["Bea", "Al"]


def test_an_abandoned_game_counts_for_nothing() -> None:
    games = [part("Al", FIVE, ending=ResultEnding.ABANDONED)]
    assert sums(RULES, games) == {"Al": 0}


@pytest.mark.parametrize(
    ("name", "settings", "code"),
    [
        ("best-round", {}, "unknown-totals"),
        ("best-rounds", {"count": 0}, "bad-setting"),
        ("best-rounds", {"rounds": 2}, "unknown-setting"),
        ("best-and-part", {"rest": "half"}, "bad-setting"),
    ],
)
def test_wrong_settings(name: str, settings: dict[str, object], code: str) -> None:
    assert [fault.code for fault in choose_totals(name, settings)[1]] == [code]


def test_every_rule_says_what_it_does() -> None:
    assert all(rule.formula for rule in TOTALS.values())
    assert RULES.totals == Totalling(TOTALS["sum"])
