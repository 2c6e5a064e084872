"""Labels of orders to train on: a word or two for each order, who was in its way,
and the whole explanation as data. All of it is the resolver's own outcomes and reasons."""

from __future__ import annotations

from typing import Any, Final, TypedDict

from dragoman.env.text.prompts import unit_name
from dragoman.errors import checked
from dragoman.game import Resolution, Variant
from dragoman.orders import Order
from dragoman.reports import Explanation, explanations
from dragoman.rules import Outcome, Result, UnusedOrder

_DONE: Final = {
    Result.SUCCEEDS: "succeeds",
    Result.BOUNCES: "bounced",
    Result.DISBANDS: "disbands",
    Result.FAILS: "failed",
}
"""The words of a label where they are others than the result's own."""


class OrderLabel(TypedDict):
    """The label of an order. ``order`` is the order as it was given, None where none was, and
    ``judged`` what was carried out. ``label`` is one of few texts, as ``support cut`` or ``move
    bounced``, ``by`` the units that did that, ``text`` both in one, with the dislodgement of the
    unit. ``reason`` is the code of the resolver (see ``dragoman.rules.REASONS``), ``statements``
    and ``rules`` are those of the explanation, as ``Explanation.data`` has them."""

    phase: str
    power: str
    unit: str
    order: str | None
    judged: str | None
    label: str
    by: list[str]
    dislodged_by: str | None
    text: str
    reason: str
    success: bool
    statements: list[Any]
    rules: list[Any]


@checked
def order_labels(variant: Variant, resolution: Resolution) -> list[OrderLabel]:
    """A label for each order of a phase, each unit that had none, and each order that was refused.

    >>> [one["text"] for one in order_labels(game.variant, game.resolution)]
    ['support cut by A War', 'move bounced by A War', 'hold succeeds']
    """
    found: list[OrderLabel] = []
    for explanation in explanations(variant, resolution):
        match explanation.about:
            case Outcome() as outcome if not outcome.is_idle:
                found.append(_of_outcome(resolution, outcome, explanation))
            case UnusedOrder() as unused:
                found.append(_of_refused(resolution, unused, explanation))
            case _:
                pass
    return found


def _of_outcome(resolution: Resolution, outcome: Outcome, told: Explanation) -> OrderLabel:
    given, by = outcome.order, _in_the_way(outcome)
    label = f"{_kind_of(given or outcome.treated_as)} {_word(outcome)}"
    if given is None:
        label = f"no order, {label}"
    driven = None if outcome.dislodged_by is None else unit_name(outcome.dislodged_by)
    text = f"{label} by {', '.join(by)}" if by else label
    if driven is not None and outcome.result is not Result.DISLODGED:
        text += f", dislodged by {driven}"
    data: Any = told.data()
    return {
        "phase": str(resolution.phase),
        "power": outcome.unit.power,
        "unit": unit_name(outcome.unit),
        "order": None if given is None else str(given),
        "judged": str(outcome.treated_as),
        "label": label,
        "by": by,
        "dislodged_by": driven,
        "text": text,
        "reason": outcome.reason,
        "success": outcome.success,
        "statements": data["statements"],
        "rules": data["rules"],
    }


def _of_refused(resolution: Resolution, unused: UnusedOrder, told: Explanation) -> OrderLabel:
    data: Any = told.data()
    label = f"{_kind_of(unused.order)} refused"
    return {
        "phase": str(resolution.phase),
        "power": unused.power,
        "unit": "",
        "order": str(unused.order),
        "judged": None,
        "label": label,
        "by": [],
        "dislodged_by": None,
        "text": f"{label}: {unused.reason.replace('-', ' ')}",
        "reason": unused.reason,
        "success": False,
        "statements": data["statements"],
        "rules": data["rules"],
    }


def _kind_of(order: Order) -> str:
    return type(order).__name__.lower()


def _word(outcome: Outcome) -> str:
    return _DONE.get(outcome.result, outcome.result.value)


def _in_the_way(outcome: Outcome) -> list[str]:
    """The units that kept an order from being carried out."""
    match outcome.result:
        case Result.CUT:
            found = outcome.cut_by or outcome.dislodged_by
            return [] if found is None else [unit_name(found)]
        case Result.DISLODGED:
            return [] if outcome.dislodged_by is None else [unit_name(outcome.dislodged_by)]
        case Result.BOUNCES:
            most = max((force.halves for force in outcome.met), default=0)
            strongest = [f.unit for f in outcome.met if f.unit is not None and f.halves == most]
            return [unit_name(unit) for unit in strongest] if most else []
        case _:
            return []
