"""Work that takes seconds, told to whoever shows it: a terminal does, a server or a program that
uses the library does not.

    for game in steps("Playing games", games, len(games)):
        ...

tells of each game before it begins. Work of which nobody knows the parts is told by ``tell``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

_One = TypeVar("_One")
Listener: TypeAlias = Callable[[str, int, int], None]
"""Called with the work, how many of its parts are done, and how many there are; 0 where that is not
known. Without a text the work before it goes on."""

_listeners: list[Listener] = []


def tell(what: str, done: int = 0, of: int = 0) -> None:
    """Tell whoever listens how far the work has come."""
    if _listeners:
        _listeners[-1](what, done, of)


def steps(what: str, ones: Iterable[_One], of: int) -> Iterator[_One]:
    """Go through so many parts of some work, and tell of each that is done."""
    for done, one in enumerate(ones):
        tell(what, done, of)
        yield one
    tell("")


@contextmanager
def listening(listener: Listener) -> Generator[None]:
    """Hear of work as long as this lasts."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.pop()
