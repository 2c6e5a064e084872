"""Letters of people are read for what they say, and never for the opposite: by data."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from dragoman import load_variant
from dragoman.board import Unit
from dragoman.bots import View
from dragoman.press.daide import speech as s
from dragoman.press.exchange import Exchange
from dragoman.press.letter_clauses import clauses_of
from dragoman.press.letter_meanings import LetterMeaning, LetterTable, meaning_of
from dragoman.press.press_texts import press_text
from dragoman.rules import Phase

LETTERS = tomllib.loads(Path(__file__).with_name("letters.toml").read_text("utf-8"))
VARIANT = load_variant("standard")
UNITS = [Unit(*one.split()) for one in LETTERS["units"]]
POSITION = replace(VARIANT.start, units=tuple(UNITS), phase=Phase.parse("S1902M"))
LEGAL = View(VARIANT, POSITION, "GERMANY", 1).everybodys_orders()
TABLE = LetterTable(
    Exchange(VARIANT.board, "FRANCE", "GERMANY", POSITION),
    LEGAL,
    (s.Proposal(s.Peace(("GERMANY", "FRANCE"))),),
    Phase.parse("F1901M"),
)
IDLE = [
    "I",
    "you",
    "will",
    "not",
    "the",
    "Munich",
    "Russia",
    "Paris",
    "to",
    "and",
    "if",
    "?",
    ",",
    ".",
]


def meaning(text: str) -> LetterMeaning:
    return meaning_of(clauses_of(text, VARIANT.board, "GERMANY"), TABLE)


def said_in(text: str) -> list[str]:
    """The messages of a letter as programs read them."""
    return [press_text((one,), VARIANT).rpartition("\n")[2] for one in meaning(text).messages]


@pytest.mark.parametrize("letter", LETTERS["letter"], ids=lambda one: one["text"][:40])
def test_a_letter_says_what_it_says(letter) -> None:
    assert said_in(letter["text"]) == letter["says"]
    found = meaning(letter["text"])
    assert found.is_whole is letter.get("whole", bool(letter["says"]))


def test_there_are_enough_letters_of_each_kind() -> None:
    read = [one for one in LETTERS["letter"] if one["says"]]
    assert len(LETTERS["letter"]) >= 120
    assert len(read) >= 60 and len(LETTERS["letter"]) - len(read) >= 40


@given(st.text(max_size=300))
def test_no_text_makes_it_fail(text) -> None:
    meaning(text)


@given(st.lists(st.sampled_from(IDLE)))
def test_without_words_that_propose_nothing_is_proposed(words) -> None:
    found = meaning(" ".join(words)).messages
    assert not any(isinstance(one, s.Proposal) for one in found)


NEGATIONS = [
    "I will not {}",
    "never {}",
    "{}, not!",
    "{}? Never!",
    "{}? Not with you.",
    "nobody should {}",
]


@pytest.mark.parametrize("negation", NEGATIONS)
def test_what_is_denied_is_never_heard_as_asked_for(negation) -> None:
    asked = [
        "support me into Belgium",
        "have peace",
        "ally against Russia",
        "draw",
        "move to Berlin",
    ]
    for clause in asked:
        found = said_in(negation.format(clause))
        assert not set(found) & set(said_in(clause)), (negation, clause, found)
