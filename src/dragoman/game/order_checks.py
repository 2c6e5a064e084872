"""Diagnostics of orders before they are judged: names that there are not, and orders
that cannot succeed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dragoman.board import Board, UnknownName, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.errors import checked
from dragoman.game.variant import PLAY, Variant
from dragoman.orders import (
    Ally,
    Convoy,
    Expense,
    GiveChit,
    Move,
    Order,
    Pay,
    Purpose,
    Retreat,
    Support,
    UnitRef,
    unit_of,
)
from dragoman.rules import REASONS, Orders, PhaseResult, Position, Result, RuleSet
from dragoman.words import said

_HOPELESS = (Result.ILLEGAL, Result.FAILS)
_HOPELESS_FOR = ("route-no-path",)
"""Reasons for which orders that are still moves cannot succeed."""
_ANOTHER = frozenset(
    {"another-order-counts", "contradicting-orders", "built-twice", "removed-twice", "replaced"}
)
"""Reasons that lie in another order of the power, not in this one."""
_NOT_THEIRS = frozenset({"not-your-unit", "no-such-unit"})
"""Reasons of orders by proxy, judged here as the power's own."""
_SOURCES = {reason.code: reason.source for reason in REASONS.values()}


def check_names(board: Board, orders: Orders) -> None:
    """See that the board knows the powers, places and kinds of unit in orders.

    Raises:
        UnknownName: if it does not.
    """
    for power in orders:
        if power not in board.powers:
            raise UnknownName("power", power, board.powers)
    for given in orders.values():
        for order in given:
            units, places, powers = _named(order)
            for place in (*places, *(unit.location for unit in units)):
                if place not in board.province_of and province_of(place) not in board.provinces:
                    raise UnknownName("place", place)
            for unit in units:
                if unit.kind is not None and unit.kind not in board.kinds:
                    raise UnknownName("kind", unit.kind, board.kinds)
            for power in (*powers, *(unit.power for unit in units if unit.power is not None)):
                if power not in board.powers:
                    raise UnknownName("power", power, board.powers)


def _named(order: Order) -> tuple[tuple[UnitRef, ...], tuple[str, ...], tuple[str, ...]]:
    """The units, the places and the powers that an order names."""
    match order:
        case Move(unit, target, _, route):
            return (unit,), (target, *route), ()
        case Support(unit, other, target):
            return (unit, other), () if target is None else (target,), ()
        case Convoy(unit, other, target):
            return (unit, other), (target,), ()
        case Retreat(unit, target):
            return (unit,), (target,), ()
        case Expense(target=UnitRef() as target):
            return (target,), (), ()
        case Expense(purpose=purpose, target=str(target)):
            is_power = purpose is Purpose.ASSASSINATE
            return (), () if is_power else (target,), (target,) if is_power else ()
        case Pay(to=str(power)) | Ally(power):
            return (), (), (power,)
        case GiveChit(victim, to):
            return (), (), (victim, to)
        case _:
            unit = unit_of(order)
            return () if unit is None else (unit,), (), ()


def illegal_orders(
    variant: Variant, position: Position, power: str, orders: Sequence[Order], rule_set: RuleSet
) -> frozenset[Order]:
    """Those of a power's orders that no unit of its could carry out, each taken by itself."""
    judge = PLAY.of(variant).judge
    return frozenset(
        order
        for order in dict.fromkeys(orders)
        if _is_illegal(order, judge(variant, position, {power: (order,)}, rule_set)[0])
    )


def _is_illegal(order: Order, found: PhaseResult) -> bool:
    if any(unused.order == order for unused in found.unused):
        return True
    return any(one.order == order and one.result is Result.ILLEGAL for one in found.outcomes)


@checked
def hopeless_orders(
    variant: Variant, position: Position, power: str, orders: Sequence[Order], rule_set: RuleSet
) -> Iterator[tuple[Order, Diagnostic]]:
    """The orders of a power that cannot succeed, whatever the others do or as things stand before
    they pay for anything, each with a warning that says why. They are still the orders of their
    units: a bluff is an order too.
    """
    if not orders:
        return
    play, told = PLAY.of(variant), set[Order]()
    found, account = play.judge(variant, position, {power: orders}, rule_set)
    if account is not None:
        for order, why, is_certain in play.spent_in_vain(variant, position, account):
            told.add(order)
            yield order, _hopeless(order, why, is_certain)
    for order, reason in _reasons(found):
        if order not in told and reason not in _ANOTHER | _NOT_THEIRS:
            told.add(order)
            why, source = reason.replace("-", " "), play.cited(_SOURCES.get(reason, ""))
            why = said("{why} ({source})", why=why, source=source)
            yield order, _hopeless(order, why, reason not in play.passing_reasons)


def _hopeless(order: Order, why: str, is_certain: bool) -> Diagnostic:
    if is_certain:
        sentence = "{order} is taken as written, but cannot succeed: {why}"
    else:
        sentence = "{order} is taken as written, but cannot succeed as things stand: {why}"
    what = said(sentence, order=str(order), why=why)
    return Diagnostic("hopeless-order", what, severity=Severity.WARNING)


def _reasons(found: PhaseResult) -> Iterator[tuple[Order, str]]:
    for outcome in found.outcomes:
        is_hopeless = outcome.result in _HOPELESS or outcome.reason in _HOPELESS_FOR
        if outcome.order is not None and is_hopeless and outcome.reason:
            yield outcome.order, outcome.reason
    for unused in found.unused:
        yield unused.order, unused.reason
