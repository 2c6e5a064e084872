"""``FIELDS.TXT``: where DipWork draws the units of a variant, for any board.

The file is read by ``formats.dipwork``; here its fields are found on a board by their names.
"""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.drawing.geometry import Point
from dragoman.formats.dipwork import MapField, new_text_file, read_geography


def read_fields(
    text: str, board: Board, source: str = ""
) -> tuple[Mapping[str, Point], tuple[Diagnostic, ...]]:
    """The point of each location of a board, in pixels of the empty map, and what is wrong.

    Names that the board does not know are warnings; provinces without a point are an error.
    """
    geography, found = read_geography(new_text_file(source, text.splitlines()))
    faults = list(found)
    points: dict[str, Point] = {}
    for field in geography.fields:
        location = _location(field, board)
        if location:
            points[location] = float(field.x), float(field.y)
            continue
        what = f"there is no {field.name} on this map"
        remedy = "name it as the variant does, or leave the line out"
        place = (source, field.line, 3)
        faults.append(
            Diagnostic("unknown-province", what, remedy, *place, severity=Severity.WARNING)
        )
    for location in board.locations:
        province, _, coast = location.partition("/")
        if coast and province in points:
            points.setdefault(location, points[province])
    missing = [
        key for key, p in board.provinces.items() if p.terrain.is_ground and key not in points
    ]
    if missing:
        what = f"no place is given for {', '.join(missing)}"
        remedy = "add a line for each, like: # Bud 860 810 - L 1 Au"
        faults.append(Diagnostic("no-place", what, remedy, source))
    return points, tuple(faults)


def _location(field: MapField, board: Board) -> str:
    """The location of a field: ``SpN``, a coast of ``Spa``, is the north coast of Spain."""
    found = board.names.find(field.name)
    if len(found) == 1:
        return found[0]
    province = board.names.find(field.coast_of) if field.coast_of else ()
    if len(province) != 1:
        return ""
    ending = field.name[-1:].upper()
    coasts = board.provinces[province[0].partition("/")[0]].locations[1:]
    return next((at for at in coasts if at.partition("/")[2].startswith(ending)), "")
