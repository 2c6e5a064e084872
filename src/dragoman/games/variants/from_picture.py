"""A variant from a picture and a table of the places on it: borders where areas touch.

Who borders on whom is seen; what kind of unit passes is guessed, and told: armies between areas of
land, fleets where water is on one side, and along a coast where two areas of land and one of water
meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dragoman.board import ARMY, FLEET
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.files.geometry_file import write_geometry
from dragoman.drawing.layout.anchors import anchored
from dragoman.drawing.layout.painted import PaintedMap, read_painted, unclear_borders
from dragoman.formats.foreign.bundle import Bundle
from dragoman.formats.foreign.draft import DraftVariant, told
from dragoman.formats.foreign.places_table import TABLE, read_places
from dragoman.game import Variant

PICTURES = (".png", ".gif")


def read_picture(bundle: Bundle, name: str) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant of a picture and its ``places.csv``, and what is wrong or was guessed."""
    draft = DraftVariant()
    unsure = read_places(bundle.get(TABLE) or b"", draft)
    file = bundle.first(*PICTURES)
    points = {word: draft.spots[word] for word in draft.places}
    painted, faults = read_painted(bundle.get(file) or b"", points, file)
    draft.faults += faults
    if painted is None:
        return None, told(draft, bundle.name)
    for word in sorted(unsure):
        red, green, blue = painted.colours[word]
        place = draft.places[word]
        place.is_water = blue > red and blue >= green
        kind = "water" if place.is_water else "land"
        draft.warn("guessed", f"{word} is taken for {kind} by its colour", "write kind", place.at)
    add_borders(draft, painted)
    draft.faults += unclear_borders(painted, file)
    if not draft.powers and draft.places:
        what = "there is no power in the table"
        draft.error("no-power", what, "name one in the column home of its centres", (TABLE, 1))
        return None, told(draft, bundle.name)
    return draft.variant(name), told(draft, bundle.name)


def geometry_of(
    variant: Variant, content: bytes, source: str
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of ``geometry.json`` for a variant by its coordinates on a picture; empty where the
    picture does not show its provinces."""
    spots = variant.coordinates
    points = {key: spots[key] for key in variant.board.provinces if key in spots}
    if len(points) < len(variant.board.provinces):
        return "", ()
    painted, faults = read_painted(content, points, source)
    if painted is None:
        return "", faults
    geometry = anchored(
        variant.board,
        painted.shapes,
        {},
        painted.width,
        painted.height,
        named={at: (x * painted.scale, y * painted.scale) for at, (x, y) in spots.items()},
    )
    return write_geometry(replace(geometry, outside=painted.outside)), faults


def add_borders(draft: DraftVariant, painted: PaintedMap) -> None:
    """Add the borders of areas that touch, for the units that are likely to pass there."""
    near = painted.neighbours()
    waters = {word for word, place in draft.places.items() if place.is_water}
    for one, other in near:
        at = draft.places[one].at
        if one not in waters and other not in waters:
            both_ways(draft, ARMY.letter, one, other, at)
            along = [sea for sea in waters if frozenset((one, other, sea)) in painted.meetings]
            if not along:
                continue
        for start, end in _fleet_ends(draft, one, other):
            both_ways(draft, FLEET.letter, start, end, at)


def both_ways(draft: DraftVariant, kind: str, one: str, other: str, at: tuple[str, int]) -> None:
    """Add a way there and back."""
    draft.border(kind, one, other, at)
    draft.border(kind, other, one, at)


def _fleet_ends(draft: DraftVariant, one: str, other: str) -> Iterator[tuple[str, str]]:
    """The places from and to which fleets go: of a province with coasts the nearest one."""
    ends = [_nearest(draft, here, there) for here, there in ((one, other), (other, one))]
    yield ends[0], ends[1]


def _nearest(draft: DraftVariant, word: str, towards: str) -> str:
    coasts = [*draft.places[word].coasts.values()]
    if not coasts:
        return word
    x, y = draft.spots[towards]

    def distance(coast: str) -> int:
        at = draft.spots[coast]
        return (at[0] - x) ** 2 + (at[1] - y) ** 2

    chosen = min(coasts, key=distance)
    what = f"fleets go between {towards} and {chosen}, its nearest coast"
    draft.warn("guessed", what, "see its other coasts", draft.places[word].at)
    return chosen
