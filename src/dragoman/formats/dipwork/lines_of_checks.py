"""The records of the two steps before the conflicts: scanned orders and checked ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.atlas import Atlas
from dragoman.formats.dipwork.error_numbers import (
    COAST_CHANGED,
    COAST_OF_SUPPORTED_CHANGED,
    MISSING_ORDER,
    PLACE_OF_SUPPORTED_CHANGED,
    SEVERAL_HOLD,
    TWO_ORDERS_HOLD,
    UNSUCCESSFUL,
    number_of_diagnostic,
    number_of_reason,
)
from dragoman.formats.dipwork.lines_of_orders import lines_of_orders
from dragoman.formats.dipwork.ord_file import NOWHERE, Code, OrderLine
from dragoman.formats.dipwork.order_text import order_text
from dragoman.game import Resolution
from dragoman.orders import Convoy, Hold, Move, Named, Order, OrderFile, Support
from dragoman.rules import Outcome, Position, Result

_REFUSED = (Result.ILLEGAL, Result.VOID, Result.NO_CONVOY, Result.UNUSED)
"""Results that are certain before anybody fights."""


def lines_of_scan(
    found: OrderFile, faults: Iterable[Diagnostic], position: Position, atlas: Atlas
) -> tuple[OrderLine, ...]:
    """The orders of a file as ``SCANNED.ORD`` has them, with the number of what was wrong.

    An order that could be read in part, such as ``F NTH denkt``, is a hold with a number.
    """
    numbers = {
        fault.line: number_of_diagnostic(fault.code)
        for fault in faults
        if fault.is_error or fault.code == "unknown-order-word"
    }
    lines: list[OrderLine] = []
    for power, section in found.sections.items():
        for scanned in section:
            for line in lines_of_orders({power: (scanned.order,)}, position, atlas):
                lines.append(replace(line, error=numbers.get(scanned.line, 0)))
    return tuple(lines)


def lines_of_checks(
    resolution: Resolution, scanned: Sequence[OrderLine], atlas: Atlas
) -> tuple[OrderLine, ...]:
    """Orders as ``PARSED.ORD`` has them: one for each unit, as far as they can be carried out.

    What is impossible, or does not fit another's order, is a hold; the order as it was given
    is the record's comment. Nothing has been fought over yet.
    """
    lines = [_checked(outcome, resolution, scanned, atlas) for outcome in resolution.outcomes]
    return with_earlier_numbers(lines, scanned)


def with_earlier_numbers(
    lines: Iterable[OrderLine], earlier: Iterable[OrderLine]
) -> tuple[OrderLine, ...]:
    """Records with the numbers of an earlier step, where those are higher."""
    numbers: dict[int, int] = {}
    for line in earlier:
        if line.place and line.order != Code.STANDOFF:
            numbers[line.place.over] = max(line.error, numbers.get(line.place.over, 0))
    return tuple(
        replace(line, error=max(line.error, numbers.get(line.place.over, 0)))
        if line.place
        else line
        for line in lines
    )


def _checked(
    outcome: Outcome, resolution: Resolution, scanned: Sequence[OrderLine], atlas: Atlas
) -> OrderLine:
    unit, order = outcome.unit, outcome.order
    treated = outcome.treated_as
    refused = outcome.result in _REFUSED
    if refused or not isinstance(treated, Hold | Move | Support | Convoy):
        treated = Hold(Named(unit.location, unit.kind))
    (line,) = lines_of_orders({unit.power: (treated,)}, resolution.before, atlas)
    number = 0
    if outcome.reason == "contradicting-orders":
        here = [one for one in scanned if one.place.over == line.place.over]
        moves = any(one.order == Code.MOVE for one in here)
        number = TWO_ORDERS_HOLD if moves else SEVERAL_HOLD
    elif order is None:
        number = MISSING_ORDER
    elif refused:
        number = number_of_reason(outcome.reason, order)
    elif order != treated:
        number = _coast_number(order, treated)
    if order is not None:
        line = replace(line, comment=order_text(order, atlas, resolution.before))
    if isinstance(treated, Move) and outcome.by_convoy:
        line = replace(line, order=Code.CONVOYED_MOVE)
    elif isinstance(treated, Support):
        code = Code.SUPPORT_MOVE if line.reference != NOWHERE else Code.SUPPORT_HOLD
        line = replace(line, order=code)
    elif number >= UNSUCCESSFUL:
        line = replace(line, order=Code.NOTHING)
    return replace(line, error=number)


def _coast_number(order: Order, treated: Order) -> int:
    """Which field of an order was changed to or from a sub-field of it."""
    match order, treated:
        case Move(_, given), Move(_, taken) if given != taken:
            return COAST_CHANGED
        case Support(_, _, given), Support(_, _, taken) if given != taken:
            return COAST_OF_SUPPORTED_CHANGED
        case Support(_, given), Support(_, taken) if given.location != taken.location:
            return PLACE_OF_SUPPORTED_CHANGED
        case _:
            return 0
