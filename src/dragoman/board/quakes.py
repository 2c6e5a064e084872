"""Earthquakes: what they do to the borders and the coasts of a board.

In Seismic Diplomacy quakes separate provinces that border on each other and join provinces
that do not; coasts come and go with them (DipWork manual, "Seismic"). A list of quakes is a
set: it is carried out in steps, so that the order of its entries changes nothing. First what
is separated, in the words of the old map; then coasts go, then coasts come; last what is
joined, in the words of the new map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from dragoman.board.board import Board
from dragoman.board.places import Path, Shores, Terrain, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Separation:
    """No unit of these kinds, or of any if none is named, goes from one to the other any more.

    An end is a province, which means it with all its coasts, or a coast.
    """

    one: str
    other: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Junction:
    """Units of these kinds, or of all that can if none is named, go from one to the other."""

    one: str
    other: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Merger:
    """The coasts of a province become one."""

    province: str


@dataclass(frozen=True, slots=True)
class Split:
    """A province gets coasts: pairs of the coast's ending and its neighbours in their order."""

    province: str
    coasts: tuple[tuple[str, tuple[str, ...]], ...]


Quake: TypeAlias = Separation | Junction | Merger | Split


class Shaken(NamedTuple):
    """The board after the quakes, and each quake that cannot be with what is wrong with it."""

    board: Board
    faults: tuple[tuple[Quake, Diagnostic], ...]


def shake(board: Board, quakes: Iterable[Quake], shores: Shores = Shores.SHARED_WATER) -> Shaken:
    """The board after the quakes. Those that cannot be are left out.

    A coast that has no ways left is gone. Never raises for quakes whose ends are provinces and
    coasts of the board.
    """
    shaking = _Shaking(board, shores)
    shaking.shake(tuple(dict.fromkeys(quakes)))
    return Shaken(shaking.after(), tuple(shaking.faults))


_Way: TypeAlias = tuple[str, str, str]
"""Kind of unit, from, to."""
_Kind = TypeVar("_Kind", Separation, Junction, Merger, Split)


class _Shaking:
    def __init__(self, board: Board, shores: Shores) -> None:
        self.board = board
        self.shores = shores
        self.provinces = dict(board.provinces)
        self.ways: dict[_Way, Path] = {(p.kind, p.source, p.target): p for p in board.paths}
        self.faults: list[tuple[Quake, Diagnostic]] = []
        self.movers = [letter for letter, kind in board.kinds.items() if not kind.can_convoy]

    def shake(self, quakes: tuple[Quake, ...]) -> None:
        """One step after the other, within a step by the names of the provinces."""
        separations, junctions = _of(Separation, quakes), _of(Junction, quakes)
        gone = {way for quake in separations for way in self._separated(quake)}
        self.ways = {way: path for way, path in self.ways.items() if way not in gone}
        for merger in _of(Merger, quakes):
            self._merge(merger)
        split: set[str] = set()
        for quake in _of(Split, quakes):
            if quake.province in split:
                what = f"{quake.province} is split twice"
                self._fault(quake, "contradiction", what, "leave one of the two")
            else:
                self._split(quake)
            split.add(quake.province)
        apart: dict[frozenset[str], list[Separation]] = {}
        for quake in separations:
            apart.setdefault(_provinces(quake), []).append(quake)
        possible = [
            quake
            for quake in junctions
            if self._is_possible(quake, apart.get(_provinces(quake), []))
        ]
        before = dict(self.ways)
        for along_shores in (False, True):  # which shores share a water is known last
            for quake in possible:
                if self._is_between_lands(quake) == along_shores:
                    self._join(quake, before)

    def after(self) -> Board:
        used = {end for _, source, target in self.ways for end in (source, target)}
        provinces = [
            replace(p, coasts=tuple(c for c in p.coasts if f"{p.key}/{c}" in used))
            for p in self.provinces.values()
        ]
        return self.board.with_ground(provinces, self.ways.values())

    # The steps.

    def _separated(self, quake: Separation) -> list[_Way]:
        found = [way for way in self._between(quake) if way in self.ways]
        if not found:
            kinds = self._kinds_said(quake)
            what = f"{quake.one} and {quake.other} do not border on each other{kinds}"
            near = self._neighbours(quake.one)
            remedy = "name two provinces that do; what is separated is named as on the old map"
            self._fault(quake, "no-border", what, remedy, near)
        return found

    def _merge(self, quake: Merger) -> None:
        province = self.provinces[quake.province]
        if not province.coasts:
            what = f"{quake.province} has no coasts to be merged"
            self._fault(quake, "no-coasts", what, "leave the quake out")
            return
        coasts = set(province.locations[1:])
        ways: dict[_Way, Path] = {}
        for (kind, *ends), path in self.ways.items():
            source, target = (quake.province if end in coasts else end for end in ends)
            merged = replace(path, source=source, target=target)
            known = ways.setdefault((kind, source, target), merged)
            if merged.halves_lost < known.halves_lost:
                ways[kind, source, target] = merged
        self.ways = ways
        self.provinces[quake.province] = replace(province, coasts=())

    def _split(self, quake: Split) -> None:
        province = self.provinces[quake.province]
        if province.coasts or province.terrain.is_water:
            what = f"{quake.province} has coasts already"
            remedy = "merge it in the same list first, or move single ways: separate, join"
            if province.terrain.is_water:
                what, remedy = f"{quake.province} is water, and has no coasts", "name a land"
            self._fault(quake, "not-to-split", what, remedy)
            return
        sailed = {
            way: path
            for way, path in self.ways.items()
            if way[1] == quake.province and self.board.kinds[way[0]].can_convoy
        }
        open_ = dict.fromkeys(target for _, _, target in sailed)
        named = [end for _, ends in quake.coasts for end in ends]
        unknown = [end for end in named if not any(_is_at(target, end) for target in open_)]
        left_out = [target for target in open_ if not any(_is_at(target, end) for end in named)]
        if unknown:
            what = f"no fleet goes from {quake.province} to {unknown[0]}"
            remedy = "take it out; what the coast is to be joined with has a line of its own"
            self._fault(quake, "no-border", what, remedy, tuple(open_))
        elif left_out:
            what = f"fleets go from {quake.province} to {left_out[0]}, but from none of the coasts"
            remedy = "name it at a coast, or separate the two"
            self._fault(quake, "left-out", what, remedy)
        else:
            self._give_coasts(quake, sailed)

    def _give_coasts(self, quake: Split, sailed: Mapping[_Way, Path]) -> None:
        """Ways keep their order, which may be clockwise; a coast's go as its neighbours do."""
        ways: dict[_Way, Path] = {}
        for (kind, source, target), path in self.ways.items():
            if (kind, target, source) in sailed:
                for coast, ends in quake.coasts:
                    if any(_is_at(source, end) for end in ends):
                        shore = f"{quake.province}/{coast}"
                        ways[kind, source, shore] = replace(path, target=shore)
            elif (kind, source, target) not in sailed:
                ways[kind, source, target] = path
        for coast, ends in quake.coasts:
            shore = f"{quake.province}/{coast}"
            for end in ends:
                for (kind, _, target), path in sailed.items():
                    if _is_at(target, end):
                        ways[kind, shore, target] = replace(path, source=shore)
        self.ways = ways
        coasts = tuple(coast for coast, _ in quake.coasts)
        province = self.provinces[quake.province]
        self.provinces[quake.province] = replace(province, coasts=coasts)

    def _is_possible(self, quake: Junction, separations: list[Separation]) -> bool:
        for end in (quake.one, quake.other):
            province = self.provinces[province_of(end)]
            if end not in province.locations:
                what, remedy = f"there is no {end} after the quakes", "name a coast of the new map"
                self._fault(quake, "unknown-province", what, remedy, province.locations)
                return False
        for other in separations:
            if self._overlap(quake, other):
                what = f"{quake.one} and {quake.other} are separated in the same list"
                self._fault(quake, "contradiction", what, "leave one of the two quakes out")
                return False
        return True

    def _join(self, quake: Junction, before: Mapping[_Way, Path]) -> None:
        for end in (quake.one, quake.other):
            coasts = self.provinces[province_of(end)].locations[1:]
            if coasts and end == province_of(end) and self._names_coasts(quake):
                what = f"{end} has several coasts, and which of them is joined is not said"
                remedy = 'name the coast, or who can pass besides fleets, as in "by army"'
                self._fault(quake, "coast-needed", what, remedy, coasts)
                return
        wanted = [way for way in self._between(quake) if self._can_be(quake, way)]
        if not any(way not in before for way in wanted):
            remedy = "name two provinces that are apart and that units can be in"
            if any(way in before for way in self._between(quake)):
                kinds = self._kinds_said(quake)
                what = f"{quake.one} and {quake.other} border on each other already{kinds}"
                self._fault(quake, "already-joined", what, remedy)
            else:
                what = f"no unit could go from {quake.one} to {quake.other}"
                self._fault(quake, "nobody-passes", what, remedy)
        for kind, source, target in wanted:
            self._add(Path(kind, source, target))

    # What they ask.

    def _can_be(self, quake: Junction, way: _Way) -> bool:
        """True if a junction opens this way. Fleets need to be told of coasts, armies have none."""
        kind, source, target = way
        lands = [end for end in (source, target) if not self._is_wet(end)]
        if kind in self.movers:
            return self._is_open_to(kind, source) and self._is_open_to(kind, target)
        if any(self.provinces[province_of(end)].coasts and "/" not in end for end in lands):
            return False
        if len(lands) < 2 or kind in quake.kinds:
            return all(self.provinces[province_of(end)].terrain.is_ground for end in way[1:])
        shared = self._waters(kind, source) & self._waters(kind, target)
        return self.shores is Shores.SHARED_WATER and bool(shared)

    def _is_open_to(self, kind: str, end: str) -> bool:
        """True if units of a kind that does not convoy can be there: where they could before, and
        on land where nobody could, such as Switzerland or what earlier quakes cut off."""
        stands = self.board.stands
        if end in stands[kind]:
            return True
        land = self.provinces.get(end)
        is_land = land is not None and land.terrain is Terrain.LAND
        return is_land and not any(end in places for places in stands.values())

    def _names_coasts(self, quake: Junction) -> bool:
        """True if fleets pass by this junction in a way that hangs on the coast."""
        sailing = set(self.board.kinds) - set(self.movers)
        if quake.kinds:
            return bool(sailing & set(quake.kinds))
        return bool(sailing) and not self._is_between_lands(quake)

    def _is_between_lands(self, quake: Junction) -> bool:
        return not self._is_wet(quake.one) and not self._is_wet(quake.other)

    def _is_wet(self, end: str) -> bool:
        return self.provinces[province_of(end)].terrain.is_water

    def _waters(self, kind: str, shore: str) -> set[str]:
        ends = {end for mover, source, end in self.ways if (mover, source) == (kind, shore)}
        return {end for end in ends if self._is_wet(end)}

    def _between(self, quake: Separation | Junction) -> Iterator[_Way]:
        """Every way there might be between the ends, both ways."""
        for kind in quake.kinds or self.board.kinds:
            for one in self._locations(quake.one):
                for other in self._locations(quake.other):
                    yield kind, one, other
                    yield kind, other, one

    def _locations(self, end: str) -> tuple[str, ...]:
        province = self.provinces[province_of(end)]
        return province.locations if end == province.key else (end,)

    def _neighbours(self, end: str) -> tuple[str, ...]:
        ends = set(self._locations(end))
        return tuple(dict.fromkeys(target for _, source, target in self.ways if source in ends))

    def _overlap(self, one: Junction, other: Separation) -> bool:
        kinds = set(one.kinds or self.board.kinds) & set(other.kinds or self.board.kinds)
        here, there = (one.one, one.other), (other.one, other.other)
        return bool(kinds) and any(
            _meet(here[0], ends[0]) and _meet(here[1], ends[1]) for ends in (there, there[::-1])
        )

    def _add(self, path: Path) -> None:
        self.ways.setdefault((path.kind, path.source, path.target), path)

    def _kinds_said(self, quake: Separation | Junction) -> str:
        names = [self.board.kinds[kind].name for kind in quake.kinds]
        return f" for {' and '.join(names)}" if names else ""

    def _fault(
        self, quake: Quake, code: str, what: str, remedy: str, candidates: tuple[str, ...] = ()
    ) -> None:
        self.faults.append((quake, Diagnostic(code, what, remedy, candidates=candidates)))


def _of(kind: type[_Kind], quakes: Iterable[Quake]) -> list[_Kind]:
    """The quakes of one kind, in an order that is not that of the list."""
    return sorted((quake for quake in quakes if isinstance(quake, kind)), key=repr)


def _provinces(quake: Separation | Junction) -> frozenset[str]:
    return frozenset((province_of(quake.one), province_of(quake.other)))


def _is_at(location: str, end: str) -> bool:
    """True if a location is the end, or a coast of the province that the end is."""
    return end in (location, province_of(location))


def _meet(one: str, other: str) -> bool:
    return _is_at(one, other) or _is_at(other, one)
