"""The board: the map as the rules see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from inspect import signature
from typing import Any

from dragoman.board.build_terms import BuildTerms
from dragoman.board.names import Names, UnknownName
from dragoman.board.places import (
    AUTONOMOUS,
    GARRISON,
    SOLDIERS,
    Conversion,
    ConvoyWays,
    Gateway,
    Neutrals,
    OwnedWay,
    Path,
    Power,
    Province,
    Railway,
    Terrain,
    UnitKind,
    province_of,
    special,
)
from dragoman.board.victory_terms import VictoryTerms
from dragoman.errors import DragomanError, checked
from dragoman.values import FrozenMap, NamedMap

# What is wrong with a board, as it is made: keys that clash, names of what there is not.


def clashes(
    provinces: Sequence[Province], kinds: Sequence[UnitKind], powers: Sequence[Power]
) -> Iterator[str]:
    """Keys that two things have."""
    for what, keys in (
        ("province", [p.key for p in provinces]),
        ("unit kind", [k.letter for k in kinds]),
        ("power", [p.key for p in powers]),
    ):
        for key in sorted({key for key in keys if keys.count(key) > 1}):
            yield f"two things are called {what} {key}"


def unknowns(board: Board, names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Names in the parts of a board of what there is not. ``names`` are those of places, besides
    their own."""
    known = set(board.locations)
    for path in board.paths:
        for end in (path.source, path.target):
            if end not in known:
                yield f"path {path.source}-{path.target} names unknown location {end}"
        if path.kind not in board.kinds:
            yield f"path {path.source}-{path.target} is for unknown unit kind {path.kind}"
    for province in board.provinces.values():
        if province.home is not None and province.home not in board.powers:
            yield f"{province.key} is home of unknown power {province.home}"
        if province.city_of is not None and province.city_of not in board.provinces:
            yield f"{province.key} is the city of unknown province {province.city_of}"
    for conversion in board.conversions:
        what = f"the conversion {conversion.source}-{conversion.target}"
        for end in (conversion.source, conversion.target):
            if end not in known:
                yield f"{what} names unknown location {end}"
        for kind in (conversion.kind, conversion.becomes):
            if kind not in board.kinds:
                yield f"{what} is for unknown unit kind {kind}"
    for spelling, key in names:
        if key not in known:
            yield f"name {spelling!r} is given to unknown location {key}"


def misplaced(board: Board) -> Iterator[str]:
    """Faults of gateways, railways, Hong Kong settings, build grounds and convoy ways."""
    for location, kinds in board.build_grounds.items():
        if location not in board.locations:
            yield f"a build ground is given for unknown location {location}"
        for kind in kinds:
            if kind not in board.kinds:
                yield f"the build ground of {location} is for unknown unit kind {kind}"
    for here, there in board.convoy_ways.pairs:
        yield from _no_ground(board, f"the convoy way {here}-{there}", (here, there))
        if here == there:
            yield f"the convoy way {here}-{there} leads from a province to itself"
    for gateway in board.gateways:
        what = f"gateway {gateway.province}"
        yield from _wrong_terrain(board, what, gateway.province, Terrain.GATEWAY)
        ends = [end for pair in gateway.pairs for end in pair]
        yield from _no_ground(board, what, (gateway.controller, *ends))
        if gateway.controller in board.high_seas:
            yield f"{what} is controlled from {gateway.controller}, where several may stand"
        if any(first == second for first, second in gateway.pairs):
            yield f"{what} leads from a province to itself"
    for railway in board.railways:
        what = f"railway {railway.province}"
        yield from _wrong_terrain(board, what, railway.province, Terrain.RAILWAY)
        yield from _no_ground(board, what, railway.stops)
        if len(set(railway.stops)) < len(railway.stops):
            yield f"{what} stops twice in one province"
        for power in railway.powers:
            if power not in board.powers:
                yield f"{what} is for unknown power {power}"
    for here, there in board.neutrals.supports:
        yield from _no_ground(board, f"the standing support {here}-{there}", (here, there))
    for way in board.owned_ways:
        yield from _no_ground(board, f"the owned way {way.text}", (way.here, way.there))
        if way.center not in board.centers:
            yield f"the owned way {way.text} is for the owner of {way.center}, which is no centre"
    yield from _no_ground(board, "the list of where units convert", board.converts_in)
    for place in board.neutrals.comes_back:
        if place not in board.centers:
            yield f"a unit of nobody comes back in {place}, which is no centre"
    if board.neutrals != Neutrals() and AUTONOMOUS not in board.powers:
        yield "the board has no power whose units are nobody's"
    for power, provinces in board.hong_kong.items():
        if power not in board.powers:
            yield f"a Hong Kong setting is for unknown power {power}"
        yield from _no_ground(board, f"the Hong Kong setting of {power}", provinces)
    powers, centers = board.powers.keys(), board.centers
    yield from board.victory_terms.faults(powers, centers)
    yield from board.build_terms.faults(powers, centers, board.provinces.keys())


def _wrong_terrain(board: Board, what: str, key: str, terrain: Terrain) -> Iterator[str]:
    if key not in board.provinces or board.provinces[key].terrain is not terrain:
        yield f"{what} is no province of terrain {terrain.value}"


def _no_ground(board: Board, what: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if key not in board.provinces:
            yield f"{what} names unknown province {key}"
        elif not board.provinces[key].terrain.is_ground:
            yield f"{what} names {key}, where nobody can stand"


class BoardError(DragomanError):
    """A board that contradicts itself. ``faults`` holds every contradiction found."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(self.faults)


class Board:
    """Provinces, coasts, paths, kinds of unit and powers. No units. Immutable.

    ``names`` adds spellings to those of the provinces themselves: pairs of a spelling and
    the location it stands for (``("Moskau", "MOS")``, ``("PeS", "STP/SC")``).
    ``hong_kong`` gives for each power the provinces it may own without counting them.
    ``build_grounds`` gives the kinds of unit that may be built at a location, where these are
    not all that can stand there (DipWork's ``AllowedIn=``); those of a province hold for its
    coasts too, unless a coast has its own. ``convoy_ways`` are where convoys step otherwise
    than the units that convoy. ``conversions`` lead into cities and out of them (Machiavelli).
    ``neutrals`` are the habits of units of nobody (Diplomacy), and ``converts_in`` the provinces in
    which an army may become a fleet, and a fleet an army; ``owned_ways`` are open to the owners of
    centres alone.
    ``victory_terms`` are what it takes to win besides a number of centres, ``build_terms`` on what
    terms powers build besides the rule set.

    Raises:
        BoardError: if keys clash, or a path, home, city, gateway, railway, Hong Kong setting,
            build ground, convoy way, conversion or habit of units of nobody names something
            unknown, or has the wrong terrain.
    """

    @checked
    def __init__(
        self,
        name: str,
        provinces: Iterable[Province],
        kinds: Iterable[UnitKind],
        paths: Iterable[Path],
        powers: Iterable[Power],
        names: Iterable[tuple[str, str]] = (),
        gateways: Iterable[Gateway] = (),
        railways: Iterable[Railway] = (),
        hong_kong: Mapping[str, tuple[str, ...]] | None = None,
        build_grounds: Mapping[str, tuple[str, ...]] | None = None,
        convoy_ways: ConvoyWays | None = None,
        conversions: Iterable[Conversion] = (),
        victory_terms: VictoryTerms | None = None,
        neutrals: Neutrals | None = None,
        build_terms: BuildTerms | None = None,
        converts_in: Iterable[str] = (),
        owned_ways: Iterable[OwnedWay] = (),
    ) -> None:
        self.name = name
        ps, ks, pws = tuple(provinces), tuple(kinds), tuple(powers)
        self.provinces: Mapping[str, Province] = NamedMap({p.key: p for p in ps})
        self.kinds: Mapping[str, UnitKind] = NamedMap({k.letter: k for k in ks})
        self.powers: Mapping[str, Power] = NamedMap({p.key: p for p in pws})
        self.paths: tuple[Path, ...] = tuple(paths)
        self.gateways: tuple[Gateway, ...] = tuple(gateways)
        self.railways: tuple[Railway, ...] = tuple(railways)
        self.hong_kong: Mapping[str, tuple[str, ...]] = FrozenMap(hong_kong or {})
        self.build_grounds: Mapping[str, tuple[str, ...]] = FrozenMap(build_grounds or {})
        self.convoy_ways = convoy_ways or ConvoyWays()
        self.conversions: tuple[Conversion, ...] = tuple(conversions)
        self.victory_terms = victory_terms or VictoryTerms()
        self.neutrals = neutrals or Neutrals()
        self.build_terms = build_terms or BuildTerms()
        self.converts_in: tuple[str, ...] = tuple(converts_in)
        self.owned_ways: tuple[OwnedWay, ...] = tuple(owned_ways)
        self._other_names = tuple(names)
        self.locations: tuple[str, ...] = tuple(
            location
            for coasts in (False, True)
            for province in ps
            for location in (province.locations[1:] if coasts else province.locations[:1])
        )
        """Every province in map order, then every coast."""
        faults = [*clashes(ps, ks, pws), *unknowns(self, self._other_names), *misplaced(self)]
        if faults:
            raise BoardError(faults)

    @cached_property
    def _parts(self) -> tuple[Any, ...]:
        """The parts that the board was made from."""
        return (
            self.name,
            tuple(self.provinces.values()),
            tuple(self.kinds.values()),
            self.paths,
            tuple(self.powers.values()),
            self._other_names,
            self.gateways,
            self.railways,
            self.hong_kong,
            self.build_grounds,
            self.convoy_ways,
            self.conversions,
            self.victory_terms,
            self.neutrals,
            self.build_terms,
            self.converts_in,
            self.owned_ways,
        )

    @cached_property
    def _hash(self) -> int:
        return hash(self._parts)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Board) or self._hash != other._hash:
            return False
        if self._parts is other._parts:
            return True
        if self._parts != other._parts:
            return False
        # Whatever is kept by board asks this again and again of two that were read separately.
        other._parts = self._parts
        return True

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Board], tuple[Any, ...]]:
        return Board, self._parts

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.provinces)} provinces, {len(self.powers)} powers>"

    @cached_property
    def province_of(self) -> Mapping[str, str]:
        """From each location to the key of its province."""
        return {loc: province_of(loc) for loc in self.locations}

    @cached_property
    def centers(self) -> tuple[str, ...]:
        """The supply centres in map order."""
        return tuple(key for key, province in self.provinces.items() if province.is_center)

    @cached_property
    def homes(self) -> Mapping[str, tuple[str, ...]]:
        """The home centres of each power alone in map order."""
        return {
            power: tuple(k for k, p in self.provinces.items() if p.home == power)
            for power in self.powers
        }

    @cached_property
    def common_homes(self) -> tuple[str, ...]:
        """The centres that are home to everybody, in map order."""
        return tuple(key for key, province in self.provinces.items() if province.is_common_home)

    @cached_property
    def players(self) -> Mapping[str, Power]:
        """The powers that somebody plays: all but the one whose units obey nobody."""
        return {key: power for key, power in self.powers.items() if key != AUTONOMOUS}

    @property
    def has_neutrals(self) -> bool:
        """True if it is a board of Diplomacy on which there are units of nobody."""
        return AUTONOMOUS in self.powers and not self.conversions

    @cached_property
    def high_seas(self) -> tuple[str, ...]:
        """The provinces with room for any number of units, in map order."""
        return tuple(k for k, p in self.provinces.items() if p.terrain is Terrain.HIGH_SEA)

    @cached_property
    def one_way(self) -> tuple[tuple[str, str], ...]:
        """The ways that lead one way only: who goes from the first location to the second does
        not come back to its province by a way of its own kind. A path of less strength has a
        return wherever any unit has one."""
        ways = {(path.kind, path.source, self.province_of[path.target]) for path in self.paths}
        of_anybody = {(self.province_of[here], there) for _, here, there in ways}
        return tuple(
            dict.fromkeys(
                (path.source, path.target)
                for path in self.paths
                if (path.kind, path.target, self.province_of[path.source]) not in ways
                and not (
                    path.halves_lost
                    and (self.province_of[path.target], self.province_of[path.source]) in of_anybody
                )
            )
        )

    @cached_property
    def _reach(self) -> Mapping[tuple[str, str], Mapping[str, int]]:
        reach: dict[tuple[str, str], dict[str, int]] = {}
        for path in self.paths:
            reach.setdefault((path.kind, path.source), {})[path.target] = path.halves_lost
        return reach

    @checked
    def reach(self, kind: str, location: str) -> Mapping[str, int]:
        """Where a unit of this kind can step from here, with the half points lost on the way. A
        kind that the board does not have steps nowhere.

        Raises:
            UnknownName: if there is no such location.
        """
        found = self._reach.get((kind, location))
        if found is None and location not in self.province_of:
            raise UnknownName("place", location, self.names.find(location))
        return found or {}

    @cached_property
    def stands(self) -> Mapping[str, frozenset[str]]:
        """The locations where each kind of unit can stand: those its paths touch, and those
        where it begins or ends a conversion.

        A kind that can be convoyed can also stand on any land where a convoying kind can, or
        to which convoys have ways of their own: an island that only fleets have paths to takes
        an army that a convoy lands there.
        """
        touched = {
            kind: {
                end
                for path in self.paths
                if path.kind == kind
                for end in (path.source, path.target)
            }
            for kind in self.kinds
        }
        for conversion in self.conversions:
            touched[conversion.kind].add(conversion.source)
            touched[conversion.becomes].add(conversion.target)
        near = {
            self.province_of[at]
            for k in self.kinds.values()
            if k.can_convoy
            for at in touched[k.letter]
        }
        near |= {end for pair in self.convoy_ways.also for end in pair}
        shores = {key for key in near if self.provinces[key].terrain is Terrain.LAND}
        return {
            letter: frozenset(touched[letter] | shores if kind.convoyable else touched[letter])
            for letter, kind in self.kinds.items()
        }

    @cached_property
    def buildable(self) -> Mapping[str, frozenset[str]]:
        """The locations where each kind of unit may be built in a centre: where it can stand,
        unless the build grounds leave it out."""
        if not self.build_grounds:
            return self.stands
        grounds = self.build_grounds
        rows = {at: grounds.get(at, grounds.get(self.province_of[at])) for at in self.locations}
        return {
            kind: frozenset(at for at in places if (row := rows[at]) is None or kind in row)
            for kind, places in self.stands.items()
        }

    @cached_property
    def convoy_steps(self) -> frozenset[tuple[str, str]]:
        """From which province to which a convoy steps, where a unit convoys at one end of the
        step: wherever the units go that convoy, one way only where they do, and as ``convoy_ways``
        has it otherwise."""
        ends = {
            (self.province_of[path.source], self.province_of[path.target])
            for path in self.paths
            if self.kinds[path.kind].can_convoy
        }
        usual = {(here, there) for here, there in ends if here != there}
        return frozenset((usual | {*self.convoy_ways.also}) - {*self.convoy_ways.never})

    @cached_property
    def names(self) -> Names:
        """Every spelling of every location, with the location."""
        spellings = [
            (spelling, province.key)
            for province in self.provinces.values()
            for spelling in (province.key, province.name, *province.abbreviations)
        ]
        return Names([*spellings, *self._other_names])

    @cached_property
    def power_names(self) -> Names:
        """Every spelling of every power, with its key."""
        return Names(
            (spelling, power.key)
            for power in self.powers.values()
            for spelling in (power.key, power.name, power.adjective, *power.other_names)
            if spelling
        )

    @checked
    def power_called(self, name: str) -> str:
        """The key of the power that a name stands for, in any spelling.

        Raises:
            UnknownName: if there is no such power, or the name may stand for several.
        """
        return self._keys_of_powers.get(name) or _only("power", name, self.powers, self.power_names)

    @cached_property
    def _keys_of_powers(self) -> Mapping[str, str]:
        """The keys that stand for their powers and no other: nearly all that programs write."""
        return {key: key for key in self.powers if self.power_names.find(key) == (key,)}

    @checked
    def place_called(self, name: str) -> str:
        """The location that a name stands for, in any spelling.

        Raises:
            UnknownName: if there is no such place, or the name may stand for several.
        """
        return _only("place", name, self.province_of, self.names)

    def with_ground(self, provinces: Iterable[Province], paths: Iterable[Path]) -> Board:
        """The same board with other provinces and paths. What is said of builds and convoys
        in provinces that are gone is forgotten, and so are their names.

        Raises:
            BoardError: if something of the board names what is gone otherwise.
        """
        found = tuple(provinces)
        known = {location for province in found for location in province.locations}
        also, never = (
            tuple(pair for pair in pairs if known.issuperset(pair))
            for pairs in (self.convoy_ways.also, self.convoy_ways.never)
        )
        return self._changed(
            provinces=found,
            paths=paths,
            names=[(spelling, key) for spelling, key in self._other_names if key in known],
            build_grounds={at: kinds for at, kinds in self.build_grounds.items() if at in known},
            convoy_ways=ConvoyWays(also, never),
            converts_in=[key for key in self.converts_in if key in known],
            owned_ways=[
                way
                for way in self.owned_ways
                if known.issuperset((way.here, way.there, way.center))
            ],
            neutrals=Neutrals(
                tuple(key for key in self.neutrals.comes_back if key in known),
                tuple(pair for pair in self.neutrals.supports if known.issuperset(pair)),
            ),
        )

    def with_supply(
        self,
        provinces: Iterable[Province],
        build_grounds: Mapping[str, tuple[str, ...]],
        convoy_ways: ConvoyWays,
    ) -> Board:
        """The same board with what is said of its provinces, builds and convoys changed.

        Raises:
            BoardError: if it contradicts itself then.
        """
        return self._changed(
            provinces=provinces, build_grounds=build_grounds, convoy_ways=convoy_ways
        )

    def with_terms(self, victory_terms: VictoryTerms, build_terms: BuildTerms) -> Board:
        """The same board on other terms of victory and builds.

        Raises:
            BoardError: if they name what there is not.
        """
        if (victory_terms, build_terms) == (self.victory_terms, self.build_terms):
            return self
        return self._changed(victory_terms=victory_terms, build_terms=build_terms)

    def with_cities(
        self,
        provinces: Iterable[Province],
        powers: Iterable[Power],
        names: Iterable[tuple[str, str]],
        conversions: Iterable[Conversion],
        convoy_ways: ConvoyWays,
    ) -> Board:
        """The same board with garrisons, and with militia, mercenaries and professionals of every
        kind: other provinces and powers, more names, conversions.

        Raises:
            BoardError: if it contradicts itself then.
        """
        kinds = [*self.kinds.values(), GARRISON]
        ways = tuple(conversions)
        return self._changed(
            provinces=provinces,
            kinds=[*kinds, *(special(kind, letter) for letter in SOLDIERS for kind in kinds)],
            paths=[
                *self.paths,
                *(replace(path, kind=path.kind + one) for one in SOLDIERS for path in self.paths),
            ],
            powers=powers,
            names=[*self._other_names, *names],
            conversions=[
                *ways,
                *(
                    replace(way, kind=way.kind + one, becomes=way.becomes + one)
                    for one in SOLDIERS
                    for way in ways
                ),
            ],
            convoy_ways=convoy_ways,
        )

    def with_neutrals(self, nobody: Power, neutrals: Neutrals) -> Board:
        """The same board with units of nobody, whose power comes last.

        Raises:
            BoardError: if what is said of them names what there is not.
        """
        return self._changed(powers=[*self.powers.values(), nobody], neutrals=neutrals)

    def with_owned_ways(self, owned_ways: Iterable[OwnedWay]) -> Board:
        """The same board with these ways as those of the owners of centres alone.

        Raises:
            BoardError: if they name what there is not.
        """
        return self._changed(owned_ways=tuple(owned_ways))

    def with_conversions(self, converts_in: Iterable[str]) -> Board:
        """The same board with these provinces as those in which an army may become a fleet, and a
        fleet an army.

        Raises:
            BoardError: if one of them is none.
        """
        return self._changed(converts_in=tuple(converts_in))

    def without_neutrals(self) -> Board:
        """The same board without the power whose units are nobody's."""
        return self._changed(powers=self.players.values(), neutrals=None)

    def _changed(self, **arguments: Any) -> Board:
        return Board(**dict(zip(_ARGUMENTS, self._parts, strict=True)) | arguments)

    def is_coastal(self, province: str) -> bool:
        """True if fleets can stand in this land province."""
        place = self.provinces[province]
        return place.terrain is Terrain.LAND and any(
            location in self.stands[kind.letter]
            for kind in self.kinds.values()
            if kind.can_convoy
            for location in place.locations
        )


_ARGUMENTS = tuple(signature(Board).parameters)
"""What a board is made from, by name, in the order of its parts."""


def _only(kind: str, name: str, keys: Mapping[str, object], names: Names) -> str:
    if name in keys:
        return name
    found = names.find(name)
    if len(found) != 1:
        raise UnknownName(kind, name, found or (keys if kind == "power" else names.like(name)))
    return found[0]
