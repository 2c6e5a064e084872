"""Best countries, teams, and the board games."""

from __future__ import annotations

from fractions import Fraction

import pytest
from golden_games import POWERS, game
from hypothesis import given, strategies as st
from played_games import part, whole_game

from dragoman.tournament.scoring import choose_scoring
from dragoman.tournament.standings import (
    BestBy,
    BoardGameRules,
    ScoreSheet,
    StandingsRules,
    TeamRules,
    best_countries,
    board_game_standings,
    check_sheet,
    check_teams,
    play,
    sheet_points,
    team_standings,
)

FIVE = (10, 8, 7, 5, 4, 0, 0)
SOLO = (18, 8, 5, 3, 0, 0, 0)


def best(games, by: BestBy = BestBy.POINTS, power: int = 0, **more: object) -> list[str]:
    return [game.player for game in best_countries(games, by, **more)[POWERS[power]]]


def test_the_best_game_of_each_power() -> None:
    one = whole_game("abcdefg", game(FIVE, out=(0, 0, 0, 0, 0, 1907, 1904)))
    two = whole_game("hijklmn", game((4, 5, 7, 8, 10, 0, 0), out=(0, 0, 0, 0, 0, 1908, 1903)), 2)
    found = best_countries([*one, *two])
    assert {power: [g.player for g in games] for power, games in found.items()} == dict(
        zip(POWERS, (["a"], ["b"], ["c", "j"], ["k"], ["l"], ["m"], ["g"]), strict=True)
    )


def test_points_first_or_class_first() -> None:
    """Who lost to a solo can have points where a ruling gave some."""
    loss = part("loss", SOLO, 1, points=5)
    elimination = part("out", (10, 0, 8, 7, 5, 4, 0), 1, out=(0, 1907, 0, 0, 0, 0, 1904), points=1)
    assert best([loss, elimination], power=1) == ["loss"]
    assert best([loss, elimination], BestBy.COMPARISON, 1) == ["out"]


def test_by_centres_a_loss_is_behind() -> None:
    loss, draw = part("loss", SOLO, 1), part("draw", (12, 7, 7, 5, 3, 0, 0), 1)
    assert best([loss, draw], BestBy.CENTERS, 1) == ["draw"]
    assert best([part("more", FIVE, 1), draw], BestBy.CENTERS, 1) == ["more"]


def test_an_award_can_be_shared_and_a_game_master_has_none() -> None:
    games = [part("a", FIVE), part("b", FIVE), part("GM", SOLO)]
    assert best(games) == ["GM"]
    assert best(games, unranked=["GM"]) == ["a", "b"]


def test_a_ruling_takes_the_points_of_one_player_only() -> None:
    """NZ1999, rule 22: zero for who had help from outside."""
    scoring = choose_scoring("sum-of-squares")[0]
    players = dict(zip(POWERS, "abcdefg", strict=True))
    ruled = play(players, 1, "A", game(FIVE), scoring, {"b": Fraction(0)})
    free = play(players, 1, "A", game(FIVE), scoring)
    assert [g.points for g in ruled] == [0 if g.player == "b" else g.points for g in free]


TEAMS = {"Reds": ("a", "b", "c"), "Blues": ("h", "i"), "Greens": ("x",)}


def test_a_team_has_the_scores_of_one_round() -> None:
    third = [part(p, FIVE, seat, 3) for p, seat in (("a", 0), ("b", 4), ("h", 1), ("i", 2))]
    second = [part("c", SOLO, 0, 2), part("x", SOLO, 0, 2)]
    found = team_standings(TEAMS, [*third, *second], TeamRules(), StandingsRules())
    # 31.034 + 10.345 for the Reds, 22.414 + 18.966 for the Blues
    assert [(s.place, s.record.name, s.record.total) for s in found] == [
        (1, "Blues", Fraction("41.380")),
        (2, "Reds", Fraction("41.379")),
        (3, "Greens", Fraction(0)),
    ]


def test_equal_teams_are_told_apart_by_their_games() -> None:
    games = [
        part("a", SOLO, 0, 3, points=50),
        part("h", FIVE, 0, 3, points=25),
        part("i", FIVE, 0, 3, points=25),
    ]
    found = team_standings(TEAMS, games, TeamRules(), StandingsRules())
    assert [(s.record.name, s.decided_by) for s in found] == [
        ("Reds", ""),
        ("Blues", "wins"),
        ("Greens", "total"),
    ]


@pytest.mark.parametrize(
    ("teams", "codes"),
    [
        (TEAMS, []),
        ({"Reds": ("a", "b", "c", "d")}, ["big-team"]),
        ({"Reds": ("a", "b"), "Blues": ("b",)}, ["two-teams"]),
        ({"Reds": ("a", "a")}, ["two-teams"]),
        ({"Reds": ()}, ["empty-team"]),
    ],
)
def test_entries_of_teams(teams: dict[str, tuple[str, ...]], codes: list[str]) -> None:
    assert [fault.code for fault in check_teams(teams, TeamRules())] == codes


RULES = BoardGameRules()


def sheet(name: str, *places: str) -> ScoreSheet:
    return ScoreSheet(name, tuple(tuple(place) for place in places))


def test_the_worked_example_of_the_board_games() -> None:
    """2nd of 4 at Settlers, two wins at Lost Cities, 3rd of 6 at Family Business."""
    sheets = [
        sheet("Settlers of Catan", "a", "x", "b", "c"),
        sheet("Lost Cities", "x", "a"),
        sheet("Lost Cities", "x", "b"),
        sheet("Family Business", "a", "b", "x", "c", "d", "e"),
    ]
    found = {place.player: place for place in board_game_standings(sheets, RULES)}
    assert found["x"].total == Fraction("40.5")
    assert (found["x"].games, found["a"].total) == (4, 8 * Fraction("4.5") + 2 + 12)
    assert (found["a"].place, found["x"].place) == (1, 2)


@pytest.mark.parametrize(
    ("name", "weight"),
    [("Lost Cities", "1"), ("Take It Easy", "1.5"), ("Drunter & Drüber", "2.25"),
     ("Freemarket", "3"), ("Modern Art", "4.5"), ("Empire Builder", "6")],
)  # fmt: skip
def test_weights(name: str, weight: str) -> None:
    assert RULES.weight(name) == Fraction(weight)


def test_ties_in_a_board_game() -> None:
    tied = sheet("Lost Cities", "a", "bc", "d")
    assert sheet_points(tied, RULES) == {"a": 8, "b": 4, "c": 4, "d": 1}
    assert sheet_points(tied, BoardGameRules(lower_ties=True))["b"] == 3


def test_equal_totals_share_a_place() -> None:
    sheets = [sheet("Lost Cities", "a", "b"), sheet("Lost Cities", "c", "d")]
    found = [(p.player, p.place, p.equals) for p in board_game_standings(sheets, RULES)]
    assert found == [("a", 1, 2), ("c", 1, 2), ("b", 3, 2), ("d", 3, 2)]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (sheet("Lost Citys", "a", "b"), "unknown-board-game"),
        (sheet("Shark", "a"), "board-game-players"),
        (sheet("Shark", "a", "b", "c", "d", "e", "f", "g", "h", "i"), "board-game-players"),
        (sheet("Shark", "a", "b", "a"), "two-places"),
    ],
)
def test_sheets_that_do_not_count(wrong: ScoreSheet, code: str) -> None:
    assert [fault.code for fault in check_sheet(wrong, RULES)] == [code]


@given(st.permutations("abcdefgh"), st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_ties_give_away_what_the_places_are_worth(players: list[str], sizes: list[int]) -> None:
    groups: list[str] = []
    for size in sizes:
        groups.append("".join(players[:size]))
        players = players[size:]
    tied = sheet("Shark", *(group for group in groups if group))
    count = sum(map(len, tied.places))
    if count in RULES.points:
        total = sum(sheet_points(tied, RULES).values())
        assert total == sum(RULES.points[count]) * Fraction("4.5")
