"""Seasons as directors type them."""

import pytest
from hypothesis import given, strategies as st

from dragoman.tournament.rules.round_clock import FIRST, Season


@pytest.mark.parametrize("text", ["F1903", "f03", "Fall 1903", "fall03", " F 1903 "])
def test_fall_1903(text: str) -> None:
    assert Season.parse(text) == Season(1903, True)


@pytest.mark.parametrize("text", ["", "1903", "W1903", "S1900", "F00", "S2003", "Sall 1903"])
def test_what_is_no_season(text: str) -> None:
    with pytest.raises(ValueError, match=r"season|begin"):
        Season.parse(text)


@given(st.integers(0, 190))
def test_seasons_are_numbered_in_their_order(index: int) -> None:
    season = Season.number(index)
    assert season.index == index
    assert season.next == Season.number(index + 1) > season
    assert Season.parse(str(season)) == Season.parse(season.spoken) == season
    assert (index == 0) is (season == FIRST)
