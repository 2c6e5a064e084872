"""Lay out the maps of those shipped variants that have a board of their own but no map.

Run it when the board of such a variant or the layout has changed:
``.venv/bin/python tools/variant_maps.py``. It writes geometry.json into their folders; without
the file the map would be laid out anew each time one is drawn.
"""

from __future__ import annotations

from pathlib import Path

from dragoman.drawing.files.geometry_file import save_geometry
from dragoman.drawing.layout.from_borders import lay_out
from dragoman.formats import load_variant

VARIANTS = Path(__file__).parents[1] / "src" / "dragoman" / "variants"
LAID_OUT = ("archipelago", "isthmus", "pure", "white_winter")


def main() -> None:
    for name in LAID_OUT:
        variant = load_variant(name)
        save_geometry(lay_out(variant.board, variant.layout), VARIANTS / name / "geometry.json")
        print(name)


if __name__ == "__main__":
    main()
