"""What the board on a page needs of the phase at hand besides what stands there: for whoever orders
for a power, what its units can do and what they were ordered."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dragoman.judge.log.conditional import is_conditional
from dragoman.judge.views.choices_view import choices, named, numbered, order_data, several
from dragoman.judge.views.game_view import time_text
from dragoman.judge.views.orders_view import Ordered, diagnostic_data, means_data, ordered
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Waive, scan, unit_of
from dragoman.rules import Position


def board_view(viewer: Viewer, power: str) -> dict[str, Any]:
    """The phase at hand as somebody sees it; with a power that he orders for, or none.

    Raises:
        LookupError: if the game, or that power's orders, are not to be seen.
    """
    g = viewer.g
    if not viewer.may_look:
        raise LookupError("nobody looks at this game until it is over")
    found: dict[str, Any] = {
        "stage": g.stage.value,
        "deadline": time_text(g.deadline),
        "power": power,
        "past": [str(one.phase) for one in g.history],
    }
    if power:
        found["own"] = _own(viewer, power, ordered(viewer, power))
    return found


def standing(position: Position) -> dict[str, Any]:
    """What stands in a position: of each unit its power, its name in orders, and where it is."""
    return {
        "units": [[one.power, str(one), one.location] for one in position.units],
        "dislodged": [
            [one.unit.power, str(one.unit), one.unit.location] for one in position.dislodged
        ],
    }


def sheet_board(sheet: Ordered, power: str) -> dict[str, Any]:
    """What a power can order, and what it is ordered."""
    return {**choices(sheet.game, power), **_written(sheet, power)}


def sheet_on_board(viewer: Viewer, power: str) -> dict[str, Any]:
    """What of the same another sheet makes otherwise.

    Raises:
        LookupError: if that power's orders are not to be seen.
    """
    sheet = ordered(viewer, power)
    return {**_written(sheet, power), "ready": viewer.g.is_ready(power)}


def _own(viewer: Viewer, power: str, sheet: Ordered) -> dict[str, Any]:
    g = viewer.g
    return {
        **sheet_board(sheet, power),
        "ready": g.is_ready(power),
        "early": g.settings.early.value,
    }


def _written(sheet: Ordered, power: str) -> dict[str, Any]:
    """A sheet, and what is made of it."""
    means = sheet.game.means.get(power)
    return {
        "text": sheet.text,
        "conditional": is_conditional(sheet.text),
        "lines": _lines(sheet, power),
        "told": [diagnostic_data(one) for one in sheet.told],
        **({} if means is None else {"means": means_data(means)}),
    }


def _lines(sheet: Ordered, power: str) -> list[list[Any]]:
    """The orders of a sheet, each with its line, from 1 on, and its unit: so that a board that
    changes one leaves all else as it was written. None of a sheet with conditions: which of its
    lines count, its writer alone can say."""
    if is_conditional(sheet.text):
        return []
    position, kind = sheet.game.position, sheet.game.phase.kind
    there, ordered_yet = several(position, power), Counter[str]()
    found: list[list[Any]] = []
    for one in scan(sheet.text, sheet.game.variant.board, kind.value).orders:
        name = _unit_ordered(one.order, position, power)
        ordered_yet[name] += 1
        # Several orders for units of one name on a high sea are for one after the other.
        unit = numbered(name, min(ordered_yet[name], there.get(name, 1)))
        found.append([one.line, unit, order_data(one.order, position)])
    return found


def _unit_ordered(order: Any, position: Position, power: str) -> str:
    unit = unit_of(order)
    if unit is None:
        return "WAIVE" if isinstance(order, Waive) else ""
    return named(unit, position, power)
