"""What is wrong with the fields of a request, in the judge's own words: what checks them speaks to
programmers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.judge.log.elsewhere import ELSEWHERE
from dragoman.values import FrozenMap

_Words = tuple[str, str]
"""What is wrong, and what to do."""


def field_fault(fault: Mapping[str, Any]) -> Diagnostic:
    """A fault as the checking of a request tells it: its type, its place, and what it is about."""
    loc: Sequence[Any] = fault.get("loc", ())
    kind = {"body": "field", "header": "header"}.get(str(loc[0]) if loc else "", "parameter")
    context: Mapping[str, Any] = fault.get("ctx") or {}
    what, remedy = _words(str(fault.get("type", "")), loc, context, str(fault.get("msg", "")))
    return Diagnostic(f"wrong-{kind}", what, remedy, _place(loc))


def _words(kind: str, loc: Sequence[Any], context: Mapping[str, Any], message: str) -> _Words:
    name = str(loc[-1]) if loc else ""
    if kind == "extra_forbidden":
        return f"there is no field {name!r} here", ELSEWHERE.get(name.lower(), "leave it out")
    if kind == "missing":
        if len(loc) == 1:
            return "this takes fields, and nothing was sent", _AS_JSON
        return f"{name!r} is missing", "give it"
    if kind in _OBJECTS:
        return "this is no object", _AS_JSON if len(loc) == 1 else "write {...}"
    if kind == "json_invalid":
        return f"this is no JSON from letter {name} on", _AS_JSON
    if kind == "value_error":
        return message.removeprefix("Value error, "), ""
    if kind in ("too_short", "too_long") and context.get("field_type") == "Value":
        kind = f"string_{kind}"  # a text that is looked over otherwise, too
    for beginning, words in _WORDS.items():
        if kind.startswith(beginning):
            return words(context)
    return message, ""


_AS_JSON: Final = "send an object of JSON, with the header Content-Type: application/json"
_OBJECTS: Final = ("model_attributes_type", "model_type", "dict_type", "dataclass_type")


def _said(what: str, remedy: str = "") -> Callable[[Mapping[str, Any]], _Words]:
    """Words with gaps for what a fault is about."""
    return lambda context: (what.format_map(context), remedy.format_map(context))


_WORDS: Final = FrozenMap[str, Callable[[Mapping[str, Any]], _Words]](
    {
        "string_too_short": _said("this is too short", "it has at least {min_length} letters"),
        "string_too_long": _said("this is too long", "it has at most {max_length} letters"),
        "string_unicode": _said("a text holds something that is no letter", "leave it out"),
        "string_": _said("this is no text", 'write it as "..."'),
        "too_short": _said("these are too few", "give at least {min_length}"),
        "too_long": _said("these are too many", "give at most {max_length}"),
        "int_": _said("this is no whole number", "write it in digits"),
        "float_": _said("this is no number", "write it in digits"),
        "finite_number": _said("this is no number", "write it in digits"),
        "bool_": _said("this is neither true nor false", "write one of them"),
        "list_type": _said("this is no list", "write [...]"),
        "tuple_type": _said("this is no list", "write [...]"),
        "greater_than_equal": _said("this is too little", "it is at least {ge}"),
        "less_than_equal": _said("this is too much", "it is at most {le}"),
        "greater_than": _said("this is too little", "it is more than {gt}"),
        "less_than": _said("this is too much", "it is less than {lt}"),
        "enum": _said("there is no such choice", "choose {expected}"),
        "literal_error": _said("there is no such choice", "choose {expected}"),
        "timezone_": _said("this does not say in which time zone it is",
                           "write it as 2026-12-24T20:00:00+01:00"),
        "datetime_": _said("this is no moment", "write it as 2026-12-24T20:00:00+01:00"),
        "date_": _said("this is no day", "write it as 2026-12-24"),
        "none_required": _said("nothing can be given here", "leave it out"),
    }
)  # fmt: skip
"""By the beginning of a fault's type, the first that fits."""


def _place(loc: Sequence[Any]) -> str:
    """Where in the request: ``body.to[1]`` as ``to[1]``."""
    found = ""
    for part in loc[1:] if len(loc) > 1 else loc:
        found += f"[{part}]" if isinstance(part, int) else f".{part}" if found else str(part)
    return found
