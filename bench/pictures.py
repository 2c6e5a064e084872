"""How long a picture of a turn takes."""

from __future__ import annotations

import time

from bench.figures import Results
from bench.turns import STANDARD, crowded
from dragoman.drawing import map_of, png, scene_of, svg
from dragoman.game import process

PICTURES = "A picture of a crowded turn and of what came of its orders"


def draw(results: Results) -> None:
    """Draw it as SVG, and as PNG 1500 pixels wide."""
    part = results.part(PICTURES)
    position, orders, _ = crowded(1, seed=3)[0]
    resolution = process(STANDARD, position, orders)
    drawn_on, _ = map_of(STANDARD)
    assert drawn_on is not None
    begun = time.process_time()
    picture = svg(scene_of(STANDARD, drawn_on.geometry, position, resolution=resolution))
    drawn = time.process_time()
    png(picture, 1500)
    part.note("SVG", drawn - begun, "s")
    part.note("PNG of it, 1500 pixels wide", time.process_time() - drawn, "s")
    part.note("size of the SVG", len(picture.encode()) / 1024, "KiB")
