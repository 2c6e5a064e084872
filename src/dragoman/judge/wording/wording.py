"""Sentences of the word files, and moments as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from dragoman.judge.time.rhythm import Weekly, read_rhythm
from dragoman.words import word_file

_WORDS: Final = Path(__file__).parent


def words(language: str) -> Mapping[str, Any]:
    """The word file of a language: sentences by table and key.

    Raises:
        ValueError: if there is none.
    """
    return word_file(_WORDS, language)


def said(language: str, key: str, **parts: object) -> str:
    """A sentence by table and key (``account.verify``), its gaps filled."""
    table, _, name = key.partition(".")
    text: str = words(language)[table][name]
    return text.format_map({name: str(part) for name, part in parts.items()})


def moment_said(language: str, moment: datetime, zone: str) -> str:
    """A moment by the clock of a zone: ``Tue 6 Jan 2026, 20:00 (Europe/Berlin)``."""
    local = moment.astimezone(ZoneInfo(zone))
    day = day_said(language, moment, zone)
    return said(language, "times.moment", day=day, time=f"{local:%H:%M}", zone=zone)


def day_said(language: str, moment: datetime, zone: str) -> str:
    """The day of a moment by the clock of a zone: ``Tue 6 Jan 2026``."""
    local = moment.astimezone(ZoneInfo(zone))
    times = words(language)["times"]
    return said(
        language,
        "times.day",
        day=times["days"][local.weekday()],
        date=local.day,
        month=times["months"][local.month - 1],
        year=local.year,
    )


def rhythm_said(language: str, text: str) -> str:
    """How long a phase lasts as a setting has it; days of the week in the words of the language:
    ``Tue and Fri 20:00`` is ``Di und Fr 20:00``."""
    found = read_rhythm(text, zone="")
    if not isinstance(found, Weekly):
        return text
    times = words(language)["times"]
    every = len(found.days) == len(times["days"])
    days = times["daily"] if every else listed(language, [times["days"][day] for day in found.days])
    return f"{days} {found.at:%H:%M} {found.zone}".strip()


def listed(language: str, items: list[str]) -> str:
    """``A, B and C``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {said(language, 'times.and')} {items[-1]}"
