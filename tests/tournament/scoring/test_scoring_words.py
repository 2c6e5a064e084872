"""What is said of scoring systems in German: all of it, and nothing of what there is not."""

from __future__ import annotations

import re

from dragoman.tournament.scoring import SYSTEMS
from dragoman.tournament.scoring.system import WORDS, system_in
from dragoman.words import word_file

GERMAN = word_file(WORDS, "de")
SAME_EVERYWHERE = re.compile(
    r"(World Diplomacy Database, C-Diplo Argir|Windy City Weasels, [\w-]+|Weasel Moot, 2007"
    r"|KublaCon, 2008|DAANZ, KIS|Goff 420|Win Tier|National World Cup 1)( †)?"
)
"""Sources that have no other name in German."""
NUMBERS = re.compile(r"\d+(?:[.,]\d+)?")


def test_every_system_is_told_in_german():
    assert set(GERMAN["formulas"]) == set(SYSTEMS)
    assert set(GERMAN["titles"]) <= set(SYSTEMS)
    meanings = {setting.meaning for one in SYSTEMS.values() for setting in one.settings}
    assert set(GERMAN["settings"]) == meanings
    sources = {one.source for one in SYSTEMS.values()}
    assert set(GERMAN["sources"]) <= sources, "nothing is left of what was said once"
    for source in sources - set(GERMAN["sources"]):
        assert SAME_EVERYWHERE.fullmatch(source), source


def test_a_system_is_the_same_but_for_its_words():
    for one in SYSTEMS.values():
        said = system_in(one, "de")
        assert (said.name, said.rate, said.needs) == (one.name, one.rate, one.needs)
        assert [s.name for s in said.settings] == [s.name for s in one.settings]
        assert said.formula != one.formula
        assert system_in(one, "en") is one


def test_no_number_is_lost_or_changed_in_german():
    for one in SYSTEMS.values():
        english = sorted(NUMBERS.findall(one.formula))
        german = sorted(n.replace(",", ".") for n in NUMBERS.findall(GERMAN["formulas"][one.name]))
        assert german == english, one.name
