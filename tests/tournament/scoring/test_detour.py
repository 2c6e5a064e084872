"""Detour98f: the table worked by hand, and what holds for every position there is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from golden_games import POWERS, game

from dragoman.tournament.scoring import (
    SYSTEMS,
    GameResult,
    MissingData,
    ResultEnding,
    Scoring,
    points_text,
    rounded,
)

CASES = tomllib.loads((Path(__file__).parent / "detour98f.toml").read_text("utf-8"))["games"]


def detour98f(**settings: object) -> Scoring:
    scoring, faults = SYSTEMS["detour98f"].with_settings(settings)
    assert not faults
    return scoring


def out_years(centers: list[int], alive: int) -> list[int]:
    return [0 if c else 1906 if i < alive else 1904 for i, c in enumerate(centers)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_worked_by_hand(case: dict[str, object]) -> None:
    centers = case["centers"]
    year = case.get("year", 1908)
    out = [min(y, year) for y in out_years(centers, case["alive"])]
    scores = detour98f().score(game(centers, year, out))
    assert " ".join(points_text(s) for s in scores.values()) == case["scores"]
    assert points_text(sum(scores.values(), Fraction(0))) == case["sum"]


def final_splits(left: int = 34, most: int = 17, powers: int = 7) -> Iterator[tuple[int, ...]]:
    """All ways to divide the centres, none of them a solo, in descending order."""
    if powers == 0:
        if left == 0:
            yield ()
        return
    for count in range(min(left, most), -1, -1):
        for rest in final_splits(left - count, count, powers - 1):
            yield (count, *rest)


@pytest.mark.slow
def test_all_final_positions() -> None:
    splits = list(final_splits())
    assert len(splits) == 2486
    scoring = detour98f()
    sums = set[Fraction]()
    for centers in splits:
        out = out_years(list(centers), 0)
        scores = list(scoring.score(game(centers, 1908, out)).values())
        sums.add(sum(scores, Fraction(0)))
        assert all(score == 0 for score, count in zip(scores, centers, strict=True) if not count)
        assert scores == sorted(scores, reverse=True)
    assert min(sums) == Fraction("99.997")
    assert max(sums) == Fraction("100.003")


@pytest.mark.slow
def test_how_often_the_way_of_rounding_matters() -> None:
    """Exact halves of a thousandth that rounding to even would take down."""
    exact = detour98f(decimals=9)
    positions = 0
    for centers in final_splits():
        for alive in range(7 - centers.count(0), 8):
            scores = exact.score(game(centers, 1908, out_years(list(centers), alive))).values()
            thousandths = [score * 1000 for score in scores]
            positions += any(t.denominator == 2 and round(t) < rounded(t, 0) for t in thousandths)
    assert positions == 174


def test_exact_halves_are_rounded_up() -> None:
    centers = (17, 10, 3, 2, 1, 1, 0)  # the raw points are 64, and the last one has one of them
    scores = detour98f().score(game(centers, 1908, out_years(list(centers), 7)))
    assert scores[POWERS[6]] == Fraction("1.563")
    exact = detour98f(decimals=9).score(game(centers, 1908, out_years(list(centers), 7)))
    assert exact[POWERS[6]] == Fraction(100, 64)


def test_rounding_is_the_same_on_both_sides_of_zero() -> None:
    assert rounded(Fraction("2.5"), 0) == 3
    assert rounded(Fraction("-2.5"), 0) == -3
    assert rounded(Fraction("0.0005"), 3) == Fraction("0.001")
    assert points_text(Fraction("-0.5")) == "-0.5"
    assert points_text(Fraction(1, 3), 0) == "0"
    assert points_text(Fraction(2000)) == "2000"


def test_who_lives_through_1905_in_a_game_that_ended_before() -> None:
    early = game((10, 8, 7, 5, 4, 0, 0), 1904, out_years([10, 8, 7, 5, 4, 0, 0], 0))
    for power, score in detour98f(early_end="survivors").score(early).items():
        late = game((10, 8, 7, 5, 4, 0, 0), 1908, out_years([10, 8, 7, 5, 4, 0, 0], 0))
        assert score == detour98f().score(late)[power]


def test_a_draw_at_the_deadline_of_fall_1905_counts() -> None:
    at_once = game((10, 8, 7, 5, 4, 0, 0), 1905, [0, 0, 0, 0, 0, 1905, 1904])
    later = game((10, 8, 7, 5, 4, 0, 0), 1908, [0, 0, 0, 0, 0, 1905, 1904])
    assert detour98f().score(at_once) == detour98f().score(later)


def test_place_points_may_be_shared() -> None:
    scores = detour98f(place_ties="split", decimals=9).score(
        game((17, 17, 0, 0, 0, 0, 0), 1908, [0, 0, *[1904] * 5])
    )
    assert list(scores.values())[:3] == [50, 50, 0]
    scores = detour98f(place_ties="split").score(
        game((9, 9, 8, 8, 0, 0, 0), 1908, [0, 0, 0, 0, 1904, 1904, 1904])
    )
    # 9 + 2 + 3.5 and 8 + 2 + 1.5
    assert scores[POWERS[0]] == rounded(Fraction(1450, 52), 3)
    assert scores[POWERS[2]] == rounded(Fraction(1150, 52), 3)


def test_the_seats_of_game_masters_can_be_left_out() -> None:
    seated = GameResult(
        POWERS,
        {1905: (10, 8, 7, 5, 4, 0, 0), 1908: (10, 8, 7, 5, 4, 0, 0)},
        ResultEnding.VOTED_DRAW,
        unranked=frozenset({POWERS[1]}),
    )
    counted, left_out = detour98f().score(seated), detour98f(gm_seats="left-out").score(seated)
    assert counted[POWERS[1]] > 0 == left_out[POWERS[1]]
    assert counted[POWERS[0]] == rounded(Fraction(1800, 56), 3)
    assert left_out[POWERS[0]] == rounded(Fraction(1800, 43), 3)


def test_the_year_of_an_elimination_has_to_be_known() -> None:
    unknown = game((10, 8, 7, 5, 4, 0, 0))
    with pytest.raises(MissingData, match="Russia was eliminated"):
        detour98f().score(unknown)
    missing = detour98f().missing(unknown)
    assert missing and missing.code == "elimination-year"
    # The counts of 1905 say enough, whatever came later.
    known = GameResult(
        POWERS, {1905: (7, 6, 6, 5, 4, 3, 0), 1908: (10, 8, 7, 5, 4, 0, 0)}, ResultEnding.TIME_DRAW
    )
    assert detour98f().missing(known) is None
