"""Places in a ``variant.toml``, beyond their names.

common_homes = ["BEL", "HOL"]      home centres of everybody
sea_centers = ["BST"]              waters that are supply centres

[points]                           supply points of centres, where other than 1
MUN = 2

[builds]                           what may be built where
LVP = ["F"]

[convoys]                          where convoys step otherwise than fleets
also = ["IRI-CLY"]
never = ["MAO>SPA"]                one way only

[owned_ways]                       ways that units of whoever owns a centre alone go
CON = ["AEG-BLA"]

[coordinates]                      where units are drawn on a picture of the map
MUN = [704, 783]

[layout]                           where the parts of a map go that is laid out from its borders
north = "SWE"
rotate = 90                        degrees, clockwise
mirror = true
around = "OUT"                     lies around all others
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import Final

from dragoman.board import Board, ConvoyWays, OwnedWay, Terrain, province_of, written_steps
from dragoman.formats.njudge import MapFile
from dragoman.formats.toml_table import TomlTable, bare_key, listed, quoted
from dragoman.game.variant import Coordinates, LayoutHints, Variant
from dragoman.quick_dataclass import dataclass

_STEP = re.compile(r"\s*([^\s<>-]+)\s*([->])\s*([^\s<>-]+)\s*")
MOST_POINTS: Final = 999_999
"""Of supply points, and of what else is counted: so that sums of them fit the compiled rules."""
_KEY_REMEDY = "write the first abbreviation of a province, in capitals"
_LOCATION_REMEDY = f"{_KEY_REMEDY} (STP), with its coast behind it if there is one meant (STP/NC)"


@dataclass(frozen=True, slots=True)
class PlaceWords:
    """The contents of the tables above; the defaults are those of a file without them.

    ``build_grounds`` has the letters of the kinds of unit that may be built at a location.
    """

    common_homes: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    build_grounds: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    convoy_ways: ConvoyWays = field(default_factory=ConvoyWays)
    coordinates: Coordinates = field(default_factory=lambda: MappingProxyType({}))
    layout: LayoutHints = LayoutHints()
    sea_centers: tuple[str, ...] = ()
    owned_ways: tuple[OwnedWay, ...] = ()

    def on(self, board: Board) -> Board:
        """The board with these additions."""
        if self == PlaceWords(coordinates=self.coordinates, layout=self.layout):
            return board
        provinces = (
            replace(
                province,
                points=self.points.get(key, province.points),
                is_common_home=key in self.common_homes,
                is_center=province.is_center or key in self.sea_centers,
            )
            for key, province in board.provinces.items()
        )
        found = board.with_supply(provinces, self.build_grounds, self.convoy_ways)
        return found.with_owned_ways(self.owned_ways) if self.owned_ways else found


def read_place_words(
    root: TomlTable,
    map_file: MapFile,
    homes: Iterable[str],
    kinds: Container[str],
    base: PlaceWords,
) -> PlaceWords:
    """Take the tables out of a ``variant.toml``. ``homes`` are the home centres it names,
    ``kinds`` the letters of the kinds of unit.

    A row takes the place of the base's row of the same place, a list that of the base's list.
    What the base says of places or kinds that are not there is left out.
    """
    reading = _Reading(map_file, kinds)
    common, at_sea = reading.common_homes(root, base), reading.sea_centers(root, base)
    centers = {p.key for p in map_file.provinces if p.is_center} | {*homes, *common, *at_sea}
    kept = {at for at in map_file.locations if province_of(at) in centers}
    letters = {
        at: tuple(kind for kind in row if kind in kinds)
        for at, row in base.build_grounds.items()
        if at in kept
    }
    points = {key: number for key, number in base.points.items() if key in kept}
    drawn = {at: xy for at, xy in base.coordinates.items() if at in reading.locations}
    return PlaceWords(
        common,
        MappingProxyType(points | reading.points(root.table("points"), centers)),
        MappingProxyType(letters | reading.builds(root.table("builds"), centers)),
        reading.convoys(root.table("convoys"), base.convoy_ways),
        MappingProxyType(drawn | reading.coordinates(root.table("coordinates"))),
        reading.layout(root.table("layout"), base.layout),
        at_sea,
        reading.owned_ways(root, centers, base.owned_ways),
    )


def head_lines(board: Board) -> Iterator[str]:
    """The lines above the first table."""
    if board.common_homes:
        yield f"common_homes = {listed(board.common_homes)}"
    if at_sea := [key for key in board.centers if board.provinces[key].terrain is Terrain.WATER]:
        yield f"sea_centers = {listed(at_sea)}"


def table_lines(variant: Variant) -> Iterator[str]:
    """The tables, with everything that differs from the usual."""
    board = variant.board
    if costly := [p for p in board.provinces.values() if p.is_center and p.points != 1]:
        yield from ("", "[points]", *(f"{bare_key(p.key)} = {p.points}" for p in costly))
    if board.build_grounds:
        yield from ("", "[builds]")
        for at, kinds in board.build_grounds.items():
            yield f"{bare_key(at)} = {listed(kinds)}"
    if board.convoy_ways.pairs:
        yield from ("", "[convoys]")
        for word, pairs in (("also", board.convoy_ways.also), ("never", board.convoy_ways.never)):
            if pairs:
                yield f"{word} = {listed(written_steps(pairs))}"
    if board.owned_ways:
        yield from ("", "[owned_ways]")
        for center in dict.fromkeys(way.center for way in board.owned_ways):
            ways = [way.text for way in board.owned_ways if way.center == center]
            yield f"{bare_key(center)} = {listed(ways)}"
    if variant.coordinates:
        yield from ("", "[coordinates]")
        for at, (x, y) in variant.coordinates.items():
            yield f"{bare_key(at)} = [{x}, {y}]"
    if variant.layout != LayoutHints():
        hints = variant.layout
        yield from ("", "[layout]")
        yield from (f"north = {quoted(hints.north)}",) * bool(hints.north)
        yield from (f"rotate = {hints.rotate}",) * bool(hints.rotate)
        yield from ("mirror = true",) * hints.mirror
        yield from (f"around = {quoted(hints.around)}",) * bool(hints.around)


class _Reading:
    def __init__(self, map_file: MapFile, kinds: Container[str]) -> None:
        ground = [p for p in map_file.provinces if p.is_ground]
        self.keys = {province.key for province in ground}
        self.waters = {province.key for province in ground if province.area == "w"}
        self.land = {province.key for province in ground if not province.is_water}
        self.locations = {at for at in map_file.locations if province_of(at) in self.keys}
        self.kinds = kinds
        self.is_lost = map_file.is_lost
        self.afloat = {p.key for p in ground if p.is_water or p.convoyable_land}
        self.afloat |= {moves.province for moves in map_file.moves if moves.mover == "xc"}
        ways = {(moves.province, step.province) for moves in map_file.moves for step in moves.steps}
        self.ways = ways | {(there, here) for here, there in ways}

    def common_homes(self, root: TomlTable, base: PlaceWords) -> tuple[str, ...]:
        if "common_homes" not in root:
            return tuple(key for key in base.common_homes if key in self.land)
        named = root.texts("common_homes")
        for key in named:
            if key not in self.land and not self.is_lost(key):
                what = f"no land of the map has the key {key}"
                root.error("unknown-home", what, _KEY_REMEDY, "common_homes")
        return tuple(key for key in dict.fromkeys(named) if key in self.land)

    def sea_centers(self, root: TomlTable, base: PlaceWords) -> tuple[str, ...]:
        if "sea_centers" not in root:
            return tuple(key for key in base.sea_centers if key in self.waters)
        named = root.texts("sea_centers")
        for key in named:
            if key not in self.waters and not self.is_lost(key):
                what = f"no water of the map has the key {key}"
                root.error("unknown-location", what, _KEY_REMEDY, "sea_centers")
        return tuple(key for key in dict.fromkeys(named) if key in self.waters)

    def points(self, table: TomlTable, centers: Container[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for key in table.left():
            number = table.number(key, 1, MOST_POINTS)
            if self._is_center(table, key, key, centers):
                if number == 0:
                    what = f"{key} is a centre, and supplies nobody"
                    table.error("bad-points", what, "write 1 or more, or take it out", key)
                else:
                    found[key] = number
        return found

    def builds(self, table: TomlTable, centers: Container[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for at in table.left():
            letters = table.texts(at)
            if not self._is_known(table, at):
                continue
            if not self._is_center(table, at, province_of(at), centers):
                continue
            for letter in letters:
                if letter not in self.kinds:
                    what = f"there is no kind of unit with the letter {letter}"
                    remedy = "write the letters of units as [[units]] has them, or A and F"
                    table.error("unknown-unit-kind", what, remedy, at)
            found[at] = tuple(letter for letter in dict.fromkeys(letters) if letter in self.kinds)
        return found

    def convoys(self, table: TomlTable, base: ConvoyWays) -> ConvoyWays:
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for word, usual in (("also", base.also), ("never", base.never)):
            found[word] = tuple(pair for pair in usual if self.keys.issuperset(pair))
            if word in table:
                steps = (self._step(table, word, text) for text in table.texts(word))
                found[word] = tuple(dict.fromkeys(pair for pairs in steps for pair in pairs))
        if both := [pair for pair in found["also"] if pair in found["never"]]:
            what = f"a convoy both goes and never goes from {both[0][0]} to {both[0][1]}"
            table.error("convoy-twice", what, "leave it in one of the lists", "never")
        return ConvoyWays(found["also"], found["never"])

    def owned_ways(
        self, root: TomlTable, centers: Container[str], base: tuple[OwnedWay, ...]
    ) -> tuple[OwnedWay, ...]:
        if "owned_ways" not in root:
            return tuple(
                way
                for way in base
                if self.keys.issuperset((way.here, way.there)) and way.center in centers
            )
        table, found = root.table("owned_ways"), dict[tuple[str, str], OwnedWay]()
        for center in table.left():
            texts = table.texts(center)
            for text in texts if self._is_center(table, center, center, centers) else ():
                here, hyphen, there = text.partition("-")
                known = self.ways.intersection([(here, there), (there, here)])
                if not hyphen or not known or (there, here) in found or (here, there) in found:
                    what = f"{text!r} is no way between two provinces, or another centre's already"
                    table.error("bad-owned-way", what, "write as in: AEG-BLA", center)
                else:
                    found[here, there] = OwnedWay(here, there, center)
        return tuple(found.values())

    def coordinates(self, table: TomlTable) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        for at in table.left():
            match table.value(at):
                case [int(x), int(y)] if _is_coordinate(x) and _is_coordinate(y):
                    if self._is_known(table, at):
                        found[at] = (x, y)
                case _:
                    what = f"{at} needs two whole numbers of up to six digits"
                    remedy = "write how far right and how far down it is, as in: MUN = [704, 783]"
                    table.error("bad-coordinates", what, remedy, at)
        return found

    def layout(self, table: TomlTable, base: LayoutHints) -> LayoutHints:
        return LayoutHints(
            self._province(table, "north", base.north),
            table.number("rotate", base.rotate, 359),
            table.flag("mirror", base.mirror),
            self._province(table, "around", base.around),
        )

    def _province(self, table: TomlTable, word: str, base: str) -> str:
        """The province that a hint names; none, with a fault, where there is no such."""
        found = table.text(word, base)
        if not found or found in self.keys:
            return found
        if found != base and not self.is_lost(found):
            what = f"no province of the map has the key {found}"
            table.error("unknown-province", what, _KEY_REMEDY, word)
        return ""

    def _step(self, table: TomlTable, word: str, text: str) -> Sequence[tuple[str, str]]:
        """The steps that a text names: there and back, or with > one of them."""
        match = _STEP.fullmatch(text)
        if match is None:
            remedy = "write as in: IRI-CLY, or IRI>CLY for one way only"
            table.error("bad-convoy-step", f"{text!r} is no step of a convoy", remedy, word)
            return ()
        here, there = match[1], match[3]
        if any(self.is_lost(key) for key in (here, there)):
            return ()
        if unknown := [key for key in (here, there) if key not in self.keys]:
            what = f"no province has the key {unknown[0]}"
            table.error("bad-convoy-step", what, _KEY_REMEDY, word)
            return ()
        if here == there:
            what = f"{text} leads from a province to itself"
            table.error("bad-convoy-step", what, "name two provinces", word)
            return ()
        if word == "also" and self.afloat.isdisjoint((here, there)):
            what = f"{text} is of no use: nobody can convoy in {here} or {there}"
            table.warn("idle-convoy-step", what, "name a water at one end", word)
        if word == "never" and (here, there) not in self.ways:
            what = f"{text} is of no use: nobody goes from {here} to {there} as it is"
            table.warn("idle-convoy-step", what, "leave it out", word)
        return ((here, there), (there, here)) if match[2] == "-" else ((here, there),)

    def _is_known(self, table: TomlTable, at: str) -> bool:
        if at not in self.locations and not self.is_lost(at):
            table.error("unknown-location", f"there is no {at} on the map", _LOCATION_REMEDY, at)
        return at in self.locations

    def _is_center(self, table: TomlTable, at: str, key: str, centers: Container[str]) -> bool:
        if key not in self.keys:
            if not self.is_lost(key):
                table.error("unknown-location", f"there is no {key} on the map", _KEY_REMEDY, at)
        elif key not in centers:
            what = f"{key} is no centre"
            table.error("no-center", what, "make it one in the map, or take the line out", at)
        return key in self.keys and key in centers


def _is_coordinate(number: int) -> bool:
    return not isinstance(number, bool) and abs(number) <= MOST_POINTS
