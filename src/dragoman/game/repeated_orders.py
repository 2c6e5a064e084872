"""Two orders for one unit in what a power hands in at one time.

Whoever writes one order after the other means the last: it takes the place of the one before, as
that of a later set does, and he is told. An order that cannot be carried out takes no other's
place: DATC 4.D.3 is about legal ones, and leaves to a program what counts where it is known which
came first. In sets as they come on paper (``Game.submit``) the rule on two orders decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game.order_reading import OrderRead
from dragoman.game.order_sets import province_ordered
from dragoman.orders import Build, Order, Scanned
from dragoman.quick_dataclass import dataclass
from dragoman.rules import RuleSet
from dragoman.words import said

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
    """Where there are more orders than units; ``crowds`` says how many a power has in a place.
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
    """What is said of an order that gives way to another."""
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
    """What is said of orders for one unit in a text, as far as the words tell: where the units will
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
    """What is said of the later orders of a set for which the rule on two orders decides: of those
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
