"""The map step of DipWork: the position after the round, drawn on the variant's map.

The empty map (``FNMAP``) lies in the variant's directory, so that a round can be drawn again;
the drawn one goes by the same name into the directory of the game. Units are the pictures of
the variant's picture list, at the coordinates of ``FIELDS.TXT``; without a list they are our
own marks, and without an empty map the whole map is ours (DipWork manual, "Die Mapper").
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.cli.dipwork.desk import Desk, Refused
from dragoman.cli.dipwork.steps import new_position
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork import find

if TYPE_CHECKING:
    from PIL.Image import Image

    from dragoman.drawing import Map
    from dragoman.rules import Position

_WIDTH = 1500
"""Of a map of ours, in pixels."""


def draw_map(desk: Desk) -> tuple[Diagnostic, ...]:
    """Draw ``NEWGAME.TXT`` on the empty map; write ``FNMAP``."""
    from dragoman.drawing import map_of, tiff

    name = desk.names.word("FNMAP")
    if any(sign in name for sign in "/\\:") or not name.lower().endswith((".tif", ".tiff")):
        what, remedy = f"FNMAP is {name!r}", "name a TIFF without a path: standard.tif"
        raise Refused(Diagnostic("bad-file-name", what, remedy))
    position = new_position(desk)
    directory = desk.game.variant_directory
    points = {
        directory.atlas.location_of[field.name]: (float(field.x), float(field.y))
        for field in directory.files.geography.fields
        if field.name in directory.atlas.location_of
    }
    empty = find(directory.folder, name)
    if empty is None:
        found, faults = map_of(desk.game.variant)
        drawn = _marked(desk, found, faults, position)
    elif directory.pictures:
        drawn = _pasted(desk, empty, position, points)
    else:
        from dragoman.drawing.own_units import map_on_picture

        found, faults = map_on_picture(empty, desk.board, points)
        drawn = _marked(desk, found, faults, position)
    desk.say(f"Map: {desk.write(name, tiff(drawn))}")
    return ()


def _marked(
    desk: Desk, found: Map | None, faults: tuple[Diagnostic, ...], position: Position
) -> Image:
    from dragoman.drawing import scene_of, svg
    from dragoman.drawing.raster import image

    if found is None:
        raise Refused(*faults)
    scene = scene_of(desk.game.variant, found.geometry, position, backdrop=found.backdrop)
    return image(svg(scene), _WIDTH)


def _pasted(
    desk: Desk, empty: Path, position: Position, points: dict[str, tuple[float, float]]
) -> Image:
    from dragoman.drawing.own_units import find_picture, paint

    pictures: dict[tuple[str, str], Path] = {}
    atlas = desk.atlas
    folders = (desk.game.folder.parent, desk.game.variant_directory.folder)
    for picture in desk.game.variant_directory.pictures:
        files = (find_picture(picture.path, folder) for folder in folders)
        if file := next(filter(None, files), None):
            pictures[picture.unit, atlas.power_of[picture.nation]] = file
    painted, faults = paint(position, empty, pictures, points)
    if painted is None:
        raise Refused(*faults)
    return painted
