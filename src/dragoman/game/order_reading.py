"""Reading what a power hands in: orders, units left to others, and several orders for one unit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from dragoman.board import Board, city_place, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game.order_checks import check_names
from dragoman.game.order_sets import Pending, province_ordered, proxies_that_count
from dragoman.orders import (
    Ally,
    Borrow,
    Build,
    Expense,
    GiveChit,
    NoExpense,
    Order,
    Pay,
    Purpose,
    Scanned,
    UnitRef,
    scan,
    unit_of,
    unremarked,
)
from dragoman.orders.given import OrdersGiven, no_order, one_by_one
from dragoman.orders.order import EXPENSES, LOAN_YEARS, MOST_DUCATS
from dragoman.quick_dataclass import dataclass
from dragoman.rules import SWITCHES, PhaseKind, Position, RuleSet
from dragoman.words import said

Faults: TypeAlias = tuple[Diagnostic, ...]


class OrderRead(NamedTuple):
    """An order, and where it stands in the text; 0 where there was no text."""

    order: Order
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class OrderSetReader:
    """Reads what powers hand in, as things stand in a game."""

    board: Board
    position: Position
    rule_set: RuleSet
    pending: Pending

    def read(self, power: str, given: OrdersGiven) -> tuple[tuple[OrderRead, ...], Faults]:
        """The orders that the power may give, and what is wrong with the rest.

        Raises:
            UnknownName: if an order that is no text names something that there is not.
        """
        kept: list[OrderRead] = []
        faults: list[Diagnostic] = []
        found = list(self._scanned(given))
        orders = [one.order for one in found if isinstance(one, OrderRead)]
        earlier = [order for set_ in self.pending.sets.get(power, ()) for order in set_.orders]
        bought = bought_units([*earlier, *orders])
        for one in found:
            if isinstance(one, Diagnostic):
                faults.append(one)
                continue
            check_names(self.board, {power: [one.order]})
            before = (read.order for read in kept)
            fault = (
                _wrong_amount(one.order)
                or _wrong_number(one.order, before)
                or to_oneself(power, one.order)
                or self._not_for(power, one.order, bought)
            )
            if fault is not None:
                faults.append(fault.at(line=one.line, column=one.column))
            else:
                kept.append(one)
        return tuple(kept), tuple(faults)

    def lend(self, owner: str, unit: str, holder: str, how: str) -> tuple[str, Faults]:
        """The province of a unit that is left to another power, and what is wrong with that.

        Raises:
            UnknownName: if the unit's place is unknown.
        """
        place = self.board.province_of[self.board.place_called(unit)]
        faults: Faults = ()
        if self.rule_set.proxy_orders != how:
            faults += (not_allowed("proxy_orders", "proxies given so"),)
        if place in self.board.high_seas:
            what = f"units on a high sea ({place}) cannot be left to another power"
            faults += (Diagnostic("not-allowed", what),)
        elif self._owners(place) != (owner,):
            name = self.board.powers[holder].name
            what = f"there is no unit in {unit} that can be left to {name}"
            faults += (Diagnostic("no-such-unit", what),)
        return place, faults

    def _scanned(self, given: OrdersGiven) -> Iterator[OrderRead | Diagnostic]:
        """Orders and faults in the order of the text. Several texts count as its lines."""
        lines = 0
        for one in one_by_one(given):
            if not isinstance(one, str):
                yield OrderRead(one)
                continue
            found = scan(one, self.board, self.position.phase.kind.value)
            yield from (OrderRead(o.order, lines + o.line, o.column) for o in found.orders)
            press = (
                replace(no_order(passage), severity=Severity.WARNING)
                for passage in unremarked(found.press, found.diagnostics)
            )
            for fault in (*found.diagnostics, *press):
                yield replace(fault, line=lines + fault.line)
            lines += one.count("\n") + 1

    def _not_for(
        self, power: str, order: Order, bought: frozenset[str] = frozenset()
    ) -> Diagnostic | None:
        """The fault of an order for a unit that the power cannot order; None where it can. Who buys
        a unit orders it too."""
        unit = unit_of(order)
        if unit is None or isinstance(order, Build):
            return None
        place = province_ordered(order)
        owners = self._owners(place)
        if unit.kind is None:  # in Machiavelli that may be the garrison
            owners += self._owners(city_place(place))
        if owners and place in bought:
            return None
        lent = proxies_that_count(self.pending, self.rule_set).get(place)
        if power in owners or any(lent == (owner, power) for owner in owners):
            return None
        if not owners:
            return Diagnostic("no-such-unit", f"{order}: there is no unit to be ordered in {place}")
        *whose, ours = (self.board.powers[key].name for key in (*owners, power))
        what = f"{order}: the unit in {place} belongs to {whose[0]}, not to {ours}"
        if len(whose) > 1:
            what = f"{order}: the units in {place} belong to {' and '.join(whose)}"
        return Diagnostic("not-your-unit", what)

    def _owners(self, province: str) -> tuple[str, ...]:
        """The powers of the units that can be ordered in a province in this phase, one unless
        it is a high sea; of a gateway's notional unit that of the unit that controls it."""
        kind = self.position.phase.kind
        for gateway in self.board.gateways:
            if gateway.province == province:
                if self.rule_set.gateways == "no" or kind is not PhaseKind.MOVEMENT:
                    return ()
                province = gateway.controller
        waiting = tuple(dislodged.unit for dislodged in self.position.dislodged)
        units = waiting if kind is PhaseKind.RETREAT else self.position.units
        place = self.board.province_of
        return tuple(dict.fromkeys(u.power for u in units if place[u.location] == province))


def bought_units(orders: Iterable[Order]) -> frozenset[str]:
    """The places of the units that a power means to buy (Machiavelli)."""
    return frozenset(
        province_of(order.target.location)
        for order in orders
        if isinstance(order, Expense)
        and order.purpose is Purpose.BUY
        and isinstance(order.target, UnitRef)
    )


def _wrong_amount(order: Order) -> Diagnostic | None:
    """The fault in the ducats or the years of an order that is not a text; None if nothing is.
    The reader of texts has looked at its own."""
    ducats = order.ducats if isinstance(order, Borrow | Expense | Pay) else None
    if ducats is not None and not 1 <= ducats <= MOST_DUCATS:
        remedy = f"write whole ducats from 1 to {MOST_DUCATS}"
        return Diagnostic("no-amount", f"{order}: {ducats} is not an amount", remedy)
    if isinstance(order, Borrow) and order.years not in LOAN_YEARS:
        what = f"{order}: the bank lends for one year or two"
        return Diagnostic("no-term", what, "ask for one of these")
    return None


def _wrong_number(order: Order, before: Iterable[Order]) -> Diagnostic | None:
    """The fault in the number of an expenditure, after these orders; None if nothing is."""
    if not isinstance(order, Expense | NoExpense):
        return None
    if not 1 <= order.number <= EXPENSES:
        what = f"{order}: a power makes up to {EXPENSES} expenditures in a campaign"
        return Diagnostic("fifth-expense", what, f"number them from 1 to {EXPENSES}")
    taken: set[int] = set()
    for earlier in before:
        if isinstance(earlier, Expense):
            taken.add(earlier.number)
        elif isinstance(earlier, NoExpense):
            taken.discard(earlier.number)
    if isinstance(order, NoExpense) or order.number not in taken:
        return None
    what = f"{order}: there is an expenditure {order.number} above"
    return Diagnostic("expense-twice", what, "give each a number of its own")


def to_oneself(power: str, order: Order) -> Diagnostic | None:
    """The fault of an order that gives a power money or a chit of its own, or lets its own
    fleets pass; None if it does nothing of the kind (Machiavelli)."""
    to = order.to if isinstance(order, Pay | GiveChit) else None
    if isinstance(order, Ally):
        to = order.power
    if to != power:
        return None
    what = f"{order}: this is the power that orders it"
    return Diagnostic("to-oneself", what, "name another power")


def not_allowed(switch: str, what: str) -> Diagnostic:
    """The fault that a switch of the rule set stands against."""
    source = SWITCHES[switch].source
    return Diagnostic("not-allowed", f"the rule set does not allow {what} ({source})")


# Two orders for one unit in what a power hands in at one time
#
# Whoever writes one order after the other means the last: it takes the place of the one before, as
# that of a later set does, and he is told. An order that cannot be carried out takes no other's
# place: DATC 4.D.3 is about legal ones, and leaves to a program what counts where it is known which
# came first. In sets as they come on paper (``Game.submit``) the rule on two orders decides.

ORDERED_AGAIN = "ordered-again"
"""The code of what is said of an order that gives way to another of its unit."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """Orders for one unit, or for the units of a power on one high sea, and how many of them can
    be carried out by these: ``room``."""

    orders: tuple[OrderRead, ...]
    room: int

    def counting(self, illegal: Collection[Order], is_first: bool) -> tuple[OrderRead, ...]:
        """The orders that count: the last that can be carried out, or the first."""
        legal = tuple(one for one in self.orders if one.order not in illegal) or self.orders
        return legal[: self.room] if is_first else legal[-self.room :]


def repeated(
    given: Sequence[OrderRead], crowds: Mapping[str, int], *, with_builds: bool = False
) -> Iterator[Repeated]:
    """Places with more orders than units; ``crowds`` says how many a power has in a place.
    Several builds in one place are among them ``with_builds``: sets as on paper have a rule of
    their own for these (DATC 4.D.5), and so has Machiavelli."""
    places: dict[str, list[OrderRead]] = {}
    for one in given:
        if with_builds or not isinstance(one.order, Build):
            places.setdefault(province_ordered(one.order), []).append(one)
    for place, orders in places.items():
        room = max(crowds.get(place, 1), 1)
        if place and len(orders) > room:
            yield Repeated(tuple(orders), room)


def gives_way(
    one: OrderRead, to: OrderRead, illegal: Collection[Order], is_first: bool
) -> Diagnostic:
    """The warning about an order that gives way to another."""
    parts = {"order": str(one.order), "other": str(to.order)}
    if one.order in illegal and to.order not in illegal:
        what = said("{order} cannot be carried out, and gives way to {other}", **parts)
    elif is_first:
        what = said(
            "{order} gives way to {other}: by the rules of this game the first of several orders"
            " for a unit counts (DATC 4.D.3)",
            **parts,
        )
    else:
        what = said(
            "{order} gives way to {other}: the last of several orders for a unit counts", **parts
        )
    return Diagnostic(
        ORDERED_AGAIN, what, line=one.line, column=one.column, severity=Severity.WARNING
    )


def told_by_words(
    orders: Sequence[Scanned], board: Board, rule_set: RuleSet
) -> tuple[Diagnostic, ...]:
    """Warnings about orders for one unit in a text, as far as the words tell: where the units will
    stand, and what they will be able to do, nobody knows. On a high sea there may be several."""
    several_may_stand = dict.fromkeys(board.high_seas, len(orders))
    is_first = rule_set.two_orders == "first"
    told: list[Diagnostic] = []
    given = [OrderRead(one.order, one.line, one.column) for one in orders]
    for one in repeated(given, several_may_stand):
        (counts,) = one.counting((), is_first)
        others = (other for other in one.orders if other.order != counts.order)
        told += (gives_way(other, counts, (), is_first) for other in others)
    return tuple(told)


def by_the_rule(
    several: Repeated, illegal: Collection[Order], rule: str, source: str
) -> Iterator[Diagnostic]:
    """Diagnostics of the later orders of a set for which the rule on two orders decides: of those
    that can be carried out, which alone count, and of the others."""
    legal = [one for one in several.orders if one.order not in illegal]
    first, *others = legal or several.orders
    for one in several.orders if legal else ():
        if one.order in illegal:
            yield gives_way(one, first, illegal, is_first=True)
    for one in others:
        if one.order == first.order:
            continue
        parts = {"order": str(one.order), "other": str(first.order), "source": source}
        if rule == "neither":
            text = "{other} and {order} are for one unit: in this game neither counts ({source})"
        elif rule == "first":
            text = "{other} and {order} are for one unit: in this game the first counts ({source})"
        else:
            text = "{other} and {order} are for one unit: in this game the last counts ({source})"
        yield Diagnostic(
            ORDERED_AGAIN,
            said(text, **parts),
            line=one.line,
            column=one.column,
            severity=Severity.WARNING,
        )
