"""A designer's own map: an SVG picture in which provinces have names.

An element whose id, or label in Inkscape, is a province's key, abbreviation or name (``STP``,
``stp``, ``St Petersburg``) is its shape: a path, a polygon, a circle, a group of them. Where there
are several, the first one counts. Anchors are elements of any kind whose middle counts:
``unit-STP``, ``unit-STP-NC`` for a coast, ``dislodged-STP``, ``center-STP``, ``label-STP``; or
elements in layers that are called so (``Army``, ``Retreat Army``, ``Supply Centers``, ``Province
Names``), as the maps of DiplomacyGM have them; or jDip's ``PROVINCE_DATA``. Without an anchor
things go where there is room. What the picture hides is no shape, but may be an anchor. The picture
itself is shown as it is, without its anchors and with what a game needs on top of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.drawing.files.picture_style import (
    LABEL,
    Look,
    hidden_layers,
    layer_name,
    looks,
    switch_on,
    with_a_type_that_is_there,
)
from dragoman.drawing.files.still_picture import make_still, take_out
from dragoman.drawing.files.style_sheets import SVG, put_styles_into_elements
from dragoman.drawing.geometry import Geometry, Point, Ring
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.clearance import Clearance
from dragoman.drawing.layout.inscribed import inscribed
from dragoman.extras import extra
from dragoman.words import said

_MODE = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
_ANCHOR = re.compile(r"(unit|dislodged|center|label|sc)[-_](.+)", re.IGNORECASE)
_LAYERS = (
    ("dislodged", {"retreat", "retreats", "dislodged"}),
    ("unit", {"army", "armies", "fleet", "fleets", "unit", "units"}),
    ("center", {"center", "centers", "centre", "centres"}),
    ("label", {"name", "names", "label", "labels", "title", "titles", "text", "texts"}),
)
"""What stands in a layer, by the words that it is called by; in all others there are shapes."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_WRITING = {f"{SVG}{tag}" for tag in ("text", "path", "polygon", "use", "image")}
"""What a name is made of; other things mark its place."""
_JDIP = {"UNIT": "unit", "DISLODGED_UNIT": "dislodged", "SUPPLY_CENTER": "center"}
_LISTED = 8
"""So many things that something is wrong with are named."""
_STEPS = 12
"""Into how many straight pieces a curve is cut at most."""
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LARGEST = 1e6
"""No picture is larger."""
_GRAIN = 0.001
"""A curve no longer than this part of the picture is as good as straight."""


def read_own_picture(
    content: bytes, board: Board, source: str = "", shown_layers: Sequence[str] = ()
) -> tuple[tuple[Geometry, str] | None, tuple[Diagnostic, ...]]:
    """The geometry that a picture shows and the picture itself, as SVG to be put into another,
    with everything that is wrong with it; None where a province is missing or it is no SVG.
    ``shown_layers`` are shown although the picture hides them."""
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        line, column = error.position
        fault = Diagnostic("not-svg", f"this is no SVG: {error}", "save it as SVG", source)
        return None, (replace(fault, line=line, column=column + 1),)
    except (LookupError, ValueError) as error:  # of the encoding that its first line names
        what = f"this cannot be read: {error}"
        return None, (Diagnostic("not-svg", what, "save it as SVG, in UTF-8", source, 1, 1),)
    if root.tag != f"{SVG}svg":
        what, remedy = "this is XML, but no SVG picture", "save it as SVG"
        return None, (Diagnostic("not-svg", what, remedy, source),)
    box = _view_box(root)
    if box is None:
        what = "the picture does not say how large it is"
        return None, (Diagnostic("no-size", what, "give it a viewBox", source),)
    try:
        left_out = put_styles_into_elements(root, box[2:])
        anchors = _jdip_anchors(root, board, box[:2])
        outside = make_still(root)
        hidden = hidden_layers(root, looks(root))
        not_there = switch_on(root, shown_layers)
        seen = looks(root)
        named, out = _named(root, board, seen)
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
    clear: dict[str, tuple[Ring, ...]] = {}
    for (kind, place), rings in elements:
        if not rings:
            continue
        if not all(abs(x) < _LARGEST and abs(y) < _LARGEST for ring in rings for x, y in ring):
            what = f"the shape of {place} is larger than any picture"
            return None, (Diagnostic("bad-shape", what, "draw it within the picture", source),)
        if kind == "shape":
            shapes.setdefault(place, rings)
        elif kind == "clear":
            clear.setdefault(place, rings)
        else:
            anchors.setdefault((kind, place), _middle(rings))
    shapes = clear | shapes
    if fault := _missing(board, shapes, source, out):
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
    faults = [
        Diagnostic(
            "no-layer",
            f"the picture has no layer {name!r}",
            "write what it is called in the program that the picture was drawn with",
            source,
            candidates=tuple(hidden),
            severity=Severity.WARNING,
        )
        for name in not_there
    ]
    if outside:
        what = said(
            "it refers to other files, which are not shown: {files}", files=_listed(outside)
        )
        remedy = "embed them in the picture"
        faults.append(Diagnostic("outside-file", what, remedy, source, severity=Severity.WARNING))
    if left_out:
        what = said("its style sheets have what is not used: {rules}", rules=", ".join(left_out))
        remedy = "write what they say in rules by themselves"
        faults.append(Diagnostic("unused-rules", what, remedy, source, severity=Severity.WARNING))
    faults += [
        Diagnostic(
            "no-type",
            f"there is no type {name!r} on this machine; its text is drawn in Source Sans Pro",
            "have your drawing program turn text into paths",
            source,
            severity=Severity.WARNING,
        )
        for name in with_a_type_that_is_there(root)
    ]
    backdrop = _backdrop(root, box, named, _plain_shapes(board, named, seen))
    return (_with_anchors(geometry, anchors), backdrop), tuple(faults)


def _missing(
    board: Board, shapes: Mapping[str, object], source: str, out: Container[str]
) -> Diagnostic | None:
    """One list of the provinces that have no shape. ``out`` are those that have one which the
    picture hides."""
    missing = [
        f"{province.name} ({key})"
        for key, province in board.provinces.items()
        if province.terrain.is_ground and province.city_of is None and key not in shapes
    ]
    if not missing:
        return None
    told = _listed(missing)
    number = "1 province has" if len(missing) == 1 else f"{len(missing)} provinces have"
    first = missing[0].rpartition("(")[2].rstrip(")")
    remedy = f'give each shape the abbreviation of its province as id: id="{first}"'
    if first in out:
        remedy = f"the shape of {first} is hidden: show the layer that it lies in"
    return Diagnostic("no-shape", f"{number} no shape: {told}", remedy, source)


def _listed(names: Sequence[str]) -> str:
    told = ", ".join(names[:_LISTED])
    return f"{told} and {len(names) - _LISTED} more" if len(names) > _LISTED else told


def _coasts(board: Board, shapes: Mapping[str, tuple[Ring, ...]]) -> dict[str, Point]:
    """Where fleets stand on coasts that have shapes of their own."""
    return {
        place: inscribed(Clearance(rings))[0]
        for place, rings in shapes.items()
        if place not in board.provinces
    }


_Named = tuple[str, str]
"""What an element is for, and the location: ``shape``, ``clear`` for one of which nothing is seen,
``unit``, ``dislodged`` ..."""


def _named(
    root: ElementTree.Element, board: Board, seen: Mapping[ElementTree.Element, Look]
) -> tuple[dict[ElementTree.Element, _Named], set[str]]:
    """The elements that stand for something, and the places whose shapes are hidden."""
    found: dict[ElementTree.Element, _Named] = {}
    out: set[str] = set()
    layers = {one for one in root if layer_name(one)}  # of programs that do not say so
    waiting = [(root, "shape")]
    while waiting:
        element, kind = waiting.pop()
        name = element.get("id", "")
        label = element.get(LABEL, "")
        if anchor := _ANCHOR.fullmatch(name):
            word = anchor[1].lower()
            place = _location(anchor[2], board)
            if place:
                found[element] = ("center" if word == "sc" else word, place)
                continue
        is_layer = element.get(_MODE) == "layer"
        if not is_layer and (place := _location(label, board) or _location(name, board)):
            if kind != "shape":
                found[element] = (kind, place)
                continue
            if seen[element].is_gone:
                out.add(place)
            else:
                found[element] = ("clear" if seen[element].is_clear else kind, place)
        elif is_layer or element in layers:
            words = {word.lower() for word in _WORD.findall(layer_name(element))}
            kind = next((one for one, known in _LAYERS if known & words), kind)
        waiting += [(child, kind) for child in reversed(element)]
    return found, out


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


def _plain_shapes(
    board: Board,
    named: Mapping[ElementTree.Element, _Named],
    seen: Mapping[ElementTree.Element, Look],
) -> dict[ElementTree.Element, str]:
    """The classes of shapes that have no colour, because a program is to give them one: with a
    colour and an edge of ours they are not black. A group has none, for names in it would have
    them, too."""
    found: dict[ElementTree.Element, str] = {}
    for element, (kind, place) in named.items():
        province = board.provinces.get(place)
        if kind != "shape" or province is None:
            continue
        for shape in _shapes_in(element):
            if not seen[shape].has_fill:
                found[shape] = "plain"
                found[shape] += " water" * province.terrain.is_water
                found[shape] += " edged" * (not seen[shape].has_stroke)
    return found


def _shapes_in(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """What is drawn of an element that is filled: itself, or what lies in it, without writing."""
    if element.tag in _FILLED:
        yield element
    elif element.tag in _AROUND:
        for child in element:
            yield from _shapes_in(child)


_FILLED = {
    f"{SVG}{tag}" for tag in ("path", "polygon", "polyline", "rect", "circle", "ellipse", "use")
}
_AROUND = {f"{SVG}{tag}" for tag in ("g", "a", "svg", "switch")}
"""What other elements are drawn in; in masks, symbols and the like they are used elsewhere."""


def _backdrop(
    root: ElementTree.Element,
    box: tuple[float, float, float, float],
    named: Mapping[ElementTree.Element, _Named],
    plain: Mapping[ElementTree.Element, str],
) -> str:
    """The picture without anchors, to be put into another picture. Names stay. What is ``plain``
    gets classes.

    Its ids and classes get a prefix, so that neither picture changes the other. (As an image of its
    own it would have no letters: what draws PNG and PDF gives none to images.)
    """
    for parent in list(root.iter()):
        for child in list(parent):
            kind, _ = named.get(child, ("shape", ""))
            is_anchor = kind in ("unit", "dislodged", "center") or (
                kind == "label" and not any(one.tag in _WRITING for one in child.iter())
            )
            if is_anchor:
                take_out(parent, child)
        for name, value in list(parent.attrib.items()):
            if name == "id":
                parent.set(name, f"own-{value}")
            elif name == "class":
                parent.set(name, " ".join(f"own-{part}" for part in value.split()))
            elif name.endswith("href") and value.strip().startswith("#"):
                parent.set(name, f"#own-{value.strip()[1:]}")
            else:
                parent.set(name, _REFERENCE.sub(r"url(#own-\2)", value))
    for element, classes in plain.items():
        element.set("class", f"{element.get('class', '')} {classes}".strip())
    x, y, width, height = box
    root.set("viewBox", f"{x:g} {y:g} {width:g} {height:g}")
    root.set("width", f"{width:g}")
    root.set("height", f"{height:g}")
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    return ElementTree.tostring(root, encoding="unicode")


_REFERENCE = re.compile(r"""url\(\s*(["']?)#([^"')]+)\1\s*\)""")
