"""Time zones as a list to choose from: all that there are, by part of the world."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from dragoman.judge.time.rhythm import time_zones
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_PARTS: Final[Mapping[str, str]] = FrozenMap(
    {
        "Europe": "Europe",
        "America": "America",
        "Africa": "Africa",
        "Asia": "Asia",
        "Australia": "Australia",
        "Pacific": "Pacific Ocean",
        "Atlantic": "Atlantic Ocean",
        "Indian": "Indian Ocean",
        "Antarctica": "Antarctica",
        "Arctic": "Arctic",
    }
)
"""Parts of the world by the beginnings of zones' names; all others stand under further names."""
OTHERS: Final = "Other names"


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """A zone of a list: ``Buenos Aires, Argentina``, and how far it is from UTC."""

    zone: str
    place: str
    offset: str


ZoneGroups = tuple[tuple[str, tuple[ZoneChoice, ...]], ...]


def zone_groups(now: datetime) -> ZoneGroups:
    """All zones, by parts of the world; these are named in English."""
    return _groups(now.replace(minute=0, second=0, microsecond=0))


@lru_cache(maxsize=4)
def _groups(hour: datetime) -> ZoneGroups:
    found: dict[str, list[ZoneChoice]] = {name: [] for name in (*_PARTS.values(), OTHERS)}
    for zone in sorted(time_zones()):
        part, _, place = zone.partition("/")
        is_placed = part in _PARTS and place != ""
        words = ", ".join(reversed(place.split("/"))) if is_placed else zone
        offset = _offset(hour.astimezone(ZoneInfo(zone)).utcoffset() or timedelta())
        choice = ZoneChoice(zone, words.replace("_", " "), offset)
        found[_PARTS[part] if is_placed else OTHERS].append(choice)
    return tuple(
        (name, tuple(sorted(several, key=lambda one: one.place))) for name, several in found.items()
    )


def _offset(ahead: timedelta) -> str:
    """``UTC+1``, ``UTC−3:30``."""
    minutes = int(ahead.total_seconds()) // 60
    hours, minutes = divmod(abs(minutes), 60)
    sign = "−" if ahead < timedelta() else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else "")
