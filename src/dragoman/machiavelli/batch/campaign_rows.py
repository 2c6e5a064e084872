"""Positions of Machiavelli read from rows into a turn and a realm, and written back."""

from __future__ import annotations

from dragoman.machiavelli.batch.campaign_form import (
    ALLOWS_BIT,
    CELLS_OF_POWER,
    CONTESTED_BIT,
    DEFAULTED_BIT,
    FAMINE_BIT,
    INTEREST_SHIFT,
    KIND_BITS,
    KIND_SHIFT,
    LOCATION_BITS,
    MOST_IN_LOAN,
    OUT_BIT,
    OWNER_BITS,
    OWNER_SHIFT,
    REBELS_BIT,
    ROW_CITIES,
    ROW_DISLODGED,
    ROW_PHASE,
    ROW_SEED,
    ROW_UNITS,
    ROW_WINNER,
    ROW_YEAR,
    SEED_BITS,
    SIEGE_BIT,
    CampaignForm,
)
from dragoman.machiavelli.engine.codes import DUE
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.retreats import list_ways_out
from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.engine.codes import NONE, RETREATS
from dragoman.rules.engine.turn import Turn


def read_campaign(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int) -> None:
    """Begin a turn and a realm at position ``index`` of the chunk."""
    row = index * form.row
    t.phase = chunk.cells[row + ROW_PHASE]
    t.year = chunk.cells[row + ROW_YEAR]
    t.winner = chunk.cells[row + ROW_WINNER] - 1
    t.dislodged_count = 0
    t.standing_count = 0
    t.order_count = 0
    t.is_loose = 1
    t.has_convoys = 0
    r.victory_cities = chunk.cells[row + ROW_CITIES]
    r.seed = (
        chunk.cells[row + ROW_SEED]
        + (chunk.cells[row + ROW_SEED + 1] << SEED_BITS)
        + (chunk.cells[row + ROW_SEED + 2] << (2 * SEED_BITS))
    )
    r.expense_count = 0
    r.payment_count = 0
    r.loan_count = 0
    r.upkeep_count = 0
    r.roll_count = 0
    r.thrown_count = 0
    r.event_count = 0
    read_places(t, r, form, chunk, row)
    read_powers(r, form, chunk, row)
    t.unit_count = chunk.cells[row + ROW_UNITS]
    for unit in range(t.unit_count):
        read_unit(t, unit, chunk.cells[row + form.first_unit + unit])


def read_places(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, row: int) -> None:
    """Read who owns each place, and what marks it has."""
    for place in range(t.board.province_count):
        cell = chunk.cells[row + form.first_place + place]
        t.at[place] = NONE
        t.owners[place] = (cell & OWNER_BITS) - 1
        t.full[place] = 2 if cell & CONTESTED_BIT != 0 else 0
        r.siege[place] = 1 if cell & SIEGE_BIT != 0 else 0
        r.famine[place] = 1 if cell & FAMINE_BIT != 0 else 0
        r.rebels[place] = 1 if cell & REBELS_BIT != 0 else 0
        r.gave_up[place] = 0
        r.siege_now[place] = 0
        r.struck[place] = 0
        r.upkept[place] = NONE


def read_powers(r: Realm, form: CampaignForm, chunk: Chunk, row: int) -> None:
    """Read what the powers have and owe, and who holds which home country."""
    for power in range(r.scenario.nobody):
        cell = row + form.first_power + CELLS_OF_POWER * power
        r.treasury[power] = chunk.cells[cell]
        r.has_defaulted[power] = 1 if chunk.cells[cell + 1] & DEFAULTED_BIT != 0 else 0
        r.is_out[power] = 1 if chunk.cells[cell + 1] & OUT_BIT != 0 else 0
        r.assassinated[power] = 0
        r.income[power] = 0
        for slot in range(DUE):
            loan = chunk.cells[cell + 2 + slot]
            r.principal[power * DUE + slot] = loan & MOST_IN_LOAN
            r.interest[power * DUE + slot] = loan >> INTEREST_SHIFT
    for pair in range(r.scenario.nobody * r.scenario.nobody):
        cell = chunk.cells[row + form.first_pair + pair]
        r.chits[pair] = cell & (ALLOWS_BIT - 1)
        r.allows[pair] = 1 if cell & ALLOWS_BIT != 0 else 0
    for country in range(r.scenario.country_count):
        r.home_owner[country] = chunk.cells[row + form.first_country + country]


def read_unit(t: Turn, unit: int, cell: int) -> None:
    """Read a unit that stands."""
    location = cell & LOCATION_BITS
    kind = (cell >> KIND_SHIFT) & KIND_BITS
    t.location[unit] = location
    t.place[unit] = t.board.province_of[location]
    t.owner[unit] = cell >> OWNER_SHIFT
    t.kind[unit] = kind
    t.spot[unit] = kind * t.board.location_count + location
    t.strength[unit] = t.board.strength[kind]
    t.gone[unit] = 0
    t.at[t.place[unit]] = unit


def write_campaign(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int) -> None:
    """Write the position in which a turn and a realm ended over the one in which they began. Who
    has to retreat is written before (see ``write_dislodged``)."""
    row = index * form.row
    chunk.cells[row + ROW_PHASE] = t.phase
    chunk.cells[row + ROW_YEAR] = t.year
    chunk.cells[row + ROW_WINNER] = t.winner + 1
    chunk.cells[row + ROW_CITIES] = r.victory_cities
    is_retreat = t.calendar.kind[t.phase] == RETREATS
    if not is_retreat:
        chunk.cells[row + ROW_DISLODGED] = 0
    for place in range(t.board.province_count):
        chunk.cells[row + form.first_place + place] = (
            t.owners[place]
            + 1
            + SIEGE_BIT * r.siege[place]
            + FAMINE_BIT * r.famine[place]
            + REBELS_BIT * r.rebels[place]
            + (CONTESTED_BIT if is_retreat and t.full[place] == 2 else 0)
        )
    write_powers(r, form, chunk, row, is_retreat)
    chunk.cells[row + ROW_UNITS] = t.unit_count
    for unit in range(t.unit_count):
        insert_unit(t, form, chunk, row + form.first_unit, unit)


def write_powers(r: Realm, form: CampaignForm, chunk: Chunk, row: int, keeps_allies: bool) -> None:
    """Write what the powers have and owe, and who holds which home country. Whom fleets let pass
    is kept until the retreats are over."""
    for power in range(r.scenario.nobody):
        cell = row + form.first_power + CELLS_OF_POWER * power
        chunk.cells[cell] = r.treasury[power]
        chunk.cells[cell + 1] = DEFAULTED_BIT * r.has_defaulted[power] + OUT_BIT * r.is_out[power]
        for slot in range(DUE):
            chunk.cells[cell + 2 + slot] = r.principal[power * DUE + slot] + (
                r.interest[power * DUE + slot] << INTEREST_SHIFT
            )
    for pair in range(r.scenario.nobody * r.scenario.nobody):
        allows = ALLOWS_BIT if keeps_allies and r.allows[pair] == 1 else 0
        chunk.cells[row + form.first_pair + pair] = r.chits[pair] + allows
    for country in range(r.scenario.country_count):
        chunk.cells[row + form.first_country + country] = r.home_owner[country]


def insert_unit(t: Turn, form: CampaignForm, chunk: Chunk, first: int, unit: int) -> None:
    """Write a unit among those with lower numbers, which lie in order from ``first`` on."""
    cell = t.location[unit] + (t.kind[unit] << KIND_SHIFT) + (t.owner[unit] << OWNER_SHIFT)
    rank = rank_of(t, form, cell)
    place = unit
    while place > 0 and rank_of(t, form, chunk.cells[first + place - 1]) > rank:
        chunk.cells[first + place] = chunk.cells[first + place - 1]
        place -= 1
    chunk.cells[first + place] = cell


def rank_of(t: Turn, form: CampaignForm, cell: int) -> int:
    """The place of a unit in the order of all."""
    power = form.power_rank[cell >> OWNER_SHIFT]
    location = form.location_rank[cell & LOCATION_BITS]
    kind = form.kind_rank[(cell >> KIND_SHIFT) & KIND_BITS]
    return (power * t.board.location_count + location) * t.board.kind_count + kind


# Who has to retreat.


def write_dislodged(t: Turn, r: Realm, form: CampaignForm, chunk: Chunk, index: int) -> None:
    """Write who has been dislodged and can go somewhere, and where, as soon as they are listed."""
    row = index * form.row
    cell = row + form.first_dislodged
    count = 0
    for unit in range(t.unit_count):
        attacker = t.dislodged_by[unit]
        ways = 0 if attacker == NONE else list_ways_out(t, r, unit, attacker)
        if ways == 0:
            continue
        chunk.cells[cell] = (
            t.location[unit] + (t.kind[unit] << KIND_SHIFT) + (t.owner[unit] << OWNER_SHIFT)
        )
        chunk.cells[cell + 1] = t.place[attacker]
        chunk.cells[cell + 2] = ways
        for way in range(ways):
            chunk.cells[cell + 3 + way] = t.options[way]
        cell += 3 + ways
        count += 1
    chunk.cells[row + ROW_DISLODGED] = count


def find_dislodged(form: CampaignForm, chunk: Chunk, index: int, number: int) -> int:
    """Where the dislodged unit with a number begins."""
    cell = index * form.row + form.first_dislodged
    for _ in range(number):
        cell += 3 + chunk.cells[cell + 2]
    return cell


def read_dislodged_units(t: Turn, form: CampaignForm, chunk: Chunk, index: int) -> None:
    """Read who has to retreat, so far without orders, and who stands."""
    t.dislodged_count = chunk.cells[index * form.row + ROW_DISLODGED]
    for number in range(t.dislodged_count):
        cell = chunk.cells[find_dislodged(form, chunk, index, number)]
        t.dislodged.location[number] = cell & LOCATION_BITS
        t.dislodged.kind[number] = (cell >> KIND_SHIFT) & KIND_BITS
        t.dislodged.owner[number] = cell >> OWNER_SHIFT
        t.dislodged.target[number] = NONE
        t.dislodged.result[number] = 0
