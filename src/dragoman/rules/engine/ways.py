"""Ways over fleets: the one search that all questions about convoys come down to.

A convoy passes from fleet to fleet, so the fleets on a way are a set of units, and a search goes
from one such set to the next.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.engine.codes import CONVOYS_OWN_COAST, NONE
from dragoman.rules.engine.primitives import EMPTY, Mask, copy_cells, fill, first, only
from dragoman.rules.engine.turn import Turn

BEFORE: Final = 0
AFTER: Final = 1
"""On which side of some fleets of a convoy a way lies."""


def can_convoy(t: Turn, unit: int) -> bool:
    """True if the unit is of a kind that convoys, stands where it may, and is somebody's."""
    return (
        t.board.can_convoy[t.kind[unit]] == 1
        and t.board.is_afloat[t.place[unit]] == 1
        and t.owner[unit] != t.board.nobody
    )


def chart_fleets(t: Turn) -> None:
    """Find the fleets that can convoy where they stand, and from where to where each could take an
    army, unless that is known of this phase. No unit moves before the phase is over."""
    if t.is_charted == 1:
        return
    t.is_charted = 1
    t.proven_from = NONE
    fill(t.fleets_on, t.board.province_count, EMPTY)
    fill(t.fleets_before, t.board.province_count, EMPTY)
    if t.board.has_one_way_links == 1:
        fill(t.fleets_after, t.board.province_count, EMPTY)
    afloat = EMPTY
    for unit in range(t.unit_count):
        place = t.place[unit]
        if can_convoy(t, unit):
            one = only(unit)
            afloat |= one
            t.fleets_on[place] |= one
            is_whole = t.location[unit] < t.board.province_count
            for link in range(t.board.link_starts[place], t.board.link_starts[place + 1]):
                if is_whole or is_on_its_shore(t, unit, t.board.links[link]):
                    t.fleets_before[t.board.links[link]] |= one
            first_back = t.board.back_starts[place]
            end = t.board.back_starts[place + 1]
            for link in range(first_back, end if t.board.has_one_way_links == 1 else first_back):
                if is_whole or is_on_its_shore(t, unit, t.board.backs[link]):
                    t.fleets_after[t.board.backs[link]] |= one
    if t.board.has_one_way_links == 0:
        copy_cells(t.fleets_before, t.board.province_count, t.fleets_after)
    copy_cells(t.fleets_before, t.board.province_count, t.fleets_ashore)
    t.afloat = afloat
    while afloat != EMPTY:
        unit = first(afloat)
        afloat ^= only(unit)
        if t.location[unit] >= t.board.province_count:
            keep_to_shore(t, unit)


def keep_to_shore(t: Turn, unit: int) -> None:
    """Let a fleet on one of two coasts pass an army on, and be passed one, along that coast."""
    place = t.place[unit]
    left = t.fleets_before[place] | t.fleets_after[place]
    while left != EMPTY:
        other = first(left)
        left ^= only(other)
        if not is_on_its_shore(t, unit, t.place[other]):
            t.fleets_before[place] &= ~only(other)
            t.fleets_after[place] &= ~only(other)


def is_on_its_shore(t: Turn, unit: int, province: int) -> bool:
    """True if a fleet that convoys from a coast touches the province from there: no convoy leads
    from one coast of a province to the other, unless the rule set lets it."""
    if t.location[unit] < t.board.province_count or t.rules.convoy_coast != CONVOYS_OWN_COAST:
        return True
    return t.board.reach_cells[t.board.reach_rows[t.spot[unit]] + province] != 0


def behind_straits(t: Turn, place: int) -> Mask:
    """The fleets that lie behind a strait from here that a search must not lead through."""
    found = EMPTY
    for strait in range(t.strait_count):
        if t.barred_straits >> strait & 1 == 0:
            continue
        if t.strait_one[strait] == place:
            found |= t.fleets_on[t.strait_other[strait]]
        elif t.strait_other[strait] == place:
            found |= t.fleets_on[t.strait_one[strait]]
    return found


def lead_across(t: Turn, here: int, goal: int, fleets: Mask) -> bool:
    """True if some of these fleets take an army from here to the goal."""
    if t.barred_straits != 0:
        return lead_past_straits(t, here, goal, fleets)
    ends = t.fleets_ashore[goal] & fleets
    edge = t.fleets_after[here] & fleets
    while edge != EMPTY and ends != EMPTY:
        if edge & ends != EMPTY:
            return True
        fleet = first(edge)
        fleets &= ~edge
        edge ^= only(fleet)
        edge |= t.fleets_after[t.place[fleet]] & fleets
    return False


def lead_past_straits(t: Turn, here: int, goal: int, fleets: Mask) -> bool:
    """The same where the convoy must not pass some of the straits."""
    ends = t.fleets_ashore[goal] & fleets & ~behind_straits(t, goal)
    edge = t.fleets_after[here] & fleets & ~behind_straits(t, here)
    while edge != EMPTY and ends != EMPTY:
        if edge & ends != EMPTY:
            return True
        fleet = first(edge)
        fleets &= ~edge
        edge ^= only(fleet)
        place = t.place[fleet]
        edge |= t.fleets_after[place] & fleets & ~behind_straits(t, place)
    return False


def needed(t: Turn, here: int, goal: int, fleets: Mask, way: Mask) -> Mask:
    """The fleets without which no convoy leads from here to the goal: some of those on a way."""
    found = EMPTY
    while way != EMPTY:
        fleet = first(way)
        way ^= only(fleet)
        if not lead_across(t, here, goal, fleets & ~only(fleet)):
            found |= only(fleet)
    return found


def reached_from(t: Turn, here: int) -> Mask:
    """The fleets that an army could get to from here."""
    edge = t.fleets_after[here]
    reached = edge
    while edge != EMPTY:
        fleet = first(edge)
        edge ^= only(fleet)
        more = t.fleets_after[t.place[fleet]] & ~reached
        reached |= more
        edge |= more
    return reached


def find_way(t: Turn, starts: Mask, ends: Mask, fleets: Mask) -> Mask:
    """The fleets of a shortest way over these fleets, from one of ``starts`` to one of ``ends``;
    none if there is no way."""
    depth = reach(t, starts, ends, fleets)
    if depth == NONE:
        return EMPTY
    fleet = first(t.layers[depth] & ends)
    way = only(fleet)
    while depth > 0:
        depth -= 1
        fleet = first(t.layers[depth] & t.fleets_before[t.place[fleet]])
        way |= only(fleet)
    return way


def find_ways(t: Turn, starts: Mask, ends: Mask, fleets: Mask) -> Mask:
    """The same of all shortest ways together."""
    depth = reach(t, starts, ends, fleets)
    if depth == NONE:
        return EMPTY
    edge = t.layers[depth] & ends
    ways = edge
    while depth > 0:
        depth -= 1
        near = EMPTY
        while edge != EMPTY:
            fleet = first(edge)
            edge ^= only(fleet)
            near |= t.fleets_before[t.place[fleet]]
        edge = t.layers[depth] & near
        ways |= edge
    return ways


def reach(t: Turn, starts: Mask, ends: Mask, fleets: Mask) -> int:
    """Fill ``t.layers`` with the fleets that ways over these fleets come to after so many others,
    until they come to one of ``ends``: after how many, NONE for never."""
    edge = starts & fleets
    depth = 0
    t.layers[0] = edge
    while edge & ends == EMPTY:
        if edge == EMPTY:
            return NONE
        fleets &= ~edge
        near = EMPTY
        while edge != EMPTY:
            fleet = first(edge)
            edge ^= only(fleet)
            near |= t.fleets_after[t.place[fleet]]
        edge = near & fleets
        depth += 1
        t.layers[depth] = edge
    return depth
