"""The boards of shipped variants that have a map, known by marks that tell which of them can be
another board: to load them all takes longer than to draw a map."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TypeAlias

from dragoman.board import Board
from dragoman.drawing.files.geometry_file import geometry_in
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.layout.other_maps import degrees, same_places
from dragoman.files import kept
from dragoman.formats import load_variant, shipped_folder, shipped_variants
from dragoman.formats.variants.loading import stamp_of_shipped
from dragoman.remembered import made_once

_Marks: TypeAlias = tuple[bytes, bytes, frozenset[str]]
"""A digest of the places and their neighbours, one of how many neighbours there are, and the keys
and names of all provinces."""


def same_board(board: Board) -> str | None:
    """The shipped variant with a map whose board has the same places and neighbours; None where
    there is none. Of several it is the usual one, whose map is drawn best, or else the first."""
    wanted = _places(board)
    return next((name for name, (places, _, _) in _known().items() if places == wanted), None)


def same_under_other_names(board: Board) -> tuple[str, Mapping[str, str]] | None:
    """The first shipped variant with a map that has this board under other names, and the location
    there that each of its locations is."""
    wanted = _digest(degrees(board))
    for name, (_, shape, _) in _known().items():
        if shape == wanted and (same := same_places(board, load_variant(name).board)):
            return name, same
    return None


def larger_board(board: Board) -> str | None:
    """The first shipped variant with a map that has every province of a board, by the same
    names; cities may be missing."""
    wanted = _names(board, of_cities=False)
    return next((name for name, (_, _, names) in _known().items() if wanted <= names), None)


@made_once
def _known() -> dict[str, _Marks]:
    """The marks of each, the usual variant first."""
    return kept("known-boards", stamp_of_shipped(), (), lambda: dict(_marks()))


def _marks() -> Iterator[tuple[str, _Marks]]:
    for name in sorted(shipped_variants(), key=lambda name: name != "standard"):
        if geometry_in(shipped_folder() / name) is not None:
            board = load_variant(name).board
            yield name, (_places(board), _digest(degrees(board)), _names(board, of_cities=True))


def _places(board: Board) -> bytes:
    joined = [(key, sorted(near)) for key, near in sorted(neighbours(board).items())]
    return _digest(sorted(board.locations), joined)


def _names(board: Board, of_cities: bool) -> frozenset[str]:
    provinces = [p for p in board.provinces.values() if of_cities or p.city_of is None]
    return frozenset(sys.intern(f"{p.key} {p.name}") for p in provinces)


def _digest(*values: object) -> bytes:
    return sha256(repr(values).encode()).digest()
