"""A colour for each power, and those of the ground.

No two grounds look alike, be they of powers, sea, of nobody or impassable, neither to the usual
eye nor to one that sees some colours alike: they are at least 10 apart for the one and 6 for the
others, by CIEDE2000. That holds for 34 powers; from the next one on letters on units and centres
have to tell, as they do in black and white. For up to ten powers there are others, which
those who see some colours alike tell apart twice as well; they are less pleasant to everybody else.

A variant may choose colours for its powers; the others get those that are not like them.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable, Mapping
from typing import Final

from dragoman.board import Board
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

SEA = "#c8e1ef"
NEUTRAL = "#f8efda"
"""Land that nobody owns."""
CLOSED = "#b9aa93"
"""Land that nobody enters."""
PAPER = "#fbf8f0"
"""The sheet around the map, and the core of an arrow that failed."""

_GROUNDS = {
    "#c4302b": "#df8b79",
    "#27408b": "#8b94c4",
    "#5ab4ee": "#93cffb",
    "#4d4d4d": "#959595",
    "#56b15f": "#a1d194",
    "#9c62c4": "#cbb0d9",
    "#f0c02c": "#efd06b",
    "#8c5a2b": "#ad895d",
    "#93316f": "#b977a6",
    "#e98a2e": "#ecac6c",
    "#0f6e74": "#73b5b0",
    "#b3d33c": "#e6f49a",
    "#ee93a0": "#fecfd7",
    "#a61e4d": "#d56487",
    "#a39d90": "#c5c8b5",
}
"""The colours of units, and of the ground of their power."""
_MORE_GROUNDS = (
    "#dfa1ba",
    "#8c9732",
    "#e02d04",
    "#98676d",
    "#2bb074",
    "#a94fb9",
    "#bca300",
    "#a367fd",
    "#8e6b98",
    "#707e5b",
    "#c8fe44",
    "#c8c60e",
    "#498a35",
    "#79a9fd",
    "#cc318b",
    "#499381",
    "#d2fcf9",
    "#1379ce",
    "#bec5b9",
    "#fb6edf",
)
"""Grounds as far from all of those; units get a deeper shade of them."""
_USUAL = {
    "AUSTRIA": "#c4302b",
    "ENGLAND": "#27408b",
    "FRANCE": "#5ab4ee",
    "GERMANY": "#4d4d4d",
    "ITALY": "#56b15f",
    "RUSSIA": "#9c62c4",
    "TURKEY": "#f0c02c",
}
"""The colours that boards of the standard game have used, or near it. Russia is not white: a white
arrow looks like one that failed."""
_APART = (
    "#c68153",
    "#6a93af",
    "#9bacb0",
    "#817665",
    "#5fd411",
    "#e089f5",
    "#daec93",
    "#98661b",
    "#a02bee",
    "#657081",
)
"""Grounds for eyes that see some colours alike: for each of them at least 12 apart from each other
and from the map."""
_MORE = ("#8c5a2b", "#93316f", "#e98a2e", "#0f6e74", "#b3d33c", "#ee93a0", "#a61e4d")
_DARK = "#1c1a17"
_NONE_CHOSEN: Final = FrozenMap[str, str]()


@dataclass(frozen=True)
class Palette:
    """The colours of the units of powers that are to be known again from map to map;
    ``apart`` are grounds for eyes that see some colours alike."""

    usual: Mapping[str, str]
    apart: Mapping[str, str]


STANDARD: Final = Palette(_USUAL, dict(zip(_USUAL, _APART, strict=False)))
"""The colours of the standard game's powers."""


@dataclass(frozen=True)
class Colour:
    """The colours of a power: its units, the ink on them, and the ground it owns."""

    fill: str
    ink: str
    tint: str


def colours(
    board: Board,
    apart: bool = False,
    chosen: Mapping[str, str] = _NONE_CHOSEN,
    palette: Palette = STANDARD,
) -> dict[str, Colour]:
    """A colour for each power of a board; those of the palette keep theirs. ``chosen`` are
    what units of some powers are painted with. ``apart`` is for eyes that see some colours alike,
    where there are ten powers at most: of more, letters tell."""
    if apart and len(board.powers) <= len(_APART):
        kept = {key: palette.apart[key] for key in board.powers if key in palette.apart}
        left = iter(ground for ground in _APART if ground not in kept.values())
        return {key: _colour(kept.get(key) or next(left)) for key in board.powers}
    picked = {key: _of_units(fill) for key, fill in chosen.items() if key in board.powers}
    known = {
        key: colour
        for key, fill in palette.usual.items()
        if key in board.powers and key not in picked
        if not _is_like((colour := _of_units(fill)).tint, picked.values())
    }
    painted = known | picked
    grounds = (*(_GROUNDS[fill] for fill in (*_USUAL.values(), *_MORE)), *_MORE_GROUNDS)
    taken = {colour.tint for colour in known.values()}
    free = [one for one in grounds if one not in taken and not _is_like(one, picked.values())]
    for number, key in enumerate([key for key in board.powers if key not in painted]):
        ground = free[number] if number < len(free) else _invented(number - len(free))
        painted[key] = _colour(ground)
    return {key: painted[key] for key in board.powers}


def _of_units(fill: str) -> Colour:
    """The colour of a power whose units are painted with this."""
    return _painted(fill, _GROUNDS.get(fill) or mixed(fill, "#ffffff", 0.6))


def _is_like(ground: str, painted: Iterable[Colour]) -> bool:
    """True if a ground could be taken for one of others."""
    return any(_distance(ground, colour.tint) < _LIKE for colour in painted)


def _distance(one: str, other: str) -> float:
    """The distance of colours: red, green and blue as the eye weighs them, more or less."""
    (r, g, b), (red, green, blue) = _parts(one), _parts(other)
    mean = (r + red) / 512
    weighed = (2 + mean) * (r - red) ** 2 + 4 * (g - green) ** 2 + (3 - mean) * (b - blue) ** 2
    return math.sqrt(weighed)


_LIKE = 60.0


def _invented(number: int) -> str:
    """One more ground: round the circle in steps that never come back to the same place."""
    lightness = (0.82, 0.62, 0.72)[number % 3]
    red, green, blue = colorsys.hls_to_rgb((number * 0.618034) % 1, lightness, 0.55)
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))


def _colour(ground: str) -> Colour:
    return _painted(_FILLS.get(ground) or mixed(ground, _DARK, 0.7), ground)


def _painted(fill: str, ground: str) -> Colour:
    ink = "#ffffff" if _lightness(fill) < 0.45 else _DARK
    return Colour(fill, ink, ground)


_FILLS = {ground: fill for fill, ground in _GROUNDS.items()}


def mixed(one: str, other: str, share: float) -> str:
    """So much of one colour with the rest of another."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def _lightness(colour: str) -> float:
    red, green, blue = _parts(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
