"""Dataclasses that are quick to define: what they need is made when it is first used.

The standard library writes and compiles half a dozen functions for every dataclass it meets. A
turn meets a hundred, makes instances of some forty and compares hardly any: a third of its time
went into functions that nobody called. Here ``__init__`` is compiled when the first instance is
made, and the other methods are not compiled at all.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter, eq, ge, gt, le, lt
from reprlib import recursive_repr
from types import MethodType
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "when_written"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, eq=True, order=False, frozen=False, slots=False):
        """The standard library's ``dataclass``, with those of its arguments that are used here."""

        def make(cls):
            return _dataclass(cls, eq, order, frozen, slots)

        return make if cls is None else make(cls)


_Fields = tuple[Field[Any], ...]
_Method = Callable[..., Any]


def _dataclass(cls: type, compared: bool, ordered: bool, frozen: bool, slots: bool) -> type:
    own = {name for name, value in cls.__dict__.items() if value is not None}
    cls.__doc__ = cls.__doc__ or cls.__name__  # else one is made of the signature: that takes long
    define: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots)
    made: Any = define(cls)
    fields = dataclasses.fields(made)
    methods: dict[str, Any] = {"__init__": _Init(made, fields, frozen), "__repr__": _repr(fields)}
    values = _values(field.name for field in fields if field.compare)
    if compared:
        methods |= _comparisons({"__eq__": eq}, values)
        methods["__hash__"] = _hash(values) if frozen else None
    if ordered:
        methods |= _comparisons({"__lt__": lt, "__le__": le, "__gt__": gt, "__ge__": ge}, values)
    if frozen:
        methods |= _refusals(made, fields)
        if slots:
            methods |= _states(made, fields)
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


class _Init:
    """Stands for the ``__init__`` of a class until somebody asks for it."""

    def __init__(self, cls: type, fields: _Fields, frozen: bool) -> None:
        self._cls = cls
        self._fields = fields
        self._frozen = frozen
        self.change: Callable[[_Method], _Method] | None = None

    def __get__(self, instance: object, owner: type) -> _Method:
        init = self._cls.__dict__["__init__"]
        if init is self:
            init = _written_init(self._cls, self._fields, self._frozen)
            if self.change is not None:
                init = self.change(init)
            setattr(self._cls, "__init__", init)  # noqa: B010  Pyright knows its type too well
        return init if instance is None else MethodType(init, instance)


def when_written(cls: type, change: Callable[[_Method], _Method]) -> bool:
    """Have the ``__init__`` of a class changed by this as soon as it is written; False where it is
    none of these dataclasses."""
    init = cls.__dict__.get("__init__")
    if not isinstance(init, _Init):
        return False
    init.change = change
    return True


def _written_init(cls: type, fields: _Fields, frozen: bool) -> _Method:
    taken: list[str] = ["self"]
    lines: list[str] = []
    known: dict[str, object] = {"_set": object.__setattr__, "_left_out": _LEFT_OUT}
    for field in fields:
        name = given = value = field.name
        if field.default is not MISSING:
            known[f"_{name}"] = field.default
            given = f"{name}=_{name}"
        elif field.default_factory is not MISSING:
            known[f"_{name}"] = field.default_factory
            given = f"{name}=_left_out"
            value = f"_{name}() if {name} is _left_out else {name}"
        if field.init:
            taken.append(given)
            lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def make({', '.join(known)}):\n"
    text += f" def __init__({', '.join(taken)}):\n"
    text += "".join(f"  {line}\n" for line in lines or ["pass"])
    text += " return __init__"
    made: dict[str, Any] = {}
    exec(text, sys.modules[cls.__module__].__dict__, made)
    init = made["make"](**known)
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {field.name: field.type for field in fields if field.init}
    init.__annotations__["return"] = None
    return init


class _LeftOut:
    def __repr__(self) -> str:
        return "<made anew>"


_LEFT_OUT = _LeftOut()
"""The default of what has to be made for each instance."""


def _values(names: Iterable[str]) -> Callable[[object], tuple[object, ...]]:
    """A function that gives an instance's values under these names."""
    match tuple(names):
        case ():
            return lambda _: ()
        case (name,):
            one = attrgetter(name)
            return lambda instance: (one(instance),)
        case several:
            return attrgetter(*several)


def _repr(fields: _Fields) -> _Method:
    names = [field.name for field in fields if field.repr]

    @recursive_repr()
    def __repr__(self: object) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({shown})"

    return __repr__


def _comparisons(
    operators: dict[str, Callable[[Any, Any], bool]], values: Callable[[object], Any]
) -> dict[str, _Method]:
    def comparison(compare: Callable[[Any, Any], bool]) -> _Method:
        def of_one_class(self: object, other: object) -> bool:
            if other.__class__ is self.__class__:
                return compare(values(self), values(other))
            return NotImplemented

        return of_one_class

    return {name: comparison(compare) for name, compare in operators.items()}


def _hash(values: Callable[[object], Any]) -> _Method:
    def __hash__(self: object) -> int:
        return hash(values(self))

    return __hash__


def _refusals(cls: Any, fields: _Fields) -> dict[str, _Method]:
    names = frozenset(field.name for field in fields)

    def __setattr__(self: object, name: str, value: object) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: object, name: str) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _states(cls: type, fields: _Fields) -> dict[str, _Method]:
    """The pickling and copying of frozen instances without a dictionary."""
    names = [field.name for field in fields]
    values = _values(names)
    put = [
        getattr(cls, name).__set__ for name in names
    ]  # quicker than to look for each by its name

    def __getstate__(self: object) -> list[object]:
        return [*values(self)]

    def __setstate__(self: object, state: Iterable[object]) -> None:
        for put_one, value in zip(put, state, strict=True):
            put_one(self, value)

    return {"__getstate__": __getstate__, "__setstate__": __setstate__}
