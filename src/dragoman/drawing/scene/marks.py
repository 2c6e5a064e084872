"""The marks on the map: units of every kind, supply centres, and what happened to them.

The shape shows the kind of a unit, its colour the power: an army is a field gun on a counter, a
fleet a ship under sail. In black and white, and where there are very many powers, a letter at the
shape says the power. Old boards have discs and hulls with letters on them instead
(``Options.letters``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Final

from dragoman.board import UnitKind
from dragoman.drawing.geometry import Point
from dragoman.drawing.scene.contents import Options
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True)
class _Shape:
    """The shape of a kind of unit, 100 units large, and what is drawn on it."""

    body: str
    device: str = ""


_SHAPES: Final = {
    "A": _Shape(
        '<rect x="-48" y="-48" width="96" height="96" rx="14"/>',
        # A barrel on a wheel, and the trail that it stands on.
        '<path d="M-22,-5L27,-35L33,-26L38,-29L42,-16L-12,14Z"/>'
        '<path d="M-9,4L-40,29L-34,37L0,17Z"/>'
        '<path d="M-1,-6a22,22 0 1 0 .01,0ZM-1,3a13,13 0 1 1 -.01,0Z" fill-rule="evenodd"/>'
        '<circle cx="-1" cy="16" r="5.5"/>',
    ),
    "F": _Shape(
        # Topsail and mainsail, full of wind, and the hull with its stern at the left.
        '<path d="M-14,-53H13Q23,-41 14,-27H-14Q-5,-40 -14,-53ZM-26,-21H23Q34,-6 25,11H-26Q-13,-5 '
        '-26,-21ZM-53,1H-41V17H40L54,7Q51,31 37,44H-35Q-50,32 -53,1Z"/>',
        '<path d="M-44,25H44Q42,31 39,34H-39Q-42,30 -44,25Z"/>',
    ),
    "G": _Shape(
        '<path d="M-44,48L-37,-12V-52H-20V-37H-9V-52H9V-37H20V-52H37V-12L44,48Z"/>',
        '<path d="M-14,48V16A14,14 0 0 1 14,16V48Z"/>',
    ),
}
_OTHER_SHAPES: Final = (
    _Shape('<path d="M0,-52L52,0L0,52L-52,0Z"/>', '<path d="M-26,-7H26V7H-26Z"/>'),
    _Shape(
        '<path d="M-50,0L-25,-44H25L50,0L25,44H-25Z"/>',
        '<circle r="15"/>',
    ),
    _Shape('<path d="M0,-54L54,42H-54Z"/>', '<path d="M-20,28L0,-10L20,28Z"/>'),
    _Shape('<circle r="48"/>', '<path d="M-7,-26H7V-7H26V7H7V26H-7V7H-26V-7H-7Z"/>'),
)
_LETTERED: Final = {
    "A": _Shape('<circle r="48"/>'),
    "F": _Shape(
        '<path d="M-54,-25H54Q49,27 17,36H-17Q-49,27 -54,-25Z"/>'
        '<path class="trim" d="M-54,-25H54L51,-12H-51Z"/>'
    ),
    "G": _Shape(_SHAPES["G"].body),
}
"""The shapes that letters are put on."""
_LETTER_AT: Final = {"F": 20.0, "A": 15.0, "G": 24.0}


def shapes(kinds: Iterable[UnitKind], options: Options) -> str:
    """The definitions of the shapes of these kinds of unit, 100 units large."""
    known = _LETTERED if options.letters else _SHAPES
    found: list[str] = []
    others = 0
    for kind in kinds:
        shape = known.get(kind.letter)
        if shape is None:
            shape = _OTHER_SHAPES[others % len(_OTHER_SHAPES)]
            others += 1
        found.append(f'<g id="{options.prefix}{_mark(kind.letter)}">{shape.body}</g>')
        if not options.letters:
            device = f"{options.prefix}{_device(kind.letter)}"
            found.append(f'<g id="{device}">{shape.device}</g>')
    return "".join(found)


def _mark(kind: str) -> str:
    return f"mark-{escape(kind) or 'unit'}"


def _device(kind: str) -> str:
    return f"device-{escape(kind) or 'unit'}"


def unit_mark(kind: str, letter: str, at: Point, size: float, options: Options) -> str:
    """A unit's shape, ``size`` across; with the letter of its power, if there is one, on it or at
    its corner."""
    mark = f"#{options.prefix}{_mark(kind)}"
    if options.letters:
        told = _letters_on(kind, letter)
    else:
        told = f'<use href="#{options.prefix}{_device(kind)}" class="device"/>'
        told += _tag(letter) if letter else ""
    return (
        f'<g transform="translate({at[0]:.1f},{at[1]:.1f}) scale({size / 100:.3f})">'
        f'<use href="{mark}" class="casing"/><use href="{mark}" class="body"/>{told}</g>'
    )


def dot(at: Point, size: float) -> str:
    """A unit where there is no room for its shape."""
    circle = f'cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{size / 2:.1f}"'
    return f'<g class="small"><circle class="casing" {circle}/><circle class="body" {circle}/></g>'


def _letters_on(kind: str, letter: str) -> str:
    """The letter of a power on a unit, and that of its kind where its shape does not tell it."""
    shown = letter if kind in _LETTERED else f"{letter}{kind.lower()}"
    font = 46 if len(shown) == 1 else 34
    y = _LETTER_AT.get(kind, 17.0)
    return f'<text class="letter" y="{y:.0f}" font-size="{font}">{escape(shown)}</text>'


def _tag(letter: str) -> str:
    """The letter of a power at the lower right of its unit."""
    return (
        '<circle class="tag" cx="36" cy="34" r="25"/>'
        f'<text class="letter told" x="36" y="47" font-size="38">{escape(letter)}</text>'
    )


@dataclass(frozen=True)
class CenterMark:
    """A supply centre: ``owner`` and ``home`` are the letters of its owner and of the power whose
    home or core it is, ``begun`` that of one that has begun to make a core of it; empty for
    nobody's."""

    owner: str = ""
    home: str = ""
    begun: str = ""


def center_mark(center: CenterMark, at: Point, size: float, options: Options) -> str:
    """The mark of a supply centre: a star for a home centre or a core, whole or half, a ring for
    all others, empty where it is nobody's. In black and white they have letters, on old boards
    that of the owner alone."""
    x, y = at
    radius = size / 2
    coin = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    letter = center.owner
    if (center.home or center.begun) and not options.letters:
        radius, letter = size * _STAR, center.home or center.begun
        star = f'd="{_star(at, radius)}"'
        shape = f'<path class="casing" {star}/><path class="star" {star}/>'
        if not options.mono:
            return shape
        shape += half_star(at, size) if center.begun else ""
        radius *= 0.62
    elif letter and not (options.letters or options.mono):
        return (
            f'<circle class="casing" {coin}/><circle class="coin" {coin}/>'
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.42:.1f}"/>'
        )
    elif letter:
        shape = f'<circle class="coin" {coin}/>'
    else:
        return (
            f'<circle class="casing" {coin}/><circle class="coin" {coin}/>'
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.3:.1f}"/>'
        )
    return (
        f'{shape}<text class="letter" x="{x:.1f}" y="{y + radius * 0.55:.1f}" '
        f'font-size="{radius * 1.55:.1f}">{escape(letter)}</text>'
    )


def half_star(at: Point, size: float) -> str:
    """The left half of a star, for a core that somebody has begun to make."""
    radius = size * _STAR
    return f'<path class="star" d="M{at[0]:.1f},{at[1] - radius:.1f}{_beside_star(radius)}z"/>'


_STAR, _INNER = 0.8, 0.48
"""How far a star reaches, in sizes of a centre, and its inner corners, in parts of that."""


def _star(at: Point, radius: float) -> str:
    """A star of five points, whose middle is a little below that of its box."""
    return f"M{at[0]:.1f},{at[1] - radius:.1f}{_around_star(radius)}"


@lru_cache(64)
def _around_star(radius: float) -> str:
    """The outline of a star: one like the other from its top, so that many of them are sent in few
    bytes."""
    return f"l{_steps(radius, range(10))}z"


@lru_cache(64)
def _beside_star(radius: float) -> str:
    """The outline of its left half, from its top to its lowest corner."""
    return f"l{_steps(radius, range(10, 4, -1))}"


def _steps(radius: float, corners: Iterable[int]) -> str:
    """The way from corner to corner of a star, by their numbers clockwise from its top."""
    points = [
        (reach * math.cos(angle), reach * math.sin(angle))
        for i in corners
        for reach, angle in ((radius * (_INNER if i % 2 else 1.0), math.pi * (i / 5 - 0.5)),)
    ]
    return " ".join(f"{x - ox:.1f},{y - oy:.1f}" for (ox, oy), (x, y) in pairwise(points))


def burst(at: Point, size: float) -> str:
    """The jagged star behind a unit that is dislodged."""
    points: list[str] = []
    for i in range(24):
        reach = size * (0.82 if i % 2 == 0 else 0.66)
        angle = math.pi * i / 12
        points.append(
            f"{at[0] + reach * math.cos(angle):.1f},{at[1] + reach * math.sin(angle):.1f}"
        )
    return f'<polygon class="burst" points="{" ".join(points)}"/>'


def cross(at: Point, size: float) -> str:
    """The cross on what failed."""
    x, y, s = at[0], at[1], size * 0.09
    path = (
        f"M{x - s:.1f},{y - s:.1f}l{2 * s:.1f},{2 * s:.1f}m0,{-2 * s:.1f}l{-2 * s:.1f},{2 * s:.1f}"
    )
    return (
        f'<g class="cross"><circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.18:.1f}"/>'
        f'<path d="{path}"/></g>'
    )
