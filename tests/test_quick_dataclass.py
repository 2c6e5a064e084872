"""Dataclasses whose methods are made on use are those of the standard library otherwise."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar, get_type_hints

import pytest

import dragoman
from dragoman.quick_dataclass import dataclass as quick

KINDS = (
    {},
    {"eq": False},
    {"slots": True},
    {"slots": True, "eq": False},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "eq": False},
    {"frozen": True, "slots": True, "order": True},
)


def classes(define: Callable[..., Any], settings: dict[str, bool]) -> tuple[type, type, type]:
    """A class, one that inherits from it, and one without fields."""

    class Unit:
        """What stands somewhere."""

        KINDS: ClassVar[str] = "AF"
        kind: str
        place: str = "LON"
        tags: list[str] = field(default_factory=list)
        note: int = field(default=0, compare=False, repr=False)

    unit = define(**settings)(Unit)

    class Dislodged(unit):
        beaten_by: str = ""
        place: str = "WAL"

        def __post_init__(self) -> None:
            object.__setattr__(self, "beaten_by", self.beaten_by or "nobody")

    class Nothing:
        pass

    return unit, define(**settings)(Dislodged), define(**settings)(Nothing)


def answer(ask: Callable[[], object]) -> object:
    """What it comes to, an exception by its kind and its words."""
    try:
        return ask()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("settings", KINDS, ids=str)
def test_they_do_what_those_of_the_library_do(settings: dict[str, bool]) -> None:
    ours, theirs = classes(quick, settings), classes(dataclasses.dataclass, settings)
    for mine, model in zip(ours, theirs, strict=True):
        made = []
        for one in (mine, model):
            takes_nothing = not fields(one)
            first = one() if takes_nothing else one("A", note=1)
            alike = one() if takes_nothing else one("A", tags=[])
            other = one() if takes_nothing else one("F", "NTH", ["at sea"])
            hashable = one() if takes_nothing else one("F", "NTH", ())
            made.append(
                [
                    repr(first),
                    repr(other),
                    first == alike,
                    first == other,
                    first == "A LON",
                    first != alike,
                    answer(lambda h=hashable: hash(h) == hash(copy.copy(h))),
                    answer(lambda f=first: hash(f) is None),
                    answer(lambda f=first, o=other: f < o),
                    answer(lambda f=first, o=other: f >= o),
                    takes_nothing or answer(lambda f=first: setattr(f, "place", "YOR")),
                    takes_nothing or answer(lambda f=first: delattr(f, "note")),
                    # With slots the library's own error is one about super().
                    "slots" in settings or answer(lambda f=first: setattr(f, "unknown", 1)),
                    answer(lambda o=one: o(1, 2, 3, 4, 5, 6, 7)),
                    answer(lambda o=one: o(colour="red")),
                    answer(lambda f=first: repr(replace(f, kind="F"))),
                    repr(copy.deepcopy(other)),
                    [(f.name, f.default, f.compare, f.repr) for f in fields(one)],
                    one.__match_args__,
                    list(inspect.signature(one).parameters),
                    get_type_hints(one.__init__),
                    one.__qualname__,
                    one.__hash__ is None,
                    hasattr(other, "__dict__"),
                ]
            )
        assert made[0] == made[1]


@quick(frozen=True, slots=True)
class Kept:
    place: str
    seen: tuple[int, ...] = ()


def test_they_can_be_pickled() -> None:
    kept = Kept("MUN", (1, 2))
    assert pickle.loads(pickle.dumps(kept)) == kept
    assert hash(copy.copy(kept)) == hash(kept)


def test_what_a_class_says_itself_stands() -> None:
    @quick(frozen=True)
    class Named:
        name: str

        def __repr__(self) -> str:
            return f"<{self.name}>"

        def __hash__(self) -> int:
            return 7

        def __eq__(self, other: object) -> bool:
            return True

    assert (repr(Named("Bob")), hash(Named("Bob")), Named("Bob") == 3) == ("<Bob>", 7, True)


def test_a_frozen_one_of_a_frozen_one_cannot_be_changed() -> None:
    class Plain(Kept):
        pass

    plain = Plain("MUN")
    plain.remark = "not a field"
    with pytest.raises(FrozenInstanceError):
        plain.place = "BER"


def test_nothing_is_compiled_before_it_is_used() -> None:
    @quick(frozen=True, slots=True)
    class Unused:
        place: str

    assert not isinstance(vars(Unused)["__init__"], FunctionType)
    assert Unused("MUN").place == "MUN"
    assert isinstance(vars(Unused)["__init__"], FunctionType)
    assert Unused.__doc__ == "Unused"


def test_one_that_holds_itself_has_a_repr() -> None:
    @quick
    class Ring:
        inside: list[Any]

    ring = Ring([])
    ring.inside.append(ring)
    assert repr(ring).endswith("Ring(inside=[...])")


def test_all_dataclasses_are_such() -> None:
    """But those that only a compiler needs."""
    source = Path(dragoman.__file__).parent
    others = {
        str(path.relative_to(source).parent)
        for path in source.rglob("*.py")
        if re.search(r"^from dataclasses import .*\bdataclass\b", path.read_text("utf-8"), re.M)
    }
    assert others <= {"rules/batch"}
