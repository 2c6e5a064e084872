"""A language model as a bot: asked for letters and orders, and helped out by DumbBot."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from dragoman.board import Board, Unit
from dragoman.bots.bot import Heard, View
from dragoman.bots.model.answer_form import (
    AnswerForm,
    letters_form,
    listed_orders_form,
    unit_orders_form,
)
from dragoman.bots.model.endpoint import Conversation, Endpoint, NoModelAnswer
from dragoman.bots.model.prompt import asked_again, letters_conversation, orders_conversation
from dragoman.bots.model.reading import letters_in, orders_in
from dragoman.bots.model.seat_budget import BudgetUsed, SeatBudget
from dragoman.bots.model.settings import ModelSettings
from dragoman.bots.simple_bots import DumbBot
from dragoman.orders import Order, Waive, unit_of, write
from dragoman.press.dpp import messages as dpp
from dragoman.rules import PhaseKind

if TYPE_CHECKING:
    from dragoman.press.press_texts import Said

_LOG = logging.getLogger(__name__)

LETTERS: Final = 6
"""Those that it writes in a phase, at most."""
_FOR_ORDERS: Final = 3
"""Requests of a phase that are left for orders when it writes letters."""
_MOST_SEATS: Final = 256
"""Seats whose budgets are kept: the oldest are forgotten, for their games are over."""
_COMPLAINTS: Final = (dpp.Try, dpp.Puzzled, dpp.Active, dpp.Passive)
"""Messages that are no letters."""


class LanguageModelBot:
    """A language model behind an address. It sees its view and no more; what it says becomes orders
    of its own units and letters of its own power, or nothing. Where it has no legal order for a
    unit, asked twice, or may cost no more, DumbBot orders, or nobody where the settings say so."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings, self._endpoint = settings, Endpoint(settings)
        self._seats: OrderedDict[tuple[int, str], SeatBudget] = OrderedDict()
        self._lock = Lock()

    @property
    def _otherwise(self) -> str:
        return "dumbbot orders" if self._settings.is_replaced else "nobody orders"

    def __call__(self, view: View) -> Iterable[Order]:
        plain = tuple(DumbBot()(view))
        if not view.legal_orders():
            return plain
        seat = self._seat(view)
        asking = _Asking(view, plain)
        if asking.is_open:
            self._kept_from_failing(
                view, seat, lambda: self._ask_for_orders(asking, seat), self._otherwise
            )
        orders = asking.orders(self._settings.is_replaced)
        self._record(view, seat, asking.sources(orders))
        return orders

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Said]]:
        """The letters that it writes by itself when a movement begins; later it only answers."""
        if turn > 0 or view.position.phase.kind is not PhaseKind.MOVEMENT:
            return ()
        position = view.position
        alive = [
            power
            for power in view.variant.players
            if power != view.power and (position.units_of(power) or position.centers_of(power))
        ]
        return self._letters(view, alive)

    def replies(self, view: View, heard: Sequence[Heard]) -> Iterable[tuple[str, Said]]:
        """The answers to letters, as long as it has any left in the phase."""
        senders = dict.fromkeys(
            one.sender for one in heard if not isinstance(one.message, _COMPLAINTS)
        )
        return self._letters(view, [*senders])

    def _letters(self, view: View, to: Sequence[str]) -> list[tuple[str, Said]]:
        sent = sum(one.phase == view.position.phase for one in view.spoken)
        most, seat = LETTERS - sent, self._seat(view)
        found: list[tuple[str, Said]] = []
        if not to or most <= 0 or not view.position.units_of(view.power):
            return found

        def write_them() -> None:
            asked, form = letters_conversation(view, to, most), letters_form(to, most)
            answer = self._endpoint.ask(asked, form, seat, _FOR_ORDERS)
            found.extend(letters_in(answer, view, to, most))

        self._kept_from_failing(view, seat, write_them, "it writes no letters")
        return found

    def _ask_for_orders(self, asking: _Asking, seat: SeatBudget) -> None:
        """Ask for orders, and once more for those that were not legal."""
        answer = self._endpoint.ask(asking.conversation(), asking.form(), seat)
        asking.read(answer)
        if not asking.is_open:
            return
        if asking.is_off_form:
            self._endpoint.ignores_the_form()
        conversation = asked_again(asking.conversation(), answer, asking.choices())
        asking.read(self._endpoint.ask(conversation, asking.form(), seat), again=True)

    def _seat(self, view: View) -> SeatBudget:
        with self._lock:
            key = view.game, view.power
            seat = self._seats.setdefault(key, SeatBudget(self._settings.budget))
            self._seats.move_to_end(key)
            while len(self._seats) > _MOST_SEATS:
                self._seats.popitem(last=False)
        seat.begin(f"{len(view.history)} {view.position.phase}")
        return seat

    def _kept_from_failing(
        self, view: View, seat: SeatBudget, work: Callable[[], None], else_: str
    ) -> None:
        """Do something that no answer, or too high a price, may end; what went wrong, and what
        happens then, is told once."""
        if "" in seat.said:
            return  # nothing will come of it in this game
        try:
            work()
        except BudgetUsed as used:
            self._tell(view, seat, f"the budget is used up ({used.of}): {else_}")
        except NoModelAnswer as failed:
            self._tell(view, seat, f"{failed}: {else_}")
            if failed.is_final:
                seat.said.add("")

    def _tell(self, view: View, seat: SeatBudget, what: str) -> None:
        if what in seat.said:
            return
        seat.said.add(what)
        _LOG.warning(
            "%s as %s in %s: %s", self._settings.shown, view.power, view.position.phase, what
        )
        self._write({"power": view.power, "phase": str(view.position.phase), "told": what})

    def _record(self, view: View, seat: SeatBudget, sources: Mapping[str, str]) -> None:
        self._write(
            {
                "model": self._settings.shown,
                "game": view.game,
                "power": view.power,
                "phase": str(view.position.phase),
                "orders": sources,
                "requests": seat.requests,
                "tokens": seat.tokens,
                "money": round(seat.money, 6),
            }
        )

    def _write(self, row: Mapping[str, object]) -> None:
        """Add a line to the record: where orders came from, and never a letter or a key."""
        if not self._settings.record:
            return
        try:
            with self._lock, Path(self._settings.record).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            _LOG.warning("the record of %s cannot be kept: %s", self._settings.shown, error)


class _Asking:
    """The question for the orders of a phase: what is left of it, and what was answered."""

    def __init__(self, view: View, plain: Sequence[Order]) -> None:
        self._view, self._plain = view, plain
        self._is_listed = view.position.phase.kind is PhaseKind.ADJUSTMENT
        self._count = len(plain) if self._is_listed else 0
        self._found: dict[Unit, Order] = {}
        self._sources: dict[Order, str] = {}
        self._waived = 0

    @property
    def is_open(self) -> bool:
        """True if an order is missing that there is a choice for."""
        return self._missing > 0 if self._is_listed else bool(self._open_units)

    @property
    def is_off_form(self) -> bool:
        """True if an answer in the form that was asked for would not have left this open."""
        return self.is_open and not self._is_listed

    @property
    def _missing(self) -> int:
        return self._count - len(self._found) - self._waived

    @property
    def _open_units(self) -> dict[Unit, tuple[Order, ...]]:
        """The units that have no order yet, with their choices."""
        taken = {_area(self._board, unit) for unit in self._found}
        return {
            unit: orders
            for unit, orders in self._view.legal_orders().items()
            if unit.location  # builds that are given up have none
            and (_area(self._board, unit) not in taken)
            and (self._is_listed or len(orders) > 1)
        }

    @property
    def _board(self) -> Board:
        return self._view.variant.board

    def choices(self) -> dict[str, list[str]]:
        """The orders that may still be given, by unit."""
        return {
            f"{unit.kind} {unit.location}": [write(order) for order in orders]
            for unit, orders in self._open_units.items()
        }

    def conversation(self) -> Conversation:
        return orders_conversation(self._view, self.choices(), max(self._missing, 0))

    def form(self) -> AnswerForm:
        choices = self.choices()
        if not self._is_listed:
            return unit_orders_form(choices)
        listed = [order for orders in choices.values() for order in orders]
        may_waive = self._view.due > 0
        return listed_orders_form([*listed, *([write(Waive())] * may_waive)], self._missing)

    def read(self, answer: str, again: bool = False) -> None:
        """Take the legal orders of an answer that are still missing, the first of each unit."""
        for order in orders_in(answer, self._view):
            if isinstance(order, Waive):
                self._waived += self._is_listed and self._missing > 0 and self._view.due > 0
                continue
            for unit, choices in self._open_units.items():
                if order in choices and not (self._is_listed and self._missing <= 0):
                    self._found[unit] = order
                    self._sources[order] = "model, asked again" if again else "model"
                    break

    def orders(self, is_replaced: bool = True) -> tuple[Order, ...]:
        """The orders that were chosen; for the rest DumbBot's, or none but those that are the only
        ones there are."""
        found, taken = [*self._found.values()], {_area(self._board, u) for u in self._found}
        unanswered = {_area(self._board, unit) for unit in self._open_units}
        for order in self._plain:
            unit = unit_of(order)
            assert unit is not None
            is_wanted = not self._is_listed or len(found) + self._waived < self._count
            place = self._board.province_of[unit.location]
            is_wanted &= is_replaced or not (self._is_listed or place in unanswered)
            if is_wanted and place not in taken:
                found.append(order)
        return tuple(found)

    def sources(self, orders: Iterable[Order]) -> dict[str, str]:
        """Where each order comes from."""
        waived = {write(Waive()): "model"} if self._waived else {}
        return {write(order): self._sources.get(order, "dumbbot") for order in orders} | waived


def _area(board: Board, unit: Unit) -> str:
    return board.province_of[unit.location]
