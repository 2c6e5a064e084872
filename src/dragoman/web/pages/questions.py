"""The question before what its doer cannot undo: what would follow, and a button that goes on."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from dragoman.judge.commands import command as c
from dragoman.judge.log.state import Stage
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import PhaseKind
from dragoman.web.requests import Body


class CommandQuestion(TypedDict):
    """Facts that a question tells, by the command that it is asked before."""

    before: str
    phase: str
    kind: str
    """The kind of the phase at hand, by its letter."""
    power: str
    units: NotRequired[list[str]]
    """Units without an order."""
    missing: NotRequired[list[str]]
    """Powers that have to order and have not, or not for everything."""
    undone: NotRequired[list[str]]
    """Phases whose results would be undone, the first first."""
    proposal: NotRequired[str]
    powers: NotRequired[list[str]]
    """Powers that a proposal names."""


def question_before(viewer: Viewer, kind: type[c.Command], body: Body) -> CommandQuestion | None:
    """The question before a command; None where it is done at once."""
    g = viewer.g
    if g.stage is Stage.FORMING:
        return None
    given = body.model_dump()
    power = given.get("power") or viewer.power or ""
    found: CommandQuestion = {
        "before": kind.__name__,
        "phase": str(g.phase),
        "kind": g.phase.kind.value,
        "power": power,
    }
    if kind is c.SetReady and given["ready"] and power in g.seats and g.has_gaps(power):
        is_winter = g.phase.kind is PhaseKind.ADJUSTMENT
        found["units"] = [] if is_winter else list(map(str, g.without_order(power)))
        return found
    if kind is c.ProcessNow:
        found["missing"] = [one for one in g.has_to_order() if not g.has_ordered_all(one)]
        return found
    if kind is c.RollBack:
        phases = [str(one.phase) for one in g.history]
        at = phases.index(given["phase"]) if given["phase"] in phases else len(phases)
        found["undone"] = phases[at:]
        return found if found["undone"] else None
    if kind is c.Vote and given["agrees"]:
        asked = next((one for one in g.proposals if one.number == given["number"]), None)
        if asked is not None and asked.what in ("draw", "concession"):
            found["proposal"], found["powers"] = asked.what, list(asked.powers)
            return found
    return None
