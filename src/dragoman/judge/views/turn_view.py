"""Phases that were judged, as somebody may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NotRequired, cast

from dragoman.game import results
from dragoman.judge.log.table import TABLE
from dragoman.judge.views.position_view import PositionShape, position_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order, write
from dragoman.views import View


class Money(View):
    """The outcome of an order for money, or of a gift (Machiavelli)."""

    power: str
    order: str
    result: str
    paid: NotRequired[int]
    counts: NotRequired[int | bool]
    minimum: NotRequired[int]
    countered: NotRequired[int]
    lent: NotRequired[int]


class Happened(View):
    """Something else that happened in a phase of Machiavelli."""

    what: str
    place: NotRequired[str]
    power: NotRequired[str]
    unit: NotRequired[str]
    detail: NotRequired[str | list[str] | dict[str, str]]
    ducats: NotRequired[int]


class AccountShape(View):
    """Events of a phase of Machiavelli besides what units did."""

    spendings: NotRequired[list[Money]]
    payments: NotRequired[list[Money]]
    lendings: NotRequired[list[Money]]
    gifts: NotRequired[list[Money]]
    events: NotRequired[list[Happened]]
    dice: NotRequired[list[str]]
    thrown: NotRequired[list[str]]


class Turn(View):
    """A phase that was judged."""

    number: int
    phase: str
    before: PositionShape
    orders: dict[str, list[str]]
    written: dict[str, str]
    """The sheets as they were written."""
    results: dict[str, list[str]]
    """For each unit what failed; nothing where its order succeeded."""
    missed: list[str]
    after: PositionShape
    account: NotRequired[AccountShape]


class CentersAfter(View):
    after: str
    centers: dict[str, int]


class GameSummary(View):
    phases: int
    centers: list[CentersAfter]
    alive: list[str]


def turn_view(viewer: Viewer, number: int, written: Callable[[Order], str] = write) -> Turn:
    """A phase that was judged, by its number from 0 on: positions, orders and what came of them,
    and the sheets that he may read, as they were written. Of a blind game he sees what his power
    saw then, and what became of its own orders. ``written`` is how orders are told.

    Raises:
        LookupError: if there is no such phase, or he may not see it.
    """
    g = viewer.g
    if not viewer.may_look or not 0 <= number < len(g.history):
        raise LookupError(f"no phase {number}")
    past = viewer.told_of(g.history[number])
    orders = {
        power: [written(one) for one in given if viewer.sees_order(power, one)]
        for power, given in past.orders.items()
    }
    found: Turn = {
        "number": number,
        "phase": str(past.phase),
        "before": position_view(viewer, g.history[number].before),
        "orders": {power: given for power, given in orders.items() if given},
        "written": {
            power: sheet.text
            for (power, phase), sheet in g.sheets.items()
            if phase == str(past.phase) and viewer.sees_sheet(power)
        },
        "results": results(past.outcomes, past.phase.kind, past.destroyed),
        "missed": [
            one.power
            for one in g.dues
            if one.missed
            and one.phase == str(past.phase)
            and viewer.sees_due(one.power, past.phase.kind)
        ],
        "after": position_view(viewer, g.history[number].position),
    }
    table = TABLE.of(g.game.variant)
    account = table.account(g.game.variant, past, viewer.sees_order)
    if account is not None:
        found["account"] = cast(AccountShape, account)
    return found


def summary_view(viewer: Viewer) -> GameSummary:
    """The course of the game: who owned how many centres after each phase in which that changed.

    Raises:
        LookupError: if he may not see it.
    """
    g = viewer.g
    if not viewer.may_look or not viewer.sees_board:
        raise LookupError("this is not to be seen until the game is over")
    rows: list[CentersAfter] = []
    for phase, position in [
        (str(g.game.start.phase), g.game.start),
        *((str(one.phase), one.position) for one in g.history),
    ]:
        owned = Counter(position.owners.values())
        counts = {power: owned[power] for power in g.seats}
        if not rows or rows[-1]["centers"] != counts:
            rows.append({"after": phase, "centers": counts})
    return {"phases": len(g.history), "centers": rows, "alive": list(g.game.survivors)}
