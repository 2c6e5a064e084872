"""The question before what its doer cannot undo: what would follow, and a button that goes on."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from dragoman.judge.commands import command as c
from dragoman.judge.commands.lookup import own_power
from dragoman.judge.commands.permissions import check_may
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind


class CommandQuestion(TypedDict):
    """Facts that a question tells, by the command that it is asked before."""

    before: str
    phase: str
    kind: str
    """The kind of the phase at hand, by its letter."""
    units: NotRequired[list[str]]
    """Units without an order."""
    missing: NotRequired[list[str]]
    """Powers that have to order and have not, or not for everything."""
    undone: NotRequired[list[str]]
    """Phases whose results would be undone, the first first."""
    proposal: NotRequired[str]
    powers: NotRequired[list[str]]
    """Powers that a proposal names."""


def question_before(viewer: Viewer, command: c.Command) -> CommandQuestion | None:
    """The question before a command; None where it is done, or refused, at once: whoever may not
    give a command learns nothing by asking for it."""
    g = viewer.g
    try:
        check_may(g, command, viewer.actor)
        power = own_power(g, viewer.actor, command.power) if isinstance(command, c.SetReady) else ""
    except ActionRefused:
        return None
    found: CommandQuestion = {
        "before": type(command).__name__,
        "phase": str(g.phase),
        "kind": g.phase.kind.value,
    }
    match command:
        case c.SetReady(ready=True) if power in g.has_to_order() and g.has_gaps(power):
            is_winter = g.phase.kind is PhaseKind.ADJUSTMENT
            found["units"] = [] if is_winter else list(map(str, g.without_order(power)))
        case c.ProcessNow():
            found["missing"] = [one for one in g.has_to_order() if not g.has_ordered_all(one)]
        case c.RollBack():
            phases = [str(one.phase) for one in g.history]
            if command.phase not in phases:
                return None
            found["undone"] = phases[phases.index(command.phase) :]
        case c.Vote(agrees=True):
            asked = next((one for one in g.proposals if one.number == command.number), None)
            if asked is None or asked.what not in ("draw", "concession"):
                return None
            found["proposal"], found["powers"] = asked.what, list(asked.powers)
        case _:
            return None
    return found
