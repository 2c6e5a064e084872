"""Brings the catalogues of all languages in line with what is said in English.

    .venv/bin/python tools/catalogues.py

Each folder with a ``words.pot`` gets a catalogue of each language that has a file in
``src/dragoman/words/spoken``, with the messages of the ``.pot`` in its sequence. What was
translated stays; where the English was changed since, it is marked ``fuzzy`` for a translator to
look at, and said in English until then.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import dragoman
from dragoman.words import LANGUAGES, facts

HERE = Path(dragoman.__file__).parent
HEAD = """\
msgid ""
msgstr ""
{}"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def sources() -> Iterator[Path]:
    """The catalogues with what is said in English."""
    yield from sorted(HERE.rglob("words.pot"))


def in_line(source: Path, language: str) -> str:
    """The catalogue of a language beside that of the English, with the same messages."""
    file = source.with_name(f"{language}.po")
    written = file.read_bytes() if file.exists() else b""
    catalogue = read_po(BytesIO(written), locale=language)
    catalogue.update(read_po(BytesIO(source.read_bytes())), update_header_comment=False)
    catalogue.obsolete.clear()
    return text_of(catalogue, language)


def text_of(catalogue: Catalog, language: str = "") -> str:
    """A catalogue as a file: no line is broken, and nothing in it changes by itself."""
    comment = [line for line in catalogue.header_comment.split("\n") if line.strip("# ")]
    told = ""
    if language:
        told = f'"Language: {language}\\n"\n"Plural-Forms: {facts(language)["plural"]}\\n"\n'
    body = BytesIO()
    write_po(body, catalogue, width=0, omit_header=True, include_previous=True)
    head = [*comment, HEAD.format(told)]
    return "\n".join(head) + "\n" + body.getvalue().decode().strip("\n") + "\n"


def main() -> None:
    for source in sources():
        for language in LANGUAGES[1:]:
            source.with_name(f"{language}.po").write_text(in_line(source, language), "utf-8")


if __name__ == "__main__":
    main()
