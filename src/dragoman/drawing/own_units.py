"""A GM's own pictures: small pictures of units pasted into a picture of the empty map.

That is how DipWork draws its maps (DipWork manual, "Die Mapper"): a picture list names a
picture for every kind of unit of every power, FIELDS.TXT says where units go, and the result
is the empty map with the pictures in their places.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.anchors import anchored
from dragoman.drawing.geometry import Point
from dragoman.drawing.layout import neighbours
from dragoman.drawing.maps import Map
from dragoman.drawing.scattered import usual_distance
from dragoman.rules import Position

if TYPE_CHECKING:
    from PIL.Image import Image

Pictures = Mapping[tuple[str, str], Path]
"""The file of the picture of a unit, by its kind and its power."""


def read_picture_list(
    text: str, board: Board, folder: Path, source: str = ""
) -> tuple[Pictures, tuple[Diagnostic, ...]]:
    """The pictures that a picture list names, and what is wrong with it.

    A line is a kind of unit, a power, and a file, as in ``A Fr VARIANTS\\UNITPICS\\fr_a_64.tif``;
    files are looked for from ``folder`` on, and beside the list where their folder is not there.
    """
    pictures: dict[tuple[str, str], Path] = {}
    faults: list[Diagnostic] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split(maxsplit=2)
        if words[:1] == ["END"]:
            break
        if not words:
            continue
        kind = words[0].upper()
        powers = board.power_names.find(words[1]) if len(words) == 3 else ()
        if kind not in board.kinds or len(powers) != 1:
            what = f"{line.strip()!r} names no picture of a unit of a power"
            remedy = "write it like: A Fr pictures/fr_a_64.tif"
            faults.append(Diagnostic("bad-picture", what, remedy, source, number, 1))
            continue
        file = find_picture(words[2].strip(), folder)
        if file is None:
            what = f"there is no file {words[2].strip()}"
            remedy = f"paths are taken from {folder}"
            faults.append(Diagnostic("no-picture", what, remedy, source, number, 1))
            continue
        pictures[kind, powers[0]] = file
    return pictures, tuple(faults)


def find_picture(named: str, folder: Path) -> Path | None:
    """The file that a list names, in the spelling of DOS or of other systems."""
    parts = PureWindowsPath(named).parts
    for path in (folder.joinpath(*parts), folder / parts[-1], folder / parts[-1].lower()):
        if path.is_file():
            return path
    return None


def paint(
    position: Position, empty_map: Path, pictures: Pictures, points: Mapping[str, Point]
) -> tuple[Image | None, tuple[Diagnostic, ...]]:
    """The empty map with a picture for every unit, its middle at the unit's point.

    Dislodged units stand half a picture aside. White in a picture of two colours hides what is
    under it, as in DipWork; transparent parts do not. There is none if a picture is missing or
    cannot be read.
    """
    wanted = [(unit, False) for unit in position.units]
    wanted += [(dislodged.unit, True) for dislodged in position.dislodged]
    missing = {(unit.kind, unit.power) for unit, _ in wanted} - set(pictures)
    if missing:
        told = ", ".join(sorted(f"{kind} of {power}" for kind, power in missing))
        what, remedy = f"the list has no picture for {told}", "add a line for each to the list"
        return None, (Diagnostic("no-picture", what, remedy),)
    opened: dict[Path, Image] = {}
    for path in (empty_map, *dict.fromkeys(pictures[u.kind, u.power] for u, _ in wanted)):
        picture = _opened(path)
        if isinstance(picture, Diagnostic):
            return None, (picture,)
        opened[path] = picture
    sheet = opened[empty_map].copy()
    for unit, aside in wanted:
        picture = opened[pictures[unit.kind, unit.power]]
        x, y = points[unit.location]
        shift = picture.width / 2 if aside else 0
        corner = (round(x - picture.width / 2 + shift), round(y - picture.height / 2 + shift))
        sheet.paste(picture, corner, picture)
    return sheet.convert("RGB"), ()


def map_on_picture(
    empty_map: Path, board: Board, points: Mapping[str, Point]
) -> tuple[Map | None, tuple[Diagnostic, ...]]:
    """A map whose ground is a picture, with our own marks at the given points of it."""
    picture = _opened(empty_map)
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


def _opened(path: Path) -> Image | Diagnostic:
    from PIL import Image

    try:
        with Image.open(path) as picture:
            return picture.convert("RGBA")
    except FileNotFoundError:
        return Diagnostic("no-picture", "there is no such file", "name a picture", str(path))
    except (OSError, ValueError, Image.DecompressionBombError):
        what, remedy = "this is no picture that can be read", "save it as TIFF or PNG"
        return Diagnostic("not-a-picture", what, remedy, str(path))
