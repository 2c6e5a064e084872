"""A game played in text: rounds of press, then orders, each answer kept as it came beside what was
read in it and what was judged."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from dragoman.env.text.answers_read import AnswerRead, parse
from dragoman.env.text.labels import order_labels
from dragoman.env.text.prompts import (
    Length,
    check_told,
    due,
    ordered_units,
    orders_of,
    orders_text,
    state_text,
)
from dragoman.env.text.talking import (
    Speaker,
    TableTalk,
    TalkRead,
    TalkRules,
    read_talk,
    talk_told,
)
from dragoman.errors import DragomanError, checked
from dragoman.formats.records.diplomacy_package import write_saved_game
from dragoman.game import Game, Resolution, Variant
from dragoman.rules import PhaseKind, Position

Stage = Literal["press", "orders", "over"]
_YEARS: Final = 35
"""The years that a game lasts at most, where nothing is said."""
_NO_TALK: Final = TalkRules(rounds=0)


@checked
class TextGame:
    """A game whose powers are played by whoever reads and writes text.

    Before each movement there are the rounds of ``talk``, in each of which all powers speak; what
    they say is heard when the round is over. Then all order. Who leaves units without an order, or
    orders what cannot be carried out, is asked again, up to ``tries`` times in all; a unit without
    an order has none, and what becomes of it is for the rules to say. A game ends as its rules say,
    or after ``last_year``, by default 35 years. It begins at ``start``, as any row of a
    ``BatchEnv`` (``env.positions([0])``); ``length`` is that of the texts.

    Raises:
        VariantError: if there is no such variant.
        DragomanError: if powers do not see all of the board, or it is no game of Diplomacy; if
            DAIDE has no words for press on it; or if a number is out of range.
    """

    def __init__(
        self,
        variant: Variant | str | Path = "standard",
        *,
        talk: TalkRules = _NO_TALK,
        tries: int = 1,
        last_year: int | None = None,
        start: Position | str | None = None,
        length: Length = "medium",
    ) -> None:
        if tries < 1:
            raise DragomanError(f"tries is 1 or more, not {tries}")
        self.talk, self.tries = talk, tries
        self.length: Length = length
        self.game = Game(variant, position=start)
        check_told(self.game, length)
        talk.check_board(self.game.board)
        first = self.game.phase.year
        self.last_year = first + _YEARS - 1 if last_year is None else last_year
        if self.last_year < first:
            raise DragomanError(f"last_year is {first} or later, not {last_year}")
        self.said: list[TableTalk] = []
        """All messages so far."""
        self.answers: list[dict[str, Any]] = []
        """All answers so far, each with its ``phase``, ``stage``, ``round``, ``power`` and
        ``answer``: raw, read and judged."""
        self._told: dict[str, str] = {}
        self._again: list[str] = []
        self._new: list[TableTalk] = []
        self.asked: tuple[str, ...] = ()
        """The powers that have still to answer."""
        self.round = 0
        """The round of press or, where orders are asked for, the try, from 0."""
        self.stage: Stage = "orders"
        self._words: dict[str, int] = {}
        self._open_phase()

    @property
    def is_late(self) -> bool:
        """True if the last year is over, and nobody has won."""
        return self.game.phase.year > self.last_year and not self.game.is_over

    def words_left(self, power: str) -> int:
        """The words that a power can still say before this movement; 0 where there is no press."""
        return self._words.get(power, 0) if self.stage == "press" else 0

    def observed(self, power: str) -> dict[str, Any]:
        """All that a power is told: ``stage``, ``round``, whether it is ``asked``, ``words_left``,
        and as texts the ``state``, its legal ``orders``, what it ``heard`` and said before this
        movement, and what was wrong with its last answer (``told``)."""
        phase = str(self.game.phase)
        said = [one for one in self.said if one.phase == phase]
        return {
            "stage": self.stage,
            "round": self.round,
            "asked": power in self.asked,
            "words_left": self.words_left(power),
            "state": state_text(self.game, power, self.length),
            "orders": "" if self.stage == "over" else orders_text(self.game, power, self.length),
            "heard": talk_told(said, power),
            "told": self._told.get(power, ""),
        }

    def answer(self, power: str, text: str) -> AnswerRead | TalkRead:
        """Take the answer of a power that is asked. When all have answered the round is over, or
        the phase is carried out.

        Raises:
            DragomanError: if it is not asked.
        """
        if power not in self.asked:
            raise DragomanError(f"{power} is not asked; {', '.join(self.asked) or 'nobody'} is")
        found = self._spoken(power, text) if self.stage == "press" else self._ordered(power, text)
        row = {"phase": str(self.game.phase), "stage": self.stage, "round": self.round}
        self.answers.append({**row, "power": power, "answer": found.data()})
        self._told[power] = found.text()
        self.asked = tuple(one for one in self.asked if one != power)
        if not self.asked:
            self._close_round()
        return found

    def _spoken(self, power: str, text: str) -> TalkRead:
        others = tuple(one for one in self.game.survivors if one != power)
        phase = str(self.game.phase)
        speaker = Speaker(power, others, phase, self.round, self._words[power])
        found = read_talk(text, self.game.board, self.talk, speaker)
        self._words[power] -= found.words
        self._new += found.said
        return found

    def _ordered(self, power: str, text: str) -> AnswerRead:
        found = parse(self.game, power, text)
        self.game.order(power, found.accepted)
        if not found.is_complete:
            self._again.append(power)
        return found

    # Rounds and phases

    def _open_phase(self) -> None:
        """Ask for press before a movement, else for orders."""
        while not (self.game.is_over or self.is_late):
            is_movement = self.game.phase.kind is PhaseKind.MOVEMENT
            self._words = dict.fromkeys(self.game.survivors, self.talk.words)
            self.round = 0
            if is_movement and self.talk.rounds and len(self.game.survivors) > 1:
                self.stage, self.asked = "press", self.game.survivors
                return
            self._ask_for_orders()
            if self.asked:
                return
            self.game.process()
        self.stage, self.asked = "over", ()

    def _ask_for_orders(self) -> None:
        self.stage, self.round = "orders", 0
        self.asked = tuple(one for one in self.game.survivors if self._has_to_order(one))

    def _has_to_order(self, power: str) -> bool:
        if self.game.phase.kind is PhaseKind.ADJUSTMENT:
            return bool(due(self.game, power) and orders_of(self.game, power))
        return bool(ordered_units(self.game, power))

    def _close_round(self) -> None:
        if self.stage == "press":
            self.said += self._new
            self._new = []
            self.round += 1
            if self.round < self.talk.rounds:
                self.asked = self.game.survivors
            else:
                self._ask_for_orders()
            return
        again, self._again = self._again, []
        self.round += 1
        if again and self.round < self.tries:
            self.asked = tuple(again)
            return
        self.game.process()
        self._told = {}
        self._open_phase()

    # Kept

    def labels(self, resolution: Resolution | None = None) -> list[Any]:
        """The labels of the orders of a phase, the last by default (see ``order_labels``)."""
        chosen = self.game.resolution if resolution is None else resolution
        return [] if chosen is None else [*order_labels(self.game.variant, chosen)]

    def record(self) -> dict[str, Any]:
        """The game with all that was said and answered, of texts, numbers and lists alone:
        ``game`` (as ``Game.to_dict`` has it), ``talk``, ``said`` and ``answers``."""
        talk = self.talk
        return {
            "game": self.game.to_dict(),
            "talk": {
                "rounds": talk.rounds,
                "words": talk.words,
                "level": talk.level,
                "public": talk.public,
            },
            "said": [one.data() for one in self.said],
            "answers": [*self.answers],
        }

    def saved(self, name: str = "dragoman") -> str:
        """The game with its press, as the ``diplomacy`` package saves games. What is said to all is
        to ``GLOBAL`` there, what is said to several is said to each."""
        messages: dict[str, list[dict[str, Any]]] = {}
        for number, one in enumerate(self.said):
            everybody = self.talk.public or len(one.to) == len(self.game.powers) - 1
            for to in ("GLOBAL",) if everybody else one.to:
                row = {"sender": one.sender, "recipient": to, "time_sent": number}
                row |= {"phase": one.phase, "message": one.text}
                messages.setdefault(one.phase, []).append(row)
        return write_saved_game(self.game, name, messages)
