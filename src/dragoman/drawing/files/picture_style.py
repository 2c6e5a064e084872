"""How the elements of a designer's picture look, whatever way that is said.

Rules of style sheets are put into the elements that they are for: so a browser, and what makes PNG
and PDF, see the same, neither picture changes the other, and it can be told which elements are
seen at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final
from xml.etree.ElementTree import Element

from dragoman.drawing.files.raster import missing_types
from dragoman.drawing.type_files import FAMILY
from dragoman.extras import MissingExtra, extra
from dragoman.quick_dataclass import dataclass

SVG: Final = "{http://www.w3.org/2000/svg}"
LABEL: Final = "{http://www.inkscape.org/namespaces/inkscape}label"
_FALLBACK: Final = f'"{FAMILY}","Source Sans Pro",sans-serif'
"""What text is set in where there is none of the types that a picture names."""
_USUAL_MEDIA: Final = frozenset({"", "all", "screen"})
"""Media of which the rules count."""


@dataclass(frozen=True)
class Look:
    """What is known of an element besides its shape: whether it takes part in the picture, is
    hidden, or drawn so that nothing is seen of it; whether it, or something around it, names
    what it is filled and drawn with."""

    is_out: bool = False
    is_hidden: bool = False
    is_clear: bool = False
    has_fill: bool = False
    has_stroke: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether it is neither seen nor can be clicked on."""
        return self.is_out or self.is_hidden


def put_styles_into_elements(root: Element) -> None:
    """Take the style sheets out of a picture, and put their rules into the elements they match."""
    cssselect2, tinycss2 = _css()
    matcher: Any = cssselect2.Matcher()
    for parent in [*root.iter()]:
        for sheet in parent.findall(f"{SVG}style"):
            for rule in _rules(tinycss2, "".join(sheet.itertext())):
                _add(cssselect2, matcher, rule)
            parent.remove(sheet)
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        element: Element = wrapper.etree_element
        matched = [one for *_, declared in matcher.match(wrapper) for one in declared]
        told = [*matched, *_declared(tinycss2, element.get("style", ""))]
        # What is important counts last, and of equals the later one.
        told = [one for one in told if not one.important] + [one for one in told if one.important]
        _set_style(element, {one.lower_name: _text(tinycss2, one) for one in told})


def _css() -> tuple[Any, Any]:
    """Loaded only where a picture is read; they have no types."""
    with extra("maps"):
        return import_module("cssselect2"), import_module("tinycss2")


def _rules(tinycss2: Any, sheet: Any) -> Iterator[Any]:
    """The rules of a style sheet, without those that count under conditions alone."""
    for rule in tinycss2.parse_rule_list(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content:
            media = tinycss2.serialize(rule.prelude).lower().split(",")
            if any(one.strip() in _USUAL_MEDIA for one in media):
                yield from _rules(tinycss2, rule.content)


def _add(cssselect2: Any, matcher: Any, rule: Any) -> None:
    _, tinycss2 = _css()
    try:
        selectors = cssselect2.compile_selector_list(rule.prelude)
    except cssselect2.SelectorError:
        return  # it is of no use to a browser either
    declared = [*_declared(tinycss2, rule.content)]
    for selector in selectors:
        if selector.pseudo_element is None:
            matcher.add_selector(selector, declared)


def _declared(tinycss2: Any, content: Any) -> Iterator[Any]:
    """The declarations in a rule or in an attribute ``style``."""
    for one in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if one.type == "declaration":
            yield one


def _text(tinycss2: Any, declaration: Any) -> str:
    return tinycss2.serialize(declaration.value).strip()


def _style_of(element: Element) -> dict[str, str]:
    """What an element says in its attribute ``style``."""
    if not (style := element.get("style", "")):
        return {}
    _, tinycss2 = _css()
    return {one.lower_name: _text(tinycss2, one) for one in _declared(tinycss2, style)}


def _set_style(element: Element, style: Mapping[str, str]) -> None:
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))
    else:
        element.attrib.pop("style", None)


def looks(root: Element) -> dict[Element, Look]:
    """How each element of a picture looks whose styles stand in its elements."""
    found: dict[Element, Look] = {}
    waiting = [(root, Look())]
    while waiting:
        element, around = waiting.pop()
        told = {**element.attrib, **_style_of(element)}  # a style counts more than attributes
        visibility = told.get("visibility", "").strip().lower()
        look = Look(
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
    """What a group is called in the program that it was drawn with; empty where it is none."""
    if element.tag != f"{SVG}g":
        return ""
    return element.get(LABEL) or element.get("id", "")


def switch_on(root: Element, wanted: Iterable[str]) -> list[str]:
    """Have layers shown that the picture hides, and of what they lie in nothing else; those that
    there are not."""
    parents = {child: parent for parent in root.iter() for child in parent}
    missing: list[str] = []
    for name in wanted:
        found = [one for one in root.iter() if layer_name(one) and _same(layer_name(one), name)]
        missing += [] if found else [name]
        for layer in found:
            _uncover(layer)
            element = layer
            while (around := parents.get(element)) is not None:
                if _uncover(around):
                    for other in around:
                        if other is not element:
                            _set_style(other, {**_style_of(other), "display": "none"})
                element = around
    return missing


def _same(one: str, other: str) -> bool:
    # Illustrator has ids alone, in which a blank is a line or is told by its number.
    plain = [re.sub(r"_x0*20_|[_\s]+", " ", name).strip().casefold() for name in (one, other)]
    return plain[0] == plain[1]


def _uncover(element: Element) -> bool:
    """Take away what hides an element; whether something did."""
    told = {**element.attrib, **_style_of(element)}
    visibility = told.get("visibility", "").strip().lower()
    was_hidden = (
        told.get("display", "").strip().lower() == "none"
        or visibility in ("hidden", "collapse")
        or _is_nothing(told.get("opacity", ""))
    )
    if was_hidden:
        style = _style_of(element)
        for name in ("display", "visibility", "opacity"):
            element.attrib.pop(name, None)
            style.pop(name, None)
        _set_style(element, style)
    return was_hidden


def hidden_layers(root: Element, found: Mapping[Element, Look]) -> list[str]:
    """What the layers are called that a picture hides; not those within them."""
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


def with_a_type_that_is_there(root: Element) -> tuple[str, ...]:
    """Have text set in the usual type where there is none of those that it names; the first of the
    types of each list of which there is none."""
    lists: dict[str, None] = {}
    for element in root.iter():
        style = _style_of(element)
        if families := element.get("font-family"):
            lists[families] = None
            element.set("font-family", f"{families},{_FALLBACK}")
        if families := style.get("font-family"):
            lists[families] = None
        for name in ("font", "font-family"):  # families come last in the one, too
            if name in style:
                _set_style(element, style := {**style, name: f"{style[name]},{_FALLBACK}"})
    if not root.get("font-family"):
        root.set("font-family", _FALLBACK)
    try:
        missing = missing_types([*lists])
    except MissingExtra:  # no picture is made here in which it would be missed
        return ()
    return tuple(dict.fromkeys(one.split(",")[0].strip(" '\"") for one in missing))
