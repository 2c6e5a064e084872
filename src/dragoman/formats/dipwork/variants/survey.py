"""Where the fields of a map lie, for a ``FIELDS.TXT`` that is made of a variant.

DipWork's manual has the borders of a field listed clockwise ("Uhrzeigersinn-Reihenfolge",
Seismic): Just's right-hand rule goes by their order. A board does not know it; a drawn map does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.formats.dipwork.files.geography import Border, Geography
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class Survey:
    """By location: the point where a unit is drawn, and the locations around it, clockwise."""

    points: Mapping[str, tuple[float, float]]
    around: Mapping[str, Sequence[str]]


def surveyed(geography: Geography, survey: Survey, field_of: Mapping[str, str]) -> Geography:
    """A geography with the fields at their points and the borders of each in their order.

    ``field_of`` has the name of each location's field. Coordinates that the fields have already
    stay: they are of another picture. Borders that the survey does not know come last.
    """
    fields = geography.fields
    if not any(field.x or field.y for field in fields):
        points = {name: survey.points[at] for at, name in field_of.items() if at in survey.points}
        fields = tuple(
            replace(field, x=round(x), y=round(y))
            for field in fields
            for x, y in (points.get(field.name, (0, 0)),)
        )
    ranks = {
        (field_of[at], field_of[other]): rank
        for at, others in survey.around.items()
        for rank, other in enumerate(others)
        if at in field_of and other in field_of
    }
    blocks: dict[str, list[Border]] = {}
    for border in geography.borders:
        blocks.setdefault(border.start, []).append(border)
    last = len(ranks)
    return replace(
        geography,
        fields=fields,
        borders=tuple(
            border
            for block in blocks.values()
            for border in sorted(block, key=lambda b: ranks.get((b.start, b.target), last))
        ),
    )
