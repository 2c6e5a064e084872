"""The ground beyond the edges of a map, for a window that is wider or higher: the sea, and land
where the map ends in the midst of it, which goes on a little and fades away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dragoman.drawing.geometry import Geometry, Ring
from dragoman.drawing.scene.contents import Scene
from dragoman.quick_dataclass import dataclass

_WITHIN: Final = 2.0
"""So far within its edge, in its own units, the map is covered."""
_COVER: Final = 9
"""The sea goes on for so many times the size of the map."""
_REACH: Final = 0.13
"""The way on which land fades, as a part of the map's width."""
_SHELF: Final = 0.2
"""The shallow water along a coast, in sizes of a unit."""


@dataclass(frozen=True)
class _Side:
    """A side of the map: whether it is upright, where it is, how long it is, and how what is drawn
    at the left of a map is turned so as to lie there."""

    is_upright: bool
    at: float
    length: float
    turn: str


def drawn_beyond(scene: Scene) -> str:
    """The ground around a map. Around a designer's own picture there is nothing but the sea."""
    sheet = scene.geometry
    (width, height), sides = (sheet.width, sheet.height), 2 * _COVER + 1
    around = (
        f"M{-_COVER * width:.0f},{-_COVER * height:.0f}h{sides * width:.0f}v{sides * height:.0f}"
        f"h{-sides * width:.0f}zM{_WITHIN:g},{_WITHIN:g}h{width - 2 * _WITHIN:.1f}"
        f"v{height - 2 * _WITHIN:.1f}h{2 * _WITHIN - width:.1f}z"
    )
    sea = f'<path class="beyond province water" fill-rule="evenodd" d="{around}"/>'
    return sea if scene.backdrop else sea + "".join(_lands(scene))


def _lands(scene: Scene) -> Iterator[str]:
    """The land beyond all sides, over the shallow water along it."""
    sheet = scene.geometry
    reach, shelf = sheet.width * _REACH, (sheet.least_size or sheet.unit_size) * _SHELF
    lands = [place.key for place in scene.provinces if not place.terrain.is_water]
    rings = [*(ring for key in lands for ring in sheet.shapes[key].rings), *sheet.outside]
    stretches = [
        (side, low, high) for side in _sides(sheet) for low, high in _stretches(rings, side)
    ]
    if not stretches:
        return
    looks = (("far-shelf", shelf), ("far-land", 0.0))
    yield "<defs>"
    for name, _ in looks:
        yield (
            f'<linearGradient id="{scene.options.prefix}{name}" gradientUnits="userSpaceOnUse" '
            f'x1="0" x2="{-reach:.1f}"><stop class="{name}"/>'
            f'<stop class="{name}" offset="1" stop-opacity="0"/></linearGradient>'
        )
    yield '</defs><g class="beyond lands">'
    for name, more in looks:
        for side, low, high in stretches:
            # Round a corner it goes on from one side to the other.
            first, last = (reach if low <= 0 else 0), (reach if high >= side.length else 0)
            yield (
                f'<path class="{name}" transform="{side.turn}" d="M{_WITHIN:g},{low - more:.1f}'
                f"V{high + more:.1f}L{-reach:.1f},{high + more + last:.1f}"
                f'V{low - more - first:.1f}z"/>'
            )
    for side, low, high in stretches:
        line = f"M{_WITHIN:g},{low:.1f}V{high:.1f}"
        yield f'<path class="far-border" transform="{side.turn}" d="{line}"/>'
    yield "</g>"


def _sides(sheet: Geometry) -> Sequence[_Side]:
    width, height = sheet.width, sheet.height
    return (
        _Side(True, _WITHIN, height, "scale(1)"),
        _Side(True, width - _WITHIN, height, f"matrix(-1 0 0 1 {width:.1f} 0)"),
        _Side(False, _WITHIN, width, "matrix(0 1 1 0 0 0)"),
        _Side(False, height - _WITHIN, width, f"matrix(0 -1 1 0 0 {height:.1f})"),
    )


def _stretches(rings: Sequence[Ring], side: _Side) -> Iterator[tuple[float, float]]:
    """The stretches of a side along which there is land: where provinces touch, theirs are one."""
    found: list[tuple[float, float]] = []
    for ring in rings:
        points = ring if side.is_upright else [(y, x) for x, y in ring]
        cuts = sorted(
            along + (end - along) * (side.at - a) / (b - a)
            for (a, along), (b, end) in zip(points, (*points[1:], points[0]), strict=True)
            if (a > side.at) != (b > side.at)
        )
        found += zip(cuts[::2], cuts[1::2], strict=False)
    joined: list[tuple[float, float]] = []
    for low, high in sorted(found):
        if joined and low <= joined[-1][1] + 2 * _WITHIN:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    last = side.length - 2 * _WITHIN
    for low, high in joined:
        if high - low > _WITHIN:
            yield (low if low > 2 * _WITHIN else 0.0, high if high < last else side.length)
