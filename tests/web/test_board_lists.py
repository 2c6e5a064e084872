"""The lists of what the board and the page of a game have to do: each item has a test that is
there, or says why it has none."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
BOARD = TESTS.parent / "board-element" / "tests"
LISTS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("board_lists.toml").read_text("utf-8")
)
LONG = {
    "Clicks for each kind of order": 9,
    "Complaints and wishes": 30,
    "What the second pick means": 15,
    "How the board behaves": 15,
    "The page of a game": 8,
    "Whoever does not see": 8,
    "Tests from end to end": 25,
}
"""How many items each list has."""


def test_no_list_has_lost_an_item() -> None:
    assert {name: len(items) for name, items in LISTS.items()} == LONG


@pytest.mark.parametrize("name", LISTS)
def test_each_item_has_its_tests(name: str) -> None:
    for item, shown in LISTS[name].items():
        if isinstance(shown, dict):
            assert set(shown) == {"missing"} and shown["missing"], item
            continue
        assert shown, item
        for one in shown:
            file, _, test = one.partition(": ")
            assert is_there(file, test), f"{item}: there is no test {test!r} in {file}"


def is_there(file: str, test: str) -> bool:
    if file.endswith(".py"):
        return f"def {test}(" in source(TESTS / file)
    found = source(BOARD / f"{file}.test.ts")
    return f'("{test}"' in found


@cache
def source(file: Path) -> str:
    return file.read_text("utf-8")
