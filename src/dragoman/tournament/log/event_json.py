"""Events as the log file holds them: the name of their kind, and their fields as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from dragoman.tournament.log.events import Event

_KINDS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in Event.__args__}
"""Every kind of event by the name the log has for it."""


def as_data(event: Event) -> dict[str, Any]:
    """The fields of an event, for JSON; those that hold their defaults are left out."""
    data = asdict(event)
    return {f.name: data[f.name] for f in fields(event) if data[f.name] != f.default}


def from_data(kind: str, data: Mapping[str, Any]) -> Event:
    """The event that ``as_data`` took apart.

    Raises:
        ValueError: if there is no such kind, or it has other fields.
    """
    if kind not in _KINDS:
        raise ValueError(f"the log holds an event of the unknown kind {kind!r}")
    try:
        return _KINDS[kind](**{name: _frozen(value) for name, value in data.items()})
    except TypeError as error:
        raise ValueError(f"the log holds a malformed event {kind}: {error}") from None


def _frozen(value: Any) -> Any:
    """JSON's lists as the tuples they were."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value  # type: ignore[arg-type]
