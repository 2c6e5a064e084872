"""The trials of all shipped variants: some of them anew, and the table of what came of each."""

import re

import pytest

from dragoman.formats import shipped_variants
from tools.variant_trials import HEADS, PAGE, dipwork, dpjudge, draw, njudge, orient

SOME = shipped_variants()[::24]


def test_the_page_has_a_row_for_each_and_none_fails():
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [name for name, _ in rows] == sorted(shipped_variants())
    for name, cells in rows:
        assert len(cells.split("|")) == len(HEADS), name
        assert "fails" not in cells, name


@pytest.mark.parametrize("name", SOME)
def test_its_row_is_what_comes_of_the_trials(name):
    found = [trial(name) for trial in (draw, orient, njudge, dpjudge, dipwork)]
    assert f"| {' | '.join(found)} |" in PAGE.read_text("utf-8")
