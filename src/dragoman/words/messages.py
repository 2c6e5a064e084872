"""Messages: English where they are made, in another language where they are shown."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from dragoman.words.languages import LANGUAGES, in_number
from dragoman.words.word_files import word_file

MESSAGES: Final = Path(__file__).with_name("messages")
"""The catalogues of messages. The English stands where they are made."""


class Said(str):
    """A message in English that knows how it was made, so that it can be said in other languages.

    ``template`` has gaps for ``parts``. Of a message with a number it is the one for one thing.
    """

    template: str
    parts: Mapping[str, Any]

    def __new__(cls, text: str, template: str, parts: Mapping[str, Any]) -> Said:
        made = super().__new__(cls, text)
        made.template, made.parts = template, parts
        return made

    def __reduce__(self) -> tuple[type[Said], tuple[str, str, Mapping[str, Any]]]:
        return Said, (str(self), self.template, self.parts)


def said(one: str, many: str = "", /, **parts: Any) -> Said:
    """A message with its gaps filled, as ``str.format`` fills them.

    Where there is a text for ``many``, it is taken unless the first part is 1.
    """
    is_one = not many or next(iter(parts.values())) == 1
    return Said((one if is_one else many).format_map(parts), one, parts)


class SaidLines(str):
    """Messages below each other, each of which can be said in other languages."""

    lines: tuple[str, ...]

    def __new__(cls, lines: Iterable[str]) -> SaidLines:
        kept = tuple(lines)
        made = super().__new__(cls, "\n".join(kept))
        made.lines = kept
        return made

    def __reduce__(self) -> tuple[type[SaidLines], tuple[tuple[str, ...]]]:
        return SaidLines, (self.lines,)


def counted(number: int, what: str, several: str = "") -> Said:
    """``1 order``, ``20 orders``; ``several`` for what has no s: ``2 entries``."""
    return said(f"{{number}} {what}", f"{{number}} {several or what + 's'}", number=number)


def in_language(text: str, language: str) -> str:
    """A message in a language; what there are no words for stays as it is.

    A text without gaps is a message, too, if it is known as one. So may parts be, except those in
    quotes (``{written!r}``), which somebody wrote.
    """
    if language == LANGUAGES[0]:
        return str(text)
    if isinstance(text, SaidLines):
        return "\n".join(in_language(line, language) for line in text.lines)
    parts: Mapping[str, Any] = text.parts if isinstance(text, Said) else {}
    found = word_file(MESSAGES, language).get(text.template if isinstance(text, Said) else text)
    if found is None:
        return str(text)
    found = in_number(found, next(iter(parts.values()), 1), language)
    told = {
        name: in_language(part, language)
        if isinstance(part, str) and f"{{{name}!r}}" not in found
        else part
        for name, part in parts.items()
    }
    return found.format_map(told) if parts else found


def users_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the user's environment asks for, by the variables that gettext looks at."""
    wanted = next(
        filter(None, (environment.get(n) for n in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))),
        "",
    )
    known = (one[:2].lower() for one in wanted.split(":"))
    return next((one for one in known if one in LANGUAGES), LANGUAGES[0])
