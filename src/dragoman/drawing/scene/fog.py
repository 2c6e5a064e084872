"""Fog over the provinces that whoever looks at a picture does not see."""

from __future__ import annotations

from typing import Final

from dragoman.drawing.geometry import Point
from dragoman.drawing.scene.contents import Options, Scene

_BANKS: Final = "M3,6q6,-4 12,0t12,0M17,18q6,-4 12,0t12,0M-11,18q6,-4 12,0"
"""Banks of mist, on a tile of 28 by 24."""
_GREY: Final = "#66707f"
"""Seen on light ground and on dark."""


def in_fog(scene: Scene) -> bool:
    """True if something in a scene is hidden: what a power has is counted by nobody then."""
    return any(place.is_hidden for place in scene.provinces)


def drawn_fog(scene: Scene) -> str:
    """The fog on the ground of a scene: over each hidden province a tint and banks of mist; nothing
    where all is seen. It has its looks about it, as a page's base map is the same in any game."""
    prefix = scene.options.prefix
    hidden = [
        place.key
        for place in scene.provinces
        if place.is_hidden and scene.geometry.shapes[place.key].rings
    ]
    if not hidden:
        return ""
    shapes = "".join(f'<use href="#{prefix}shape-{key}"/>' for key in hidden)
    return (
        f'<g class="fog" pointer-events="none" fill="url(#{prefix}fog)" stroke="none">'
        f"<defs>{_pattern(scene)}</defs>{shapes}</g>"
    )


def fog_sample(at: Point, font: float, options: Options) -> str:
    """The fog as it is seen on the map, for the legend."""
    x, y = at
    return (
        f'<rect x="{x - font:.1f}" y="{y - font * 0.65:.1f}" width="{font * 2:.1f}" '
        f'height="{font * 1.3:.1f}" fill="url(#{options.prefix}fog)"/>'
    )


def _pattern(scene: Scene) -> str:
    options, step = scene.options, scene.geometry.width / 1000
    tint = (
        "" if options.mono else f'<rect width="28" height="24" fill="{_GREY}" fill-opacity=".4"/>'
    )
    ink, opacity = ("#777", 1) if options.mono else ("#fff", 0.22)
    return (
        f'<pattern id="{options.prefix}fog" width="28" height="24" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({step:.3f})">{tint}<path d="{_BANKS}" fill="none" '
        f'stroke="{ink}" stroke-opacity="{opacity}" stroke-width="1.2"/></pattern>'
    )
