"""Catalogues of messages as gettext has them: ``.pot`` files with what is to be said, ``.po`` files
with what a language makes of it. Any program for translators opens them; here they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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
