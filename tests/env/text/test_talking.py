"""The words that may come next in a message of DAIDE: whoever keeps to them says a message of the
level, and every message can be said so."""

from __future__ import annotations

from random import Random

import pytest

from dragoman.env.text import press_following
from dragoman.errors import DragomanError
from dragoman.game import find_variant
from dragoman.press.daide.language import MessageFault, read_speech
from dragoman.press.daide.tokens import from_text, to_text
from dragoman.press.daide.vocabulary import vocabulary_of
from tests.env.text.random_games import LARGE, STANDARD

BOARD = find_variant(STANDARD).board
MESSAGES = {
    10: ["PRP (ALY (FRA ENG) VSS (GER))", "YES (PRP (PCE (FRA ENG)))", "FCT (NOT (PCE (FRA ENG)))"],
    20: ["PRP (XDO ((FRA FLT BRE) MTO ECH))", "PRP (DMZ (FRA ENG) (ECH NTH))"],
    30: ["PRP (AND (PCE (FRA ENG)) (XDO ((FRA AMY PAR) SUP (FRA AMY MAR) MTO BUR)))"],
    40: ["PRP (SCD (FRA PAR MAR) (ENG LON))"],
    60: ["QRY (PCE (FRA ENG))", "SUG (DRW)"],
    80: ["EXP (SPR 1901) (PRP (PCE (FRA ENG)))"],
    100: ["IFF (PCE (FRA ENG)) THN (PRP (DRW)) ELS (PRP (SLO (FRA)))"],
    130: ["WHY (PRP (PCE (FRA ENG)))"],
}


@pytest.mark.parametrize("level", MESSAGES)
def test_every_message_can_be_said_word_by_word(level: int) -> None:
    for text in MESSAGES[level]:
        tokens = from_text(text)
        for length, token in enumerate(tokens):
            word = "1" if isinstance(token, int) else str(token)
            assert word in press_following(to_text(tokens[:length]), BOARD, level), (text, token)
        assert "" in press_following(text, BOARD, level)
        lower = max((one for one in (0, *MESSAGES) if one < level), default=0)
        with pytest.raises(MessageFault):
            read_speech(tokens, vocabulary_of(BOARD), lower)


@pytest.mark.parametrize("level", [10, 40, 130])
def test_walks_say_messages_of_the_level(level: int) -> None:
    dice, words, whole = Random(level), vocabulary_of(BOARD), 0
    for _ in range(8):
        said = ""
        for length in range(30):
            following = press_following(said, BOARD, level)
            assert following, said
            if following[0] == "":
                read_speech(from_text(said), words, level)
                whole += 1
                if length > 10 or dice.random() < 0.5:
                    break
            choices = [one for one in following if one not in ("", "TRY", "HUH")]
            if not choices:
                break
            short = [one for one in choices if one in (")", "PCE", "DRW", "FRA", "ENG", "PRP")]
            said += f" {dice.choice(short if short and length > 5 else choices)}"
    assert whole > 4


def test_what_no_message_begins_with_is_followed_by_nothing() -> None:
    assert press_following("PRP (XDO", BOARD, 10) == ()
    assert press_following("hello", BOARD, 130) == () == press_following("PRP 'x", BOARD, 130)
    assert press_following("", BOARD, 10)[:1] != ("",)
    assert press_following("PRP (PCE (FRA", BOARD, 10) == tuple(
        ["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
    )
    with pytest.raises(DragomanError, match="DAIDE has 256 at most"):
        press_following("", find_variant(LARGE).board, 10)
    with pytest.raises(DragomanError, match="level is one of"):
        press_following("", BOARD, 11)
