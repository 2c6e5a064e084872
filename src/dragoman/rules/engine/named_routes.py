"""Convoy routes that an army's order names: a path, kept to in its order.

DATC 4.A.6; nJudge's only way to ask for a convoy (``A lon-nth-nwy``), and rule 14 of NZ1999. The
army goes over the seas it named, each after the one before, or not at all.
"""

from __future__ import annotations

from dragoman.rules.engine.codes import NAMED_IGNORED, NONE
from dragoman.rules.engine.masks import EMPTY, Mask
from dragoman.rules.engine.turn import Turn


def keeps_to_route(t: Turn, unit: int) -> bool:
    """Whether the order that the unit carries out names a route and the rules make it keep to
    that."""
    if t.rules.convoy_route_named == NAMED_IGNORED:
        return False
    order = t.chosen[unit]
    return order != NONE and t.orders.route_start[order] != NONE


def same_route(t: Turn, one: int, other: int) -> bool:
    """Whether two moves name the same route, or none, as far as that means anything."""
    start, start_of_other = t.orders.route_start[one], t.orders.route_start[other]
    if t.rules.convoy_route_named == NAMED_IGNORED or start == start_of_other:
        return True
    length = t.orders.route_end[one] - start
    if NONE in (start, start_of_other) or t.orders.route_end[other] - start_of_other != length:
        return False
    for step in range(length):
        if t.routes[start + step] != t.routes[start_of_other + step]:
            return False
    return True


def names(t: Turn, order: int, province: int) -> bool:
    """Whether the route of an order leads over the province."""
    for step in range(t.orders.route_start[order], t.orders.route_end[order]):
        if t.board.province_of[t.routes[step]] == province:
            return True
    return False


def is_path(t: Turn, order: int, here: int, goal: int) -> bool:
    """Whether the route of an order leads from here to the goal, over each province once, as far as
    the map goes."""
    provinces = t.board.province_count
    place = here
    start = t.orders.route_start[order]
    for step in range(start, t.orders.route_end[order]):
        near = t.board.province_of[t.routes[step]]
        if t.board.is_linked[place * provinces + near] == 0:
            return False
        for earlier in range(start, step):
            if t.board.province_of[t.routes[earlier]] == near:
                return False
        place = near
    return t.board.is_linked[place * provinces + goal] == 1


def is_sailed(t: Turn, order: int, fleets: Mask) -> bool:
    """Whether each province of the route of an order has one of these fleets."""
    for step in range(t.orders.route_start[order], t.orders.route_end[order]):
        if t.fleets_on[t.board.province_of[t.routes[step]]] & fleets == EMPTY:
            return False
    return True
