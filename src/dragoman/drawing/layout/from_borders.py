"""A map for a board that has none: laid out from nothing but who borders on whom.

The same board gives the same map on every run. Neighbours touch wherever that can be drawn; where
it cannot, a bridge joins them; a map that would be full of bridges becomes a circle of islands.
Provinces that are not neighbours never touch.
"""

from __future__ import annotations

import cmath
import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, Point, Ring, area_of
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.embedding import (
    VOID,
    CellBorder,
    PlaneFigure,
    embed,
    rings,
    rings_of_pieces,
)
from dragoman.drawing.layout.facing import Facing, facing
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.game.variant import LayoutHints

# Borders that look as if nature had drawn them, the same on every run.


def rugged(line: Sequence[Point], amount: float, name: str, times: int = 2) -> list[Point]:
    """The line with every piece bent by up to ``amount`` of its length, so many times over.

    The ends stay where they are. ``name`` seeds the randomness: the same name gives the same line.
    """
    points = list(line)
    if amount <= 0:
        return points
    chance = random.Random(name)
    for _ in range(times):
        bent = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            aside = chance.uniform(-amount, amount)
            bent.append(((ax + bx) / 2 - (by - ay) * aside, (ay + by) / 2 + (bx - ax) * aside))
            bent.append((bx, by))
        points = bent
    return points


SIDE = 110.0
"""The side of a square as large as a usual land province."""
_SHAPE = 1.4
"""The ratio of a map's width to its height."""
_ISLAND = 0.54
"""The size of an island in a circle of them, in parts of a usual side."""
_RIM = SIDE * 0.2
_RING = 1.9
"""The factor of room that a province takes that lies around others."""


def lay_out(board: Board, hints: LayoutHints | None = None) -> Geometry:
    """The geometry of a board from its paths alone; which way it faces, hints and names tell."""
    from dragoman.drawing.layout.spreading import spread

    joined = neighbours(board)
    placed = [key for key in joined if joined[key]]
    lonely = [key for key in joined if not joined[key]]
    number = {key: i for i, key in enumerate(placed)}
    water = frozenset(number[key] for key in placed if board.provinces[key].terrain.is_water)
    guarded = {pair for gateway in board.gateways for pair in gateway.pairs}
    pairs = [
        (number[a], number[b]) for a in placed for b in joined[a] if not {(a, b), (b, a)} & guarded
    ]
    hints = hints or LayoutHints()
    figure = embed(len(placed), pairs, water, number.get(hints.around))
    if len(figure.bridges) * 2 > len(placed):
        return _wheel(board, joined, hints)
    around = rings(figure)
    # A province that borders on nothing fills a hole between others.
    holes = sorted(
        set(range(len(placed), figure.cells)) - figure.pieces.keys(),
        key=lambda cell: -len(around[cell]),
    )
    keys = dict(enumerate(placed)) | dict(zip(holes, lonely, strict=False))
    keys |= {piece: placed[cell] for piece, cell in figure.pieces.items()}
    in_pieces = Counter(figure.pieces.values())
    shares = [
        share_of(cell, keys, board, len(around[cell]))
        / (1 + in_pieces[figure.pieces.get(cell, cell)])
        * (_RING if figure.pieces.get(cell, cell) in in_pieces else 1)
        for cell in range(figure.cells)
    ]
    height = math.sqrt(sum(shares) / _SHAPE) * SIDE
    width = height * _SHAPE

    def facing_of(middles: Sequence[Point]) -> Facing:
        # A province in pieces lies all around, and on no side.
        places = {
            key: complex(x / width, -y / height)
            for cell, (key, (x, y)) in enumerate(zip(placed, middles, strict=False))
            if cell not in in_pieces
        }
        return facing(board, hints, places)

    lines = spread(figure, shares, width, height, facing_of)
    if hints.around in number:
        # What lies around all others is nowhere narrower than this.
        lines = _widened(figure, lines, (1 + 2 * _RIM / width, 1 + 2 * _RIM / height))
        width, height = width + 2 * _RIM, height + 2 * _RIM
    moved = [[(x + width / 2, y + height / 2) for x, y in ln] for ln in lines]
    drawn = [
        rugged(line, ruggedness(border, keys, board), line_name(border, keys))
        for border, line in zip(figure.borders, moved, strict=True)
    ]
    shapes: dict[int, tuple[Ring, ...]] = {
        cell: (ring_of(ring, drawn),) for cell, ring in enumerate(around)
    }
    for cell in in_pieces:
        shapes[cell] = with_holes(ring_of(ring, drawn) for ring in rings_of_pieces(figure, cell))
    empty = tuple(ring for cell in holes if cell not in keys for ring in shapes[cell])
    return anchored(
        board,
        {key: shapes[cell] for cell, key in keys.items() if cell not in figure.pieces},
        shores_of(figure, keys, moved),
        width,
        height,
        empty,
        tuple((placed[a], placed[b]) for a, b in figure.bridges),
    )


def with_holes(rings: Iterable[Ring]) -> tuple[Ring, ...]:
    """The outline of a shape and its holes, which are walked the other way round: so they are holes
    to whatever fills them."""
    outline, *holes = sorted(rings, key=lambda ring: -abs(area_of(ring)))
    is_clockwise = area_of(outline) > 0
    return outline, *(hole[::-1] if (area_of(hole) > 0) == is_clockwise else hole for hole in holes)


def _widened(
    figure: PlaneFigure, lines: Sequence[Sequence[Point]], by: tuple[float, float]
) -> Sequence[Sequence[Point]]:
    """The lines with the frame of the map, and nothing else, so many times as wide and high."""
    return [
        [(x * by[0], y * by[1]) for x, y in line] if VOID in border.cells else line
        for border, line in zip(figure.borders, lines, strict=True)
    ]


def _wheel(board: Board, joined: Mapping[str, frozenset[str]], hints: LayoutHints) -> Geometry:
    """Provinces as islands in a circle, with a bridge between every two neighbours: for maps on
    which too much crosses for anything else to be clear."""
    count = len(joined)
    reach = max(SIDE * count / 5, SIDE * 2)
    width, height = (reach + SIDE) * 2.6, (reach + SIDE) * 2
    turns = {key: 2 * math.pi * i / count - math.pi / 2 for i, key in enumerate(joined)}
    faced = facing(board, hints, {key: cmath.rect(1, -turn) for key, turn in turns.items()})
    if faced.is_mirrored:
        turns = {key: math.pi - turn for key, turn in turns.items()}
    turns = {key: turn + faced.turn for key, turn in turns.items()}
    middles = {
        key: (width / 2 + reach * 1.3 * math.cos(turn), height / 2 + reach * math.sin(turn))
        for key, turn in turns.items()
    }
    shapes: dict[str, tuple[Ring, ...]] = {}
    for key, (x, y) in middles.items():
        circle = [
            (
                x + SIDE * _ISLAND * math.cos(math.pi * i / 12),
                y + SIDE * _ISLAND * math.sin(math.pi * i / 12),
            )
            for i in range(25)
        ]
        ring = rugged(circle, 0.17, key)[:-1]
        shapes[key] = (tuple((round(px, 1), round(py, 1)) for px, py in ring),)
    bridges = tuple((a, b) for a in joined for b in sorted(joined[a]) if a < b)
    return anchored(board, shapes, {}, width, height, bridges=bridges)


def share_of(cell: int, keys: Mapping[int, str], board: Board, borders: int) -> float:
    """The room that a cell gets: more for water, and for those with many neighbours."""
    if cell not in keys:
        return 0.12
    usual = 1.3 if board.provinces[keys[cell]].terrain.is_water else 0.9
    return usual * (0.7 + 0.06 * min(borders, 10))


def ruggedness(border: CellBorder, keys: Mapping[int, str], board: Board) -> float:
    """The part of its length by which a border is bent: coasts most, borders at sea none."""
    sides = [
        board.provinces[keys[cell]].terrain.is_water if cell in keys else None
        for cell in border.cells
    ]
    if VOID in border.cells or sides == [True, True]:
        return 0.0
    return 0.17 if True in sides else 0.09


def line_name(border: CellBorder, keys: Mapping[int, str]) -> str:
    """The name of a border, by those of its provinces."""
    return "-".join(sorted(keys.get(cell, "") for cell in border.cells))


def ring_of(ring: Sequence[tuple[int, bool]], lines: Sequence[Sequence[Point]]) -> Ring:
    """The outline that borders make which follow on each other."""
    points: list[Point] = []
    for number, forward in ring:
        points += (lines[number] if forward else lines[number][::-1])[:-1]
    return tuple((round(x, 1), round(y, 1)) for x, y in points)


def shores_of(
    figure: PlaneFigure, keys: Mapping[int, str], lines: Sequence[Sequence[Point]]
) -> dict[tuple[str, str], Point]:
    """The middle of the border between each two provinces."""
    found: dict[tuple[str, str], Point] = {}
    for border, line in zip(figure.borders, lines, strict=True):
        one, other = (keys.get(cell, "") for cell in border.cells)
        found[one, other] = found[other, one] = line[len(line) // 2]
    return found
