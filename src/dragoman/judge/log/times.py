"""The times that the settings of a judged game mean, and what is wrong with them."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.settings import Settings
from dragoman.judge.time.rhythm import (
    Rhythm,
    read_days,
    read_for_kind,
    read_length,
    read_rhythm,
    time_zones,
)
from dragoman.judge.time.timetable import Timetable
from dragoman.rules import PhaseKind

MOST_DATES_OFF: Final = 200


@lru_cache(maxsize=256)
def timetable(settings: Settings, kind: PhaseKind = PhaseKind.MOVEMENT) -> Timetable:
    """The times that the settings mean for a kind of phase.

    Raises:
        ValueError: if ``time_faults`` has something to say of them.
    """
    table, faults = _times(settings, kind)
    if faults:
        raise ValueError("; ".join(map(str, faults)))
    return table


def time_faults(settings: Settings) -> tuple[Diagnostic, ...]:
    """The faults of the times."""
    found = (fault for kind in PhaseKind for fault in _times(settings, kind)[1])
    return tuple(dict.fromkeys(found))


def _times(settings: Settings, kind: PhaseKind) -> tuple[Timetable, tuple[Diagnostic, ...]]:
    faults: list[Diagnostic] = []
    zone = settings.zone
    if zone not in time_zones():
        what = f"{zone!r} is not a time zone"
        faults.append(Diagnostic("unknown-zone", what, "write it as Europe/Berlin").at("zone"))
        zone = "UTC"

    def rhythm(name: str, text: str) -> Rhythm:
        found = read_rhythm(text, zone)
        if isinstance(found, Diagnostic):
            faults.append(found.at(name))
            return Timetable().movement
        return found

    def said(name: str) -> str:
        found = read_for_kind(getattr(settings, name), kind)
        if isinstance(found, Diagnostic):
            faults.append(found.at(name))
            return ""
        return found

    def length(name: str, text: str) -> timedelta:
        found = read_length(text, timedelta()) if text.strip() else timedelta()
        if isinstance(found, Diagnostic):
            faults.append(found.at(name))
            return timedelta()
        return found

    days = read_days(said("days_off"))
    if isinstance(days, Diagnostic):
        faults.append(days.at("days_off"))
        days = ()
    elif len(days) == 7:
        faults.append(
            Diagnostic("no-day-left", "all days of the week are off", "leave one").at("days_off")
        )
    dates: list[date] = []
    if len(settings.dates_off) > MOST_DATES_OFF:
        what = f"no more than {MOST_DATES_OFF} days can be off"
        faults.append(Diagnostic("too-many-dates", what, "pause the game").at("dates_off"))
    for text in settings.dates_off[:MOST_DATES_OFF]:
        try:
            dates.append(date.fromisoformat(text))
        except ValueError:
            what = f"{text!r} is not a date"
            faults.append(Diagnostic("no-date", what, "write it as 2026-12-24").at("dates_off"))
    abandoned = length("abandoned", settings.abandoned)
    if not abandoned and not any(one.source == "abandoned" for one in faults):
        what = "a game that nobody plays ends some day"
        faults.append(Diagnostic("no-length", what, "write a length, as 30 d").at("abandoned"))
    movement = rhythm("movement", settings.movement)
    table = Timetable(
        movement=movement,
        retreat=rhythm("retreat", settings.retreat) if settings.retreat else movement,
        adjustment=rhythm("adjustment", settings.adjustment) if settings.adjustment else movement,
        least=length("least", said("least")),
        not_before=length("not_before", said("not_before")),
        delay=length("delay", said("delay")),
        grace=length("grace", said("grace")),
        press_closes=length("press_closes", settings.press_closes),
        abandoned=abandoned,
        days_off=days,
        dates_off=tuple(dates),
        zone=zone,
    )
    return table, tuple(faults)
