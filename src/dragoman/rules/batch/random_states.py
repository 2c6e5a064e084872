"""States of random generators, from a seed: those that NumPy draws, whether it is installed or not.

A game that was played of a seed comes out the same in every install. The numbers are those of
``numpy.random.default_rng(seed).integers(least, 1 << 48, count)``: PCG64 (O'Neill 2014), seeded as
NumPy's ``SeedSequence`` does it, brought into the range by Lemire's method (2019).
"""

from __future__ import annotations

from typing import Final

from dragoman.errors import DragomanError
from dragoman.native.grid import Grid

_HALF, _WORD, _LONG = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_STEP: Final = 47026247687942121848144207491837523525
_POOL: Final = 4
_ABOVE: Final = 1 << 48


def random_states(count: int, seed: int, least: int = 1) -> Grid:
    """Numbers from 1, or what is the ``least``, to 2**48 - 1.

    Raises:
        DragomanError: if the seed is below zero.
    """
    if seed < 0:
        raise DragomanError(f"a seed is no number below zero: {seed}")
    found = Grid("i8", (count,))
    first = _seeded(seed)
    increment = ((first[2] << 64 | first[3]) << 1 | 1) & _LONG
    state = (increment + (first[0] << 64 | first[1])) * _STEP + increment & _LONG
    size = _ABOVE - least
    unfair = ((1 << 64) - size) % size
    for place in range(count):
        while True:
            state = state * _STEP + increment & _LONG
            mixed, turn = (state >> 64 ^ state) & _WORD, state >> 122
            wide = ((mixed >> turn | mixed << (-turn & 63)) & _WORD) * size
            if wide & _WORD >= unfair:
                break
        found.numbers[place] = least + (wide >> 64)
    return found


def _seeded(seed: int) -> list[int]:
    """Four words of 64 bits from a seed."""
    given = [seed >> shift & _HALF for shift in range(0, max(1, seed.bit_length()), 32)]
    constant = 0x43B0D7E5

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = constant * 0x931E8875 & _HALF
        value = value * constant & _HALF
        return value ^ value >> 16

    def mixed(one: int, other: int) -> int:
        found = (0xCA01F9DD * one - 0x4973F715 * other) & _HALF
        return found ^ found >> 16

    pool = [hashed(given[place] if place < len(given) else 0) for place in range(_POOL)]
    for source in range(_POOL):
        for place in range(_POOL):
            if place != source:
                pool[place] = mixed(pool[place], hashed(pool[source]))
    for more in given[_POOL:]:
        for place in range(_POOL):
            pool[place] = mixed(pool[place], hashed(more))
    constant, halves = 0x8B51F9DD, list[int]()
    for place in range(2 * _POOL):
        value = pool[place % _POOL] ^ constant
        constant = constant * 0x58F38DED & _HALF
        value = value * constant & _HALF
        halves.append(value ^ value >> 16)
    return [halves[2 * place] | halves[2 * place + 1] << 32 for place in range(_POOL)]
