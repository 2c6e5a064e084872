"""The map that a variant is drawn on: the one its folder holds, or one made for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.drawing.files.geometry_file import (
    GeometryError,
    geometry_bytes,
    geometry_in,
    parse_geometry,
)
from dragoman.drawing.geometry import Geometry, Point
from dragoman.drawing.scene.picture import PICTURES
from dragoman.errors import checked
from dragoman.extras import MissingExtra
from dragoman.files import kept, stamp_of
from dragoman.formats import folder_of, load_variant, shipped_folder, shipped_variants
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

PICTURE = "picture.svg"
"""The file of a variant's folder that is its designer's own map."""

_SOURCES = ("", "drawing", "drawing/files", "game")
"""The packages that read a geometry, and that of its values among them."""


@dataclass(frozen=True)
class Map:
    """A geometry, and the picture that stands in for the drawn ground, if there is one.

    ``is_laid_out`` says that nobody drew it: it shows who borders on whom, but not on which side.
    """

    geometry: Geometry
    backdrop: str = ""
    is_laid_out: bool = False


@checked
def map_of(
    variant: Variant, folder: str | Path | Traversable | None = None
) -> tuple[Map | None, tuple[Diagnostic, ...]]:
    """The map of a variant, and what is wrong with the file it is in. ``folder`` is its folder, if
    it is neither one that comes with Dragoman nor installed.

    That is ``picture.svg``, its designer's own picture, or ``geometry.json`` in the variant's
    folder; else the map of a shipped variant with the same provinces and neighbours, be it
    under other names; else one of the variant's coordinates, or laid out from who borders on
    whom. There is none where a file is there and is wrong, or where the packages that make
    maps are not installed.
    """
    if isinstance(folder, str):
        folder = Path(folder)
    if folder is not None and not folder.is_dir():
        what = said("there is no folder {folder}", folder=folder)
        remedy = "name the folder of the variant"
        return None, (Diagnostic("no-folder", what, remedy, str(folder)),)
    try:
        return _find_map(variant, folder or _folder(variant))
    except MissingExtra as missing:
        return None, (missing.diagnostic,)


def _find_map(
    variant: Variant, folder: Path | Traversable | None
) -> tuple[Map | None, tuple[Diagnostic, ...]]:
    if folder is not None and (picture := folder.joinpath(PICTURE)).is_file():
        from dragoman.drawing.files.own_picture import read_own_picture

        found, faults = read_own_picture(
            picture.read_bytes(), variant.board, str(picture), variant.shown_layers
        )
        return (None if found is None else Map(*found)), faults
    if folder is None:
        return _made(variant)
    file = geometry_in(folder)
    found, faults = _made(variant) if file is None else _from_file(file, variant)
    return found, (*faults, *without_picture(variant, folder))


def without_picture(variant: Variant, folder: Path | Traversable) -> tuple[Diagnostic, ...]:
    """Warnings of what a variant's folder without a picture has for one."""
    return (*_unused_layers(variant, folder), *_unused_pictures(folder))


def _unused_layers(variant: Variant, folder: Path | Traversable) -> Iterator[Diagnostic]:
    if not variant.shown_layers:
        return
    layers = ", ".join(map(repr, variant.shown_layers))
    yield Diagnostic(
        "no-picture",
        said("there is no {picture} with layers to show: {layers}", picture=PICTURE, layers=layers),
        said("put {picture} into the folder, or take show out of [picture]", picture=PICTURE),
        str(folder),
        severity=Severity.WARNING,
    )


def _unused_pictures(folder: Path | Traversable) -> tuple[Diagnostic, ...]:
    if geometry_in(folder) is not None:  # it may have been made after that
        return ()
    files = [file.name for file in folder.iterdir() if file.name.lower().startswith("picture.")]
    draw = "draw in {picture} a shape for each province, named after it, and save it as SVG"
    return tuple(
        Diagnostic(
            "unused-picture",
            said("this is not used: maps are drawn on {picture}", picture=PICTURE),
            said("call it {picture}" if name.lower() == PICTURE else draw, picture=PICTURE),
            str(folder.joinpath(name)),
            severity=Severity.WARNING,
        )
        for name in sorted(files)
    )


def _made(variant: Variant) -> tuple[Map | None, tuple[Diagnostic, ...]]:
    """The map of a variant of which none lies anywhere."""
    from dragoman.drawing.known_boards import larger_board, same_board, same_under_other_names
    from dragoman.drawing.layout.from_borders import lay_out
    from dragoman.drawing.layout.from_points import scatter
    from dragoman.drawing.layout.other_maps import on_larger_map, renamed

    board = variant.board
    if PICTURES.of(variant).fits_larger_maps and (name := larger_board(board)) is not None:
        return Map(on_larger_map(board, load_variant(name).board, _shipped(name))), ()
    if (name := same_board(board)) is not None:
        return Map(_shipped(name)), ()
    if (found := same_under_other_names(board)) is not None:
        name, same = found
        return Map(renamed(_shipped(name), same)), ()
    if points := _points(variant):
        return Map(scatter(board, points)), ()
    return Map(lay_out(board, variant.layout), is_laid_out=True), ()


def _points(variant: Variant) -> dict[str, Point]:
    """The variant's coordinates, if there are some for every province, all different."""
    board = variant.board
    points = {at: (float(x), float(y)) for at, (x, y) in variant.coordinates.items()}
    ground = [key for key, province in board.provinces.items() if province.terrain.is_ground]
    if len({points[key] for key in ground if key in points}) < len(ground):
        return {}
    for location in board.locations:
        if board.province_of[location] in points:
            points.setdefault(location, points[board.province_of[location]])
    return points


def _from_file(
    file: Path | Traversable, variant: Variant
) -> tuple[Map | None, tuple[Diagnostic, ...]]:
    try:
        if isinstance(file, Path) and file.parent.parent == shipped_folder():
            geometry = _shipped(file.parent.name)
        else:
            geometry = _read(file)
    except UnicodeDecodeError:
        return None, (Diagnostic("wrong-encoding", "this is not UTF-8", "", str(file)),)
    except GeometryError as error:
        return None, error.diagnostics
    missing = [at for at in variant.board.locations if at not in geometry.units]
    if missing:
        what = f"there is no place for {', '.join(missing)}"
        remedy = "remove the file, and the map is laid out anew"
        return None, (Diagnostic("wrong-map", what, remedy, str(file)),)
    return Map(geometry), ()


def _read(file: Path | Traversable) -> Geometry:
    return parse_geometry(geometry_bytes(file).decode("utf-8"), str(file))


def _shipped(name: str) -> Geometry:
    """The geometry of a shipped variant that has one, with its outlines."""
    folder = shipped_folder() / name

    def make() -> Geometry:
        file = geometry_in(folder)
        assert file is not None
        geometry = _read(file)
        for shape in geometry.shapes.values():
            _ = shape.outline  # it is kept with the shape
        # and these with the geometry
        _ = geometry.outline_outside, geometry.outline_of_lakes, geometry.outline_of_rivers
        return geometry

    return kept(f"map-{name}", _stamp_of_sources() + stamp_of([folder]), _SOURCES, make)


@cache
def _stamp_of_sources() -> bytes:
    return stamp_of(shipped_folder().parent / source for source in _SOURCES)


def _folder(variant: Variant) -> Path | Traversable | None:
    """The folder of the shipped or installed variant that goes by this one's name; a file from
    elsewhere may go by the same name and have another board."""
    name = variant.name
    shipped = name in shipped_variants()
    found = shipped_folder().joinpath(name) if shipped else folder_of(name)
    if found is None or load_variant(name).board.locations != variant.board.locations:
        return None
    return found
