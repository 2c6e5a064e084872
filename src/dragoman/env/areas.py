"""The areas of an observation: the locations of a board in some sequence.

``board_areas`` is the sequence of the board. ``deepmind_areas`` is that of DeepMind's observations,
made by its rule (google-deepmind/diplomacy, ``environment/province_order.py``): provinces inland,
at sea and on coasts, without a centre before those with one, by DAIDE's abbreviations; last those
with several coasts, each before its coasts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.board import Board
from dragoman.errors import DragomanError
from dragoman.values import FrozenMap

DAIDE_TAGS: Final[Mapping[str, str]] = FrozenMap({"ENG": "ECH", "LYO": "GOL", "BOT": "GOB"})
"""Where DAIDE's abbreviations of the standard map are not the hobby's."""
AREAS_OF_DEEPMIND: Final = 81
_POWERS: Final = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
LAND, SEA, COAST = range(3)
"""The kinds of terrain, by their channels: any area that an army can occupy, water, and a coast of
a province with several."""


def board_areas(board: Board) -> tuple[str, ...]:
    """All locations, in the sequence of the board."""
    return tuple(board.locations)


def deepmind_provinces(board: Board) -> tuple[str, ...]:
    """The provinces in DeepMind's sequence: the place of each is its number there.

    Raises:
        DragomanError: if the board is not the standard map.
    """
    used = [province for province in board.provinces if any(_reached(board, province))]
    coasts = {province: _coasts(board, province) for province in used}

    def place(province: str) -> tuple[int, bool, str]:
        fleets, armies = province in board.stands["F"], province in board.stands["A"]
        is_center = province in board.centers
        tag = DAIDE_TAGS.get(province, province)
        if coasts[province]:
            return 3, False, tag
        if armies and not fleets:
            return 0, is_center, tag
        return (2, is_center, tag) if armies else (1, is_center, tag)

    if (
        set(board.kinds) != {"A", "F"}
        or tuple(board.powers) != _POWERS
        or len(used) + sum(map(len, coasts.values())) != AREAS_OF_DEEPMIND
    ):
        raise DragomanError("only the standard map, with its seven powers, has DeepMind's areas")
    return tuple(sorted(used, key=place))


def deepmind_areas(board: Board) -> tuple[str, ...]:
    """The 81 areas in DeepMind's sequence.

    Raises:
        DragomanError: if the board is not the standard map.
    """
    found: list[str] = []
    for province in deepmind_provinces(board):
        found += [province, *_coasts(board, province)]
    return tuple(found)


def _reached(board: Board, province: str) -> Sequence[str]:
    """The locations of a province that a unit can stand in."""
    places = [province, *_coasts(board, province)]
    return [place for place in places if any(place in board.stands[kind] for kind in board.kinds)]


def _coasts(board: Board, province: str) -> list[str]:
    return [
        place for place, of in board.province_of.items() if of == province and place != province
    ]


def terrain_of(board: Board, location: str) -> int:
    """The kind of terrain of a location."""
    if board.province_of[location] != location:
        return COAST
    stands = [kind for kind in board.kinds if location in board.stands[kind]]
    has_coasts = bool(_coasts(board, location))
    return SEA if stands and not has_coasts and set(stands) <= {"F"} else LAND
