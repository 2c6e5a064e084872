"""What programs that speak DAIDE do with their orders: submit them, and take them back."""

from __future__ import annotations

from typing import Final

from dragoman.orders import Order, Waive
from dragoman.press.daide.notes import MAY_BE, note_on
from dragoman.press.daide.order_shapes import NamedOrder, WaivedBuild
from dragoman.press.daide.positions import plain_order
from dragoman.refusal import ActionRefused
from dragoman.sockets.orders_due import with_order
from dragoman.sockets.table import Seat, Table

_ANYHOW: Final = frozenset(["FAR", "CST", "NAS", "NSF", "NSA", "NVR", "NSP"])
"""Notes on orders that a unit of the power may be given all the same where any orders may be: what
is wrong is where it is to go, or whom it is to help."""


def noted(
    table: Table, seat: Seat, orders: tuple[NamedOrder, ...]
) -> tuple[tuple[Order, ...], list[tuple[NamedOrder, str]]]:
    """The orders of a power with these, and the note on each of these.

    Raises:
        ActionRefused: if there are more than any power can have units.
    """
    if len(orders) > len(table.variant.board.provinces):
        raise ActionRefused("too-many-orders", "these are more orders than there are provinces")
    game, kept = table.game, seat.orders
    told: list[tuple[NamedOrder, str]] = []
    for order in orders:
        given = [_named(seat, one) for one in kept]
        note = note_on(order, seat.power, given, table.variant, game.position, game.rule_set)
        if note == MAY_BE or (table.terms.any_orders and note in _ANYHOW):
            kept = with_order(kept, plain_order(order)[1])
        told.append((order, note))
    return kept, told


def without(seat: Seat, orders: tuple[NamedOrder, ...]) -> tuple[Order, ...]:
    """The orders of a power without these, or none at all if none are named.

    Raises:
        ActionRefused: if one of them was not given.
    """
    kept = [*seat.orders] if orders else []
    for power, order in map(plain_order, orders):
        if power != seat.power or order not in kept:
            raise ActionRefused("no-such-order", "there is no such order")
        kept.remove(order)
    return tuple(kept)


def _named(seat: Seat, order: Order) -> NamedOrder:
    return WaivedBuild(seat.power) if isinstance(order, Waive) else order
