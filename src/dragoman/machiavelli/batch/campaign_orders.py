"""Orders of Machiavelli in rows of numbers read into a turn and a realm (see ``campaign_form``)."""

from __future__ import annotations

from dragoman.machiavelli.batch.campaign_form import (
    FOR_UNIT,
    ORDER_CELLS,
    TO_ALLOW,
    TO_BORROW,
    TO_GIVE,
    TO_KEEP,
    TO_PAY,
    TO_RETREAT,
    TO_SPEND,
    CampaignForm,
)
from dragoman.machiavelli.batch.campaign_rows import find_dislodged
from dragoman.machiavelli.engine.assassination import give_chit
from dragoman.machiavelli.engine.city_orders import (
    TO_BESIEGE,
    TO_CONVERT,
    TO_GIVE_UP,
    TO_LIFT,
    city_order_in,
)
from dragoman.machiavelli.engine.codes import ASSASSINATE, TYPES
from dragoman.machiavelli.engine.legal_orders import PURPOSES
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import quality_of
from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.engine.codes import (
    BESIEGES,
    CONVERTS,
    CONVOY,
    GIVES_UP,
    HOLD,
    LIFTS,
    MOVE,
    NONE,
    VIA,
)
from dragoman.rules.engine.packed_orders import (
    packed_kind,
    packed_other,
    packed_target,
    packed_via,
)
from dragoman.rules.engine.turn import Turn


def read_campaign_orders(
    t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int, first: int
) -> None:
    """Read the orders of position ``index``, which begin at ``first`` of the codes."""
    cell = first
    while chunk.codes[cell] != NONE:
        what = chunk.codes[cell]
        if what == FOR_UNIT:
            read_unit_order(t, chunk, cell)
        elif what == TO_RETREAT:
            read_way_out(t, form, chunk, index, cell)
        elif what == TO_KEEP:
            read_upkeep(r, chunk, cell)
        else:
            read_money_order(r, chunk, what, cell)
        cell += ORDER_CELLS


def read_unit_order(t: Turn, chunk: Chunk, cell: int) -> None:
    """Read the order of a unit as if it were written with all names."""
    order = t.order_count
    t.order_count = order + 1
    location = chunk.codes[cell + 2]
    code = chunk.codes[cell + 3]
    unit = t.at[t.board.province_of[location]]
    kind = NONE if unit == NONE else t.kind[unit]
    t.orders.by[order] = chunk.codes[cell + 1]
    t.orders.kind[order] = kind
    t.orders.location[order] = location
    t.orders.other_power[order] = NONE
    t.orders.other_kind[order] = NONE
    t.orders.other_location[order] = NONE
    t.orders.target[order] = packed_target(code)
    t.orders.route_start[order] = NONE
    t.orders.route_end[order] = NONE
    t.orders.unit[order] = NONE
    t.orders.other[order] = NONE
    t.orders.reason[order] = 0
    what = city_order_in(code)
    if what != NONE:
        read_city_order(t, order, what, kind)
        return
    t.orders.type[order] = packed_kind(code)
    t.orders.flags[order] = VIA if packed_via(code) == 1 else 0
    other = packed_other(code)
    t.orders.other_location[order] = other
    helped = NONE if other == NONE else t.at[t.board.province_of[other]]
    if helped != NONE:
        t.orders.other_kind[order] = t.kind[helped]
    if packed_kind(code) == CONVOY:
        t.has_convoys = 1


def read_city_order(t: Turn, order: int, what: int, kind: int) -> None:
    """Read an order for a city."""
    t.orders.type[order] = HOLD
    if what == TO_BESIEGE:
        t.orders.flags[order] = BESIEGES
    elif what == TO_LIFT:
        t.orders.flags[order] = LIFTS
    elif what == TO_GIVE_UP:
        t.orders.flags[order] = GIVES_UP
    else:
        t.orders.flags[order] = CONVERTS
        t.orders.other_kind[order] = what - TO_CONVERT + TYPES * quality_of(kind)
        if t.orders.target[order] != NONE:
            t.orders.type[order] = MOVE


def read_way_out(t: Turn, form: CampaignForm, chunk: Chunk, index: int, cell: int) -> None:
    """Read where a dislodged unit goes, if it may go there."""
    target = chunk.codes[cell + 3]
    for row in range(t.dislodged_count):
        is_meant = t.dislodged.location[row] == chunk.codes[cell + 2]
        if not is_meant or t.dislodged.owner[row] != chunk.codes[cell + 1]:
            continue
        at = find_dislodged(form, chunk, index, row)
        for way in range(chunk.cells[at + 2]):
            if chunk.cells[at + 3 + way] == target:
                t.dislodged.target[row] = target


def read_upkeep(r: Realm, chunk: Chunk, cell: int) -> None:
    """Read an order of an adjustment."""
    row = r.upkeep_count
    r.upkeep_count = row + 1
    r.upkeep.by[row] = chunk.codes[cell + 1]
    r.upkeep.type[row] = chunk.codes[cell + 2]
    r.upkeep.kind[row] = chunk.codes[cell + 3]
    r.upkeep.location[row] = chunk.codes[cell + 4]
    r.upkeep.result[row] = 0


def read_money_order(r: Realm, chunk: Chunk, what: int, cell: int) -> None:
    """Read an order for money, a chit or a strait."""
    by = chunk.codes[cell + 1]
    if what == TO_SPEND:
        read_expense(r, chunk, cell)
    elif what == TO_PAY:
        row = r.payment_count
        r.payment_count = row + 1
        r.payments.by[row] = by
        r.payments.to[row] = chunk.codes[cell + 2]
        r.payments.amount[row] = chunk.codes[cell + 3]
        r.payments.paid[row] = 0
        r.payments.result[row] = 0
    elif what == TO_BORROW:
        row = r.loan_count
        r.loan_count = row + 1
        r.loans.by[row] = by
        r.loans.amount[row] = chunk.codes[cell + 2]
        r.loans.years[row] = chunk.codes[cell + 3]
        r.loans.lent[row] = 0
        r.loans.result[row] = 0
    elif what == TO_GIVE:
        give_chit(r, by, chunk.codes[cell + 2], chunk.codes[cell + 3])
    elif what == TO_ALLOW:
        r.allows[by * r.scenario.nobody + chunk.codes[cell + 2]] = chunk.codes[cell + 3]


def read_expense(r: Realm, chunk: Chunk, cell: int) -> None:
    """Read an expenditure."""
    row = r.expense_count
    r.expense_count = row + 1
    kind = chunk.codes[cell + 3] % PURPOSES
    target = chunk.codes[cell + 3] // PURPOSES
    r.expenses.by[row] = chunk.codes[cell + 1]
    r.expenses.number[row] = chunk.codes[cell + 2]
    r.expenses.kind[row] = kind
    r.expenses.amount[row] = chunk.codes[cell + 4]
    r.expenses.place[row] = NONE if kind == ASSASSINATE else target
    r.expenses.victim[row] = target if kind == ASSASSINATE else NONE
    r.expenses.minimum[row] = 0
    r.expenses.paid[row] = 0
    r.expenses.counts[row] = 0
    r.expenses.countered[row] = 0
    r.expenses.result[row] = 0
