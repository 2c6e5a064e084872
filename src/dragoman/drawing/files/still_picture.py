"""A designer's picture without what runs, moves or is fetched when somebody looks at it.

It is put into pages and pictures of ours, where it may do nothing but be seen.
"""

from __future__ import annotations

import re
from typing import Final
from xml.etree.ElementTree import Element

from dragoman.drawing.files.style_sheets import SVG, set_style, style_of

_SEEN: Final = re.compile(
    re.escape(SVG) + "(?:svg|g|a|defs|symbol|use|switch|title|desc|metadata|view"
    "|path|rect|circle|ellipse|line|polyline|polygon|image|text|tspan|tref|textPath"
    "|linearGradient|radialGradient|stop|pattern|clipPath|mask|marker|filter|fe[A-Za-z]+)"
)
"""The elements that something is drawn by, or said about it. All others of SVG run or move, such as
``script`` and ``animate``, hold other pages, such as ``foreignObject``, or would be something else
in a page."""
_OF_PAGES: Final = "{http://www.w3.org/1999/xhtml}"
_BASE: Final = "{http://www.w3.org/XML/1998/namespace}base"
_NAMES: Final = ("style", "id", "class")
"""Attributes that nothing is referred to by themselves."""
_FILE: Final = r"""url\(\s*(["']?)\s*(?!\s|["']|#|data:image/)(?P<file>.*?)\1\s*\)"""
_URL: Final = re.compile(_FILE, re.IGNORECASE | re.DOTALL)
"""An attribute that refers to something elsewhere."""
_REFERENCE: Final = re.compile(
    _FILE + r"|\b(?:image-set|image|cross-fade|src)\((?P<files>.*)", re.IGNORECASE | re.DOTALL
)
"""A reference in a style."""


def make_still(root: Element) -> tuple[str, ...]:
    """Take scripts, animations, pages within the picture, links and all references to other files
    out of it, in whose elements its styles stand. The files are returned of which it would have
    shown something."""
    outside: list[str] = []
    waiting = [root]
    while waiting:
        element = waiting.pop()
        for child in [*element]:
            is_foreign = child.tag.startswith("{") and not child.tag.startswith((SVG, _OF_PAGES))
            if not is_foreign and not _SEEN.fullmatch(child.tag):
                take_out(element, child)
        outside += _without_references(element)
        waiting += reversed(element)
    return tuple(dict.fromkeys(filter(None, outside)))


def take_out(parent: Element, child: Element) -> None:
    """Remove an element, but not the text behind it."""
    place = [*parent].index(child)
    if place:
        parent[place - 1].tail = (parent[place - 1].tail or "") + (child.tail or "")
    else:
        parent.text = (parent.text or "") + (child.tail or "")
    parent.remove(child)


def _without_references(element: Element) -> list[str]:
    """Have an element refer to nothing outside; the files that it would have shown."""
    outside: list[str] = []
    for name, value in [*element.attrib.items()]:
        if name.lower().startswith("on") or name == _BASE:
            del element.attrib[name]
        elif name.rpartition("}")[2] == "href":
            if not value.strip().lower().startswith(("#", "data:image/")):
                del element.attrib[name]
                outside += [] if element.tag == f"{SVG}a" else [value.strip()]
        elif name not in _NAMES and "{" not in name and (found := _URL.search(value)):
            del element.attrib[name]
            outside.append(found["file"])
    style = style_of(element)
    kept: dict[str, str] = {}
    for name, value in style.items():
        if found := _REFERENCE.search(value):
            outside.append(found["file"] or found["files"])
        else:
            kept[name] = value
    if kept != style:
        set_style(element, kept)
    return outside
