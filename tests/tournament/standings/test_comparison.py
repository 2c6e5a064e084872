"""Comparing games: every step of the rule, and that there is a best of any three."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st
from played_games import part

from dragoman.tournament.scoring import MissingData, ResultEnding
from dragoman.tournament.standings import (
    Class,
    Comparison,
    best_first,
    compare_games,
    deciding_step,
)

RULES = Comparison()
FIVE = (10, 8, 7, 5, 4, 0, 0)
SOLO = (18, 8, 5, 3, 0, 0, 0)
OUT_IN_SOLO = {1905: (5,) * 7, 1907: (15, 8, 6, 3, 2, 0, 0)}


def step(one, other, rules=RULES):
    """What decided for the first game; the second one must lose by the same."""
    better, name = deciding_step(one, other, rules)
    assert deciding_step(other, one, rules) == (-better, name)
    assert better >= 0
    return name


def test_win_draw_elimination_loss() -> None:
    win, loss = part("x", SOLO), part("x", SOLO, 1)
    draw, elimination = part("x", FIVE, 4), part("x", FIVE, 5)
    abandoned = part("x", FIVE, ending=ResultEnding.ABANDONED)
    assert [g.class_of() for g in (win, draw, elimination, loss, abandoned)] == [
        Class.WIN,
        Class.DRAW,
        Class.ELIMINATION,
        Class.LOSS,
        Class.ABANDONED,
    ]
    assert best_first([abandoned, loss, elimination, draw, win], RULES) == [
        win,
        draw,
        elimination,
        loss,
        abandoned,
    ]
    # Though more points may be gained by it.
    assert step(elimination, replace(loss, points=Fraction(9))) == "class"


def test_a_survivor_whom_the_draw_left_out_has_lost() -> None:
    left_out = part("x", FIVE, 4)
    result = replace(
        left_out.result, ending=ResultEnding.VOTED_DRAW, drawn=frozenset(left_out.result.powers[:4])
    )
    assert replace(left_out, result=result).class_of() is Class.LOSS


def test_dead_when_another_won() -> None:
    dead = part("x", SOLO, 4, earlier=OUT_IN_SOLO)
    assert dead.class_of() is Class.LOSS
    assert dead.class_of(Class.ELIMINATION) is Class.ELIMINATION
    beaten = part("x", SOLO, 1)
    assert step(beaten, dead) == "place"
    assert step(dead, beaten, Comparison(Class.ELIMINATION)) == "class"


def test_points() -> None:
    assert step(part("x", FIVE, 2), part("x", FIVE, 3)) == "points"


def test_place_alone_or_shared() -> None:
    """Alone first, first of two, of three, alone second, second of two."""
    places = [
        part("x", (10, 8, 7, 5, 4, 0, 0), 0, points=20),
        part("x", (9, 9, 7, 5, 4, 0, 0), 0, points=20),
        part("x", (8, 8, 8, 5, 5, 0, 0), 0, points=20),
        part("x", (10, 8, 7, 5, 4, 0, 0), 1, points=20),
        part("x", (12, 8, 8, 6, 0, 0, 0), 1, points=20),
        part("x", (12, 7, 7, 7, 1, 0, 0), 1, points=20),
        part("x", (12, 8, 8, 6, 0, 0, 0), 3, points=20),
    ]
    for better, worse in pairwise(places):
        assert step(better, worse) == "place"
    assert best_first(places[::-1], RULES) == places


def test_the_dead_by_years_then_by_their_last_count() -> None:
    """Both are 6th of two, and have the same points."""
    years = {1905: (5, 5, 5, 5, 5, 5, 4), 1906: (7, 6, 6, 6, 6, 2, 1)}
    long_lived = part("x", FIVE, 5, earlier=years | {1907: (9, 8, 7, 5, 4, 1, 0)})
    short_lived = part("x", FIVE, 5, earlier=years | {1907: (9, 8, 7, 5, 5, 0, 0)})
    smaller = part("x", FIVE, 6, earlier=years | {1907: (9, 8, 7, 5, 5, 0, 0)})
    assert step(long_lived, short_lived) == "survival"
    assert step(short_lived, smaller) == "last-count"
    assert deciding_step(short_lived, replace(short_lived), RULES) == (0, "")


def test_the_last_count_has_to_be_known_only_when_it_matters() -> None:
    one = part("x", FIVE, 5, out=(0, 0, 0, 0, 0, 1907, 1907))
    assert step(part("x", FIVE, 4), one) == "class"
    with pytest.raises(MissingData, match="1906"):
        compare_games(one, replace(one), RULES)


def test_margins() -> None:
    """The same second place for the same points; the first of the other game had more."""
    one = part("x", FIVE, 1)
    assert [one.points, max(one.scores.values())] == [Fraction("22.414"), Fraction("31.034")]
    first = one.result.powers[0]
    other = replace(one, scores={**one.scores, first: Fraction("33.000")})
    assert step(one, other) == "margins"
    # -8.620 and -10.586
    assert one.points - max(one.scores.values()) == Fraction("-8.620")
    assert other.points - max(other.scores.values()) == Fraction("-10.586")


def test_margins_go_on_to_the_seventh_and_take_the_dead_for_zero() -> None:
    one = part("x", FIVE, 1)
    fifth, sixth = one.result.powers[4], one.result.powers[5]
    richer_fifth = replace(one, scores={**one.scores, fifth: one.scores[fifth] + 1})
    assert step(one, richer_fifth) == "margins"
    dead_with_points = replace(one, scores={**one.scores, sixth: one.scores[sixth] + 1})
    assert compare_games(one, dead_with_points, RULES) == 0


def test_margins_in_centres() -> None:
    rules = Comparison(margins_in_centers=True)
    one, other = (part("x", c, 1, points=20) for c in ((9, 8, 7, 6, 4, 0, 0), FIVE))
    assert step(one, other, rules) == "margins"


positions = st.sampled_from(
    [FIVE, SOLO, (9, 9, 8, 8, 0, 0, 0), (10, 8, 7, 5, 3, 1, 0), (18, 8, 4, 2, 1, 1, 0)]
)
parts = st.builds(
    lambda centers, seat, points: part(
        "x",
        centers,
        seat,
        points=points,
        earlier={
            1905: (5, 5, 5, 5, 5, 5, 4),
            1906: (9, 8, 6, 5, 3, 2, 1),
            1907: (10, 9, 6, 5, 3, 1, 0),
        },
    ),
    positions,
    st.integers(0, 6),
    st.sampled_from([0, 10]),
)


@given(parts, parts, parts, st.sampled_from([Class.LOSS, Class.ELIMINATION]), st.booleans())
def test_games_have_an_order(one, two, three, dead, margins) -> None:
    rules = Comparison(dead, margins)
    assert compare_games(one, two, rules) == -compare_games(two, one, rules)
    if compare_games(one, two, rules) >= 0 and compare_games(two, three, rules) >= 0:
        assert compare_games(one, three, rules) >= 0
