"""What a map file says: provinces, moves, the order of the centres in reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

SHORES = {"n": "NC", "e": "EC", "w": "WC", "s": "SC"}
"""Our word for each coast a file can name, by the first letter of nJudge's."""


@dataclass(frozen=True, slots=True)
class MapProvince:
    """One line of the province list.

    ``area`` is nJudge's letter: ``l`` land, ``w`` water, ``x`` a centre of nobody's, an
    upper-case letter or a digit the power whose home centre it is, ``h`` high sea, ``v``
    arctic water, ``g`` gateway, ``r`` railway.
    """

    key: str
    name: str
    area: str
    abbreviations: tuple[str, ...] = ()
    convoyable_land: bool = False
    line: int = 0

    @property
    def is_water(self) -> bool:
        return self.area in "whv"

    @property
    def home_letter(self) -> str | None:
        """The letter of the power whose home centre this is."""
        return self.area if self.area.isupper() or self.area.isdigit() else None

    @property
    def is_center(self) -> bool:
        return self.area == "x" or self.home_letter is not None


@dataclass(frozen=True, slots=True)
class Step:
    """One place a moves line leads to: a location as we write it (``BUL/EC``)."""

    target: str
    halves_lost: int = 0
    column: int = 0

    @property
    def province(self) -> str:
        return self.target.partition("/")[0]


@dataclass(frozen=True, slots=True)
class MapMoves:
    """One line of the moves list: the places it leads to from a location.

    ``kind`` is ``mv`` for armies and ``xc`` for fleets, also where they leave a named coast.
    """

    kind: str
    source: str
    steps: tuple[Step, ...]
    line: int = 0

    @property
    def province(self) -> str:
        return self.source.partition("/")[0]


@dataclass(frozen=True, slots=True)
class MapFile:
    """What could be read of a map file.

    ``keys`` goes from each spelling of a province, folded, to the province's key.
    """

    provinces: tuple[MapProvince, ...] = ()
    moves: tuple[MapMoves, ...] = ()
    center_order: tuple[str, ...] = ()
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    name: str = ""

    @property
    def home_letters(self) -> tuple[str, ...]:
        """The letters of the powers that have home centres, in the order of the map."""
        letters = (province.home_letter for province in self.provinces)
        return tuple(dict.fromkeys(letter for letter in letters if letter))

    @property
    def locations(self) -> tuple[str, ...]:
        """Every province, each followed by its coasts."""
        coasts = self.coasts
        return tuple(
            location
            for key in (province.key for province in self.provinces)
            for location in (key, *(f"{key}/{coast}" for coast in coasts.get(key, ())))
        )

    @property
    def coasts(self) -> Mapping[str, tuple[str, ...]]:
        """The named coasts of each province that has any."""
        starts = [moves.source for moves in self.moves]
        ends = [step.target for moves in self.moves for step in moves.steps]
        coasts: dict[str, dict[str, None]] = {}
        for location in (*starts, *ends):
            province, slash, coast = location.partition("/")
            if slash:
                coasts.setdefault(province, {})[coast] = None
        return {province: tuple(named) for province, named in coasts.items()}
