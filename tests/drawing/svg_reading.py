"""Looking into a picture."""

from __future__ import annotations

import math
import re
from functools import cache
from xml.etree import ElementTree

from PIL import ImageFont

from dragoman.drawing.embedded_type import font_files


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def by_id(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """Every element that has an id; ids are unique."""
    found: dict[str, ElementTree.Element] = {}
    for element in root.iter():
        if identity := element.get("id"):
            assert identity not in found, identity
            found[identity] = element
    return found


@cache
def face(is_water):
    return ImageFont.truetype(font_files()[1 if is_water else 2], 1000)


def boxes(picture):
    """What each name covers, with its text, by the letters of the type itself: left, top, right
    and bottom; one that is turned, of its middle half."""
    for element in parsed(picture).iter():
        classes = (element.get("class") or "").split()
        if "label" not in classes:
            continue
        font = float(element.get("font-size"))
        lines = [line.text for line in element]
        wide = max(face("water" in classes).getlength(line) for line in lines) / 1000 * font / 2
        x = float(element[0].get("x"))
        y = sum(float(line.get("y")) for line in element) / len(lines) - font * 0.35
        high = font * (0.33 + 0.5 * (len(lines) - 1))
        if turned := re.match(r"rotate\(([-\d.]+)", element.get("transform") or ""):
            angle = math.radians(float(turned[1]))
            wide, high = abs(wide * math.cos(angle)) / 2, abs(wide * math.sin(angle)) / 2 + high
        yield " ".join(lines), font, (x - wide, y - high, x + wide, y + high)


def overlap(one, other):
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return min(one[2], other[2]) - left > 0.5 and min(one[3], other[3]) - top > 0.5
