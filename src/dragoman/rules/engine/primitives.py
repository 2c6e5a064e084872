"""Sets of units, and columns written a stretch at a time: what compiled code does in its own way.

Unit ``n`` is in a set if bit ``n`` of its number, the mask, is on. In plain Python numbers are as
long as they need to be. Compiled code has these functions from ``batch.machine_masks``. What it
compiles builds sets of ``EMPTY`` and ``only``, joins and compares them by ``|``, ``&``, ``^``,
``~``, ``==`` and ``!=``, and does nothing else with them.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Final, TypeAlias

# Sets of units

Mask: TypeAlias = int

EMPTY: Final[Mask] = 0


def only(unit: int) -> Mask:
    """The set of this unit alone."""
    return 1 << unit


size = int.bit_count
"""How many units there are in a set."""


def first(mask: Mask) -> int:
    """The unit with the lowest number in the set, which is not empty."""
    return (mask & -mask).bit_length() - 1


def members(mask: Mask) -> list[int]:
    """The units in the set by their numbers; not for compiled code."""
    found: list[int] = []
    while mask != EMPTY:
        found.append(first(mask))
        mask &= mask - 1
    return found


# Columns
#
# In plain Python a stretch is one step. Compiled it is the loop that it is short for (see
# ``batch.arrays``), so each is a statement of its own.


def fill(cells: MutableSequence[int], count: int, number: int) -> None:
    """Write a number, or a set, into each of the first so many cells."""
    cells[:count] = [number] * count


def copy_cells(source: MutableSequence[int], count: int, cells: MutableSequence[int]) -> None:
    """Write the first so many numbers of one column into another."""
    cells[:count] = source[:count]
