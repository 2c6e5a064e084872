"""Values that are worked out once and remembered, within so many bytes.

Maps in numbers, words of languages, orders as they were read: each is kept for the next time. In
one process all of them share one limit. When they have come to so many bytes everything is
forgotten and worked out anew as it is asked for, so that nothing but time hangs on the limit. The
bytes are estimates, by the size of what is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, update_wrapper
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary, ref

from dragoman.errors import DragomanError

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")
_Given = ParamSpec("_Given")

USUAL_LIMIT = 128_000_000
"""Bytes that are remembered in a process, where nobody says otherwise."""


class _Memory:
    """The bytes spent, and all that is to be emptied when it is too much."""

    def __init__(self) -> None:
        self.limit = USUAL_LIMIT
        self.spent = 0
        self.times_forgotten = 0
        self.all: WeakValueDictionary[int, Remembered[Any, Any]] = WeakValueDictionary()


_memory = _Memory()


def remember_at_most(limit: int) -> None:
    """Set how many bytes may be remembered in this process.

    Raises:
        DragomanError: if they are fewer than none.
    """
    if limit < 0:
        raise DragomanError(f"{limit} bytes are fewer than none")
    _memory.limit = limit
    spend(0)


def memory_limit() -> int:
    """The number of bytes that may be remembered in this process."""
    return _memory.limit


def spend(size: int) -> None:
    """Count bytes that are about to be remembered. If it is too much everything that was remembered
    before is forgotten."""
    _memory.spent += size
    if _memory.spent > _memory.limit:
        for kept in tuple(_memory.all.values()):
            kept.clear()
        _memory.spent = size
        _memory.times_forgotten += 1


def bytes_remembered() -> int:
    """The number of bytes remembered now."""
    return _memory.spent


def times_forgotten() -> int:
    """The number of times that everything was forgotten so far: who keeps something elsewhere, and
    counts it by ``spend``, sees by this when to let go of it."""
    return _memory.times_forgotten


class Remembered(dict[_Key, _Value], Generic[_Key, _Value]):
    """Things by what they were worked out from, until all is forgotten."""

    def __init__(self) -> None:
        super().__init__()
        _memory.all[id(self)] = self

    def keep(self, key: _Key, value: _Value, size: int) -> _Value:
        """Remember a value that takes about so many bytes, and return it."""
        spend(size)
        self[key] = value
        return value


class Itself:
    """An object as a key, equal for that object alone: quick where to compare what it holds would
    take long. It keeps nothing alive, and is equal to nothing once the object is gone."""

    __slots__ = ("_number", "_object")

    def __init__(self, of: object) -> None:
        self._object, self._number = ref(of), id(of)

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        own = self._object()
        return own is not None and isinstance(other, Itself) and other._object() is own


def remembered(
    size_of: Callable[[Any], int],
) -> Callable[[Callable[_Given, _Value]], Callable[_Given, _Value]]:
    """Have what a function makes of the same arguments remembered. ``size_of`` says how many bytes
    a value takes, in about."""

    def decorate(make: Callable[_Given, _Value]) -> Callable[_Given, _Value]:
        kept: Remembered[Any, _Value] = Remembered()

        def find(*given: _Given.args, **named: _Given.kwargs) -> _Value:
            key = (given, tuple(named.items())) if named else given
            found = kept.get(key)
            if found is None:
                found = make(*given, **named)
                kept.keep(key, found, size_of(found))
            return found

        return update_wrapper(find, make)

    return decorate


def made_once(make: Callable[_Given, _Value]) -> Callable[_Given, _Value]:
    """Have what a function makes of the same arguments made once in a process, and kept for good:
    threads that ask for it meanwhile wait, and are given the same."""
    kept, at_work = cache(make), RLock()

    def find(*given: _Given.args, **named: _Given.kwargs) -> _Value:
        with at_work:
            return kept(*given, **named)

    return update_wrapper(find, make)
