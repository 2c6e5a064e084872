"""What somebody may have meant by a name that there is not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

_FEW = 12
"""So many names are told where none is like the one that was typed."""
_LIKE = 0.6


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Names like this one, the likest first. Where none is, all of them if they are few."""
    names = tuple(known)
    return _like(name, names) or (names if len(names) <= _FEW else ())


def nearest_files(path: Path) -> tuple[str, ...]:
    """Files and folders beside a path that is not there, called like it."""
    try:
        beside = [one.name for one in path.parent.iterdir() if not one.name.startswith(".")]
    except OSError:
        return ()
    return tuple(str(path.parent / one) for one in _like(path.name, beside))


def _like(name: str, names: Iterable[str]) -> tuple[str, ...]:
    from difflib import get_close_matches  # only now: most names are spelt right

    spelt = {one.casefold(): one for one in names}
    return tuple(spelt[one] for one in get_close_matches(name.casefold(), spelt, 3, _LIKE))
