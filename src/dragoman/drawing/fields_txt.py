"""``FIELDS.TXT``: where DipWork draws the units of a variant.

A line ``# Bud 860 810 - L 1 Au`` describes a field: its name, its x and y on the picture of
the empty map, of which field it is a coast (``-`` for none), its terrain, its supply points
and whose home it is (DipWork manual, FIELDS.TXT). Only the first five are of use here; other
lines are passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.drawing.geometry import Point


@dataclass(frozen=True)
class _Field:
    name: str
    coast_of: str
    point: Point
    line: int


def read_fields(
    text: str, board: Board, source: str = ""
) -> tuple[Mapping[str, Point], tuple[Diagnostic, ...]]:
    """The point of each location of a board, in pixels of the empty map, and what is wrong.

    Names that the board does not know are warnings; provinces without a point are an error.
    """
    faults: list[Diagnostic] = []
    points: dict[str, Point] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if words[:1] == ["END"]:
            break
        if words[:1] != ["#"]:
            continue
        field = _field(words, number)
        if field is None:
            what = f"{line.strip()!r} does not give a field its place"
            remedy = "write it like: # Bud 860 810 - L 1 Au"
            faults.append(Diagnostic("bad-field", what, remedy, source, number, 1))
            continue
        location = _location(field, board)
        if location:
            points[location] = field.point
        else:
            what = f"there is no {field.name} on this map"
            remedy = "name it as the variant does, or leave the line out"
            faults.append(
                Diagnostic(
                    "unknown-province", what, remedy, source, number, 3, severity=Severity.WARNING
                )
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


def _field(words: list[str], line: int) -> _Field | None:
    try:
        _, name, x, y, coast_of, *_ = words
        return _Field(name, "" if coast_of == "-" else coast_of, (float(x), float(y)), line)
    except ValueError:
        return None


def _location(field: _Field, board: Board) -> str:
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
