"""What is to be said of orders before they are judged: names that there are not, and orders
that cannot succeed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dragoman.board import Board, UnknownName, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.errors import checked
from dragoman.game.variant import Variant
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
from dragoman.rules import REASONS, Orders, PhaseResult, Position, Result, RuleSet, resolve
from dragoman.words import said

if TYPE_CHECKING:
    from dragoman.machiavelli import Account, Spending

_HOPELESS = (Result.ILLEGAL, Result.FAILS)
_HOPELESS_FOR = ("route-no-path",)
"""Reasons for which orders that are still moves cannot succeed."""
_ANOTHER = frozenset(
    {"another-order-counts", "contradicting-orders", "built-twice", "removed-twice", "replaced"}
)
"""Reasons that lie in another order of the power, not in this one."""
_AS_THINGS_STAND = frozenset(
    {
        "assassinated",
        "besieged",
        "city-attacked",
        "city-garrisoned",
        "city-held",
        "city-in-revolt",
        "no-siege",
        "no-unit-to-help",
        "nothing-to-besiege",
        "still-besieging",
        "strait-closed",
        "trades-places",
    }
)
"""Reasons of Machiavelli that what others pay for may remove before anything moves."""
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
    return frozenset(
        order
        for order in dict.fromkeys(orders)
        if _is_illegal(order, _judged_alone(variant, position, {power: (order,)}, rule_set)[0])
    )


def _is_illegal(order: Order, found: PhaseResult) -> bool:
    if any(unused.order == order for unused in found.unused):
        return True
    return any(one.order == order and one.result is Result.ILLEGAL for one in found.outcomes)


@checked
def hopeless_orders(
    variant: Variant, position: Position, power: str, orders: Sequence[Order], rule_set: RuleSet
) -> Iterator[tuple[Order, Diagnostic]]:
    """The orders of a power that cannot succeed, whatever the others do, or in Machiavelli as
    things stand before others pay for anything, each with a warning that says why. They are still
    the orders of their units: a bluff is an order too.
    """
    if not orders:
        return
    told: set[Order] = set()
    found, account = _judged_alone(variant, position, {power: orders}, rule_set)
    if account is not None:
        for spending in account.spendings:
            if spending.result.is_hopeless:
                told.add(spending.order)
                why = _wasted(variant.board, position, spending)
                is_certain = not _may_be_helped(spending)
                yield spending.order, _hopeless(spending.order, why, is_certain)
    for order, reason in _reasons(found):
        if order not in told and reason not in _ANOTHER | _NOT_THEIRS:
            told.add(order)
            source = _SOURCES.get(reason, "Machiavelli")
            if variant.ground is not None:
                from dragoman.machiavelli.sources import cited_in_machiavelli  # as above

                source = cited_in_machiavelli(source)
            is_certain = variant.ground is None or reason not in _AS_THINGS_STAND
            yield order, _hopeless(order, _named_reason(reason, source), is_certain)


def _judged_alone(
    variant: Variant, position: Position, orders: Orders, rule_set: RuleSet
) -> tuple[PhaseResult, Account | None]:
    """What would come of orders if there were no others; in Machiavelli also of the money."""
    if variant.ground is None:
        return resolve(variant.board, position, orders, rule_set, variant.calendar), None
    from dragoman.machiavelli import resolve as resolve_campaign  # Diplomacy does without it

    calendar = variant.calendar_under(rule_set)
    judged = resolve_campaign(variant.board, variant.ground, position, orders, rule_set, calendar)
    return judged.result, judged.account


def _hopeless(order: Order, why: str, is_certain: bool) -> Diagnostic:
    if is_certain:
        sentence = "{order} is taken as written, but cannot succeed: {why}"
    else:
        sentence = "{order} is taken as written, but cannot succeed as things stand: {why}"
    what = said(sentence, order=str(order), why=why)
    return Diagnostic("hopeless-order", what, severity=Severity.WARNING)


def _named_reason(code: str, source: str) -> str:
    return said("{why} ({source})", why=code.replace("-", " "), source=source)


def _may_be_helped(spending: Spending) -> bool:
    """Whether an expenditure lacks what others may pay, give or do first."""
    ordered = spending.order.ducats
    match spending.result.value:
        case "too-little":
            return ordered is None or ordered >= spending.minimum
        case result:
            return result in ("no-chit", "not-needed", "second-elite")


def _wasted(board: Board, position: Position, spending: Spending) -> str:
    """Why the ducats of an expenditure are wasted."""
    if spending.result.value != "too-little":
        return _named_reason(spending.result.value, "Machiavelli, expenditures")
    least, counts, paid = spending.minimum, spending.counts, spending.paid
    ordered = spending.order.ducats
    if ordered is None or ordered >= least:
        return said(
            "it takes {least} ducats, and the treasury has {paid} for it", least=least, paid=paid
        )
    what = said("it takes {least} ducats, and {counts} count", least=least, counts=counts)
    target = spending.order.target
    if not isinstance(target, UnitRef):
        return what
    unit = next((u for u in position.units if u.location == target.location), None)
    if unit is None or len(unit.kind) == 1:
        return what
    kind = board.kinds[unit.kind].name
    return said("{what}: {unit} is a special unit ({kind})", what=what, unit=str(unit), kind=kind)


def _reasons(found: PhaseResult) -> Iterator[tuple[Order, str]]:
    for outcome in found.outcomes:
        is_hopeless = outcome.result in _HOPELESS or outcome.reason in _HOPELESS_FOR
        if outcome.order is not None and is_hopeless and outcome.reason:
            yield outcome.order, outcome.reason
    for unused in found.unused:
        yield unused.order, unused.reason
