"""Shortest ways over fleets: the one search that all questions about convoys come down to.

``t.fleets_at`` says in which provinces there are fleets to go over. Whoever asks fills it in, and
leaves it and every other column named here as 0 as it was found.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn

BEFORE: Final = 0
AFTER: Final = 1
"""On which side of some fleets of a convoy a way lies: there are provinces that it must keep off,
``t.shut_before`` or ``t.shut_after``."""


def find_way(t: Turn, start: int, end: int, side: int, first: int) -> int:
    """Write the provinces of a shortest way between two provinces over at least one fleet to
    ``t.ways`` from cell ``first`` on, without the two, the last of them first. How many there are,
    NONE if there is no way."""
    provinces = t.board.province_count
    reached = 0
    turn = 0
    place = start
    length = NONE
    while length == NONE:
        for link in range(t.board.link_starts[place], t.board.link_starts[place + 1]):
            near = t.board.links[link]
            if t.fleets_at[near] == 0 or t.came_from[near] != 0:
                continue
            if (t.shut_before[near] if side == BEFORE else t.shut_after[near]) != 0:
                continue
            t.came_from[near] = 1 + place
            t.queue[reached] = near
            reached += 1
            if t.board.is_linked[near * provinces + end] == 1:
                length = 0
                while near != start:
                    t.ways[first + length] = near
                    length += 1
                    near = t.came_from[near] - 1
                break
        if turn == reached:
            break
        place = t.queue[turn]
        turn += 1
    for cell in range(reached):
        t.came_from[t.queue[cell]] = 0
    return length
