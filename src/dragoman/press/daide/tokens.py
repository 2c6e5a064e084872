"""The tokens that DAIDE's messages are made of, as text and as bytes.

A word, brackets too, is a ``str``, a number an ``int``. On the wire a token has two bytes, the
first of which is its category; a string is a run of tokens with one byte of UTF-8 each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from dragoman.diagnostics import Diagnostic
from dragoman.formats.daide_words import WORDS
from dragoman.press.grammar import Unsayable
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap, short_repr

SMALLEST: Final = -8192
LARGEST: Final = 8191
"""The numbers there are: 14 bits, in two's complement."""

_INTEGERS: Final = range(0x40)
_TEXT: Final = 0x4B
_PRIVATE: Final = range(0x58, 0x60)

PROFILES: Mapping[str, Mapping[str, int]] = FrozenMap(
    {
        "aiclient": FrozenMap[str, int](),
        "parlance": FrozenMap(FWD=0x4A06, FCT=0x4A07, FOR=0x4A08, CCL=0x4A25, NAR=0x4A26),
    }
)
"""Implementations that have other numbers for words of press, and their numbers: those of AiClient
are the usual ones."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string. Bytes that are no UTF-8 are kept as Python's ``surrogateescape`` keeps them."""

    text: str

    __repr__ = short_repr

    def __str__(self) -> str:
        return "'" + self.text.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A token whose number stands for nothing on this map."""

    code: int

    __repr__ = short_repr

    def __str__(self) -> str:
        return f"0x{self.code:04X}"


Token: TypeAlias = "str | int | Text | Unknown"
Message: TypeAlias = tuple[Token, ...]


class BadTokens(ValueError):
    """Bytes, or a text, that hold no tokens. ``code`` is what an error message of the protocol
    says of bytes: 9 for half a token, 14 for one that must never be sent; 0 of a text."""

    def __init__(self, diagnostic: Diagnostic, code: int = 0) -> None:
        self.diagnostic, self.code = diagnostic, code
        super().__init__(diagnostic, code)

    def __str__(self) -> str:
        return str(self.diagnostic)


@dataclass(frozen=True)
class Numbering:
    """The words of a game and their numbers: those of the language, and those of a map."""

    of_map: Mapping[str, int]
    profile: str = "aiclient"

    def __hash__(self) -> int:
        return hash((self.profile, tuple(self.of_map)))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """From each word to its number."""
        return FrozenMap({**WORDS, **PROFILES[self.profile], **self.of_map})

    @cached_property
    def words(self) -> Mapping[int, str]:
        """From each number to its word."""
        return FrozenMap({number: word for word, number in self.numbers.items()})

    def to_bytes(self, tokens: Iterable[Token]) -> bytes:
        """The tokens as they are sent.

        Raises:
            Unsayable: if a word has no number, or a number is too large.
        """
        return b"".join(code.to_bytes(2, "big") for token in tokens for code in self._codes(token))

    def _codes(self, token: Token) -> Iterator[int]:
        match token:
            case str():
                if token not in self.numbers:
                    raise Unsayable(f"{token!r} is no word of DAIDE, and of nothing on this map")
                yield self.numbers[token]
            case int():
                if not SMALLEST <= token <= LARGEST:
                    raise Unsayable(f"{token} is not from {SMALLEST} to {LARGEST}")
                yield token & 0x3FFF
            case Text(text):
                try:
                    content = text.encode("utf-8", "surrogateescape")
                except UnicodeEncodeError:
                    raise Unsayable("this string holds half a letter") from None
                for byte in content:
                    yield _TEXT << 8 | byte
            case Unknown(code):
                yield code

    def from_bytes(self, body: bytes) -> Message:
        """The tokens of a message that was sent.

        Raises:
            BadTokens: if its length is odd, or a token is private to a program.
        """
        if len(body) % 2:
            what = f"a message of {len(body)} bytes ends in half a token"
            raise BadTokens(Diagnostic("half-token", what, "send two bytes for each token"), 9)
        found: list[Token] = []
        string = bytearray()
        for place in range(0, len(body), 2):
            category, low = body[place], body[place + 1]
            if category == _TEXT:
                string.append(low)
                continue
            found += _string(string)
            code = category << 8 | low
            if category in _INTEGERS:
                found.append(code - 0x4000 if code & 0x2000 else code)
            elif category in _PRIVATE:
                what = f"token {code:04X} is private to a program"
                raise BadTokens(Diagnostic("private-token", what, "never send it"), 14)
            else:
                found.append(self.words.get(code) or Unknown(code))
        return (*found, *_string(string))


def _string(collected: bytearray) -> list[Token]:
    """The string of the bytes collected, if any; they are forgotten."""
    text = bytes(collected).decode("utf-8", "surrogateescape")
    collected.clear()
    return [Text(text)] if text else []


def to_text(tokens: Iterable[Token]) -> str:
    """A message as logs have it: ``NME ('DumbBot') ('8~3')``."""
    said = ""
    for token in tokens:
        glued = not said or said.endswith("(") or token == ")"
        said += f"{'' if glued else ' '}{token}"
    return said


_WRITTEN = re.compile(r"\s*(?:([()])|'((?:[^']|'')*)'|([^\s()']+))")
_NUMBER = re.compile(r"[+-]?[0-9]+\Z")
_CODE = re.compile(r"0[xX][0-9A-Fa-f]{4}\Z")


def from_text(text: str) -> Message:
    """The tokens of a message in a log. Words may be in small letters; a quotation mark in a
    string is doubled.

    Raises:
        BadTokens: if a string does not end, or a number is too large.
    """
    found: list[Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _WRITTEN.match(text, at)
        if match is None:
            what = "this string does not end"
            raise BadTokens(_at(text, at, "open-string", what, "close it with a quotation mark"))
        bracket, string, word = match.groups()
        if bracket:
            found.append(bracket)
        elif string is not None:
            found += [Text(string.replace("''", "'"))] if string else []
        else:
            found.append(_word(word, text, match.start(3)))
        at = match.end()
    return tuple(_joined(found))


def _word(word: str, text: str, at: int) -> Token:
    if _NUMBER.match(word):
        number = int(word) if len(word) < 8 else LARGEST + 1
        if SMALLEST <= number <= LARGEST:
            return number
        what = f"{word} is not from {SMALLEST} to {LARGEST}"
        raise BadTokens(_at(text, at, "large-number", what))
    code = int(word, 16) if _CODE.match(word) else 0
    if code >> 8 in (*_INTEGERS, _TEXT, *_PRIVATE):
        return word.upper()
    return Unknown(code)


def _joined(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with strings that stand side by side made one: on the wire nothing is between
    them."""
    string = ""
    for token in tokens:
        if isinstance(token, Text):
            string += token.text
            continue
        if string:
            yield Text(string)
            string = ""
        yield token
    if string:
        yield Text(string)


def _at(text: str, at: int, code: str, what: str, remedy: str = "") -> Diagnostic:
    before = text[:at]
    column = at - (before.rfind("\n") + 1) + 1
    return Diagnostic(code, what, remedy, line=before.count("\n") + 1, column=column)
