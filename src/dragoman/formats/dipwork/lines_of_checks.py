"""The records of the two steps before the conflicts: scanned orders and checked ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.atlas import Atlas
from dragoman.formats.dipwork.directories import VariantDirectory
from dragoman.formats.dipwork.error_numbers import (
    COAST_CHANGED,
    COAST_OF_SUPPORTED_CHANGED,
    CONVOYED_PLACE,
    CONVOYED_TARGET,
    MISSING_ORDER,
    ORDER_EXPECTED,
    PLACE_OF_SUPPORTED_CHANGED,
    SEVERAL_HOLD,
    SUPPORTED_PLACE,
    SUPPORTED_TARGET,
    TARGET,
    TWO_ORDERS_HOLD,
    UNSUCCESSFUL,
    number_of_diagnostic,
    number_of_reason,
)
from dragoman.formats.dipwork.lines_of_orders import lines_of_orders
from dragoman.formats.dipwork.ord_file import NOWHERE, Code, OrderLine
from dragoman.formats.dipwork.order_text import order_text
from dragoman.formats.dipwork.orders_file import OrdersFile
from dragoman.formats.dipwork.tables import OrderWords
from dragoman.game import Resolution
from dragoman.orders import Convoy, Hold, Move, Named, Order, OrderFile, Support, Waive, scan_order
from dragoman.rules import Outcome, Position, Result

_PLACE_FAULTS = (
    "unknown-place",
    "unknown-coast",
    "ambiguous-place",
    "missing-place",
    "missing-target",
)
_REFUSED = (Result.ILLEGAL, Result.VOID, Result.NO_CONVOY, Result.UNUSED)
"""Results that are certain before anybody fights."""


def lines_of_scan(
    orders: OrdersFile,
    found: OrderFile,
    faults: Iterable[Diagnostic],
    position: Position,
    directory: VariantDirectory,
) -> tuple[OrderLine, ...]:
    """The orders of a file as ``SCANNED.ORD`` has them, with the number of what was wrong.

    An order that could be read in part, such as ``F NTH denkt`` or ``A Bud-Nirgends``, is a
    hold with a number. A unit that is named with another nation is that nation's, whoever
    leads it: DipWork leaves it to the game master whether he may.
    """
    atlas = directory.atlas
    wrong = {
        fault.line: fault
        for fault in faults
        if fault.is_error or fault.code == "unknown-order-word"
    }
    lines: dict[tuple[int, int], OrderLine] = {}
    for power, section in found.sections.items():
        for scanned in section:
            fault = wrong.pop(scanned.line, None)
            number = number_of_diagnostic(fault.code) if fault else 0
            for line in _led(scanned.order, power, number, position, atlas):
                lines[scanned.line, scanned.column] = line
    for number, fault in wrong.items():
        power = _power_above(orders, number, atlas)
        written = orders.keywords.file.lines[number - 1]
        half = _half_read(written, fault.column, directory.board)
        if power and half:
            unit, rest = half
            error = _number_of_rest(rest, fault.code, directory.files.order_words)
            for line in _led(Hold(unit), power, error, position, atlas):
                lines[number, 0] = line
    return tuple(lines[place] for place in sorted(lines))


def lines_of_checks(
    resolution: Resolution, scanned: Sequence[OrderLine], atlas: Atlas
) -> tuple[OrderLine, ...]:
    """Orders as ``PARSED.ORD`` has them: one for each unit, as far as they can be carried out.

    What is impossible, or does not fit another's order, is a hold; the order as it was given
    is the record's comment. Nothing has been fought over yet.
    """
    lines = [_checked(outcome, resolution, scanned, atlas) for outcome in resolution.outcomes]
    return carried_on(lines, scanned)


def carried_on(lines: Iterable[OrderLine], earlier: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
    """Records with what an earlier step knew of the same units: who leads them, and the
    numbers of what was wrong, where those are higher."""
    numbers: dict[tuple[int, int], int] = {}
    leaders: dict[tuple[int, int], int] = {}
    for line in earlier:
        unit = (line.nation, line.place.over)
        numbers[unit] = max(line.error, numbers.get(unit, 0))
        leaders.setdefault(unit, line.leader)
    found: list[OrderLine] = []
    for line in lines:
        unit = (line.nation, line.place.over)
        if line.place and unit in numbers:
            error = max(line.error, numbers[unit])
            found.append(replace(line, error=error, leader=leaders[unit]))
        else:
            found.append(line)
    return tuple(found)


def _led(
    order: Order, power: str, error: int, position: Position, atlas: Atlas
) -> tuple[OrderLine, ...]:
    """The record of an order that stands under a nation's name."""
    owner = power if isinstance(order, Waive) else order.unit.power or power
    return tuple(
        replace(line, nation=atlas.nation_number(owner), error=error)
        for line in lines_of_orders({power: (order,)}, position, atlas)
    )


def _half_read(line: str, column: int, board: Board) -> tuple[Named, str] | None:
    """The unit at the beginning of a line, and what stands between it and a fault."""
    before = line[: max(column - 1, 0)]
    for end in range(len(before), 0, -1):
        read = scan_order(f"{before[:end]} H", board)
        if isinstance(read, Hold) and read.unit.kind and before[end - 1] not in "- ":
            return read.unit, before[end:]
    return None


def _number_of_rest(rest: str, code: str, words: OrderWords) -> int:
    """The number for a unit's order that ends in a fault, by the words before it."""
    said = re.split(r"\s+|(?=-)|(?<=-)", rest)
    moves = any(word in said for word in words.move)
    if code not in _PLACE_FAULTS:
        return ORDER_EXPECTED
    if any(word in said for word in words.convoy):
        return CONVOYED_TARGET if moves else CONVOYED_PLACE
    if any(word in said for word in words.support):
        return SUPPORTED_TARGET if moves else SUPPORTED_PLACE
    return TARGET if moves else ORDER_EXPECTED


def _power_above(orders: OrdersFile, number: int, atlas: Atlas) -> str | None:
    """The power under whose name a line of an orders file stands."""
    for line in reversed(orders.keywords.file.lines[:number]):
        words = line.split()
        if words[:1] == ["NATION"] and len(words) > 1:
            for nation in atlas.nations:
                if words[1].lower() in (spelling.lower() for spelling in nation.spellings):
                    return atlas.power_of[nation.word]
            return None
    return None


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
