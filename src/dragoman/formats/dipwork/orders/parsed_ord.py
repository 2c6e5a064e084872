"""The records of the second step: orders as the parser checked them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import NOWHERE, Code, OrdRecord
from dragoman.formats.dipwork.orders.error_numbers import (
    CANNOT_CONVOY,
    COAST_CHANGED,
    COAST_OF_SUPPORTED_CHANGED,
    MISSING_ORDER,
    NO_OCEAN,
    PLACE_OF_SUPPORTED_CHANGED,
    UNSUCCESSFUL,
    number_of_reason,
)
from dragoman.formats.dipwork.orders.order_text import order_text
from dragoman.formats.dipwork.orders.to_ord import carried_on, orders_to_ord
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
