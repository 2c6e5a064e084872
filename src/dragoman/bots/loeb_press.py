"""The press of Loeb's program: the extensions of his letter that need press, in the words of DPP.

It tells allies what it will order (``IDO``), what it wishes that they did for it (``UDO``), which
space matters most (``HOW``), and asks what those of its units are to do that would only hold
(``WHT``). A wish is answered by ``YES`` or ``NOP``, a question by a wish.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from dragoman.board import Unit
from dragoman.bots.bot import Heard, View
from dragoman.bots.loeb_last_look import said
from dragoman.bots.loeb_stages import ALLIED, Claims, Plan
from dragoman.bots.visibility import NumberedView
from dragoman.game import Resolution
from dragoman.orders import Hold, Move, Order, Support, UnitRef, unit_of
from dragoman.press.dpp.messages import (
    AskedPlan,
    AskedUnits,
    IWill,
    Message,
    No,
    TheyWill,
    Yes,
    YouShould,
)
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import LocationKey
from dragoman.rules.engine.codes import NONE
from dragoman.rules.judge.board_index import board_index
from dragoman.values import FrozenMap

UNDERSTOOD: Final = ("IDO", "XDO", "UDO", "HOW", "WHT")
"""The words that it goes by."""
_RUMOUR: Final = 0.3
"""How much is believed of what neutrals and enemies say, and of what anybody says of others."""


@dataclass(frozen=True, slots=True)
class Press:
    """Which of the letter's extensions that need press are on."""

    claims: bool = True
    """Of a: what others say of their orders counts for how vulnerable spaces are."""
    importance: bool = True
    """Of b: what an ally calls important is worth more."""
    shared: bool = True
    """Of c: allies are told what is left for them to do; what they say they will do is not done
    again."""
    discussed: bool = True
    """Of d: a space to which an ally says he goes is left to him."""
    suggestions: bool = True
    """Of e: allies are asked what units that would only hold are to do, and that is done."""
    lies: bool = True
    """Whoever says one thing and does another is trusted least."""


def lied(heard: Iterable[Heard], resolution: Resolution, power: str) -> bool:
    """True if a power did something else in a phase than it last said of a unit."""
    promised: dict[str, tuple[str, ...]] = {}
    for one in heard:
        if one.sender == power and one.phase == resolution.before.phase:
            for order in one.message.orders if isinstance(one.message, IWill) else ():
                promised[said(order)[1]] = said(order)
    given = {said(order)[1]: said(order) for order in resolution.orders.get(power, ())}
    return any(
        promise[0] != Hold.__name__ and given.get(where) != promise
        for where, promise in promised.items()
    )


def present(view: View) -> list[Heard]:
    """The messages of this phase."""
    return [one for one in view.heard if one.phase == view.position.phase]


def claims_of(view: View, seen: NumberedView, stand: Sequence[int], press: Press) -> Claims:
    """The orders that were claimed, in numbers."""
    n = board_index(view.variant.board)
    places: dict[int, tuple[int, float]] = {}
    helpers: dict[int, int] = {}
    yielded: set[int] = set()
    stressed: set[int] = set()

    def place(location: str) -> int:
        return n.location[view.variant.board.province_of[location]]

    for one in present(view):
        ally = stand[n.power[one.sender]] == ALLIED
        match one.message:
            case IWill(orders) | TheyWill(_, orders):
                own = isinstance(one.message, IWill)
                for order in orders:
                    ref, goal = unit_of(order), _aim(order)
                    unit = NONE if ref is None else seen.sight.at[place(ref.location)]
                    if unit == NONE or goal is None:
                        continue
                    if press.claims:
                        places[unit] = place(goal), 1.0 if ally and own else _RUMOUR
                    if not (ally and own):
                        continue
                    if isinstance(order, Move) and press.discussed:
                        yielded.add(place(goal))
                    elif isinstance(order, Support) and press.shared:
                        helped = seen.sight.at[place(order.supported.location)]
                        if helped != NONE and seen.sight.owner[helped] == seen.number:
                            helpers[place(goal)] = helpers.get(place(goal), 0) + 1
            case AskedPlan(LocationKey(key)) if ally and press.importance:
                stressed.add(place(key))
            case _:
                pass
    return Claims(FrozenMap(places), FrozenMap(helpers), frozenset(yielded), frozenset(stressed))


def wishes_of(view: View, stand: Sequence[int]) -> list[Order]:
    """The wishes of allies in this phase."""
    n = board_index(view.variant.board)
    return [
        order
        for one in present(view)
        if isinstance(one.message, YouShould) and stand[n.power[one.sender]] == ALLIED
        for order in one.message.orders
    ]


def first_words(
    view: View, plan: Plan, press: Press, allies: Sequence[str], orders: Mapping[Unit, Order]
) -> Iterable[tuple[str, Message]]:
    """The messages to allies before anything was heard."""
    board, n = view.variant.board, board_index(view.variant.board)
    moves = [order for order in orders.values() if isinstance(order, Move)]
    best = max(
        moves,
        key=lambda move: plan.importance[n.location[board.province_of[move.target]]],
        default=None,
    )
    idle = tuple(UnitRef(u.location, u.kind) for u, o in orders.items() if isinstance(o, Hold))
    for ally in allies if orders else ():
        yield ally, IWill(tuple(orders.values()))
        wishes = tuple(_left_for(view, plan, ally, orders)) if press.shared else ()
        if wishes:
            yield ally, YouShould(wishes)
        if press.importance and best is not None:
            yield ally, AskedPlan(LocationKey(board.province_of[best.target]))
        if press.suggestions and idle:
            yield ally, AskedUnits(idle)


def answers(
    view: View,
    heard: Iterable[Heard],
    plan: Plan,
    press: Press,
    allies: Sequence[str],
    orders: Mapping[Unit, Order],
    told: Mapping[Unit, Order],
) -> Iterable[tuple[str, Message]]:
    """The messages to allies in answer to what was ``heard``, and what has changed of one's own
    orders since they were ``told``."""
    doing = {said(order) for order in orders.values()}
    for one in heard:
        if one.sender not in allies:
            continue
        match one.message:
            case YouShould(wishes):
                agreed = all(said(wish) in doing for wish in wishes)
                yield one.sender, Yes(one.message) if agreed else No(one.message)
            case AskedUnits(units) if press.suggestions:
                found = [_suggestion(view, plan, unit, orders) for unit in units]
                if any(found):
                    yield one.sender, YouShould(tuple(order for order in found if order))
            case _:
                pass
    changed = tuple(order for unit, order in orders.items() if told.get(unit) != order)
    if changed:
        for ally in allies:
            yield ally, IWill(changed)


def _left_for(view: View, plan: Plan, ally: str, orders: Mapping[Unit, Order]) -> Iterable[Order]:
    """Supports that an ally could give where one's own units are too few."""
    board = view.variant.board
    short = {place: number for place, number in plan.short.items() if number > 0}
    for number, unit in enumerate(view.position.units):
        if unit.power != ally:
            continue
        for place in plan.reach(number):
            helped = _own_at(view, board.locations[place], orders)
            if place in short and helped is not None:
                yield _support(unit, helped, orders[helped])
                short[place] -= 1
                if short[place] == 0:
                    del short[place]
                break


def _suggestion(
    view: View, plan: Plan, asked: UnitRef, orders: Mapping[Unit, Order]
) -> Order | None:
    """A support that an ally's unit could give to the most important of one's own."""
    board = view.variant.board
    for number, unit in enumerate(view.position.units):
        if unit.location == asked.location:
            places = sorted(plan.reach(number), key=lambda place: -plan.importance[place])
            for place in places:
                helped = _own_at(view, board.locations[place], orders)
                if helped is not None:
                    return _support(unit, helped, orders[helped])
    return None


def _own_at(view: View, place: str, orders: Mapping[Unit, Order]) -> Unit | None:
    """The own unit that goes to a province, or else stays there."""
    province_of = view.variant.board.province_of
    for unit, order in orders.items():
        if isinstance(order, Move) and province_of[order.target] == place:
            return unit
    for unit, order in orders.items():
        if not isinstance(order, Move) and province_of[unit.location] == place:
            return unit
    return None


def _support(unit: Unit, helped: Unit, order: Order) -> Order:
    target = order.target if isinstance(order, Move) else None
    return Support(UnitRef(unit.location, unit.kind), UnitRef(helped.location, helped.kind), target)


def _aim(order: Order) -> str | None:
    """Where an order brings force to bear."""
    match order:
        case Move():
            return order.target
        case Support():
            return order.supported.location if order.target is None else order.target
        case Hold():
            return order.unit.location
        case _:
            return None
