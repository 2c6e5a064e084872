"""The looks of the elements of a designer's picture, in which their styles stand, whatever way that
is said: which of them are seen, have colours, are hidden layers; which types they name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from xml.etree.ElementTree import Element

from dragoman.drawing.embedded_type import FAMILY
from dragoman.drawing.files.raster import missing_types
from dragoman.drawing.files.style_sheets import (
    ANYWHERE,
    SVG,
    families_in,
    set_style,
    style_of,
)
from dragoman.extras import MissingExtra
from dragoman.quick_dataclass import dataclass

LABEL: Final = "{http://www.inkscape.org/namespaces/inkscape}label"
_FALLBACK: Final = f'"{FAMILY}","Source Sans Pro",sans-serif'
"""The type of text where there is none of the types that a picture names."""


@dataclass(frozen=True)
class ElementLook:
    """The look of an element besides its shape: whether it takes part in the picture, is
    hidden, or drawn so that nothing is seen of it; whether it, or something around it, names
    what it is filled and drawn with."""

    is_out: bool = False
    is_hidden: bool = False
    is_clear: bool = False
    has_fill: bool = False
    has_stroke: bool = False

    @property
    def is_gone(self) -> bool:
        """True if it is neither seen nor can be clicked on."""
        return self.is_out or self.is_hidden


def looks(root: Element) -> dict[Element, ElementLook]:
    """The look of each element of a picture whose styles stand in its elements."""
    found: dict[Element, ElementLook] = {}
    waiting = [(root, ElementLook())]
    while waiting:
        element, around = waiting.pop()
        told = {**element.attrib, **style_of(element)}  # a style counts more than attributes
        visibility = told.get("visibility", "").strip().lower()
        look = ElementLook(
            around.is_out or told.get("display", "").strip().lower() == "none",
            # What is seen may lie in something that is not.
            visibility in ("hidden", "collapse") or (around.is_hidden and visibility != "visible"),
            around.is_clear or _is_nothing(told.get("opacity", "")),
            around.has_fill or "fill" in told,
            around.has_stroke or "stroke" in told,
        )
        found[element] = look
        waiting += [(child, look) for child in element]
    return found


def _is_nothing(opacity: str) -> bool:
    try:
        return float(opacity.rstrip("%")) <= 0
    except ValueError:
        return False


def layer_name(element: Element) -> str:
    """The name of a group in the program that it was drawn with; empty where it is none."""
    if element.tag != f"{SVG}g":
        return ""
    return element.get(LABEL) or element.get("id", "")


def switch_on(root: Element, wanted: Iterable[str]) -> list[str]:
    """Have layers shown that the picture hides, and of what they lie in nothing else; those that
    there are not. A layer goes by what it is called, and by its id."""
    parents = {child: parent for parent in root.iter() for child in parent}
    missing: list[str] = []
    for name in wanted:
        found = [
            one
            for one in root.iter(f"{SVG}g")
            if any(called and _same(called, name) for called in (one.get(LABEL), one.get("id")))
        ]
        missing += [] if found else [name]
        for layer in found:
            _uncover(layer)
            element = layer
            while (around := parents.get(element)) is not None:
                if _uncover(around):
                    for other in around:
                        if other is not element:
                            set_style(other, {**style_of(other), "display": "none"})
                element = around
    return missing


def _same(one: str, other: str) -> bool:
    # Illustrator has ids alone, in which a blank is a line or is told by its number.
    plain = [re.sub(r"_x0*20_|[_\s]+", " ", name).strip().casefold() for name in (one, other)]
    return plain[0] == plain[1]


def _uncover(element: Element) -> bool:
    """Take away what hides an element; whether something did."""
    told = {**element.attrib, **style_of(element)}
    visibility = told.get("visibility", "").strip().lower()
    was_hidden = (
        told.get("display", "").strip().lower() == "none"
        or visibility in ("hidden", "collapse")
        or _is_nothing(told.get("opacity", ""))
    )
    if was_hidden:
        style = style_of(element)
        for name in ("display", "visibility", "opacity"):
            element.attrib.pop(name, None)
            style.pop(name, None)
        set_style(element, style)
    return was_hidden


def hidden_layers(root: Element, found: Mapping[Element, ElementLook]) -> list[str]:
    """The names of the layers that a picture hides; not those within them."""
    names: list[str] = []
    waiting = [root]
    while waiting:
        element = waiting.pop()
        look = found[element]
        if (look.is_gone or look.is_clear) and layer_name(element):
            names.append(layer_name(element))
        else:
            waiting += reversed(element)
    return list(dict.fromkeys(names))


def _families(name: str, value: str) -> str:
    """The type families that a property names; empty where it names none."""
    if name == "font":
        return families_in(value)
    return value if name == "font-family" and value.lower() not in ANYWHERE else ""


def with_a_type_that_is_there(root: Element) -> tuple[str, ...]:
    """Have text set in the usual type where there is none of those that it names; the first of the
    types of each list of which there is none."""
    lists: dict[str, None] = {}
    for element in root.iter():
        style, attribute = style_of(element), element.get("font-family", "")
        named = [(name, _families(name, said)) for name, said in style.items()]
        if counts := next(((name, one) for name, one in reversed(named) if one), None):
            name, families = counts  # the last one, as of all equals
            lists[families] = None
            set_style(element, {**style, name: f"{style[name]},{_FALLBACK}"})
        elif attribute and not {"font", "font-family"} & style.keys():
            lists[attribute] = None
            element.set("font-family", f"{attribute},{_FALLBACK}")
    if not root.get("font-family"):
        root.set("font-family", _FALLBACK)
    try:
        missing = missing_types([*lists])
    except MissingExtra:  # no picture is made here in which it would be missed
        return ()
    return tuple(dict.fromkeys(one.split(",")[0].strip(" '\"") for one in missing))
