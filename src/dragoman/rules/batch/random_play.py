"""Random play on packed positions: any of the legal orders, each as likely as the others."""

from __future__ import annotations

from dragoman.rules.batch.lot import Lot
from dragoman.rules.batch.packed_turn import list_own_retreats
from dragoman.rules.engine.balance import count_dues
from dragoman.rules.engine.building import build_way, is_site, mark_sites_taken
from dragoman.rules.engine.codes import ADJUSTMENTS, HOLD, MOVE, NONE, RETREATS
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.packed_orders import packed, packed_other, packed_removal
from dragoman.rules.engine.phases import keep_standing
from dragoman.rules.engine.turn import Turn


def draw(t: Turn, below: int) -> int:
    """A random number from 0 to below - 1, by a 48-bit generator."""
    t.random_state = (t.random_state * 25214903917 + 11) & 281474976710655
    return (t.random_state >> 17) % below


def draw_orders(t: Turn, lot: Lot, first: int) -> int:
    """Choose among all legal orders of the phase; how many there were, NONE for no room.

    Every unit gets one of its legal orders. Builds are made in random free sites.
    """
    kind = t.calendar.kind[t.phase]
    if kind == ADJUSTMENTS:
        return choose_adjustments(t, lot, first)
    if kind == RETREATS:
        return choose_retreats(t, lot, first)
    return choose_moves(t, lot, first)


def choose_moves(t: Turn, lot: Lot, first: int) -> int:
    """Random orders of a movement phase; NONE for no room to list them."""
    total = list_orders(t)
    if total != NONE:
        for unit in range(t.unit_count + t.board.gate_count):
            ways = t.starts[unit + 1] - t.starts[unit]
            lot.codes[first + unit] = NONE
            if ways > 0:
                lot.codes[first + unit] = t.found[t.starts[unit] + draw(t, ways)]
    return total


def choose_retreats(t: Turn, lot: Lot, first: int) -> int:
    """Random retreats, or none: that is a way, too."""
    total = 0
    for row in range(t.dislodged_count):
        ways = list_own_retreats(t, row)
        total += ways + 1
        pick = draw(t, ways + 1)
        lot.codes[first + row] = packed(HOLD, 0, NONE, NONE)
        if pick < ways:
            lot.codes[first + row] = packed(MOVE, 0, t.options[pick], NONE)
    return total


def choose_adjustments(t: Turn, lot: Lot, first: int) -> int:
    """Random removals, and random builds wherever the power may build: as many as are due."""
    keep_standing(t)
    count_dues(t)
    mark_sites_taken(t)
    t.adjustment_count = 0
    total = 0
    for power in range(t.board.power_count):
        if t.dues[power] < 0:
            total += choose_removals(t, lot, first, power)
        elif t.dues[power] > 0:
            total += choose_builds(t, lot, first, power)
    if t.adjustment_count < t.board.province_count:
        lot.codes[first + t.adjustment_count] = NONE
    for unit in range(t.unit_count):
        t.gone[unit] = 0
    return total


def choose_removals(t: Turn, lot: Lot, first: int, power: int) -> int:
    """Order random removals of a power until it has gained what is due; among how many ways."""
    total = 0
    due = t.dues[power]
    while due < 0:
        choices = 0
        for unit in range(t.unit_count):
            if t.owner[unit] == power and t.gone[unit] == 0:
                choices += 1
        total += choices
        pick = draw(t, choices)
        for unit in range(t.unit_count):
            if t.owner[unit] == power and t.gone[unit] == 0:
                if pick == 0:
                    t.gone[unit] = 1
                    lot.codes[first + t.adjustment_count] = packed_removal(t, unit)
                    due += t.board.cost[t.kind[unit]]
                pick -= 1
        t.adjustment_count += 1
    return total


def choose_builds(t: Turn, lot: Lot, first: int, power: int) -> int:
    """Order random builds of a power until what is due is spent; among how many ways."""
    total = 0
    due = t.dues[power]
    while due > 0:
        choices = 0
        for province in range(t.board.province_count):
            if is_site(t, power, province, due):
                choices += 1
        if choices == 0:
            return total
        pick = draw(t, choices)
        for province in range(t.board.province_count):
            if is_site(t, power, province, due):
                if pick == 0:
                    t.crowd[province] = 1
                    ways = 0
                    while build_way(t, province, ways, due) != NONE:
                        ways += 1
                    total += ways
                    code = build_way(t, province, draw(t, ways), due)
                    lot.codes[first + t.adjustment_count] = code
                    t.adjustment_count += 1
                    due -= t.board.cost[packed_other(code)]
                pick -= 1
    return total
