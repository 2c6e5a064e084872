"""Columns written a stretch at a time.

In plain Python that is one step. Compiled it is the loop that it is short for (see
``batch.arrays``), so each is a statement of its own.
"""

from __future__ import annotations

from collections.abc import MutableSequence


def fill(cells: MutableSequence[int], count: int, number: int) -> None:
    """Write a number, or a set, into each of the first so many cells."""
    cells[:count] = [number] * count


def copy_cells(source: MutableSequence[int], count: int, cells: MutableSequence[int]) -> None:
    """Write the first so many numbers of one column into another."""
    cells[:count] = source[:count]
