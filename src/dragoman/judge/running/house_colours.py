"""The operator's own colour for links and buttons, by day and by night: whether it can be read, and
which one near it could be."""

from __future__ import annotations

import re
from typing import Final, Literal

from dragoman.drawing.scene.schemes import contrast, mixed
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

READABLE: Final = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
GROUNDS: Final = FrozenMap(
    {"light": ("#f5f2ea", "#fffdf8", "#ebe5d6"), "dark": ("#14181c", "#1c2127", "#2b323a")}
)
"""The paper, the cards and the marks of pages. A test compares them with the style."""
_TINT: Final = FrozenMap({"light": 0.12, "dark": 0.16})
_ENDS: Final = FrozenMap({"light": "#000000", "dark": "#ffffff"})
_INKS: Final = ("#ffffff", "#0d1216")

Scheme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class HouseColour:
    """A colour with what is written on it, and the tint of what it marks."""

    accent: str
    ink: str
    tint: str


def house_colour(colour: str, scheme: Scheme) -> HouseColour:
    """A colour as pages use it."""
    accent = colour.lower()
    ink = max(_INKS, key=lambda one: contrast(one, accent))
    return HouseColour(accent, ink, mixed(accent, GROUNDS[scheme][1], _TINT[scheme]))


def least_contrast(colour: str, scheme: Scheme) -> float:
    """The least contrast that a colour has on a page: with all that it stands on, its
    own tint among it, and with what is written on it."""
    made = house_colour(colour, scheme)
    return min(contrast(made.accent, one) for one in (*GROUNDS[scheme], made.tint, made.ink))


def nearest_readable(colour: str, scheme: Scheme) -> str:
    """The colour itself where it can be read; else the first that can be, on the way to black by
    day and to white by night."""
    shades = (mixed(_ENDS[scheme], colour, step / 50) for step in range(51))
    return next(one for one in shades if least_contrast(one, scheme) >= READABLE)


def wrong_with(colour: str, scheme: Scheme) -> str:
    """A sentence on what is wrong with a colour, and which would do; empty where nothing is."""
    if not colour:
        return ""
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        return "it is # and six digits or letters a to f, as #1f5575"
    if (found := least_contrast(colour, scheme)) >= READABLE:
        return ""
    near = nearest_readable(colour, scheme)
    when = "by day" if scheme == "light" else "by night"
    return f"text in it has a contrast of {found:.1f} {when}, and needs {READABLE}: take {near}"
