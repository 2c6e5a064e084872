"""What bots say to each other before they order, in DPP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, Protocol, runtime_checkable

from dragoman.board import Board
from dragoman.bots.bot import Bot, Heard, View
from dragoman.orders import Order
from dragoman.press.dpp.language import read_message, write_message
from dragoman.press.dpp.messages import Message
from dragoman.press.dpp.vocabulary import vocabulary_of

ROUNDS: Final = 3
"""How often each may speak before a movement."""


@runtime_checkable
class Talker(Protocol):
    """A bot that talks."""

    def __call__(self, view: View) -> Iterable[Order]: ...

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Message]]:
        """What it says to which powers, when its turn to speak comes for the first time in a
        phase (0), the second (1), and so on; what it has heard is in ``view.heard``."""
        ...


def conversed(bots: Mapping[str, Bot], views: Mapping[str, View]) -> dict[str, View]:
    """The views of bots after those that talk have spoken to each other ``ROUNDS`` times, with what
    they heard. All speak at a time; what they say comes to those who talk, too, as text of the
    protocol.

    Raises:
        Unsayable: if one says what the protocol has no word for.
    """
    found = dict(views)
    talkers = {power: bot for power, bot in bots.items() if isinstance(bot, Talker)}
    for turn in range(ROUNDS):
        told = [
            (sender, to, _as_text(found[sender].variant.board, message))
            for sender, bot in talkers.items()
            for to, message in bot.says(found[sender], turn)
            if to in talkers and to != sender
        ]
        for sender, to, text in told:
            view = found[to]
            message = read_message(text, vocabulary_of(view.variant.board))
            heard = Heard(view.position.phase, turn, sender, message)
            found[to] = replace(view, heard=(*view.heard, heard))
    return found


def _as_text(board: Board, message: Message) -> str:
    return write_message(message, vocabulary_of(board))
