"""A map so small that no unit can be told from another: each power's name and the number of its
centres, upon its provinces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from dragoman.drawing.embedded_type import width_of
from dragoman.drawing.geometry import Point, area_of
from dragoman.drawing.scene.city_marks import city_point
from dragoman.drawing.scene.contents import LegendEntry, Scene
from dragoman.drawing.scene.names import WANTED

_Box = tuple[float, float, float, float]


def drawn_powers(scene: Scene) -> str:
    """The names of the powers, the largest first, each upon its land where it covers no centre if
    there is such a place; where there is no room for one it is shorter."""
    font = WANTED * 1.1 * scene.geometry.width / scene.options.width
    taken: list[_Box] = []
    parts: list[str] = []
    for side in sorted(scene.powers, key=lambda side: -side.centers):
        spots = _spots(scene, side, font)
        for text in (f"{side.name} {side.centers}", f"{side.name[:3]} {side.centers}"):
            wide, high = font * (width_of(text) / 2 + 0.2), font * 0.6
            if free := [at for at in spots if _is_free(scene, at, wide, high, taken)]:
                faults = (_faults(scene, side, at, wide, high) for at in free)
                x, y = min(zip(faults, range(len(free)), free, strict=True))[2]
                taken.append((x - wide, y - high, x + wide, y + high))
                parts.append(
                    f'<text class="label land" x="{x:.1f}" y="{y + font * 0.35:.1f}" '
                    f'font-size="{font:.1f}" textLength="{wide * 2 - font * 0.4:.1f}" '
                    f'lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
                )
                break
    return "".join(parts)


def _spots(scene: Scene, side: LegendEntry, font: float) -> list[Point]:
    """The middles of a power's provinces and what is close to them, those in its middle first."""
    shapes = scene.geometry.shapes
    owned = [shapes[place.key] for place in scene.provinces if place.owner == side.key]
    if not owned or not side.centers:
        return []
    weights = [sum(abs(area_of(ring)) for ring in shape.rings) or 1.0 for shape in owned]
    x, y = (
        sum(w * shape.label[i] for w, shape in zip(weights, owned, strict=True)) / sum(weights)
        for i in (0, 1)
    )
    spots = sorted((shape.label for shape in owned), key=lambda at: math.dist(at, (x, y)))
    return [*spots, *_around(spots, font * 1.2)]


def _centers(scene: Scene) -> Iterator[Point]:
    shapes = scene.geometry.shapes
    for key in (place.key for place in scene.provinces if place.is_center):
        if (center := shapes[key].center) is not None:
            yield center
    for city in scene.cities:
        yield city_point(scene.geometry, city)


def _faults(scene: Scene, side: LegendEntry, at: Point, wide: float, high: float) -> float:
    """The number of centres that a name would cover, and more if its middle were elsewhere than on
    its power's land."""
    x, y = at
    shapes = scene.geometry.shapes
    is_at_home = any(
        shapes[place.key].holds(x, y)
        for place in scene.provinces
        if place.owner == side.key and shapes[place.key].rings
    )
    covered = sum(
        abs(cx - x) < wide + high * 0.7 and abs(cy - y) < high * 1.8 for cx, cy in _centers(scene)
    )
    return covered + _ABROAD * (not is_at_home)


_ABROAD = 2.5


def _around(spots: Sequence[Point], step: float) -> Iterator[Point]:
    for reach in (step, step * 2, step * 3):
        for x, y in spots:
            yield from ((x, y - reach), (x, y + reach), (x - reach, y), (x + reach, y))


def _is_free(scene: Scene, at: Point, wide: float, high: float, taken: Sequence[_Box]) -> bool:
    x, y = at
    sheet = scene.geometry
    if not (wide <= x <= sheet.width - wide and high <= y <= sheet.height - high):
        return False
    return all(
        x + wide < left or x - wide > right or y + high < top or y - high > bottom
        for left, top, right, bottom in taken
    )
