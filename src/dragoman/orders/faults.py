"""The parts that an order still needs where its reading ends, and the faults found there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Literal, TypeAlias

from dragoman.diagnostics import Diagnostic

PhaseLetter: TypeAlias = Literal["M", "R", "A"]
"""The kind of phase the orders are for: movement, retreat or adjustment."""

SAY_WHAT: Mapping[PhaseLetter, str] = MappingProxyType(
    {
        "M": "say what it does, as in A BUD - VIE",
        "R": "say where it goes, as in A BUD - VIE, or that it disbands: A BUD D",
        "A": "say what becomes of it, as in BUILD A BUD or REMOVE A BUD",
    }
)
"""The remedy for an order that does not say what its unit does."""
NAME_IT = "write the place that is meant, as in A BUD - VIE"


class Awaited(Enum):
    """The part that has to come next in an order."""

    PLACE = auto()
    """The place of its unit."""
    ORDER = auto()
    """A word that says what its unit does."""
    TARGET = auto()
    SUPPORTED = auto()
    """The supported unit."""
    SUPPORTED_ORDER = auto()
    """The order of the supported unit; with nothing said it holds."""
    SUPPORTED_TARGET = auto()
    CONVOYED = auto()
    """The convoyed unit."""
    CONVOYED_MOVE = auto()
    """A word that moves the convoyed unit."""
    CONVOYED_TARGET = auto()
    END = auto()
    """Nothing: the order is complete."""


class Fault(Exception):
    """An order that cannot be read. Never leaves this package."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.what)
        self.diagnostic = diagnostic
