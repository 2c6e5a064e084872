"""Values in the text of PHP: what is written down there, without running anything.

Variables and fields that are given a text, a number or an array of such are found; everything else
of the language is passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TypeAlias

from dragoman.quick_dataclass import dataclass

Value: TypeAlias = "str | int | float | PhpArray"


@dataclass(slots=True)
class PhpArray:
    """An array: its values in order, each with its key (None where none is written) and line."""

    items: list[tuple[Value | None, Value, int]] = field(
        default_factory=list["tuple[Value | None, Value, int]"]
    )

    def __iter__(self) -> Iterator[Value]:
        return (value for _, value, _ in self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Assignment:
    """A variable or a field that is given a value: its name without ``$``, and where."""

    name: str
    value: Value
    line: int


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?(?:\*/|\Z)|//[^\n]*|\#[^\n]*)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<variable>\$\w+)
    |(?P<word>[A-Za-z_\\][\w\\]*)
    |(?P<sign>=>|->|::|==|!=|<=|>=|\?>|<\?php|.)
    |(?P<space>\s+)""",
    re.VERBOSE | re.DOTALL,
)
_DEEPEST = 12
"""So many arrays lie within each other at most."""
_ESCAPED = re.compile(r"\\([\\'\"$])")


class PhpText:
    """The tokens of a text."""

    def __init__(self, text: str) -> None:
        self._ends = [match.end() for match in re.finditer("\n", text)]
        self._tokens = [
            _Token(match.lastgroup or "", match[0], match.start())
            for match in _TOKEN.finditer(text)
            if match.lastgroup not in ("comment", "space") and match[0].strip()
        ]

    def assignments(self) -> Iterator[Assignment]:
        """Variables, and fields of objects, that are given a value which is written down."""
        tokens = self._tokens
        place = 0
        while place < len(tokens):
            if self._sign(place) != "=" or place == 0:
                place += 1
                continue
            before = tokens[place - 1]
            is_named = before.kind == "variable" or self._sign(place - 2) == "->"
            value, end = self._value(place + 1, 0)
            if is_named and value is not None and self._sign(end) in (";", ",", ")"):
                yield Assignment(before.text.lstrip("$"), value, self._line(before))
            place = max(place + 1, end if value is not None else 0)

    def lists(self) -> Iterator[tuple[list[str], str]]:
        """The names of variables in each ``list(...) = $row``, and that of the row."""
        for place, token in enumerate(self._tokens):
            if token.text.lower() != "list" or self._sign(place + 1) != "(":
                continue
            names: list[str] = []
            end = place + 2
            while end < len(self._tokens) and self._sign(end) != ")":
                if self._tokens[end].kind == "variable":
                    names.append(self._tokens[end].text.lstrip("$"))
                end += 1
            if self._sign(end + 1) == "=" and end + 2 < len(self._tokens):
                yield names, self._tokens[end + 2].text.lstrip("$")

    def classes(self) -> Iterator[tuple[str, str]]:
        """The name of each class, and of the one that it extends (empty where it does not)."""
        for place, token in enumerate(self._tokens[:-1]):
            if token.kind == "word" and token.text == "class":
                extends = self._text(place + 2) == "extends"
                yield self._text(place + 1), self._text(place + 3) if extends else ""

    def keyed(self, variable: str) -> Iterator[tuple[str, str, int]]:
        """Key and text of each ``->variable['key'] = 'text'``, and its line."""
        for place in range(len(self._tokens) - 5):
            texts = [self._text(place + step) for step in range(6)]
            if texts[0].lstrip("$") == variable and [texts[1], texts[3], texts[4]] == list("[]="):
                yield _plain(texts[2]), _plain(texts[5]), self._line(self._tokens[place])

    def elements(self, variable: str) -> Iterator[tuple[str, str, str, int]]:
        """Key, field and text of each ``$variable['key']->field = 'text'``, and its line."""
        for place in range(len(self._tokens) - 7):
            texts = [self._text(place + step) for step in range(8)]
            signs = [texts[1], texts[3], texts[4], texts[6]]
            if texts[0].lstrip("$") == variable and signs == ["[", "]", "->", "="]:
                line = self._line(self._tokens[place])
                yield _plain(texts[2]), texts[5], _plain(texts[7]), line

    def made(self, name: str) -> Iterator[tuple[PhpArray, int]]:
        """The arguments of each ``new Name(...)``, as far as they are written, and its line."""
        for place, token in enumerate(self._tokens[:-2]):
            if token.text == "new" and self._text(place + 1) == name:
                value, _ = self._array(place + 3, ")", 0)
                if self._sign(place + 2) == "(" and isinstance(value, PhpArray):
                    yield value, self._line(token)

    def calls(self, function: str) -> Iterator[tuple[str, int]]:
        """The text handed to each call of a function, with ``?`` for what is no text of its own,
        and its line."""
        for place, token in enumerate(self._tokens):
            if token.text != function or self._sign(place + 1) != "(":
                continue
            parts: list[str] = []
            end, depth = place + 2, 1
            while end < len(self._tokens) and end < place + 100:
                sign = self._sign(end)
                depth += (sign == "(") - (sign == ")")
                if depth == 0:
                    break
                one = self._tokens[end]
                if one.kind == "text":
                    parts.append(_plain(one.text))
                elif one.kind == "variable":
                    parts.append("?")
                end += 1
            yield "".join(parts), self._line(token)

    def _value(self, place: int, depth: int) -> tuple[Value | None, int]:
        """The value that begins at a token, and the place behind it."""
        if place >= len(self._tokens) or depth > _DEEPEST:
            return None, place
        token = self._tokens[place]
        if token.kind == "text":
            return _plain(token.text), place + 1
        if token.kind == "number":
            return _number(token.text), place + 1
        if token.kind == "variable" and depth > 0:
            return token.text, place + 1  # nobody knows its value, but what is beside it counts
        if token.text == "-" and place + 1 < len(self._tokens):
            after = self._tokens[place + 1]
            if after.kind == "number":
                return -_number(after.text), place + 2
        if token.text == "[":
            return self._array(place + 1, "]", depth)
        if token.text.lower() == "array" and self._sign(place + 1) == "(":
            return self._array(place + 2, ")", depth)
        return None, place

    def _array(self, place: int, closing: str, depth: int) -> tuple[Value | None, int]:
        found = PhpArray()
        while place < len(self._tokens) and self._sign(place) != closing:
            if self._sign(place) == ",":
                place += 1
                continue
            line = self._line(self._tokens[place])
            value, end = self._value(place, depth + 1)
            if value is None:
                return None, place
            key: Value | None = None
            if self._sign(end) == "=>":
                key = value
                value, end = self._value(end + 1, depth + 1)
                if value is None:
                    return None, end
            if self._sign(end) not in (",", closing):
                return None, end
            found.items.append((key, value, line))
            place = end
        return found, place + 1

    def _sign(self, place: int) -> str:
        if not 0 <= place < len(self._tokens) or self._tokens[place].kind != "sign":
            return ""
        return self._tokens[place].text

    def _text(self, place: int) -> str:
        return self._tokens[place].text if place < len(self._tokens) else ""

    def _line(self, token: _Token) -> int:
        return bisect_right(self._ends, token.at) + 1


def _plain(text: str) -> str:
    """A text without its quotes, and with what was escaped."""
    return _ESCAPED.sub(r"\1", text[1:-1]) if text[:1] in "'\"" and len(text) > 1 else text


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text[:18])


def is_written(row: PhpArray) -> bool:
    """True for a territory whose name is written down, and no variable."""
    return len(row) > 0 and not word_of(next(iter(row))).startswith("$")


def row_of(row: Value, names: Sequence[str]) -> dict[str, Value]:
    """The values of a row by the names of its columns; nothing where it is no array."""
    if not isinstance(row, PhpArray):
        return {}
    return dict(zip(names, row, strict=False))


def word_of(value: Value | None) -> str:
    """A text as the arrays know it by: in some of them an apostrophe has a backslash, too."""
    if isinstance(value, str):
        return value.replace("\\", "").strip()
    return "" if value is None else str(value)[:100]
