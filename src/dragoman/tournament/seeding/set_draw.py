"""Draws made in advance: places at tables over several rounds at which nobody meets twice."""

from __future__ import annotations

from math import gcd

Places = tuple[tuple[int, ...], ...]
"""For each table the numbers of the places at it."""


def set_draw(tables: int, size: int, rounds: int) -> tuple[Places, ...] | None:
    """A draw of ``tables * size`` places over several rounds; None where there is none.

    Seat ``i`` of table ``j`` of the first round goes to table ``j + m * i`` in a round of step
    ``m``, counted round the tables. Two of the same table meet again only if their seats are
    so far apart that the steps of two rounds bring them to one table, which cannot be while
    ``tables`` without its common factor with the difference of the steps is ``size`` or more.
    """
    steps: list[int] = []
    for step in range(tables):
        if all(tables // gcd(tables, step - other) >= size for other in steps):
            steps.append(step)
        if len(steps) == rounds:
            break
    else:
        return None
    return tuple(_places(tables, size, step) for step in steps)


def _places(tables: int, size: int, step: int) -> Places:
    seats: list[list[int]] = [[] for _ in range(tables)]
    for table in range(tables):
        for seat in range(size):
            seats[(table + step * seat) % tables].append(table * size + seat)
    return tuple(map(tuple, seats))
