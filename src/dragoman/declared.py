"""Declarations: dataclasses whose fields say what they mean.

A command, a setting or a form is declared once. Of that the terminal makes options, JSON makes
bodies with their schema, pages make forms, and documents make tables.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Says:
    """The meaning of a field, beside its type in ``Annotated``, and how a terminal calls it where
    its name alone would not do."""

    meaning: str
    metavar: str = ""
    """The placeholder of its value in the help of a terminal."""
    option: str = ""
    """Its option, if not its name: ``--round/-r``; of a choice both, ``--signed/--unsigned``."""
    least: int | None = None
    """The least number that it takes."""
    most: int | None = None
    """The greatest number that it takes; of a text the most letters."""
    is_argument: bool = False
    """True if a terminal takes it by its place, without an option."""
    only_new: bool = False
    """True if it is settled for good when what it is about is made."""


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file, and where it is from. A terminal asks for the file's path, a page for the
    file; JSON holds the text itself."""

    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A field as it was declared. Without a default it must be given."""

    name: str
    type: Any
    says: Says
    default: Any = MISSING

    @property
    def is_required(self) -> bool:
        return self.default is MISSING

    def read(self, given: Any) -> tuple[Any, list[Diagnostic]]:
        """The value that it holds where a plain one is given, or what is wrong with that; whatever
        its limits are."""
        faults: list[Diagnostic] = []
        return _read(self.type, given, self.name, faults), faults


@cache
def declared(kind: type) -> tuple[Field, ...]:
    """The fields of a declaration, in their sequence."""
    hints = get_type_hints(kind, include_extras=True)
    found: list[Field] = []
    for one in fields(cast(Any, kind)):
        hint, says = _said(hints[one.name])
        make: Any = one.default_factory
        found.append(Field(one.name, hint, says, one.default if make is MISSING else make()))
    return tuple(found)


def made(kind: type[_Kind], given: Mapping[str, Any]) -> tuple[_Kind | None, list[Diagnostic]]:
    """A command, a form or settings of plain values, as JSON has them; or what is wrong with these,
    each fault with the field as its place."""
    faults: list[Diagnostic] = []
    return _made(kind, given, "", faults), faults


def json_schema(kind: type) -> dict[str, Any]:
    """The plain values that ``made`` takes for a declaration, as JSON Schema says it."""
    known = declared(kind)
    found: dict[str, Any] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {one.name: field_schema(one) for one in known},
    }
    if required := [one.name for one in known if one.is_required]:
        found["required"] = required
    return found


def field_schema(field: Field) -> dict[str, Any]:
    """A field as JSON Schema says it: its type, its meaning, and its default."""
    found = _schema(field.type, field.says.least)
    if field.says.meaning:
        found["description"] = field.says.meaning
    default: object = field.default
    if isinstance(default, tuple):
        found["default"] = [*cast(tuple[Any, ...], default)]
    elif default is None or isinstance(default, str | int | float):
        found["default"] = default
    return found


def _said(hint: Any) -> tuple[Any, Says]:
    """A type without its meaning, and that. Of ``Annotated[str, Says(...)] | None`` as well."""
    if get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        return hint, next((one for one in more if isinstance(one, Says)), Says(""))
    if get_origin(hint) in _UNIONS:
        parts = [_said(one) for one in get_args(hint)]
        says = next((says for _, says in parts if says.meaning), Says(""))
        return Union[tuple(one for one, _ in parts)], says  # noqa: UP007  as many as there are
    return hint, Says("")


_UNIONS: Final = (Union, types.UnionType)


def _made(
    kind: type[_Kind], given: Mapping[str, Any], place: str, faults: list[Diagnostic]
) -> _Kind | None:
    before = len(faults)
    known = {one.name: one for one in declared(kind)}
    values: dict[str, Any] = {}
    for name in given:
        if name not in known:
            what = f"there is no field {name!r} here"
            faults.append(_fault(what, "leave it out", _within(place, name), [*known]))
    for name, one in known.items():
        where = _within(place, name)
        if name in given:
            values[name] = _read(one.type, given[name], where, faults)
            faults += _beyond(one.says, values[name], where)
        elif one.is_required:
            faults.append(_fault(f"{name!r} is missing", "give it", where))
    return kind(**values) if len(faults) == before else None


def _read(hint: Any, given: Any, place: str, faults: list[Diagnostic]) -> Any:
    """A plain value as a field of this type holds it."""
    hint = _said(hint)[0]
    origin, of = get_origin(hint), get_args(hint)
    if origin in _UNIONS:
        return _one_of(of, given, place, faults)
    if origin is tuple:
        return _several(of, given, place, faults)
    if origin is Literal:
        return _chosen({one: one for one in of}, given, place, faults)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _chosen({one.value: one for one in hint}, given, place, faults)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapped(of, given, place, faults)
    if hint is FileText and isinstance(given, str):
        return FileText(_read(str, given, place, faults), place)
    if hint is Any or (isinstance(hint, type) and _is_of(hint, given)):
        if isinstance(given, str) and not _is_sound(given):
            faults.append(_fault("a text holds something that is no letter", "leave it out", place))
        return given
    if is_dataclass(hint) and isinstance(given, Mapping):
        return _made(cast(type[Any], hint), cast(Mapping[str, Any], given), place, faults)
    if hint is datetime and isinstance(given, str):
        try:
            return datetime.fromisoformat(given)
        except ValueError:
            pass
    if hint is float and type(given) is int:
        return float(given)
    faults.append(_fault(*_WRONG.get(hint, ("this is not an object", "write {...}")), place))
    return None


def _beyond(says: Says, value: object, place: str) -> Iterator[Diagnostic]:
    """The fault of a value that is less or more than its field takes."""
    if isinstance(value, tuple):
        for index, one in enumerate(cast(tuple[object, ...], value)):
            yield from _beyond(says, one, f"{place}[{index}]")
    elif isinstance(value, str | int | float):
        size = len(value) if isinstance(value, str) else value
        if says.least is not None and size < says.least:
            yield _fault("this is too little", f"it is at least {says.least}", place)
        if says.most is not None and size > says.most:
            yield _fault("this is too much", f"it is at most {says.most}", place)


def _is_of(hint: type, given: object) -> bool:
    """True if a value is of a type; true and false are no numbers."""
    return isinstance(given, hint) and (hint is bool or not isinstance(given, bool))


def _is_sound(text: str) -> bool:
    """True if a text can be written down: JSON may hold halves of letters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_WRONG: Final[Mapping[Any, tuple[str, str]]] = FrozenMap(
    {
        str: ("this is not text", 'write it as "..."'),
        FileText: ("this is not text", 'write it as "..."'),
        int: ("this is not a whole number", "write it in digits"),
        float: ("this is not a number", "write it in digits"),
        bool: ("this is neither true nor false", "write one of them"),
        datetime: ("this is not a moment", "write it as 2026-12-24T20:00:00+01:00"),
        types.NoneType: ("nothing can be given here", "leave it out"),
    }
)


def _one_of(hints: tuple[Any, ...], given: Any, place: str, faults: list[Diagnostic]) -> Any:
    if given is None and types.NoneType in hints:
        return None
    tried: list[list[Diagnostic]] = []
    for hint in hints:
        if hint is not types.NoneType:
            wrong: list[Diagnostic] = []
            found = _read(hint, given, place, wrong)
            if not wrong:
                return found
            tried.append(wrong)
    faults += max(tried, key=lambda wrong: len(wrong[0].source))  # it was meant most closely so
    return None


def _several(of: tuple[Any, ...], given: Any, place: str, faults: list[Diagnostic]) -> Any:
    if not isinstance(given, list | tuple):
        faults.append(_fault("this is not a list", "write [...]", place))
        return None
    items = cast(list[Any], given)
    endless = of[-1:] == (Ellipsis,)
    hints = [of[0]] * len(items) if endless else of
    if len(hints) != len(items):
        faults.append(_fault(f"there are {len(items)} here", f"give {len(hints)}", place))
        return None
    return tuple(
        _read(hint, one, f"{place}[{index}]", faults)
        for index, (hint, one) in enumerate(zip(hints, items, strict=True))
    )


def _mapped(of: tuple[Any, ...], given: Any, place: str, faults: list[Diagnostic]) -> Any:
    if not isinstance(given, Mapping):
        faults.append(_fault("this is not an object", "write {...}", place))
        return None
    return FrozenMap(
        {
            _read(of[0], key, _within(place, str(key)), faults): _read(
                of[1], one, _within(place, str(key)), faults
            )
            for key, one in cast(Mapping[Any, Any], given).items()
        }
    )


def _chosen(choices: Mapping[Any, Any], given: Any, place: str, faults: list[Diagnostic]) -> Any:
    for value, choice in choices.items():
        if given is choice or (type(given) is type(value) and given == value):
            return choice
    shown = [str(one) for one in choices]
    faults.append(_fault("there is no such choice", f"choose {' or '.join(shown)}", place, shown))
    return None


def _within(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _fault(what: str, remedy: str, place: str, candidates: list[str] | None = None) -> Diagnostic:
    return Diagnostic("wrong-field", what, remedy, place, candidates=tuple(candidates or ()))


_SCHEMAS: Final[Mapping[Any, Mapping[str, Any]]] = FrozenMap(
    {
        str: {"type": "string"},
        FileText: {"type": "string"},
        int: {"type": "integer"},
        float: {"type": "number"},
        bool: {"type": "boolean"},
        datetime: {"type": "string", "format": "date-time"},
        types.NoneType: {"type": "null"},
    }
)


def _schema(hint: Any, least: int | None = None) -> dict[str, Any]:
    hint = _said(hint)[0]
    origin, of = get_origin(hint), get_args(hint)
    if hint in _SCHEMAS:
        return {**_SCHEMAS[hint]} | ({} if least is None or hint is not int else {"minimum": least})
    if origin in _UNIONS:
        return {"anyOf": [_schema(one, least) for one in of]}
    if origin is tuple and of[-1:] == (Ellipsis,):
        return {"type": "array", "items": _schema(of[0], least)}
    if origin is tuple:
        return {"type": "array", "prefixItems": [*map(_schema, of)], "items": False}
    if origin is Literal:
        return {"enum": [*of]}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [one.value for one in hint]}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(of[1])}
    return json_schema(cast(type, hint)) if is_dataclass(cast(Any, hint)) else {}
