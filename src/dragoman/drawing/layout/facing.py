"""The direction in which a map faces that is laid out from its borders.

Who borders on whom does not say where north is, nor which way round a map is. What people call
places often does: ``North Sea`` is in the north more often than not, ``West Reach`` in the west.
"""

from __future__ import annotations

import cmath
import math
import re
from collections.abc import Iterator, Mapping

from dragoman.board import Board
from dragoman.game.variant import LayoutHints
from dragoman.quick_dataclass import dataclass

_SIDES = (
    ("north", 1j),
    ("nord", 1j),
    ("n\u00f6rd", 1j),
    ("south", -1j),
    ("s\u00fcd", -1j),
    ("east", 1),
    ("\u00f6st", 1),
    ("ost", 1),
    ("west", -1),
)
"""The beginnings of words that name a side, in English and German; up is north, in numbers i."""
_ENDINGS = re.compile(r"(ern|erly|lich(e[rsnm]?)?|er|en|e)?")
_WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Facing:
    """By how much a drawing is to be turned, in radians clockwise, and whether it is to be the
    other way round before that."""

    turn: float
    is_mirrored: bool


def facing(board: Board, hints: LayoutHints, places: Mapping[str, complex]) -> Facing:
    """The rotation that a drawing needs. ``places`` are the middles of its provinces from the
    middle of the map, with up as i."""
    wanted: dict[str, complex] = {}
    if hints.north in places:
        wanted = {hints.north: 1j}
    else:
        for key in places:
            if side := side_of(board.provinces[key].name):
                wanted[key] = side
    besides = math.radians(hints.rotate)
    # The turn that brings places nearest to where they are wanted, and how near it brings them.
    plain = sum((side * places[key].conjugate() for key, side in wanted.items()), 0j)
    mirrored = sum((side * -places[key] for key, side in wanted.items()), 0j)
    # A drawing is mirrored left to right: a place at z is then at minus the conjugate of z.
    is_mirrored = hints.mirror
    if len(wanted) > 1 and abs(mirrored) > abs(plain) * 1.0001:
        is_mirrored = not is_mirrored
    best = mirrored if is_mirrored else plain
    turn = -cmath.phase(best) if abs(best) > 1e-9 else 0.0
    return Facing(turn + besides, is_mirrored)


def side_of(name: str) -> complex:
    """The side of a map that a name tells of; 0 for none."""
    total: complex = 0
    for word in _WORDS.findall(name.lower()):
        total += sum(_sides(word), 0j)
    return total / abs(total) if abs(total) > 0.5 else 0j


def _sides(word: str) -> Iterator[complex]:
    """The sides in a word: ``northwest`` has two, ``Northumberland`` none."""
    found: list[complex] = []
    while word:
        side = next((one for one in _SIDES if word.startswith(one[0])), None)
        if side is None:
            break
        found.append(side[1])
        word = word[len(side[0]) :]
    if _ENDINGS.fullmatch(word):
        yield from found
