"""Phases carried out on packed positions.

Written in the part of Python that Numba compiles; see ``packing`` for the positions and
``options.packed`` for the codes of orders.
"""

from __future__ import annotations

from dragoman.rules.engine.aftermath import (
    dislodger,
    forbidden_origin,
    occupy,
    result_of,
    retreats,
)
from dragoman.rules.engine.balance import balance
from dragoman.rules.engine.codes import (
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
    G_GATE_COUNT,
    G_GATE_HOLDERS,
    G_HIGH_SEA_COUNT,
    G_PROVINCE_OF,
    G_PROVINCES,
    GOAL,
    ILLEGAL,
    INVALID,
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
    O_ROW,
    O_TARGET,
    O_TYPE,
    O_WIDTH,
    ORDER,
    OWNER,
    PASS_BY,
    PASS_GATE,
    R_POWER_MISSING,
    RAILWAY,
    REASON,
    REMOVE,
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
from dragoman.rules.engine.high_seas import (
    ANYWHERE,
    is_high_sea,
    leave_out_high_seas,
    other_named,
    unit_named,
)
from dragoman.rules.engine.legality import check
from dragoman.rules.engine.matching import match
from dragoman.rules.engine.packed_orders import (
    packed_kind,
    packed_kind_named,
    packed_other,
    packed_owner,
    packed_target,
    packed_via,
)
from dragoman.rules.engine.packing import (
    ADJUSTMENTS,
    C_OUT,
    C_PHASE,
    C_UNITS,
    C_YEAR_HIGH,
    C_YEAR_LOW,
    CONTESTED,
    FALL_MOVES,
    OUT_LOCATIONS,
    OWNERS,
    SPRING_MOVES,
    UNIT_KINDS,
    UNIT_LOCATIONS,
    UNIT_OWNERS,
    WAS_DISLODGED,
    block,
    load,
    mark_full,
    options_of,
)
from dragoman.rules.engine.passages import (
    permit,
    rail_at,
)
from dragoman.rules.engine.resolver import resolve
from dragoman.rules.engine.year_end import (
    adjusts,
    settle_owners,
    settle_victory,
)
from dragoman.rules.model.reasons import OK


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
    if ground[G_HIGH_SEA_COUNT] > 0:
        for index in range(count):
            find_named(ground, count, units, orders, index, codes[first + index], rules)
    if not checked:
        check(ground, count, units, at, orders, count, orders, rules, sea)
    for gate in range(ground[G_GATE_COUNT]):
        use_gate(ground, count, units, at, gate, codes[first + count + gate], rules)
    match(ground, count, units, at, orders, count, orders, rules, sea, rivals)
    resolve(ground, count, units, at, rivals, rules, todo, trail)
    store(
        ground, rules, cells, base, count, units, at, rivals, trail, full, options, results, first
    )
    advance(ground, rules, victory, cells, base, units, full)


def use_gate(
    ground: Ints, count: int, units: Cells, at: Ints, gate: int, code: int, rules: Ints
) -> None:
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
    place = ground[ground[G_PROVINCE_OF] + packed_other(code)]
    other = at[place]
    goal = ground[ground[G_PROVINCE_OF] + packed_target(code)]
    if other == NONE and is_high_sea(ground, place):
        other = unit_named(
            count,
            units,
            place,
            units[holder + OWNER],
            packed_owner(ground, code),
            packed_kind_named(ground, code),
            rules[R_POWER_MISSING] == INVALID,
            NONE,
            goal,
            packed_target(code),
        )
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


def find_named(
    ground: Ints, count: int, units: Ints, orders: Cells, index: int, code: int, rules: Ints
) -> None:
    """Find the unit that the order of unit ``index`` names, if it names one on a high sea."""
    other = packed_other(code)
    if (
        other == NONE
        or packed_kind(code) == MOVE
        or not is_high_sea(ground, ground[ground[G_PROVINCE_OF] + other])
    ):
        return
    order = index * O_WIDTH
    orders[order + O_ROW] = index * WIDTH
    orders[order + X_LOCATION] = other
    orders[order + X_POWER] = packed_owner(ground, code)
    orders[order + X_KIND] = packed_kind_named(ground, code)
    orders[order + X_ROW] = other_named(ground, count, units, orders, order, ANYWHERE, rules)


def store(
    ground: Ints,
    rules: Ints,
    cells: Cells,
    base: int,
    count: int,
    units: Ints,
    at: Ints,
    rivals: Ints,
    trail: Cells,
    full: Cells,
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
    occupied = False
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
        if not occupied:  # where nobody is driven out, nobody asks
            occupy(ground, count, units, at, rivals, rules, full, trail)
            occupied = True
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
    leave_out_high_seas(ground, crowd, 0)
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
        else:  # on a high sea the code says whose unit it is
            orders[order + A_BY] = packed_owner(ground, code)
            orders[order + A_KIND] = packed_kind_named(ground, code)


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
