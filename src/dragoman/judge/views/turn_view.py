"""Phases that were judged, as somebody may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, cast

from dragoman.game import Resolution, account_json, dice_json, results
from dragoman.judge.views.position_view import position_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order, write


def turn_view(
    viewer: Viewer, number: int, written: Callable[[Order], str] = write
) -> dict[str, Any]:
    """A phase that was judged, by its number from 0 on: positions, orders and what came of them,
    and the sheets that he may read, as they were written. Of a blind game he sees what his power
    saw then, and what became of its own orders. ``written`` is how orders are told.

    Raises:
        LookupError: if there is no such phase, or he may not see it.
    """
    g = viewer.g
    if not viewer.may_look or not 0 <= number < len(g.history):
        raise LookupError(f"no phase {number}")
    past = g.history[number]
    orders = {
        power: [written(one) for one in given if viewer.sees_order(power, one)]
        for power, given in past.orders.items()
    }
    seen = [one for one in past.outcomes if viewer.sees_board or one.unit.power == viewer.power]
    found: dict[str, Any] = {
        "number": number,
        "phase": str(past.phase),
        "before": position_view(viewer, past.before),
        "orders": {power: given for power, given in orders.items() if given},
        "written": {
            power: sheet.text
            for (power, phase), sheet in g.sheets.items()
            if phase == str(past.phase) and viewer.sees_sheet(power)
        },
        "results": results(seen, past.phase.kind, past.destroyed),
        "missed": [one.power for one in g.dues if one.missed and one.phase == str(past.phase)],
        "after": position_view(viewer, past.position),
    }
    if past.account is not None:
        found["account"] = _account(viewer, past)
    return found


def summary_view(viewer: Viewer) -> dict[str, Any]:
    """The course of the game: who owned how many centres after each phase in which that changed.

    Raises:
        LookupError: if he may not see it.
    """
    g = viewer.g
    if not viewer.may_look or not viewer.sees_board:
        raise LookupError("this is not to be seen until the game is over")
    rows: list[dict[str, Any]] = []
    for phase, position in [
        (str(g.game.start.phase), g.game.start),
        *((str(one.phase), one.position) for one in g.history),
    ]:
        owned = Counter(position.owners.values())
        counts = {power: owned[power] for power in g.seats}
        if not rows or rows[-1]["centers"] != counts:
            rows.append({"after": phase, "centers": counts})
    return {"phases": len(g.history), "centers": rows, "alive": list(g.game.survivors)}


def _account(viewer: Viewer, past: Resolution) -> dict[str, Any]:
    assert past.account is not None
    gifts = past.account.gifts
    data = account_json(past.account)
    shown = [
        one
        for one, gift in zip(data.pop("gifts", ()), gifts, strict=True)
        if viewer.sees_order(gift.power, gift.order)
    ]
    return {
        **data,
        **({"gifts": shown} if shown else {}),
        **cast(Mapping[str, Any], dice_json(viewer.g.game.variant, past.account)),
    }
