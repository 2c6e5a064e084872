"""A bot at a table: it hears of turns and gives its orders."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TypeAlias

from dragoman.board import Unit
from dragoman.bots import Bot, View, entered_after
from dragoman.game import Resolution
from dragoman.orders import Order
from dragoman.sockets.events import Began, Event, Left, Moved, Returned, Turned
from dragoman.sockets.orders_due import defaults, is_complete
from dragoman.sockets.room import Room
from dragoman.sockets.table import Table
from dragoman.values import FrozenMap

_LOG = logging.getLogger(__name__)
Orders: TypeAlias = tuple[Order, ...]
Thinking: TypeAlias = Callable[[Callable[[], Orders], Callable[[Orders], None]], None]
"""Takes what works orders out, and whom to hand them to: at once, or when they are there."""


def at_once(work: Callable[[], Orders], deliver: Callable[[Orders], None]) -> None:
    """Work orders out while everybody waits."""
    deliver(work())


class BotPlayer:
    """A bot that has taken a seat at a table. ``wish`` is the power it is to play, if that is free;
    with ``takes_over`` it sits down in a room at the seat of that power, which somebody left. At a
    game of the judge ``version`` is its token. ``thinking`` says where it thinks.

    Raises:
        ActionRefused: if there is no seat for it.
    """

    def __init__(
        self,
        table: Table,
        bot: Bot,
        name: str = "bot",
        seed: int = 0,
        wish: str | None = None,
        takes_over: bool = False,
        version: str = "",
        thinking: Thinking = at_once,
    ) -> None:
        self._table, self._bot, self._seed = table, bot, seed
        self._thinking = thinking
        self._entered: FrozenMap[Unit, int] = FrozenMap()
        for moment, resolution in enumerate(table.game.history, 1):
            self._enter(resolution, moment)
        if takes_over and wish is not None and isinstance(table, Room):
            self._seat = table.take_over(wish, name, version, self._hear)
            self._order()
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
                self._order()
            case Began() | Moved() | Left() | Returned():
                self._order()
            case _:
                pass

    def _enter(self, resolution: Resolution, moment: int) -> None:
        board = self._table.variant.board
        self._entered = entered_after(board, self._entered, resolution, moment)

    def _order(self) -> None:
        table, seat = self._table, self._seat
        game = table.game
        if not table.is_running or is_complete(game, seat.power, seat.orders):
            return
        turn = len(game.history), game.phase
        view = View(
            table.variant,
            game.position,
            seat.power,
            self._seed * 1_000_003 + len(game.history),
            self._entered,
            self._seed,
            game.history,
        )

        def work() -> Orders:
            try:
                return tuple(self._bot(view))
            except Exception:
                # Its power is in civil disorder for this turn, and the others play on.
                _LOG.exception("the bot of %s failed", seat.power)
                return ()

        def deliver(orders: Orders) -> None:
            if not table.is_running or (len(table.game.history), table.game.phase) != turn:
                return
            table.submit(seat, completed(orders))
            table.go_on(seat)

        def completed(orders: Iterable[Order]) -> Orders:
            given = tuple(orders)
            return (*given, *defaults(table.game, seat.power, given))

        self._thinking(work, deliver)
