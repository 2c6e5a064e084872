"""Random play on packed positions: any of the legal orders, each as likely as the others."""

from __future__ import annotations

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.packed_turn import list_own_retreats
from dragoman.rules.engine.balance import count_dues
from dragoman.rules.engine.building import build_way, is_site, mark_sites_taken
from dragoman.rules.engine.codes import ADJUSTMENTS, HOLD, MOVE, NONE, RETREATS
from dragoman.rules.engine.legal_orders import count_orders, write_orders
from dragoman.rules.engine.packed_orders import packed, packed_other, packed_removal
from dragoman.rules.engine.phases import keep_standing
from dragoman.rules.engine.turn import Turn


def draw(t: Turn, below: int) -> int:
    """A random number from 0 to below - 1, by a 48-bit generator."""
    t.random_state = (t.random_state * 25214903917 + 11) & 281474976710655
    return ((t.random_state >> 17) * below) >> 31


def draw_orders(t: Turn, chunk: Chunk, first: int) -> int:
    """Choose among all legal orders of the phase; how many there were, NONE for no room.

    Every unit gets one of its legal orders. Builds are made in random free sites.
    """
    kind = t.calendar.kind[t.phase]
    if kind == ADJUSTMENTS:
        return draw_adjustments(t, chunk, first)
    if kind == RETREATS:
        return draw_retreats(t, chunk, first)
    return draw_moves(t, chunk, first)


def draw_moves(t: Turn, chunk: Chunk, first: int) -> int:
    """Random orders of a movement phase; NONE for no room to link the ways of convoys."""
    total = count_orders(t)
    for number in range(t.unit_count + t.board.gate_count if total != NONE else 0):
        chunk.codes[first + number] = NONE
        if t.choices[number] > 0:
            pick = draw(t, t.choices[number])
            t.found_count = 0
            write_orders(t, number, pick, pick + 1)
            chunk.codes[first + number] = t.found[0]
    return total


def draw_retreats(t: Turn, chunk: Chunk, first: int) -> int:
    """Random retreats, or none: that is a way, too."""
    total = 0
    for row in range(t.dislodged_count):
        ways = list_own_retreats(t, row)
        total += ways + 1
        pick = draw(t, ways + 1)
        chunk.codes[first + row] = packed(HOLD, 0, NONE, NONE)
        if pick < ways:
            chunk.codes[first + row] = packed(MOVE, 0, t.options[pick], NONE)
    return total


def draw_adjustments(t: Turn, chunk: Chunk, first: int) -> int:
    """Random removals, and random builds wherever the power may build: as many as are due."""
    keep_standing(t)
    count_dues(t)
    mark_sites_taken(t)
    t.adjustment_count = 0
    total = 0
    for power in range(t.board.power_count):
        if t.dues[power] < 0:
            total += draw_removals(t, chunk, first, power)
        elif t.dues[power] > 0:
            total += draw_builds(t, chunk, first, power)
    if t.adjustment_count < t.board.province_count:
        chunk.codes[first + t.adjustment_count] = NONE
    return total


def draw_removals(t: Turn, chunk: Chunk, first: int, power: int) -> int:
    """Order random removals of a power until it has gained what is due; among how many ways."""
    total = 0
    due = t.dues[power]
    left = 0
    for unit in range(t.unit_count):
        if t.owner[unit] == power:
            t.options[left] = unit
            left += 1
    while due < 0:
        total += left
        pick = draw(t, left)
        unit = t.options[pick]
        left -= 1
        t.options[pick] = t.options[left]
        chunk.codes[first + t.adjustment_count] = packed_removal(t, unit)
        t.adjustment_count += 1
        due += t.board.cost[t.kind[unit]]
    return total


def draw_builds(t: Turn, chunk: Chunk, first: int, power: int) -> int:
    """Order random builds of a power until what is due is spent; among how many ways."""
    total = 0
    due = t.dues[power]
    sites = 0
    for province in range(t.board.province_count):
        if is_site(t, power, province, due):
            t.options[sites] = province
            sites += 1
    while due > 0 and sites > 0:
        pick = draw(t, sites)
        province = t.options[pick]
        ways = 0
        while build_way(t, province, ways, due) != NONE:
            ways += 1
        total += ways
        code = build_way(t, province, draw(t, ways), due)
        chunk.codes[first + t.adjustment_count] = code
        t.adjustment_count += 1
        due -= t.board.cost[packed_other(code)]
        sites -= 1
        t.options[pick] = t.options[sites]
        sites = keep_payable(t, sites, due)
    return total


def keep_payable(t: Turn, sites: int, due: int) -> int:
    """Keep those of the first so many sites in ``t.options`` where what is due is enough to build
    something; how many these are."""
    kept = 0
    for site in range(sites):
        if build_way(t, t.options[site], 0, due) != NONE:
            t.options[kept] = t.options[site]
            kept += 1
    return kept
