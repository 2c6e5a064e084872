"""Guesses at what was meant by a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_FEW = 12
"""So many names are listed where none is like the one that was typed."""


def close_matches(name: str, known: Iterable[str], most: int = 3, like: float = 0.6) -> list[str]:
    """Known names that are spelt much as this one, the likest first. ``like`` is how much they
    have to be, from 0 to 1."""
    from difflib import get_close_matches  # only now: most names are spelt right

    return get_close_matches(name, known, most, like)


def close_names(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The same, whether letters are large or small."""
    spelt = {one.casefold(): one for one in known}
    return tuple(spelt[one] for one in close_matches(name.casefold(), spelt, most))


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Names like this one, the likest first. Where none is, all of them if they are few."""
    names = tuple(known)
    return close_names(name, names) or (names if len(names) <= _FEW else ())


def nearest_files(path: Path) -> tuple[str, ...]:
    """Files and folders beside a path that is not there, called like it."""
    try:
        beside = [one.name for one in path.parent.iterdir() if not one.name.startswith(".")]
    except OSError:
        return ()
    return tuple(str(path.parent / one) for one in close_names(path.name, beside))


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """``; did you mean 'PAR'?``, where a name that does not exist is like one that does."""
    near = close_names(str(name), known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""
