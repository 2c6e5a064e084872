"""Statements about an order, before they are put into any language.

A statement is the key of a sentence in the word files and what fills its gaps. The same
statements give the text in every language and the data that programs read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from dragoman.board import Unit
from dragoman.orders import Order, write
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class LocationKey:
    """A location, by its key."""

    location: str


@dataclass(frozen=True, slots=True)
class PowerKey:
    """A power, by its key."""

    power: str


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength in half points."""

    halves: int

    @property
    def points(self) -> int | float:
        """In points: whole where it can be."""
        return self.halves // 2 if self.halves % 2 == 0 else self.halves / 2


@dataclass(frozen=True, slots=True)
class WrittenOrder:
    """An order, to be written out."""

    order: Order


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Something that somebody wrote, quoted as it stands."""

    text: str


@dataclass(frozen=True)
class Statement:
    """A sentence, or a part of one: its key in the word files and what fills its gaps."""

    key: str
    parts: Mapping[str, Part]


_Alone: TypeAlias = Unit | LocationKey | PowerKey | Strength | WrittenOrder | Verbatim | int
Part: TypeAlias = "_Alone | Statement | tuple[Part, ...]"
"""A value that can fill a gap. Several parts in a tuple are joined as the language joins them."""

Data: TypeAlias = "str | int | float | bool | list[Data] | dict[str, Data] | None"
"""A value that JSON can hold."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that decided, and its source.

    With an ``answer`` the name is that of a switch of the rule set and the answer what it is
    set to; without one it is a key of the word files, or empty where the sentence itself
    says the rule.
    """

    name: str
    source: str
    answer: str = ""


def say(key: str, **parts: Part) -> Statement:
    """A statement."""
    return Statement(key, parts)


def as_data(part: Part) -> Data:
    """A part as JSON holds it: units, places and orders in the notation of the orders."""
    match part:
        case Unit():
            return str(part)
        case LocationKey(location):
            return location
        case PowerKey(power):
            return power
        case Strength():
            return part.points
        case WrittenOrder(order):
            return write(order)
        case Verbatim(text):
            return text
        case Statement(key, parts):
            return {"says": key} | {name: as_data(one) for name, one in parts.items()}
        case int():
            return part
        case tuple():
            return [as_data(one) for one in part]
