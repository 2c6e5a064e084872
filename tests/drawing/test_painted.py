"""Areas of painted maps: outlines without gaps, neighbours, and what is told of bad pictures."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from dragoman.drawing.geometry import area_of
from dragoman.drawing.layout import painted
from dragoman.drawing.layout.painted import read_painted

POINTS = {"A": (20, 30), "B": (120, 30), "SEA": (70, 90), "ISL": (20, 95)}


def picture(mode="RGB", ending="PNG"):
    """Two lands above a sea with an island; a second island has the colour of B; lines are black,
    and thick where a land that is nobody's hangs together with them."""
    image = Image.new("RGB", (160, 120), (150, 200, 230))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 79, 59), (200, 30, 30), (0, 0, 0))
    draw.rectangle((79, 0, 159, 59), (30, 160, 30), (0, 0, 0))
    draw.line((0, 60, 159, 60), (0, 0, 0), 3)
    draw.rectangle((10, 85, 40, 110), (240, 220, 100), (0, 0, 0))
    draw.rectangle((100, 80, 110, 90), (30, 160, 30), (0, 0, 0))
    draw.rectangle((60, 0, 98, 20), (0, 0, 0))
    if mode == "P":
        image = image.quantize(16)
    found = BytesIO()
    image.save(found, ending)
    return found.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "P"])
def test_areas(mode):
    found, faults = read_painted(picture(mode), POINTS)
    assert faults == ()
    assert {frozenset(pair) for pair in found.neighbours()} == {
        frozenset(pair) for pair in (("A", "B"), ("A", "SEA"), ("B", "SEA"), ("SEA", "ISL"))
    }
    assert frozenset("AB") | {"SEA"} in found.meetings
    assert found.colours["ISL"] == (240, 220, 100)
    areas = {key: sum(map(area_of, rings)) for key, rings in found.shapes.items()}
    assert len(found.shapes["B"]) == 2  # its island, too
    assert 600 < abs(areas["ISL"]) < 900
    assert sum(map(area_of, found.outside)) > 500  # the land that is nobody's, but no line
    everything = sum(areas.values()) + sum(map(area_of, found.outside))
    assert everything == pytest.approx(160 * 120)  # no gap, and nothing twice


def test_neighbours_have_the_same_points():
    found, _ = read_painted(picture(), POINTS)
    corners = {key: {p for ring in rings for p in ring} for key, rings in found.shapes.items()}
    assert len(corners["A"] & corners["SEA"]) >= 2
    assert len(corners["A"] & corners["B"]) >= 2


def test_points_beside_the_picture():
    found, faults = read_painted(picture(), {**POINTS, "B": (999, 40)}, "map.png")
    assert (found, faults[0].code, faults[0].source) == (None, "bad-point", "map.png")


def test_an_area_with_two_points_is_parted_halfway():
    points = {**POINTS, "BAY": (140, 90)}
    found, faults = read_painted(picture(), points, "map.png")
    assert [(fault.code, fault.is_error) for fault in faults] == [("one-area", False)]
    assert {frozenset(pair) for pair in found.neighbours()} >= {frozenset(("SEA", "BAY"))}
    assert max(x for ring in found.shapes["SEA"] for x, _ in ring) < 115


def test_pictures_that_cannot_be(monkeypatch):
    whole = picture()
    for broken in (b"", b"no picture", whole[:60], whole[:200]):
        found, faults = read_painted(broken, POINTS)
        assert (found, faults[0].code) == (None, "not-a-picture")
    monkeypatch.setattr(painted, "MOST_PIXELS", 1_000)
    assert read_painted(whole, POINTS)[1][0].code == "too-large"
