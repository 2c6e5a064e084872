"""Random play of Machiavelli: any legal order of a unit, and money for what may take effect."""

from __future__ import annotations

from typing import Final

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
from dragoman.machiavelli.engine.city_orders import TO_BESIEGE, fault_in_siege, packed_city_order
from dragoman.machiavelli.engine.codes import BUILD, BUY, MAINTAIN, REMOVE
from dragoman.machiavelli.engine.expenses import price
from dragoman.machiavelli.engine.legal_orders import (
    PURPOSES,
    count_builds,
    count_campaign_orders,
    count_expenses,
    write_builds,
    write_campaign_orders,
    write_expenses,
)
from dragoman.machiavelli.engine.money import credit, owed
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.upkeep import due
from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.random_play import draw
from dragoman.rules.engine.codes import ADJUSTMENTS, NONE, RETREATS
from dragoman.rules.engine.packed_orders import packed_other, packed_target
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import OK

_EXPENSES: Final = 4
"""How many expenditures a power makes in a campaign, at most."""
_BUILDS: Final = 3
"""How many units a power builds in a year of random play, at most."""


def draw_campaign(
    t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int, first: int
) -> int:
    """Choose orders for the phase of position ``index``, and write them to the codes from ``first``
    on; where they end, NONE for no room to list orders."""
    kind = t.calendar.kind[t.phase]
    if kind == ADJUSTMENTS:
        cell = draw_upkeep(t, r, chunk, first)
    elif kind == RETREATS:
        cell = draw_ways_out(t, form, chunk, index, first)
    else:
        cell = draw_campaign_orders(t, r, chunk, first)
    if cell != NONE:
        chunk.codes[cell] = NONE
    return cell


def add_order(chunk: Chunk, cell: int, what: int, by: int, more: int) -> int:
    """Begin an order with what it is and who gives it, and its first number; where the next
    begins."""
    chunk.codes[cell] = what
    chunk.codes[cell + 1] = by
    chunk.codes[cell + 2] = more
    chunk.codes[cell + 3] = 0
    chunk.codes[cell + 4] = 0
    return cell + ORDER_CELLS


# A campaign.


def draw_campaign_orders(t: Turn, r: Realm, chunk: Chunk, first: int) -> int:
    """Orders for every unit and for money."""
    if count_campaign_orders(t, r) == NONE:
        return NONE
    cell = first
    for power in range(r.scenario.nobody):
        if r.codes.money == 1 and r.is_out[power] == 0:
            cell = draw_spending(t, r, chunk, cell, power)
    for unit in range(t.unit_count):
        if t.owner[unit] != r.scenario.nobody:
            cell = draw_unit_order(t, r, chunk, cell, t.owner[unit], unit)
    return cell


def draw_unit_order(t: Turn, r: Realm, chunk: Chunk, cell: int, by: int, unit: int) -> int:
    """One of the legal orders of a unit. Who can besiege a city does so every other time, for it
    takes two campaigns."""
    pick = draw(t, t.choices[unit])
    t.found_count = 0
    write_campaign_orders(t, r, unit, pick, pick + 1)
    following = add_order(chunk, cell, FOR_UNIT, by, t.location[unit])
    chunk.codes[cell + 3] = t.found[0]
    if draw(t, 2) == 0 and fault_in_siege(t, r, unit) == OK:
        chunk.codes[cell + 3] = packed_city_order(TO_BESIEGE, NONE)
    return following


def draw_spending(t: Turn, r: Realm, chunk: Chunk, cell: int, power: int) -> int:
    """Orders of a power for its money, its chits and its straits."""
    choices = count_expenses(t, r, power) if r.treasury[power] >= PRICE_OF_LEAST else 0
    for number in range(1, _EXPENSES + 1):
        if choices > 0 and draw(t, 2) == 0:
            cell = draw_expense(t, r, chunk, cell, power * 8 + number, choices)
    if credit(r, power) > 0 and draw(t, 4) == 0:
        lent = add_order(chunk, cell, TO_BORROW, power, 1 + draw(t, credit(r, power)))
        chunk.codes[cell + 3] = 1 + draw(t, 2)
        cell = lent
    if owed(r, power) > 0 and draw(t, 4) == 0:
        paid = add_order(chunk, cell, TO_PAY, power, r.scenario.nobody)
        chunk.codes[cell + 3] = 1 + draw(t, 15)
        cell = paid
    other = draw(t, r.scenario.nobody)
    if other == power or r.is_out[other] == 1:
        return cell
    if r.treasury[power] > 0 and draw(t, 4) == 0:
        paid = add_order(chunk, cell, TO_PAY, power, other)
        chunk.codes[cell + 3] = 1 + draw(t, 8)
        cell = paid
    victim = draw(t, r.scenario.nobody)
    if r.chits[power * r.scenario.nobody + victim] > 0 and draw(t, 4) == 0:
        given = add_order(chunk, cell, TO_GIVE, power, victim)
        chunk.codes[cell + 3] = other
        cell = given
    if r.scenario.strait_count > 0 and draw(t, 2) == 0:
        allowed = add_order(chunk, cell, TO_ALLOW, power, other)
        chunk.codes[cell + 3] = 1
        cell = allowed
    return cell


PRICE_OF_LEAST: Final = 3
"""What famine relief and counter-bribes take, the cheapest of all."""


def draw_expense(t: Turn, r: Realm, chunk: Chunk, cell: int, which: int, choices: int) -> int:
    """One of so many expenditures that a power can make, and an order for a unit that it buys.
    ``which`` is 8 * the power + the number of the expenditure."""
    power = which // 8
    pick = draw(t, choices)
    t.found_count = 0
    write_expenses(t, r, power, pick, pick + 1)
    code = t.found[0]
    kind = code % PURPOSES
    target = code // PURPOSES
    following = add_order(chunk, cell, TO_SPEND, power, which % 8)
    chunk.codes[cell + 3] = code
    chunk.codes[cell + 4] = price(t, r, kind, target) + 3 * draw(t, 4)
    if kind == BUY:
        return draw_unit_order(t, r, chunk, following, power, t.at[target])
    return following


# Retreats and adjustments.


def draw_ways_out(t: Turn, form: CampaignForm, chunk: Chunk, index: int, first: int) -> int:
    """Where each dislodged unit goes, or to disband it."""
    cell = first
    for row in range(t.dislodged_count):
        at = find_dislodged(form, chunk, index, row)
        ways = chunk.cells[at + 2]
        pick = draw(t, ways + 1)
        following = add_order(
            chunk, cell, TO_RETREAT, t.dislodged.owner[row], t.dislodged.location[row]
        )
        chunk.codes[cell + 3] = NONE if pick == ways else chunk.cells[at + 3 + pick]
        cell = following
    return cell


def draw_upkeep(t: Turn, r: Realm, chunk: Chunk, first: int) -> int:
    """Which units are maintained, most of them, and what is built."""
    cell = first
    for power in range(r.scenario.nobody):
        if r.is_out[power] == 1:
            continue
        is_surplus = r.codes.money == 0 and due(t, r, power) < 0
        for unit in range(t.unit_count):
            if t.owner[unit] != power or not (r.codes.money == 1 or is_surplus):
                continue
            pick = draw(t, 12)
            if pick > 0:
                type_ = REMOVE if pick == 1 or (is_surplus and pick < 6) else MAINTAIN
                following = add_order(chunk, cell, TO_KEEP, power, type_)
                chunk.codes[cell + 3] = t.kind[unit]
                chunk.codes[cell + 4] = t.location[unit]
                cell = following
        choices = count_builds(t, r, power)
        for _ in range(draw(t, _BUILDS + 1) if choices > 0 else 0):
            pick = draw(t, choices)
            t.found_count = 0
            write_builds(t, r, power, pick, pick + 1)
            following = add_order(chunk, cell, TO_KEEP, power, BUILD)
            chunk.codes[cell + 3] = packed_other(t.found[0])
            chunk.codes[cell + 4] = packed_target(t.found[0])
            cell = following
    return cell
