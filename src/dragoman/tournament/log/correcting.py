"""Correcting and cancelling earlier actions: events of their own, which the log is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from dragoman.refusal import ActionRefused
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event, TournamentEntry, as_data
from dragoman.tournament.log.fold import carried_out, rebuild, standing_actions, standing_events
from dragoman.tournament.log.state import Tournament

Decide = Callable[[Tournament], Sequence[Event]]
"""An action: what it adds to a tournament. It raises ``ActionRefused`` where it cannot be."""

Amend = Callable[[Sequence[TournamentEntry]], Event]
"""Makes the event about an earlier action, from the log as it is."""


def corrected(action: int, decide: Decide, reason: str = "") -> Amend:
    """An action shall have been another. ``decide`` is asked on the tournament as it stood before
    that action."""

    def amend(log: Sequence[TournamentEntry]) -> Event:
        said = _correctable(log, action)
        decided = _with_numbers(decide(stood_before(log, action)), said, log)
        if decided == said:
            raise ActionRefused("nothing-to-change", f"action {action} says just that")
        return _correction(action, decided, reason)

    return amend


def cancelled(action: int, reason: str = "") -> Amend:
    """An action shall never have been."""

    def amend(log: Sequence[TournamentEntry]) -> Event:
        if not _correctable(log, action):
            raise ActionRefused("nothing-to-change", f"action {action} is cancelled already")
        return ev.Cancelled(action, reason)

    return amend


def restored(action: int) -> Amend:
    """An action shall say again what it said at first."""

    def amend(log: Sequence[TournamentEntry]) -> Event:
        said = _correctable(log, action)
        first = tuple(one.event for one in log if one.action == action)
        if said == first:
            what = f"action {action} was neither corrected nor cancelled"
            raise ActionRefused("nothing-to-change", what)
        return _correction(action, first, "")

    return amend


def amended(
    log: Sequence[TournamentEntry], amend: Amend, anyway: bool = False
) -> tuple[Event, Tournament]:
    """The event for the log, and the tournament after it.

    Where something that came later could then not have been, nothing is done, unless ``anyway``:
    it is set aside.

    Raises:
        ActionRefused: if there is no such action, or nothing would change.
    """
    event = amend(log)
    known = {(one.action, one.event) for one in rebuild(log).set_aside}
    after = rebuild((*log, TournamentEntry(log[-1].number + 1, log[-1].action + 1, "", event)))
    lost = [one for one in after.set_aside if (one.action, one.event) not in known]
    if lost and not anyway:
        shown = "; ".join(f"action {one.action}: {one.reason}" for one in lost[:5])
        more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
        raise ActionRefused(
            "sets-aside",
            f"what came later could then not have been: {shown}{more}",
            "with --anyway it is set aside; or correct that first",
        )
    return event, after


def stood_before(log: Sequence[TournamentEntry], action: int) -> Tournament:
    """The tournament as it stood before an action, by what counts now."""
    begins = next(one.number for one in log if one.action == action)
    return carried_out(one for one in standing_events(log) if one.number < begins)


def moment_of(log: Sequence[TournamentEntry], action: int) -> datetime:
    """The moment at which an action was logged.

    Raises:
        ActionRefused: if there is no such action, or it cannot be corrected.
    """
    _correctable(log, action)
    return next(datetime.fromisoformat(one.at) for one in log if one.action == action)


def _correctable(log: Sequence[TournamentEntry], action: int) -> tuple[Event, ...]:
    """The events of an action as it stands; none if it was cancelled."""
    own = [one for one in log if one.action == action]
    if not own:
        raise ActionRefused("unknown-action", f"there is no action {action}", "see: log")
    if action == log[0].action:
        what = "the founding cannot be corrected or cancelled"
        raise ActionRefused("the-founding", what, "change its preset: preset FILE")
    match own[0].event:
        case ev.Undone() | ev.Redone():
            what, remedy = f"action {action} is an undo or a redo", "say undo or redo"
        case ev.Corrected(of) | ev.Cancelled(of):
            what, remedy = f"action {action} is about action {of}", f"name action {of}"
        case _:
            if action in standing_actions(log):
                return tuple(one.event for one in standing_events(log) if one.action == action)
            what, remedy = f"action {action} was undone", "do it again"
    raise ActionRefused("not-correctable", what, remedy)


def _correction(action: int, events: Iterable[Event], reason: str) -> ev.Corrected:
    data = tuple({"kind": type(event).__name__, "data": as_data(event)} for event in events)
    return ev.Corrected(action, data, reason)


_NUMBERED: Mapping[type[Any], str] = {
    ev.Registered: "player",
    ev.Penalised: "number",
    ev.Disputed: "number",
    ev.SheetHandedIn: "number",
    ev.CountReported: "number",
}
"""The fields of events that give a number by which later events refer to them."""


def _with_numbers(
    events: Sequence[Event], earlier: Sequence[Event], log: Sequence[TournamentEntry]
) -> tuple[Event, ...]:
    """The events, with the numbers that those gave which they correct, else with new ones."""

    def given(kind: type[Any], among: Iterable[Event]) -> list[int]:
        return [getattr(one, _NUMBERED[kind]) for one in among if isinstance(one, kind)]

    before = {kind: given(kind, earlier) for kind in _NUMBERED}
    used = {kind: max(given(kind, (o.event for o in log)), default=0) for kind in _NUMBERED}
    found: list[Event] = []
    for event in events:
        kind, changed = type(event), event
        if kind in _NUMBERED:
            if not before[kind]:
                used[kind] += 1
            number = before[kind].pop(0) if before[kind] else used[kind]
            changed = replace(event, **{_NUMBERED[kind]: number})  # pyright: ignore
        found.append(changed)
    return tuple(found)
