"""The marks on the map: units of every kind, supply centres, and what happened to them.

The shape shows the kind of a unit, the colour and the letter on it its power.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

from dragoman.board import UnitKind
from dragoman.drawing.geometry import Point

_SHAPES = {
    "A": '<circle r="44"/>',
    "F": '<path d="M-58,-26H58Q52,28 18,38H-18Q-52,28 -58,-26Z"/>'
    '<path class="trim" d="M-58,-26H58L55,-12H-55Z"/>',
    "G": '<path d="M-44,44V-44H-24V-30H-10V-44H10V-30H24V-44H44V44Z"/>',
}
_OTHER_SHAPES = (
    '<path d="M0,-52L52,0L0,52L-52,0Z"/>',
    '<path d="M-50,0L-25,-44H25L50,0L25,44H-25Z"/>',
    '<path d="M0,-54L54,42H-54Z"/>',
    '<path d="M-42,-42H42V42H-42Z"/>',
)
_LETTER_AT = {"F": 20.0, "A": 15.0, "G": 24.0}


def shapes(kinds: Iterable[UnitKind], prefix: str) -> str:
    """The definitions of the shapes of these kinds of unit, 100 units large."""
    found: list[str] = []
    others = 0
    for kind in kinds:
        shape = _SHAPES.get(kind.letter)
        if shape is None:
            shape = _OTHER_SHAPES[others % len(_OTHER_SHAPES)]
            others += 1
        found.append(f'<g id="{mark_id(kind.letter, prefix)}">{shape}</g>')
    return "".join(found)


def mark_id(kind: str, prefix: str) -> str:
    """The id of the shape of a kind of unit."""
    return f"{prefix}mark-{escape(kind) or 'unit'}"


def unit_mark(kind: str, letter: str, at: Point, size: float, prefix: str) -> str:
    """A unit's shape with its power's letter, ``size`` across."""
    scale = size / 100
    y = _LETTER_AT.get(kind, 17.0)
    shown = letter if kind in _SHAPES else f"{letter}{kind.lower()}"
    font = 46 if len(shown) == 1 else 34
    return (
        f'<g transform="translate({at[0]:.1f},{at[1]:.1f}) scale({scale:.3f})">'
        f'<use href="#{mark_id(kind, prefix)}" class="casing"/>'
        f'<use href="#{mark_id(kind, prefix)}" class="body"/>'
        f'<text class="letter" y="{y:.0f}" font-size="{font}">{escape(shown)}</text></g>'
    )


def center_mark(letter: str, at: Point, size: float) -> str:
    """A supply centre: a coin with its owner's letter, an empty ring for nobody's."""
    x, y = at
    radius = size / 2
    if not letter:
        return (
            f'<circle class="coin" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.35:.1f}"/>'
        )
    return (
        f'<circle class="coin" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
        f'<text class="letter" x="{x:.1f}" y="{y + radius * 0.55:.1f}" '
        f'font-size="{radius * 1.55:.1f}">{escape(letter)}</text>'
    )


def burst(at: Point, size: float) -> str:
    """The jagged star behind a unit that is dislodged."""
    points: list[str] = []
    for i in range(24):
        reach = size * (0.78 if i % 2 == 0 else 0.6)
        angle = math.pi * i / 12
        points.append(
            f"{at[0] + reach * math.cos(angle):.1f},{at[1] + reach * math.sin(angle):.1f}"
        )
    return f'<polygon class="burst" points="{" ".join(points)}"/>'


def cross(at: Point, size: float) -> str:
    """The cross on what failed."""
    x, y, s = at[0], at[1], size * 0.13
    path = (
        f"M{x - s:.1f},{y - s:.1f}l{2 * s:.1f},{2 * s:.1f}m0,{-2 * s:.1f}l{-2 * s:.1f},{2 * s:.1f}"
    )
    return f'<path class="cross casing" d="{path}"/><path class="cross" d="{path}"/>'
