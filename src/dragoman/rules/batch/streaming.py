"""One turn after another, each as a short list of numbers: what ``swift`` has carried out.

Written in the part of Python that Numba compiles. A unit is one number, its code, and codes
sort as units are listed: by the name of the power, then of the location. So does the code
of a centre with its owner: by the name of the centre. ``ranks`` holds, one after the other,
the power of each rank, the location of each rank, the rank of each power and the rank of
each location. Orders are rows in a table that grows with a stream; a turn names rows of it.
"""

from __future__ import annotations

from dragoman.rules.batch.room import Room
from dragoman.rules.engine.aftermath import dislodger, forbidden_origin, occupy, result_of, retreats
from dragoman.rules.engine.balance import balance
from dragoman.rules.engine.codes import (
    A_BY,
    A_KIND,
    A_LOCATION,
    A_REASON,
    A_TYPE,
    A_WIDTH,
    BUILD,
    G_HALVES,
    G_KINDS,
    G_LOCATIONS,
    G_POWERS,
    G_PROVINCE_OF,
    G_PROVINCES,
    KIND,
    LOCATION,
    MOVE,
    MOVES,
    NONE,
    O_BY,
    O_ROW,
    O_WIDTH,
    ORDER,
    OWNER,
    PLACE,
    STRENGTH,
    TARGET,
    WAIVE,
    WIDTH,
    YES,
    Cells,
    Ints,
)
from dragoman.rules.engine.legality import check
from dragoman.rules.engine.matching import match
from dragoman.rules.engine.packing import (
    C_UNITS,
    C_WINNER,
    OWNERS,
    UNIT_KINDS,
    UNIT_LOCATIONS,
    UNIT_OWNERS,
    block,
)
from dragoman.rules.engine.resolver import resolve
from dragoman.rules.engine.year_end import adjusts, settle_owners, settle_victory
from dragoman.rules.model.reasons import OK


def unit_code(ground: Ints, ranks: Ints, power: int, location: int, kind: int) -> int:
    """The code of a unit."""
    powers, locations = ground[G_POWERS], ground[G_LOCATIONS]
    power_rank = ranks[powers + locations + power]
    location_rank = ranks[2 * powers + locations + location]
    return (power_rank * locations + location_rank) * ground[G_KINDS] + kind


def read_units(ground: Ints, ranks: Ints, codes: Ints, count: int, units: Cells, at: Cells) -> bool:
    """Set up the rows of the coded units. False if two of them stand in one province."""
    powers, locations, kinds = ground[G_POWERS], ground[G_LOCATIONS], ground[G_KINDS]
    for province in range(ground[G_PROVINCES]):
        at[province] = NONE
    for index in range(count):
        row = index * WIDTH
        code = codes[index]
        kind = code % kinds
        location = ranks[powers + code // kinds % locations]
        place = ground[ground[G_PROVINCE_OF] + location]
        if at[place] != NONE:
            return False
        at[place] = row
        units[row + PLACE] = place
        units[row + LOCATION] = location
        units[row + OWNER] = ranks[code // kinds // locations]
        units[row + KIND] = kind
        units[row + STRENGTH] = ground[ground[G_HALVES] + kind]
    return True


def move_coded(
    ground: Ints,
    ranks: Ints,
    rules: Ints,
    codes: Ints,
    count: int,
    picks: Ints,
    order_count: int,
    table: Ints,
    routes: Ints,
    answer: Cells,
    room: Room,
) -> int:
    """Carry out a movement phase: how many numbers of ``answer`` say what came of it.

    They are the result of each unit; then for each its code where it stands now, NONE if it
    was driven out; then for each one driven out its place among the units, how many places
    it may go to, and these locations. NONE is returned where two units stand in one province
    or an order is not the only one for a unit of its power.
    """
    units, at, orders, rivals = room.units, room.at, room.orders, room.rivals
    if not read_units(ground, ranks, codes, count, units, at):
        return NONE
    for index in range(order_count):
        for field in range(O_WIDTH):
            orders[index * O_WIDTH + field] = table[picks[index] * O_WIDTH + field]
    for province in range(ground[G_PROVINCES]):
        room.full[province] = 0
    check(ground, count, units, at, orders, order_count, routes, rules, room.sea)
    for index in range(order_count):
        order = index * O_WIDTH
        row = orders[order + O_ROW]
        if row == NONE or units[row + OWNER] != orders[order + O_BY]:
            return NONE
        if room.full[units[row + PLACE]] == 1:
            return NONE
        room.full[units[row + PLACE]] = 1
    match(ground, count, units, at, orders, order_count, routes, rules, room.sea, rivals)
    resolve(ground, count, units, at, rivals, rules, room.todo, room.trail)
    occupy(ground, count, units, at, rivals, rules, room.full, room.trail)
    used = 2 * count
    for index in range(count):
        row = index * WIDTH
        answer[index] = result_of(units, rivals, row, rules)
        answer[count + index] = codes[index]
        if units[row + ORDER] == MOVE and units[row + MOVES] == YES:
            answer[count + index] = unit_code(
                ground, ranks, units[row + OWNER], units[row + TARGET], units[row + KIND]
            )
            continue
        driver = dislodger(units, rivals, row)
        if driver == NONE:
            continue
        answer[count + index] = NONE
        origin = forbidden_origin(units, driver, rules)
        found = retreats(
            ground, units[row + KIND], units[row + LOCATION], origin, room.full, room.options
        )
        answer[used] = index
        answer[used + 1] = found
        for option in range(found):
            answer[used + 2 + option] = room.options[option]
        used += 2 + found
    return used


def read_owners(
    ground: Ints, ranks: Ints, owned: Ints, owned_count: int, owners: Cells, base: int
) -> None:
    """Write down the owner of each coded centre, at ``base`` and after."""
    powers = ground[G_POWERS]
    for province in range(ground[G_PROVINCES]):
        owners[base + province] = NONE
    for index in range(owned_count):
        owners[base + ranks[powers + owned[index] // powers]] = ranks[owned[index] % powers]


def end_year_coded(
    ground: Ints,
    ranks: Ints,
    rules: Ints,
    victory: int,
    codes: Ints,
    count: int,
    owned: Ints,
    owned_count: int,
    answer: Cells,
    cells: Cells,
    room: Room,
) -> int:
    """Settle the ownership of the centres: how many numbers of ``answer`` say what came of it.

    They are 1 + the rank of the power that has won, else 0; 1 if somebody has to adjust, else
    0; and the code of each centre that is owned. ``cells`` is room for a packed position.
    """
    powers, locations, kinds = ground[G_POWERS], ground[G_LOCATIONS], ground[G_KINDS]
    centers = block(ground, 0, OWNERS)
    read_owners(ground, ranks, owned, owned_count, cells, centers)
    for index in range(count):
        code = codes[index]
        cells[block(ground, 0, UNIT_LOCATIONS) + index] = ranks[powers + code // kinds % locations]
        cells[block(ground, 0, UNIT_OWNERS) + index] = ranks[code // kinds // locations]
        cells[block(ground, 0, UNIT_KINDS) + index] = code % kinds
    cells[C_UNITS] = count
    settle_owners(ground, rules, cells, 0)
    answer[0] = 0
    if settle_victory(ground, victory, cells, 0, room.dues):
        answer[0] = 1 + ranks[powers + locations + cells[C_WINNER] - 1]
    answer[1] = 0
    if adjusts(ground, rules, cells, 0, room.dues, room.full):
        answer[1] = 1
    used = 2
    for rank in range(locations):
        location = ranks[powers + rank]
        if location < ground[G_PROVINCES] and cells[centers + location] != NONE:
            owner = ranks[powers + locations + cells[centers + location]]
            answer[used] = rank * powers + owner
            used += 1
    return used


def adjust_coded(
    ground: Ints,
    ranks: Ints,
    rules: Ints,
    codes: Ints,
    count: int,
    owned: Ints,
    owned_count: int,
    picks: Ints,
    order_count: int,
    table: Ints,
    answer: Cells,
    room: Room,
) -> int:
    """Carry out an adjustment phase: how many numbers of ``answer`` say what came of it.

    The first is how many they tell of: the orders given, the builds of the judge, and the
    removals of civil disorder. Of each of these 1 if it was done, else 0, and the code of the
    unit, NONE for a build that was waived. The codes of all units that stand now end the list.
    NONE is returned where two units stand in one province, or an order leaves open which unit
    it is for.
    """
    units, orders = room.units, room.orders
    if not read_units(ground, ranks, codes, count, units, room.at):
        return NONE
    read_owners(ground, ranks, owned, owned_count, room.owners, 0)
    for index in range(order_count):
        for field in range(A_WIDTH):
            orders[index * A_WIDTH + field] = table[picks[index] * A_WIDTH + field]
    total = balance(
        ground,
        rules,
        count,
        units,
        room.at,
        room.owners,
        orders,
        order_count,
        room.gone,
        room.dues,
        room.steps,
        room.queue,
    )
    told = total
    for index in range(total):
        order = index * A_WIDTH
        code = NONE
        if orders[order + A_TYPE] != WAIVE:
            if orders[order + A_KIND] == NONE:
                return NONE
            code = unit_code(
                ground,
                ranks,
                orders[order + A_BY],
                orders[order + A_LOCATION],
                orders[order + A_KIND],
            )
        answer[1 + 2 * index] = 1 if orders[order + A_REASON] == OK else 0
        answer[2 + 2 * index] = code
    for index in range(count):
        if room.gone[index] == 2:
            answer[1 + 2 * told] = 1
            answer[2 + 2 * told] = codes[index]
            told += 1
    answer[0] = told
    used = 1 + 2 * told
    for index in range(count):
        if room.gone[index] == 0:
            answer[used] = codes[index]
            used += 1
    for index in range(total):
        if orders[index * A_WIDTH + A_TYPE] == BUILD and orders[index * A_WIDTH + A_REASON] == OK:
            answer[used] = answer[2 + 2 * index]
            used += 1
    return used
