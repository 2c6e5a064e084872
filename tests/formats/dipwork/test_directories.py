"""Paths as DOS writes them."""

import pytest
from dipwork_example import EXAMPLE

from dragoman.formats.dipwork import find

FOUND = [
    ("variants\\standard", "VARIANTS/STANDARD"),
    ("Variants/Standard/fields.txt", "VARIANTS/STANDARD/FIELDS.TXT"),
    (".\\two01s\\..\\two01f", "TWO01F"),
    ("", ""),
]


@pytest.mark.parametrize(("written", "found"), FOUND)
def test_found(written, found):
    assert find(EXAMPLE, written).resolve() == (EXAMPLE / found).resolve()


@pytest.mark.parametrize(
    "written", ["C:\\DIPPY", "project.txt\\more", "x" * 400, "variants\\\x00", "no\\such"]
)
def test_not_found(written):
    assert find(EXAMPLE, written) is None
