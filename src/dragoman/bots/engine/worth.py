"""The worth of a place on the board to a power, by the idea of DumbBot.

A centre of another power is worth the more the larger that power is, an own one the more the larger
the largest power is that could come there. Each is felt over ``DEPTH`` steps, ever more faintly:
how faintly is worked out once for a board (``pull_now``, ``pull_later``). All numbers are whole,
also those that are kept as floats, of which a processor multiplies several at a time.
"""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.forms import Cells, Measures, PlayTables, Sight, Work
from dragoman.rules.engine.codes import MOVEMENT, NONE

# In tenths: what attack and defence count for, when centres are counted next, and else.
ATTACK_NOW: Final = 6
ATTACK: Final = 7
TENTHS: Final = 10

STATES: Final = 281474976710655
"""The last of the states of a random generator."""


def draw(state: Cells, below: int) -> int:
    """A random number from 0 to below - 1, by the 48-bit generator of random play."""
    state[0] = (state[0] * 25214903917 + 11) & STATES
    return ((state[0] >> 17) * below) >> 31


def mixed(state: int, number: int) -> int:
    """A random state made of another and a number: those of neighbouring numbers have nothing in
    common."""
    found = (state + number * 174440041548619) & STATES
    found = ((found ^ (found >> 25)) * 25214903917 + 11) & STATES
    return ((found ^ (found >> 23)) * 2862933555777941757 + 1) & STATES


def size_of(centers: int) -> int:
    """The size that a power of so many centres is felt to have."""
    return centers * centers + 4 * centers + 16


def look(tables: PlayTables, sight: Sight) -> None:
    """Work out from the units and owners of a position who stands where, who is how large, and who
    could come where."""
    for power in range(tables.powers + 1):
        sight.sizes[power] = 0
    for center in range(tables.centers):
        owner = sight.owners[tables.center_place[center]]
        if owner != NONE:
            sight.sizes[owner] += 1
    for power in range(tables.powers + 1):
        sight.sizes[power] = size_of(sight.sizes[power])
    for province in range(tables.provinces):
        sight.at[province] = NONE
    for cell in range(tables.powers * tables.provinces):
        sight.near[cell] = 0
    sight.is_felt[0] = 0
    for unit in range(sight.counts[0]):
        row = sight.owner[unit] * tables.provinces
        place = tables.province_of[sight.location[unit]]
        sight.at[place] = unit
        sight.near[row + place] += 1
        node = sight.kind[unit] * tables.locations + sight.location[unit]
        for cell in range(tables.help_starts[node], tables.help_starts[node + 1]):
            sight.near[row + tables.help_places[cell]] += 1


def is_pressing(tables: PlayTables, sight: Sight) -> bool:
    """True if the phase is a movement before centres are counted."""
    phase = sight.phase[0]
    return tables.phase_kind[phase] == MOVEMENT and tables.counts_next[phase] == 1


def weigh(tables: PlayTables, sight: Sight, work: Work, power: int) -> None:
    """Write into ``work.worth_at`` what it is worth to a power to have a unit at each node: what
    all centres are to one that owns none, and what is different of its own."""
    if sight.is_felt[0] == 0:
        feel(tables, sight)
    nodes = tables.kinds * tables.locations
    attack = ATTACK_NOW if is_pressing(tables, sight) else ATTACK
    for node in range(nodes):
        work.worth_at[node] = attack * sight.felt[node]
    for center in range(tables.centers):
        place = tables.center_place[center]
        if sight.owners[place] == power:
            threat = threat_to(tables, sight, power, place)
            worth = (TENTHS - attack) * threat - attack * sight.sizes[power]
            add_pull(tables, sight, center, float(worth), work.worth_at)
    if sight.has_terms[0] == 1:
        spare(tables, sight, work, power)


def spare(tables: PlayTables, sight: Sight, work: Work, power: int) -> None:
    """Take out of ``work.worth_at`` the centres of those with whom a power is at peace, and all
    that lies where it does not go."""
    attack = ATTACK_NOW if is_pressing(tables, sight) else ATTACK
    for center in range(tables.centers):
        owner = sight.owners[tables.center_place[center]]
        if owner != NONE and sight.at_peace[power * tables.powers + owner] == 1:
            add_pull(tables, sight, center, float(-attack * sight.sizes[owner]), work.worth_at)
    for node in range(tables.kinds * tables.locations):
        if is_spared(tables, sight, power, tables.province_of[node % tables.locations]):
            work.worth_at[node] = 0.0


def is_spared(tables: PlayTables, sight: Sight, power: int, place: int) -> bool:
    """True of a province that a power has promised not to enter, or in which another has a unit or
    a centre with which it is at peace."""
    if sight.closed[power * tables.provinces + place] == 1:
        return True
    owner = sight.owners[place]
    if owner != NONE and sight.at_peace[power * tables.powers + owner] == 1:
        return True
    unit = sight.at[place]
    return unit != NONE and sight.at_peace[power * tables.powers + sight.owner[unit]] == 1


def threat_to(tables: PlayTables, sight: Sight, power: int, place: int) -> int:
    """The size of the largest of the others that could come to a province or is there."""
    most = 0
    for other in range(tables.powers):
        if other != power and sight.near[other * tables.provinces + place] > 0:
            most = max(most, sight.sizes[other])
    return most


def weigh_centers(tables: PlayTables, sight: Sight, work: Work, power: int) -> None:
    """Write into ``work.weights`` what each centre counts for to a power: where only a few nodes
    are looked at, ``worth_there`` is quicker than to ``weigh`` all."""
    attack = ATTACK_NOW if is_pressing(tables, sight) else ATTACK
    for center in range(tables.centers):
        place = tables.center_place[center]
        owner = sight.owners[place]
        if owner == power:
            threat = threat_to(tables, sight, power, place)
            work.weights[center] = float((TENTHS - attack) * threat)
        else:
            size = sight.sizes[tables.powers if owner == NONE else owner]
            work.weights[center] = float(attack * size)


def worth_there(tables: PlayTables, sight: Sight, work: Work, node: int) -> int:
    """The worth to the power whose ``work.weights`` these are to have a unit at a node."""
    nodes = tables.kinds * tables.locations
    pull = tables.pull_later if is_early(tables, sight) else tables.pull_now
    worth = 0.0
    for center in range(tables.centers):
        worth += work.weights[center] * pull[center * nodes + node]
    return int(worth)


def is_early(tables: PlayTables, sight: Sight) -> bool:
    """True if the phase is a movement with a season to go before centres are counted."""
    phase = sight.phase[0]
    return tables.phase_kind[phase] == MOVEMENT and tables.counts_next[phase] == 0


def feel(tables: PlayTables, sight: Sight) -> None:
    """Write into ``sight.felt`` what the sizes of the owners of all centres come to at each node.
    Those of nobody are as large as a power of none."""
    for node in range(tables.kinds * tables.locations):
        sight.felt[node] = 0.0
    for center in range(tables.centers):
        owner = sight.owners[tables.center_place[center]]
        size = sight.sizes[tables.powers if owner == NONE else owner]
        add_pull(tables, sight, center, float(size), sight.felt)
    sight.is_felt[0] = 1


def add_pull(
    tables: PlayTables, sight: Sight, center: int, worth: float, measures: Measures
) -> None:
    """Add to the measure of each node what a centre of some worth is there."""
    nodes = tables.kinds * tables.locations
    first = center * nodes
    if is_early(tables, sight):
        for node in range(nodes):
            measures[node] += worth * tables.pull_later[first + node]
    else:
        for node in range(nodes):
            measures[node] += worth * tables.pull_now[first + node]


def competition(tables: PlayTables, sight: Sight, power: int, place: int) -> int:
    """The number of units the strongest of the others could bring to a province or has there."""
    most = 0
    for other in range(tables.powers):
        if other != power:
            most = max(most, sight.near[other * tables.provinces + place])
    return most
