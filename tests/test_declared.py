"""Declarations: what their fields say, and values made of plain data."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Annotated, Any, Literal

import pytest

from dragoman.declared import FileText, Says, declared, json_schema, made
from dragoman.quick_dataclass import dataclass

Board = Annotated[str, Says("the board", "BOARD", is_argument=True)]


class Speed(Enum):
    SLOW = "slow"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Inner:
    name: Annotated[str, Says("what it is called")]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """Something is given."""

    board: Board
    year: Annotated[int, Says("the year", least=1901, most=2100)] = 1901
    share: float = 0.5
    sure: Annotated[bool, Says("it is so", option="--sure/--unsure")] = False
    other: Board | None = None
    at: datetime | None = None
    names: tuple[str, ...] = ()
    pair: tuple[str, int] = ("", 0)
    counts: Mapping[str, int] | None = None
    speed: Speed = Speed.SLOW
    kind: Literal["a", "b"] = "a"
    inner: Inner | None = None
    inners: tuple[Inner, ...] = ()
    file: FileText = FileText("")
    anything: Any = None


def test_fields_say_what_they_mean() -> None:
    board, year, *_ = declared(Given)
    assert (board.name, board.type, board.is_required) == ("board", str, True)
    assert board.says == Says("the board", "BOARD", is_argument=True)
    assert (year.type, year.default, year.says.least) == (int, 1901, 1901)
    other = next(one for one in declared(Given) if one.name == "other")
    assert (other.type, other.says, other.default) == (str | None, board.says, None)


def test_a_value_is_made_of_plain_data() -> None:
    found, faults = made(
        Given,
        {
            "board": "C",
            "year": 1905,
            "share": 1,
            "sure": True,
            "other": "D",
            "at": "2026-12-24T20:00:00",
            "names": ["a", "b"],
            "pair": ["a", 1],
            "counts": {"A": 5},
            "speed": "fast",
            "kind": "b",
            "inner": {"name": "x", "tags": ["y"]},
            "inners": [{"name": "z"}],
            "file": "a;b",
            "anything": [1],
        },
    )
    assert not faults
    assert found == Given(
        "C",
        1905,
        1.0,
        True,
        "D",
        datetime(2026, 12, 24, 20),
        ("a", "b"),
        ("a", 1),
        {"A": 5},
        Speed.FAST,
        "b",
        Inner("x", ("y",)),
        (Inner("z"),),
        FileText("a;b", "file"),
        [1],
    )


def test_what_is_left_out_has_its_default() -> None:
    assert made(Given, {"board": "C"}) == (Given("C"), [])
    assert made(Given, {"board": "C", "other": None, "inner": None}) == (Given("C"), [])


@pytest.mark.parametrize(
    ("given", "place", "what"),
    [
        ({}, "board", "'board' is missing"),
        ({"board": 3}, "board", "this is not text"),
        ({"board": None}, "board", "this is not text"),
        ({"baord": "C", "board": "C"}, "baord", "there is no field 'baord' here"),
        ({"board": "C", "year": True}, "year", "this is not a whole number"),
        ({"board": "C", "year": 1.5}, "year", "this is not a whole number"),
        ({"board": "C", "year": 1900}, "year", "this is too little"),
        ({"board": "C", "year": 2101}, "year", "this is too much"),
        ({"board": "C", "share": True}, "share", "this is not a number"),
        ({"board": "C", "sure": 1}, "sure", "this is neither true nor false"),
        ({"board": "C", "other": 1}, "other", "this is not text"),
        ({"board": "C", "at": "soon"}, "at", "this is not a moment"),
        ({"board": "C", "names": "a"}, "names", "this is not a list"),
        ({"board": "C", "names": ["a", 1]}, "names[1]", "this is not text"),
        ({"board": "C", "pair": ["a"]}, "pair", "there are 1 here"),
        ({"board": "C", "counts": {"A": "5"}}, "counts.A", "this is not a whole number"),
        ({"board": "C", "counts": []}, "counts", "this is not an object"),
        ({"board": "C", "speed": "quick"}, "speed", "there is no such choice"),
        ({"board": "C", "kind": "c"}, "kind", "there is no such choice"),
        ({"board": "C", "inner": {}}, "inner.name", "'name' is missing"),
        ({"board": "C", "inner": 3}, "inner", "this is not an object"),
        ({"board": "C", "inners": [{"name": 1}]}, "inners[0].name", "this is not text"),
        ({"board": "C", "file": 1}, "file", "this is not text"),
        ({"board": "\ud800"}, "board", "a text holds something that is no letter"),
        ({"board": "C", "file": "\udfff"}, "file", "a text holds something that is no letter"),
    ],
)
def test_a_wrong_field_is_told_with_its_place(given: dict[str, Any], place: str, what: str) -> None:
    found, faults = made(Given, given)
    assert found is None
    assert [(one.code, one.source, one.what) for one in faults] == [("wrong-field", place, what)]
    assert faults[0].remedy


def test_all_faults_are_told_at_once() -> None:
    _, faults = made(Given, {"year": 0, "sure": "yes", "bord": "C"})
    assert [one.source for one in faults] == ["bord", "board", "year", "sure"]
    assert "board" in faults[0].candidates


def test_a_schema_says_the_same() -> None:
    schema = json_schema(Given)
    assert (schema["required"], schema["additionalProperties"]) == (["board"], False)
    found = schema["properties"]
    assert found["board"] == {"type": "string", "description": "the board"}
    assert found["year"] == {
        "type": "integer",
        "minimum": 1901,
        "description": "the year",
        "default": 1901,
    }
    assert found["other"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert found["names"] == {"type": "array", "items": {"type": "string"}, "default": []}
    assert found["speed"]["enum"] == ["slow", "fast"]
    assert found["inners"]["items"]["required"] == ["name"]
    assert found["anything"] == {"default": None}
    assert set(found) == {one.name for one in declared(Given)}
