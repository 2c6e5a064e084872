"""``ERRORS.TXT``: the orders that were deleted, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork import (
    ERROR_NUMBERS,
    IDENTICAL_DELETED,
    SEVERAL_DELETED,
    TWO_ORDERS_DELETED,
    Atlas,
    OrdersFile,
    number_of_diagnostic,
    number_of_reason,
    order_text,
)
from dragoman.game import Resolution
from dragoman.orders import Move, Waive
from dragoman.rules import Refused

_CAUSES = (
    (200, 209, "Multiple orders"),
    (209, 210, "No such unit"),
    (0, 1000, "Can not evaluate this line"),
)
"""What the program says of deleted orders, by their numbers."""


_DELETING = ("no-order", "unknown-order-word")
"""Warnings that say that a line was not carried out as it was written."""


@dataclass(frozen=True, slots=True)
class DeletedOrder:
    """An order that is not in the report: whose it was, what was written, and the number."""

    nation: str
    text: str
    number: int

    @property
    def cause(self) -> str:
        return next(cause for low, high, cause in _CAUSES if low <= self.number < high)


def deleted_by_scanner(
    orders: OrdersFile, faults: Iterable[Diagnostic], atlas: Atlas
) -> tuple[DeletedOrder, ...]:
    """The lines of an orders file that could not be read, from the diagnostics about them."""
    lines = orders.keywords.file.lines
    first = len(orders.header)
    numbers: dict[int, int] = {}
    for fault in faults:
        if fault.line > first and (fault.is_error or fault.code in _DELETING):
            number = number_of_diagnostic(fault.code)
            numbers[fault.line] = max(number, numbers.get(fault.line, 0))
    return tuple(
        DeletedOrder(_nation_above(lines, line, atlas), lines[line - 1].strip(), number)
        for line, number in sorted(numbers.items())
    )


def deleted_by_judge(resolution: Resolution, atlas: Atlas) -> tuple[DeletedOrder, ...]:
    """The orders of a phase that were not used at all."""
    used = {outcome.order for outcome in resolution.outcomes}
    given = [*used, *(one.order for one in resolution.refused)]
    moved = {order.unit.location for order in given if isinstance(order, Move)}

    def number(one: Refused) -> int:
        if one.order in used:
            return IDENTICAL_DELETED
        if one.reason != "contradicting-orders" or isinstance(one.order, Waive):
            return number_of_reason(one.reason, one.order)
        return TWO_ORDERS_DELETED if one.order.unit.location in moved else SEVERAL_DELETED

    return tuple(
        DeletedOrder(
            atlas.nation_of.get(one.power, one.power),
            order_text(one.order, atlas, resolution.before, one.power),
            number(one),
        )
        for one in resolution.refused
    )


def errors_text(deleted: Iterable[DeletedOrder], with_numbers: bool = False) -> str:
    """The file: for each cause a line, and the orders below it, with their nations.

    ``with_numbers`` adds the number and the program's name of the fault (``ERROR_NR_OUTPUT``).
    """
    return "".join(f"{line}\n" for line in _lines(tuple(deleted), with_numbers))


def _lines(deleted: tuple[DeletedOrder, ...], with_numbers: bool) -> Iterator[str]:
    causes = dict.fromkeys(one.cause for one in deleted)
    width = max((len(one.nation) for one in deleted), default=0)
    for number, cause in enumerate(causes):
        yield from [""] if number else []
        yield f"{cause}:"
        for one in deleted:
            if one.cause == cause:
                known = ERROR_NUMBERS.get(one.number)
                name = f" {known.name}" if known else ""
                numbered = f"  {{{one.number}{name}}}" if with_numbers else ""
                yield f"  {one.nation:<{width}}  {one.text}{numbered}"


def _nation_above(lines: tuple[str, ...], number: int, atlas: Atlas) -> str:
    """The nation whose section a line is in, by its word; as written if it is unknown."""
    for line in reversed(lines[:number]):
        words = line.split()
        if words[:1] == ["NATION"] and len(words) > 1:
            for nation in atlas.nations:
                if words[1].lower() in (spelling.lower() for spelling in nation.spellings):
                    return nation.word
            return words[1]
    return "?"
