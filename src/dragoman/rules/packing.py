"""Positions packed into small integers, and phases carried out on them.

Written in the part of Python that Numba compiles. ``cells`` holds positions one after the
other; ``base`` is where one begins. Behind a header of ``C_HEADER`` numbers stand, each with
room for one number a province: location, owner and kind of the standing units, the same of
the dislodged ones, the province each of these may not go back to, the owner of each centre,
and 1 for each contested province.
"""

from __future__ import annotations

from typing import Final

from dragoman.rules.aftermath import dislodger, forbidden_origin, occupy, result_of, retreats
from dragoman.rules.balance import balance, is_hong_kong, kind_for, may_build_in
from dragoman.rules.codes import (
    A_BY,
    A_KIND,
    A_LOCATION,
    A_ODD_COAST,
    A_REASON,
    A_TYPE,
    A_WIDTH,
    BOUNCED,
    BUILD,
    CHOSEN,
    DISBANDED,
    G_CENTERS,
    G_COSTS,
    G_GATE_COUNT,
    G_GATE_HOLDERS,
    G_HALVES,
    G_POINTS,
    G_POWERS,
    G_PROVINCE_OF,
    G_PROVINCES,
    GOAL,
    HONG_KONG_UNCOUNTED,
    HONG_KONG_UNOWNED,
    ILLEGAL,
    KIND,
    LOCATION,
    MOVE,
    MOVES,
    NONE,
    O_BY,
    O_FLAGS,
    O_KIND,
    O_LOCATION,
    O_ROUTE,
    O_TARGET,
    O_TYPE,
    O_WIDTH,
    ORDER,
    OWNER,
    PASS_BY,
    PASS_GATE,
    PLACE,
    R_HONG_KONG,
    RAILWAY,
    REASON,
    REMOVE,
    STRENGTH,
    SUCCEEDED,
    SUPPORT,
    TARGET,
    VIA,
    WAIVE,
    WIDTH,
    X_KIND,
    X_LOCATION,
    X_POWER,
    X_ROW,
    YES,
    Cells,
    Ints,
)
from dragoman.rules.legality import check
from dragoman.rules.matching import match
from dragoman.rules.options import (
    packed_kind,
    packed_other,
    packed_target,
    packed_via,
)
from dragoman.rules.passages import permit, rail_at
from dragoman.rules.reasons import OK
from dragoman.rules.resolver import resolve

C_PHASE: Final = 0
C_YEAR_HIGH: Final = 1
C_YEAR_LOW: Final = 2
C_UNITS: Final = 3
C_OUT: Final = 4
C_WINNER: Final = 5
"""0, or 1 + the power that has won."""
C_HEADER: Final = 6

UNIT_LOCATIONS: Final = 0
UNIT_OWNERS: Final = 1
UNIT_KINDS: Final = 2
OUT_LOCATIONS: Final = 3
OUT_OWNERS: Final = 4
OUT_KINDS: Final = 5
OUT_ORIGINS: Final = 6
OWNERS: Final = 7
CONTESTED: Final = 8
BLOCKS: Final = 9

SPRING_MOVES: Final = 0
SPRING_RETREATS: Final = 1
FALL_MOVES: Final = 2
FALL_RETREATS: Final = 3
ADJUSTMENTS: Final = 4

WAS_DISLODGED: Final = 64
"""Added to the result of a unit that was driven out."""


def cells_needed(provinces: int) -> int:
    """How many numbers a packed position takes."""
    return C_HEADER + BLOCKS * provinces


def block(ground: Ints, base: int, which: int) -> int:
    """Where a block of one number a province begins."""
    return base + C_HEADER + which * ground[G_PROVINCES]


def load(ground: Ints, cells: Ints, base: int, units: Cells, at: Cells) -> int:
    """Set up the rows of the standing units; how many there are."""
    for province in range(ground[G_PROVINCES]):
        at[province] = NONE
    count = cells[base + C_UNITS]
    locations = block(ground, base, UNIT_LOCATIONS)
    owners = block(ground, base, UNIT_OWNERS)
    kinds = block(ground, base, UNIT_KINDS)
    for index in range(count):
        row = index * WIDTH
        location = cells[locations + index]
        kind = cells[kinds + index]
        place = ground[ground[G_PROVINCE_OF] + location]
        units[row + PLACE] = place
        units[row + LOCATION] = location
        units[row + OWNER] = cells[owners + index]
        units[row + KIND] = kind
        units[row + STRENGTH] = ground[ground[G_HALVES] + kind]
        at[place] = row
    return count


def move_packed(
    ground: Ints,
    rules: Ints,
    victory: int,
    cells: Cells,
    base: int,
    codes: Ints,
    first: int,
    checked: bool,
    results: Cells,
    units: Cells,
    at: Cells,
    rivals: Cells,
    orders: Cells,
    sea: Cells,
    todo: Cells,
    trail: Cells,
    full: Cells,
    options: Cells,
) -> None:
    """Carry out a movement phase. The order of unit i is ``codes[first + i]`` (see
    ``options.packed``), its result goes to ``results[first + i]``. ``checked`` says that
    all orders are known to be legal."""
    count = load(ground, cells, base, units, at)
    for index in range(count):
        read_order(ground, units, at, orders, index, codes[first + index], checked)
    if not checked:
        check(ground, count, units, at, orders, count, orders, rules, sea)
    for gate in range(ground[G_GATE_COUNT]):
        use_gate(ground, count, units, at, gate, codes[first + count + gate])
    match(ground, count, units, at, orders, count, orders, rules, sea)
    for province in range(ground[G_PROVINCES]):
        rivals[province] = NONE
    resolve(ground, count, units, at, rivals, rules, todo, trail)
    occupy(ground, count, units, at, rivals, rules, full, trail)
    store(ground, rules, cells, base, count, units, rivals, full, options, results, first)
    advance(ground, rules, victory, cells, base, units, full)


def use_gate(ground: Ints, count: int, units: Cells, at: Ints, gate: int, code: int) -> None:
    """Give the leave that the order of a gatekeeper asks for, if it can be given. Those orders
    follow the units' in the order of the gateways; NONE for none."""
    holder = at[ground[ground[G_GATE_HOLDERS] + gate]]
    if (
        code == NONE
        or packed_kind(code) != SUPPORT
        or packed_target(code) == NONE
        or holder == NONE
    ):
        return
    other = at[ground[ground[G_PROVINCE_OF] + packed_other(code)]]
    goal = ground[ground[G_PROVINCE_OF] + packed_target(code)]
    permit(ground, count, units, at, gate, units[holder + OWNER], other, goal)


def read_order(
    ground: Ints, units: Cells, at: Ints, orders: Cells, index: int, code: int, checked: bool
) -> None:
    """Unpack the order of unit ``index``: as written, or as found to be legal."""
    row = index * WIDTH
    order = index * O_WIDTH
    kind = packed_kind(code)
    target = packed_target(code)
    other = packed_other(code)
    helped = NONE if other == NONE else at[ground[ground[G_PROVINCE_OF] + other]]
    orders[order + O_BY] = units[row + OWNER]
    orders[order + O_TYPE] = kind
    orders[order + O_TARGET] = target
    orders[order + O_FLAGS] = VIA if packed_via(code) == 1 else 0
    orders[order + O_ROUTE] = NONE
    orders[order + X_ROW] = helped
    units[row + PASS_BY] = NONE
    units[row + PASS_GATE] = NONE
    if checked:
        units[row + ORDER] = kind
        units[row + REASON] = OK
        units[row + CHOSEN] = index
        units[row + TARGET] = target
        units[row + RAILWAY] = NONE
        if kind == MOVE and other != NONE:
            units[row + RAILWAY] = rail_at(ground, ground[ground[G_PROVINCE_OF] + other])
        units[row + GOAL] = ground[ground[G_PROVINCE_OF] + target] if kind == MOVE else NONE
        return
    orders[order + O_KIND] = units[row + KIND]
    orders[order + O_LOCATION] = units[row + LOCATION]
    orders[order + X_LOCATION] = other
    orders[order + X_KIND] = NONE if helped == NONE else units[helped + KIND]
    orders[order + X_POWER] = NONE if helped == NONE else units[helped + OWNER]


def store(
    ground: Ints,
    rules: Ints,
    cells: Cells,
    base: int,
    count: int,
    units: Ints,
    rivals: Ints,
    full: Ints,
    options: Cells,
    results: Cells,
    first: int,
) -> None:
    """Write back who stands where, who is dislodged with somewhere to go, and the results."""
    locations = block(ground, base, UNIT_LOCATIONS)
    owners = block(ground, base, UNIT_OWNERS)
    kinds = block(ground, base, UNIT_KINDS)
    outs = block(ground, base, OUT_LOCATIONS)
    standing = 0
    out = 0
    for index in range(count):
        row = index * WIDTH
        results[first + index] = result_of(units, rivals, row, rules)
        location = units[row + LOCATION]
        driver = NONE
        if units[row + ORDER] == MOVE and units[row + MOVES] == YES:
            location = units[row + TARGET]
        else:
            driver = dislodger(units, rivals, row)
        if driver == NONE:
            cells[locations + standing] = location
            cells[owners + standing] = units[row + OWNER]
            cells[kinds + standing] = units[row + KIND]
            standing += 1
            continue
        results[first + index] += WAS_DISLODGED
        origin = forbidden_origin(units, driver, rules)
        if retreats(ground, units[row + KIND], location, origin, full, options) > 0:
            cells[outs + out] = location
            cells[outs + ground[G_PROVINCES] + out] = units[row + OWNER]
            cells[outs + 2 * ground[G_PROVINCES] + out] = units[row + KIND]
            cells[outs + 3 * ground[G_PROVINCES] + out] = origin
            out += 1
    cells[base + C_UNITS] = standing
    cells[base + C_OUT] = out
    if out > 0:
        contested = block(ground, base, CONTESTED)
        for province in range(ground[G_PROVINCES]):
            cells[contested + province] = 1 if full[province] == 2 else 0


def advance(
    ground: Ints, rules: Ints, victory: int, cells: Cells, base: int, tally: Cells, full: Cells
) -> None:
    """Go on to the next phase with something to decide; note ownership and victory.

    ``tally`` needs room for two numbers a power; ``full`` for one a province.
    """
    phase = cells[base + C_PHASE]
    if cells[base + C_OUT] > 0:
        cells[base + C_PHASE] = phase + 1
        return
    if phase < FALL_MOVES:
        cells[base + C_PHASE] = FALL_MOVES
        return
    if phase < ADJUSTMENTS:
        settle_owners(ground, rules, cells, base)
        cells[base + C_PHASE] = ADJUSTMENTS
        if settle_victory(ground, victory, cells, base, tally):
            return
        if adjusts(ground, rules, cells, base, tally, full):
            return
    cells[base + C_PHASE] = SPRING_MOVES
    cells[base + C_YEAR_LOW] += 1
    if cells[base + C_YEAR_LOW] == 100:
        cells[base + C_YEAR_LOW] = 0
        cells[base + C_YEAR_HIGH] += 1


def settle_owners(ground: Ints, rules: Ints, cells: Cells, base: int) -> None:
    """Every centre with a unit in it belongs to that unit's power; a Hong Kong to nobody,
    where the rule set says so."""
    locations = block(ground, base, UNIT_LOCATIONS)
    powers = block(ground, base, UNIT_OWNERS)
    owners = block(ground, base, OWNERS)
    for index in range(cells[base + C_UNITS]):
        province = ground[ground[G_PROVINCE_OF] + cells[locations + index]]
        if ground[ground[G_CENTERS] + province] == 1:
            cells[owners + province] = cells[powers + index]
    if rules[R_HONG_KONG] == HONG_KONG_UNOWNED:
        for province in range(ground[G_PROVINCES]):
            owner = cells[owners + province]
            if owner != NONE and is_hong_kong(ground, owner, province):
                cells[owners + province] = NONE


def settle_victory(ground: Ints, victory: int, cells: Cells, base: int, tally: Cells) -> bool:
    """Note the power with the centres that victory needs and more than any other."""
    owners = block(ground, base, OWNERS)
    for power in range(ground[G_POWERS]):
        tally[power] = 0
    for province in range(ground[G_PROVINCES]):
        if cells[owners + province] != NONE:
            tally[cells[owners + province]] += 1
    best = 0
    shared = False
    for power in range(1, ground[G_POWERS]):
        if tally[power] > tally[best]:
            best = power
            shared = False
        elif tally[power] == tally[best]:
            shared = True
    if shared or tally[best] < victory:
        return False
    cells[base + C_WINNER] = best + 1
    return True


def adjusts(ground: Ints, rules: Ints, cells: Ints, base: int, tally: Cells, full: Cells) -> bool:
    """Whether any power must remove a unit, or may build one and has room for it."""
    locations = block(ground, base, UNIT_LOCATIONS)
    powers = block(ground, base, UNIT_OWNERS)
    owners = block(ground, base, OWNERS)
    kinds = block(ground, base, UNIT_KINDS)
    for power in range(ground[G_POWERS]):
        tally[power] = 0
    for province in range(ground[G_PROVINCES]):
        full[province] = 0
        owner = cells[owners + province]
        if owner != NONE and ground[ground[G_CENTERS] + province] == 1:
            uncounted = rules[R_HONG_KONG] == HONG_KONG_UNCOUNTED
            if not (uncounted and is_hong_kong(ground, owner, province)):
                tally[owner] += ground[ground[G_POINTS] + province]
    for index in range(cells[base + C_UNITS]):
        tally[cells[powers + index]] -= ground[ground[G_COSTS] + cells[kinds + index]]
        full[ground[ground[G_PROVINCE_OF] + cells[locations + index]]] = 1
    for power in range(ground[G_POWERS]):
        if tally[power] < 0:
            return True
    for province in range(ground[G_PROVINCES]):
        owner = cells[owners + province]
        if (
            owner != NONE
            and tally[owner] > 0
            and full[province] == 0
            and may_build_in(ground, rules, cells, owners, owner, province)
            and kind_for(ground, province) != NONE
        ):
            return True
    return False


def mark_full(ground: Ints, cells: Ints, base: int, full: Cells) -> None:
    """Mark the provinces closed to retreats: occupied 1, contested 2."""
    contested = block(ground, base, CONTESTED)
    locations = block(ground, base, UNIT_LOCATIONS)
    for province in range(ground[G_PROVINCES]):
        full[province] = 2 if cells[contested + province] == 1 else 0
    for index in range(cells[base + C_UNITS]):
        full[ground[ground[G_PROVINCE_OF] + cells[locations + index]]] = 1


def options_of(ground: Ints, cells: Ints, base: int, index: int, full: Ints, options: Cells) -> int:
    """List where the dislodged unit ``index`` may go; how many places there are."""
    outs = block(ground, base, OUT_LOCATIONS)
    return retreats(
        ground,
        cells[outs + 2 * ground[G_PROVINCES] + index],
        cells[outs + index],
        cells[outs + 3 * ground[G_PROVINCES] + index],
        full,
        options,
    )


def retreat_packed(
    ground: Ints,
    rules: Ints,
    victory: int,
    cells: Cells,
    base: int,
    codes: Ints,
    first: int,
    results: Cells,
    units: Cells,
    at: Cells,
    full: Cells,
    options: Cells,
) -> None:
    """Carry out a retreat phase. A dislodged unit whose code is no legal move disbands."""
    provinces = ground[G_PROVINCES]
    outs = block(ground, base, OUT_LOCATIONS)
    locations = block(ground, base, UNIT_LOCATIONS)
    mark_full(ground, cells, base, full)
    crowd = at
    for province in range(provinces):
        crowd[province] = 0
    for index in range(cells[base + C_OUT]):
        target = packed_target(codes[first + index])
        results[first + index] = DISBANDED
        if packed_kind(codes[first + index]) == MOVE:
            results[first + index] = ILLEGAL
            for option in range(options_of(ground, cells, base, index, full, options)):
                if options[option] == target:
                    results[first + index] = SUCCEEDED
                    crowd[ground[ground[G_PROVINCE_OF] + target]] += 1
    standing = cells[base + C_UNITS]
    for index in range(cells[base + C_OUT]):
        if results[first + index] == SUCCEEDED:
            target = packed_target(codes[first + index])
            if crowd[ground[ground[G_PROVINCE_OF] + target]] > 1:
                results[first + index] = BOUNCED
                continue
            cells[locations + standing] = target
            cells[locations + provinces + standing] = cells[outs + provinces + index]
            cells[locations + 2 * provinces + standing] = cells[outs + 2 * provinces + index]
            standing += 1
    cells[base + C_UNITS] = standing
    cells[base + C_OUT] = 0
    contested = block(ground, base, CONTESTED)
    for province in range(provinces):
        cells[contested + province] = 0
    advance(ground, rules, victory, cells, base, units, full)


def adjust_packed(
    ground: Ints,
    rules: Ints,
    victory: int,
    cells: Cells,
    base: int,
    codes: Ints,
    first: int,
    results: Cells,
    units: Cells,
    at: Cells,
    orders: Cells,
    owners: Cells,
    gone: Cells,
    dues: Cells,
    steps: Cells,
    queue: Cells,
) -> None:
    """Carry out an adjustment phase. The codes, up to one a province and ended by NONE, are
    moves for builds (the target is where, the other unit's place the kind), supports for
    removals (the target is where the unit stands), anything else for a waived build."""
    count = load(ground, cells, base, units, at)
    centers = block(ground, base, OWNERS)
    for province in range(ground[G_PROVINCES]):
        owners[province] = cells[centers + province]
    order_count = 0
    while order_count < ground[G_PROVINCES] and codes[first + order_count] != NONE:
        read_adjustment(ground, units, at, owners, orders, order_count, codes[first + order_count])
        order_count += 1
    total = balance(
        ground, rules, count, units, at, owners, orders, order_count, gone, dues, steps, queue
    )
    for index in range(order_count):
        done = orders[index * A_WIDTH + A_REASON] == OK or orders[index * A_WIDTH + A_TYPE] == WAIVE
        results[first + index] = SUCCEEDED if done else ILLEGAL
    locations = block(ground, base, UNIT_LOCATIONS)
    standing = 0
    for index in range(count):
        if gone[index] == 0:
            row = index * WIDTH
            cells[locations + standing] = units[row + LOCATION]
            cells[locations + ground[G_PROVINCES] + standing] = units[row + OWNER]
            cells[locations + 2 * ground[G_PROVINCES] + standing] = units[row + KIND]
            standing += 1
    for index in range(total):
        order = index * A_WIDTH
        if orders[order + A_REASON] == OK and orders[order + A_TYPE] == BUILD:
            cells[locations + standing] = orders[order + A_LOCATION]
            cells[locations + ground[G_PROVINCES] + standing] = orders[order + A_BY]
            cells[locations + 2 * ground[G_PROVINCES] + standing] = orders[order + A_KIND]
            standing += 1
    cells[base + C_UNITS] = standing
    advance(ground, rules, victory, cells, base, units, at)


def read_adjustment(
    ground: Ints, units: Ints, at: Ints, owners: Ints, orders: Cells, index: int, code: int
) -> None:
    """Unpack an order of an adjustment phase; the power is that whose centre or unit it is."""
    order = index * A_WIDTH
    target = packed_target(code)
    kind = packed_kind(code)
    for field in range(A_WIDTH):
        orders[order + field] = NONE
    orders[order + A_ODD_COAST] = 0
    orders[order + A_LOCATION] = target
    orders[order + A_TYPE] = WAIVE
    if kind == MOVE:
        orders[order + A_TYPE] = BUILD
        orders[order + A_KIND] = packed_other(code)
        orders[order + A_BY] = owners[ground[ground[G_PROVINCE_OF] + target]]
    elif kind == SUPPORT:
        orders[order + A_TYPE] = REMOVE
        row = at[ground[ground[G_PROVINCE_OF] + target]]
        if row != NONE:
            orders[order + A_BY] = units[row + OWNER]
            orders[order + A_KIND] = units[row + KIND]
