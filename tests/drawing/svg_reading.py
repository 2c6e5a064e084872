"""Looking into a picture."""

from __future__ import annotations

from xml.etree import ElementTree


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
