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


def is_sailed(t: Turn, order: int, here: int, goal: int, fleets: Mask) -> bool:
    """Whether in each province of the route of an order one of these fleets takes an army on from
    the province before to the next."""
    end = t.orders.route_end[order]
    before = here
    for step in range(t.orders.route_start[order], end):
        place = t.board.province_of[t.routes[step]]
        onward = t.fleets_ashore[goal]
        if step + 1 < end:
            onward = t.fleets_before[t.board.province_of[t.routes[step + 1]]]
        if t.fleets_on[place] & fleets & t.fleets_after[before] & onward == EMPTY:
            return False
        before = place
    return True


def straits_on(t: Turn, order: int, here: int, goal: int) -> int:
    """The straits that the route of an order leads through: a bit for each."""
    found = 0
    end = t.orders.route_end[order]
    before = here
    for step in range(t.orders.route_start[order], end + 1):
        place = goal if step == end else t.board.province_of[t.routes[step]]
        for strait in range(t.strait_count):
            one, other = t.strait_one[strait], t.strait_other[strait]
            if (one == before and other == place) or (one == place and other == before):
                found |= 1 << strait
        before = place
    return found
