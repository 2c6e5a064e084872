"""A colour for each power, chosen so that people with colour blindness can tell them apart.

The first seven differ for normal sight and with each kind of colour blindness, mostly in how light
they are. From the eighth power on colours alone are not enough: there the letters on units and
centres tell, as they do in black and white.
"""

from __future__ import annotations

import colorsys

from dragoman.board import Board
from dragoman.quick_dataclass import dataclass

_USUAL = {
    "AUSTRIA": "#c4302b",
    "ENGLAND": "#27408b",
    "FRANCE": "#67b7e6",
    "GERMANY": "#4d4d4d",
    "ITALY": "#56b15f",
    "RUSSIA": "#f4f0f7",
    "TURKEY": "#f0c02c",
}
"""What boards of the standard game have used, or near it."""
_ITALIAN = {
    "AUSTRIA": "#f0c02c",
    "FLORENCE": "#c4302b",
    "FRANCE": "#67b7e6",
    "MILAN": "#56b15f",
    "NAPLES": "#e98a2e",
    "PAPACY": "#f4f0f7",
    "TURKEY": "#0f6e74",
    "VENICE": "#93316f",
    "AUTONOMOUS": "#a39d90",
}
"""The powers of Machiavelli, and those who obey nobody."""
_MORE = ("#8c5a2b", "#93316f", "#e98a2e", "#0f6e74", "#b8d46a", "#f3b7b0", "#a78bd0")
_PAPER = "#f3ead3"


@dataclass(frozen=True)
class Colour:
    """What a power is painted with: its units, the ink on them, and the ground it owns."""

    fill: str
    ink: str
    tint: str


def colours(board: Board) -> dict[str, Colour]:
    """A colour for each power of a board; those of the standard game keep theirs."""
    usual = _ITALIAN if "AUTONOMOUS" in board.powers else _USUAL
    taken = {key: usual[key] for key in board.powers if key in usual}
    free = [fill for fill in (*_USUAL.values(), *_MORE) if fill not in taken.values()]
    others = [key for key in board.powers if key not in taken]
    for number, key in enumerate(others):
        taken[key] = free[number] if number < len(free) else _invented(number - len(free))
    return {key: _colour(taken[key]) for key in board.powers}


def _invented(number: int) -> str:
    """One more colour: round the circle in steps that never come back to the same place."""
    lightness = (0.42, 0.68, 0.55)[number % 3]
    red, green, blue = colorsys.hls_to_rgb((number * 0.618034) % 1, lightness, 0.55)
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))


def _colour(fill: str) -> Colour:
    ink = "#ffffff" if _lightness(fill) < 0.45 else "#1c1a17"
    # A pale power would vanish on pale paper: its ground is mixed with less of the paper.
    share = 0.75 if _lightness(fill) > 0.85 else 0.5
    return Colour(fill, ink, mixed(fill, _PAPER, share))


def mixed(one: str, other: str, share: float) -> str:
    """So much of one colour with the rest of another."""
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def _lightness(colour: str) -> float:
    red, green, blue = _parts(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
