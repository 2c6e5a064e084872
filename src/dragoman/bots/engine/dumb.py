"""The orders of one power by the idea of DumbBot: each unit goes where it is worth most, or helps
another that is already going there and may need it. No convoys.

The units choose in a random sequence. A unit that wants to where another own unit stands waits
until that has chosen; there is an end to waiting, for units could wait for each other.
"""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.forms import Cells, PlayTables, Sight, Temper, Work
from dragoman.bots.engine.worth import (
    STATES,
    competition,
    draw,
    mixed,
    weigh,
    weigh_centers,
    worth_there,
)
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import (
    packed,
    packed_kind,
    packed_other,
    packed_target,
)

MOST_WAITS: Final = 60
RANKS: Final = 4096
"""More choices than a unit has: what one is worth and which it is make up one number, so that the
best is found without a jump, and of equal ones the first."""

# What a unit was given to do.
STAYS: Final = 1
GOES: Final = 2
HELPS: Final = 3


def order_units(
    tables: PlayTables,
    sight: Sight,
    work: Work,
    power: int,
    temper: Temper,
    state: int,
    codes: Cells,
) -> None:
    """Write into ``codes`` the orders of the power's units in a movement phase. Each has random
    numbers of its own, from ``state`` and where it stands: one that sees the same does the same,
    whatever others do."""
    count = 0
    for unit in range(sight.counts[0]):
        if sight.owner[unit] == power:
            work.doing[unit] = 0
            work.luck[unit] = mixed(state, sight.location[unit] + 1)
            work.line[count] = unit
            count += 1
    if count == 0:
        return
    weigh(tables, sight, work, power)
    for place in range(tables.provinces):
        work.mover[place] = NONE
        work.helps[place] = 0
    sort_by_luck(work, count)
    list_choices(tables, sight, work, count, temper.noise)
    waits = 0
    turn = 0
    while turn < count:
        unit = work.line[turn]
        wanted = choose(work, unit, temper)
        if wanted == NONE:
            stay(tables, sight, work, unit)
            turn += 1
            continue
        place = tables.province_of[work.choices[wanted]]
        there = sight.at[place]
        if there == unit:
            stay(tables, sight, work, unit)
            turn += 1
        elif there != NONE and sight.owner[there] == power and work.doing[there] == 0:
            if waits < MOST_WAITS:
                waits += 1
                let_before(work, turn, there)
            else:
                work.rank[wanted] = NONE
        elif helps_there(tables, sight, work, power, unit, place):
            turn += 1
        elif work.mover[place] != NONE or is_kept(sight, work, power, there):
            work.rank[wanted] = NONE
        else:
            work.doing[unit] = GOES
            work.goal[unit] = work.choices[wanted]
            work.mover[place] = unit
            turn += 1
    help_with_idle(tables, sight, work, power, count)
    for turn in range(count):
        unit = work.line[turn]
        codes[unit] = code_of(sight, work, tables, unit)


def sort_by_luck(work: Work, count: int) -> None:
    """Bring the first so many units in line into a random sequence."""
    for turn in range(1, count):
        unit = work.line[turn]
        to = turn
        while to > 0 and work.luck[work.line[to - 1]] > work.luck[unit]:
            work.line[to] = work.line[to - 1]
            to -= 1
        work.line[to] = unit


def drawn(work: Work, unit: int, below: int) -> int:
    """A random number of a unit's own, from 0 to below - 1."""
    work.luck[unit] = (work.luck[unit] * 25214903917 + 11) & STATES
    return ((work.luck[unit] >> 17) * below) >> 31


def list_choices(tables: PlayTables, sight: Sight, work: Work, count: int, noise: int) -> None:
    """List where each unit in line could be after the phase, and what that is worth."""
    end = 0
    for turn in range(count):
        unit = work.line[turn]
        row = sight.kind[unit] * tables.locations
        node = row + sight.location[unit]
        begin = end
        work.choice_starts[unit] = begin
        for step in range(tables.step_starts[node] - 1, tables.step_starts[node + 1]):
            to = sight.location[unit] if step < tables.step_starts[node] else tables.steps[step]
            worth = int(work.worth_at[row + to])
            if noise > 0:
                worth = worth * (100 - noise + drawn(work, unit, 2 * noise + 1)) // 100
            work.choices[end] = to
            work.rank[end] = worth * RANKS + RANKS - 1 - (end - begin)
            end += 1
        work.choice_ends[unit] = end


def choose(work: Work, unit: int, temper: Temper) -> int:
    """The choice that the unit takes: the best, or by chance the next best, and so on; NONE if all
    are given up."""
    best = NONE
    after = NONE
    for choice in range(work.choice_starts[unit], work.choice_ends[unit]):
        rank = work.rank[choice]
        after = max(after, min(best, rank))
        best = max(best, rank)
    while best != NONE:
        worth = best // RANKS
        if after == NONE or worth == 0:
            break
        left = worth - temper.gap * (worth - after // RANKS)
        if drawn(work, unit, 100) * worth >= temper.alternative * left:
            break
        best = after
        after = NONE
        for choice in range(work.choice_starts[unit], work.choice_ends[unit]):
            rank = work.rank[choice]
            after = max(after, rank if rank < best else NONE)
    if best == NONE:
        return NONE
    return work.choice_starts[unit] + RANKS - 1 - best % RANKS


def let_before(work: Work, turn: int, unit: int) -> None:
    """Let a unit that is later in line choose now, and the one whose turn it is in its place."""
    later = turn
    while work.line[later] != unit:
        later += 1
    work.line[later] = work.line[turn]
    work.line[turn] = unit


def stay(tables: PlayTables, sight: Sight, work: Work, unit: int) -> None:
    work.doing[unit] = STAYS
    work.goal[unit] = sight.location[unit]


def is_kept(sight: Sight, work: Work, power: int, there: int) -> bool:
    """True if an own unit stands in a province and stays."""
    return there != NONE and sight.owner[there] == power and work.doing[there] != GOES


def helps_there(
    tables: PlayTables, sight: Sight, work: Work, power: int, unit: int, place: int
) -> bool:
    """Let the unit support what goes to a province or stays there, if that may need it."""
    there = sight.at[place]
    helped = work.mover[place]
    needed = competition(tables, sight, power, place)
    if helped == NONE:
        if not is_kept(sight, work, power, there):
            return False
        helped = there
        needed -= 1  # a unit that stays beats a single attack
    if work.helps[place] >= needed:
        return False
    work.doing[unit] = HELPS
    work.goal[unit] = helped
    work.helps[place] += 1
    return True


def help_with_idle(tables: PlayTables, sight: Sight, work: Work, power: int, count: int) -> None:
    """Let units that would only stay support where the need is greatest."""
    for turn in range(count):
        unit = work.line[turn]
        if work.doing[unit] != STAYS:
            continue
        node = sight.kind[unit] * tables.locations + sight.location[unit]
        most = 0
        best = NONE
        for cell in range(tables.help_starts[node], tables.help_starts[node + 1]):
            place = tables.help_places[cell]
            if work.mover[place] == NONE and not is_kept(sight, work, power, sight.at[place]):
                continue
            need = competition(tables, sight, power, place) - work.helps[place]
            if need > most:
                most = need
                best = place
        if best != NONE:
            helps_there(tables, sight, work, power, unit, best)


def code_of(sight: Sight, work: Work, tables: PlayTables, unit: int) -> int:
    """The packed order of a unit."""
    if work.doing[unit] == GOES:
        return packed(MOVE, 0, work.goal[unit], NONE)
    if work.doing[unit] == HELPS:
        helped = work.goal[unit]
        target = work.goal[helped] if work.doing[helped] == GOES else NONE
        return packed(SUPPORT, 0, target, sight.location[helped])
    return packed(HOLD, 0, NONE, NONE)


def order_retreats(
    tables: PlayTables,
    sight: Sight,
    work: Work,
    power: int,
    listed: Cells,
    counts: Cells,
    codes: Cells,
) -> None:
    """Write into ``codes`` where the power's dislodged units go: each to the best place to which
    none of the others goes. ``listed`` has the ways of each, ``counts`` how many these are."""
    own = 0
    for row in range(sight.counts[1]):
        own += sight.out_owner[row] == power
    if own == 0:
        return
    weigh_centers(tables, sight, work, power)
    for place in range(tables.provinces):
        work.taken[place] = 0
    begin = 0
    for row in range(sight.counts[1]):
        end = begin + counts[row]
        if sight.out_owner[row] == power:
            best = packed(HOLD, 0, NONE, NONE)
            most = NONE
            for way in range(begin, end):
                target = packed_target(listed[way])
                if target == NONE or work.taken[tables.province_of[target]] == 1:
                    continue
                node = sight.out_kind[row] * tables.locations + target
                worth = worth_there(tables, sight, work, node)
                if worth > most:
                    most = worth
                    best = listed[way]
            codes[row] = best
            if most != NONE:
                work.taken[tables.province_of[packed_target(best)]] = 1
        begin = end


def order_adjustments(
    tables: PlayTables,
    sight: Sight,
    work: Work,
    power: int,
    due: int,
    noise: int,
    state: Cells,
    listed: Cells,
    begin: int,
    end: int,
    codes: Cells,
    first: int,
) -> int:
    """Write from ``codes[first]`` on the power's builds, the best first, or its removals, the worst
    first; where they end. Its ways are ``listed[begin:end]``; ``due`` it has to spend, or below
    zero to gain."""
    weigh_centers(tables, sight, work, power)
    for place in range(tables.provinces):
        work.taken[place] = 0
    while due != 0:
        best = NONE
        most = 0
        for way in range(begin, end):
            code = listed[way]
            if packed_kind(code) == HOLD:
                continue
            builds = packed_kind(code) == MOVE
            location = packed_target(code) if builds else packed_other(code)
            if location >= tables.locations:  # one of several units on a high sea
                continue
            place = tables.province_of[location]
            if work.taken[place] == 1 or (not builds and sight.at[place] == NONE):
                continue
            kind = packed_other(code) if builds else sight.kind[sight.at[place]]
            if builds and tables.cost[kind] > due:
                continue
            worth = worth_there(tables, sight, work, kind * tables.locations + location)
            if noise > 0:
                worth = worth * (100 - noise + draw(state, 2 * noise + 1)) // 100
            if not builds:
                worth = -worth
            if best == NONE or worth > most:
                best = way
                most = worth
        if best == NONE:
            break
        code = listed[best]
        builds = packed_kind(code) == MOVE
        location = packed_target(code) if builds else packed_other(code)
        place = tables.province_of[location]
        work.taken[place] = 1
        codes[first] = code
        first += 1
        kind = packed_other(code) if builds else sight.kind[sight.at[place]]
        due += -tables.cost[kind] if builds else tables.cost[kind]
        if not builds and due > 0:
            break
    return first
