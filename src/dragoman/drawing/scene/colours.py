"""The colours of powers: their units, and the ground that they own by day and by night.

No two powers' units look alike, neither to the usual eye nor to one that sees some colours alike:
those of the standard game are 17 apart at least for each of them, by CIEDE2000, ten powers 14.
Where there are more than twelve, colours alone tell nobody: a letter stands at each unit, and of
three powers with grounds a little alike two have hatches. The grounds are gentle, so that units
stand out, names can be read on each, and the next power's begins at a border; stronger ones, 9.1
apart in the standard game, with hatches, are for eyes that see some colours alike.

A variant may choose colours for its powers; the others get those that are not like them.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from dragoman.board import Board
from dragoman.drawing.scene.schemes import DARK, LIGHT, contrast, mixed, parts_of
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

_COLOURS: Final = (
    ("#a81f24", "#d79e9b", "#c36d61", "#641c20"),
    ("#1f3a93", "#c3c7d5", "#7485bc", "#1c2f6b"),
    ("#7cc4ee", "#bcdcec", "#a0d4f3", "#344c5b"),
    ("#2e2e33", "#bfbcb7", "#bab7b2", "#1c1f23"),
    ("#1f8f6a", "#bbd7c6", "#4ba384", "#1c6e54"),
    ("#9a63c0", "#ceb4d8", "#c09ebc", "#5d4175"),
    ("#f0c02e", "#f5e7bd", "#f5d676", "#574b21"),
    ("#c0b0b0", "#ded6d6", "#f2efef", "#6e6869"),
    ("#d07020", "#e3b78a", "#dca367", "#9c5a23"),
    ("#c0e0a0", "#e6e5c6", "#d5e8bc", "#47533b"),
    ("#704060", "#b49bac", "#998091", "#463340"),
    ("#506050", "#b2b6a7", "#9da69d", "#343e34"),
    ("#809090", "#a9b4b4", "#8a9999", "#4f5a5b"),
    ("#f080c0", "#f5b5d2", "#f4a1d0", "#94557b"),
    ("#207090", "#a3c0c5", "#5b8fa4", "#134154"),
    ("#502010", "#b8a18d", "#9b7f73", "#31140a"),
    ("#f01060", "#f782ac", "#fbbad1", "#9d1b49"),
    ("#8090f0", "#a4ace6", "#959fe5", "#5b66a6"),
    ("#20c060", "#88d398", "#46cb7b", "#0f5b2e"),
    ("#7010f0", "#bb8df8", "#a66bf6", "#600ece"),
    ("#807050", "#e6e2dc", "#9b8e73", "#76684b"),
    ("#401050", "#b7a5bd", "#a598a9", "#130518"),
    ("#707080", "#a6a2a2", "#a9a8ae", "#5d5e6b"),
    ("#106020", "#ccd7c0", "#8aa575", "#223a27"),
    ("#e010a0", "#f088d0", "#e84eb9", "#c81190"),
    ("#a0a080", "#deded3", "#acaa8a", "#626253"),
    ("#a0b020", "#c4cc70", "#adba3d", "#525b1e"),
    ("#104030", "#bdcac6", "#728881", "#061812"),
    ("#1070f0", "#a5c9f9", "#94bcf0", "#1166d7"),
    ("#d0b080", "#e7d7ba", "#d7bd90", "#4d412f"),
    ("#906010", "#bd9f6c", "#af8b4b", "#593b0a"),
    ("#70f070", "#c3eaae", "#9ef59e", "#3a703e"),
    ("#e0c0e0", "#e5ccdb", "#e5cfcb", "#59515e"),
    ("#c07080", "#d8aba8", "#cb8c8f", "#724852"),
)
"""The colours of units, and of the ground of their power: gentle, strong, and by night. Each unit's
is as far from those before it as can be; grounds are far from those of the same dozen."""
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
        "AUTONOMOUS": "#b3aca0",
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
    night. Of so many powers that colours alone do not tell them, ``letter`` stands at its units,
    and its ground has the ``hatch`` of this number; 0 is none."""

    fill: str
    ink: str
    tint: str
    deep: str
    letter: str = ""
    hatch: int = 0


MOST: Final = 12
"""So many powers can be told by colours alone."""


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
    found = {key: _of_units(painted[key], apart) for key in board.powers}
    if len(found) <= MOST:
        return found
    known = [*_BY_FILL]
    return {
        key: replace(found[key], letter=power.letter, hatch=row // MOST)
        for number, (key, power) in enumerate(board.powers.items())
        for row in (known.index(painted[key]) if painted[key] in _BY_FILL else number,)
    }


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
