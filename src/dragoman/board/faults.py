"""What is wrong with a board, as it is made: keys that clash, names of what there is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from dragoman.board.places import Power, Province, Terrain, UnitKind

if TYPE_CHECKING:
    from dragoman.board.board import Board


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
    """What the parts of a board name that there is not. ``names`` are those of places, besides
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
    for power, provinces in board.hong_kong.items():
        if power not in board.powers:
            yield f"a Hong Kong setting is for unknown power {power}"
        yield from _no_ground(board, f"the Hong Kong setting of {power}", provinces)


def _wrong_terrain(board: Board, what: str, key: str, terrain: Terrain) -> Iterator[str]:
    if key not in board.provinces or board.provinces[key].terrain is not terrain:
        yield f"{what} is no province of terrain {terrain.value}"


def _no_ground(board: Board, what: str, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        if key not in board.provinces:
            yield f"{what} names unknown province {key}"
        elif not board.provinces[key].terrain.is_ground:
            yield f"{what} names {key}, where nobody can stand"
