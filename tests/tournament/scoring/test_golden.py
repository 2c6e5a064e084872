"""Every system against worked examples, which are data."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from golden_games import GOLDEN, POWERS, game, golden_game

from dragoman.tournament.scoring import (
    SYSTEMS,
    GameResult,
    MissingData,
    ResultEnding,
    choose_scoring,
    points_text,
)

MORE = tomllib.loads((Path(__file__).parent / "more.toml").read_text("utf-8"))
POINTS = GOLDEN["points"] | MORE["points"]


def points(name: str, result: GameResult, **settings: object) -> list[str]:
    scoring, faults = choose_scoring(name, settings)
    assert scoring and not faults
    return [points_text(p) for p in scoring.score(result).values()]


@pytest.mark.parametrize("name", POINTS)
def test_worked_examples(name: str) -> None:
    assert {example: points(name, golden_game(example)) for example in POINTS[name]} == {
        example: expected.split() for example, expected in POINTS[name].items()
    }


def test_every_system_has_an_example() -> None:
    elsewhere = {"maxonian", "seven-eleven", "italia-2010", "own-places"}
    assert set(SYSTEMS) == set(POINTS) | elsewhere


def test_systems_refuse_what_lacks_their_needs() -> None:
    bare = game((10, 8, 7, 5, 4, 0, 0))
    missing = {name: choose_scoring(name)[0].missing(bare) for name in SYSTEMS}
    refused = {name: fault.remedy for name, fault in missing.items() if fault is not None}
    needy = {name for name, system in SYSTEMS.items() if system.needs}
    assert refused.keys() == needy | {"own-places"}
    assert all(refused.values()), refused


FIVE_LEFT = golden_game("five-left")
SOLO = golden_game("solo")


@pytest.mark.parametrize(
    ("name", "settings", "result", "expected"),
    [
        # Old webDiplomacy counts centres in a solo as well.
        ("ppsc", {"solo": "proportional"}, SOLO, "52.941 23.529 14.706 8.824 0 0 0"),
        ("cruise-con", {"solo": 100}, SOLO, "100 0 0 0 0 0 0"),
        ("whipping-2008", {"solo": 90}, SOLO, "90 0 0 0 0 0 0"),
        ("your-draw-size", {"solo": "320"}, SOLO, "320 0 0 0 0 0 0"),
        ("bangkok-2022", {"solo": 4000}, SOLO, "4000 0 0 0 0 0 0"),
        # ManorCon's own page pays the year of the elimination too.
        ("manorcon", {"years": "played"}, SOLO, "75 0.9 0.9 0.9 0.8 0.5 0.3"),
        ("bangkok-2020", {"years": "played"}, FIVE_LEFT, "22 14 10 8 7 1.8 1.2"),
        # Three equals: the lowest of their places, or what two get who share the lowest two.
        (
            "ranked-classic",
            {},
            game((10, 8, 8, 8, 0, 0, 0), out=(0, 0, 0, 0, 1904, 1904, 1904)),
            "330 150 150 150 3 3 3",
        ),
        (
            "ranked-classic",
            {"large_ties": "second-lowest-pair"},
            game((10, 8, 8, 8, 0, 0, 0), out=(0, 0, 0, 0, 1904, 1904, 1904)),
            "330 160 160 160 3 3 3",
        ),
        (
            "ranked-classic",
            {"large_ties": "second-lowest-pair"},
            game((8, 8, 8, 4, 3, 2, 1)),
            "180 180 180 110 90 70 50",
        ),
        (
            "ranked-classic",
            {"large_ties": "second-lowest-pair"},
            game((9, 7, 6, 3, 3, 3, 3)),
            "320 190 150 75 75 75 75",
        ),
        # Four share 130, 80, 50 and 30: 72.5 goes up, or to the even number.
        (
            "southern-sun",
            {},
            game((8, 8, 8, 8, 2, 0, 0), out=(0, 0, 0, 0, 0, 1904, 1903)),
            "183 183 183 183 70 12 9",
        ),
        (
            "southern-sun",
            {"halves": "even"},
            game((8, 8, 8, 8, 2, 0, 0), out=(0, 0, 0, 0, 0, 1904, 1903)),
            "182 182 182 182 70 12 9",
        ),
        # Nobody gets the 48 when three are at the top.
        ("summer-classic", {}, game((9, 9, 9, 7, 0, 0, 0), out=(0, 0, 0, 0, 1906, 1905, 1904)),
         "120 120 120 100 5 4 3"),
        ("world-classic", {}, game((9, 9, 9, 7, 0, 0, 0), out=(0, 0, 0, 0, 1906, 1905, 1904)),
         "136 136 136 100 5 4 3"),
        # The dead by the year they went out, and not.
        ("duct-tape", {"elimination_order": True},
         game((17, 16, 1, 0, 0, 0, 0), out=(0, 0, 0, 1907, 1906, 1905, 1904)), "57 40 16 9 6 3 3"),
        ("duct-tape", {}, game((17, 16, 1, 0, 0, 0, 0)), "57 40 16 5.25 5.25 5.25 5.25"),
        # The examples in the published texts of Bangkok 2020 and BearCon.
        ("bangkok-2020", {}, game((12, 11, 10, 1, 0, 0, 0), out=(0, 0, 0, 0, 1901, 1901, 1901)),
         "21 18 15 4 0 0 0"),
        ("bearcon", {}, game((9, 8, 8, 8, 1, 0, 0)), "19 13 13 13 4 0 0"),
        ("bearcon", {}, game((14, 13, 7, 0, 0, 0, 0)), "24 18 12 0 0 0 0"),
        # A sole leader of Bangkok Pike far in front takes what nobody else can have.
        ("bangkok-pike", {}, game((16, 13, 5, 0, 0, 0, 0), out=(0, 0, 0, *[1905] * 4)),
         "31 16 8 0.5 0.5 0.5 0.5"),
        # No more than half of what a power has goes to the leader, who is 16 in front.
        ("omg", {}, game((17, 1, 1, 1, 0, 0, 0)), "57 6 6 6 0 0 0"),
        # A draw of all seven is a hundred by squares alone.
        ("dcc", {}, game((5, 5, 5, 5, 5, 5, 4)), "15.06 15.06 15.06 15.06 15.06 15.06 9.639"),
        # The example of the database for Carnage in 2009: 70, three times 50, 30.
        ("carnage-2009", {}, game((17, 5, 5, 5, 2, 0, 0)),
         "80.017 60.005 60.005 60.005 40.002 10 10"),
        # A draw of two is worth 170 to each, as DixieCon says.
        ("dixie", {}, game((17, 17, 0, 0, 0, 0, 0), out=(0, 0, 1908, 1907, 1906, 1905, 1904)),
         "238 238 50 34 20 10 0"),
    ],
)  # fmt: skip
def test_settings_and_corners(
    name: str, settings: dict[str, object], result: GameResult, expected: str
) -> None:
    assert points(name, result, **settings) == expected.split()


C_DIPLO = {"played": 1, "center": 1, "first": 38, "second": 14, "third": 7, "solo": 100}


@pytest.mark.parametrize("example", GOLDEN["games"])
def test_points_of_ones_own_can_be_those_of_c_diplo(example: str) -> None:
    assert points("own-places", golden_game(example), **C_DIPLO) == points(
        "c-diplo-100", golden_game(example)
    )


def test_points_of_ones_own_can_be_for_the_lower_place() -> None:
    result = game((9, 9, 8, 8, 0, 0, 0))
    lower = {**C_DIPLO, "ties": "lower", "alive": 2}
    assert points("own-places", result, **lower) == ["26", "26", "11", "11", "1", "1", "1"]
    with pytest.raises(MissingData, match="set solo, first"):
        points("own-places", result, solo=100)


@pytest.mark.parametrize("name", ["cruise-con", "whipping-2008"])
def test_a_solo_that_the_text_does_not_price(name: str) -> None:
    with pytest.raises(MissingData, match="set solo to a number"):
        points(name, SOLO)


def test_a_draw_without_all_survivors() -> None:
    result = GameResult(
        POWERS,
        {1908: (12, 12, 9, 1, 0, 0, 0)},
        ResultEnding.VOTED_DRAW,
        drawn=frozenset(POWERS[:3]),
        eliminated=dict(zip(POWERS[4:], (1907, 1905, 1904), strict=True)),
    )
    assert points("draw-size", result) == ["33.333", "33.333", "33.333", "0", "0", "0", "0"]
    # 130 each and 4 for a centre; the survivor left out takes the fourth place behind them.
    assert points("dixie", result) == ["178", "178", "166", "38", "20", "10", "0"]


YEARS = {
    1901: (5, 5, 5, 5, 5, 4, 5),
    1902: (6, 6, 5, 5, 5, 2, 5),
    1903: (7, 6, 6, 4, 6, 0, 5),
    1904: (14, 6, 4, 4, 4, 0, 2),
    1905: (14, 6, 6, 4, 4, 0, 0),
}


def test_maxonian_tells_equals_apart_by_the_last_year_they_differed() -> None:
    result = GameResult(POWERS, YEARS, ResultEnding.TIME_DRAW)
    # England was ahead of France in 1904, Italy of Germany in 1903, Turkey outlived Russia.
    assert points("maxonian", result) == ["8", "6", "5", "3", "4", "1", "2"]
    assert points("seven-eleven", result) == ["10", "6", "5", "3", "4", "1", "2"]


def test_maxonian_shares_places_that_no_year_tells_apart() -> None:
    result = GameResult(POWERS, {1901: (5, 5, 5, 5, 5, 4, 5)}, ResultEnding.TIME_DRAW)
    assert points("maxonian", result) == ["4.5", "4.5", "4.5", "4.5", "4.5", "1", "4.5"]
    with pytest.raises(MissingData, match="1902"):
        points(
            "maxonian",
            GameResult(POWERS, {1901: YEARS[1901], 1903: YEARS[1903]}, ResultEnding.TIME_DRAW),
        )


def test_maxonian_solo() -> None:
    years = YEARS | {1906: (19, 14, 1, 0, 0, 0, 0)}
    result = GameResult(POWERS, years, ResultEnding.SOLO, POWERS[0])
    assert points("maxonian", result) == ["12", "6", "5", "3", "4", "1", "2"]


def test_an_abandoned_game_is_worth_nothing() -> None:
    abandoned = GameResult(POWERS, {1903: (10, 8, 7, 5, 4, 0, 0)}, ResultEnding.ABANDONED)
    scores = {name: set(choose_scoring(name)[0].score(abandoned).values()) for name in SYSTEMS}
    assert scores == {name: {0} for name in SYSTEMS}


def test_italia_2010_is_as_its_texts_have_it() -> None:
    """The wiki's two examples: a solo of 18 with four that have 3 centres, and two of 9 in 1907."""
    start = {1901: (5, 5, 5, 5, 5, 4, 5)}
    won = GameResult(POWERS, {**start, 1902: (18, 8, 5, 3, 0, 0, 0)}, ResultEnding.SOLO, "Austria")
    assert points("italia-2010", won) == ["445.9", "1", "1", "1", "1", "1", "1"]
    years = {**start, 1902: (8, 9, 6, 5, 3, 1, 2), 1903: (9, 9, 7, 5, 3, 1, 0)}
    drawn = GameResult(POWERS, years, ResultEnding.TIME_DRAW)
    # England was ahead; nobody breaks away, so the others have 10; five have 3 centres: 40 percent.
    raw = (1 + 36 + 34 + 10, 1 + 36 + 70, 1 + 28 + 16 + 10, 1 + 20 + 10, 1 + 12 + 10, 1 + 4 + 10)
    expected = [points_text(Fraction(7 * one, 5)) for one in raw]
    assert points("italia-2010", drawn) == [*expected, "1"]
    # Three ahead is a break: 30 for the first, and nothing for the others.
    broken = GameResult(POWERS, {**start, 1902: (12, 9, 7, 6, 0, 0, 0)}, ResultEnding.TIME_DRAW)
    raw = (1 + 48 + 70 + 30, 1 + 36 + 34, 1 + 28 + 16, 1 + 24)
    assert points("italia-2010", broken)[:4] == [points_text(Fraction(13 * one, 10)) for one in raw]
    # In no year apart: Germany is before England.
    even = GameResult(POWERS, {1901: (4, 6, 4, 6, 5, 4, 5)}, ResultEnding.TIME_DRAW)
    assert points("italia-2010", even)[1] == points_text(Fraction(16 * (1 + 24 + 34 + 10), 10))
