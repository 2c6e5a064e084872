"""Every system against the worked examples, which are data."""

from __future__ import annotations

import pytest
from golden_games import GOLDEN, golden_game

from dragoman.tournament.scoring import choose_scoring, points_text

CASES = [(name, game) for name, games in GOLDEN["points"].items() for game in games]


@pytest.mark.parametrize(("name", "game"), CASES)
def test_worked_example(name: str, game: str) -> None:
    scoring, faults = choose_scoring(name)
    assert scoring and not faults
    points = scoring.score(golden_game(game))
    expected = GOLDEN["points"][name][game].split()
    assert [points_text(p) for p in points.values()] == expected
