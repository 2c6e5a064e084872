"""The shape of a variant's map, as its designer wants to see it: who is how far from what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from dragoman.board import Board
from dragoman.game.variant import Variant
from dragoman.quick_dataclass import dataclass

Links = Mapping[str, frozenset[str]]
"""The neighbours of each province."""


@dataclass(frozen=True)
class MapStatistics:
    """Statistics of a map and of the start on it.

    Neighbours are those of provinces, coasts taken together. Ways through gateways and by
    railway or convoy are not counted.
    """

    variant: Variant

    @property
    def board(self) -> Board:
        return self.variant.board

    @cached_property
    def by_kind(self) -> Mapping[str, Links]:
        """The ways of each kind of unit from the provinces it can be in."""
        province_of = self.board.province_of
        found: dict[str, Links] = {}
        for kind in self.board.kinds:
            links: dict[str, set[str]] = {}
            for path in self.board.paths:
                if path.kind == kind:
                    ends = province_of[path.source], province_of[path.target]
                    links.setdefault(ends[0], set()).add(ends[1])
                    links.setdefault(ends[1], set())
            found[kind] = {
                key: frozenset(links[key]) for key in self.board.provinces if key in links
            }
        return found

    @cached_property
    def links(self) -> Links:
        """The neighbours of each province that any unit can enter, by any kind of unit."""
        joined: dict[str, frozenset[str]] = {}
        for links in self.by_kind.values():
            for key, ends in links.items():
                joined[key] = joined.get(key, frozenset()) | ends
        return {key: joined[key] for key in self.board.provinces if key in joined}

    @property
    def closed(self) -> tuple[str, ...]:
        """The provinces with ground that nobody can enter."""
        provinces = self.board.provinces.values()
        return tuple(p.key for p in provinces if p.terrain.is_ground and p.key not in self.links)

    @property
    def dead_ends(self) -> tuple[str, ...]:
        """The provinces with a single neighbour."""
        return tuple(key for key, ends in self.links.items() if len(ends) == 1)

    def parts(self, kind: str | None = None) -> tuple[tuple[str, ...], ...]:
        """The parts of the map between which a kind of unit (or none) can go, largest first."""
        return parts(self._links(kind))

    def chokepoints(self, kind: str | None = None) -> tuple[str, ...]:
        """The provinces whose loss would cut a part of the map in two."""
        links = self._links(kind)
        whole = len(parts(links))
        return tuple(key for key, ends in links.items() if ends and len(parts(links, key)) > whole)

    @cached_property
    def steps(self) -> Mapping[str, Mapping[str, int]]:
        """For each power, how many moves its units need to a province, where they can get.

        A power that begins without units is taken to have one of each kind in each of its
        home centres.
        """
        return {power: self._steps_of(power) for power in self.board.players}

    def centers_within(self, power: str, moves: int) -> tuple[str, ...]:
        """The centres a power does not own that its units can be in after so many moves."""
        steps = self.steps[power]
        owners = self.variant.start.owners
        return tuple(
            center
            for center in self.board.centers
            if owners.get(center) != power and steps.get(center, moves + 1) <= moves
        )

    def nearest(self, power: str) -> tuple[int, tuple[str, ...]]:
        """The number of moves to the nearest of the others' home centres, and the powers that own
        these.

        (0, ()) where none can be reached.
        """
        found: dict[str, int] = {}
        for other in self.board.players:
            homes = self.board.homes[other]
            moves = [self.steps[power][home] for home in homes if home in self.steps[power]]
            if other != power and moves:
                found[other] = min(moves)
        least = min(found.values(), default=0)
        return least, tuple(other for other, moves in found.items() if moves == least)

    def _links(self, kind: str | None) -> Links:
        return self.links if kind is None else self.by_kind[kind]

    def _steps_of(self, power: str) -> dict[str, int]:
        board = self.board
        reached = {(u.kind, u.location): 0 for u in self.variant.start.units_of(power)}
        if not reached:
            reached = {
                (kind, location): 0
                for home in board.homes[power]
                for location in board.provinces[home].locations
                for kind, places in board.stands.items()
                if location in places
            }
        edge = list(reached)
        while edge:
            kind, location = edge.pop(0)
            for end in board.reach(kind, location):
                if (kind, end) not in reached:
                    reached[kind, end] = reached[kind, location] + 1
                    edge.append((kind, end))
        steps: dict[str, int] = {}
        for (_, location), moves in reached.items():
            province = board.province_of[location]
            steps[province] = min(moves, steps.get(province, moves))
        return steps


def parts(links: Links, without: str | None = None) -> tuple[tuple[str, ...], ...]:
    """The connected parts of some provinces, largest first; one province can be left out."""
    left = dict.fromkeys(key for key in links if key != without)
    found: list[tuple[str, ...]] = []
    while left:
        part = _connected(links, next(iter(left)), without)
        found.append(tuple(key for key in links if key in part))
        for key in part:
            del left[key]
    return tuple(sorted(found, key=len, reverse=True))


def _connected(links: Links, start: str, without: str | None) -> Iterable[str]:
    part = {start: None}
    edge = [start]
    while edge:
        for end in links[edge.pop()]:
            if end != without and end not in part:
                part[end] = None
                edge.append(end)
    return part
