"""Errors for programs that use the library, and checks of the arguments they pass.

All of it is a ``DragomanError``. What functions are given is looked at before they use it, by the
types that they are declared with: see ``checked``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import update_wrapper
from inspect import Parameter, Signature, signature
from numbers import Real
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from dragoman.nearest import did_you_mean
from dragoman.quick_dataclass import when_written

_Made = TypeVar("_Made", bound=Callable[..., Any])
_Kinds: TypeAlias = tuple[type, ...]
_Plan: TypeAlias = tuple[tuple[_Kinds, ...], Mapping[str, _Kinds], _Kinds]

_WAYS: Final = {
    "Board": "variant.board",
    "Game": 'Game("standard")',
    "Phase": 'Phase.parse("S1901M")',
    "Position": "variant.start or game.position",
    "Resolution": "process() or game.resolution",
    "RuleSet": 'PRESETS["2023"]',
    "Unit": 'Unit("FRANCE", "A", "PAR")',
    "UnitRef": 'UnitRef("PAR", "A")',
    "Variant": 'load_variant("standard")',
}
"""Ways to get things, for whoever has something else."""
_PLAIN: Final = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    Path: "a path",
    NoneType: "None",
}
_SHOWN = 60
"""So many letters are shown of what was given."""


class DragomanError(ValueError):
    """A request that cannot be met. Every error that the library means to raise is one, but
    what the system says of files, and extras that are not installed."""


class WrongArgument(DragomanError, TypeError):
    """Something was called with what it does not take."""


class UnknownKey(DragomanError, KeyError):
    """Something was looked up by a name that there is not."""

    def __init__(self, key: object, known: Collection[object]) -> None:
        texts = tuple(one for one in known if isinstance(one, str))
        super().__init__(key, texts)
        few = f"; there are: {', '.join(texts)}" if len(texts) <= _FEW else ""
        self._what = f"there is no {key!r}{did_you_mean(key, texts) or few}"

    def __str__(self) -> str:
        return self._what


_FEW = 20
"""So many names are told where none is like the one that was written."""
_SHORT = 20
"""So many letters of a default are shown."""


def checked(made: _Made) -> _Made:
    """Have a function look at what it is given, and a class at what it is made of, and at what its
    public methods are given: what is not of the declared type is refused with a ``WrongArgument``
    that says what is wanted.

    That costs half a microsecond. What lies inside of lists and mappings is looked at when
    something went wrong on account of it.
    """
    one: Any = made
    if not isinstance(one, type):
        return _checked(one)
    if not when_written(one, _checked):
        setattr(one, "__init__", _checked(one.__init__))  # noqa: B010
    methods: dict[str, Any] = {**vars(one)}
    for name, method in methods.items():
        if name.startswith("_"):
            continue
        if isinstance(method, FunctionType):
            setattr(one, name, _checked(method))
        elif method.__class__ is classmethod:
            setattr(one, name, classmethod(_checked(method.__func__)))
    return made


def _checked(function: Any) -> Any:
    plans: list[_Plan] = []

    def call(*values: Any, **named: Any) -> Any:
        if not plans:
            plans.append(_plan(function))
        fits, by_name, rest = plans[0]
        is_wrong = not all(map(isinstance, values, fits))  # up to the shorter of them
        for name, value in named.items():
            if not isinstance(value, by_name.get(name, object)):
                is_wrong = True
        if len(values) > len(fits) and not all(isinstance(v, rest) for v in values[len(fits) :]):
            is_wrong = True
        if is_wrong:
            values, named = _with_tuples(function, values, named)
            if (fault := _fault(function, values, named, is_deep=False)) is not None:
                raise fault
        try:
            return function(*values, **named)
        except DragomanError:
            raise
        except (AttributeError, LookupError, TypeError) as error:
            if isinstance(error, TypeError) and _is_of_the_call(error):
                raise WrongArgument(_no_such_call(function, str(error), named)) from None
            fault = _fault(function, values, named, is_deep=True)
            if fault is not None:
                raise fault from error
            raise

    return update_wrapper(call, function)


def _with_tuples(
    function: Any, values: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments, with tuples in place of lists where tuples are declared: those who write
    a list mean the same."""
    try:
        given = signature(function).bind(*values, **named)
    except TypeError:
        return values, named
    for name, value in given.arguments.items():
        declared = _declared(function, name)
        if isinstance(value, list) and tuple in _kinds(declared):
            given.arguments[name] = tuple(cast("list[Any]", value))
    return given.args, given.kwargs


def _is_of_the_call(error: TypeError) -> bool:
    """True if a function was not even begun: its parameters are others."""
    place = error.__traceback__
    return place is not None and place.tb_next is None


def _plan(function: Any) -> _Plan:
    """The types of what is given by place, by name, and beyond the places."""
    places: list[_Kinds] = []
    by_name: dict[str, _Kinds] = {}
    rest: _Kinds = (object,)
    for parameter in _parameters(function):
        kinds = _kinds(_declared(function, parameter.name))
        match parameter.kind:
            case Parameter.VAR_POSITIONAL:
                rest = kinds
            case Parameter.VAR_KEYWORD:
                pass
            case Parameter.KEYWORD_ONLY:
                by_name[parameter.name] = kinds
            case _:
                places.append(kinds)
                by_name[parameter.name] = kinds
    return tuple(places), by_name, rest


def _parameters(function: Any) -> tuple[Parameter, ...]:
    return tuple(signature(function).parameters.values())


def _declared(function: Any, name: str) -> Any:
    """The type of a parameter. Where that cannot be told, as its module does not import it at
    run time, anything goes."""
    written = function.__annotations__.get(name, object)
    if not isinstance(written, str):
        return written
    try:
        return eval(written, function.__globals__)
    except (NameError, TypeError):
        return object


class _SeveralThings(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Iterable) and not isinstance(instance, str | bytes)


class _Several(metaclass=_SeveralThings):
    """An iterable that is not a text."""


def _kinds(declared: Any) -> _Kinds:
    """The classes of which a value can be an instance."""
    origin = get_origin(declared)
    if declared is None:
        return (NoneType,)
    if isinstance(declared, str | TypeVar):  # what only a type checker resolves
        return (object,)
    if origin in (Union, UnionType):
        kinds = [kind for one in get_args(declared) for kind in _kinds(one)]
        return tuple(sorted(kinds, key=lambda kind: kind is SupportsIndex))  # that takes longest
    if origin is Literal:
        return tuple(map(type, get_args(declared)))
    kind = origin or declared
    if kind in (Iterable, Collection, Sequence):
        return (_Several,)
    if kind is int:
        return int, SupportsIndex
    if kind is float:
        return float, Real
    if kind is Mapping:
        return dict, Mapping  # what most are is found at once
    return (kind,) if isinstance(kind, type) and kind is not Any else (object,)


def _fault(
    function: Any, values: tuple[Any, ...], named: Mapping[str, Any], *, is_deep: bool
) -> WrongArgument | None:
    """The fault of an argument, also with what lies in it."""
    try:
        given = signature(function).bind(*values, **named).arguments
    except TypeError as error:
        return WrongArgument(_no_such_call(function, str(error), named))
    for parameter in _parameters(function):
        if parameter.name in given:
            declared, value = _declared(function, parameter.name), given[parameter.name]
            for one in value if parameter.kind is Parameter.VAR_POSITIONAL else (value,):
                wrong = _wrong(declared, one, is_deep)
                if wrong is not None:
                    return WrongArgument(_told(function, parameter.name, declared, *wrong, one))
    return None


def _wrong(declared: Any, value: Any, is_deep: bool) -> tuple[Any, Any] | None:
    """The first value that is not as it was declared: the declared type, and what is there
    instead."""
    if not isinstance(value, _kinds(declared)):
        return declared, value
    if not is_deep:
        return None
    if get_origin(declared) is Literal:
        return None if value in get_args(declared) else (declared, value)
    inner = [one for one in _alternatives(declared) if isinstance(value, _kinds(one))]
    found: tuple[Any, Any] | None = None
    for one in inner:
        found = _wrong_inside(one, value)
        if found is None:
            return None
    return found


def _wrong_inside(declared: Any, held: Any) -> tuple[Any, Any] | None:
    """The same of what lies in a list or a mapping."""
    kind, arguments = held.__class__, get_args(declared)
    if not arguments or not issubclass(kind, (list, tuple, set, frozenset, dict)):
        return None
    pairs = [(arguments[0], held)]
    if issubclass(kind, dict):
        pairs.append((arguments[-1], held.values()))
    for kind, ones in pairs:
        for one in ones:
            if (wrong := _wrong(kind, one, True)) is not None:
                return wrong
    return None


def _alternatives(declared: Any) -> tuple[Any, ...]:
    return get_args(declared) if get_origin(declared) in (Union, UnionType) else (declared,)


# Messages


def _told(function: Any, name: str, declared: Any, wanted: Any, value: Any, given: Any) -> str:
    what = f"{_name(function)}: {name} has to be {_said(declared)}, not {_shown(given)}"
    if value is not given:
        what = f"{_name(function)}: in {name} is {_shown(value)}; wanted is {_said(wanted)}"
    for kind in {*_kinds(wanted)} - {NoneType}:
        for attribute in (kind.__name__.lower(), "start"):
            if isinstance(getattr(value, attribute, None), kind):
                return f"{what}; did you mean its .{attribute}?"
    ways = dict.fromkeys(_WAYS[k.__name__] for k in _kinds(wanted) if k.__name__ in _WAYS)
    return f"{what}; get one by {', '.join(ways)}" if ways else what


def _no_such_call(function: Any, error: str, named: Mapping[str, Any]) -> str:
    """The message about a call that a function does not take: what Python says, and how it is."""
    parameters = _parameters(function)
    names = [one.name for one in parameters]
    what = error.removeprefix(f"{function.__qualname__}() ").removeprefix(f"{function.__name__}() ")
    near = "".join(did_you_mean(name, names) for name in named if name not in names)
    if len(parameters) > _FEW:
        return f"{_name(function)} {what}{near}"
    return (
        f"{_name(function)} {what}{near}; it is {_name(function)}{Signature([*_bare(parameters)])}"
    )


def _bare(parameters: Iterable[Parameter]) -> Iterator[Parameter]:
    """Parameters without types and without what is long."""
    for one in parameters:
        is_long = one.default is not Parameter.empty and len(repr(one.default)) > _SHORT
        default: object = ... if is_long else one.default
        if one.name not in ("self", "cls"):
            yield one.replace(annotation=Parameter.empty, default=default)


def _name(function: Any) -> str:
    """The name of a function for people: a class by its name alone."""
    return function.__qualname__.removesuffix(".__init__")


def _said(declared: Any) -> str:
    """A type in words."""
    return " or ".join(dict.fromkeys(map(_word, _alternatives(declared))))


def _word(declared: Any) -> str:
    if declared in _PLAIN:
        return _PLAIN[declared]
    if declared is None:
        return _PLAIN[NoneType]
    kind = get_origin(declared) or declared
    if kind in (Iterable, Collection, Sequence, tuple, list):
        inside = [one for one in get_args(declared) if one is not ...]
        what = "a tuple" if kind is tuple else "a list"
        return f"{what} (of {_said(inside[0])})" if inside else what
    if kind is Mapping:
        return "a mapping"
    if kind is Literal:
        return " or ".join(map(repr, get_args(declared)))
    name = getattr(kind, "__name__", str(kind))
    return f"{'an' if name[:1] in 'AEIOaeio' else 'a'} {name}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({type(value).__name__})"
