"""The base of immutable values: a mapping that cannot change, and short reprs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, NoReturn, TypeVar

from dragoman.errors import UnknownKey

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(dict[K, V]):
    """A dictionary that stays as it was made. Unlike a mapping proxy it can be pickled, copied
    and, where its values can, hashed."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Callable[..., Mapping[K, V]], tuple[dict[K, V]]]:
        return FrozenMap, (dict(self),)

    def __copy__(self) -> FrozenMap[K, V]:
        return self

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping cannot be changed; make a new one")

    __setitem__ = __delitem__ = __ior__ = _refuse  # type: ignore[assignment]
    clear = pop = popitem = setdefault = update = _refuse  # type: ignore[assignment]


def changed_map(before: Mapping[K, V], changes: Iterable[tuple[K, V]]) -> FrozenMap[K, V]:
    """A mapping that is frozen, with other values for some keys."""
    after = FrozenMap(before)
    dict[K, V].update(after, changes)
    return after


class NamedMap(FrozenMap[str, V]):
    """The same, by names: who asks for one that there is not is told which it may be."""

    def __reduce__(self) -> tuple[Callable[..., Mapping[str, V]], tuple[dict[str, V]]]:
        return NamedMap, (dict(self),)

    def __copy__(self) -> NamedMap[V]:
        return self

    def __missing__(self, key: str) -> NoReturn:
        raise UnknownKey(key, self)


def short_repr(self: Any) -> str:
    """A dataclass as the call that makes it, without what is left at its default: to be assigned
    to ``__repr__``."""
    parts: list[str] = []
    left_out = False
    for field in fields(self):
        content = getattr(self, field.name)
        if content == _default(field):
            left_out = True
        else:
            parts.append(f"{field.name}={content!r}" if left_out else repr(content))
    return f"{type(self).__name__}({', '.join(parts)})"


def _default(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def quick_maker(made: type[V]) -> Callable[..., V]:
    """A function that makes a frozen dataclass with slots of the values of all its fields, in their
    sequence, and takes a fourth of the time that the class itself takes: the fields are filled
    before the object is frozen, in a draft with the same slots, and the draft becomes one of the
    class."""
    names = [field.name for field in fields(made)]  # type: ignore[arg-type]
    draft = type(f"{made.__name__}Draft", (), {"__slots__": tuple(names)})
    filled = "".join(f"    new.{name} = {name}\n" for name in names)
    source = f"def make({', '.join(names)}):\n    new = draft()\n{filled}    new.__class__ = made\n"
    known: dict[str, Any] = {"draft": draft, "made": made}
    exec(f"{source}    return new", known)
    return known["make"]
