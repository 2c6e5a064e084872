"""The functions of ``bare_arrays`` and ``machine_masks`` in plain Python.

Numba's simulator of graphics cards runs the source by this: slowly, but where no card is.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from dragoman.rules.batch.bare_arrays import LANES
from dragoman.rules.batch.machine_masks import WORD, MaskFunctions
from dragoman.rules.engine import primitives

_ALL = (1 << WORD) - 1


class SimulatedAddress:
    """An array whose numbers do not overflow when Python reckons with them."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getitem__(self, place: int) -> int:
        return int(self.array[place])

    def __setitem__(self, place: int, number: int) -> None:
        self.array[place] = number


def bare(array: Any) -> SimulatedAddress:
    """The address of an array's numbers."""
    return SimulatedAddress(array)


def lane(array: Any, turn: int) -> SimulatedAddress:
    """The address of the numbers of one turn in an array of tiles, cells and lanes."""
    return SimulatedAddress(array[turn // LANES, :, turn % LANES])


def part(numbers: SimulatedAddress, begin: int) -> SimulatedAddress:
    """The address of those from a place on."""
    return SimulatedAddress(numbers.array[begin:])


def size(mask: int) -> int:
    """The number of units in a set, which is below zero if the last unit of its word is in it."""
    return primitives.size(mask & _ALL) if mask < 0 else primitives.size(mask)


def first(mask: int) -> int:
    """The unit with the lowest number in a set that is not empty."""
    return primitives.first(mask)


@cache
def mask_functions(words: int) -> MaskFunctions:
    """The functions for masks of so many words. One of a single word is a number as it lies in the
    array."""

    def only(unit: int) -> int:
        return _signed(1 << unit) if words == 1 else 1 << unit

    def load(array: Any, place: int) -> int:
        if words == 1:
            return array[place]
        return sum((array[place + word] & _ALL) << WORD * word for word in range(words))

    def store(array: Any, place: int, units: int) -> None:
        for word in range(words):
            array[place + word] = _signed(units >> WORD * word & _ALL)

    return MaskFunctions(lambda: primitives.EMPTY, only, load, store)


def _signed(word: int) -> int:
    """The bits of a word as a number with a sign."""
    return word - (1 << WORD) if word >> (WORD - 1) else word
