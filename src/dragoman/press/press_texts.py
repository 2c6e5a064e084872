"""Press of programs among people: what they say as a text that people can read, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from dragoman.board import Board
from dragoman.game import Variant
from dragoman.press.afterthoughts import (
    NOTE,
    Afterthought,
    read_afterthought,
    write_afterthought,
)
from dragoman.press.daide.language import MessageFault, read_speech, write_speech
from dragoman.press.daide.speech import FreeText, Speech
from dragoman.press.daide.tokens import BadTokens, from_text, to_text
from dragoman.press.daide.vocabulary import vocabulary_of as daide_vocabulary
from dragoman.press.dpp.language import TextFault, read_message, write_message
from dragoman.press.dpp.messages import Message
from dragoman.press.dpp.vocabulary import vocabulary_of as dpp_vocabulary
from dragoman.press.grammar import Unsayable
from dragoman.press.plain_words import told_letter, told_message, told_speech
from dragoman.refusal import ActionRefused
from dragoman.remembered import remembered

Said: TypeAlias = Speech | Message | Afterthought
"""Press, in the language in which it was said."""

_DAIDE: Final = "DAIDE: "
_DPP: Final = "DPP: "
_LEVEL: Final = 130
_BYTES_OF_MESSAGE: Final = 4_000
_BEGINNING: Final = re.compile(r"[A-Za-z]{3}\s*\(|'")
"""How messages of DAIDE begin: by a word before a bracket, or as a string. What people write does
not, mostly, and to read all of it as tokens takes long."""


def press_text(said: Sequence[Said], variant: Variant, language: str = "en") -> str:
    """The message of a program, in words of people; the last lines have it in the program's own."""
    words = [_told(one, variant, language) for one in said]
    programs = [_line(one, variant) for one in said if not isinstance(one, FreeText)]
    return "\n".join((*words, *programs))


def read_press(text: str, variant: Variant) -> tuple[Said, ...]:
    """The messages to programs in a text: its last lines, as far as those are messages of DAIDE or
    DPP, else all of it as the words of people."""
    return _read_all(text, variant.board)


@remembered(lambda found: _BYTES_OF_MESSAGE * len(found))
def _read_all(text: str, board: Board) -> tuple[Said, ...]:
    found: list[Said] = []
    for line in reversed(text.rstrip().split("\n")):
        said = _read(line.strip(), board)
        if said is None:
            break
        found.append(said)
    return tuple(found[::-1]) or (FreeText(text),)


def as_read(said: Said, variant: Variant) -> Said:
    """The message of a program as others read it that are sent its text.

    Raises:
        Unsayable: if its language has no word for it.
    """
    if isinstance(said, FreeText):
        return said
    found = _read(_line(said, variant), variant.board)
    if found is None:
        raise Unsayable(f"nobody can read {said!r}")
    return found


def retold(text: str, variant: Variant, language: str) -> str:
    """The messages to programs in a text, in a language of people; empty where it says nothing to
    them, or says this already."""
    said = [one for one in read_press(text, variant) if not isinstance(one, FreeText)]
    words = "\n".join(_told(one, variant, language) for one in said)
    return "" if words in text else words


def _told(said: Said, variant: Variant, language: str) -> str:
    if isinstance(said, FreeText):
        return said.text
    if isinstance(said, Afterthought):
        return told_letter((said,), variant, language)
    if isinstance(said, Speech):
        return told_speech(said, variant, language)
    return told_message(said, variant, language)


def _line(said: Said, variant: Variant) -> str:
    if isinstance(said, Afterthought):
        return write_afterthought(said)
    if isinstance(said, Speech):
        try:
            words = daide_vocabulary(variant.board)
        except ActionRefused as refused:
            raise Unsayable(f"DAIDE has no words for this board: {refused}") from None
        return _DAIDE + to_text(write_speech(said, words))
    return _DPP + write_message(said, dpp_vocabulary(variant.board))


def _read(line: str, board: Board) -> Said | None:
    """The message to programs in a line, if it is one."""
    if line.startswith(NOTE):
        return read_afterthought(line, board)
    try:
        if line.startswith((_DPP, "(")):
            return read_message(line.removeprefix(_DPP), dpp_vocabulary(board))
        tokens = line.removeprefix(_DAIDE).lstrip()
        if not _BEGINNING.match(tokens):
            return None
        return read_speech(from_text(tokens), daide_vocabulary(board), _LEVEL)
    except (TextFault, MessageFault, BadTokens, ValueError, ActionRefused):
        return None  # or there are no words for this map
