"""The style sheets of a designer's picture, put into the elements that their rules are for.

So a browser, and what makes PNG and PDF, see the same, neither picture changes the other, and it
can be told which elements are seen at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, Final
from xml.etree.ElementTree import Element

from dragoman.extras import extra

SVG: Final = "{http://www.w3.org/2000/svg}"

Size = tuple[float, float]
"""Width and height of a picture: those of the screen that a style sheet asks for."""

_SHOWN_ON: Final = frozenset({"all", "screen"})
"""The media of which the rules count."""
_HARMLESS: Final = frozenset({"charset", "namespace", "page"})
"""At-rules by which no picture looks another way."""
_LENGTH: Final = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)", re.IGNORECASE)
_PIXELS: Final = {"": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96} | {
    unit: 96 / 2.54 * part for unit, part in (("cm", 1), ("mm", 0.1), ("q", 0.025))
}
"""The lengths of units that are as long everywhere."""
_SIDE: Final = re.compile(r"(min-|max-)?(width|height)\s*:\s*(.+)", re.DOTALL)
_COLOURS: Final = frozenset(
    {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"}
)
_NUMBERS: Final = frozenset(
    {"opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "stroke-width"}
)
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that CSS can name and XML cannot hold."""
ANYWHERE: Final = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
"""The values that each property may have."""
_WORDS: Final = {
    "visibility": re.compile("visible|hidden|collapse"),
    "display": re.compile(
        "none|contents|inline|(?:inline-)?(?:block|flex|grid|table)|list-item|flow(?:-root)?"
        "|run-in|(?:table|ruby)-[a-z-]+|ruby|compact|marker"
    ),
}
_OF_SCREENS: Final = frozenset({"srgb", "hsl", "hwb"})
"""Ways to write a colour that each program knows another part of."""
_PAINTS: Final = frozenset({"none", "context-fill", "context-stroke"})
_FONT: Final = re.compile(
    r"(?:.*\s)?(?:[\d.]+(?:[a-z]+|%)|(?:xx?-|xxx-)?(?:small|large)|medium|smaller|larger|calc\(.*\))"
    r"(?:\s*/\s*\S+)?\s+(?P<families>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
"""``italic 700 40px/1.2 Georgia, serif``."""
_SYSTEM_FONTS: Final = frozenset(
    {"caption", "icon", "menu", "message-box", "small-caption", "status-bar"}
)
_OF_FONT: Final = frozenset(
    f"font-{part}" for part in ("family", "size", "style", "weight", "variant", "stretch")
)
"""The properties that ``font`` sets anew."""


def put_styles_into_elements(root: Element, size: Size) -> tuple[str, ...]:
    """Take the style sheets out of a picture, and put their rules into the elements they match;
    which kinds of rules were left out."""
    cssselect2, tinycss2 = _css()
    matcher: Any = cssselect2.Matcher()
    left_out: dict[str, None] = {}
    for parent in [*root.iter()]:
        for sheet in parent.findall(f"{SVG}style"):
            if _is_used(sheet, size, left_out):
                for rule in _rules(tinycss2, "".join(sheet.itertext()), size, left_out):
                    _add(cssselect2, matcher, rule, left_out)
            parent.remove(sheet)
    for wrapper in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
        element: Element = wrapper.etree_element
        matched = [one for *_, declared in matcher.match(wrapper) for one in declared]
        told = [*matched, *_declared(tinycss2, element.get("style", ""))]
        # What is important counts last, and of equals the later one.
        told = [one for one in told if not one.important] + [one for one in told if one.important]
        set_style(element, _resolved((one.lower_name, _text(tinycss2, one)) for one in told))
        for name in _COLOURS & element.attrib.keys():
            element.set(name, understood(name, element.attrib[name]))
            if not element.attrib[name]:
                del element.attrib[name]
    return tuple(left_out)


def style_of(element: Element) -> dict[str, str]:
    """The declarations in the attribute ``style`` of an element."""
    if not (style := element.get("style", "")):
        return {}
    _, tinycss2 = _css()
    return {one.lower_name: _text(tinycss2, one) for one in _declared(tinycss2, style)}


def set_style(element: Element, style: Mapping[str, str]) -> None:
    """Have an element say this in its attribute ``style``."""
    if style:
        element.set("style", ";".join(f"{name}:{value}" for name, value in style.items()))
    else:
        element.attrib.pop("style", None)


@lru_cache(4096)
def understood(name: str, value: str) -> str:
    """The value of a property, its colours as all programs know them. Empty for what it cannot
    be: that is passed over, as browsers do, and an earlier declaration counts."""
    _, tinycss2 = _css()
    tokens = [
        one
        for one in tinycss2.parse_component_value_list(value, skip_comments=True)
        if one.type != "whitespace"
    ]
    if not tokens or any(one.type == "error" for one in tokens):
        return ""
    if _UNWRITABLE.search(name + value):
        return ""
    words = {one.lower_value if one.type == "ident" else "" for one in tokens}
    if words <= ANYWHERE or any(one.type == "function" and _varies(one) for one in tokens):
        return value
    if name in _COLOURS:
        return _paint(tokens, name in ("fill", "stroke"))
    is_right = True
    if name in _NUMBERS:
        kinds = ("number", "percentage", "dimension", "function")
        is_right = len(tokens) == 1 and tokens[0].type in kinds
    elif name == "font":
        is_right = words <= _SYSTEM_FONTS or families_in(value) != ""
    elif name in _WORDS:
        is_right = all(map(_WORDS[name].fullmatch, words))
    return value if is_right else ""


def families_in(font: str) -> str:
    """The list of type families at the end of what is said of ``font``; empty where there is
    none."""
    found = _FONT.fullmatch(font.strip())
    return found["families"] if found else ""


def pixels(length: str) -> float | None:
    """A length such as ``12`` or ``10cm``; None where it depends on something else, or is none."""
    found = _LENGTH.fullmatch(length.strip())
    factor = _PIXELS.get(found[2].lower()) if found else None
    return None if found is None or factor is None else float(found[1]) * factor


def _css() -> tuple[Any, Any]:
    """Loaded only where a picture is read; they have no types."""
    with extra("maps"):
        return import_module("cssselect2"), import_module("tinycss2")


def _varies(function: Any) -> bool:
    """True if what a function comes to is known to browsers alone."""
    return function.lower_name in ("var", "env", "attr")


def _paint(tokens: list[Any], is_paint: bool) -> str:
    """A colour, or ``is_paint`` and what else a shape is filled with; empty for what is neither."""
    first, rest = tokens[0], tokens[1:]
    is_reference = first.type == "url" or (first.type == "function" and first.lower_name == "url")
    if is_reference and is_paint:
        instead = _paint(rest, is_paint) if rest else ""
        return f"{first.serialize()} {instead}".strip() if instead or not rest else ""
    # SVG 1.1 has the colours of printers behind those of the screen.
    if any(one.type != "function" or one.lower_name != "icc-color" for one in rest):
        return ""
    if is_paint and first.type == "ident" and first.lower_value in _PAINTS:
        return first.lower_value
    with extra("maps"):
        colour = import_module("tinycss2.color4").parse_color(first)
    if colour is None:
        return ""
    if first.type != "function" or colour.space not in _OF_SCREENS:
        return first.serialize()
    parts = colour.to("srgb").coordinates
    red, green, blue = (round(255 * min(max(part, 0), 1)) for part in parts)
    return f"rgba({red},{green},{blue},{colour.alpha:g})"


def _resolved(told: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The declarations that count, of several in their order."""
    style: dict[str, str] = {}
    for name, value in told:
        if name == "font":
            style = {one: other for one, other in style.items() if one not in _OF_FONT}
        style.pop(name, None)  # the order counts
        style[name] = value
    return style


def _is_used(sheet: Element, size: Size, left_out: dict[str, None]) -> bool:
    """True if a whole style sheet is one, and for the screen."""
    kind = sheet.get("type", "").partition(";")[0].strip().lower()
    if kind not in ("", "text/css"):
        return False
    _, tinycss2 = _css()
    media = tinycss2.parse_component_value_list(sheet.get("media", ""))
    return _counts_for(tinycss2, media, size, left_out)


def _rules(tinycss2: Any, sheet: Any, size: Size, left_out: dict[str, None]) -> Iterator[Any]:
    """The rules of a style sheet that count on a screen."""
    for rule in tinycss2.parse_rule_list(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            yield rule
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media":
            if rule.content and _counts_for(tinycss2, rule.prelude, size, left_out):
                yield from _rules(tinycss2, rule.content, size, left_out)
        elif rule.type == "at-rule" and rule.lower_at_keyword not in _HARMLESS:
            left_out[f"@{rule.lower_at_keyword}"] = None


def _add(cssselect2: Any, matcher: Any, rule: Any, left_out: dict[str, None]) -> None:
    _, tinycss2 = _css()
    try:
        selectors = cssselect2.compile_selector_list(rule.prelude)
    except cssselect2.SelectorError:
        return  # it is of no use to a browser either
    for one in tinycss2.parse_blocks_contents(
        rule.content, skip_comments=True, skip_whitespace=True
    ):
        if one.type == "at-rule":
            left_out[f"@{one.lower_at_keyword}"] = None
        elif one.type == "qualified-rule":
            left_out["rules within rules"] = None
    declared = [*_declared(tinycss2, rule.content)]
    for selector in selectors:
        if selector.pseudo_element is None:
            matcher.add_selector(selector, declared)


def _declared(tinycss2: Any, content: Any) -> Iterator[Any]:
    """The declarations in a rule or in an attribute ``style`` that count."""
    for one in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if one.type == "declaration" and _text(tinycss2, one):
            yield one


def _text(tinycss2: Any, declaration: Any) -> str:
    """The value declared; empty where it does not count."""
    return understood(declaration.lower_name, tinycss2.serialize(declaration.value).strip())


def _counts_for(tinycss2: Any, media: list[Any], size: Size, left_out: dict[str, None]) -> bool:
    """True if rules for these media count on a screen as large as the picture. Where that cannot
    be told they are left out."""
    queries: list[list[Any]] = [[]]
    for one in media:
        if one == ",":
            queries.append([])
        elif one.type not in ("whitespace", "comment"):
            queries[-1].append(one)
    answers = [_holds(tinycss2, query, size) for query in queries]
    if queries == [[]] or True in answers:
        return True
    if None in answers:
        left_out[f"@media {tinycss2.serialize(media).strip()}"] = None
    return False


def _holds(tinycss2: Any, query: list[Any], size: Size) -> bool | None:
    """True if one query holds, such as ``only screen and (min-width: 10px)``; None where that
    cannot be told."""
    words = [one.lower_value if one.type == "ident" else one for one in query]
    is_denied = words[:1] == ["not"]
    if words[:1] in (["not"], ["only"]):
        words = words[1:]
    if not words or words[-1] == "and":
        return None
    holds: bool | None = True
    if isinstance(words[0], str):
        holds = words[0] in _SHOWN_ON
        if words[1:2] not in ([], ["and"]):
            return None
        words = words[2:]
    if words[1::2] != ["and"] * (len(words) // 2):
        return None
    for one in words[::2]:
        if isinstance(one, str) or one.type != "() block":
            return None
        answer = _has(tinycss2.serialize(one.content).strip().lower(), size)
        if holds and answer is not True:
            holds = answer
    return holds if holds is None else holds is not is_denied


def _has(feature: str, size: Size) -> bool | None:
    """True if a screen of this size has a feature; None where that cannot be told."""
    width, height = size
    if side := _SIDE.fullmatch(feature):
        wanted = pixels(side[3])
        if wanted is None:
            return None
        there = width if side[2] == "width" else height
        return {"min-": there >= wanted, "max-": there <= wanted}.get(side[1], there == wanted)
    return {
        "color": True,
        "orientation:portrait": height >= width,
        "orientation:landscape": width > height,
        "prefers-color-scheme:light": True,
        "prefers-color-scheme:dark": False,
    }.get(re.sub(r"\s*:\s*", ":", feature))
