"""The colours of powers: their units, and the ground that they own by day and by night.

No two powers' units look alike, neither to the usual eye nor to one that sees some colours alike:
those of the standard game are 17 apart at least for each of them, by CIEDE2000, ten powers 14, and
34 powers 5.9, or 12.8 for the usual eye. The grounds are gentle, so that units stand out, names can
be read on each, and the next power's begins at a border; stronger ones, with hatches, are for eyes
that see some colours alike.

A variant may choose colours for its powers; the others get those that are not like them.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable, Mapping
from typing import Final

from dragoman.board import Board
from dragoman.drawing.scene.schemes import DARK, LIGHT, contrast, mixed, parts_of
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_COLOURS: Final = (
    ("#a81f24", "#d79e9b", "#cc817f", "#641c20"),
    ("#1f3a93", "#c3c7d5", "#a9b0cb", "#1c2f6b"),
    ("#7cc4ee", "#bcdcec", "#a6d4ed", "#344c5b"),
    ("#2e2e33", "#bfbcb7", "#bbb8b3", "#1c1f23"),
    ("#1f8f6a", "#bbd7c6", "#68b196", "#1c6e54"),
    ("#9a63c0", "#ceb4d8", "#b68ecd", "#5d4175"),
    ("#f0c02e", "#f5e7bd", "#f4e1a6", "#574b21"),
    ("#c0b0b0", "#e6dcd4", "#ded4d0", "#6e6869"),
    ("#d07020", "#e9bd94", "#e2a977", "#713c12"),
    ("#c0e0a0", "#e2ecca", "#d8eac0", "#4f5d49"),
    ("#704060", "#a88896", "#a58697", "#4d3145"),
    ("#506050", "#8a9384", "#a9afa3", "#343e37"),
    ("#809090", "#a2aca9", "#94a19f", "#465051"),
    ("#f080c0", "#f18ec5", "#f291c7", "#94557b"),
    ("#207090", "#7ca8b5", "#6299ad", "#1f6b89"),
    ("#502010", "#cbb9ac", "#b0998d", "#291b18"),
    ("#f01060", "#f682a4", "#f7aec2", "#a8134a"),
    ("#8090f0", "#9ba6ee", "#96a3f0", "#5965a4"),
    ("#20c060", "#3ac670", "#62d18b", "#195233"),
    ("#7010f0", "#ad75ec", "#ad76f0", "#6811dd"),
    ("#807050", "#9e9074", "#9b8e73", "#76684b"),
    ("#401050", "#bfacb7", "#b4a0b3", "#3d114d"),
    ("#707080", "#9f9da3", "#9a99a2", "#5a5b68"),
    ("#106020", "#81a880", "#98b899", "#133a1e"),
    ("#e010a0", "#f3b5d4", "#ea64bd", "#c81190"),
    ("#a0a080", "#d3d0ba", "#d1d0bc", "#515347"),
    ("#a0b020", "#abb838", "#abb939", "#515a1e"),
    ("#104030", "#bec6b8", "#81988c", "#132924"),
    ("#1070f0", "#98bdeb", "#94bcf0", "#1166d7"),
    ("#d0b080", "#e4d0b0", "#dac19b", "#554c3e"),
    ("#906010", "#ae8a4c", "#ae8b4f", "#513c16"),
    ("#70f070", "#81f17e", "#78f078", "#346239"),
    ("#e0c0e0", "#e4c8e1", "#e5cbe3", "#5a525f"),
    ("#c07080", "#c8838f", "#daacb1", "#88535f"),
)
"""The colours of units, and of the ground of their power: gentle, strong, and by night. Each is as
far from those before it as can be."""
_BY_FILL: Final = {colours[0]: colours for colours in _COLOURS}
STANDARD: Final = FrozenMap(
    {
        "AUSTRIA": "#a81f24",
        "ENGLAND": "#1f3a93",
        "FRANCE": "#7cc4ee",
        "GERMANY": "#2e2e33",
        "ITALY": "#1f8f6a",
        "RUSSIA": "#9a63c0",
        "TURKEY": "#f0c02e",
    }
)
"""The colours of the standard game's units."""
_INK: Final = "#1c1a17"
_NONE_CHOSEN: Final = FrozenMap[str, str]()
_READABLE: Final = 4.6
"""The contrast of names on each ground, at least."""
_WHITE_SEEN: Final = 3.4
"""The contrast of white on a unit from which on it is drawn on in white."""


@dataclass(frozen=True)
class Colour:
    """The colours of a power: its units, the ink on them, and the ground it owns, by day and by
    night."""

    fill: str
    ink: str
    tint: str
    deep: str


def colours(
    board: Board,
    apart: bool = False,
    chosen: Mapping[str, str] = _NONE_CHOSEN,
    palette: Mapping[str, str] = STANDARD,
) -> dict[str, Colour]:
    """A colour for each power of a board; those of the palette keep theirs. ``chosen`` are
    what units of some powers are painted with. ``apart`` has stronger grounds, and none of what was
    chosen, for eyes that see some colours alike."""
    picked = {key: fill for key, fill in chosen.items() if key in board.powers and not apart}
    painted = picked | {
        key: fill
        for key, fill in palette.items()
        if key in board.powers and key not in picked and not _is_like(fill, picked.values())
    }
    free = (
        fill
        for fill in _BY_FILL
        if fill not in painted.values() and not _is_like(fill, picked.values())
    )
    invented = (_invented(number) for number in range(len(board.powers)))
    for key in board.powers:
        if key not in painted:
            painted[key] = next(free, None) or next(invented)
    return {key: _of_units(painted[key], apart) for key in board.powers}


def _of_units(fill: str, apart: bool) -> Colour:
    """The colour of a power whose units are painted with this."""
    ink = "#ffffff" if contrast("#ffffff", fill) > _WHITE_SEEN else _INK
    if fill in _BY_FILL:
        _, gentle, strong, deep = _BY_FILL[fill]
        return Colour(fill, ink, strong if apart else gentle, deep)
    tint = _ground(fill, LIGHT.paper, 0.7 if apart else 0.4, LIGHT.name)
    return Colour(fill, ink, tint, _ground(fill, _NIGHT, 0.5, DARK.name))


_NIGHT: Final = "#15191c"


def _ground(fill: str, base: str, share: float, name: str) -> str:
    """A ground with so much of a power's colour, or as much as lets names be read on it."""
    ground = mixed(fill, base, share)
    while contrast(ground, name) < _READABLE:
        share -= 0.02
        ground = mixed(fill, base, share)
    return ground


def _is_like(fill: str, painted: Iterable[str]) -> bool:
    """True if a colour could be taken for one of others."""
    return any(_distance(fill, other) < _LIKE for other in painted)


def _distance(one: str, other: str) -> float:
    """The distance of colours: red, green and blue as the eye weighs them, more or less."""
    (r, g, b), (red, green, blue) = parts_of(one), parts_of(other)
    mean = (r + red) / 512
    weighed = (2 + mean) * (r - red) ** 2 + 4 * (g - green) ** 2 + (3 - mean) * (b - blue) ** 2
    return math.sqrt(weighed)


_LIKE = 90.0


def _invented(number: int) -> str:
    """One more colour: round the circle in steps that never come back to the same place."""
    lightness = (0.62, 0.38, 0.5)[number % 3]
    red, green, blue = colorsys.hls_to_rgb((number * 0.618034) % 1, lightness, 0.55)
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))
