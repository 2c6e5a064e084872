"""The parser's first checks: orders for units that are not there, and several for one unit.

The manual ("Der Parser") has them before anything else is asked of an order: an order that
would be impossible contradicts another one all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dragoman.board import Unit
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import NOWHERE, Code, OrdField, OrdRecord
from dragoman.formats.dipwork.orders.error_numbers import (
    IDENTICAL_DELETED,
    NO_SUCH_UNIT,
    SEVERAL_DELETED,
    SEVERAL_HOLD,
    TWO_ORDERS_DELETED,
    TWO_ORDERS_HOLD,
)
from dragoman.formats.dipwork.orders.to_ord import place_of


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
        moves = any(line.order == Code.MOVE for line in (first, *others))
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
    """What orders come to, with the sub-fields that they lead to."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.borders = {(b.start, b.target): b for b in reversed(atlas.geography.borders)}

    def is_same(self, one: OrdRecord, other: OrdRecord) -> bool:
        """Whether two orders for one unit say the same."""
        return self._says(one) == self._says(other)

    def _says(self, line: OrdRecord) -> tuple[object, ...]:
        helped = (line.other_nation, line.other_unit, line.target.over, line.other_order)
        if line.order == Code.MOVE:
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
