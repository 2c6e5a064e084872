"""Visibility in a blind game: a power sees its own units and centres, and what is next to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dragoman.board import Board, Path
from dragoman.rules import Position


def in_sight(board: Board, position: Position, power: str) -> frozenset[str]:
    """The provinces of a power's units and centres, and those next to them."""
    own = {board.province_of[unit.location] for unit in position.units_of(power)}
    own |= set(position.centers_of(power))
    own |= {
        board.province_of[one.unit.location]
        for one in position.dislodged
        if one.unit.power == power
    }
    near = {far for one in board.paths for far in _next_to(board, one, own)}
    return frozenset(own | near)


def as_seen(board: Board, position: Position, power: str) -> Position:
    """The position with nothing in it that is out of a power's sight. Of dislodged units it knows
    its own, for they have to retreat."""
    seen = in_sight(board, position, power)
    return replace(
        position,
        units=tuple(one for one in position.units if board.province_of[one.location] in seen),
        owners={
            center: owner
            for center, owner in position.owners.items()
            if owner == power or center in seen
        },
        dislodged=tuple(one for one in position.dislodged if one.unit.power == power),
        contested=frozenset(one for one in position.contested if one in seen),
    )


def _next_to(board: Board, path: Path, own: set[str]) -> Iterator[str]:
    """The province at the other end of a path that begins or ends in one of these."""
    one, other = board.province_of[path.source], board.province_of[path.target]
    if one in own:
        yield other
    if other in own:
        yield one
