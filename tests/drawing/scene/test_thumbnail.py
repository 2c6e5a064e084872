"""Maps as small as stamps: provinces in the colours of their owners, units, and little else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from dragoman.drawing import Options, map_of, scene_of
from dragoman.drawing.scene.colours import colours
from dragoman.drawing.scene.picture import colours_of
from dragoman.drawing.scene.thumbnail import WIDTH, thumbnail
from dragoman.formats import load_variant
from dragoman.rules import Position

BARE = Options(title=False, legend=False)


@pytest.mark.parametrize("name", ["standard", "machiavelli", "white_winter"])
def test_a_stamp_has_owners_and_units_in_some_kilobytes(name: str) -> None:
    variant = load_variant(name)
    drawn_on, _ = map_of(variant)
    assert drawn_on is not None
    small = thumbnail(scene_of(variant, drawn_on.geometry, variant.start, options=BARE))
    root = ET.fromstring(small)
    assert root.get("width") == str(WIDTH) and len(small) < 25_000
    fills = {one.get("fill") for one in root.iter() if one.get("fill")}
    painted = colours_of(variant)
    owners = {painted[owner].tint for owner in variant.start.owners.values() if owner in painted}
    assert owners <= fills
    circles = [one for one in root.iter() if one.tag.endswith("circle")]
    assert len(circles) == sum(one.power in painted for one in variant.start.units)
    assert "<text" not in small and "style" not in small


def test_what_changes_hands_changes_colour() -> None:
    variant = load_variant("standard")
    drawn_on, _ = map_of(variant)
    assert drawn_on is not None
    position = Position.parse("F1901M | FRANCE: A MUN | FRANCE: MUN", variant.board)
    small = thumbnail(scene_of(variant, drawn_on.geometry, position, options=BARE))
    assert re.findall(r'<circle[^>]*fill="([^"]*)"', small) == [
        colours(variant.board)["FRANCE"].fill
    ]
    assert colours(variant.board)["GERMANY"].tint not in small
