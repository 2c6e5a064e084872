"""The question before what its doer cannot undo: what would follow, and a button that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NotRequired, TypedDict

from dragoman.judge.commands import command as c
from dragoman.judge.commands.decide import decide
from dragoman.judge.commands.lookup import own_power
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Data, Event
from dragoman.judge.log.on_board import position_of
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import PhaseKind, Position


class CommandQuestion(TypedDict):
    """Facts that a question tells, by the command that it is asked before."""

    before: str
    phase: str
    kind: str
    """The kind of the phase at hand, by its letter."""
    units: NotRequired[list[str]]
    """Units without an order."""
    unpaid: NotRequired[list[str]]
    """Units that nothing says are paid for."""
    missing: NotRequired[list[str] | None]
    """Powers that have to order and have not, or not for everything; None where he may not know."""
    undone: NotRequired[list[str]]
    """Phases whose results would be undone, the first first."""
    proposal: NotRequired[str]
    powers: NotRequired[list[str]]
    """Powers that a proposal or a result names."""
    is_alone: NotRequired[bool]
    """True if nobody else has a vote."""
    power: NotRequired[str]
    """The power whose seat changes hands."""
    user: NotRequired[int]
    """The account that is meant."""
    follows: NotRequired[int | None]
    """The account that gets the seat at once, 0 where who it is is a secret; None where nobody
    does."""
    is_alive: NotRequired[bool]
    changes: NotRequired[list[PositionChange]]
    position: NotRequired[Data]
    """The position as it would be."""


class PositionChange(TypedDict):
    """A power of which a position has more, or less, than it stands now."""

    power: str
    gone: list[str]
    new: list[str]
    lost: list[str]
    won: list[str]


def question_before(viewer: Viewer, command: c.Command, now: datetime) -> CommandQuestion | None:
    """The question before a command; None where it is done, or refused, at once: whoever may not
    give a command learns nothing by asking for it."""
    decision = decide(viewer.g, command, viewer.actor, now)
    if decision.refused or not decision.events:
        return None
    facts = _facts(viewer, command, decision.events)
    if facts is None:
        return None
    phase = viewer.g.phase
    asked: Any = {"before": type(command).__name__, "phase": str(phase), "kind": phase.kind.value}
    return asked | facts


def _facts(viewer: Viewer, command: c.Command, events: tuple[Event, ...]) -> dict[str, Any] | None:
    g = viewer.g
    match command:
        case c.SetReady(ready=True):
            return _gaps(g, own_power(g, viewer.actor, command.power))
        case c.ProcessNow():
            knows = all(map(viewer.sees_readiness, g.seats))
            lacking = [one for one in g.has_to_order() if not g.has_ordered_all(one)]
            return {"missing": lacking if knows else None}
        case c.RollBack():
            phases = [str(one.phase) for one in g.history]
            (undone,) = (one for one in events if isinstance(one, ev.RolledBack))
            before = phases.index(undone.phase) if undone.phase in phases else len(phases)
            return {"undone": phases[before:]} if phases[before:] else None
        case c.Propose("draw" | "concession"):
            proposed = next(one for one in events if isinstance(one, ev.Proposed))
            ends = any(isinstance(one, ev.Ended) for one in events)
            named = list(proposed.powers)
            return {"proposal": proposed.what, "powers": named, "is_alone": ends}
        case c.Vote(agrees=True):
            asked = g.proposals[command.number - 1]
            if asked.what not in ("draw", "concession"):
                return None
            return {"proposal": asked.what, "powers": list(asked.powers)}
        case c.Resign() | c.Eject():
            return _leaving(viewer, events)
        case c.OfferSeat():
            (offered,) = (one for one in events if isinstance(one, ev.SeatOffered))
            if g.seats[offered.power].user is None:
                return None
            return {"power": offered.power, "user": command.user, "is_alive": True}
        case c.SetPosition():
            (put_right,) = (one for one in events if isinstance(one, ev.PositionSet))
            then = position_of(g.game.variant, g.game.rule_set, put_right.position)
            changes = changes_between(g.game.position, then, tuple(g.seats))
            return {"changes": changes, "position": put_right.position}
        case c.Demote():
            return {"user": command.user}
        case c.StepDown() | c.Terminate():
            return {}
        case c.DeclareResult():
            (ended,) = (one for one in events if isinstance(one, ev.Ended))
            return {"proposal": ended.how, "powers": list(ended.powers)}
        case _:
            return None


def _gaps(g: JudgedGame, power: str) -> dict[str, Any] | None:
    if unpaid := g.left_unpaid(power):
        return {"unpaid": list(map(str, unpaid))}
    if not g.has_gaps(power):
        return None
    is_winter = g.phase.kind is PhaseKind.ADJUSTMENT
    return {"units": [] if is_winter else list(map(str, g.without_order(power)))}


def _leaving(viewer: Viewer, events: tuple[Event, ...]) -> dict[str, Any]:
    """The facts about a seat that becomes free: who gets it at once."""
    g = viewer.g
    (vacated,) = (one for one in events if isinstance(one, ev.Vacated))
    follows = next((one.user for one in events if isinstance(one, ev.Seated)), None)
    if follows and g.settings.anonymous and not viewer.is_master:
        follows = 0
    is_alive = vacated.power in g.game.survivors
    return {"power": vacated.power, "follows": follows, "is_alive": is_alive}


def changes_between(now: Position, then: Position, powers: Sequence[str]) -> list[PositionChange]:
    """The powers that have other units or centres in a position than now."""
    found: list[PositionChange] = []
    for power in powers:
        units, later = list(map(str, now.units_of(power))), list(map(str, then.units_of(power)))
        centers, owned = now.centers_of(power), then.centers_of(power)
        one: PositionChange = {
            "power": power,
            "gone": [unit for unit in units if unit not in later],
            "new": [unit for unit in later if unit not in units],
            "lost": [center for center in centers if center not in owned],
            "won": [center for center in owned if center not in centers],
        }
        if any((one["gone"], one["new"], one["lost"], one["won"])):
            found.append(one)
    return found
