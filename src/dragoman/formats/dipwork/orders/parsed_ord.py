"""The records of the second step: orders as the parser checked them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import NOWHERE, OrdCode, OrdField, OrdRecord
from dragoman.formats.dipwork.orders.error_numbers import (
    CANNOT_CONVOY,
    COAST_CHANGED,
    COAST_OF_SUPPORTED_CHANGED,
    IDENTICAL_DELETED,
    MISSING_ORDER,
    NO_OCEAN,
    NO_SUCH_UNIT,
    PLACE_OF_SUPPORTED_CHANGED,
    SEVERAL_DELETED,
    SEVERAL_HOLD,
    TWO_ORDERS_DELETED,
    TWO_ORDERS_HOLD,
    UNSUCCESSFUL,
    number_of_reason,
)
from dragoman.formats.dipwork.orders.order_text import order_text
from dragoman.formats.dipwork.orders.to_ord import carried_on, orders_to_ord, place_of
from dragoman.game import Resolution
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef
from dragoman.rules import Outcome, Result

_REFUSED = (Result.ILLEGAL, Result.VOID, Result.NO_CONVOY, Result.UNUSED)
"""Results that are certain before anybody fights."""


def parsed_ord(
    resolution: Resolution, scanned: Sequence[OrdRecord], atlas: Atlas
) -> tuple[OrdRecord, ...]:
    """Orders as ``PARSED.ORD`` has them: one for each unit, as far as they can be carried out.

    ``scanned`` are the records of what was judged, without those that were deleted. What is
    impossible, or does not fit another's order, is a hold; the order as it was given is the
    record's comment. Nothing has been fought over yet.
    """
    lines = [_checked(outcome, resolution, atlas) for outcome in resolution.outcomes]
    return carried_on(lines, scanned)


def _checked(outcome: Outcome, resolution: Resolution, atlas: Atlas) -> OrdRecord:
    unit, order = outcome.unit, outcome.order
    treated = outcome.treated_as
    refused = outcome.result in _REFUSED
    if refused or not isinstance(treated, Hold | Move | Support | Convoy):
        treated = Hold(UnitRef(unit.location, unit.kind))
    (line,) = orders_to_ord({unit.power: (treated,)}, resolution.before, atlas)
    number = 0
    if order is None:
        number = MISSING_ORDER
    elif refused:
        number = number_of_reason(outcome.reason, order)
        if number == NO_OCEAN and not atlas.units[line.unit - 1].can_convoy:
            number = CANNOT_CONVOY
    elif order != treated:
        number = _coast_number(order, treated)
    if order is not None:
        line = replace(line, comment=order_text(order, atlas, resolution.before))
    if isinstance(treated, Move) and outcome.by_convoy:
        line = replace(line, order=OrdCode.CONVOYED_MOVE)
    elif isinstance(treated, Support):
        code = OrdCode.SUPPORT_MOVE if line.reference != NOWHERE else OrdCode.SUPPORT_HOLD
        line = replace(line, order=code)
    elif number >= UNSUCCESSFUL:
        line = replace(line, order=OrdCode.NOTHING)
    return replace(line, error=number)


def _coast_number(order: Order, treated: Order) -> int:
    """The field of an order that was changed to or from a sub-field of it."""
    match order, treated:
        case Move(_, given), Move(_, taken) if given != taken:
            return COAST_CHANGED
        case Support(_, _, given), Support(_, _, taken) if given != taken:
            return COAST_OF_SUPPORTED_CHANGED
        case Support(_, given), Support(_, taken) if given.location != taken.location:
            return PLACE_OF_SUPPORTED_CHANGED
        case _:
            return 0


# The parser's first checks: orders for units that are not there, and several for one unit
#
# The manual ("Der Parser") has them before anything else is asked of an order: an order that
# would be impossible contradicts another one all the same.


def without_deleted(
    lines: Iterable[OrdRecord], units: Iterable[Unit], atlas: Atlas
) -> tuple[tuple[OrdRecord, ...], tuple[OrdRecord, ...]]:
    """The orders that stay, one for each unit at most, and those that are deleted, with why.

    - NSU: no unit of this nation and type stands in the field.
    - MUL1: of orders that say the same one stays.
    - MUL2, MUL3: of several that do not, the first stays as a hold, with its own words as the
      comment; its number, and those of the deleted, tell whether a move was among them.
    """
    standing = {
        (atlas.nation_number(u.power), atlas.unit_number(u.kind), place_of(u.location, atlas).over)
        for u in units
    }
    meaning = _Meaning(atlas)
    orders: dict[tuple[int, int, int], list[OrdRecord]] = {}
    deleted: list[OrdRecord] = []
    for line in lines:
        unit = (line.nation, line.unit, line.place.over)
        if unit not in standing:
            deleted.append(_numbered(line, NO_SUCH_UNIT))
        elif any(meaning.is_same(line, other) for other in orders.get(unit, ())):
            deleted.append(_numbered(line, IDENTICAL_DELETED))
        else:
            orders.setdefault(unit, []).append(line)
    kept: list[OrdRecord] = []
    for first, *others in orders.values():
        if not others:
            kept.append(first)
            continue
        moves = any(line.order == OrdCode.MOVE for line in (first, *others))
        kept.append(_held(first, TWO_ORDERS_HOLD if moves else SEVERAL_HOLD))
        number = TWO_ORDERS_DELETED if moves else SEVERAL_DELETED
        deleted += (_numbered(line, number) for line in others)
    return tuple(kept), tuple(deleted)


def _numbered(line: OrdRecord, number: int) -> OrdRecord:
    return replace(line, error=max(line.error, number))


def _held(line: OrdRecord, number: int) -> OrdRecord:
    held = OrdRecord(line.nation, line.unit, line.place, leader=line.leader, comment=line.comment)
    return replace(held, error=max(line.error, number))


class _Meaning:
    """The effect of orders, with the sub-fields that they lead to."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.borders = {(b.start, b.target): b for b in reversed(atlas.geography.borders)}

    def is_same(self, one: OrdRecord, other: OrdRecord) -> bool:
        """True if two orders for one unit say the same."""
        return self._says(one) == self._says(other)

    def _says(self, line: OrdRecord) -> tuple[object, ...]:
        helped = (line.other_nation, line.other_unit, line.target.over, line.other_order)
        if line.order == OrdCode.MOVE:
            return line.order, self._arrival(line.unit, line.place, line.target)
        if line.reference == NOWHERE:
            return line.order, helped
        goal = self._arrival(line.other_unit, line.target, line.reference)
        return line.order, helped, goal

    def _arrival(self, unit: int, start: OrdField, target: OrdField) -> str:
        """The field a unit comes to that goes to a field or to one of its coasts."""
        names = self.atlas.numbered
        here, there = names[start.field - 1], names[target.field - 1]
        border = self.borders.get((here, there))
        arrival = self.atlas.geography.arrival(border, unit) if border else None
        return arrival or there
