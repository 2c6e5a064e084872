"""docs/reference/dipwork-manual.md: the tests it names exist, and its table has every parameter."""

import re
from pathlib import Path

from dragoman.formats.dipwork import PARAMETERS
from dragoman.formats.dipwork.files.keywords import LISTS
from dragoman.formats.dipwork.files.macros import GIVEN, SUBMENU
from tests.source import source_files

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reference" / "dipwork-manual.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
ROWS = dict(re.findall(r"^\| `([A-Z0-9_]+)` \| ([^|]+) \|", PAGE, re.MULTILINE))
PRINTTIF = re.compile("PRINT|BGIPATH|PICLIST")
"""Parameters that are looked up in a file of their own, or are another's second name."""


def test_tests_that_are_named_exist():
    assert len(NAMED) > 60
    texts = {file: (ROOT / file).read_text("utf-8") for file, _ in NAMED}
    assert [f"{file}::{test}" for file, test in NAMED if f"\ndef {test}(" not in texts[file]] == []


def test_every_parameter_is_in_the_table():
    usual = {keyword for keyword in PARAMETERS if not PRINTTIF.match(keyword)} | {"PRINTMAP"}
    assert set(ROWS) == {*usual, *LISTS, *GIVEN, SUBMENU}


def test_what_the_table_says_is_used_is_used():
    """By its name in the code; menus take any keyword as a macro."""
    code = "".join(
        text
        for name, text in source_files(".py").items()
        if not name.endswith("dipwork/files/parameters.py")
    )
    unused = {keyword for keyword in ROWS if f'"{keyword}"' not in code}
    nothing = {keyword for keyword, by in ROWS.items() if by.strip() == "nothing"}
    menus = {keyword for keyword, by in ROWS.items() if by.strip() == "menus"}
    assert nothing <= unused
    assert unused - nothing - menus == set()
