"""Openings of the standard map by their names, and which of them a power plays.

The lines are in ``openings.toml``, with how often people play them, where that was counted. One of
them is drawn by lot: the more often, the more often it is played and the more it is reckoned to
bring, with what is agreed. ``chosen_opening`` reckons by playing on: that needs machine code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from random import Random
from typing import Any, Final

from dragoman.board import Board, Unit, province_of
from dragoman.bots.agreements import NOTHING, Agreement
from dragoman.bots.bot import View
from dragoman.diagnostics import Diagnostic
from dragoman.orders import Move, Order, scan_order, unit_of
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_SPRING: Final = "S1901M"
_FALL: Final = "F1901M"
_LESS: Final = 0.03
"""A line that brings so much less of the share of squares than the best is drawn less often, by a
factor of e."""
_BETTER: Final = 0.05
"""All are left alone if orders that were searched for bring so much more."""


@dataclass(frozen=True, slots=True)
class OpeningLine:
    """A line of an opening: the orders of all of a power's units in a phase of 1901."""

    name: str
    orders: Mapping[Unit, Order]
    played: int
    """How often people play it, compared with the other lines of the power in that phase."""
    then: tuple[OpeningLine, ...] = ()
    """Lines for the fall, where the units stand as they need it."""


def openings_of(board: Board, power: str) -> tuple[OpeningLine, ...]:
    """The openings of a power that can be written on a board; of one that is no map of Europe there
    are none."""
    if not _has_places(board):
        return ()
    return _readable(board, power, _written().get(power, ()), "")


@cache
def _written() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    return tomllib.loads(files("dragoman.bots").joinpath("openings.toml").read_text("utf-8"))


def _has_places(board: Board) -> bool:
    return {"MAO", "TYS", "NWG", "BOT", "GAL"} <= set(board.provinces)


def _readable(
    board: Board, power: str, written: Sequence[Mapping[str, Any]], spring: str
) -> tuple[OpeningLine, ...]:
    """The lines whose orders a board has places for: larger maps of Europe have other ones."""
    found = (_opening(board, power, one, spring) for one in written)
    return tuple(one for one in found if one is not None)


def _opening(
    board: Board, power: str, written: Mapping[str, Any], spring: str
) -> OpeningLine | None:
    name = str(written.get("name", spring))
    orders: dict[Unit, Order] = {}
    for text in written["orders"]:
        order = scan_order(text, board)
        if isinstance(order, Diagnostic):
            return None
        ref = unit_of(order)
        assert ref is not None
        orders[Unit(power, ref.kind or "", ref.location)] = order
    then = _readable(board, power, written.get("then", ()), name)
    return OpeningLine(name, FrozenMap(orders), int(written.get("played", 1)), then)


def opening_name(board: Board, power: str, orders: Iterable[Order]) -> str | None:
    """The name of the opening that a power has played in the first spring with its orders."""
    given = {str(order) for order in orders}
    for one in openings_of(board, power):
        if {str(order) for order in one.orders.values()} == given:
            return one.name
    return None


def lines_for(view: View, agreed: Agreement = NOTHING) -> list[OpeningLine]:
    """The lines that the power can play in a phase of 1901 without breaking what is agreed."""
    units, found = set(view.position.units_of(view.power)), list[OpeningLine]()
    lines = openings_of(view.variant.board, view.power)
    if str(view.position.phase) == _SPRING:
        found += lines
    elif str(view.position.phase) == _FALL:
        found += [then for one in lines for then in one.then]
    if not found:
        return []
    legal = {unit: set(map(_text, orders)) for unit, orders in view.legal_orders().items()}
    return [
        one
        for one in found
        if set(one.orders) == units
        and all(_text(order) in legal[unit] for unit, order in one.orders.items())
        and _keeps(view, agreed, one)
    ]


def _text(order: Order) -> str:
    """An order in words, where it does not matter whether it says that it goes by convoy."""
    return str(order).removesuffix(" via convoy")


def _keeps(view: View, agreed: Agreement, line: OpeningLine) -> bool:
    for unit, order in line.orders.items():
        if unit in agreed.orders:
            if _text(agreed.orders[unit]) != _text(order):
                return False
        elif isinstance(order, Move) and agreed.spares(view, province_of(order.target)):
            return False
    return True


def chosen_opening(
    view: View, agreed: Agreement = NOTHING, evaluations: int = 1_000
) -> OpeningLine | None:
    """The line that the power plays in this phase of 1901; none, where no line fits or orders that
    are searched for are worth much more than all of them.

    Raises:
        ValueError: if an agreed order is not legal, or for a unit that is not there.
    """
    from dragoman.bots.joint import best, shares_with

    lines = lines_for(view, agreed)
    if not lines:
        return None
    plan: dict[Unit, Order] = {}
    for order in best(view, agreed, evaluations // 2):
        if ref := unit_of(order):
            plan[view.position.by_province[province_of(ref.location)]] = order
    tries = max(8, evaluations // 2 // (len(lines) + 1))
    *shares, searched = shares_with(view, [*(one.orders for one in lines), plan], agreed, tries)
    if searched > max(shares) + _BETTER:
        return None
    return drawn_opening(view, lines, shares)


def drawn_opening(view: View, lines: Sequence[OpeningLine], shares: Sequence[float]) -> OpeningLine:
    """One of some lines by lot, where they bring such shares of the squares. It stays the same when
    others can be played no longer, so that nobody is refused what is ordered in the end."""

    def drawn(line: OpeningLine, share: float) -> float:
        lot = Random(f"{view.seed} {view.power} {view.position.phase} {line.name} {line.orders}")
        return log(1 - lot.random()) / (line.played * exp((share - max(shares)) / _LESS))

    drawn_of = dict(zip(lines, map(drawn, lines, shares), strict=True))
    return max(lines, key=lambda line: drawn_of[line])
