"""What is said of switches and presets in German: all of it, and nothing of what there is not."""

from __future__ import annotations

import re

from dragoman.rules import SWITCHES
from dragoman.rules.choices.choice_words import WORDS, preset_in, switch_in
from dragoman.rules.choices.rule_set import PRESET_SOURCES
from dragoman.words import word_file

GERMAN = word_file(WORDS, "de")
SAME_EVERYWHERE = re.compile(
    r"(DATC [\d.A-Z]+|nJudge( [A-Z]+| [a-z]+\d?| ForGarrisons)*|DipWork [A-Za-z_0-9]+"
    r"|machiavelli-bot)"
)
"""Sources that have no other name in German: places in documents, keywords of programs."""


def test_every_switch_and_answer_has_german_words():
    assert set(GERMAN["questions"]) == set(SWITCHES)
    answers = {f"{one.name}={a.word}" for one in SWITCHES.values() for a in one.choices}
    assert set(GERMAN["answers"]) == answers


def test_every_preset_has_german_words():
    assert set(GERMAN["presets"]) == set(PRESET_SOURCES)
    assert preset_in("datc", "de") == "DATC 3.0, Kapitel 4"
    assert preset_in("datc", "en") == PRESET_SOURCES["datc"]


def test_every_source_has_german_words_or_is_called_the_same_everywhere():
    sources = {one.source for one in SWITCHES.values()}
    assert set(GERMAN["sources"]) <= sources, "nothing is left of what was said once"
    for source in sources - set(GERMAN["sources"]):
        for part in source.split("; "):
            assert SAME_EVERYWHERE.fullmatch(part), source


def test_a_switch_is_the_same_but_for_its_words():
    for one in SWITCHES.values():
        said = switch_in(one, "de")
        assert said.name == one.name
        assert [(a.word, a.letter) for a in said.choices] == [
            (a.word, a.letter) for a in one.choices
        ]
        assert said.question != one.question
        assert switch_in(one, "en") is one
