"""A kind of game from elsewhere is told and drawn by what its package answers, and only by that."""

import sys
from dataclasses import replace

import pytest

import dragoman.kinds
from dragoman.drawing import map_of, scene_of
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import scan
from dragoman.reports import Phrasebook, explanations, report_position, report_resolution
from dragoman.reports.statements.phrasebook import words_told
from dragoman.reports.story import STORY, StoryKind

FILES = {
    "__init__.py": "",
    "story.py": """
from dragoman.reports.story import Section
from dragoman.reports.statements.statement import say
from dragoman.reports.story import StoryKind as AsInDiplomacy

class Story(AsInDiplomacy):
    def after_moves(self, phrasebook, turn, for_master):
        rate = phrasebook.say(say("crowns.rate", count=3))
        yield Section(phrasebook.word("crowns.rates"), (rate,))
""",
    "picture.py": """
from collections import Counter
from dragoman.drawing.scene.picture import PictureKind as AsInDiplomacy

class Picture(AsInDiplomacy):
    def owned(self, variant, estates):
        return Counter(dict.fromkeys(variant.board.powers, 99))
""",
    "words/words.pot": r"""
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

msgctxt "phases.M"
msgid "trading"
msgstr ""

msgctxt "crowns.rates"
msgid "Rates of exchange"
msgstr ""

msgctxt "crowns.rate"
msgid "A franc is {count} crown."
msgid_plural "A franc is {count} crowns."
msgstr[0] ""
msgstr[1] ""
""",
}


@pytest.fixture
def crowns(tmp_path, monkeypatch):
    """The standard game as one of a kind that lies in a folder elsewhere."""
    for name, text in FILES.items():
        file = tmp_path / "crowns" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    monkeypatch.setattr(dragoman.kinds, "__path__", [*dragoman.kinds.__path__, str(tmp_path)])
    yield replace(load_variant("standard"), kind="crowns")
    for name in [one for one in sys.modules if one.startswith("dragoman.kinds.crowns")]:
        del sys.modules[name]


def test_it_tells_more_and_calls_things_otherwise(crowns):
    orders = {"FRANCE": [one.order for one in scan("A par - bur", crowns.board).orders]}
    resolution = process(crowns, crowns.start, orders)
    report = report_resolution(crowns, resolution)
    assert "Rates of exchange\n  A franc is 3 crowns.\n" in report
    assert "Spring 1901, trading" in report
    assert "Spring 1901, trading" in report_position(crowns, crowns.start)
    standard = load_variant("standard")
    usual = explanations(standard, process(standard, standard.start, orders))
    assert [one.text() for one in explanations(crowns, resolution)] == [o.text() for o in usual]


def test_a_language_that_it_has_no_words_of_has_its_english(crowns):
    assert Phrasebook(crowns, "de").phase(crowns.start.phase) == "Frühjahr 1901, trading"
    assert words_told("diplomacy", "de")["phases"]["M"] == "Züge"


def test_it_is_drawn_its_own_way(crowns):
    drawn_on, _ = map_of(crowns)
    assert {side.centers for side in scene_of(crowns, drawn_on.geometry, crowns.start).powers} == {
        99
    }


def test_other_kinds_are_told_as_diplomacy_is(crowns):
    assert type(STORY.of(load_variant("standard"))) is StoryKind
    assert type(STORY.of(crowns)) is not StoryKind
    assert isinstance(STORY.of(crowns), StoryKind)
