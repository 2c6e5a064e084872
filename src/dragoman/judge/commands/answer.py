"""What comes of a command: events for the log, and what the actor is told."""

from __future__ import annotations

from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.events import Event
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """The events that a command adds, none where it is ``refused`` or changes nothing, and
    diagnostics: why it was refused, or what of it was left out."""

    events: tuple[Event, ...] = ()
    told: tuple[Diagnostic, ...] = ()
    refused: bool = False
