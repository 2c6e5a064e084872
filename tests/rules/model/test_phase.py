"""Phases in time."""

import pytest

from dragoman.board import UnknownName
from dragoman.rules import Phase


def test_phases_sort_in_time() -> None:
    texts = ["S1901M", "S1901R", "U1901M", "F1901M", "F1901R", "W1901A", "S1902M", "F1910M"]
    phases = [Phase.parse(text) for text in texts]
    assert sorted(reversed(phases)) == phases
    assert phases[0] < phases[1] <= phases[1] and phases[-1] > phases[0]


def test_a_phase_shows_itself() -> None:
    phase = Phase.parse("f1901b")
    assert (str(phase), repr(phase)) == ("W1901A", "Phase.parse('W1901A')")
    assert eval(repr(phase)) == phase


def test_what_is_no_phase() -> None:
    with pytest.raises(UnknownName, match="phases are written like S1901M"):
        Phase.parse("soon")
