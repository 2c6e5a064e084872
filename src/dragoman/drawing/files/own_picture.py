"""A designer's own map: an SVG picture in which provinces have ids.

An element whose id is a province's key or abbreviation (``STP``, ``stp``) is its shape: a path,
a polygon, a circle, a group of them. Anchors are elements of any kind whose middle counts:
``unit-STP``, ``unit-STP-NC`` for a coast, ``dislodged-STP``, ``center-STP``, ``label-STP``.
Without an anchor things go where there is room. The picture itself is shown as it is, with what
a game needs on top of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.geometry import Geometry, Point, Ring
from dragoman.drawing.layout.anchors import anchored
from dragoman.extras import extra

_SVG = "{http://www.w3.org/2000/svg}"
_ANCHOR = re.compile(r"(unit|dislodged|center|label)-(.+)", re.IGNORECASE)
_STEPS = 12
"""Into how many straight pieces a curve is cut at most."""
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LARGEST = 1e6
"""No picture is larger."""
_GRAIN = 0.001
"""A curve no longer than this part of the picture is as good as straight."""


def read_own_picture(
    content: bytes, board: Board, source: str = ""
) -> tuple[tuple[Geometry, str] | None, tuple[Diagnostic, ...]]:
    """The geometry that a picture shows and the picture itself, as SVG to be put into another,
    with everything that is wrong with it; None where a province is missing or it is no SVG."""
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        line, column = error.position
        fault = Diagnostic("not-svg", f"this is no SVG: {error}", "save it as SVG", source)
        return None, (replace(fault, line=line, column=column + 1),)
    if root.tag != f"{_SVG}svg":
        what, remedy = "this is XML, but no SVG picture", "save it as SVG"
        return None, (Diagnostic("not-svg", what, remedy, source),)
    box = _view_box(root)
    if box is None:
        what = "the picture does not say how large it is"
        return None, (Diagnostic("no-size", what, "give it a viewBox", source),)
    try:
        elements = [*_elements(content, box)]
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        what = f"its shapes cannot be read: {error}"
        return None, (Diagnostic("not-svg", what, "save it anew as plain SVG", source),)
    shapes: dict[str, tuple[Ring, ...]] = {}
    anchors: dict[tuple[str, str], Point] = {}
    for name, rings in elements:
        if not rings:
            continue
        if not all(abs(x) < _LARGEST and abs(y) < _LARGEST for ring in rings for x, y in ring):
            what = f"the shape with the id {name} is larger than any picture"
            return None, (Diagnostic("bad-shape", what, "draw it within the picture", source),)
        if anchor := _ANCHOR.fullmatch(name):
            kind, place = anchor[1].lower(), _location(anchor[2], board)
            if place:
                anchors[kind, place] = _middle(rings)
        elif place := _location(name, board):
            shapes[place] = shapes.get(place, ()) + rings
    faults = [
        Diagnostic(
            "no-shape",
            f"there is no shape for {province.name}",
            f'give its shape id="{key}"',
            source,
        )
        for key, province in board.provinces.items()
        if province.terrain.is_ground and province.city_of is None and key not in shapes
    ]
    if faults:
        return None, tuple(faults)
    geometry = anchored(
        board,
        {key: rings for key, rings in shapes.items() if key in board.provinces},
        {},
        box[2],
        box[3],
        named={place: point for (kind, place), point in anchors.items() if kind == "unit"},
    )
    return (_with_anchors(geometry, anchors), _backdrop(root, box)), ()


def _with_anchors(geometry: Geometry, anchors: dict[tuple[str, str], Point]) -> Geometry:
    grounds = dict(geometry.grounds)
    for key, ground in grounds.items():
        label = anchors.get(("label", key), ground.label)
        grounds[key] = replace(
            ground, label=label, center=anchors.get(("center", key), ground.center)
        )
    dislodged = {at: anchors.get(("dislodged", at), p) for at, p in geometry.dislodged.items()}
    return replace(geometry, grounds=grounds, dislodged=dislodged)


def _view_box(root: ElementTree.Element) -> tuple[float, float, float, float] | None:
    numbers = _NUMBER.findall(root.get("viewBox", ""))
    if len(numbers) != 4:
        sizes = [_NUMBER.match(root.get(side, "")) for side in ("width", "height")]
        if None in sizes:
            return None
        numbers = ["0", "0", *(size[0] for size in sizes if size)]
    x, y, width, height = map(float, numbers)
    is_usual = max(abs(x), abs(y), width, height) < _LARGEST
    return (x, y, width, height) if is_usual and width > 0 and height > 0 else None


def _location(name: str, board: Board) -> str:
    """The location that an id names; empty for none."""
    for spelling in (name, name.replace("-", "/"), name.replace("_", "/")):
        found = board.names.find(spelling)
        if spelling.upper() in board.province_of:
            return spelling.upper()
        if len(found) == 1 and "/" not in spelling:
            return found[0]
    return ""


def _svgelements() -> Any:
    """Loaded only where a picture is read; it has no types."""
    with extra("maps"):
        return import_module("svgelements")


def _elements(
    content: bytes, box: tuple[float, float, float, float]
) -> Iterator[tuple[str, tuple[Ring, ...]]]:
    """Every element with an id, and its outlines in the units of the view box."""
    svgelements = _svgelements()

    def rings_of(element: Any) -> Iterator[Ring]:
        if isinstance(element, svgelements.Shape):
            yield from _rings(element, box)
        elif isinstance(element, svgelements.Group):
            for inner in element:
                yield from rings_of(inner)

    drawing = svgelements.SVG.parse(BytesIO(content), width=box[2], height=box[3])
    for element in drawing.elements():
        if element.id and not isinstance(element, svgelements.SVG):
            yield element.id, tuple(rings_of(element))


def _rings(shape: Any, box: tuple[float, float, float, float]) -> Iterator[Ring]:
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
            points += (_rounded(segment.point(i / steps)) for i in range(1, steps))
            points.append(_rounded(segment.end))
    if len(points) > 2:
        yield tuple(points)


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


def _middle(rings: tuple[Ring, ...]) -> Point:
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def _backdrop(root: ElementTree.Element, box: tuple[float, float, float, float]) -> str:
    """The picture without scripts and anchors, to be put into another picture.

    Its ids and classes get a prefix and its styles apply to nothing else, so that neither picture
    changes the other. (As an image of its own it would have no letters: what draws PNG and PDF
    gives none to images.)
    """
    for parent in list(root.iter()):
        for child in list(parent):
            is_anchor = _ANCHOR.fullmatch(child.get("id", "")) and child.tag != f"{_SVG}text"
            if child.tag in (f"{_SVG}script", f"{_SVG}foreignObject") or is_anchor:
                parent.remove(child)
        if parent.tag == f"{_SVG}style" and parent.text:
            parent.text = _RULE.sub(_own_rule, parent.text)
        for name, value in list(parent.attrib.items()):
            if name.lower().startswith("on"):
                del parent.attrib[name]
            elif name == "id":
                parent.set(name, f"own-{value}")
            elif name == "class":
                parent.set(name, " ".join(f"own-{part}" for part in value.split()))
            elif name.endswith("href") and value.startswith("#"):
                parent.set(name, f"#own-{value[1:]}")
            else:
                parent.set(name, value.replace("url(#", "url(#own-"))
    x, y, width, height = box
    root.set("viewBox", f"{x:g} {y:g} {width:g} {height:g}")
    root.set("width", f"{width:g}")
    root.set("height", f"{height:g}")
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    return ElementTree.tostring(root, encoding="unicode")


_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def _own_rule(rule: re.Match[str]) -> str:
    """A rule of a style sheet, limited to the picture it comes from."""
    selectors = [
        ".backdrop " + re.sub(r"([.#])(?=[A-Za-z_-])", r"\1own-", one.strip())
        for one in rule[1].split(",")
    ]
    return f"{', '.join(selectors)}{{{rule[2].replace('url(#', 'url(#own-')}}}"
