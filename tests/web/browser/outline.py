"""A page as one finds the way on it by ear: headings, landmarks, the names of tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise
from typing import Final

_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_BY_TAG: Final = {"nav": "navigation", "aside": "complementary", "table": "table"}
_ALWAYS_NAMED: Final = ("navigation", "complementary", "region", "dialog", "table")


@dataclass
class _Element:
    tag: str
    given: dict[str, str]
    words: list[str] = field(default_factory=list[str])
    caption: str = ""
    has_links: bool = False

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


class Outline(HTMLParser):
    """The outline of a page as it was answered, whatever script adds to it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._open: list[_Element] = []
        self._all: list[_Element] = []
        self._marks: list[_Element] = []
        self._headings: list[_Element] = []
        self.feed(source)

    def faults(self) -> Iterator[str]:
        """What leads astray: landmarks and tables without a name or with that of another, headings
        that skip a level."""
        ids = Counter(one.given["id"] for one in self._all if "id" in one.given)
        yield from (
            f"the id {one} is given {count} times" for one, count in ids.items() if count > 1
        )
        named = Counter((_role(one), self._name(one)) for one in self._marks)
        for (role, name), count in named.items():
            if not name and role in _ALWAYS_NAMED:
                yield f"{role} without a name"
            elif count > 1:
                yield f"{count} of {role} {name!r}"
        for one in self._marks:
            if one.tag == "nav" and not one.has_links and "data-live" not in one.given:
                yield f"navigation {self._name(one)!r} without links"
        levels = [int(one.tag[1]) for one in self._headings]
        if levels.count(1) != 1 or levels[0] != 1:
            yield f"headings {levels}: the first and no other is that of the page"
        for one, (before, level) in zip(self._headings[1:], pairwise(levels), strict=True):
            if level > before + 1:
                yield f"h{level} {one.text!r} below h{before}"
        yield from (f"{one.tag} without words" for one in self._headings if not one.text)

    def _name(self, one: _Element) -> str:
        if found := one.given.get("aria-labelledby"):
            by = [each.text for each in self._all if each.given.get("id") in found.split()]
            return " ".join(by)
        return one.given.get("aria-label") or one.caption

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        one = _Element(tag, {name: value or "" for name, value in attrs})
        self._all.append(one)
        if _role(one):
            self._marks.append(one)
        if re.fullmatch("h[1-6]", tag):
            self._headings.append(one)
        if tag == "a":
            for each in self._open:
                each.has_links = True
        if tag not in _VOID:
            self._open.append(one)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._all.append(_Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID or not self._open:
            return
        one = self._open.pop()
        if tag == "caption":
            next(each for each in reversed(self._open) if each.tag == "table").caption = one.text

    def handle_data(self, data: str) -> None:
        for one in self._open:
            one.words.append(data)


def _role(one: _Element) -> str:
    """What somebody who goes from landmark to landmark finds here, if anything."""
    is_named = {"aria-label", "aria-labelledby"} & one.given.keys()
    by_tag = "region" if one.tag == "section" and is_named else _BY_TAG.get(one.tag, "")
    found = one.given.get("role", by_tag)
    return found if found in (*_ALWAYS_NAMED, "search", "form") else ""
