"""Press between programs that speak different languages."""

from __future__ import annotations

from typing import Final

from dragoman.press.afterthoughts import Afterthought
from dragoman.press.daide import speech
from dragoman.press.daide.speech import Speech
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import WORDS, Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import Said
from dragoman.press.to_daide import to_daide
from dragoman.press.to_dpp import to_dpp
from dragoman.refusal import ActionRefused
from dragoman.sockets.table import GameTable, PressSpoken, TableSeat

_COMPLAINTS: Final = (
    speech.Puzzled,
    speech.Understood,
    dpp.Try,
    dpp.Puzzled,
    dpp.Active,
    dpp.Passive,
)
"""Messages that are never answered with another of these."""


class Interpreter:
    """Stands beside one program: tells it what others say in its own language, and where that has
    no words for it answers in its name that it does not understand."""

    def __init__(self, table: GameTable) -> None:
        self._table = table
        self._last: dict[str, Speech] = {}
        self._answered: set[str] = set()
        """The last message of the program to each power, as DAIDE says it."""

    def said(self, me: str, to: tuple[str, ...], message: Said) -> None:
        """The program said something: an answer that names no message is about that."""
        for power in to:
            try:
                told = self._speeches(message, me, power)
            except Unsayable:
                continue
            self._last[power] = told[-1]

    def in_daide(self, heard: PressSpoken, me: str) -> tuple[tuple[Speech, ...], Said | None]:
        """A message to a power in DAIDE; and the answer if it cannot be said."""
        if isinstance(heard.message, Afterthought):
            return (), None  # that is for people
        try:
            return self._speeches(heard.message, heard.sender, me), None
        except Unsayable:
            return (), self.complaint(heard)

    def in_dpp(self, heard: PressSpoken, me: str) -> tuple[tuple[dpp.Message, ...], Said | None]:
        """A message to a power in DPP; and the answer if it cannot be said."""
        if isinstance(heard.message, Afterthought):
            return (), None  # that is for people
        if not isinstance(heard.message, Speech):
            return (heard.message,), None
        try:
            return (to_dpp(heard.message, self._exchange(heard.sender, me)),), None
        except Unsayable:
            return (), self.complaint(heard)

    def answer(self, seat: TableSeat, to: str, answer: Said) -> None:
        """Answer a power in the program's name, if there is press now."""
        try:
            self._table.speak(seat, (to,), answer)
        except ActionRefused:
            return

    def complaint(self, heard: PressSpoken) -> Said | None:
        """The answer to what cannot be said to the program; to words of people once alone."""
        message = heard.message
        if isinstance(message, _COMPLAINTS):
            return None
        if isinstance(message, speech.FreeText):
            if heard.sender in self._answered:
                return None
            self._answered.add(heard.sender)
        if not isinstance(message, Speech):
            return dpp.Try(tuple(WORDS))
        words = dict.fromkeys(theirs for words in WORDS.values() for theirs in words)
        return speech.Understood(tuple(words))

    def _speeches(self, message: Said, sender: str, receiver: str) -> tuple[Speech, ...]:
        if isinstance(message, Speech):
            return (message,)
        if isinstance(message, Afterthought):
            raise Unsayable("an afterthought is for people")
        told = to_daide(message, self._exchange(sender, receiver))
        found = tuple(one for one in told if isinstance(one, Speech))
        if not found or len(found) < len(told):
            raise Unsayable("this is nothing that powers say to each other in DAIDE")
        return found

    def _exchange(self, sender: str, receiver: str) -> Exchange:
        table = self._table
        position = table.game.position
        last = self._last.get(sender)
        return Exchange(table.variant.board, sender, receiver, position, last)
