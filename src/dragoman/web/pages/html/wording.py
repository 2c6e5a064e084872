"""Words of pages in each language: texts, moments, numbers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from dragoman.extras import extra
from dragoman.judge.wording.wording import day_said, moment_said
from dragoman.words import LANGUAGES, in_number, word_file

# Texts. English stands in the templates and the code

WORDS: Final = Path(__file__).parents[1] / "words"


def in_words(text: str, language: str) -> str:
    """A text of a page in a language; what there are no words for stays as it is."""
    return _found(text, language) or text


def in_words_by_number(one: str, several: str, number: int, language: str) -> str:
    """The same of a text that has several forms."""
    found = _found(one, language)
    if found is None:
        found, language = (one, several), LANGUAGES[0]
    return in_number(found, number, language)


def _found(text: str, language: str) -> Any:
    return None if language == LANGUAGES[0] else word_file(WORDS, language).get(text)


# Moments and numbers. Moments are told by the clock of the zone that a reader chose, else in UTC,
# and where there is script, by that of the device


@lru_cache(maxsize=10_000)
def moment(when: datetime | str | None, language: str = "en", zone: str = "") -> Markup:
    """A moment, as a ``time`` element: ``Tue 6 Jan 2026, 20:00 (UTC)``."""
    at = _read(when)
    if at is None:
        return Markup("")
    text = moment_said(language, at, zone or "UTC")
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), text)


@lru_cache(maxsize=1_000)
def day(when: datetime | str | None, language: str = "en", zone: str = "") -> Markup:
    """The day of a moment, as a ``time`` element: ``Tue 6 Jan 2026``."""
    at = _read(when)
    if at is None:
        return Markup("")
    text = day_said(language, at, zone or "UTC")
    return Markup('<time datetime="{}" data-day>{}</time>').format(at.isoformat(), text)


def decimal(number: float | str, language: str = "en") -> str:
    """A number with one decimal, or as it is written: ``10.7``, in German ``10,7``."""
    with extra("judge"):
        from babel.numbers import get_decimal_symbol

    text = number if isinstance(number, str) else f"{number:z.1f}".replace("-", "−")
    return text.replace(".", get_decimal_symbol(language))


def in_column(numbers: Iterable[str]) -> list[str]:
    """Numbers as they stand below each other, all with as many decimals: ``46.4`` above ``75.157``
    is ``46.400``."""
    parts = [one.partition(".") for one in numbers]
    most = max((len(after) for _, _, after in parts), default=0)
    return [f"{before}.{after:0<{most}}" if most else before for before, _, after in parts]


def until(when: datetime | str | None, now: datetime) -> str:
    """The time until then, in its two largest units: ``2 d 3 h``; ``any moment`` once it is
    past."""
    at = _read(when)
    if at is None:
        return ""
    minutes = int((at - now).total_seconds() // 60)
    if minutes < 0:
        return "any moment"
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _read(when: datetime | str | None) -> datetime | None:
    return datetime.fromisoformat(when) if isinstance(when, str) else when
