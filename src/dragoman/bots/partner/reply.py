"""The answer of a partner to a message."""

from __future__ import annotations

from enum import Enum

from dragoman.bots.partner.thoughts import Thought, Why
from dragoman.press.daide.speech import Speech
from dragoman.quick_dataclass import dataclass


class ReplyKind(Enum):
    """The first word of an answer."""

    AGREES = "YES"
    REFUSES = "REJ"
    NO_COMMENT = "BWX"
    PUZZLED = "HUH"
    NOTHING = ""
    """What is said besides is the answer, or none is needed."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a message, what is said besides, such as another offer, and the reason."""

    kind: ReplyKind
    thought: Thought
    follows: tuple[Speech, ...] = ()
    sends: tuple[tuple[str, Speech], ...] = ()
    """Messages to others that it was asked to send."""


def agrees(why: Why, power: str, *follows: Speech, gain: float = 0.0) -> Reply:
    """The answer that agrees."""
    return Reply(ReplyKind.AGREES, Thought(why, power, gain=gain), follows)


def refuses(why: Why, power: str, *follows: Speech, gain: float = 0.0) -> Reply:
    """The answer that refuses."""
    return Reply(ReplyKind.REFUSES, Thought(why, power, gain=gain), follows)


def passes(why: Why, power: str) -> Reply:
    """The answer that says nothing to it."""
    return Reply(ReplyKind.NO_COMMENT, Thought(why, power))


def is_puzzled(power: str) -> Reply:
    """The answer to what makes no sense."""
    return Reply(ReplyKind.PUZZLED, Thought(Why.UNCLEAR, power))


def says(why: Why, power: str, *follows: Speech) -> Reply:
    """The answer that is another message, or none."""
    return Reply(ReplyKind.NOTHING, Thought(why, power), follows)
