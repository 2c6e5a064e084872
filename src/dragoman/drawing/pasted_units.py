"""A GM's own pictures: small pictures of units pasted into a picture of the empty map.

That is how DipWork draws its maps (DipWork manual, "Die Mapper"): a picture list names a
picture for every kind of unit of every power, FIELDS.TXT says where units go, and the result
is the empty map with the pictures in their places.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.files.picture_file import on_white, open_picture
from dragoman.drawing.geometry import Point
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.from_points import usual_distance
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.variant_map import Map
from dragoman.formats.dipwork import UnitPicture, find
from dragoman.rules import Position

if TYPE_CHECKING:
    from PIL.Image import Image

Pictures = Mapping[tuple[str, str], Path]
"""The file of the picture of a unit, by its kind and its power."""


def pictures_for(
    position: Position,
    listed: Iterable[UnitPicture],
    board: Board,
    folders: Sequence[Path],
    source: str = "",
) -> tuple[Pictures, tuple[Diagnostic, ...]]:
    """The pictures of all units of a position, and what is wrong with the list they are in.

    Files are looked for in each folder the way DOS would find them, and beside the list where the
    folders of their paths are not there. Those that no unit needs may be missing. ``source`` is
    what the list is called.
    """
    by_unit: dict[tuple[str, str], UnitPicture] = {}
    faults: list[Diagnostic] = []
    for picture in listed:
        kind, powers = picture.unit.upper(), board.power_names.find(picture.nation)
        if kind in board.kinds and len(powers) == 1:
            by_unit[kind, powers[0]] = picture
            continue
        what = f"{str(picture)!r} names no picture of a unit of a power"
        remedy = "write it like: A Fr pictures/fr_a_64.tif"
        faults.append(Diagnostic("bad-picture", what, remedy, picture.source, picture.line, 1))
    found: dict[tuple[str, str], Path] = {}
    for kind, power in dict.fromkeys((unit.kind, unit.power) for unit, _ in _drawn(position)):
        picture = by_unit.get((kind, power))
        if picture is None:
            what = f"the list has no picture for {kind} of {power}"
            faults.append(Diagnostic("no-picture", what, "add a line for it", source))
        elif file := _file_of(picture, folders):
            found[kind, power] = file
        else:
            what = f"there is no file {picture.path} for {kind} of {power}"
            remedy = f"paths are taken from {folders[0]}"
            faults.append(Diagnostic("no-picture", what, remedy, picture.source, picture.line, 1))
    return found, tuple(faults)


def paint(
    position: Position, empty_map: Path, pictures: Pictures, points: Mapping[str, Point]
) -> tuple[Image | None, tuple[Diagnostic, ...]]:
    """The empty map with a picture for every unit, its middle at the unit's point.

    Dislodged units stand half a picture aside. White in a picture of two colours hides what is
    under it, as in DipWork; transparent parts do not. A map of two colours stays one, and so
    does one of greys, if the pictures are no more than that. There is none if a picture
    cannot be read.
    """
    opened: dict[Path, Image] = {}
    for path in (empty_map, *pictures.values()):
        picture = open_picture(path)
        if isinstance(picture, Diagnostic):
            return None, (picture,)
        opened[path] = picture
    modes = {picture.mode for picture in opened.values()}
    mode = "1" if modes == {"1"} else "L" if modes <= {"1", "L"} else "RGB"
    sheet = on_white(opened[empty_map]).convert(mode)
    for unit, aside in _drawn(position):
        picture = opened[pictures[unit.kind, unit.power]]
        x, y = points[unit.location]
        shift = picture.width / 2 if aside else 0
        corner = (round(x - picture.width / 2 + shift), round(y - picture.height / 2 + shift))
        sheet.paste(picture, corner, picture if picture.mode == "RGBA" else None)
    return sheet, ()


def _drawn(position: Position) -> list[tuple[Unit, bool]]:
    """The units of a position, and whether each is dislodged."""
    standing = [(unit, False) for unit in position.units]
    return standing + [(dislodged.unit, True) for dislodged in position.dislodged]


def _file_of(picture: UnitPicture, folders: Sequence[Path]) -> Path | None:
    name = picture.path.replace("\\", "/").rpartition("/")[2]
    for path in (picture.path, name):
        for folder in folders:
            if (file := find(folder, path)) is not None and file.is_file():
                return file
    return None


def map_on_picture(
    empty_map: Path, board: Board, points: Mapping[str, Point]
) -> tuple[Map | None, tuple[Diagnostic, ...]]:
    """A map whose ground is a picture, with our own marks at the given points of it."""
    picture = open_picture(empty_map)
    if isinstance(picture, Diagnostic):
        return None, (picture,)
    content = BytesIO()
    picture.save(content, "PNG")
    data = base64.b64encode(content.getvalue()).decode("ascii")
    backdrop = (
        f'<image width="{picture.width}" height="{picture.height}" '
        f'href="data:image/png;base64,{data}"/>'
    )
    usual = usual_distance(points, neighbours(board))
    geometry = anchored(
        board, {}, {}, picture.width, picture.height, named=points, unit_size=usual * 0.32
    )
    return Map(geometry, backdrop), ()
