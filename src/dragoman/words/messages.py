"""Messages: English where they are made, in another language where they are shown."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dragoman.words.languages import LANGUAGES, in_number
from dragoman.words.word_files import word_file

_ONLY_GAPS: Final = re.compile(r"(?:\{\w+\}|[^\w{}])*\{\w+\}(?:\{\w+\}|[^\w{}])*")
"""A template without a word of its own: ``{board}: {state}``."""

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


class SaidTable(str):
    """Rows of cells as columns that line up, in whatever language the cells are said; columns that
    are in ``right`` stand to the right."""

    rows: tuple[tuple[str, ...], ...]
    right: frozenset[int]

    def __new__(cls, rows: Iterable[Sequence[object]], right: Iterable[int] = ()) -> SaidTable:
        cells = tuple(
            tuple(one if isinstance(one, str) else str(one) for one in row) for row in rows
        )
        columns = frozenset(right)
        made = super().__new__(cls, _lined_up(cells, columns))
        made.rows, made.right = cells, columns
        return made

    def __reduce__(self) -> tuple[type[SaidTable], tuple[Any, ...]]:
        return SaidTable, (self.rows, self.right)


def _lined_up(rows: Sequence[Sequence[str]], right: frozenset[int]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for row in rows:
        parts = [
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def joined(between: str, parts: Iterable[str]) -> Said:
    """Messages one after the other: ``Austria, Italy``; each is said in its own words."""
    named = {f"part{number}": part for number, part in enumerate(parts)}
    return said(between.join(f"{{{name}}}" for name in named), **named)


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
    if isinstance(text, SaidTable):
        # What somebody wrote stands in cells, too: only what was said is put in other words.
        cells = [
            [in_language(one, language) if is_said(one) else one for one in row]
            for row in text.rows
        ]
        return _lined_up(cells, text.right)
    parts: Mapping[str, Any] = text.parts if isinstance(text, Said) else {}
    template = text.template if isinstance(text, Said) else text
    found = word_file(MESSAGES, language).get(template)
    if found is None:
        if not _ONLY_GAPS.fullmatch(template):
            return str(text)
        found = template
    found = in_number(found, next(iter(parts.values()), 1), language)
    told = {
        name: in_language(part, language)
        if isinstance(part, str) and f"{{{name}!r}}" not in found
        else part
        for name, part in parts.items()
    }
    return found.format_map(told) if parts else found


def is_said(text: object) -> bool:
    """True for what knows its own words in other languages, and for nothing that somebody wrote."""
    return isinstance(text, Said | SaidLines | SaidTable)


def users_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the user's environment asks for, by the variables that gettext looks at."""
    wanted = next(
        filter(None, (environment.get(n) for n in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))),
        "",
    )
    known = (one[:2].lower() for one in wanted.split(":"))
    return next((one for one in known if one in LANGUAGES), LANGUAGES[0])
