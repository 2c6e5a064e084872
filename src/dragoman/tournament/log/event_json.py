"""Events as the log file holds them: the name of their kind, and their fields as JSON."""

from __future__ import annotations

from dragoman.event_log import EventKinds
from dragoman.tournament.log.events import Event

_KINDS = EventKinds[Event](Event.__args__)
as_data, from_data = _KINDS.data, _KINDS.read
