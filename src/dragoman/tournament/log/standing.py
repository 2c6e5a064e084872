"""Which events of a log count, and in which words: what was undone and cancelled is left out, what
was corrected stands in the place of what it corrects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from dragoman.tournament.log import events as ev
from dragoman.tournament.log.event_json import from_data
from dragoman.tournament.log.events import Event, Logged

_ABOUT_THE_LOG = (ev.Undone, ev.Redone, ev.Cancelled, ev.Corrected)


def standing_actions(log: Iterable[Logged]) -> set[int]:
    """The actions that were not undone, and are not themselves about undoing."""
    actions: set[int] = set()
    for one in log:
        match one.event:
            case ev.Undone(action):
                actions.discard(action)
            case ev.Redone(action):
                actions.add(action)
            case _:
                actions.add(one.action)
    return actions


def standing_events(log: Sequence[Logged]) -> tuple[Logged, ...]:
    """The log as it would have been written by somebody who made no mistake."""
    counting = standing_actions(log)
    instead = _instead(log, counting)
    found: list[Logged] = []
    done: set[int] = set()
    for one in log:
        if one.action not in counting or isinstance(one.event, _ABOUT_THE_LOG):
            continue
        if one.action not in instead:
            found.append(one)
        elif one.action not in done:
            done.add(one.action)
            found += [replace(one, event=event) for event in instead[one.action]]
    return tuple(found)


def corrected_events(event: ev.Corrected) -> tuple[Event, ...]:
    """The events that stand in the place of what is corrected."""
    return tuple(from_data(one["kind"], one["data"]) for one in event.events)


def _instead(log: Sequence[Logged], counting: set[int]) -> Mapping[int, tuple[Event, ...]]:
    """What stands in the place of an action, by its number: the last word on each."""
    found: dict[int, tuple[Event, ...]] = {}
    for one in log:
        if one.action in counting:
            match one.event:
                case ev.Cancelled(action):
                    found[action] = ()
                case ev.Corrected(action):
                    found[action] = corrected_events(one.event)
                case _:
                    pass
    return found
