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

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from xml.etree import ElementTree

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.drawing.files.picture_outlines import Box, Named, outlines
from dragoman.drawing.files.picture_style import (
    LABEL,
    ElementLook,
    hidden_layers,
    layer_name,
    looks,
    switch_on,
    with_a_type_that_is_there,
)
from dragoman.drawing.files.still_picture import make_still, take_out
from dragoman.drawing.files.style_sheets import SVG, pixels, put_styles_into_elements
from dragoman.drawing.geometry import Geometry, Point, Ring, area_of
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.clearance import Clearance, inscribed
from dragoman.words import said

_MODE = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
_ANCHOR = re.compile(r"(unit|dislodged|center|label|sc)[-_](.+)", re.IGNORECASE)
_LAYERS = (
    ("dislodged", {"retreat", "retreats", "dislodged"}),
    ("unit", {"army", "armies", "fleet", "fleets", "unit", "units"}),
    ("center", {"center", "centers", "centre", "centres"}),
    ("label", {"name", "names", "label", "labels", "title", "titles", "text", "texts"}),
)
"""The things in a layer, by the words that it is called by; in all others there are shapes."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_WRITING = {f"{SVG}{tag}" for tag in ("text", "path", "polygon", "use", "image")}
"""The elements of a name; other things mark its place."""
_JDIP = {"UNIT": "unit", "DISLODGED_UNIT": "dislodged", "SUPPLY_CENTER": "center"}
_LISTED = 8
"""So many things that something is wrong with are named."""
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LARGEST = 1e6
"""No picture is larger."""


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
    box = view_box(root)
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
        named, gone = _named(root, board, seen)
        elements = [*outlines(root, named, box)]
    except (
        ArithmeticError,
        AttributeError,
        ElementTree.ParseError,
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
    for kind, place in named.values():
        if kind in ("shape", "clear") and place not in shapes:
            gone.setdefault(place, f"give the shape of {place} an area, outside of any defs")
    if fault := _missing(board, shapes, source, gone):
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
    faults = [*_unseen(board, shapes, box, source)]
    faults += [
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
    board: Board, shapes: Mapping[str, object], source: str, gone: Mapping[str, str]
) -> Diagnostic | None:
    """One list of the provinces that have no shape. ``gone`` says how to mend it where there is
    one of which nothing is seen."""
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
    usual = f'give each shape the abbreviation of its province as id: id="{first}"'
    remedy = gone.get(first, usual)
    return Diagnostic("no-shape", f"{number} no shape: {told}", remedy, source)


def _unseen(
    board: Board,
    shapes: Mapping[str, tuple[Ring, ...]],
    box: Box,
    source: str,
) -> Iterator[Diagnostic]:
    """Warnings of provinces of whose shapes nothing can be seen."""
    flat: list[str] = []
    outside: list[str] = []
    for key, province in board.provinces.items():
        rings = shapes.get(key, ())
        xs, ys = ([point[side] for ring in rings for point in ring] for side in (0, 1))
        if not xs:
            continue
        if all(abs(area_of(ring)) < _NO_AREA for ring in rings):
            flat.append(f"{province.name} ({key})")
        elif max(xs) <= 0 or min(xs) >= box[2] or max(ys) <= 0 or min(ys) >= box[3]:
            outside.append(f"{province.name} ({key})")
    if flat:
        what = said("nothing is seen of shapes without area: {provinces}", provinces=_listed(flat))
        remedy = "draw them anew, or take out what makes them as small as that"
        yield Diagnostic("flat-shape", what, remedy, source, severity=Severity.WARNING)
    if outside:
        told = _listed(outside)
        what = said("nothing is seen of shapes beside the picture: {provinces}", provinces=told)
        remedy = "draw them within the picture, or have its viewBox reach around them"
        yield Diagnostic("shape-outside", what, remedy, source, severity=Severity.WARNING)


_NO_AREA = 1e-6
"""So little is nothing but what numbers are rounded by."""


def _listed(names: Sequence[str]) -> str:
    told = ", ".join(names[:_LISTED])
    return f"{told} and {len(names) - _LISTED} more" if len(names) > _LISTED else told


def _coasts(board: Board, shapes: Mapping[str, tuple[Ring, ...]]) -> dict[str, Point]:
    """The points of fleets on coasts that have shapes of their own."""
    return {
        place: inscribed(Clearance(rings))[0]
        for place, rings in shapes.items()
        if place not in board.provinces
    }


def _named(
    root: ElementTree.Element, board: Board, seen: Mapping[ElementTree.Element, ElementLook]
) -> tuple[dict[ElementTree.Element, Named], dict[str, str]]:
    """The elements that stand for something, and the places whose shapes are hidden, with how to
    mend it."""
    found: dict[ElementTree.Element, Named] = {}
    gone: dict[str, str] = {}
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
                gone[place] = f"the shape of {place} is hidden: show the layer that it lies in"
            else:
                found[element] = ("clear" if seen[element].is_clear else kind, place)
        elif is_layer or element in layers:
            words = {word.lower() for word in _WORD.findall(layer_name(element))}
            kind = next((one for one, known in _LAYERS if known & words), kind)
        waiting += [(child, kind) for child in reversed(element)]
    return found, gone


def _jdip_anchors(root: ElementTree.Element, board: Board, corner: Point) -> dict[Named, Point]:
    """The points of things by jDip's data: the upper left corners of their symbols, as large as the
    data says. ``corner`` is that of the view box."""
    sizes = {
        mark.get("name", ""): _both(mark, "width", "height")
        for mark in root.iter()
        if mark.tag.endswith("}SYMBOLSIZE")
    }
    wide, high = sizes.get("Army") or (0.0, 0.0)
    found: dict[Named, Point] = {}
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
    grounds = dict(geometry.shapes)
    for key, ground in grounds.items():
        label = anchors.get(("label", key), ground.label)
        grounds[key] = replace(
            ground, label=label, center=anchors.get(("center", key), ground.center)
        )
    dislodged = {at: anchors.get(("dislodged", at), p) for at, p in geometry.dislodged.items()}
    return replace(geometry, shapes=grounds, dislodged=dislodged)


def view_box(root: ElementTree.Element) -> Box | None:
    """The part of the plane that a picture shows; None where it does not say how large it is."""
    numbers = _NUMBER.findall(root.get("viewBox", ""))
    if len(numbers) != 4:
        sizes = [pixels(root.get(side, "")) for side in ("width", "height")]
        numbers = [0, 0, *(size for size in sizes if size is not None)]
        if len(numbers) != 4:  # as large as whatever it is shown in
            return None
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


def _middle(rings: tuple[Ring, ...]) -> Point:
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def _plain_shapes(
    board: Board,
    named: Mapping[ElementTree.Element, Named],
    seen: Mapping[ElementTree.Element, ElementLook],
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
    """The shapes of an element that is filled: itself, or what lies in it, without writing."""
    if element.tag in _FILLED:
        yield element
    elif element.tag in _AROUND:
        for child in element:
            yield from _shapes_in(child)


_FILLED = {
    f"{SVG}{tag}" for tag in ("path", "polygon", "polyline", "rect", "circle", "ellipse", "use")
}
_AROUND = {f"{SVG}{tag}" for tag in ("g", "a", "svg", "switch")}
"""Elements that others are drawn in; in masks, symbols and the like they are used elsewhere."""


def _backdrop(
    root: ElementTree.Element,
    box: Box,
    named: Mapping[ElementTree.Element, Named],
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
