"""Reading JSON that others wrote: typed fields, and faults that say where they lie."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import isfinite, isinf
from typing import Any, NoReturn, TypeVar, cast

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass

_Kind = TypeVar("_Kind")

_KINDS: Mapping[type, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}


class FormatError(Exception):
    """Raised while reading a JSON text that is not what it should be.

    It never leaves the reader of a format, which hands on the diagnostic.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class JsonObject:
    """One JSON object and its place in the text (``phases[3]``, empty for the whole).

    A field that holds null is as good as absent. Each reading method raises ``FormatError``
    where the field is missing or of another kind.
    """

    values: Mapping[str, Any]
    place: str = ""

    def __contains__(self, key: str) -> bool:
        return self.values.get(key) is not None

    def need(self, key: str) -> None:
        """See that a field is there, for what may be left out elsewhere."""
        if key not in self:
            raise self.wrong(key, "missing-field", "this field is missing")

    def text(self, key: str) -> str:
        return self._one(key, str)

    def flag(self, key: str, absent: bool) -> bool:
        return self._one(key, bool) if key in self else absent

    def number(self, key: str) -> int:
        return self._one(key, int)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where the field is absent."""
        return self._list(key, str)

    def object(self, key: str) -> JsonObject:
        """An object; empty where the field is absent."""
        values = self._one(key, dict[str, Any]) if key in self else {}
        return JsonObject(values, self.at(key))

    def objects(self, key: str) -> tuple[JsonObject, ...]:
        """A list of objects; empty where the field is absent."""
        found = self._list(key, dict[str, Any])
        return tuple(JsonObject(one, f"{self.at(key)}[{i}]") for i, one in enumerate(found))

    def at(self, key: str) -> str:
        """The place of a field in the text."""
        return f"{self.place}.{key}" if self.place else key

    def wrong(self, key: str, code: str, what: str) -> FormatError:
        """The exception that says what is wrong with a field."""
        return FormatError(Diagnostic(code, f"{self.at(key)}: {what}"))

    def _list(self, key: str, kind: type[_Kind]) -> tuple[_Kind, ...]:
        found = self._one(key, list[Any]) if key in self else []
        if set(map(type, found)) != {kind}:
            for value in found:
                self._check(key, value, kind)
        return tuple(found)

    def _one(self, key: str, kind: type[_Kind]) -> _Kind:
        self.need(key)
        return self._check(key, self.values[key], kind)

    def _check(self, key: str, value: Any, kind: type[_Kind]) -> _Kind:
        plain = getattr(kind, "__origin__", kind)
        # To Python, True is an int; to JSON it is no number.
        if not isinstance(value, plain) or (plain is int and isinstance(value, bool)):
            raise self.wrong(key, "wrong-field", f"this should be {_KINDS[plain]}")
        return cast(_Kind, value)


class _NoNumber(ValueError):
    """A value that is a number to Python, and unknown to JSON."""


def _no_constant(name: str) -> NoReturn:
    raise _NoNumber(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    if isinf(number := float(text)):
        raise _NoNumber(f"the number {text[:20]} is too large")
    return number


def _with_single_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = Counter(key for key, _ in pairs)
        (twice, _), *_ = keys.most_common(1)
        raise ValueError(f"the key {twice[:40]!r} is there twice")
    return found


_DECODER = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)
_STRICT = json.JSONDecoder(
    parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_with_single_keys
)


def parse(text: str, known_keys: Callable[[Mapping[str, Any]], int] | None = None) -> JsonObject:
    """The object that a JSON text holds.

    That no key is there twice takes a while to check. ``known_keys`` spares that where it can: it
    tells how many keys an object has at least, and a text with no more colons has each but once.

    Raises:
        FormatError: if the text is cut short, is no JSON, holds a key twice, or something else.
    """
    text = text.removeprefix("\ufeff")
    try:
        found: object = (_STRICT if known_keys is None else _DECODER).decode(text)
        if known_keys is not None and isinstance(found, dict):
            values = cast(dict[str, Any], found)
            if known_keys(values) < text.count(":"):
                found = _STRICT.decode(text)
    except json.JSONDecodeError as error:
        raise FormatError(_not_json(text, error)) from None
    except _NoNumber as error:
        raise FormatError(_not_a_number(text, str(error))) from None
    except (ValueError, RecursionError) as error:
        raise FormatError(Diagnostic("not-json", f"this is no usable JSON: {error}")) from None
    if not isinstance(found, dict):
        raise FormatError(Diagnostic("wrong-field", "the text should be a JSON object"))
    return JsonObject(cast(Mapping[str, Any], found))


def _not_a_number(text: str, what: str) -> Diagnostic:
    """The place of the first number that is none."""
    waiting: list[tuple[str, object]] = []
    with suppress(ValueError, RecursionError):  # there may be more that is wrong
        waiting.append(("", json.loads(text)))
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, float) and not isfinite(value) and place:
            return Diagnostic("wrong-field", f"{place}: this should be a number; {what}")
        inner: list[tuple[str, object]] = []
        if isinstance(value, dict):
            whole = JsonObject(cast(Mapping[str, Any], value), place)
            inner = [(whole.at(key), one) for key, one in whole.values.items()]
        elif isinstance(value, list):
            inner = [(f"{place}[{i}]", one) for i, one in enumerate(cast(list[object], value))]
        waiting += reversed(inner)
    return Diagnostic("not-json", f"this is no usable JSON: {what}")


def _not_json(text: str, error: json.JSONDecodeError) -> Diagnostic:
    if not text.strip():
        return Diagnostic("cut-short", "there is nothing in it", "restore it from a copy")
    # A string without an end is reported at its start, everything else where it is.
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return Diagnostic(
            "cut-short",
            "the text ends before the JSON is complete",
            "restore it from a copy",
            line=text.count("\n") + 1,
        )
    what = f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}"
    return Diagnostic("not-json", what, line=error.lineno, column=error.colno)
