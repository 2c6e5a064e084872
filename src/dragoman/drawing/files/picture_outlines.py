"""The outlines of the named elements of a designer's picture, however they are drawn and moved."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from dragoman.drawing.geometry import Point, Ring
from dragoman.extras import extra

Box = tuple[float, float, float, float]
"""A view box: its left upper corner, width and height."""
Named = tuple[str, str]
"""The purpose of an element, and the location: ``shape``, ``clear`` for one of which nothing is
seen, ``unit``, ``dislodged`` ..."""

_STEPS = 12
"""Into how many straight pieces a curve is cut at most."""
_GRAIN = 0.001
"""A curve no longer than this part of the picture is as good as straight."""
_MARK = "data-dragoman-place"
"""The attribute with the number of what an element is for."""


def outlines(
    root: ElementTree.Element,
    named: Mapping[ElementTree.Element, Named],
    box: Box,
) -> Iterator[tuple[Named, tuple[Ring, ...]]]:
    """The named elements, and their outlines in the units of the view box."""
    svgelements = _svgelements()

    def rings_of(element: Any, is_anchor: bool) -> Iterator[Ring]:
        values = element.values
        if not is_anchor and (
            values.get("display") == "none" or values.get("visibility") in ("hidden", "collapse")
        ):
            return
        if isinstance(element, svgelements.Shape):
            yield from _rings(element, box)
        elif isinstance(element, svgelements.Group | svgelements.Use):
            for inner in element:
                yield from rings_of(inner, is_anchor)

    # What an element is for is told to what reads its shape by an attribute of its own.
    meanings: dict[str, Named] = {}
    for number, (element, meaning) in enumerate(named.items()):
        meanings[str(number)] = meaning
        element.set(_MARK, str(number))
    # However large it is to be shown, shapes are wanted in the units of the view box.
    sizes = {side: root.attrib.pop(side, None) for side in ("width", "height")}
    content = ElementTree.tostring(root)
    for element in named:
        del element.attrib[_MARK]
    root.attrib.update({side: size for side, size in sizes.items() if size is not None})
    drawing = svgelements.SVG.parse(
        BytesIO(content), width=box[2], height=box[3], parse_display_none=True
    )
    seen: set[str] = set()
    for element in drawing.elements():
        mark = element.values.get("attributes", {}).get(_MARK, "")
        if mark in meanings and mark not in seen:
            seen.add(mark)  # parts of a group have its attributes
            meaning = meanings[mark]
            yield meaning, tuple(rings_of(element, meaning[0] not in ("shape", "clear")))


def _svgelements() -> Any:
    """Loaded only where a picture is read; it has no types."""
    with extra("maps"):
        return import_module("svgelements")


def _rings(shape: Any, box: Box) -> Iterator[Ring]:
    svgelements = _svgelements()
    grain = math.hypot(box[2], box[3]) * _GRAIN
    points: list[Point] = []
    for segment in shape.segments():
        if isinstance(segment, svgelements.Move):
            if len(points) > 2:
                yield tuple(points)
            points = [_rounded(segment.end)] if segment.end else []
        elif segment.end is not None and not isinstance(segment, svgelements.Close):
            steps = _steps(segment, svgelements, grain)
            if isinstance(segment, svgelements.CubicBezier):
                points += _on_cubic(segment, steps)
            else:
                points += (_rounded(segment.point(i / steps)) for i in range(1, steps))
            points.append(_rounded(segment.end))
    if len(points) > 2:
        yield tuple(points)


def _on_cubic(curve: Any, steps: int) -> Iterator[Point]:
    """The points between the ends of a curve."""
    a, b, c, d = curve.start, curve.control1, curve.control2, curve.end
    ax, ay, bx, by, cx, cy, dx, dy = a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y
    for i in range(1, steps):
        t = i / steps
        s = 1 - t
        p, q, r, u = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        yield (
            round(p * ax + q * bx + r * cx + u * dx, 1),
            round(p * ay + q * by + r * cy + u * dy, 1),
        )


def _steps(segment: Any, svgelements: Any, grain: float) -> int:
    """Into how many straight pieces a piece of an outline is cut: the more, the longer it is."""
    if isinstance(segment, svgelements.Line):
        return 1
    if isinstance(segment, svgelements.CubicBezier):
        ends = (segment.start, segment.control1, segment.control2, segment.end)
    elif isinstance(segment, svgelements.QuadraticBezier):
        ends = (segment.start, segment.control, segment.end)
    else:
        return _STEPS
    length = sum(math.hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(ends))
    return min(max(math.ceil(math.sqrt(length / grain)), 1), _STEPS)


def _rounded(at: Any) -> Point:
    return round(at.x, 1), round(at.y, 1)
