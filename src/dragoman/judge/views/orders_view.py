"""Orders that somebody may give in the phase at hand, and his sheet as the judge reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NotRequired, cast

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.game import Game
from dragoman.judge.commands.playing import with_sheet
from dragoman.judge.log.conditional_orders import condition_faults
from dragoman.judge.log.table import TABLE
from dragoman.judge.log.unseen_units import orders_in_fog
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order, write
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.views import DiagnosticShape, View


class ExpenseShape(View):
    """Something that ducats can be spent on, as an order, and how many that takes."""

    order: str
    minimum: int
    step: int
    most: int | None


class MeansShape(View):
    """Money of a power, and all that it can be spent on (Machiavelli)."""

    treasury: int
    credit: int
    owes: int
    falls_due: int
    receivers: list[str]
    chits: list[str]
    expenses: list[ExpenseShape]


class OrdersShape(View):
    """Orders that a power may give, and those it has."""

    power: str
    phase: str
    has_to_order: bool
    text: str
    orders: list[str]
    told: list[DiagnosticShape]
    possible: dict[str, list[str]]
    """For each unit what it can be ordered."""
    ready: bool
    means: NotRequired[MeansShape]


@dataclass(frozen=True)
class Ordered:
    """A power's sheet for the phase at hand: its text, the game as it comes to by it, in a blind
    one with what the power sees alone, and what is to be said of the text."""

    text: str
    game: Game
    told: tuple[Diagnostic, ...]
    in_fog: bool = False


def ordered(viewer: Viewer, power: str) -> Ordered:
    """The sheet that a power has on file for the phase at hand.

    Raises:
        LookupError: if he may not see it.
    """
    g = viewer.g
    if power not in g.seats or not viewer.reads_orders(power):
        raise LookupError("these orders are not to be seen")
    sheet = g.sheets.get((power, str(g.phase)))
    text = sheet.text if sheet is not None else ""
    # Of a sheet with conditions that cannot be read nobody can say what it orders.
    faults = condition_faults(text, g.game.variant)
    game, told = with_sheet(g, power, "" if faults else text)
    return Ordered(text, game, faults or told, g.is_blind)


def orders_view(viewer: Viewer, power: str, written: Callable[[Order], str] = write) -> OrdersShape:
    """Orders that a power may give, its sheet, the orders of that as things stand, and what is to
    be said of them. ``written`` is how orders are told; a sheet is told as it was written.

    Raises:
        LookupError: if he may not see it.
    """
    return sheet_view(viewer, power, ordered(viewer, power), written)


def sheet_view(
    viewer: Viewer, power: str, found: Ordered, written: Callable[[Order], str] = write
) -> OrdersShape:
    """The same of a sheet that was read."""
    g, game = viewer.g, found.game
    means = TABLE.of(game.variant).means(game, power)
    shown: OrdersShape = {
        "power": power,
        "phase": str(g.phase),
        "has_to_order": power in tuple(g.has_to_order()),
        "text": found.text,
        "orders": [written(one) for one in game.orders(power)],
        "told": [one.data() for one in found.told],
        "possible": _possible(found, power, written),
        "ready": g.is_ready(power),
    }
    if means is not None:
        shown["means"] = cast(MeansShape, means)
    return shown


def possible_orders(sheet: Ordered, power: str) -> dict[Unit, tuple[Order, ...]]:
    """Orders that each unit of a power can be given, as far as the power knows."""
    if sheet.in_fog:
        return orders_in_fog(sheet.game, power)
    return sheet.game.legal_orders(power)


_known: Remembered[tuple[Any, ...], dict[str, list[str]]] = Remembered()


def _possible(sheet: Ordered, power: str, written: Callable[[Order], str]) -> dict[str, list[str]]:
    """Orders that each unit can be given, in a blind game as far as a power knows. It is the
    same for all who look at the position, whenever they do, and is not to be changed."""
    game = sheet.game
    key = (game.variant, game.rule_set, game.position, power, written, sheet.in_fog)
    if (known := _known.get(key)) is not None:
        return known
    found = {
        str(unit): [written(one) for one in orders]
        for unit, orders in possible_orders(sheet, power).items()
    }
    return _known.keep(key, found, sum(300 + 80 * len(orders) for orders in found.values()))
