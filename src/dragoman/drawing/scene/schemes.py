"""The colours of a map besides those of powers, by day and by night: both are drawn, neither is the
other one dimmed."""

from __future__ import annotations

from enum import Enum
from typing import Final

from dragoman.quick_dataclass import dataclass


class MapScheme(Enum):
    """The scheme of a picture."""

    LIGHT = "light"
    DARK = "dark"
    PAGE = "page"
    """That of the page it is a part of: it has both, by ``light-dark()``. Browsers alone know
    it."""


@dataclass(frozen=True)
class SchemeColours:
    """The colours of a scheme."""

    paper: str
    """The sheet around the map."""
    ink: str
    """What is written on it."""
    quiet: str
    frame: str
    sea: str
    sea_line: str
    shelf: str
    """The water along a coast."""
    coast: str
    free: str
    """Land that nobody owns."""
    border: str
    closed: str
    """Land that nobody enters."""
    closed_line: str
    river: str
    name: str
    """The names of lands, and the line around each."""
    halo: str
    water_name: str
    water_halo: str
    casing: str
    """The line around units, centres and orders."""
    rim: str
    """The line within that one."""
    nobody: str
    """The orders of whoever is no power of the board."""
    pale: str
    """That which a power's colour is mixed with where its order failed."""
    wrong: str
    rail: str
    gate: str
    bank: str
    deck: str
    walls: str
    """The walls of a city that nobody owns, and its badge."""
    badge: str
    stripe: str
    """The lines of the hatches on the ground of powers."""


LIGHT: Final = SchemeColours(
    paper="#fbf8f0",
    ink="#2b2620",
    quiet="#665e52",
    frame="#4a3f33",
    sea="#d3e3ea",
    sea_line="#9dbccc",
    shelf="#e8f2f6",
    coast="#4c6675",
    free="#f4ecd9",
    border="#a39476",
    closed="#cdc2ab",
    closed_line="#aa9b7e",
    river="#9dc3d6",
    name="#1d1915",
    halo="#fffaf0",
    water_name="#1f5372",
    water_halo="#e2eef3",
    casing="#ffffff",
    rim="#1b1a18",
    nobody="#8a8378",
    pale="#ffffff",
    wrong="#c81e1e",
    rail="#6b5d4a",
    gate="#2c5570",
    bank="#5d4c36",
    deck="#e5cf9f",
    walls="#d6c6a0",
    badge="#ffe9a8",
    stripe="#ffffff",
)
DARK: Final = SchemeColours(
    paper="#15191c",
    ink="#f2eee4",
    quiet="#b3ada0",
    frame="#5c6a73",
    sea="#10283c",
    sea_line="#2d4a5f",
    shelf="#1b3f59",
    coast="#8ba3b2",
    free="#4a4a44",
    border="#1f2120",
    closed="#2f302e",
    closed_line="#454640",
    river="#2b526b",
    name="#fbf6ea",
    halo="#191b1b",
    water_name="#a9cfe6",
    water_halo="#0d2132",
    casing="#f6f1e6",
    rim="#0c0d0e",
    nobody="#a39d90",
    pale="#b4b7b4",
    wrong="#d42a2a",
    rail="#b9ae9b",
    gate="#8fc0de",
    bank="#0c0d0e",
    deck="#c9b68c",
    walls="#8d8265",
    badge="#e3cf94",
    stripe="#0c0d0e",
)


def mixed(one: str, other: str, share: float) -> str:
    """So much of one colour with the rest of another."""
    parts = zip(parts_of(one), parts_of(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in parts_of(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def parts_of(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
