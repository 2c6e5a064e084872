"""What holds for every game, whatever its counts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from golden_games import POWERS
from hypothesis import given, strategies as st

from dragoman.tournament.scoring import (
    SYSTEMS,
    GameResult,
    Need,
    ResultEnding,
    Scoring,
    check_result,
)


@st.composite
def histories(draw: st.DrawFn, solo: bool = False) -> GameResult:
    """A game whose counts of every year could be: all 34 centres owned from 1902 on."""
    last = draw(st.integers(1902, 1912))
    alive = draw(st.integers(2, 7))
    if solo:
        winner = draw(st.integers(18, 34 - alive + 1))
        final = [winner, *_shares(draw, 34 - winner, alive - 1)]
    else:
        final = _shares(draw, 34, alive, most=17)
    order = draw(st.permutations(range(7)))
    out = {power: draw(st.integers(1902, last)) for power in order[alive:]}
    counts = {1900: (3, 3, 3, 3, 3, 4, 3), last: [0] * 7}
    for power, count in zip(order[:alive], final, strict=True):
        counts[last][power] = count
    for year in range(1901, last):
        living = [p for p in range(7) if out.get(p, last + 1) > year]
        shares = _shares(draw, 34 if year > 1901 else 30, len(living), most=17)
        counts[year] = [0] * 7
        for power, count in zip(living, shares, strict=True):
            counts[year][power] = count
    if solo:
        return GameResult(POWERS, _tuples(counts), ResultEnding.SOLO, POWERS[order[0]])
    ending = draw(st.sampled_from([ResultEnding.VOTED_DRAW, ResultEnding.TIME_DRAW]))
    return GameResult(POWERS, _tuples(counts), ending)


def _shares(draw: st.DrawFn, total: int, powers: int, most: int = 34) -> list[int]:
    """A total as so many counts, each at least 1 and at most so much."""
    shares: list[int] = []
    for left in range(powers - 1, -1, -1):
        least = max(1, total - left * most)
        share = draw(st.integers(least, min(most, total - left))) if left else total
        shares.append(share)
        total -= share
    return shares


def _tuples(counts: dict[int, list[int]]) -> dict[int, tuple[int, ...]]:
    return {year: tuple(numbers) for year, numbers in counts.items()}


def scoring(name: str) -> Scoring:
    stated = {"solo": 100, "first": 30, "second": 20} if name == "own-places" else {}
    stated |= {"solo": 100} if name in ("cruise-con", "whipping-2008") else {}
    return SYSTEMS[name].with_settings(stated)[0]


games = histories() | histories(solo=True)


@pytest.mark.slow
@given(games)
def test_the_games_here_could_be(game: GameResult) -> None:
    assert check_result(game, 34, 18) == ()


@pytest.mark.slow
@given(game=games, order=st.permutations(range(7)))
def test_powers_may_change_names(game: GameResult, order: list[int]) -> None:
    """Which power had the counts makes no difference, nor the order they stand in, but where a text
    tells equals apart by their powers."""
    other = replace(
        game,
        counts={year: tuple(counts[i] for i in order) for year, counts in game.counts.items()},
        soloist=POWERS[order.index(POWERS.index(game.soloist))] if game.soloist else "",
    )
    for name in SYSTEMS.keys() - {"italia-2010"}:
        scores, moved = scoring(name).score(game), scoring(name).score(other)
        assert [scores[POWERS[i]] for i in order] == [moved[power] for power in POWERS], name


@pytest.mark.slow
@given(histories())
def test_more_centres_are_never_worth_less(game: GameResult) -> None:
    """Of two powers of a drawn game the one with more centres scores as much or more."""
    for name in SYSTEMS:
        scores = scoring(name).score(game)
        ranked = sorted(zip(game.centers, (scores[p] for p in POWERS), strict=True))
        for (fewer, less), (more, points) in pairwise(ranked):
            assert points >= less or fewer == more, name


@pytest.mark.slow
@given(histories(solo=True))
def test_nobody_beats_the_winner(game: GameResult) -> None:
    for name in SYSTEMS:
        scores = dict(scoring(name).score(game))
        assert scores.pop(game.soloist) > max(scores.values()), name


ALWAYS = {
    "sum-of-squares": 100,
    "draw-size": 100,
    "calhamer": 1,
    "ppsc": 100,
    "c-diplo-100": 100,
    "carnage": 28034,
    "carnage-dead-equal": 28034,
    "win-tier": 28034,
}
DRAWN = {
    "dragonflight": 60,
    "c-diplo-80": 80,
    "c-diplo-73": 100,
    "c-diplo-argir": 99,
    "carnage-center-count": 45028,
    "duct-tape": 134,
    "tribute": 100,
    "half-tribute": 100,
    "dixie": 590,
}


@pytest.mark.slow
@given(games)
def test_the_pot_is_shared_out(game: GameResult) -> None:
    pots = ALWAYS | (DRAWN if game.is_drawn else {})
    for name, total in pots.items():
        assert sum(scoring(name).score(game).values()) == total, name


@given(histories())
def test_detour_is_a_hundred_but_for_rounding(game: GameResult) -> None:
    scores = scoring("detour98f").score(game)
    assert abs(sum(scores.values()) - 100) <= Fraction("0.0035")


@pytest.mark.slow
@given(games)
def test_nothing_else_is_read_than_what_a_system_says_it_needs(game: GameResult) -> None:
    """With the last counts, and what ``needs`` names, the points are the same as with all."""
    last = replace(game, counts={game.last_year: game.centers})
    out = {p: game.elimination_year(p) for p in POWERS if not game.center_count(p)}
    for name, system in SYSTEMS.items():
        if Need.ALL_YEARS not in system.needs:
            bare = replace(last, eliminated=out) if system.needs else last
            assert scoring(name).score(bare) == scoring(name).score(game), name
