"""Sentences of the catalogues, and moments as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from dragoman.extras import extra
from dragoman.judge.time.rhythm import Weekly, read_rhythm
from dragoman.words import word_file

_WORDS: Final = Path(__file__).with_name("words")


def words(language: str) -> Mapping[str, Any]:
    """The words of a language: sentences by table and key.

    Raises:
        ValueError: if there are none.
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
    with extra("judge"):
        from babel.dates import format_date

    return format_date(moment.astimezone(ZoneInfo(zone)), said(language, "times.day"), language)


def rhythm_said(language: str, text: str) -> str:
    """The length of a phase as a setting has it; days of the week in the words of the language:
    ``Tue and Fri 20:00`` is ``Di und Fr 20:00``."""
    found = read_rhythm(text, zone="")
    if not isinstance(found, Weekly):
        return text
    with extra("judge"):
        from babel.dates import get_day_names

    names = get_day_names("abbreviated", "stand-alone", language)
    every = len(found.days) == len(names)
    days = [names[day] for day in found.days]
    told = said(language, "times.daily") if every else listed(language, days)
    return f"{told} {found.at:%H:%M} {found.zone}".strip()


def listed(language: str, items: list[str]) -> str:
    """``A, B and C``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {said(language, 'times.and')} {items[-1]}"
