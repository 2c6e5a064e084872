"""One turn as objects give it: units, owners and orders in numbers, and what is told of the phase
once it is judged.

Orders come as they were written, with all that may be wrong with them, as in plain Python
(``judge.encode``); what became of them is read off the arrays of the turn. Here is told what
nearly every turn is asked: who stands where, who was driven out, what comes next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dragoman.rules.engine.aftermath import forbidden_origin, leaves_contested, list_retreats
from dragoman.rules.engine.codes import CONVOY, NONE
from dragoman.rules.engine.high_seas import is_high_sea, leave_out_high_seas
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.legality import check
from dragoman.rules.engine.packed_orders import packed_other
from dragoman.rules.engine.phases import meet, next_phase, run_adjustments, settle_standing
from dragoman.rules.engine.primitives import EMPTY, first, only
from dragoman.rules.engine.tables import BoardTables, Cells, Ints
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import OK


@dataclass(slots=True, eq=False)
class WrittenTurn:
    """A turn as it is written down for the kernel."""

    written: Ints
    """``HEAD_WRITTEN`` numbers; the units, as ``power * spots + spot`` each, where spots are kinds
    times locations; the owner of each province, and where home centres change in the game whose
    core each is, and whose half core; the powers that gave orders, and how many each; the orders,
    ``ORDER_CELLS`` numbers each."""
    ranks: Ints
    """The places of powers, then of locations, then of kinds among them sorted by name."""
    told: Cells
    """What is told: ``HEAD_TOLD`` numbers, and what they count; see ``tell``."""


W_PHASE: Final = 0
"""In the head of what is written: the place in the calendar, ..."""
W_YEAR: Final = 1
W_UNITS: Final = 2
"""... how many units there are, ..."""
W_POWERS: Final = 3
"""... how many powers gave orders, ..."""
W_ORDERS: Final = 4
"""... how many orders there are, ..."""
W_VICTORY: Final = 5
"""... and the centres that win."""
HEAD_WRITTEN: Final = 6

ORDER_CELLS: Final = 10
"""The numbers of an order: the spot of its unit and of the unit that it helps (``NOBODY`` where it
helps none), and the columns of ``OrderRows`` from the kind to the flags."""
NOBODY: Final = -2
ADJUSTMENT_CELLS: Final = 4
"""The numbers of an order of an adjustment phase: the columns of ``AdjustmentRows`` from the type
to the odd coast."""

T_PHASE: Final = 0
"""In the head of what is told: the place in the calendar of what comes next, ..."""
T_YEAR: Final = 1
T_WINNER: Final = 2
T_STANDING: Final = 3
"""... how many units stand, ..."""
T_DISLODGED: Final = 4
"""... how many were dislodged, ..."""
T_CONTESTED: Final = 5
"""... how many moves left their goal contested, ..."""
T_FAULTS: Final = 6
"""... how many orders have something wrong with them, ..."""
T_OWNERS: Final = 7
"""... how many owners are others now, ..."""
T_RETURNED: Final = 8
"""... and how many units of nobody came back after it."""
HEAD_TOLD: Final = 9


def judge_written(t: Turn, ice: BoardTables, w: WrittenTurn) -> int:
    """Carry out a movement phase as it is written, and tell of it; 0, or NONE if there cannot be
    such a position, as two units stand in one province."""
    if t.calendar.is_icy[w.written[W_PHASE]] == 1:
        return judge_as_written(t.on(ice), w)
    return judge_as_written(t, w)


def judge_as_written(t: Turn, w: WrittenTurn) -> int:
    """The same on the board as it is then."""
    if not read_written_position(t, w):
        return NONE
    read_written_orders(t, w)
    check(t)
    meet(t)
    settle_standing(t)
    told = tell(t, w)
    next_phase(t)
    tell_next(t, w, told)
    return 0


def adjust_written(t: Turn, ice: BoardTables, w: WrittenTurn) -> int:
    """Carry out an adjustment phase as it is written, and tell of it; 0, or NONE if there cannot be
    such a position."""
    if t.calendar.is_icy[w.written[W_PHASE]] == 1:
        return adjust_as_written(t.on(ice), w)
    return adjust_as_written(t, w)


def adjust_as_written(t: Turn, w: WrittenTurn) -> int:
    """The same on the board as it is then."""
    if not read_written_position(t, w):
        return NONE
    read_written_adjustments(t, w)
    run_adjustments(t)
    tell_standing(t, w)
    w.told[T_CONTESTED] = 0
    w.told[T_DISLODGED] = 0
    w.told[T_FAULTS] = 0
    next_phase(t)
    tell_next(t, w, HEAD_TOLD + 2 * t.standing_count + owner_cells(t))
    return 0


def owner_cells(t: Turn) -> int:
    """The numbers that say who owns what: one for each province, three where home centres change
    in the game."""
    return t.board.province_count * (3 if t.board.has_cores == 1 else 1)


def read_written_position(t: Turn, w: WrittenTurn) -> bool:
    """Begin the turn at the position that is written; False if two units stand in one province."""
    t.phase = w.written[W_PHASE] + 0
    t.year = w.written[W_YEAR] + 0
    t.victory_centers = w.written[W_VICTORY] + 0
    t.winner = NONE
    t.unit_count = w.written[W_UNITS] + 0
    spots = t.board.kind_count * t.board.location_count
    for province in range(t.board.province_count):
        t.at[province] = NONE
        t.owners[province] = w.written[HEAD_WRITTEN + t.unit_count + province]
    if t.board.has_cores == 1:
        first_core = HEAD_WRITTEN + t.unit_count + t.board.province_count
        for province in range(t.board.province_count):
            t.cores[province] = w.written[first_core + province]
            t.half_cores[province] = w.written[first_core + t.board.province_count + province]
    for unit in range(t.unit_count):
        number = w.written[HEAD_WRITTEN + unit]
        spot = number % spots
        location = spot % t.board.location_count
        kind = spot // t.board.location_count
        t.owner[unit] = number // spots
        t.spot[unit] = spot
        t.location[unit] = location
        t.kind[unit] = kind
        t.place[unit] = t.board.province_of[location]
        t.strength[unit] = t.board.strength[kind]
        t.gone[unit] = 0
        if t.at[t.place[unit]] != NONE and not is_high_sea(t, t.place[unit]):
            return False
        t.at[t.place[unit]] = unit
    leave_out_high_seas(t, t.at, NONE)
    return True


def read_written_orders(t: Turn, w: WrittenTurn) -> None:
    """Read the orders that are written."""
    t.order_count = w.written[W_ORDERS] + 0
    t.is_loose = 0
    t.has_convoys = 0
    t.strait_count = 0
    begin = HEAD_WRITTEN + t.unit_count + owner_cells(t)
    cell = begin + 2 * w.written[W_POWERS]
    order = 0
    for power in range(w.written[W_POWERS]):
        for _ in range(w.written[begin + w.written[W_POWERS] + power]):
            t.orders.by[order] = w.written[begin + power]
            read_written_order(t, w, order, cell)
            cell += ORDER_CELLS
            order += 1


def read_written_order(t: Turn, w: WrittenTurn, order: int, cell: int) -> None:
    """Read an order whose numbers begin at ``cell``."""
    unit = unit_at(t, w.written[cell])
    other = unit_at(t, w.written[cell + 1])
    if unit == NONE or (other == NONE and w.written[cell + 1] != NOBODY):
        t.is_loose = 1
    t.orders.kind[order] = w.written[cell + 2]
    t.orders.location[order] = w.written[cell + 3]
    t.orders.type[order] = w.written[cell + 4]
    t.orders.other_power[order] = w.written[cell + 5]
    t.orders.other_kind[order] = w.written[cell + 6]
    t.orders.other_location[order] = w.written[cell + 7]
    t.orders.target[order] = w.written[cell + 8]
    t.orders.flags[order] = w.written[cell + 9]
    t.orders.route_start[order] = NONE
    t.orders.route_end[order] = NONE
    t.orders.unit[order] = unit
    t.orders.other[order] = other
    t.orders.reason[order] = NONE
    if t.orders.type[order] == CONVOY:
        t.has_convoys = 1


def read_written_adjustments(t: Turn, w: WrittenTurn) -> None:
    """Read the orders of an adjustment phase that are written."""
    t.adjustment_count = 0
    begin = HEAD_WRITTEN + t.unit_count + owner_cells(t)
    cell = begin + 2 * w.written[W_POWERS]
    for power in range(w.written[W_POWERS]):
        for _ in range(w.written[begin + w.written[W_POWERS] + power]):
            order = t.adjustment_count
            t.adjustments.by[order] = w.written[begin + power]
            t.adjustments.type[order] = w.written[cell]
            t.adjustments.kind[order] = w.written[cell + 1]
            t.adjustments.location[order] = w.written[cell + 2]
            t.adjustments.odd_coast[order] = w.written[cell + 3]
            t.adjustments.reason[order] = OK
            t.adjustments.is_excess[order] = 0
            t.adjustment_count = order + 1
            cell += ADJUSTMENT_CELLS


def unit_at(t: Turn, spot: int) -> int:
    """The unit that stands at a spot; NONE for none, for no spot, and on a high sea."""
    if spot < 0:
        return NONE
    unit = t.at[t.board.province_of[spot % t.board.location_count]]
    if unit != NONE and t.spot[unit] == spot:
        return unit
    return NONE


def tell(t: Turn, w: WrittenTurn) -> int:
    """Tell of the phase; where that ends. Behind the head come those who stand, in the
    order of the units, the same sorted as positions keep them, and all owners and cores, which
    ``tell_next`` writes; then the contested provinces, some of them twice; then of each dislodged
    unit its number, its attacker's, and how many ways to retreat there are, and these."""
    tell_standing(t, w)
    faults = 0
    for order in range(t.order_count):
        if t.orders.reason[order] != OK:
            faults += 1
    w.told[T_FAULTS] = faults
    end = tell_contested(t, w, HEAD_TOLD + 2 * t.standing_count + owner_cells(t))
    return tell_dislodged(t, w, end)


def tell_standing(t: Turn, w: WrittenTurn) -> None:
    """Tell who stands after the phase."""
    w.told[T_STANDING] = t.standing_count
    for row in range(t.standing_count):
        number = number_of_standing(t, row)
        w.told[HEAD_TOLD + row] = number
        put_in_order(t, w, HEAD_TOLD + t.standing_count, row, number)


def tell_contested(t: Turn, w: WrittenTurn, begin: int) -> int:
    """Tell which provinces a stand-off left empty; where that ends."""
    end = begin
    failed = t.moves_no
    while failed != EMPTY:
        unit = first(failed)
        failed ^= only(unit)
        if leaves_contested(t, unit):
            w.told[end] = t.goal[unit]
            end += 1
    w.told[T_CONTESTED] = end - begin
    return end


def tell_dislodged(t: Turn, w: WrittenTurn, begin: int) -> int:
    """Tell of each dislodged unit; where that ends."""
    end = begin
    w.told[T_DISLODGED] = 0
    for unit in range(t.unit_count if t.standing_count < t.unit_count else 0):
        attacker = t.dislodged_by[unit]
        if attacker != NONE:
            origin = forbidden_origin(t, attacker)
            ways = list_retreats(t, t.owner[unit], t.kind[unit], t.location[unit], origin)
            w.told[end] = unit
            w.told[end + 1] = attacker
            w.told[end + 2] = ways
            for way in range(ways):
                w.told[end + 3 + way] = t.options[way]
            end += 3 + ways
            w.told[T_DISLODGED] += 1
    return end


def tell_next(t: Turn, w: WrittenTurn, told: int) -> None:
    """Tell what comes next, and behind all else which provinces have other owners now, and which
    units came back."""
    w.told[T_PHASE] = t.phase
    w.told[T_YEAR] = t.year
    w.told[T_WINNER] = t.winner
    before = HEAD_WRITTEN + t.unit_count
    after = HEAD_TOLD + 2 * w.told[T_STANDING]
    end = told
    for province in range(t.board.province_count):
        w.told[after + province] = t.owners[province]
        if t.owners[province] != w.written[before + province]:
            w.told[end] = province
            end += 1
    if t.board.has_cores == 1:
        first_core = after + t.board.province_count
        for province in range(t.board.province_count):
            w.told[first_core + province] = t.cores[province]
            w.told[first_core + t.board.province_count + province] = t.half_cores[province]
    w.told[T_OWNERS] = end - told
    for row in range(w.told[T_STANDING], t.standing_count):
        w.told[end] = number_of_standing(t, row)
        end += 1
    w.told[T_RETURNED] = t.standing_count - w.told[T_STANDING]


def list_written(t: Turn, ice: BoardTables, w: WrittenTurn) -> int:
    """List the legal orders of a position that is written; 0, or NONE if there can be no such
    position or is no room for them. Where those of each unit begin is told first, with one more at
    the end; then of each unit its number, and of each order two numbers: its code, and the kind of
    the unit that it names there, with the power where ``W_POWERS`` says that this has to be
    named."""
    if t.calendar.is_icy[w.written[W_PHASE]] == 1:
        return list_as_written(t.on(ice), w)
    return list_as_written(t, w)


def list_as_written(t: Turn, w: WrittenTurn) -> int:
    """The same on the board as it is then."""
    if not read_written_position(t, w) or list_orders(t) == NONE:
        return NONE
    end = t.unit_count + 1
    for unit in range(t.unit_count):
        w.told[unit] = end
        w.told[end] = w.written[HEAD_WRITTEN + unit]
        end += 1
        for number in range(t.starts[unit], t.starts[unit + 1]):
            code = t.found[number] + 0
            w.told[end] = code
            w.told[end + 1] = named_with(t, packed_other(code), w.written[W_POWERS])
            end += 2
    w.told[t.unit_count] = end
    return 0


def named_with(t: Turn, location: int, asks_power: int) -> int:
    """A number for the unit that an order names by its location; 0 where none stands there."""
    if location == NONE or location >= t.board.location_count:
        return 0
    unit = t.at[t.board.province_of[location]]
    if unit == NONE or t.location[unit] != location:
        return 0
    power = t.owner[unit] + 1 if asks_power == 1 else 0
    return 1 + t.kind[unit] + t.board.kind_count * power


def number_of_standing(t: Turn, row: int) -> int:
    """The number of a unit that stands after the phase."""
    spot = t.standing.kind[row] * t.board.location_count + t.standing.location[row]
    return t.standing.owner[row] * t.board.kind_count * t.board.location_count + spot


def put_in_order(t: Turn, w: WrittenTurn, begin: int, count: int, number: int) -> None:
    """Put a unit among so many that are told from ``begin`` on, sorted as positions keep them."""
    rank = rank_of(t, w, number)
    place = begin + count
    while place > begin and rank_of(t, w, w.told[place - 1]) > rank:
        w.told[place] = w.told[place - 1]
        place -= 1
    w.told[place] = number


def rank_of(t: Turn, w: WrittenTurn, number: int) -> int:
    """The rank of a unit among all that there could be, by power, location and kind."""
    locations, kinds = t.board.location_count, t.board.kind_count
    spot = number % (kinds * locations)
    power = w.ranks[number // (kinds * locations)]
    location = w.ranks[t.board.power_count + spot % locations]
    kind = w.ranks[t.board.power_count + locations + spot // locations]
    return (power * locations + location) * kinds + kind
