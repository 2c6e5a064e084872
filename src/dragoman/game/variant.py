"""A variant: a board, where everybody starts on it, and the rules it is played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from dragoman.board import Board
from dragoman.rules import DIPLOMACY, Calendar, Position, RuleSet

Coordinates: TypeAlias = Mapping[str, tuple[int, int]]
"""For locations: how far to the right and how far down on a picture of the map."""


@dataclass(frozen=True, slots=True)
class LocalNames:
    """What one language calls the places and the powers of a variant.

    ``places`` goes from a location (a province, or a coast of it) to its name, ``powers``
    from the key of a power. Whatever is absent keeps the name the map file gives it.
    """

    places: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    powers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Board, starting position, rules and names: what a folder of variant files describes.

    ``name`` is the short name its files carry (``standard``), ``title`` what people read.
    ``victory_centers`` is the number of supply centres that wins the game alone.
    ``center_order`` is the order in which reports list the supply centres.
    ``names`` holds the names of places and powers by language (``"de"``).
    ``coordinates`` tell where units are drawn on the variant's own picture of the map, in its
    points; empty where there is none. ``calendar`` has the phases of a year.
    """

    name: str
    title: str
    board: Board
    start: Position
    rule_set: RuleSet
    victory_centers: int
    center_order: tuple[str, ...] = ()
    names: Mapping[str, LocalNames] = field(default_factory=lambda: MappingProxyType({}))
    credits: str = ""
    coordinates: Coordinates = field(default_factory=lambda: MappingProxyType({}))
    calendar: Calendar = DIPLOMACY

    @property
    def first_year(self) -> int:
        """The year in which the game starts."""
        return self.start.phase.year

    def place_name(self, location: str, language: str = "en") -> str:
        """What a language calls a province or a coast of it (``STP/SC``)."""
        province, _, coast = location.partition("/")
        places = self.names.get(language, LocalNames()).places
        if location in places:
            return places[location]
        name = places.get(province, self.board.provinces[province].name)
        return f"{name}/{coast.lower()}" if coast else name

    def power_name(self, power: str, language: str = "en") -> str:
        """What a language calls a power."""
        powers = self.names.get(language, LocalNames()).powers
        return powers.get(power, self.board.powers[power].name)

    def __repr__(self) -> str:
        return f"<Variant {self.name}: {self.board!r}, {self.start.phase}>"
