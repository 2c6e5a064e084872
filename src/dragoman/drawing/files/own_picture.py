"""A designer's own map: an SVG picture in which provinces have names.

An element whose id, or label in Inkscape, is a province's key, abbreviation or name (``STP``,
``stp``, ``St Petersburg``) is its shape: a path, a polygon, a circle, a group of them. Where there
are several, the first one counts. Anchors are elements of any kind whose middle counts:
``unit-STP``, ``unit-STP-NC`` for a coast, ``dislodged-STP``, ``center-STP``, ``label-STP``; or
elements in layers that are called so (``Army``, ``Retreat Army``, ``Supply Centers``, ``Province
Names``), as the maps of DiplomacyGM have them; or jDip's ``PROVINCE_DATA``. Without an anchor
things go where there is room. The picture itself is shown as it is, with what a game needs on top
of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
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
from dragoman.drawing.layout.clearance import Clearance
from dragoman.drawing.layout.inscribed import inscribed
from dragoman.extras import extra

_SVG = "{http://www.w3.org/2000/svg}"
_INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
_LABEL, _MODE = f"{_INKSCAPE}label", f"{_INKSCAPE}groupmode"
_ANCHOR = re.compile(r"(unit|dislodged|center|label|sc)[-_](.+)", re.IGNORECASE)
_LAYERS = (
    ("dislodged", re.compile(r"retreat|dislodg", re.IGNORECASE)),
    ("unit", re.compile(r"arm(y|ies)|fleet|unit", re.IGNORECASE)),
    ("center", re.compile(r"cent(er|re)s?\b", re.IGNORECASE)),
    ("label", re.compile(r"name|label|title|text", re.IGNORECASE)),
)
"""What stands in a layer, by what it is called; in all others there are shapes."""
_JDIP = {"UNIT": "unit", "DISLODGED_UNIT": "dislodged", "SUPPLY_CENTER": "center"}
_LISTED = 8
"""So many provinces without a shape are named."""
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
    named = _named(root, board)
    try:
        elements = [*_elements(root, named, box)]
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
    anchors = _jdip_anchors(root, board, box[:2])
    for (kind, place), rings in elements:
        if not rings:
            continue
        if not all(abs(x) < _LARGEST and abs(y) < _LARGEST for ring in rings for x, y in ring):
            what = f"the shape of {place} is larger than any picture"
            return None, (Diagnostic("bad-shape", what, "draw it within the picture", source),)
        if kind == "shape":
            shapes.setdefault(place, rings)
        else:
            anchors.setdefault((kind, place), _middle(rings))
    if fault := _missing(board, shapes, source):
        return None, (fault,)
    geometry = anchored(
        board,
        {key: rings for key, rings in shapes.items() if key in board.provinces},
        {},
        box[2],
        box[3],
        named=_coasts(board, shapes)
        | {place: point for (kind, place), point in anchors.items() if kind == "unit"},
    )
    return (_with_anchors(geometry, anchors), _backdrop(root, box)), ()


def _missing(board: Board, shapes: Mapping[str, object], source: str) -> Diagnostic | None:
    """One list of the provinces that have no shape."""
    missing = [
        f"{province.name} ({key})"
        for key, province in board.provinces.items()
        if province.terrain.is_ground and province.city_of is None and key not in shapes
    ]
    if not missing:
        return None
    told = ", ".join(missing[:_LISTED])
    if len(missing) > _LISTED:
        told += f" and {len(missing) - _LISTED} more"
    number = "1 province has" if len(missing) == 1 else f"{len(missing)} provinces have"
    first = missing[0].rpartition("(")[2].rstrip(")")
    return Diagnostic(
        "no-shape",
        f"{number} no shape: {told}",
        f'give each shape the abbreviation of its province as id: id="{first}"',
        source,
    )


def _coasts(board: Board, shapes: Mapping[str, tuple[Ring, ...]]) -> dict[str, Point]:
    """Where fleets stand on coasts that have shapes of their own."""
    return {
        place: inscribed(Clearance(rings))[0]
        for place, rings in shapes.items()
        if place not in board.provinces
    }


_Named = tuple[str, str]
"""What an element is for, and the location: ``shape``, ``unit``, ``dislodged`` ..."""


def _named(root: ElementTree.Element, board: Board) -> dict[ElementTree.Element, _Named]:
    """The elements that stand for something."""
    found: dict[ElementTree.Element, _Named] = {}
    waiting = [(root, "shape")]
    while waiting:
        element, kind = waiting.pop()
        name = element.get("id", "")
        label = element.get(_LABEL, "")
        if anchor := _ANCHOR.fullmatch(name):
            word = anchor[1].lower()
            place = _location(anchor[2], board)
            if place:
                found[element] = ("center" if word == "sc" else word, place)
                continue
        if element.get(_MODE) == "layer":
            kind = next((one for one, words in _LAYERS if words.search(label)), kind)
        elif place := _location(label, board) or _location(name, board):
            found[element] = (kind, place)
            if kind != "shape":
                continue
        waiting += [(child, kind) for child in reversed(element)]
    return found


def _jdip_anchors(root: ElementTree.Element, board: Board, corner: Point) -> dict[_Named, Point]:
    """Where things stand by jDip's data: the upper left corners of their symbols, as large as the
    data says. ``corner`` is that of the view box."""
    sizes = {
        mark.get("name", ""): _both(mark, "width", "height")
        for mark in root.iter()
        if mark.tag.endswith("}SYMBOLSIZE")
    }
    wide, high = sizes.get("Army") or (0.0, 0.0)
    found: dict[_Named, Point] = {}
    for province in root.iter():
        if not province.tag.endswith("}PROVINCE"):
            continue
        place = _location(province.get("name", ""), board)
        for mark in province:
            kind = _JDIP.get(mark.tag.rpartition("}")[2])
            at = _both(mark, "x", "y")
            if place and kind and at:
                x, y = at[0] + wide / 2 - corner[0], at[1] + high / 2 - corner[1]
                found.setdefault((kind, place), (x, y))
    return found


def _both(element: ElementTree.Element, one: str, other: str) -> Point | None:
    """Two attributes that are numbers."""
    numbers = [_NUMBER.match(element.get(name, "").strip()) for name in (one, other)]
    if not numbers[0] or not numbers[1]:
        return None
    return float(numbers[0][0]), float(numbers[1][0])


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
    """The location that a name stands for; empty for none."""
    if not name:
        return ""
    # Programs put a line before ids that are taken already, and coasts in brackets.
    name = name.strip().strip("_")
    plain = name.replace("(", "/").replace(")", "").replace(" /", "/")
    for spelling in (name, name.replace("-", "/"), name.replace("_", "/"), plain):
        if spelling.upper() in board.province_of:
            return spelling.upper()
        if "/" in spelling:
            province, _, coast = spelling.partition("/")
            found = board.names.find(province)
            if len(found) == 1 and f"{found[0]}/{coast.upper()}" in board.province_of:
                return f"{found[0]}/{coast.upper()}"
            continue
        found = board.names.find(spelling)
        if len(found) == 1:
            return found[0]
    return ""


def _svgelements() -> Any:
    """Loaded only where a picture is read; it has no types."""
    with extra("maps"):
        return import_module("svgelements")


def _elements(
    root: ElementTree.Element,
    named: Mapping[ElementTree.Element, _Named],
    box: tuple[float, float, float, float],
) -> Iterator[tuple[_Named, tuple[Ring, ...]]]:
    """The named elements, and their outlines in the units of the view box."""
    svgelements = _svgelements()

    def rings_of(element: Any) -> Iterator[Ring]:
        if isinstance(element, svgelements.Shape):
            yield from _rings(element, box)
        elif isinstance(element, svgelements.Group | svgelements.Use):
            for inner in element:
                yield from rings_of(inner)

    # What an element is for is told to what reads its shape by an attribute of its own.
    meanings: dict[str, _Named] = {}
    for number, (element, meaning) in enumerate(named.items()):
        meanings[str(number)] = meaning
        element.set(_MARK, str(number))
    # However large it is to be shown, shapes are wanted in the units of the view box.
    sizes = {side: root.attrib.pop(side, None) for side in ("width", "height")}
    content = ElementTree.tostring(root)
    for element in named:
        del element.attrib[_MARK]
    root.attrib.update({side: size for side, size in sizes.items() if size is not None})
    drawing = svgelements.SVG.parse(BytesIO(content), width=box[2], height=box[3])
    seen: set[str] = set()
    for element in drawing.elements():
        mark = element.values.get("attributes", {}).get(_MARK, "")
        if mark in meanings and mark not in seen:
            seen.add(mark)  # parts of a group have its attributes
            yield meanings[mark], tuple(rings_of(element))


_MARK = "data-dragoman-place"
"""The attribute with the number of what an element is for."""


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
