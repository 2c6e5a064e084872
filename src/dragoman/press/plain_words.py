"""The messages of programs in the languages of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dragoman.game import Variant
from dragoman.press.afterthoughts import Afterthought, afterthought_part
from dragoman.press.daide.speech import Speech
from dragoman.press.daide.speech_grammar import SPEECH
from dragoman.press.dpp.language import FORMS
from dragoman.press.dpp.messages import Message
from dragoman.reports.statements.phrasebook import Phrasebook, PhrasebookInFull
from dragoman.reports.statements.statement import Part, Statement
from dragoman.words import word_file

_WORDS: Final = Path(__file__).with_name("words")


def told_speech(said: Speech, variant: Variant, language: str = "en") -> str:
    """A message of DAIDE's press in words of people.

    Raises:
        ValueError: if there are no words for the language.
    """
    return _told(SPEECH.part(said), variant, language)


def told_message(message: Message, variant: Variant, language: str = "en") -> str:
    """A message of DPP in words of people.

    Raises:
        ValueError: if there are no words for the language.
    """
    return _told(FORMS.part(message), variant, language)


def told_letter(
    messages: Sequence[Message | Speech | Afterthought], variant: Variant, language: str = "en"
) -> str:
    """Messages of a program as the sentences of a letter, with the whole names of places.

    Raises:
        ValueError: if there are no words for the language.
    """
    sentences = word_file(_WORDS, language)
    book = PhrasebookInFull(variant, language, _WORDS)
    parts = (_part(one) for one in messages)
    told = [book.part_as_sentence(_in_letter(_in_one(one, sentences), sentences)) for one in parts]
    return " ".join(one if one[-1:] in ".?!" else f"{one}." for one in told)


def _part(one: Message | Speech | Afterthought) -> Part:
    if isinstance(one, Afterthought):
        return afterthought_part(one)
    return SPEECH.part(one) if isinstance(one, Speech) else FORMS.part(one)


def _in_letter(part: Part, sentences: Mapping[str, Any]) -> Part:
    """The same with the sentence of a letter, where there is one for it."""
    if not isinstance(part, Statement):
        return part
    name = part.key.partition(".")[2]
    parts = {key: _unwrapped(one) for key, one in part.parts.items()}
    for about in parts.values():
        if isinstance(about, Statement):
            joined = f"{name}-{about.key.partition('.')[2]}"
            if joined in sentences["letter"]:
                return Statement(f"letter.{joined}", about.parts)
    return Statement(f"letter.{name}", parts) if name in sentences["letter"] else part


def _unwrapped(part: Part) -> Part:
    """The part within one that only puts a sign or a blank around it."""
    if isinstance(part, Statement) and part.key in ("press.said", "press.units"):
        return next(iter(part.parts.values()))
    return part


def _told(part: Part, variant: Variant, language: str) -> str:
    sentences = word_file(_WORDS, language)
    return Phrasebook(variant, language, _WORDS).part_as_sentence(_in_one(part, sentences))


def _in_one(part: Part, sentences: Mapping[str, Any]) -> Part:
    """The same, with one sentence for a message about another where there is such a sentence:
    ``YES-PRP`` for an answer to a proposal, ``NOT-PCE`` for no peace."""
    match part:
        case tuple():
            return tuple(_in_one(one, sentences) for one in part)
        case Statement(key, parts):
            told = {name: _in_one(one, sentences) for name, one in parts.items()}
            about = next(iter(told.values())) if len(told) == 1 else None
            if isinstance(about, Statement):
                joined = f"{key}-{about.key.partition('.')[2]}"
                table, _, name = joined.partition(".")
                if name in sentences[table]:
                    return Statement(joined, about.parts)
            return Statement(key, told)
        case _:
            return part
