"""The answers of a partner: a row for each kind of message in ``proposals.toml``."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dragoman.bots import Heard, Spoken, View
from dragoman.bots.partner.answering import reply_to
from dragoman.bots.partner.hearing import in_daide
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.bots.partner.promises import exchange_with
from dragoman.bots.partner.situation import Situation
from dragoman.bots.partner.traits import Traits
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.press.daide.language import read_speech
from dragoman.press.daide.tokens import from_text
from dragoman.press.daide.vocabulary import vocabulary_of as daide_words
from dragoman.press.dpp import messages as dpp
from dragoman.press.dpp.language import KEYWORDS, read_message
from dragoman.press.dpp.vocabulary import vocabulary_of as dpp_words
from dragoman.press.press_texts import Said, press_text
from dragoman.rules import Phase, Position

TABLE = tomllib.loads(Path(__file__).with_name("proposals.toml").read_text("utf-8"))
ROWS: list[dict[str, Any]] = TABLE["row"]
STANDARD = load_variant("standard")
POWERS = tuple(STANDARD.board.powers)
ME = "GERMANY"


def said(text: str) -> Said:
    if text.startswith("("):
        return read_message(text, dpp_words(STANDARD.board))
    return read_speech(from_text(text), daide_words(STANDARD.board), 130)


def before() -> View:
    """France and Germany are at peace; Russia promised it, and attacked Berlin."""
    position = replace(
        Position.parse(TABLE["position"].replace("\n", ""), STANDARD.board),
        owners=STANDARD.start.owners,
    )
    spring = Phase.parse("S1901M")
    heard = (
        Heard(spring, 0, "FRANCE", dpp.CeaseFire(), 1),
        Heard(spring, 0, "RUSSIA", dpp.CeaseFire(), 2),
    )
    spoken = (
        Spoken(spring, "FRANCE", dpp.Yes(dpp.CeaseFire()), 3),
        Spoken(spring, "RUSSIA", dpp.Yes(dpp.CeaseFire()), 4),
    )
    return View(STANDARD, position, ME, 1, game=5, history=history(), heard=heard, spoken=spoken)


def history() -> tuple[Resolution, ...]:
    first = process(STANDARD, STANDARD.start, {"RUSSIA": ["A WAR - SIL"]}, STANDARD.rule_set)
    attack = process(STANDARD, first.position, {"RUSSIA": ["A SIL - BER"]}, STANDARD.rule_set)
    return (first, attack)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['from'][:3]} {row['said'][:60]}")
def test_what_is_answered(row: dict[str, Any]) -> None:
    view, message = before(), said(row["said"])
    heard = Heard(view.position.phase, 0, row["from"], message, 10)
    view = replace(view, heard=(*view.heard, heard))
    traits = Traits(loyalty=row.get("loyalty", 70))
    begun = time.perf_counter()
    answers = list(PartnerBot(traits).replies(view, [heard]))
    assert time.perf_counter() - begun < 1
    assert [to for to, _ in answers if to != row["from"]] == row.get("sends", [])
    words = [_word(one) for _, one in answers]
    assert (words[0] if words else "") == row["answer"], press_text(
        [m for _, m in answers], STANDARD
    )
    for word in row.get("also", ()):
        assert any(word in press_text((one,), STANDARD) for _, one in answers[1:])
    if "why" in row:
        now = Situation(view, traits)
        (part, *_) = in_daide(message, exchange_with(view, now.lines, row["from"]))
        assert reply_to(now, row["from"], part).thought.why.value == row["why"]


def _word(one: Said) -> str:
    """The word that a message begins with; a complaint is one whatever its form."""
    word = press_text((one,), STANDARD).split("\n")[-1].partition(": ")[2].lstrip("(")[:3]
    return {"NOP": "REJ", "HUH": "TRY"}.get(word, word)


_DAIDE = frozenset(
    [
        "PCE",
        "ALY",
        "VSS",
        "DRW",
        "SLO",
        "NOT",
        "NAR",
        "XDO",
        "DMZ",
        "AND",
        "ORR",
        "SCD",
        "OCC",
        "CHO",
        "FOR",
        "XOY",
        "YDO",
        "SND",
        "FWD",
        "BCC",
        "PRP",
        "FCT",
        "CCL",
        "YES",
        "INS",
        "QRY",
        "SUG",
        "THK",
        "IDK",
        "WHT",
        "HOW",
        "EXP",
        "IFF",
        "THN",
        "FRM",
        "WHY",
        "POB",
    ]
)


def test_there_is_a_row_for_every_word() -> None:
    """All of DPP's messages but those of the game master, and all of DAIDE's press."""
    texts = [row["said"] for row in ROWS]
    ours = {text[1:4] for text in texts if text.startswith("(")}
    masters = {"END", "CDD", "TME", "SUB", "ORD"}
    assert set(KEYWORDS) - masters == ours
    theirs = {word for text in texts if not text.startswith("(") for word in _words(text)}
    assert theirs >= _DAIDE


def _words(text: str) -> list[str]:
    return text.replace("(", " ").replace(")", " ").split()
