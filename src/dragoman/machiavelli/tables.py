"""The tables of a scenario: disasters, trade, and which units a power may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import Final

from dragoman.errors import DragomanError
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

THROWS: Final = range(2, 13)
"""What two dice show: the numbers of the rows and of the columns of a table."""
_SIDE = len(THROWS)


class Special(Enum):
    """What kind of soldiers a unit is of; the value is the letter that orders and files write."""

    ORDINARY = "x"
    MILITIA = "c"
    MERCENARY = "m"
    PROFESSIONAL = "p"


@dataclass(frozen=True, slots=True)
class DisasterTable:
    """Famine, plague or storms: the province that each throw of two dice for the row and two for
    the column strikes.

    ``cells`` has eleven rows of eleven keys of provinces, for 2 to 12; an empty text is nobody.
    """

    cells: tuple[tuple[str, ...], ...] = (("",) * _SIDE,) * _SIDE

    def __post_init__(self) -> None:
        if len(self.cells) != _SIDE or any(len(row) != _SIDE for row in self.cells):
            raise DragomanError(f"a table of disasters has {_SIDE} rows of {_SIDE} provinces")

    def at(self, row: int, column: int) -> str:
        """The province in a cell, by the numbers thrown; empty for nobody."""
        return self.cells[THROWS.index(row)][THROWS.index(column)]

    def struck(self, row: int | None = None, column: int | None = None) -> tuple[str, ...]:
        """The provinces of a whole row, of a whole column, or of both, each once."""
        along = self.cells[THROWS.index(row)] if row is not None else ()
        place = THROWS.index(column) if column is not None else None
        down = tuple(cells[place] for cells in self.cells) if place is not None else ()
        return tuple(dict.fromkeys(key for key in (*along, *down) if key))

    @property
    def provinces(self) -> tuple[str, ...]:
        """Every province it names, once each."""
        return tuple(dict.fromkeys(key for row in self.cells for key in row if key))

    def __repr__(self) -> str:
        return f"<DisasterTable: {len(self.provinces)} provinces>"


@dataclass(frozen=True, slots=True)
class VariableIncome:
    """What trade brings each year: ``dice`` are thrown, and each brings one of six ``amounts``.

    Whoever holds the home country ``country`` receives it; where that is None, whoever owns the
    city. ``city`` is the province of the city that the trade goes through. ``initial`` is what
    nJudge pays at the start of the second edition, where its map says.
    """

    city: str
    dice: int
    amounts: tuple[int, ...]
    country: str | None = None
    initial: int | None = None

    def brought(self, throws: tuple[int, ...]) -> int:
        """What these throws bring, each 1 to 6."""
        return sum(self.amounts[throw - 1] for throw in throws)


_ANYTIME, _BUILT, _BOUGHT = "x", "b", "r"


@dataclass(frozen=True, slots=True)
class UnitLimits:
    """Which kinds of soldiers a power may have as armies, fleets and garrisons (second edition).

    ``rows`` has for each kind of unit (``A``, ``F``, ``G``) four characters, one for each
    ``Special`` in order: ``x`` any time, ``b`` by building, ``r`` by buying, ``.`` never.
    """

    rows: Mapping[str, str] = field(default_factory=FrozenMap[str, str])

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", FrozenMap(self.rows))

    def may_build(self, kind: str, special: Special) -> bool:
        """Whether such a unit may be built, or made by a conversion."""
        return self._answer(kind, special) in (_ANYTIME, _BUILT)

    def may_buy(self, kind: str, special: Special) -> bool:
        return self._answer(kind, special) in (_ANYTIME, _BOUGHT)

    def _answer(self, kind: str, special: Special) -> str:
        return self.rows.get(kind, "xxxx")[list(Special).index(special)]
