"""Press of programs among people: what they say as a text that people can read, and back."""

from __future__ import annotations

from typing import Final

from dragoman.game import Variant
from dragoman.press.daide.language import MessageFault, read_speech, write_speech
from dragoman.press.daide.speech import FreeText, Speech
from dragoman.press.daide.tokens import BadTokens, from_text, to_text
from dragoman.press.daide.vocabulary import vocabulary_of as daide_vocabulary
from dragoman.press.dpp.language import TextFault, read_message, write_message
from dragoman.press.dpp.vocabulary import vocabulary_of as dpp_vocabulary
from dragoman.press.plain_words import told_message, told_speech
from dragoman.sockets.events import Said

_DAIDE: Final = "DAIDE: "
_DPP: Final = "DPP: "
_LEVEL: Final = 130


def press_text(said: Said, variant: Variant, language: str = "en") -> str:
    """What a program says, in words of people; the last line has it in the program's own."""
    if isinstance(said, FreeText):
        return said.text
    if isinstance(said, Speech):
        words = to_text(write_speech(said, daide_vocabulary(variant.board)))
        return f"{told_speech(said, variant, language)}\n{_DAIDE}{words}"
    words = write_message(said, dpp_vocabulary(variant.board))
    return f"{told_message(said, variant, language)}\n{_DPP}{words}"


def read_press(text: str, variant: Variant) -> Said:
    """What a text says to programs: its last line, if that is a message of DAIDE or DPP, else all
    of it as the words of people."""
    line = text.rstrip().rpartition("\n")[2].strip()
    try:
        if line.startswith(_DPP) or line.startswith("("):
            return read_message(line.removeprefix(_DPP), dpp_vocabulary(variant.board))
        words = daide_vocabulary(variant.board)
        return read_speech(from_text(line.removeprefix(_DAIDE)), words, _LEVEL)
    except (TextFault, MessageFault, BadTokens, ValueError):
        return FreeText(text)
