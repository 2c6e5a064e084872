"""A bot at a table: it hears of turns, talks if it can, and gives its orders."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from dragoman.board import Unit
from dragoman.bots import Bot, Heard, Replier, Spoken, Talker, View, Voter, entered_after
from dragoman.bots.bot import ROUNDS
from dragoman.game import Resolution
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import Said
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase, PhaseKind
from dragoman.sockets.interpreter import Interpreter
from dragoman.sockets.orders_due import defaults, is_complete
from dragoman.sockets.room import Room
from dragoman.sockets.table import (
    Event,
    GameTable,
    Moved,
    PressSpoken,
    SeatLeft,
    SeatTaken,
    TableBegan,
    Turned,
)
from dragoman.values import FrozenMap

_LOG = logging.getLogger(__name__)
Thought: TypeAlias = tuple[Any, ...]
"""Orders, or what is said."""
Thinking: TypeAlias = Callable[[Callable[[], Thought], Callable[[Thought], None]], None]
"""Takes what works something out, and whom to hand it to: at once, or when it is there."""
Pausing: TypeAlias = Callable[[Callable[[], None]], None]
"""Takes what is to be called after a while, in which the others speak."""
_Turn: TypeAlias = tuple[int, Phase]
_MOST_ANSWERS: Final = 40
"""How often it answers a power in a turn, at most."""
_TALKS_FROM: Final = 10
"""The seconds that a turn has to have left for talk."""


def at_once(work: Callable[[], Thought], deliver: Callable[[Thought], None]) -> None:
    """Work something out while everybody waits."""
    deliver(work())


class BotPlayer:
    """A bot that has taken a seat at a table. ``wish`` is the power it is to play, if that is free;
    with ``takes_over`` it sits down in a room at the seat of that power, which somebody left. At a
    game of the judge ``version`` is its token. ``thinking`` says where it thinks, ``pausing`` how
    it waits for what others say: without that it does not talk (see ``dragoman.bots.bot``).

    Raises:
        ActionRefused: if there is no seat for it.
    """

    def __init__(
        self,
        table: GameTable,
        bot: Bot,
        name: str = "bot",
        seed: int = 0,
        wish: str | None = None,
        takes_over: bool = False,
        version: str = "",
        thinking: Thinking = at_once,
        pausing: Pausing | None = None,
    ) -> None:
        self._table, self._bot, self._seed = table, bot, seed
        self._thinking, self._pausing = thinking, pausing
        self._interpreter = Interpreter(table)
        self._heard: list[Heard] = []
        self._told: list[Spoken] = []
        self._answered: Counter[tuple[_Turn, str]] = Counter()
        """How often it has answered a power in a turn."""
        self._talks_in: _Turn | None = None
        self._spoke = 0
        """The number of times that it has spoken in this turn, but for the first."""
        self._entered: FrozenMap[Unit, int] = FrozenMap()
        for moment, resolution in enumerate(table.game.history, 1):
            self._enter(resolution, moment)
        if takes_over and wish is not None and isinstance(table, Room):
            self._seat = table.take_over(wish, name, version, self._hear)
            self._take_turn()
        else:
            self._seat = table.join(name, version, self._hear, wish)
            table.ready(self._seat)

    @property
    def power(self) -> str:
        """The power it plays."""
        return self._seat.power

    def leave(self) -> None:
        """Leave the table."""
        self._table.leave(self._hear)

    def _hear(self, event: Event) -> None:
        match event:
            case Turned(resolution):
                self._enter(resolution, len(self._table.game.history))
                self._take_turn()
            case TableBegan() | Moved() | SeatLeft() | SeatTaken():
                self._take_turn()
            case PressSpoken() if isinstance(self._bot, Talker):
                self._listen(event)
            case _:
                pass

    def _listen(self, event: PressSpoken) -> None:
        """Keep in mind what it is told, and answer it at once if it can."""
        told, _ = self._interpreter.in_dpp(event, self._seat.power)
        bot, phase, sender = self._bot, self._table.game.phase, event.sender
        said: tuple[Said, ...] = told
        if not told and isinstance(bot, Replier):
            said = (event.message,)  # it knows more than DPP has words for
        heard = [
            Heard(phase, self._spoke, sender, one, self._number + place)
            for place, one in enumerate(said)
        ]
        self._heard += heard
        turn = self._turn
        if not isinstance(bot, Replier) or not heard or not self._is_in(turn):
            return
        self._answered[turn, sender] += 1
        if self._answered[turn, sender] > _MOST_ANSWERS:
            return
        view = self._view()

        def deliver(answers: Thought) -> None:
            if self._is_in(turn):
                self._send(answers)
                if self._talks_in != turn:
                    self._order()  # what was agreed on may be other than what it ordered

        self._thinking(lambda: self._kept_from_failing(lambda: bot.replies(view, heard)), deliver)

    def _send(self, said: Thought) -> None:
        """Say something, as far as there is press now."""
        power = self._seat.power
        for to, message in said:
            try:
                self._interpreter.said(power, (to,), message)
                self._table.speak(self._seat, (to,), message)
            except (ActionRefused, Unsayable):
                return
            phase = self._table.game.phase
            self._told.append(Spoken(phase, to, message, self._number))

    @property
    def _number(self) -> int:
        return len(self._heard) + len(self._told)

    def _enter(self, resolution: Resolution, moment: int) -> None:
        board = self._table.variant.board
        self._entered = entered_after(board, self._entered, resolution, moment)

    @property
    def _turn(self) -> _Turn:
        return len(self._table.game.history), self._table.game.phase

    def _is_in(self, turn: _Turn) -> bool:
        return self._table.is_running and self._turn == turn

    def _take_turn(self) -> None:
        """Talk, if there is somebody to talk to and time for it, and order."""
        table, seat, turn = self._table, self._seat, self._turn
        if not table.is_running or is_complete(table.game, seat.power, seat.orders):
            return
        if self._talks_in == turn:
            return  # it orders when it has spoken for the last time
        left = table.seconds_left()
        may_talk = table.terms.has_press_in(table.game.phase.kind)
        is_movement = table.game.phase.kind is PhaseKind.MOVEMENT
        if may_talk and is_movement and (left is None or left >= _TALKS_FROM):
            self._talks_in, self._spoke = turn, 0
            self._speak(turn, 0)
        else:
            self._order()

    def _speak(self, turn: _Turn, time: int) -> None:
        """Speak for the first time in a turn (0), the second, and so on, and order at last."""
        bot, pausing = self._bot, self._pausing
        if not isinstance(bot, Talker) or pausing is None:
            self._order()
            return
        self._spoke, view = time, self._view()

        def work() -> Thought:
            return self._kept_from_failing(lambda: bot.says(view, time))

        def deliver(said: Thought) -> None:
            if not self._is_in(turn):
                return
            self._send(said)  # where there is no more press it orders all the same
            # Who has nothing to say at first, and was told nothing, keeps nobody waiting.
            is_silent = not said and not any(one.phase == turn[1] for one in self._heard)
            if time + 1 < ROUNDS and not is_silent:
                pausing(lambda: self._speak(turn, time + 1) if self._is_in(turn) else None)
            else:
                self._order()

        self._thinking(work, deliver)

    def _view(self) -> View:
        table, game = self._table, self._table.game
        return View(
            table.variant,
            game.position,
            self._seat.power,
            self._seed * 1_000_003 + len(game.history),
            self._entered,
            self._seed,
            game.history,
            last_year=table.terms.last_year,
            heard=tuple(self._heard),
            spoken=tuple(self._told),
        )

    def _kept_from_failing(self, work: Callable[[], Iterable[Any]]) -> Thought:
        """The result of a bot; nothing if it fails: its power is in civil disorder for this turn
        then, or says nothing, and the others play on."""
        try:
            return tuple(work())
        except Exception:
            _LOG.exception("the bot of %s failed", self._seat.power)
            return ()

    def _vote(self, view: View) -> None:
        """Agree to a draw in a room, where everybody's consent stands for a turn, or do not."""
        bot, table = self._bot, self._table
        if not isinstance(bot, Voter) or not isinstance(table, Room):
            return
        if self._seat.power in table.game.survivors and any(
            self._kept_from_failing(lambda: (bot.agrees_to(view, "draw", ()),))
        ):
            table.vote(self._seat, None)

    def _order(self) -> None:
        table, seat, turn, view = self._table, self._seat, self._turn, self._view()
        self._talks_in = None
        self._vote(view)

        def deliver(orders: Thought) -> None:
            if not self._is_in(turn):
                return
            table.submit(seat, (*orders, *defaults(table.game, seat.power, orders)))
            table.go_on(seat)

        self._thinking(lambda: self._kept_from_failing(lambda: self._bot(view)), deliver)
