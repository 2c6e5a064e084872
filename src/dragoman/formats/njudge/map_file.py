"""The contents of a map file: provinces, moves, options."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

from dragoman.board import province_of
from dragoman.board.names import fold, fold_bare
from dragoman.game.kind import DIPLOMACY_KIND, MACHIAVELLI_KIND
from dragoman.quick_dataclass import dataclass

# Options: the third section, beyond provinces and moves

TABLE_LABELS = range(2, 13)
"""The numbers that two dice show: the labels of the rows and of the columns of a disaster table."""


@dataclass(frozen=True, slots=True)
class HongKong:
    """Provinces that count for nothing to some powers, told by their letters."""

    powers: str
    provinces: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapGateway:
    """A pair of provinces between which units pass by leave of a third one's unit only.

    ``province`` is the gatekeeper, ``controller`` the province that gives control of it.
    """

    province: str
    controller: str
    ends: tuple[str, str]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapRailway:
    """A line through ``stops``, for the armies of some powers, told by their letters."""

    province: str
    powers: str
    stops: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapDisasterTable:
    """Famine, plague or storms: a province for each throw of two pairs of dice.

    ``cells`` has eleven rows of eleven provinces, for 2 to 12 each; an empty text is nobody.
    """

    cells: tuple[tuple[str, ...], ...] = ((("",) * len(TABLE_LABELS)),) * len(TABLE_LABELS)
    line: int = field(default=0, compare=False)

    @property
    def provinces(self) -> tuple[str, ...]:
        """Every province it names, once each."""
        return tuple(dict.fromkeys(cell for row in self.cells for cell in row if cell))


@dataclass(frozen=True, slots=True)
class MapVariableIncome:
    """The trade of a city each spring: a column for each face of a die.

    ``dice`` is how many dice are thrown, ``initial`` what there is at the start (second
    edition only), None where the file does not say.
    """

    city: str
    dice: int
    amounts: tuple[int, ...]
    initial: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapUnitLimits:
    """The units that a power may have: ordinary, citizens, mercenaries, professionals of each.

    ``x`` is any time, ``.`` never, ``b`` by building only, ``r`` by bribing only.
    """

    power: str
    armies: str
    fleets: str
    garrisons: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ExtraCenters:
    """Centres that a power counts without having them on the map."""

    power: str
    count: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class MapOptions:
    """All that the options of a map file say; provinces are told by their keys."""

    center_order: tuple[str, ...] = ()
    province_order: tuple[str, ...] = ()
    hong_kong: tuple[HongKong, ...] = ()
    gateways: tuple[MapGateway, ...] = ()
    railways: tuple[MapRailway, ...] = ()
    famine: MapDisasterTable | None = None
    plague: MapDisasterTable | None = None
    storms: MapDisasterTable | None = None
    incomes: tuple[MapVariableIncome, ...] = ()
    limits: tuple[MapUnitLimits, ...] = ()
    extra_centers: tuple[ExtraCenters, ...] = ()


# The file

GAMES: Final = (DIPLOMACY_KIND, MACHIAVELLI_KIND)
"""The kinds of game that maps are of."""
SHORES = {"n": "NC", "e": "EC", "w": "WC", "s": "SC"}
"""Our word for each coast a file can name, by the first letter of nJudge's."""


@dataclass(frozen=True, slots=True)
class MapCity:
    """The Machiavelli fields of a province.

    ``income`` is 0 (no city, or a bare fortress) to 7. ``kind`` is ``.`` for an open city,
    ``f`` a fortified one, ``p`` an open port, ``P`` a fortified port. ``is_venice`` marks
    one that follows the rules of Venice.
    """

    income: int
    kind: str
    is_venice: bool = False

    @property
    def is_fortified(self) -> bool:
        """True if a garrison can stand in it."""
        return self.kind in "fP"

    @property
    def is_port(self) -> bool:
        return self.kind in "pP"

    def __str__(self) -> str:
        return f"{self.income}{self.kind}{'V' if self.is_venice else ''}"


@dataclass(frozen=True, slots=True)
class MapProvince:
    """One line of the province list.

    ``area`` is nJudge's letter: ``l`` land, ``w`` water, ``x`` a centre of nobody's, an
    upper-case letter or a digit the power whose home centre it is, ``h`` high sea, ``v``
    arctic water, ``g`` gateway, ``r`` railway. ``city`` is for Machiavelli.
    """

    key: str
    name: str
    area: str
    abbreviations: tuple[str, ...] = ()
    convoyable_land: bool = False
    city: MapCity | None = None
    line: int = field(default=0, compare=False)

    @property
    def is_water(self) -> bool:
        return self.area in "whv"

    @property
    def is_ground(self) -> bool:
        """True if units can stand there: not in gatekeepers, nor in railways."""
        return self.area not in "gr"

    @property
    def home_letter(self) -> str | None:
        """The letter of the power whose home centre this is."""
        return self.area if self.area.isupper() or self.area.isdigit() else None

    @property
    def is_center(self) -> bool:
        """A supply centre; in Machiavelli, a city with an income. A fortress is none."""
        has_city = self.city is None or self.city.income > 0
        return has_city and (self.area == "x" or self.home_letter is not None)


@dataclass(frozen=True, slots=True)
class MapStep:
    """One place a moves line leads to: a location as we write it (``BUL/EC``).

    ``halves_lost`` and ``halves_lost_by_convoy`` are what units lose on the way, in half
    points: 2 and 0 for ``/mx``, 1 and 0 for ``/hx``, 1 and 1 for ``/lx``. ``gatekeeper``
    is the province that controls a Machiavelli conduit (``/cc``).
    """

    target: str
    halves_lost: int = 0
    halves_lost_by_convoy: int = 0
    gatekeeper: str | None = None
    column: int = field(default=0, compare=False)

    @property
    def province(self) -> str:
        return province_of(self.target)


@dataclass(frozen=True, slots=True)
class MapMoves:
    """One line of the moves list: the places it leads to from a location.

    ``kind`` is ``mv`` for armies, ``xc`` for fleets, also where they leave a named coast,
    and ``cc`` for fleets that leave a conduit by the ways it controls. ``written`` is the kind
    as it stands in the file (``ec``, ``mx``).
    """

    kind: str
    source: str
    steps: tuple[MapStep, ...]
    line: int = field(default=0, compare=False)
    written: str = field(default="", compare=False)

    @property
    def province(self) -> str:
        return province_of(self.source)

    @property
    def mover(self) -> str:
        """``mv`` where armies go, ``xc`` where fleets do."""
        return "mv" if self.kind == "mv" else "xc"


@dataclass(frozen=True)
class MapFile:
    """A map file as far as it could be read, or as it is to be written.

    ``keys`` goes from each spelling of a province, folded, to the province's key; it is made
    of the provinces where it is not given. ``lost`` are folded words that name no province
    because of a fault in the province list, reported there.
    """

    provinces: tuple[MapProvince, ...] = ()
    moves: tuple[MapMoves, ...] = ()
    options: MapOptions = field(default_factory=MapOptions)
    keys: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}), repr=False, compare=False
    )
    name: str = field(default="", compare=False)
    lost: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.keys:
            object.__setattr__(self, "keys", MappingProxyType(_keys(self.provinces)))

    def is_lost(self, location: str) -> bool:
        """True if a fault in the province list took this word, or a word of this province, away:
        whatever is missing there follows from that."""
        if not self.lost:
            return False
        word = province_of(location)
        province = self.by_key.get(word)
        words = (word, province.name, *province.abbreviations) if province else (word,)
        return not self.lost.isdisjoint(map(fold, words))

    @cached_property
    def by_key(self) -> Mapping[str, MapProvince]:
        return {province.key: province for province in self.provinces}

    @property
    def center_order(self) -> tuple[str, ...]:
        """The centres as reports list them; empty where the file does not say."""
        return self.options.center_order

    @property
    def is_machiavelli(self) -> bool:
        """True if any province has the Machiavelli fields."""
        return any(province.city for province in self.provinces)

    @property
    def game(self) -> str:
        """The kind of game that the map is of: one of ``GAMES``."""
        return MACHIAVELLI_KIND if self.is_machiavelli else DIPLOMACY_KIND

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

    @cached_property
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


def spellings_of(text: str) -> set[str]:
    """The forms of a spelling by which it is compared."""
    return {fold(text), fold_bare(text)} - {""}


def by_prefix(keys: Mapping[str, str], word: str) -> tuple[str, ...]:
    """The keys of the provinces a word may name in a table: as a whole, or as a beginning.

    Tables shorten names to five letters.
    """
    folded = fold(word)
    if folded in keys:
        return (keys[folded],)
    if len(folded) < 3:
        return ()
    return tuple(dict.fromkeys(key for name, key in keys.items() if name.startswith(folded)))


def _keys(provinces: Iterable[MapProvince]) -> dict[str, str]:
    """A spelling that two provinces share names neither of them."""
    owners: dict[str, set[str]] = {}
    for province in provinces:
        for spelling in (province.name, *province.abbreviations):
            for folded in spellings_of(spelling):
                owners.setdefault(folded, set()).add(province.key)
    keys = {folded: key for folded, (key, *others) in owners.items() if not others}
    for province in provinces:
        for folded in spellings_of(province.key) - owners.keys():
            keys.setdefault(folded, province.key)
    return keys


# A map without some of its provinces


def without_provinces(map_file: MapFile, gone: Collection[str]) -> MapFile:
    """The map without these provinces, told by their keys: nobody enters them, and whatever the
    options say of them is left out."""
    if not gone:
        return map_file
    return replace(
        map_file,
        provinces=tuple(p for p in map_file.provinces if p.key not in gone),
        moves=tuple(
            _without(moves, gone) for moves in map_file.moves if moves.province not in gone
        ),
        options=_options(map_file.options, gone),
        keys=MappingProxyType({}),
    )


def _without(moves: MapMoves, gone: Collection[str]) -> MapMoves:
    """The ways that are left."""
    steps = tuple(
        replace(step, gatekeeper=None if step.gatekeeper in gone else step.gatekeeper)
        for step in moves.steps
        if step.province not in gone
    )
    return replace(moves, steps=steps)


def _options(options: MapOptions, gone: Collection[str]) -> MapOptions:
    return replace(
        options,
        center_order=tuple(key for key in options.center_order if key not in gone),
        province_order=tuple(key for key in options.province_order if key not in gone),
        hong_kong=tuple(
            replace(row, provinces=tuple(key for key in row.provinces if key not in gone))
            for row in options.hong_kong
        ),
        gateways=tuple(
            row
            for row in options.gateways
            if not {row.province, row.controller, *row.ends} & {*gone}
        ),
        railways=tuple(
            replace(row, stops=tuple(key for key in row.stops if key not in gone))
            for row in options.railways
            if row.province not in gone
        ),
        famine=_table(options.famine, gone),
        plague=_table(options.plague, gone),
        storms=_table(options.storms, gone),
        incomes=tuple(row for row in options.incomes if row.city not in gone),
    )


def _table(table: MapDisasterTable | None, gone: Collection[str]) -> MapDisasterTable | None:
    if table is None:
        return None
    return replace(
        table, cells=tuple(tuple("" if key in gone else key for key in row) for row in table.cells)
    )
