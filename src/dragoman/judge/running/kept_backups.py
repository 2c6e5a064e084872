"""Which backups of a folder stay: the last few, and one of each day, week, month and year."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

Keep: TypeAlias = FrozenMap[str, int]
"""How many backups stay, of each kind of span."""

_NAME: Final = re.compile(r"judge-(\d{4}-\d\d-\d\dT\d{6}Z)\.zip(\.age)?")
_STAMP: Final = "%Y-%m-%dT%H%M%SZ"

_PERIODS: Final = FrozenMap[str, Callable[[datetime], object]](
    {
        "last": lambda at: at,
        "daily": lambda at: at.date(),
        "weekly": lambda at: at.isocalendar()[:2],
        "monthly": lambda at: (at.year, at.month),
        "yearly": lambda at: at.year,
    }
)
"""The kinds of spans of which one backup stays each, the newest: what makes a backup of one."""
_MOST: Final = 10_000


def read_keep(text: str) -> Keep | None:
    """The number of backups that stay, by kind; alone it is of the last ones. None where all do.

    Raises:
        ActionRefused: if it cannot be understood, or none would stay.
    """
    if not text.strip():
        return None
    counts: dict[str, int] = {}
    for part in text.split(","):
        name, is_named, number = part.strip().rpartition("=")
        name = name.strip() if is_named else "last"
        number = number.strip()
        if name not in _PERIODS or name in counts or not number.isdecimal():
            what = f"{part.strip()!r} does not say how many backups stay"
            raise _refused(what)
        counts[name] = int(number)
    if not 0 < max(counts.values()) <= _MOST:
        raise _refused(f"from 1 to {_MOST} backups of a kind stay")
    return FrozenMap(counts)


def _refused(what: str) -> ActionRefused:
    return ActionRefused("wrong-keep", what, "write 7, or daily=7, weekly=4, monthly=6")


def backup_name(now: datetime, encrypted: bool) -> str:
    """The name of a backup in a folder of them, which says its moment."""
    return f"judge-{now.astimezone(UTC):{_STAMP}}.zip{'.age' if encrypted else ''}"


def backups_in(folder: Path) -> dict[Path, datetime]:
    """The backups that ``judge backup`` has written into a folder, the newest first, and their
    moments. Files of other names are not among them.

    Raises:
        OSError: if the folder cannot be read.
    """
    found: dict[Path, datetime] = {}
    for path in sorted(folder.iterdir(), key=lambda one: one.name, reverse=True):
        if (matched := _NAME.fullmatch(path.name)) and path.is_file():
            try:
                found[path] = datetime.strptime(matched[1], _STAMP).replace(tzinfo=UTC)
            except ValueError:  # the thirtieth of February: not a name of ours
                continue
    return found


def those_that_go(found: dict[Path, datetime], keep: Keep) -> tuple[Path, ...]:
    """The backups, of some that are given the newest first, that need not stay."""
    stay: set[Path] = set()
    for name, count in keep.items():
        stay |= set(_newest_of_each(found, _PERIODS[name], count))
    return tuple(one for one in found if one not in stay)


def _newest_of_each(
    found: dict[Path, datetime], period: Callable[[datetime], object], count: int
) -> Iterable[Path]:
    newest: dict[object, Path] = {}
    for path, at in found.items():
        newest.setdefault(period(at), path)
    return [*newest.values()][:count]
