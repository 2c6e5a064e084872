"""Lay out the maps of those shipped variants that have a board of their own but no drawn map:
``nice .venv/bin/python -m tools.variant_maps [NAME...]``.

Where ``tools/places`` says where the provinces of a variant lie, the map is laid out from that
(``python -m tools.places`` makes those files), else from who borders on whom alone. Each becomes
the geometry.json of the variant's folder; without the file the map would be laid out anew each
time one is drawn. What ``tools/atlas`` draws is left to it. A map of which nothing has changed,
neither board nor places nor layout, comes from a cache.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

from dragoman.board import Board
from dragoman.drawing.files.geometry_file import parse_geometry, read_geometry, save_geometry
from dragoman.drawing.geometry import Geometry
from dragoman.drawing.layout.from_borders import lay_out
from dragoman.drawing.layout.from_places import lay_out_at
from dragoman.drawing.layout.other_maps import renamed
from dragoman.formats import load_variant
from dragoman.game import Variant
from tools.evened_map import evened
from tools.map_forms import layered, on_squares, with_row, without
from tools.places.plane import read_places

TOOLS = Path(__file__).parent
VARIANTS = TOOLS.parent / "src" / "dragoman" / "variants"
LAYOUT = VARIANTS.parent / "drawing" / "layout"
CACHE = Path.home() / ".cache" / "dragoman" / "variant_maps"
FROM_BORDERS = ("archipelago", "isthmus", "pure", "white_winter")
ON_STANDARD = ("chaoctopi", "octopus")
"""Played on the standard map, though more borders on each other than what touches there."""
LAYERED = "layered"
"""Played on two standard maps, one above the other; twins have one name, and no line joins them."""
ORBIT = {"mars": ("NM1", "NM2", "NM3", "NM4", "MO1", "MO2")}
"""Provinces above the ground, in a row below the map: no line joins them and the six it would."""
QUARTERED = ("mars",)
"""The quarters of one sea border on each other: no line says so for those that do not touch."""
CROWDED = ("haven", "world_war_4", "world_war_4_v6")
"""With so many provinces that each must have its share of the map, for its name to be read."""
ON_SQUARES = ("chesspolitik",)
"""Played on a board of squares, across which units jump."""


def laid_out(name: str, variant: Variant) -> Geometry:
    """The map of a variant, from its places if they are known."""
    if name in (*ON_STANDARD, LAYERED):
        standard = read_geometry(VARIANTS / "standard" / "geometry.json")
        if name == LAYERED:
            return layered(standard, variant.board)
        return renamed(standard, {place: place for place in variant.board.locations})
    places = read_places(name)
    if places is None:
        return lay_out(variant.board, variant.layout)
    if name in ON_SQUARES:
        return on_squares(variant.board, places[0])
    orbit = ORBIT.get(name, ())
    ground = without(variant.board, orbit, name in QUARTERED)
    drawn = with_row(lay_out_at(ground, *places), orbit)
    return evened(variant.board, drawn) if name in CROWDED else drawn


def cached(name: str, variant: Variant) -> Geometry:
    """The same, from the cache if it was laid out from all the same before."""
    digest = hashlib.sha256()
    for text in (*_board(variant.board), repr(read_places(name)), repr(variant.layout)):
        digest.update(text.encode())
    for path in (TOOLS / "map_forms.py", TOOLS / "evened_map.py", *sorted(LAYOUT.glob("*.py"))):
        digest.update(path.read_bytes())
    kept = CACHE / f"{name}-{digest.hexdigest()[:16]}.json"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        save_geometry(laid_out(name, variant), kept)
    return parse_geometry(kept.read_text("utf-8"))


def _board(board: Board) -> Iterator[str]:
    for province in board.provinces.values():
        yield repr((province.key, province.terrain, province.is_center, province.locations))
    yield from sorted(repr((path.kind, path.source, path.target)) for path in board.paths)


def names() -> list[str]:
    """The shipped variants that are laid out."""
    placed = {path.stem for path in (TOOLS / "places").glob("*.toml")}
    drawn = {path.stem for path in (TOOLS / "atlas").glob("*.toml")}
    return sorted(
        name
        for name in {*FROM_BORDERS, *ON_STANDARD, LAYERED, *placed} - drawn
        if any((VARIANTS / name).glob("map.*"))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="the variants; all of them if there are none")
    for name in parser.parse_args().names or names():
        save_geometry(cached(name, load_variant(name)), VARIANTS / name / "geometry.json")
        print(name, flush=True)


if __name__ == "__main__":
    main()
