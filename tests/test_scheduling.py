"""The files that begin first are there, and what belongs together stays together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.scheduling import LONG, ByFile, group_of, longest_first

ROOT = Path(__file__).parents[1]


class Test(pytest.Item):
    """A test of a file, by its marks."""

    __test__ = False

    def runtest(self) -> None: ...


def test_what_is_long_is_there() -> None:
    assert [one for one in LONG if "/" in one and not (ROOT / one).exists()] == []


def made(parent: pytest.Item, file: str, name: str, *marks: pytest.MarkDecorator) -> pytest.Item:
    item = Test.from_parent(parent.session, name=name, nodeid=f"{file}::{name}")
    for mark in marks:
        item.add_marker(mark)
    return item


def names(items: Sequence[pytest.Item]) -> str:
    return " ".join(one.name for one in items)


def test_the_long_begin_and_then_the_slow(request: pytest.FixtureRequest) -> None:
    slow, compiled = pytest.mark.slow, pytest.mark.xdist_group("compiled")
    given = [
        ("tests/a.py", "a1"),
        ("tests/d.py", "d1"),
        ("tests/d.py", "d2"),
        ("tests/b.py", "b1", slow),
        ("tests/c.py", "c1", slow),
        ("tests/c.py", "c2", slow),
        ("tests/web/browser/test_a.py", "in_folder"),
        (LONG[1], "long"),
        ("tests/a.py", "a2", compiled),
    ]
    items = [made(request.node, *one) for one in given]
    longest_first(items)
    assert names(items) == "a2 long in_folder c1 c2 b1 d1 d2 a1"
    assert [group_of(one) for one in items[:2]] == ["compiled", LONG[1]]


def test_a_file_goes_to_one_worker() -> None:
    split = ByFile._split_scope
    assert split(object.__new__(ByFile), "tests/a.py::test[a::b@c]") == "tests/a.py"
    assert split(object.__new__(ByFile), "tests/a.py::test[a]@compiled") == "compiled"
