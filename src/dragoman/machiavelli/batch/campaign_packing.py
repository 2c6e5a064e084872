"""Positions of Machiavelli as rows of numbers, orders as rows that go with them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dragoman.board import Unit
from dragoman.errors import DragomanError
from dragoman.machiavelli.batch.campaign_form import (
    ALLOWS_BIT,
    CELLS_OF_POWER,
    CONTESTED_BIT,
    DEFAULTED_BIT,
    FAMINE_BIT,
    FOR_UNIT,
    INTEREST_SHIFT,
    KIND_BITS,
    KIND_SHIFT,
    LOCATION_BITS,
    MOST_IN_LOAN,
    ORDER_CELLS,
    OUT_BIT,
    OWNER_BITS,
    OWNER_SHIFT,
    REBELS_BIT,
    ROW_CITIES,
    ROW_DISLODGED,
    ROW_HEAD,
    ROW_PHASE,
    ROW_SEED,
    ROW_UNITS,
    ROW_YEAR,
    SEED_BITS,
    SIEGE_BIT,
    TO_ALLOW,
    TO_BORROW,
    TO_GIVE,
    TO_PAY,
    TO_RETREAT,
    TO_SPEND,
    WAY_ROOM,
    CampaignForm,
)
from dragoman.machiavelli.engine.codes import BUILD, DUE, MAINTAIN
from dragoman.machiavelli.judge.legal import written_order
from dragoman.machiavelli.judge.means import written_expense
from dragoman.machiavelli.judge.scenario_index import ScenarioIndex
from dragoman.orders import (
    Ally,
    Borrow,
    Build,
    Disband,
    GiveChit,
    Maintain,
    Order,
    Pay,
    Remove,
    Retreat,
    UnitRef,
)
from dragoman.rules.engine.codes import NONE
from dragoman.rules.model.affairs import Affairs, Loan
from dragoman.rules.model.calendar import Calendar
from dragoman.rules.model.phase import PhaseKind
from dragoman.rules.model.position import Dislodged, Position

_MOST_SEED = 1 << 2 * SEED_BITS


def campaign_form(g: ScenarioIndex, unit_room: int) -> CampaignForm:
    """The layout of rows of positions in a scenario, for kernels with room for so many units."""
    n = g.board
    places, powers = len(n.places), g.nobody
    first_power = ROW_HEAD + places
    first_pair = first_power + CELLS_OF_POWER * powers
    first_country = first_pair + powers * powers
    first_unit = first_country + len(g.countries)
    first_dislodged = first_unit + places
    return CampaignForm(
        row=first_dislodged + WAY_ROOM * (places // 2),
        first_place=ROW_HEAD,
        first_power=first_power,
        first_pair=first_pair,
        first_country=first_country,
        first_unit=first_unit,
        first_dislodged=first_dislodged,
        unit_room=unit_room,
        power_rank=_ranks(n.powers),
        location_rank=_ranks(n.locations),
        kind_rank=_ranks(n.kinds),
    )


def _ranks(names: Sequence[str]) -> list[int]:
    """For each name its place among all in order."""
    in_order = {name: rank for rank, name in enumerate(sorted(names))}
    return [in_order[name] for name in names]


def packed_row(g: ScenarioIndex, form: CampaignForm, calendar: Calendar, p: Position) -> list[int]:
    """A position as a row of numbers.

    Raises:
        KeyError: if it names something that is not on the board.
        DragomanError: if the calendar has no such phase, or a number is too large for a row.
    """
    n = g.board
    affairs = p.affairs or Affairs()
    if not -_MOST_SEED <= affairs.seed < _MOST_SEED:
        raise DragomanError(f"the seed {affairs.seed} has more than {2 * SEED_BITS} bits")
    row = [0] * form.row
    row[ROW_PHASE], row[ROW_YEAR] = calendar.place(p.phase), p.phase.year
    row[ROW_UNITS], row[ROW_DISLODGED] = len(p.units), len(p.dislodged)
    row[ROW_CITIES] = affairs.victory_cities
    for part in range(3):
        low = affairs.seed >> part * SEED_BITS
        row[ROW_SEED + part] = low if part == 2 else low & (1 << SEED_BITS) - 1
    for place, owner in p.owners.items():
        row[form.first_place + n.location[place]] = 1 + n.power[owner]
    for names, bit in (
        (affairs.sieges, SIEGE_BIT),
        (affairs.famine, FAMINE_BIT),
        (affairs.rebellions, REBELS_BIT),
        (p.contested, CONTESTED_BIT),
    ):
        for name in names:
            row[form.first_place + n.location[name]] += bit
    _pack_powers(g, form, row, affairs)
    for number, unit in enumerate(p.units):
        row[form.first_unit + number] = _packed_unit(g, unit)
    cell = form.first_dislodged
    for one in p.dislodged:
        attacker = NONE if one.came_from is None else n.location[one.came_from]
        ways = [n.location[to] for to in one.options]
        taken = [_packed_unit(g, one.unit), attacker, len(ways), *ways]
        if cell + len(taken) > form.row:
            raise DragomanError("more units have to retreat than there is room for")
        row[cell : cell + len(taken)] = taken
        cell += len(taken)
    return row


def _pack_powers(g: ScenarioIndex, form: CampaignForm, row: list[int], affairs: Affairs) -> None:
    n = g.board
    for power, ducats in affairs.treasuries.items():
        row[form.first_power + CELLS_OF_POWER * n.power[power]] = ducats
    for powers, bit in ((affairs.defaulters, DEFAULTED_BIT), (affairs.eliminated, OUT_BIT)):
        for power in powers:
            row[form.first_power + CELLS_OF_POWER * n.power[power] + 1] += bit
    for power, loans in affairs.loans.items():
        for loan in loans:
            if max(loan.principal, loan.interest) > MOST_IN_LOAN:
                raise DragomanError(f"a loan of more than {MOST_IN_LOAN} ducats")
            cell = form.first_power + CELLS_OF_POWER * n.power[power] + 1 + loan.campaigns
            row[cell] += loan.principal + (loan.interest << INTEREST_SHIFT)
    for power, victims in affairs.chits.items():
        for victim in victims:
            row[form.first_pair + n.power[power] * g.nobody + n.power[victim]] += 1
    for power, others in affairs.allies.items():
        for other in others:
            row[form.first_pair + n.power[power] * g.nobody + n.power[other]] += ALLOWS_BIT
    for number, key in enumerate(g.countries):
        owner = affairs.homes.get(key)
        row[form.first_country + number] = NONE if owner is None else n.power[owner]


def _packed_unit(g: ScenarioIndex, unit: Unit) -> int:
    n = g.board
    kind, owner = n.kind[unit.kind] << KIND_SHIFT, n.power[unit.power] << OWNER_SHIFT
    return n.location[unit.location] + kind + owner


# And back.


def unpacked_row(
    g: ScenarioIndex, form: CampaignForm, calendar: Calendar, row: Sequence[int]
) -> Position:
    """The position of a row."""
    n = g.board
    places = range(len(n.places))
    cells = row[form.first_place : form.first_place + len(n.places)]

    def marked(bit: int) -> frozenset[str]:
        return frozenset(n.places[place] for place in places if cells[place] & bit)

    phase = calendar.phase(row[ROW_PHASE], row[ROW_YEAR])
    dislodged: list[Dislodged] = []
    cell = form.first_dislodged
    for _ in range(row[ROW_DISLODGED]):
        ways = row[cell + 3 : cell + 3 + row[cell + 2]]
        options = tuple(sorted(n.locations[way] for way in ways))
        came_from = None if row[cell + 1] == NONE else n.places[row[cell + 1]]
        dislodged.append(Dislodged(_unpacked_unit(g, row[cell]), options, came_from))
        cell += 3 + len(ways)
    is_retreat = phase.kind is PhaseKind.RETREAT
    return Position(
        phase,
        tuple(_unpacked_unit(g, row[form.first_unit + unit]) for unit in range(row[ROW_UNITS])),
        {
            n.places[place]: n.powers[(cells[place] & OWNER_BITS) - 1]
            for place in places
            if cells[place] & OWNER_BITS
        },
        tuple(dislodged),
        marked(CONTESTED_BIT) if is_retreat else frozenset(),
        affairs=Affairs(
            **_unpacked_powers(g, form, row),
            sieges=marked(SIEGE_BIT),
            rebellions=marked(REBELS_BIT),
            famine=marked(FAMINE_BIT),
            victory_cities=row[ROW_CITIES],
            seed=sum(row[ROW_SEED + part] << part * SEED_BITS for part in range(3)),
        ),
    )


def _unpacked_powers(g: ScenarioIndex, form: CampaignForm, row: Sequence[int]) -> dict[str, Any]:
    n = g.board
    powers = n.powers[: g.nobody]
    first = [form.first_power + CELLS_OF_POWER * power for power in range(g.nobody)]
    out = frozenset(p for p, at in zip(powers, first, strict=True) if row[at + 1] & OUT_BIT)
    loans = {
        power: tuple(
            Loan(row[at + 2 + slot] & MOST_IN_LOAN, row[at + 2 + slot] >> INTEREST_SHIFT, slot + 1)
            for slot in range(DUE)
            if row[at + 2 + slot]
        )
        for power, at in zip(powers, first, strict=True)
    }
    pairs = [
        row[form.first_pair + power * g.nobody : form.first_pair + (power + 1) * g.nobody]
        for power in range(g.nobody)
    ]
    chits = {
        power: tuple(
            victim
            for victim, pair in zip(powers, of_one, strict=True)
            for _ in range(pair & (ALLOWS_BIT - 1))
        )
        for power, of_one in zip(powers, pairs, strict=True)
    }
    allies = {
        power: tuple(other for other, pair in zip(powers, of_one, strict=True) if pair & ALLOWS_BIT)
        for power, of_one in zip(powers, pairs, strict=True)
    }
    holders = row[form.first_country : form.first_country + len(g.countries)]
    return {
        "treasuries": {
            power: row[at] for power, at in zip(powers, first, strict=True) if power not in out
        },
        "homes": {
            key: n.powers[holder]
            for key, holder in zip(g.countries, holders, strict=True)
            if holder != NONE
        },
        "loans": {power: owed for power, owed in loans.items() if owed},
        "chits": {power: held for power, held in chits.items() if held},
        "defaulters": frozenset(
            p for p, at in zip(powers, first, strict=True) if row[at + 1] & DEFAULTED_BIT
        ),
        "eliminated": out,
        "allies": {power: others for power, others in allies.items() if others},
    }


def _unpacked_unit(g: ScenarioIndex, cell: int) -> Unit:
    n = g.board
    owner, kind = cell >> OWNER_SHIFT, (cell >> KIND_SHIFT) & KIND_BITS
    return n.row(owner, kind, cell & LOCATION_BITS).unit


# Orders.


def unpacked_orders(
    g: ScenarioIndex, position: Position, cells: Sequence[int]
) -> dict[str, list[Order]]:
    """The orders of each power that go with a row, as people write them."""
    n = g.board
    found: dict[str, list[Order]] = {power: [] for power in n.powers[: g.nobody]}
    cell = 0
    while cells[cell] != NONE:
        what, by, *numbers = cells[cell : cell + ORDER_CELLS]
        found[n.powers[by]].append(_unpacked_order(g, position, what, numbers))
        cell += ORDER_CELLS
    return found


def _unpacked_order(
    g: ScenarioIndex, position: Position, what: int, numbers: Sequence[int]
) -> Order:
    n = g.board
    one, two, three = numbers
    if what == FOR_UNIT:
        return written_order(n, position, position.by_location[n.locations[one]], two)
    if what == TO_SPEND:
        return written_expense(g, position, two, one, three)
    if what == TO_PAY:
        return Pay(two, None if one == g.nobody else n.powers[one])
    if what == TO_BORROW:
        return Borrow(one, two)
    if what == TO_GIVE:
        return GiveChit(n.powers[one], n.powers[two])
    if what == TO_ALLOW:
        return Ally(n.powers[one], bool(two))
    if what == TO_RETREAT:
        unit = next(d.unit for d in position.dislodged if d.unit.location == n.locations[one])
        ref = UnitRef(unit.location, unit.kind)
        return Disband(ref) if two == NONE else Retreat(ref, n.locations[two])
    ref = n.ref(two, three)
    if one == BUILD:
        return Build(ref)
    return Maintain(ref) if one == MAINTAIN else Remove(ref)
