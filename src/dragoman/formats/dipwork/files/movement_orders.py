"""What DipWork's scanner takes for the order of a movement: hold, move, support or convoy."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.orders import (
    Awaited,
    Convoy,
    Hold,
    Lost,
    Move,
    Order,
    OrderFile,
    Scanned,
    ScanOptions,
    Support,
    scan,
    unit_of,
)
from dragoman.words import said

MovementOrder: TypeAlias = Hold | Move | Support | Convoy


def movement_orders(found: OrderFile) -> tuple[OrderFile, tuple[Diagnostic, ...]]:
    """The orders of a file as DipWork takes them, and what it does not take as it stands there.

    A move ends at the first field that it names (the BNF: ``MoveOrder = '-' Field``). A retreat, a
    build or a removal is no order of a movement: it is lost like any other text (zeOrderExp).
    """
    sections: dict[str, tuple[Scanned, ...]] = {}
    lost: dict[str, tuple[Lost, ...]] = {**found.lost}
    faults: list[Diagnostic] = []
    for power, section in found.sections.items():
        kept: list[Scanned] = []
        for scanned in section:
            order = _taken(scanned.order)
            if order is None:
                if (unit := unit_of(scanned.order)) is not None:
                    lost[power] = (*lost.get(power, ()), Lost(unit, Awaited.ORDER, scanned.line))
                what = said("{text!r} is no order of a movement", text=scanned.text)
                remedy = "put retreats below a line RETREATS, builds and removals below BUILDUPS"
                faults.append(_warning("no-order", what, remedy, scanned))
                continue
            if order != scanned.order:
                what = said(
                    "the move in {text!r} was read to its first target alone", text=scanned.text
                )
                remedy = "name the field where the unit is to arrive"
                faults.append(_warning("unread-text", what, remedy, scanned))
            kept.append(replace(scanned, order=order))
        sections[power] = tuple(kept)
    return replace(found, sections=sections, lost=lost), tuple(faults)


def order_in(text: str, board: Board, options: ScanOptions) -> MovementOrder | None:
    """The order of a movement that some words say by themselves; None if they say none, or more
    than one."""
    silent = replace(options, suggestions=0)  # nobody is told what else might have been meant
    found = scan(text, board, "M", silent)
    if len(found.orders) != 1 or found.lost or any(fault.is_error for fault in found.diagnostics):
        return None
    return _taken(found.orders[0].order)


def _taken(order: Order) -> MovementOrder | None:
    if isinstance(order, Move) and order.route and not order.via_convoy:
        return Move(order.unit, order.route[0])
    if isinstance(order, Hold | Move | Support | Convoy):
        return order
    return None


def _warning(code: str, what: str, remedy: str, scanned: Scanned) -> Diagnostic:
    line, column = scanned.line, scanned.column
    warning = Severity.WARNING
    return Diagnostic(code, what, remedy, line=line, column=column, severity=warning)
