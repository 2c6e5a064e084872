"""A TOML file whose values are taken out one by one, each fault with its line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar, cast

from dragoman.formats.text_source import Source

_Value = TypeVar("_Value", str, int, bool)


def read_toml(source: Source) -> TomlTable | None:
    """The root table of a TOML file; None, with a diagnostic in the source, if it is not TOML."""
    try:
        values = tomllib.loads("\n".join(source.lines), parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        place = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = map(int, place.groups()) if place else (max(len(source.lines), 1), 1)
        source.error("bad-toml", f"this is not TOML: {error}", "see https://toml.io", line, column)
        return None
    return TomlTable(source, values)


def quoted(text: str) -> str:
    """A text as a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def listed(texts: Iterable[str]) -> str:
    """Texts as a TOML array."""
    return f"[{', '.join(map(quoted, texts))}]"


def bare_key(text: str) -> str:
    """A text as a key, in quotes where it needs them."""
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else quoted(text)


class TomlTable:
    """A table of a TOML file. Values are taken out one by one; what is left over is reported."""

    def __init__(self, source: Source, values: Mapping[str, object], line: int = 0) -> None:
        self.source = source
        self.line = line
        """The line of its header, 0 for the head of the file."""
        self._values = dict(values)
        self._inner: list[TomlTable] = []

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def left(self) -> tuple[str, ...]:
        """The keys that were not taken out yet."""
        return tuple(self._values)

    def text(self, key: str, default: str = "") -> str:
        return self._take(key, default, "a text in quotes")

    def texts_by_key(self) -> Iterator[tuple[str, str]]:
        """All that is left, each key with its text; what is not a text is told, and passed over."""
        for key in self.left():
            value = self._values.pop(key)
            if isinstance(value, str):
                yield key, value
            else:
                self._wrong(key, "a text in quotes")

    def number(self, key: str, default: int = 0, most: int | None = None) -> int:
        """A whole number from 0 to ``most``."""
        number = self._take(key, default, "a whole number")
        if number < 0:
            self.error("bad-value", f"{key} cannot be less than 0", "leave it out or mend it", key)
            return default
        if most is not None and number > most:
            what = f"{key} cannot be more than {most}"
            self.error("bad-value", what, "leave it out or mend it", key)
            return default
        return number

    def flag(self, key: str, default: bool = False) -> bool:
        return self._take(key, default, "true or false")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or a text alone."""
        value = self._values.pop(key, [])
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        texts = tuple(item for item in items if isinstance(item, str))
        if len(texts) < len(items):
            self._wrong(key, "a text in quotes, or several in brackets")
        return texts

    def fraction(self, key: str, default: Fraction) -> Fraction:
        """An exact number, whole or with decimals, of the size of things people count."""
        value = self._values.pop(key, default)
        if isinstance(value, Fraction):
            return value
        if type(value) is int or isinstance(value, Decimal):
            number = Decimal(value)
            # An exponent beyond these would make a number that fills the memory.
            if number.is_finite() and number.adjusted() < 12 and len(number.as_tuple().digits) < 24:
                return Fraction(number)
        self._wrong(key, "a number")
        return default

    def value(self, key: str) -> object:
        """The value as it is; None if the key is missing."""
        return self._values.pop(key, None)

    def table(self, key: str) -> TomlTable:
        """The table of this name; an empty one where there is none."""
        value = self._values.pop(key, {})
        if not isinstance(value, dict):
            self._wrong(key, f"a table [{key}]")
            value = {}
        return self._open(cast("dict[str, object]", value), key, 0)

    def tables(self, key: str) -> Iterator[TomlTable]:
        """The tables of this name, as ``[[...]]`` lists them."""
        value = self._values.pop(key, [])
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        for number, item in enumerate(items):
            if isinstance(item, dict):
                yield self._open(cast("dict[str, object]", item), key, number)
            else:
                self._wrong(key, f"tables [[{key}]]")

    def error(
        self, code: str, what: str, remedy: str, key: str = "", candidates: tuple[str, ...] = ()
    ) -> None:
        self.source.error(code, what, remedy, self._line_of(key), 1, candidates)

    def warn(self, code: str, what: str, remedy: str, key: str = "") -> None:
        self.source.warn(code, what, remedy, self._line_of(key), 1)

    def report_unknown(self) -> None:
        """Warn of everything that was not taken out, here and in the tables inside."""
        for key in self._values:
            self.source.warn(
                "unknown-key", f"{key} means nothing here", "leave it out", self._line_of(key), 1
            )
        for table in self._inner:
            table.report_unknown()

    def _open(self, values: Mapping[str, object], key: str, number: int) -> TomlTable:
        header = re.compile(rf"\s*\[+[^\]]*\b{re.escape(key)}\b")
        lines = [n for n, line in enumerate(self.source.lines, 1) if header.match(line)]
        lines = [line for line in lines if line > self.line]
        table = TomlTable(
            self.source, values, lines[min(number, len(lines) - 1)] if lines else self.line
        )
        self._inner.append(table)
        return table

    def _take(self, key: str, default: _Value, wanted: str) -> _Value:
        value = self._values.pop(key, default)
        if type(value) is type(default):
            return value
        self._wrong(key, wanted)
        return default

    def _wrong(self, key: str, wanted: str) -> None:
        self.error("bad-value", f"{key} must be {wanted}", f"write {wanted}", key)

    def _line_of(self, key: str) -> int:
        written = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=") if key else None
        for number, line in enumerate(self.source.lines[self.line :], self.line + 1):
            if written and written.match(line):
                return number
        return self.line
