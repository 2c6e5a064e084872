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
from collections.abc import Iterator, Mapping
from pathlib import Path

from dragoman.board import Board
from dragoman.drawing.files.geometry_file import parse_geometry, read_geometry, save_geometry
from dragoman.drawing.geometry import Geometry, MapShape, Point
from dragoman.drawing.layout.from_borders import lay_out
from dragoman.drawing.layout.from_places import lay_out_at
from dragoman.drawing.layout.other_maps import renamed
from dragoman.formats import load_variant
from dragoman.game import Variant
from tools.places.plane import read_places

TOOLS = Path(__file__).parent
VARIANTS = TOOLS.parent / "src" / "dragoman" / "variants"
LAYOUT = VARIANTS.parent / "drawing" / "layout"
CACHE = Path.home() / ".cache" / "dragoman" / "variant_maps"
FROM_BORDERS = ("archipelago", "isthmus", "pure", "white_winter")
ON_STANDARD = ("chaoctopi", "octopus")
"""Played on the standard map, though more borders on each other than what touches there."""


ON_SQUARES = ("chesspolitik",)
"""Played on a board of squares, across which units jump."""
SQUARE = 100.0


def on_squares(board: Board, places: Mapping[str, Point]) -> Geometry:
    """A board of squares that lie in rows and columns, with names, centres and units in them as on
    other maps. No line shows who jumps where: whoever plays knows the game."""
    left, top = (sorted({at[axis] for at in places.values()}) for axis in (0, 1))
    corners = {
        key: (left.index(x) * SQUARE, top.index(y) * SQUARE) for key, (x, y) in places.items()
    }

    def spots(right: float, down: float) -> dict[str, Point]:
        return {key: (x + right * SQUARE, y + down * SQUARE) for key, (x, y) in corners.items()}

    ends = {key: (x + SQUARE, y + SQUARE) for key, (x, y) in corners.items()}
    labels, marks = spots(0.5, 0.16), spots(0.2, 0.8)
    shapes = {
        key: MapShape(
            (
                (
                    corners[key],
                    (ends[key][0], corners[key][1]),
                    ends[key],
                    (corners[key][0], ends[key][1]),
                ),
            ),
            labels[key],
            marks[key] if province.is_center else None,
        )
        for key, province in board.provinces.items()
    }
    width, height = len(left) * SQUARE, len(top) * SQUARE
    size, mark = 0.42 * SQUARE, 0.2 * SQUARE
    return Geometry(
        width, height, size, shapes, spots(0.5, 0.55), spots(0.76, 0.74), center_size=mark
    )


def laid_out(name: str, variant: Variant) -> Geometry:
    """The map of a variant, from its places if they are known."""
    if name in ON_STANDARD:
        standard = read_geometry(VARIANTS / "standard" / "geometry.json")
        return renamed(standard, {place: place for place in variant.board.locations})
    places = read_places(name)
    if places is None:
        return lay_out(variant.board, variant.layout)
    if name in ON_SQUARES:
        return on_squares(variant.board, places[0])
    return lay_out_at(variant.board, *places)


def cached(name: str, variant: Variant) -> Geometry:
    """The same, from the cache if it was laid out from all the same before."""
    digest = hashlib.sha256()
    for text in (*_board(variant.board), repr(read_places(name)), repr(variant.layout)):
        digest.update(text.encode())
    for path in sorted(LAYOUT.glob("*.py")):
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
        for name in {*FROM_BORDERS, *ON_STANDARD, *placed} - drawn
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
