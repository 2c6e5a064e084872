"""A variant after earthquakes, and what they changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dragoman.board import Board, Quake, Shores, Split, Unit, province_of, shake
from dragoman.game.variant import LocalNames, Variant
from dragoman.quick_dataclass import dataclass

_TO_THE_SHORE = 0.35
"""The part of the way to its neighbours at which a coast lies, from the middle of its province."""


@dataclass(frozen=True, slots=True)
class MapChanges:
    """The differences between two boards.

    Ways are triples of a kind of unit and two locations, of which the first comes first on the
    board, whichever way they lead; coasts are locations (``STP/NC``).
    """

    ways_gone: tuple[tuple[str, str, str], ...]
    ways_new: tuple[tuple[str, str, str], ...]
    coasts_gone: tuple[str, ...]
    coasts_new: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.ways_gone or self.ways_new or self.coasts_gone or self.coasts_new)


def after_quakes(
    variant: Variant, quakes: Iterable[Quake], shores: Shores = Shores.SHARED_WATER
) -> Variant:
    """The variant on the board after the quakes; those that cannot be are left out.

    A unit on a coast that is no more stands in the province itself; a fleet in a province that
    gets coasts is on the first that is named. Units on a new coast are drawn beside those in its
    province, on the side of the coast's neighbours.
    """
    quakes = tuple(quakes)
    board, _ = shake(variant.board, quakes, shores)
    first = {
        quake.province: f"{quake.province}/{quake.coasts[0][0]}"
        for quake in reversed(quakes)
        if isinstance(quake, Split)
    }
    units = tuple(_moved(unit, board, first) for unit in variant.start.units)
    names = {
        language: LocalNames(
            {k: v for k, v in said.places.items() if k in board.province_of},
            said.powers,
        )
        for language, said in variant.names.items()
    }
    start = replace(variant.start, units=units)
    drawn = {at: point for at, point in variant.coordinates.items() if at in board.province_of}
    new = [coast for coast in board.locations if coast not in variant.board.province_of]
    drawn |= {coast: at for coast in new if (at := _shore(coast, board, variant)) is not None}
    return replace(
        variant,
        board=board,
        start=start,
        names=names,
        coordinates=drawn,
    )


def changes(before: Board, after: Board) -> MapChanges:
    """The changes made by quakes: the ways and coasts that one board has and the other lacks."""
    old, new = _ways(before), _ways(after)
    return MapChanges(
        tuple(way for way in old if way not in new),
        tuple(way for way in new if way not in old),
        tuple(key for key in before.locations if key not in after.province_of),
        tuple(key for key in after.locations if key not in before.province_of),
    )


def _shore(coast: str, board: Board, variant: Variant) -> tuple[int, int] | None:
    """The point at which a unit on a new coast is drawn, if its province and a neighbour are drawn
    anywhere."""
    drawn = variant.coordinates
    land = drawn.get(province_of(coast))
    ends = [path.target for path in board.paths if path.source == coast]
    near = [at for end in ends if (at := drawn.get(end) or drawn.get(province_of(end)))]
    if land is None or not near:
        return None
    there = [sum(axis) / len(near) for axis in zip(*near, strict=True)]
    x, y = (round(a + (b - a) * _TO_THE_SHORE) for a, b in zip(land, there, strict=True))
    return x, y


def _moved(unit: Unit, board: Board, first: Mapping[str, str]) -> Unit:
    if unit.location not in board.province_of:
        return replace(unit, location=province_of(unit.location))
    if unit.location in first and unit.location not in board.stands[unit.kind]:
        return replace(unit, location=first[unit.location])
    return unit


def _ways(board: Board) -> dict[tuple[str, str, str], None]:
    rank = {key: number for number, key in enumerate(board.locations)}
    found: dict[tuple[str, str, str], None] = {}
    for path in board.paths:
        one, other = sorted((path.source, path.target), key=rank.__getitem__)
        found[path.kind, one, other] = None
    return found
