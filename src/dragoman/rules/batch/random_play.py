"""Random play on packed positions: any of the legal orders, each as likely as the others.

Written in the part of Python that Numba compiles.
"""

from __future__ import annotations

from dragoman.rules.engine.balance import is_hong_kong
from dragoman.rules.engine.building import build_way, may_build_in
from dragoman.rules.engine.codes import (
    G_CENTERS,
    G_COSTS,
    G_GATE_COUNT,
    G_POINTS,
    G_POWERS,
    G_PROVINCES,
    HONG_KONG_UNCOUNTED,
    KIND,
    LOCATION,
    MOVE,
    NONE,
    OWNER,
    R_HONG_KONG,
    SUPPORT,
    WIDTH,
    Cells,
    Ints,
)
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.packed_orders import packed, packed_other, whose_there
from dragoman.rules.engine.packing import (
    ADJUSTMENTS,
    C_OUT,
    C_PHASE,
    FALL_RETREATS,
    OWNERS,
    SPRING_RETREATS,
    block,
    load,
    mark_full,
    options_of,
)


def draw(state: Cells, below: int) -> int:
    """A random number from 0 to below - 1; ``state`` holds one number (a 48-bit generator)."""
    state[0] = (state[0] * 25214903917 + 11) & 281474976710655
    return (state[0] >> 17) % below


def random_orders(
    ground: Ints,
    rules: Ints,
    cells: Ints,
    base: int,
    codes: Cells,
    first: int,
    state: Cells,
    units: Cells,
    at: Cells,
    sea: Cells,
    heads: Cells,
    chains: Cells,
    starts: Cells,
    found: Cells,
    full: Cells,
    options: Cells,
) -> int:
    """Choose among all legal orders of the phase; how many there were, NONE for no room.

    Every unit gets one of its legal orders. Builds are made in random free home centres.
    """
    phase = cells[base + C_PHASE]
    if phase == ADJUSTMENTS:
        count = load(ground, cells, base, units, at)
        return random_adjustments(
            ground, rules, cells, base, codes, first, state, units, at, count, full
        )
    if phase in (SPRING_RETREATS, FALL_RETREATS):
        mark_full(ground, cells, base, full)
        total = 0
        for index in range(cells[base + C_OUT]):
            ways = options_of(ground, cells, base, index, full, options)
            total += ways + 1
            pick = draw(state, ways + 1)
            codes[first + index] = packed(0, 0, NONE, NONE)
            if pick < ways:
                codes[first + index] = packed(MOVE, 0, options[pick], NONE)
        return total
    count = load(ground, cells, base, units, at)
    total = list_orders(ground, count, units, at, sea, heads, chains, starts, found)
    if total != NONE:
        for index in range(count + ground[G_GATE_COUNT]):
            ways = starts[index + 1] - starts[index]
            codes[first + index] = NONE
            if ways > 0:
                codes[first + index] = found[starts[index] + draw(state, ways)]
    return total


def random_adjustments(
    ground: Ints,
    rules: Ints,
    cells: Ints,
    base: int,
    codes: Cells,
    first: int,
    state: Cells,
    units: Ints,
    at: Ints,
    count: int,
    full: Cells,
) -> int:
    """Random removals, and random builds wherever the power may build: as many as are due."""
    owners = block(ground, base, OWNERS)
    total = 0
    orders = 0
    for power in range(ground[G_POWERS]):
        due = 0
        for province in range(ground[G_PROVINCES]):
            full[province] = 0
            uncounted = rules[R_HONG_KONG] == HONG_KONG_UNCOUNTED
            if (
                cells[owners + province] == power
                and ground[ground[G_CENTERS] + province] == 1
                and not (uncounted and is_hong_kong(ground, power, province))
            ):
                due += ground[ground[G_POINTS] + province]
        for index in range(count):
            row = index * WIDTH
            if units[row + OWNER] == power:
                due -= ground[ground[G_COSTS] + units[row + KIND]]
        while due < 0:
            choices = 0
            for index in range(count):
                if units[index * WIDTH + OWNER] == power and full[index] == 0:
                    choices += 1
            total += choices
            pick = draw(state, choices)
            for index in range(count):
                row = index * WIDTH
                if units[row + OWNER] == power and full[index] == 0:
                    if pick == 0:
                        full[index] = 1
                        code = packed(SUPPORT, 0, units[row + LOCATION], NONE)
                        codes[first + orders] = code + whose_there(ground, units, row)
                        due += ground[ground[G_COSTS] + units[row + KIND]]
                    pick -= 1
            orders += 1
        while due > 0:
            choices = 0
            for province in range(ground[G_PROVINCES]):
                if full[province] == 0 and is_site(
                    ground, rules, cells, owners, at, power, province, due
                ):
                    choices += 1
            if choices == 0:
                break
            pick = draw(state, choices)
            for province in range(ground[G_PROVINCES]):
                if full[province] == 0 and is_site(
                    ground, rules, cells, owners, at, power, province, due
                ):
                    if pick == 0:
                        full[province] = 1
                        ways = 0
                        while build_way(ground, province, ways, due) != NONE:
                            ways += 1
                        total += ways
                        code = build_way(ground, province, draw(state, ways), due)
                        codes[first + orders] = code
                        orders += 1
                        due -= ground[ground[G_COSTS] + packed_other(code)]
                    pick -= 1
    if orders < ground[G_PROVINCES]:
        codes[first + orders] = NONE
    return total


def is_site(
    ground: Ints,
    rules: Ints,
    cells: Ints,
    owners: int,
    at: Ints,
    power: int,
    province: int,
    due: int,
) -> bool:
    """Whether the power may build some unit in the province now, for the points it is due."""
    return (
        cells[owners + province] == power
        and at[province] == NONE
        and may_build_in(ground, rules, cells, owners, power, province)
        and build_way(ground, province, 0, due) != NONE
    )
