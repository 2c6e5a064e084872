"""A map for a board of which it is known where its provinces lie.

Neighbours touch wherever that can be drawn, and a bridge joins those that cannot; provinces that
are not neighbours never share a border. Around that the map keeps to the places: north stays
where it is, and the frame runs along what lies outermost. Every province has room to be read,
however crowded its ground is in truth.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, Point, Ring
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.embedding import (
    VOID,
    CellBorder,
    PlaneFigure,
    rings,
    rings_of_pieces,
)
from dragoman.drawing.layout.fingers import without_fingers
from dragoman.drawing.layout.from_borders import (
    SIDE,
    line_name,
    ring_of,
    rugged,
    ruggedness,
    share_of,
    shores_of,
    with_holes,
)
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.layout.placed_figure import PlacedMap, placed_figure
from dragoman.quick_dataclass import dataclass

_WIDEST, _NARROWEST = 1.9, 0.9
"""The ratios of a map's width to its height."""
_FINGER = 0.07
"""The greatest width of what is drawn back, in parts of the side of a usual province."""
_PIECE, _HOLE = 0.45, 0.02
"""The room of a further piece of a province, and of a hole that closes, in parts of its own."""
_APART = 0.25
"""The gap between parts of a board that nothing leads between, in parts of a province's side."""
_MANY_LINES = 450
"""A map of so many borders has them bent but once."""
_PIECES, _LEAST_PIECES = 2000, 3
"""A map has about so many pieces of borders before they are bent twice, and a border no fewer."""


def lay_out_at(board: Board, points: Mapping[str, Point], around: float = 0.0) -> Geometry:
    """The geometry of a board whose provinces lie near these points, y downwards.

    ``around`` is the width of a world that goes on at its other side.
    """
    joined = neighbours(board)
    parts = _parts(joined)
    lonely = [key for key in joined if not joined[key]]
    drawn = [
        _drawn_part(board, part, joined, [] if number else lonely, points, around)
        for number, part in enumerate(parts)
    ]
    # Parts that nothing leads between lie side by side.
    shapes: dict[str, tuple[Ring, ...]] = {}
    shores: dict[tuple[str, str], Point] = {}
    holes: list[Ring] = []
    left = 0.0
    for part in drawn:
        shapes |= {key: _shifted(rings, left) for key, rings in part.shapes.items()}
        holes += _shifted(part.holes, left)
        shores |= {pair: (x + left, y) for pair, (x, y) in part.shores.items()}
        left += part.width + SIDE * _APART
    return anchored(
        board,
        shapes,
        shores,
        left - SIDE * _APART,
        max(part.height for part in drawn),
        tuple(holes),
        tuple(sorted(bridge for part in drawn for bridge in part.bridges)),
    )


@dataclass(frozen=True)
class _Part:
    """Provinces that lead to each other, drawn on a sheet of their own."""

    width: float
    height: float
    shapes: Mapping[str, tuple[Ring, ...]]
    shores: Mapping[tuple[str, str], Point]
    holes: tuple[Ring, ...]
    bridges: Sequence[tuple[str, str]]


def _parts(joined: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """The provinces of each part of a board that none of its units can leave, the largest first."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for key, near in joined.items():
        if key in seen or not near:
            continue
        part = {key}
        waiting = [key]
        while waiting:
            new = joined[waiting.pop()] - part
            part |= new
            waiting += new
        seen |= part
        found.append([one for one in joined if one in part])
    return sorted(found, key=len, reverse=True)


def _shifted(rings: Sequence[Ring], right: float) -> tuple[Ring, ...]:
    return tuple(tuple((round(x + right, 1), y) for x, y in ring) for ring in rings)


def _drawn_part(
    board: Board,
    placed: Sequence[str],
    joined: Mapping[str, frozenset[str]],
    lonely: Sequence[str],
    points: Mapping[str, Point],
    around: float,
) -> _Part:
    from dragoman.drawing.layout.placed_drawing import evened
    from dragoman.drawing.layout.spreading import spread_at

    map_ = _numbered(board, placed, joined, points, around)
    found = placed_figure(map_)
    figure = found.figure
    borders_of = rings(figure)
    keys = dict(enumerate(placed)) | {cell: placed[whole] for cell, whole in figure.pieces.items()}
    keys |= _in_holes(figure, lonely, points, found.places)
    shares = [
        share_of(cell, keys, board, len(borders_of[cell]))
        * (_PIECE if cell in figure.pieces else 1)
        if cell in keys
        else _HOLE
        for cell in range(figure.cells)
    ]
    places = evened(
        found.places,
        _inner_borders(figure, len(found.places)),
        [math.sqrt(share) for share in shares],
    )
    width, height = _sheet(places, sum(shares))
    lines = spread_at(figure, shares, width, height, _targets(places, width, height))
    figure, lines = _without_holes(figure, lines, keys)
    lines = without_fingers(figure, lines, SIDE * _FINGER)
    bends = 2 if len(lines) < _MANY_LINES else 1
    pieces_each = max(_LEAST_PIECES, round(_PIECES / len(lines) * (3 - bends)))
    moved = [
        [(x + width / 2, y + height / 2) for x, y in _thinned(line, pieces_each)] for line in lines
    ]
    drawn = [
        rugged(line, ruggedness(border, keys, board), line_name(border, keys), bends)
        for border, line in zip(figure.borders, moved, strict=True)
    ]
    shapes: dict[str, tuple[Ring, ...]] = {}
    holes: list[Ring] = []
    pieces = figure.pieces
    in_pieces = set(pieces.values())
    for cell, ring in enumerate(rings(figure)):
        if ring and cell not in keys:
            holes.append(ring_of(ring, drawn))
        elif ring and pieces.get(cell, cell) not in in_pieces:
            shapes[keys[cell]] = (ring_of(ring, drawn),)
    for cell in in_pieces:
        shapes[placed[cell]] = with_holes(
            ring_of(ring, drawn) for ring in rings_of_pieces(figure, cell)
        )
    bridges = {(pieces.get(a, a), pieces.get(b, b)) for a, b in figure.bridges}
    return _Part(
        width,
        height,
        shapes,
        shores_of(figure, keys, moved),
        tuple(holes),
        [(placed[a], placed[b]) for a, b in bridges],
    )


def _numbered(
    board: Board,
    placed: Sequence[str],
    joined: Mapping[str, frozenset[str]],
    points: Mapping[str, Point],
    around: float,
) -> PlacedMap:
    """The provinces as numbers. Where the world goes on at its other side, water has a second
    piece there, beside those it borders on."""
    number = {key: i for i, key in enumerate(placed)}
    places: list[Point] = [points[key] for key in placed]
    water = {number[key] for key in placed if board.provinces[key].terrain.is_water}
    guarded = {pair for gateway in board.gateways for pair in gateway.pairs}
    pairs: list[tuple[int, int]] = sorted(
        {
            (min(number[a], number[b]), max(number[a], number[b]))
            for a in placed
            for b in joined[a]
            if not {(a, b), (b, a)} & guarded
        }
    )
    across: list[tuple[int, int]] = [
        (a, b) for a, b in pairs if around and abs(places[a][0] - places[b][0]) > around / 2
    ]
    edges = [pair for pair in pairs if pair not in set(across)]
    whole: dict[int, int] = {}
    pieces: dict[tuple[int, bool], int] = {}
    lowest, highest = min(x for x, _ in places), max(x for x, _ in places)
    left: list[tuple[int, int]] = list(across)
    while left:
        counts = Counter(cell for pair in left for cell in pair)
        cell = max(counts, key=lambda one: (one in water, counts[one], -one))
        others = [b if a == cell else a for a, b in left if cell in (a, b)]
        left = [pair for pair in left if cell not in pair]
        is_right = places[cell][0] < places[others[0]][0]
        piece = len(places)
        beyond = places[cell][0] + (around if is_right else -around)
        x = (
            min(beyond, highest + around * 0.04)
            if is_right
            else max(beyond, lowest - around * 0.04)
        )
        places.append((x, places[cell][1]))
        whole[piece] = cell
        if cell in water:
            water.add(piece)
        edges += [(other, piece) for other in others]
        edges += [
            (old, piece)
            for (one, side), old in pieces.items()
            if side == is_right and ((min(one, cell), max(one, cell)) in set(pairs))
        ]
        pieces[cell, is_right] = piece
    return PlacedMap(tuple(places), tuple(edges), frozenset(water), whole)


def _inner_borders(figure: PlaneFigure, count: int) -> list[tuple[int, int]]:
    """The pairs of provinces and pieces that touch."""
    return sorted(
        {
            border.cells
            for border in figure.borders
            if min(border.cells) >= 0 and max(border.cells) < count
        }
    )


def _sheet(places: Sequence[Point], room: float) -> tuple[float, float]:
    """The width and height of a sheet for so much room, as wide as the places ask for."""
    wide = max(x for x, _ in places) - min(x for x, _ in places)
    high = max(y for _, y in places) - min(y for _, y in places)
    shape = min(max(wide / max(high, 1e-9), _NARROWEST), _WIDEST)
    height = math.sqrt(room / shape) * SIDE
    return height * shape, height


def _targets(places: Sequence[Point], width: float, height: float) -> dict[int, Point]:
    """The places on a sheet around (0, 0), with a rim for what lies outermost."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    wide, high = max(max(xs) - min(xs), 1e-9), max(max(ys) - min(ys), 1e-9)
    inner = (width - SIDE * 0.9, height - SIDE * 0.9)
    return {
        cell: ((x - middle[0]) / wide * inner[0], (y - middle[1]) / high * inner[1])
        for cell, (x, y) in enumerate(places)
    }


def _thinned(line: Sequence[Point], pieces: int) -> Sequence[Point]:
    """The line in so many pieces at most, with the points that lie about evenly along it."""
    if len(line) <= pieces + 1:
        return line
    return [line[round(i * (len(line) - 1) / pieces)] for i in range(pieces + 1)]


def _in_holes(
    figure: PlaneFigure, lonely: Sequence[str], points: Mapping[str, Point], places: Sequence[Point]
) -> dict[int, str]:
    """The holes in which provinces lie that border on nothing: each in that whose surroundings are
    around its point."""
    found: dict[int, str] = {}
    around: dict[int, list[int]] = defaultdict(list)
    for border in figure.borders:
        cell, hole = border.cells
        if hole >= len(places):
            around[hole].append(cell)
    for key in lonely:
        if key not in points:
            continue
        near = {
            hole: math.dist(
                points[key],
                (
                    sum(places[c][0] for c in cells) / len(cells),
                    sum(places[c][1] for c in cells) / len(cells),
                ),
            )
            for hole, cells in around.items()
            if hole not in found
        }
        if near:
            found[min(near, key=near.__getitem__)] = key
    return found


def _without_holes(
    figure: PlaneFigure, lines: Sequence[Sequence[Point]], keys: Mapping[int, str]
) -> tuple[PlaneFigure, list[list[Point]]]:
    """The figure without holes in which nothing lies: what was around one meets in its middle."""
    around: dict[int, list[int]] = defaultdict(list)
    for number, border in enumerate(figure.borders):
        hole = border.cells[1]
        if hole != VOID and hole not in keys:
            around[hole].append(number)
    middle_of: dict[int, tuple[int, Point]] = {}
    gone: set[int] = set()
    for numbers in around.values():
        cells = [figure.borders[n].cells[0] for n in numbers]
        if len(set(cells)) < len(cells):
            continue
        points = [lines[n][0] for n in numbers] + [p for n in numbers for p in lines[n][1:-1]]
        middle = (
            sum(x for x, _ in points) / len(points),
            sum(y for _, y in points) / len(points),
        )
        corner = min(figure.borders[n].corners[0] for n in numbers)
        for n in numbers:
            for old in figure.borders[n].corners:
                middle_of[old] = (corner, middle)
        gone.update(numbers)
    borders: list[CellBorder] = []
    kept: list[list[Point]] = []
    for number, (border, line) in enumerate(zip(figure.borders, lines, strict=True)):
        if number in gone:
            continue
        one, other = border.corners
        new = list(line)
        if one in middle_of:
            one, point = middle_of[one]
            new = [point, *new]
        if other in middle_of:
            other, point = middle_of[other]
            new = [*new, point]
        borders.append(CellBorder(border.cells, (one, other)))
        kept.append(new)
    return replace(figure, borders=tuple(borders)), kept
