"""What programs say to each other, in the languages of people."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dragoman.game import Variant
from dragoman.press.daide.speech import Speech
from dragoman.press.daide.speech_grammar import SPEECH
from dragoman.press.dpp.language import FORMS
from dragoman.press.dpp.messages import Message
from dragoman.reports.statements.phrasebook import Phrasebook

_WORDS: Final = Path(__file__).with_name("words")


def told_speech(said: Speech, variant: Variant, language: str = "en") -> str:
    """What a message of DAIDE's press says.

    Raises:
        ValueError: if there are no words for the language.
    """
    return Phrasebook(variant, language, _WORDS).part_as_sentence(SPEECH.part(said))


def told_message(message: Message, variant: Variant, language: str = "en") -> str:
    """What a message of DPP says.

    Raises:
        ValueError: if there are no words for the language.
    """
    return Phrasebook(variant, language, _WORDS).part_as_sentence(FORMS.part(message))
