"""The glossary: every term is there in every language, and comes up once on a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dragoman.web.pages
from dragoman.web.glossary import GROUPS, TermFinder, terms
from dragoman.web.pages.html.terms import PageTerms
from dragoman.web.pages.html.wording import WORDS, in_words
from dragoman.words import LANGUAGES, word_file
from tests.web.conftest import House
from tests.web.pages.reader import reader

TEMPLATES = Path(dragoman.web.pages.__file__).parent / "templates"
ARCHITECTURE = Path(__file__).parents[3] / "docs" / "architecture.md"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_term_has_words_in_every_language(language: str) -> None:
    known = word_file(WORDS, language)
    for one in terms().values():
        for text in filter(None, (one.name, one.text, one.words)):
            assert text in known, (one.key, text)


def test_every_term_that_a_page_names_is_one() -> None:
    named = {
        key
        for path in TEMPLATES.glob("*.html")
        for key in re.findall(r"glossary\.term\('([\w-]+)'", path.read_text("utf-8"))
    }
    form = (TEMPLATES / "new_game.html").read_text("utf-8")
    (told,) = re.findall(r"set words_of = (\{.*?\}) %\}", form, re.DOTALL)
    named |= {
        key for some in re.findall(r"\((.*?)\)", told) for key in re.findall(r"'([\w-]+)'", some)
    }
    assert len(named) > 10
    assert named <= set(terms())


def test_the_word_list_of_the_docs_agrees() -> None:
    """A word that people see is explained to them; what the docs do not use, the glossary does not
    either."""
    text = ARCHITECTURE.read_text("utf-8")
    of_people = {
        "province": "province", "coast": "coast", "centre (in code `center`)": "centre",
        "power": "power", "unit": "unit",
    }  # fmt: skip
    for word, key in of_people.items():
        assert f"| {word} |" in text
        assert key in terms()
    (unused,) = re.findall(r"^Not used: (.*), and token for a unit\.$", text, re.MULTILINE)
    for one in terms().values():
        assert not {*re.findall(r"\w+", one.text.lower())} & {*unused.split(", ")}, one.key


def test_all_terms_stand_on_their_page(house: House) -> None:
    page = reader(house).get("/help/glossary")
    for one in terms().values():
        assert one.group in GROUPS
        assert f'id="{one.key}"' in page.source and one.text in page.text
    assert "/help/glossary" in reader(house).get("/help").links


def test_no_two_terms_have_a_form_in_common() -> None:
    for language in LANGUAGES:
        forms = [
            form.strip().lower()
            for one in terms().values()
            if one.words
            for form in in_words(one.words, language).split(",")
        ]
        assert len(forms) == len({*forms}), language


def test_a_term_is_found_as_a_whole_word_once() -> None:
    find = TermFinder(lambda text: text)
    text = "Supports are cut; a cutter supports nobody. Home centres are cut no more."
    found = [(one.term.key, text[one.start : one.end]) for one in find.found_in(text)]
    assert found == [("support", "Supports"), ("cut", "cut"), ("home-centre", "Home centres")]


def test_a_term_is_a_button_where_it_comes_up_first() -> None:
    one = PageTerms("de")
    first = one.marked("Die Unterstützung ist <abgeschnitten>.")
    assert first.count("<button") == 2 and "&lt;" in first and 'popovertarget="term-cut"' in first
    assert 'href="/help/glossary#cut"' in first
    assert "<button" not in one.marked("Die Unterstützung ist abgeschnitten.")
    assert one.term("cut", "abgeschnitten") == "abgeschnitten"
    with pytest.raises(KeyError):
        one.term("nothing")


def test_explanations_and_settings_have_terms(house: House) -> None:
    one = reader(house, 1)
    page = one.get("/games/new")
    assert 'id="term-gunboat"' in page.source and 'id="term-grace"' in page.source
    page = one.get("/tutorial/9?text=A+Hol-Ruh&judge=yes")
    assert page.source.count('id="term-cut"') == 1
