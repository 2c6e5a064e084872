"""The words of a room in each language, from its catalogues and tables."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from dragoman.errors import DragomanError
from dragoman.files import kept, stamp_of
from dragoman.words.languages import LANGUAGES

SOURCE = "words.pot"
"""The catalogue with the English of a room."""


@lru_cache(maxsize=64)
def word_file(folder: Path, language: str) -> Mapping[str, Any]:
    """The words of a language in the files of a folder: texts, or several forms of one that hangs
    on a number (``in_number``).

    Where a message has a key, which is its context (``move.bounced``), that leads to it; else its
    English does, in the table that its context names, if any. Tables that are no messages, such as
    the words of orders, come from TOML files. What a language has no words for is in English; what
    is looked up by its English is not there.

    Raises:
        DragomanError: if there is no such language.
    """
    if language not in LANGUAGES:
        raise DragomanError(f"no words for {language!r}; there are {', '.join(LANGUAGES)}")
    name = f"{folder.parent.name}-{folder.name}-{language}"
    return kept(name, stamp_of([folder]), (), lambda: _read(folder, language))


def _read(folder: Path, language: str) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for message in messages(_text(folder / SOURCE)):
        if "." in message.context:
            _put(found, message.context.split("."), message.english)
        elif message.context:
            found.setdefault(message.context, {})
    for message in messages(_text(folder / f"{language}.po")):
        if message.said:
            path = message.context.split(".") if message.context else []
            if len(path) < 2:
                path.append(message.english[0])
            _put(found, path, message.said)
    for name in dict.fromkeys((LANGUAGES[0], language)):
        _put_table(found, _table(folder / f"{name}.toml"))
    return found


def _put(tables: dict[str, Any], path: list[str], forms: tuple[str, ...]) -> None:
    *names, key = path
    for name in names:
        tables = tables.setdefault(name, {})
    tables[key] = forms[0] if len(forms) == 1 else forms


def _put_table(found: dict[str, Any], table: Mapping[str, Any]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _put_table(found.setdefault(key, {}), cast(Mapping[str, Any], value))
        else:
            found[key] = value


def _text(file: Path) -> str:
    """The text of a file, which a wheel has compressed; none where there is no such file."""
    if file.exists():
        return file.read_text("utf-8")
    packed = file.with_name(f"{file.name}.gz")
    return gzip.decompress(packed.read_bytes()).decode() if packed.exists() else ""


def _table(file: Path) -> Mapping[str, Any]:
    import tomllib  # only now: it takes as long to load as most files to read

    return tomllib.loads(_text(file))


# Catalogues of messages as gettext has them: ``.pot`` files of what is to be said, ``.po`` files of
# what that is in a language. Any program for translators opens them.

_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? )?"(.*)"')
_ESCAPED = re.compile(r"\\(.)")
_SIGNS = {"n": "\n", "t": "\t"}


class CatalogueMessage(NamedTuple):
    """A message: what is said in English, and in the language of the catalogue. Of what hangs on a
    number there are several forms; of what is not translated there is none."""

    context: str
    english: tuple[str, ...]
    said: tuple[str, ...]


def messages(catalogue: str) -> Iterator[CatalogueMessage]:
    """The messages of a catalogue, but for those that a translator has to look at again."""
    for entry in catalogue.split("\n\n"):
        parts: dict[str, list[str]] = {}
        texts: list[str] = []
        for line in entry.split("\n"):
            if line.startswith("#, ") and "fuzzy" in line:
                break
            if (found := _LINE.fullmatch(line)) is None:
                continue
            if keyword := found[1]:
                texts = parts.setdefault(keyword, [])
                texts.append("")
            texts[-1] += found[2]
        else:
            english = _texts(parts.get("msgid")) + _texts(parts.get("msgid_plural"))
            if english not in ((), ("",)):  # the head of a catalogue is the message without a text
                said = _texts(parts.get("msgstr"))
                context = "".join(_texts(parts.get("msgctxt")))
                yield CatalogueMessage(context, english, said if all(said) else ())


def _texts(written: list[str] | None) -> tuple[str, ...]:
    return tuple(
        _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), one) if "\\" in one else one
        for one in written or ()
    )
