"""Settings and events as plain data, for JSON, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

from dragoman.diagnostics import Diagnostic
from dragoman.event_log import EventKinds, frozen
from dragoman.judge.log.elsewhere import ELSEWHERE
from dragoman.judge.log.events import KINDS, Data, Event
from dragoman.judge.log.settings import Settings

_KINDS = EventKinds[Event](KINDS)
event_data, read_event = _KINDS.data, _KINDS.read


def settings_data(settings: Settings) -> dict[str, Any]:
    """Settings as plain data; those that are as they are by default are left out."""
    given: dict[str, Any] = {}
    for one in fields(settings):
        value = getattr(settings, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if value != default:
            given[one.name] = _plain(value)
    return given


def read_settings(data: Data) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """Settings from plain data, and what is wrong with it: fields that there are not, and values
    of another kind. What is wrong keeps its default."""
    hints = _hints()
    known: dict[str, Any] = {}
    faults: list[Diagnostic] = []
    for name, value in data.items():
        if name not in hints:
            remedy = ELSEWHERE.get(name.lower(), "")
            fault = Diagnostic("unknown-setting", f"there is no setting {name!r}", remedy)
            faults.append(fault.at(name))
            continue
        # A position is handed in as a text, or as what that text says.
        as_text = name == "start" and isinstance(value, Mapping)
        found = _typed(hints[name], json.dumps(value) if as_text else frozen(value))
        if isinstance(found, Diagnostic):
            faults.append(found.at(name))
        else:
            known[name] = found
    known.setdefault("title", "")
    return Settings(**known), tuple(faults)


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(Settings)


def _typed(kind: Any, value: object) -> object:
    """The value as the kind wants it, or what is wrong."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError:
            answers = tuple(one.value for one in kind)
            what = f"{value!r} is none of the answers"
            return Diagnostic("unknown-answer", what, f"choose one of {', '.join(answers)}")
    origin = get_origin(kind)
    if origin is tuple:
        good = isinstance(value, tuple) and all(
            isinstance(one, get_args(kind)[0]) for one in cast(tuple[object, ...], value)
        )
    elif origin is not None:
        good = isinstance(value, Mapping) and all(
            isinstance(one, get_args(kind)[1])
            for one in cast(Mapping[object, object], value).values()
        )
    else:
        # A yes is a number to Python, and a number to nobody else.
        good = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if good:
        return cast(object, value)
    return Diagnostic("wrong-kind-of-value", f"{value!r} is not what this setting takes")


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(cast(Mapping[str, str], value))
    return list(cast(tuple[str, ...], value)) if isinstance(value, tuple) else value
