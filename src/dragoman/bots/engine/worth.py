"""What a place on the board is worth to a power, by the idea of DumbBot.

A centre of another power is worth the more the larger that power is, an own one the more the larger
the largest power is that could come there. Each is felt over ``DEPTH`` steps, ever more faintly:
how faintly is worked out once for a board (``pull_now``, ``pull_later``). All numbers are whole.
"""

from __future__ import annotations

from typing import Final

from dragoman.bots.engine.forms import Cells, PlayTables, Sight, Work
from dragoman.rules.engine.codes import MOVEMENT, NONE

# In tenths: what attack and defence count for, when centres are counted next, and else.
ATTACK_NOW: Final = 6
ATTACK: Final = 7
TENTHS: Final = 10


def draw(state: Cells, below: int) -> int:
    """A random number from 0 to below - 1, by the 48-bit generator of random play."""
    state[0] = (state[0] * 25214903917 + 11) & 281474976710655
    return ((state[0] >> 17) * below) >> 31


def size_of(centers: int) -> int:
    """How large a power of so many centres is felt to be."""
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
    for unit in range(sight.counts[0]):
        row = sight.owner[unit] * tables.provinces
        place = tables.province_of[sight.location[unit]]
        sight.at[place] = unit
        sight.near[row + place] += 1
        node = sight.kind[unit] * tables.locations + sight.location[unit]
        for cell in range(tables.help_starts[node], tables.help_starts[node + 1]):
            sight.near[row + tables.help_places[cell]] += 1


def is_pressing(tables: PlayTables, sight: Sight) -> bool:
    """Whether the phase is a movement before centres are counted."""
    phase = sight.phase[0]
    return tables.phase_kind[phase] == MOVEMENT and tables.counts_next[phase] == 1


def weigh_centers(tables: PlayTables, sight: Sight, work: Work, power: int) -> None:
    """Write into ``work.base`` what each centre is worth to a power."""
    attack = ATTACK_NOW if is_pressing(tables, sight) else ATTACK
    for center in range(tables.centers):
        place = tables.center_place[center]
        owner = sight.owners[place]
        if owner == power:
            threat = 0
            for other in range(tables.powers):
                if other != power and sight.near[other * tables.provinces + place] > 0:
                    threat = max(threat, sight.sizes[other])
            work.base[center] = (TENTHS - attack) * threat
        elif owner == NONE:
            work.base[center] = attack * sight.sizes[tables.powers]
        else:
            work.base[center] = attack * sight.sizes[owner]


def worth_of(tables: PlayTables, sight: Sight, work: Work, node: int) -> int:
    """What it is worth to have a unit at a node."""
    row = node * tables.centers
    total = 0
    movement = tables.phase_kind[sight.phase[0]] == MOVEMENT
    if movement and tables.counts_next[sight.phase[0]] == 0:
        for center in range(tables.centers):
            total += tables.pull_later[row + center] * work.base[center]
    else:
        for center in range(tables.centers):
            total += tables.pull_now[row + center] * work.base[center]
    return total


def competition(tables: PlayTables, sight: Sight, power: int, place: int) -> int:
    """How many units the strongest of the others could bring to a province or has there."""
    most = 0
    for other in range(tables.powers):
        if other != power:
            most = max(most, sight.near[other * tables.provinces + place])
    return most
