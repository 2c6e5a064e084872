"""The languages that something is said in: those that have a file in the folder beside this one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from dragoman.files import kept, stamp_of

_FOLDER: Final = Path(__file__).with_name("spoken")
_FIRST: Final = "en"
"""The language that messages are written in; whatever another language lacks is said in it."""

LANGUAGES: Final = (
    _FIRST,
    *sorted(
        name.removesuffix(".toml")
        for name in os.listdir(_FOLDER)
        if name.endswith(".toml") and name != f"{_FIRST}.toml"
    ),
)
"""The languages there are words in, English first."""


def facts(language: str) -> Mapping[str, Any]:
    """The facts about a language: its ``name``, what it is ``called`` by people, its ``plural``
    forms as catalogues have them, the ``notation`` that writes orders in its words, and its
    ``common`` words."""
    return _facts()[language]


@cache
def _facts() -> Mapping[str, Mapping[str, Any]]:
    def read() -> dict[str, dict[str, Any]]:
        import tomllib  # only now: it takes as long to load as most files to read

        files = {one: _FOLDER / f"{one}.toml" for one in LANGUAGES}
        return {one: tomllib.loads(file.read_text("utf-8")) for one, file in files.items()}

    return kept("spoken", stamp_of([_FOLDER]), (), read)


@cache
def _by_name() -> Mapping[str, str]:
    return {
        name.casefold(): language
        for language in LANGUAGES
        for name in (language, *facts(language)["called"])
    }


def language_called(name: str) -> str | None:
    """The language that somebody names, by its code or as people call it; None if there is none."""
    return _by_name().get(name.casefold())


_MOST: Final = 20
"""Wishes that are looked at: browsers have a handful."""


def wished_language(header: str, otherwise: str = _FIRST) -> str:
    """The language that somebody likes best of those that there are, by what a browser says of its
    reader (``Accept-Language``, RFC 9110): ``de-AT,de;q=0.9,en;q=0.8``; ``otherwise`` where there
    is none of them.

    What stands first wins among equals; a quality of 0 is a refusal.
    """
    best, found = 0.0, otherwise
    for one in header.split(",")[:_MOST]:
        tag, *parameters = (part.strip().lower() for part in one.split(";"))
        language, quality = tag.partition("-")[0], _quality(parameters)
        if language in LANGUAGES and quality > best:
            best, found = quality, language
    return found


def _quality(parameters: list[str]) -> float:
    for one in parameters:
        name, _, value = one.partition("=")
        if name == "q":
            try:
                quality = float(value)
            except ValueError:
                return 0.0
            return quality if 0 <= quality <= 1 else 0.0
    return 1.0


def dipworks_language() -> str:
    """The language of DipWork's own reports."""
    return language_called("german") or LANGUAGES[0]


def in_number(found: str | tuple[str, ...], number: int, language: str) -> str:
    """The form of a text that goes with a number, by the plural rules of its language."""
    return found if isinstance(found, str) else found[_plural(language)(number)]


@cache
def _plural(language: str) -> Callable[[int], int]:
    from gettext import c2py  # only now: most texts have one form

    return c2py(str(facts(language)["plural"]).rpartition("plural=")[2].rstrip(";"))
