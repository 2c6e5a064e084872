"""Press of programs in a text that people read, and back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from daide_samples import VARIANT

from dragoman.board import Board
from dragoman.formats import load_variant
from dragoman.formats.daide_map import map_words
from dragoman.press.daide.speech import FreeText, Peace, Proposal
from dragoman.press.daide.vocabulary import vocabulary_of as daide_words
from dragoman.press.dpp.messages import AskedUnits, CeaseFire, War
from dragoman.press.dpp.vocabulary import vocabulary_of as dpp_words
from dragoman.press.press_texts import press_text, read_press, retold

PEACE = Proposal(Peace(("ENGLAND", "FRANCE")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(PCE)", (CeaseFire(),)),
        ("Let us stop this.\n(PCE)\n", (CeaseFire(),)),
        ("DPP: (PCE)\nDPP: (WHT)", (CeaseFire(), AskedUnits(()))),
        ("(DWR)\nNo, wait!\n(PCE)", (CeaseFire(),)),
        ("DAIDE: PRP (PCE (ENG FRA))\n(DWR)", (PEACE, War())),
        ("PRP (PCE (ENG FRA))", (PEACE,)),
    ],
)
def test_the_last_lines_are_for_programs(text: str, said: tuple) -> None:
    assert read_press(text, VARIANT) == said


@pytest.mark.parametrize(
    "text",
    ["", "Hello", "(FOO)", "DPP: hello", "DAIDE: (((", "(PCE) shall it be", "(" * 9000, "YES"],
)
def test_all_else_is_for_people(text: str) -> None:
    assert read_press(text, VARIANT) == (FreeText(text),)
    assert retold(text, VARIANT, "de") == ""


def test_what_is_said_is_read_again() -> None:
    said = (CeaseFire(), PEACE)
    text = press_text(said, VARIANT)
    assert text.splitlines() == [
        "I propose that we stop fighting each other",
        "I propose: peace between England and France",
        "DPP: (PCE)",
        "DAIDE: PRP (PCE (ENG FRA))",
    ]
    assert read_press(text, VARIANT) == said
    assert press_text((FreeText("Hello"),), VARIANT) == "Hello"


def test_it_is_told_in_another_language_where_that_is_not_there() -> None:
    text = press_text((War(), CeaseFire()), VARIANT)
    assert retold(text, VARIANT, "en") == ""
    told = "Ich erkläre dir den Krieg\nIch schlage vor, dass wir einander nicht mehr bekämpfen"
    assert retold(text, VARIANT, "de") == told
    assert retold(press_text((War(),), VARIANT, "de"), VARIANT, "de") == ""


@pytest.mark.parametrize("variant", ["machiavelli", "chaos", "white_winter"])
def test_press_stays_press_on_every_map(variant: str) -> None:
    """Also where programs have no words."""
    board = load_variant(variant)
    for text in ("Hello", "DAIDE: PRP (PCE (ENG FRA))", "YES", "(HOW"):
        assert retold(text, board, "de") == "" and read_press(text, board) == (FreeText(text),)


@pytest.mark.parametrize("words", [daide_words, dpp_words, map_words])
def test_the_words_of_a_map_are_put_together_once(words: Callable[[Board], object]) -> None:
    """Each message on a page is read by them."""
    assert words(VARIANT.board) is words(VARIANT.board)
