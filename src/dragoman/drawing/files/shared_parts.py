"""Pictures of one map taken apart for a file that holds several: provinces and names that stand in
more than one of them are kept once, and put under and between what each has of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final, TypeAlias
from xml.etree import ElementTree

from dragoman.quick_dataclass import dataclass

_SVG: Final = "{http://www.w3.org/2000/svg}"
_GROUP, _DEFINED, _STYLE = f"{_SVG}g", f"{_SVG}defs", f"{_SVG}style"
_UNSEEN: Final = (_DEFINED, _STYLE, f"{_SVG}title")
_OF_THE_MAP: Final = ("ground", "names")
"""The groups of a picture whose parts are looked for in the others."""
_NAMED: Final = re.compile(r"#([^\"'(){}\s;,#]+)")
"""The reference of a part."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Taken:
    """Pictures taken apart. ``layers`` has for each of them what it is put together from, from
    below: an SVG picture of its own, of the size of ``boxes``, or the number of one of the
    ``shared``, which are as large as the ``sheet``."""

    sheet: Box
    boxes: tuple[Box, ...]
    layers: tuple[tuple[str | int, ...], ...]
    shared: tuple[str, ...]


@dataclass(frozen=True)
class _Part:
    """Something drawn, with the beginnings of the groups that it stands in."""

    text: str
    within: tuple[str, ...] = ()


def taken_apart(pictures: Sequence[str]) -> Taken:
    """Pictures as ``scene.svg`` draws them, of one map; without the type within them, which is of
    each its own."""
    drawn = [_Picture(one) for one in pictures]
    places: dict[tuple[str, _Part], set[int]] = defaultdict(set)
    for number, one in enumerate(drawn):
        for part in one.parts:
            places[one.style, part].add(number)
    shared: dict[str, int] = {}
    layers: list[tuple[str | int, ...]] = []
    sheet = drawn[0].sheet if drawn else (0.0, 0.0, 0.0, 0.0)

    def also_in(one: _Picture, part: _Part) -> frozenset[int]:
        found = places[one.style, part] if part.within else ()
        return frozenset(found if len(found) > 1 else ())

    for one in drawn:
        runs = groupby(one.parts, partial(also_in, one))
        layers.append(
            tuple(
                shared.setdefault(one.svg(run, sheet), len(shared))
                if others
                else one.svg(run, one.box)
                for others, run in runs
            )
        )
    return Taken(sheet, tuple(one.box for one in drawn), tuple(layers), tuple(shared))


class _Picture:
    """A picture in its parts, from below."""

    def __init__(self, picture: str) -> None:
        root = ElementTree.fromstring(picture)
        self.box = _box(root.get("viewBox", ""))
        paper = next(one for one in root if one.get("class") == "paper")
        self.sheet: Box = (0, 0, float(paper.get("width", 0)), float(paper.get("height", 0)))
        self.style = "".join(map(_text, root.iter(_STYLE)))
        self.parts = [*_parts(root)]
        self._defined = {
            one.get("id", ""): _text(one) for some in root.iter(_DEFINED) for one in some
        }

    def svg(self, parts: Iterator[_Part], box: Box) -> str:
        """Some of the parts as a picture, with all that they refer to."""
        groups = groupby(parts, lambda part: part.within)
        drawn = "".join(
            f"{''.join(within)}{''.join(part.text for part in some)}{'</g>' * len(within)}"
            for within, some in groups
        )
        needed: dict[str, str] = {}
        self._look_up(self.style + drawn, needed)
        size = " ".join(f"{one:g}" for one in box)
        return (
            f'<svg xmlns="{_SVG[1:-1]}" viewBox="{size}" width="{box[2]:g}" height="{box[3]:g}">'
            f"{self.style}<defs>{''.join(needed.values())}</defs>{drawn}</svg>"
        )

    def _look_up(self, text: str, needed: dict[str, str]) -> None:
        """Add to what is needed all that a text refers to."""
        for name in _NAMED.findall(text):
            if name in self._defined and name not in needed:
                needed[name] = self._defined[name]
                self._look_up(needed[name], needed)


def _parts(root: ElementTree.Element) -> Iterator[_Part]:
    for element in root:
        if element.tag == _GROUP and element.get("class") in _OF_THE_MAP:
            yield from _inner(element, ())
        elif element.tag not in _UNSEEN:
            yield _Part(_text(element))


def _inner(group: ElementTree.Element, within: tuple[str, ...]) -> Iterator[_Part]:
    """The parts of a group, and those of groups in it that say nothing of themselves but what they
    hold."""
    here = (*within, _beginning(group))
    for element in group:
        if element.tag == _GROUP and element.get("class") in ("lands", "overlay"):
            yield from _inner(element, here)
        elif element.tag not in _UNSEEN:
            yield _Part(_text(element), here)


def _beginning(group: ElementTree.Element) -> str:
    """The tag that a group begins with."""
    alone = ElementTree.Element(group.tag, group.attrib)
    alone.text = " "
    return _text(alone).partition(">")[0] + ">"


def _text(element: ElementTree.Element) -> str:
    tail, element.tail = element.tail, None
    ElementTree.register_namespace("", _SVG[1:-1])
    text = ElementTree.tostring(element, "unicode").replace(f' xmlns="{_SVG[1:-1]}"', "", 1)
    element.tail = tail
    return text


def _box(given: str) -> Box:
    left, top, width, height = map(float, given.split())
    return left, top, width, height
