"""Settings and events as plain data, for JSON, and back."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, TypeAlias, Union, cast, get_args, get_origin

from dragoman.declared import Field
from dragoman.diagnostics import Diagnostic
from dragoman.event_log import EventKinds
from dragoman.judge.log.events import KINDS, Data, Event
from dragoman.judge.log.njudge_settings import NJUDGE_SETTINGS
from dragoman.judge.log.settings import FIELDS, Settings
from dragoman.values import FrozenMap

_KINDS = EventKinds[Event](KINDS)
event_data, read_event = _KINDS.data, _KINDS.read

SettingsData: TypeAlias = dict[str, str | int | bool | list[str] | dict[str, str | int | bool]]
"""Settings by name, without those that are as they are by default."""


def settings_data(settings: Settings) -> SettingsData:
    """Settings as plain data; those that are as they are by default are left out."""
    return {
        name: plain_value(value)
        for name, one in FIELDS.items()
        if (value := getattr(settings, name)) != one.default
    }


def read_settings(data: Data) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """Settings from plain data, and what is wrong with it: fields that there are not, and values
    of another kind. What is wrong keeps its default."""
    known: dict[str, Any] = {}
    faults: list[Diagnostic] = []
    for name, given in data.items():
        if name not in FIELDS:
            remedy = NJUDGE_SETTINGS.get(name.lower(), "")
            fault = Diagnostic("unknown-setting", f"there is no setting {name!r}", remedy)
            faults.append(fault.at(name))
            continue
        # A position is handed in as a text, or as what that text says.
        is_position = name == "start" and hasattr(given, "keys")
        value, wrong = FIELDS[name].read(json.dumps(given) if is_position else given)
        if wrong:
            faults.append(_fault(FIELDS[name], given).at(name))
        else:
            known[name] = value
    known.setdefault("title", "")
    return Settings(**known), tuple(faults)


def written_setting(name: str, text: str, apart: str = ",\n") -> object:
    """The plain value of a setting that somebody wrote as a text: a list in parts, ``apart`` by
    these signs, names and answers with ``=`` between them. What is no such value stays a text, and
    is told of when it is read as plain data."""
    return _written(FIELDS[name].type, text, re.compile(f"[{apart}]"))


def _written(kind: Any, text: str, apart: re.Pattern[str]) -> Any:
    origin, of = get_origin(kind), get_args(kind)
    if origin is tuple:
        return [part for one in apart.split(text) if (part := one.strip())]
    if origin in (types.UnionType, Union):
        values = (_written(one, text.strip("\"'"), apart) for one in of)
        return next((one for one in values if not isinstance(one, str)), text.strip("\"'"))
    if origin is not None:
        pairs = (one.partition("=") for one in apart.split(text) if one.strip())
        return {key.strip(): _written(of[1], value.strip(), apart) for key, _, value in pairs}
    if kind is bool:
        return YES_NO.get(text.casefold(), text)
    if kind is int and _NUMBER.fullmatch(text):
        return int(text)
    return text


YES_NO: Final = FrozenMap(
    {
        **dict.fromkeys(("yes", "true", "on", "ja", "1"), True),
        **dict.fromkeys(("no", "false", "off", "nein", "0"), False),
    }
)
_NUMBER: Final = re.compile(r"[0-9]{1,9}")


def _fault(one: Field, given: object) -> Diagnostic:
    if isinstance(one.type, type) and issubclass(one.type, Enum):
        answers = ", ".join(str(answer.value) for answer in one.type)
        what = f"{given!r} is none of the answers"
        return Diagnostic("unknown-answer", what, f"choose one of {answers}")
    return Diagnostic("wrong-kind-of-value", f"{given!r} is not what this setting takes")


def plain_value(value: Any) -> Any:
    """The value of a field as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(cast(Mapping[str, object], value))
    return [*cast(tuple[object, ...], value)] if isinstance(value, tuple) else value
