"""What no command may hold, whatever it is: texts that cannot be kept, moments without a zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, Final, cast

from dragoman.refusal import ActionRefused

LONGEST_REASON: Final = 2_000


def check_plain(command: Any) -> None:
    """See that what a command holds can be kept.

    Raises:
        ActionRefused: if not.
    """
    for one in fields(command):
        value = getattr(command, one.name)
        check_value(one.name, value)
        if one.name == "why" and len(value) > LONGEST_REASON:
            what = f"a reason has at most {LONGEST_REASON} letters"
            raise ActionRefused("reason-too-long", what, "write to the players besides")


def check_value(name: str, value: object) -> None:
    """See that a value can be kept.

    Raises:
        ActionRefused: if not.
    """
    if isinstance(value, str):
        if "\0" in value or not _is_unicode(value):
            what = f"{name} has an invalid character"
            raise ActionRefused("no-character", what, "leave it out")
    elif isinstance(value, datetime):
        if value.utcoffset() is None:
            what = f"{name} does not say in which time zone it is"
            raise ActionRefused("no-zone", what, "write it as 2026-12-24T20:00:00+01:00")
    elif isinstance(value, Mapping):
        for key, inner in cast(Mapping[object, object], value).items():
            check_value(name, key)
            check_value(name, inner)
    elif isinstance(value, list | tuple):
        for inner in cast(list[object], value):
            check_value(name, inner)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
