"""What a person says to a power, as a line of DPP."""

from __future__ import annotations

from dragoman.press.dpp.language import TextFault, read_message, write_message
from dragoman.press.dpp.messages import SendOn
from dragoman.press.dpp.vocabulary import Vocabulary
from dragoman.press.grammar import Unsayable
from dragoman.refusal import ActionRefused


def press_line(power: str, text: str, words: Vocabulary) -> str:
    """The line that has the game master tell a power this: a message of DPP, in brackets, or else
    words of people, in quotation marks.

    Raises:
        ActionRefused: if it begins with a bracket and is no message.
    """
    if not text.startswith("("):
        quoted = text.replace("'", "''")
        return f"(SND {words.power(power)} '{quoted}')"
    remedy = "words for people begin without a bracket"
    try:
        return write_message(SendOn(power, (read_message(text, words),)), words)
    except TextFault as fault:
        what = f"this is no message of DPP, from sign {fault.diagnostic.column} on"
        raise ActionRefused("misread", f"{what}: {fault.diagnostic.what}", remedy) from None
    except Unsayable as unsayable:
        raise ActionRefused("misread", str(unsayable), remedy) from None
