"""Areas of a painted map: from pixels and a point in each province to outlines and neighbours.

A province is the area of one colour around its point, and everything else of a colour that is its
alone, such as its islands. Lines and small spots between areas fall to the nearest ones; larger
areas in which no point lies belong to nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.drawing.geometry import Point, Ring
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np

MOST_PIXELS = 12_000_000
_TRACED = 1_000
"""So many pixels wide is a picture at most when outlines are taken of it."""
_BESIDE = 6
"""A point on a line or on writing counts for an area no farther away, in pixels."""
_LARGE = 0.004
"""The part of the picture that an area has at least that is nobody's, and no spot."""
_LINE = 3
"""Half the width of a line at most, in pixels of what is traced."""
_SHORTEST = 4
"""Areas border on each other where they touch along so many pixels."""
_MOST_POINTS = 6_000
"""The points of all outlines together; with more of them they are simplified further."""


@dataclass(frozen=True, slots=True)
class PaintedMap:
    """The areas of a picture: the width and height of what they were traced on, the outlines of
    each place, those that are nobody's, and along how many pixels each two of them touch."""

    width: float
    height: float
    shapes: Mapping[str, tuple[Ring, ...]]
    outside: tuple[Ring, ...]
    borders: Mapping[tuple[str, str], int]
    meetings: frozenset[frozenset[str]]
    """Three places that meet in a point, each three of them."""
    colours: Mapping[str, tuple[int, int, int]]
    """The colour at each place's point: red, green, blue."""
    scale: float
    """The pixels of a traced picture for one of the given one."""

    def neighbours(self) -> list[tuple[str, str]]:
        """The places that touch along more than a few pixels."""
        return [pair for pair, pixels in self.borders.items() if pixels >= _SHORTEST]


def read_painted(
    content: bytes, points: Mapping[str, Point], source: str = ""
) -> tuple[PaintedMap | None, tuple[Diagnostic, ...]]:
    """The areas around some points in a picture, and what is wrong with it. There are none where
    the picture cannot be read, or where an area is missing."""
    with extra("pictures"):
        from PIL import Image, UnidentifiedImageError
    with extra("maps"):
        import numpy as np

    try:
        with Image.open(BytesIO(content)) as picture:
            if picture.size[0] * picture.size[1] > MOST_PIXELS:
                what = f"the picture has more than {MOST_PIXELS // 1_000_000} million pixels"
                return None, (Diagnostic("too-large", what, "make it smaller", source),)
            seen = picture.convert("RGB")
            flat = picture if picture.mode == "P" else seen
            found = np.asarray(flat, dtype=np.int64)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        remedy = "save it as PNG"
        return None, (Diagnostic("not-a-picture", "no picture could be read", remedy, source),)
    if found.ndim == 3:
        found = found[..., 0] * 65536 + found[..., 1] * 256 + found[..., 2]
    return _Painting(found, points, source).read(np.asarray(seen))


def areas_of_shapes(
    shapes: Mapping[str, tuple[Ring, ...]], closed: tuple[Ring, ...], width: float, height: float
) -> PaintedMap:
    """The areas of shapes that are drawn upon each other, the last on top, and ``closed`` ones that
    are nobody's on top of all; small gaps between them fall to what is nearest."""
    with extra("pictures"):
        from PIL import Image, ImageChops, ImageDraw
    with extra("maps"):
        import numpy as np

    scale = _TRACED / max(width, 1)
    size = _TRACED, max(1, min(4 * _TRACED, round(height * scale)))
    labels = np.full((size[1], size[0]), -1, dtype=np.int64)
    names = [*shapes]
    for number, rings in (*enumerate(shapes.values()), (-4, closed)):
        filled = Image.new("1", size)
        for ring in rings:
            one = Image.new("1", size)
            points = [(x * scale, y * scale) for x, y in ring]
            ImageDraw.Draw(one).polygon(points, fill=1, outline=1)
            filled = ImageChops.logical_xor(filled, one)
        labels[np.asarray(filled)] = number
    known = _grown(_without_lines(labels))
    known[known == -4] = -1
    traced, outside = _traced(known, names)
    colours = {name: (0, 0, 0) for name in names}
    met = _meetings(known, names)
    return PaintedMap(*size, traced, outside, _borders(known, names), met, colours, scale)


class _Painting:
    def __init__(self, colours: np.ndarray, points: Mapping[str, Point], source: str) -> None:
        self.colours, self.points, self.source = colours, points, source
        self.height, self.width = colours.shape
        self.names = [*points]
        self.faults: list[Diagnostic] = []

    def read(self, seen: np.ndarray) -> tuple[PaintedMap | None, tuple[Diagnostic, ...]]:
        parts, colour_of, size_of = _parts(self.colours)
        at = self._parts_at(parts, size_of)
        if any(fault.is_error for fault in self.faults):
            return None, tuple(self.faults)
        labels = self._labels(parts, colour_of, size_of, at)
        step = max(1, -(-self.width // _TRACED))
        traced = parts[::step, ::step]
        small = _without_lines(labels[traced])
        self._parted(small, traced, at)
        small = _grown(small)
        borders = _borders(small, self.names)
        shapes, outside = _traced(small, self.names)
        missing = [name for name in self.names if name not in shapes]
        if missing:
            what = f"nothing is left of {', '.join(missing[:8])} when the picture is made smaller"
            self.faults.append(Diagnostic("no-area", what, "give a smaller picture", self.source))
            return None, tuple(self.faults)
        height, width = small.shape
        first = [int((parts == part).argmax()) for part in at.values()]
        shown = seen.reshape(-1, 3)[first].tolist()
        colours = {name: (rgb[0], rgb[1], rgb[2]) for name, rgb in zip(at, shown, strict=True)}
        met = _meetings(small, self.names)
        found = PaintedMap(width, height, shapes, outside, borders, met, colours, 1 / step)
        return found, tuple(self.faults)

    def _parts_at(self, parts: np.ndarray, size_of: np.ndarray) -> dict[str, int]:
        """The part of the picture that each point lies in, or beside if that is a mere line."""
        found: dict[str, int] = {}
        for name, (x, y) in self.points.items():
            column, row = int(x), int(y)
            if not (0 <= column < self.width and 0 <= row < self.height):
                what = f"the point of {name}, {column} {row}, lies beside the picture"
                remedy = f"it is {self.width} pixels wide and {self.height} high"
                self.faults.append(Diagnostic("bad-point", what, remedy, self.source))
                continue
            near = parts[
                max(row - _BESIDE, 0) : row + _BESIDE + 1,
                max(column - _BESIDE, 0) : column + _BESIDE + 1,
            ]
            part = int(parts[row, column])
            if int(size_of[part]) < 60:
                part = max(map(int, near.flat), key=lambda one: int(size_of[one]))
            found[name] = part
        return found

    def _parted(self, labels: np.ndarray, parts: np.ndarray, at: Mapping[str, int]) -> None:
        """Give each pixel of an area with several points to the nearest of them."""
        with extra("maps"):
            import numpy as np

        together: dict[int, list[str]] = {}
        for name, part in at.items():
            together.setdefault(part, []).append(name)
        step = max(1, -(-self.width // _TRACED))
        for part, names in together.items():
            if len(names) < 2:
                continue
            what = f"the points of {', '.join(names)} lie in one area: it is parted halfway"
            remedy = "draw the line between them without a gap, or move one of the points"
            self.faults.append(
                Diagnostic("one-area", what, remedy, self.source, severity=Severity.WARNING)
            )
            rows, columns = np.nonzero(parts == part)
            away = [
                (columns - self.points[name][0] / step) ** 2
                + (rows - self.points[name][1] / step) ** 2
                for name in names
            ]
            numbers = np.array([self.names.index(name) for name in names])
            labels[rows, columns] = numbers[np.argmin(np.stack(away), axis=0)]

    def _labels(
        self, parts: np.ndarray, colour_of: np.ndarray, size_of: np.ndarray, at: Mapping[str, int]
    ) -> np.ndarray:
        """The number of the place that each pixel belongs to: -1 is nobody's."""
        with extra("maps"):
            import numpy as np

        own = Counter(int(colour_of[part]) for part in at.values())
        labels = np.full(len(size_of), -2, dtype=np.int64)
        by_colour = {int(colour_of[part]): self.names.index(name) for name, part in at.items()}
        labels[size_of >= self.width * self.height * _LARGE] = -1
        for part, colour in enumerate(colour_of.tolist()):
            if own[colour] == 1:
                labels[part] = by_colour[colour]
        for name, part in at.items():
            labels[part] = self.names.index(name)
        return labels


def _without_lines(labels: np.ndarray) -> np.ndarray:
    """The labels with nobody's areas (-1) as far as they are wide: lines that hang together with
    them, or are nothing else, are unknown (-2)."""
    with extra("maps"):
        import numpy as np

    inside = labels == -1
    core = np.pad(inside, 1, constant_values=True)
    for _ in range(_LINE):
        core = core & _shifted(core, np.logical_and)
    for _ in range(_LINE):
        core = core | _shifted(core, np.logical_or)
    return np.where(inside & ~core[1:-1, 1:-1], -2, labels)


def _shifted(mask: np.ndarray, joined: Any) -> np.ndarray:
    """A property of the pixels beside each one, joined: of all of them, or of any."""
    with extra("maps"):
        import numpy as np

    around = [np.roll(mask, step, axis) for axis in (0, 1) for step in (1, -1)]
    return joined(joined(around[0], around[1]), joined(around[2], around[3]))


def _parts(colours: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The connected parts of one colour: which each pixel belongs to, the colour and the size of
    each. Runs of rows are joined with those above."""
    with extra("maps"):
        import numpy as np

    height, width = colours.shape
    parents: list[int] = []

    def root(part: int) -> int:
        while parents[part] != part:
            parents[part] = parents[parents[part]]
            part = parents[part]
        return part

    runs: list[tuple[int, int, int]] = []
    above: list[tuple[int, int, int]] = []
    for row in range(height):
        line = colours[row]
        cuts = [0, *(np.flatnonzero(line[1:] != line[:-1]) + 1).tolist(), width]
        here: list[tuple[int, int, int]] = []
        place = 0
        for start, end in pairwise(cuts):
            part = len(parents)
            parents.append(part)
            colour = line[start]
            while place < len(above) and above[place][1] <= start:
                place += 1
            other = place
            while other < len(above) and above[other][0] < end:
                if colours[row - 1, above[other][0]] == colour:
                    one, two = root(part), root(above[other][2])
                    parents[max(one, two)] = min(one, two)
                other += 1
            here.append((start, end, part))
        runs += here
        above = here
    roots = np.array([root(part) for part in range(len(parents))])
    _, numbers = np.unique(roots, return_inverse=True)
    starts = np.array([run[0] for run in runs])
    lengths = np.array([run[1] - run[0] for run in runs])
    parts = np.repeat(numbers, lengths).reshape(height, width)
    rows = np.cumsum(starts == 0) - 1
    colour_of = np.zeros(int(numbers.max()) + 1, dtype=np.int64)
    colour_of[numbers] = colours[rows, starts]
    return parts, colour_of, np.bincount(parts.ravel())


def _grown(labels: np.ndarray) -> np.ndarray:
    """The labels with those that are not known (-2) taken from beside, step by step."""
    with extra("maps"):
        import numpy as np

    while True:
        unknown = labels == -2
        if not unknown.any():
            return labels
        before = labels.copy()
        for axis, step in ((0, 1), (0, -1), (1, 1), (1, -1)):
            beside = np.roll(before, step, axis)
            edge: list[Any] = [slice(None), slice(None)]
            edge[axis] = 0 if step == 1 else -1
            beside[tuple(edge)] = -2
            takes = unknown & (beside != -2) & (labels == -2)
            labels[takes] = beside[takes]
        if (labels == before).all():
            labels[unknown] = -1
            return labels


def _borders(labels: np.ndarray, names: list[str]) -> dict[tuple[str, str], int]:
    """Along how many pixels each two places touch."""
    with extra("maps"):
        import numpy as np

    found: Counter[tuple[str, str]] = Counter()
    for one, other in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        differ = (one != other) & (one >= 0) & (other >= 0)
        low, high = np.minimum(one, other)[differ], np.maximum(one, other)[differ]
        codes, counts = np.unique(low * len(names) + high, return_counts=True)
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            found[(names[code // len(names)], names[code % len(names)])] += count
    return dict(found)


def _meetings(labels: np.ndarray, names: list[str]) -> frozenset[frozenset[str]]:
    """Each three places that meet in a point."""
    with extra("maps"):
        import numpy as np

    squares = np.stack([labels[:-1, :-1], labels[:-1, 1:], labels[1:, :-1], labels[1:, 1:]], -1)
    at_nodes = np.unique(np.sort(squares[_is_node(labels)], axis=-1), axis=0)
    numbers: list[list[int]] = at_nodes.tolist()
    sets = ({names[one] for one in four if one >= 0} for four in numbers)
    return frozenset(frozenset(three) for found in sets for three in combinations(found, 3))


# Outlines

_Corner = tuple[int, int]


def _traced(
    labels: np.ndarray, names: list[str]
) -> tuple[dict[str, tuple[Ring, ...]], tuple[Ring, ...]]:
    """The outlines of each place, and of what is nobody's; neighbours have the same points."""
    with extra("maps"):
        import numpy as np

    framed = np.pad(labels, 1, constant_values=-3)
    loops: dict[int, list[list[_Corner]]] = {}
    for label in range(-1, len(names)):
        loops[label] = [*_loops(framed == label)]
    corners: Counter[_Corner] = Counter()
    for y, x in np.argwhere(_is_node(framed)).tolist():
        corners[(x, y)] += 1
    tolerance = 0.9
    while True:
        kept = _Simplified(corners, tolerance)
        rings: dict[int, tuple[Ring, ...]] = {}
        for label, found in loops.items():
            outlines = map(kept.ring, found)
            rings[label] = tuple(ring for ring in outlines if len(ring) > 2)
        count = sum(len(ring) for found in rings.values() for ring in found)
        if count <= _MOST_POINTS or tolerance > 8:
            break
        tolerance *= 1.4
    shapes = {names[label]: found for label, found in rings.items() if label >= 0 and found}
    return shapes, rings[-1]


def _is_node(framed: np.ndarray) -> np.ndarray:
    """True at the corners between pixels where three or more areas meet."""
    a, b, c, d = framed[:-1, :-1], framed[:-1, 1:], framed[1:, :-1], framed[1:, 1:]
    edges = (a != b).astype(int) + (c != d) + (a != c) + (b != d)
    return edges > 2


def _loops(inside: np.ndarray) -> Iterator[list[_Corner]]:
    """The closed ways around the pixels that are inside, which lie to the right of each step."""
    with extra("maps"):
        import numpy as np

    steps: dict[_Corner, list[_Corner]] = {}
    for (dy, dx), begin, end in (
        ((-1, 0), (0, 0), (1, 0)),
        ((1, 0), (1, 1), (0, 1)),
        ((0, -1), (0, 1), (0, 0)),
        ((0, 1), (1, 0), (1, 1)),
    ):
        beside = np.roll(inside, (-dy, -dx), (0, 1))
        for y, x in np.argwhere(inside & ~beside).tolist():
            # The frame is one pixel wide, and corners are those of the pixels within it.
            start = x + begin[0] - 1, y + begin[1] - 1
            steps.setdefault(start, []).append((x + end[0] - 1, y + end[1] - 1))
    while steps:
        start = next(iter(steps))
        loop, here, before = [start], start, start
        while True:
            ways = steps[here]
            there = ways[0] if len(ways) == 1 else _right_turn(before, here, ways)
            ways.remove(there)
            if not ways:
                del steps[here]
            if there == start:
                break
            loop.append(there)
            before, here = here, there
        yield loop


def _right_turn(before: _Corner, here: _Corner, ways: list[_Corner]) -> _Corner:
    """Of two ways on, the one that stays with the pixel that was gone around."""
    dx, dy = here[0] - before[0], here[1] - before[1]
    right = here[0] - dy, here[1] + dx
    return right if right in ways else ways[0]


class _Simplified:
    """Outlines with the points that are needed; what two areas share is simplified once."""

    def __init__(self, nodes: Mapping[_Corner, int], tolerance: float) -> None:
        self.nodes = nodes
        self.tolerance = tolerance
        self.known: dict[tuple[_Corner, _Corner, int, _Corner], list[_Corner]] = {}

    def ring(self, loop: list[_Corner]) -> Ring:
        cuts = [place for place, corner in enumerate(loop) if corner in self.nodes]
        if not cuts:
            start = loop.index(min(loop))
            around = [*loop[start:], *loop[:start]]
            half = len(around) // 2
            pieces = [around[: half + 1], [*around[half:], around[0]]]
        else:
            around = [*loop[cuts[0] :], *loop[: cuts[0]], loop[cuts[0]]]
            ends = [*(cut - cuts[0] for cut in cuts), len(around) - 1]
            pieces = [around[a : b + 1] for a, b in pairwise(ends)]
        points: list[_Corner] = []
        for piece in pieces:
            points += self._piece(piece)[:-1]
        return tuple((float(x), float(y)) for x, y in points)

    def _piece(self, piece: list[_Corner]) -> list[_Corner]:
        backwards = (piece[-1], piece[-2]) < (piece[0], piece[1])
        way = piece[::-1] if backwards else piece
        key = way[0], way[-1], len(way), way[1]
        if key not in self.known:
            self.known[key] = _straightened(way, self.tolerance)
        found = self.known[key]
        return found[::-1] if backwards else found


def _straightened(way: list[_Corner], tolerance: float) -> list[_Corner]:
    """The points of a way from which the others are no farther than that (Douglas and Peucker)."""
    keep = {0, len(way) - 1}
    waiting = [(0, len(way) - 1)]
    while waiting:
        first, last = waiting.pop()
        (ax, ay), (bx, by) = way[first], way[last]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        farthest, most = -1, tolerance
        for place in range(first + 1, last):
            x, y = way[place]
            if length:
                away = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
            else:
                away = ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5
            if away > most:
                farthest, most = place, away
        if farthest >= 0:
            keep.add(farthest)
            waiting += [(first, farthest), (farthest, last)]
    return [way[place] for place in sorted(keep)]


def unclear_borders(painted: PaintedMap, source: str) -> Iterator[Diagnostic]:
    """Warnings of places that touch along so little that nobody can tell whether they border."""
    for (one, other), pixels in painted.borders.items():
        if pixels < _SHORTEST * 3:
            joined = "are taken for" if pixels >= _SHORTEST else "are not taken for"
            what = f"{one} and {other} touch along {pixels} pixels, and {joined} neighbours"
            yield Diagnostic(
                "unclear-border", what, "look at it", source, severity=Severity.WARNING
            )
