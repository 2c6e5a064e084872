"""Every text of a page has German words, which fill the same gaps."""

import re
from pathlib import Path

import jinja2

import dragoman.kinds
import dragoman.web.pages
from dragoman.formats import load_variant, shipped_variants
from dragoman.web.pages.game.game_forms import MASTERS, MORE, VOTES
from dragoman.web.pages.game.new_game import PACES
from dragoman.web.pages.html.game_words import ACTS
from dragoman.web.pages.html.wording import WORDS
from dragoman.words import word_file
from tests.source import source_files
from tests.web.conftest import House
from tests.web.pages.reader import reader

TEMPLATES = (
    *(Path(dragoman.web.pages.__file__).parent / "templates").glob("*.html"),
    *Path(dragoman.kinds.__file__).parent.glob("*/templates/*.html"),
)
GERMAN = word_file(WORDS, "de")


def texts() -> set[str]:
    environment = jinja2.Environment(extensions=["jinja2.ext.i18n"])
    found = {words for _, words in PACES} | {"Tue and Fri 20:00"} | set(ACTS.values())
    for part in (VOTES, *MORE, *MASTERS):
        found.add(part.title)
        for form in part.forms:
            found |= {form.title, form.button, form.says, *form.labels.values()}
    for path in TEMPLATES:
        extracted = getattr(environment, "extract_translations")  # noqa: B009  of the extension
        for _, _, text in extracted(path.read_text("utf-8")):
            found.add(text[0] if isinstance(text, tuple) else text)
    return {one for one in found if one}


def test_every_text_has_german_words():
    assert texts() - set(GERMAN) == set()


def test_what_our_variants_say_of_themselves_has_german_words():
    shipped = [*map(load_variant, shipped_variants())]
    said = {one.credits for one in shipped} | {one.about for one in shipped}
    assert len(said) > 25
    assert said - set(GERMAN) == {""}


def test_no_text_stands_in_a_template_unsaid():
    """What is written between the tags is asked for by ``_``; names of ours stay as they are."""
    code = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
    for path in TEMPLATES:
        bare = re.sub(r"<[^>]*>", " ", code.sub(" ", path.read_text("utf-8")))
        bare = re.sub(r"page narrow|\bpage\b|\bgame\b|Dragoman", " ", bare)
        assert not re.findall(r"[A-Za-z]{3,}", bare), path.name


def test_who_reads_german_is_shown_it(house: House):
    german = reader(house)
    german.browser.client.headers["Accept-Language"] = "de-AT,de;q=0.9"
    page = german.get("/")
    assert "Sieben Mächte, keine Würfel" in page.text
    assert 'lang="de"' in page.source
    problem = german.get("/nothing")
    assert "Das hat nicht geklappt" in problem.text
    assert "there is nothing" not in problem.text


def test_everything_that_the_log_tells_of_masters_has_words():
    """Each act is made with its name first."""
    made = "".join(source_files(".py").values())
    names = set(re.findall(r'Act\(entry.at, (?:entry\.)?by, f?"([a-z-]+)', made))
    assert len(names) > 10
    assert names <= set(ACTS)
