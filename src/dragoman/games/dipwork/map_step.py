"""The map step of DipWork: the position after the round, drawn on the variant's map.

The map is written to the game's directory under the name in ``FNMAP``. Units are the
pictures of the variant's picture list, at the coordinates of ``FIELDS.TXT``; without a list we draw
our own marks, and without an empty map the whole map (DipWork manual, "Die
Mapper").

The empty map is the variant's of that name. DipWork itself drew upon a copy of it in the
game's directory; where the variant has none, that copy is taken. A drawn map says so in its TIFF
and is never taken for an empty one; its backup, the map before there were units on it, is used
instead.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork import find, read_unit_pictures
from dragoman.games.dipwork.steps import new_position
from dragoman.games.dipwork.workspace import BACKUP, DipworkWorkspace, StepError
from dragoman.words import said

if TYPE_CHECKING:
    from PIL.Image import Image

    from dragoman.drawing import Map
    from dragoman.rules import Position

_WIDTH = 1500
"""Of a map of ours, in pixels."""
_ON_EMPTY_MAP = "Dragoman: units drawn on an empty map"
_ALL_OURS = "Dragoman: map and units"
"""The mark of maps that the program drew itself."""


def draw_map(workspace: DipworkWorkspace) -> tuple[Diagnostic, ...]:
    """Draw ``NEWGAME.TXT`` on the empty map; write ``FNMAP``."""
    from dragoman.drawing import map_of, tiff

    name = workspace.names.word("FNMAP")
    if any(sign in name for sign in "/\\:") or not name.lower().endswith((".tif", ".tiff")):
        what, remedy = (
            said("FNMAP is {name!r}", name=name),
            "name a TIFF without a path: standard.tif",
        )
        raise StepError(Diagnostic("bad-file-name", what, remedy))
    position = new_position(workspace)
    empty = _empty_map(workspace, name)
    if empty is None:
        found, faults = map_of(workspace.game.variant)
        drawn, description = _marked(workspace, found, faults, position), _ALL_OURS
    else:
        workspace.dialogue.trace(said("read {path}", path=empty))
        drawn, description = _on_empty_map(workspace, empty, position), _ON_EMPTY_MAP
    written = workspace.write(name, tiff(drawn, description=description))
    workspace.dialogue.say(said("Map: {written}", written=written))
    return ()


def _empty_map(workspace: DipworkWorkspace, name: str) -> Path | None:
    """The path of the empty map; None where we draw the whole map ourselves.

    Raises:
        StepError: if the only empty map there was has been drawn on.
    """
    from dragoman.drawing.files.picture_file import description_of

    if found := find(workspace.game.variant_directory.folder, name):
        return found
    here = workspace.file(name)
    description = description_of(here) if here.is_file() else _ALL_OURS
    if description == _ALL_OURS:
        return None
    if description != _ON_EMPTY_MAP:
        return here
    backup = find(workspace.game.folder, here.stem + BACKUP)
    if backup is None or description_of(backup) in (_ON_EMPTY_MAP, _ALL_OURS):
        what = "this map has units on it already, and there is no empty one"
        remedy = "copy the empty map there, or put it into the variant's directory"
        raise StepError(Diagnostic("no-empty-map", what, remedy, str(here)))
    workspace.kept.add(here)  # what was drawn last does not take the empty map's place
    return backup


def _on_empty_map(workspace: DipworkWorkspace, empty: Path, position: Position) -> Image:
    from dragoman.drawing.pasted_units import map_on_picture, paint, pictures_for

    directory = workspace.game.variant_directory
    listed, _ = read_unit_pictures(directory, workspace.names)
    points = {at: (float(x), float(y)) for at, (x, y) in workspace.game.variant.coordinates.items()}
    if not listed:
        found, faults = map_on_picture(empty, workspace.board, points)
        return _marked(workspace, found, faults, position)
    project = workspace.game.project
    above = project.folder if project else workspace.game.folder.resolve().parent
    pictures, faults = pictures_for(
        position, listed, workspace.board, (above, directory.folder), listed[0].source
    )
    if faults:
        raise StepError(*faults)
    painted, faults = paint(position, empty, pictures, points)
    if painted is None:
        raise StepError(*faults)
    return painted


def _marked(
    workspace: DipworkWorkspace,
    found: Map | None,
    faults: tuple[Diagnostic, ...],
    position: Position,
) -> Image:
    from dragoman.drawing import Options, scene_of, svg
    from dragoman.drawing.files.raster import image

    if found is None:
        raise StepError(*faults)
    parameters = workspace.game.parameters
    title = " - ".join(filter(None, (parameters.text("VARNAME"), parameters.text("NAME"))))
    scene = scene_of(
        workspace.game.variant,
        found.geometry,
        position,
        title=title,
        language=workspace.language,
        options=Options(width=_WIDTH),
        backdrop=found.backdrop,
    )
    return image(svg(replace(scene, turn=parameters.text("YEAR") or scene.turn)), _WIDTH)
