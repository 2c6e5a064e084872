"""The catalogues of each language: whole, with the same gaps, and as programs for translators read
them."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po
from babel.plural import to_python

import dragoman
from dragoman.words import LANGUAGES, facts, in_number
from dragoman.words.word_files import CatalogueMessage, messages

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from catalogues import in_line

HERE = Path(dragoman.__file__).parent
SOURCES = {path.relative_to(HERE).parent.as_posix(): path for path in HERE.rglob("words.pot")}
OTHERS = LANGUAGES[1:]
CASES = [(room, language) for room in SOURCES for language in OTHERS]


def read(file: Path) -> Mapping[tuple[str, str], CatalogueMessage]:
    found = {(m.context, m.english[0]): m for m in messages(file.read_text("utf-8"))}
    assert len(found) == sum(1 for _ in messages(file.read_text("utf-8")))
    return found


def gaps(text: str) -> set[str]:
    """Gaps of ``str.format``, without the case that they are in; and those behind ``%``."""
    named = re.findall(r"%\((\w+)\)s", text)
    try:
        named += [name for _, name, _, _ in string.Formatter().parse(text) if name]
    except ValueError:  # braces to be written
        named += re.findall(r"\{[^}]*\}", text)
    return set(named)


def test_there_are_catalogues() -> None:
    assert len(SOURCES) > 10 and "reports/statements/words" in SOURCES


@pytest.mark.parametrize(("room", "language"), CASES)
def test_a_language_says_all_of_it_and_nothing_else(room: str, language: str) -> None:
    source = read(SOURCES[room])
    catalogue = read(SOURCES[room].with_name(f"{language}.po"))
    assert catalogue.keys() == source.keys()
    assert [key for key, message in catalogue.items() if not message.said] == []


@pytest.mark.parametrize(("room", "language"), CASES)
def test_gaps_are_the_same(room: str, language: str) -> None:
    for message in read(SOURCES[room].with_name(f"{language}.po")).values():
        wanted = set[str]().union(*map(gaps, message.english))
        assert set[str]().union(*map(gaps, message.said)) <= wanted, message
        # The form for one may say it in words: "a unit".
        assert gaps(message.said[-1]) == gaps(message.english[-1]), message


@pytest.mark.parametrize(("room", "language"), CASES)
def test_programs_for_translators_read_the_same(room: str, language: str) -> None:
    file = SOURCES[room].with_name(f"{language}.po")
    with file.open("rb") as opened:
        theirs = read_po(opened)
    assert theirs.locale == Locale(language)
    assert theirs.plural_expr in facts(language)["plural"]
    ours = read(file)
    assert len(ours) == sum(1 for one in theirs if one.id)
    for one in theirs:
        if one.id:
            ids = one.id if isinstance(one.id, tuple) else (one.id,)
            said = one.string if isinstance(one.string, tuple) else (one.string,)
            assert ours[one.context or "", ids[0]] == CatalogueMessage(one.context or "", ids, said)


@pytest.mark.parametrize(("room", "language"), CASES)
def test_catalogues_are_in_line_with_the_english(room: str, language: str) -> None:
    """Else run ``tools/catalogues.py``."""
    source = SOURCES[room]
    assert source.with_name(f"{language}.po").read_text("utf-8") == in_line(source, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_cldr(language: str) -> None:
    of_cldr = to_python(Locale(language).plural_form)
    forms = tuple(dict.fromkeys(map(of_cldr, range(1000))))
    order = sorted(forms, key=("zero", "one", "two", "few", "many", "other").index)
    for number in range(1000):
        assert in_number(tuple(order), number, language) == of_cldr(number)


def test_what_has_to_be_looked_at_again_is_not_said() -> None:
    catalogue = """
#, fuzzy
#| msgid "old"
msgid "new"
msgstr "alt"

msgctxt "a.b"
msgid ""
"two\\n"
"lines"
msgstr "zwei\\nZeilen, \\"so\\" \\\\ und so"

#~ msgid "gone"
#~ msgstr "weg"

msgid "none"
msgstr ""
"""
    assert [*messages(catalogue)] == [
        CatalogueMessage("a.b", ("two\nlines",), ('zwei\nZeilen, "so" \\ und so',)),
        CatalogueMessage("", ("none",), ()),
    ]
