"""The parts of a preset that say how boards are played on a judge: its settings, and when rounds
draw themselves; and when rounds are in a hall, for calendars alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dragoman.formats.toml_table import TomlTable
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

OF_THE_TOURNAMENT: Final = (
    "variant", "rules", "switches", "start", "entry", "seating", "begins", "programs", "draws",
    "scoring", "scoring_settings",
)  # fmt: skip
"""Settings of a board's game that the tournament gives, and nobody else."""


@dataclass(frozen=True, slots=True)
class OnlineRules:
    """``opens``: when each round draws itself, in the time of ``zone``; rounds without a moment
    wait for the director. Such a draw has ``top_boards`` by the standings. A game begins with
    whoever is there ``arrival`` after its board was opened, and as soon as all are. ``settings``
    are those of the judge, and its own to check."""

    opens: tuple[datetime, ...] = ()
    top_boards: int = 0
    arrival: timedelta = timedelta(days=3)
    settings: Mapping[str, Any] = field(default_factory=FrozenMap[str, Any])


def read_online_rules(table: TomlTable, rounds: int) -> OnlineRules:
    """The rules of a preset for boards on a judge; what it leaves out, or gets wrong, is as it
    usually is."""
    usual = OnlineRules()
    zone = _zone(table)
    opens = tuple(_moment(table, text, zone) for text in table.texts("opens"))
    known = tuple(one for one in opens if one is not None)
    if len(opens) > rounds:
        what = f"{len(opens)} rounds open by themselves, and this event has {rounds}"
        table.error("bad-value", what, "write as many moments as there are rounds", "opens")
    if list(known) != sorted(known):
        table.error("bad-value", "a round opens before the one before it", "sort them", "opens")
        known = ()
    return OnlineRules(
        opens=known[:rounds] if len(known) == len(opens) else (),
        top_boards=table.number("top_boards", usual.top_boards),
        arrival=timedelta(hours=table.number("arrival_hours", 72, most=24 * 60)),
        settings=_settings(table.table("settings")),
    )


@dataclass(frozen=True, slots=True)
class ScheduleRules:
    """``begins``: when each round is to begin; nothing where a preset does not say. ``length``:
    how long one takes. ``zone``: the time of the hall."""

    begins: tuple[datetime, ...] = ()
    length: timedelta = timedelta(hours=6)
    zone: tzinfo = UTC


def read_schedule_rules(table: TomlTable, rounds: int) -> ScheduleRules:
    """The schedule of a preset; a moment that is none is left out, with a diagnostic."""
    zone = _zone(table)
    texts = table.texts("rounds")
    found = tuple(_moment(table, text, zone, "rounds") for text in texts)
    begins = tuple(one for one in found if one is not None)
    if len(texts) > rounds:
        what = f"{len(texts)} rounds are in the schedule, and this event has {rounds}"
        table.error("bad-value", what, "write as many moments as there are rounds", "rounds")
    elif list(begins) != sorted(begins):
        what = "a round begins before the one before it"
        table.error("bad-value", what, "sort them", "rounds")
    elif len(begins) == len(texts):
        hours = table.number("hours", 6, most=24)
        return ScheduleRules(begins, timedelta(hours=hours), zone)
    return ScheduleRules(zone=zone)


def _settings(table: TomlTable) -> Mapping[str, Any]:
    found = {name: table.value(name) for name in table.left()}
    for name in (one for one in found if one in OF_THE_TOURNAMENT):
        what = f"the tournament says what {name} is"
        table.error("set-by-tournament", what, "leave it out", name)
    return FrozenMap({name: one for name, one in found.items() if name not in OF_THE_TOURNAMENT})


def _zone(table: TomlTable) -> tzinfo:
    """The time zone that a table names; UTC where it names none."""
    name = table.text("zone", "UTC")
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        what = f"{name!r} is no time zone"
        table.error("bad-value", what, 'write it as "Europe/Berlin"', "zone")
        return ZoneInfo("UTC")


def _moment(table: TomlTable, text: str, zone: tzinfo, key: str = "opens") -> datetime | None:
    """A moment in the time of a zone; None, with a diagnostic, where it is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        table.error("bad-value", f"{text!r} is no moment", 'write "2026-09-01 20:00"', key)
        return None
    return found if found.tzinfo else found.replace(tzinfo=zone)
