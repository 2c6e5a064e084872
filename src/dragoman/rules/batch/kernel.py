"""Many packed positions carried on, one after the other, by one thread.

Written in the part of Python that Numba compiles.
"""

from __future__ import annotations

from dragoman.rules.batch.packed_phases import adjust_packed, move_packed, retreat_packed
from dragoman.rules.batch.random_play import random_orders
from dragoman.rules.batch.room import Room
from dragoman.rules.engine.codes import (
    G_PROVINCES,
    NONE,
    Cells,
    Ints,
)
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.packing import (
    ADJUSTMENTS,
    C_PHASE,
    C_WINNER,
    C_YEAR_HIGH,
    C_YEAR_LOW,
    FALL_MOVES,
    FALL_RETREATS,
    SPRING_MOVES,
    load,
)


def carry_on(
    ground: Ints,
    ice: Ints,
    rules: Ints,
    victory: int,
    cells: Cells,
    size: int,
    begin: int,
    end: int,
    codes: Ints,
    checked: bool,
    results: Cells,
    room: Room,
) -> None:
    """Carry out the phase that each of the positions ``begin`` to ``end`` is in. Won games stay.

    Position i begins at ``i * size`` in ``cells``, its orders and results at
    ``i * provinces``.
    """
    for index in range(begin, end):
        base = index * size
        if cells[base + C_WINNER] == 0:
            carry_on_one(
                ground,
                ice,
                rules,
                victory,
                cells,
                base,
                codes,
                index * ground[G_PROVINCES],
                checked,
                results,
                room,
            )


def ground_of(ground: Ints, ice: Ints, cells: Ints, base: int) -> Ints:
    """The tables for the phase of the position at ``base``: arctic water is ice in fall."""
    if cells[base + C_PHASE] in (FALL_MOVES, FALL_RETREATS):
        return ice
    return ground


def carry_on_one(
    ground: Ints,
    ice: Ints,
    rules: Ints,
    victory: int,
    cells: Cells,
    base: int,
    codes: Ints,
    first: int,
    checked: bool,
    results: Cells,
    room: Room,
) -> None:
    """Carry out the phase that the position at ``base`` is in."""
    phase = cells[base + C_PHASE]
    ground = ground_of(ground, ice, cells, base)
    if phase in (SPRING_MOVES, FALL_MOVES):
        move_packed(
            ground,
            rules,
            victory,
            cells,
            base,
            codes,
            first,
            checked,
            results,
            room.units,
            room.at,
            room.rivals,
            room.orders,
            room.sea,
            room.todo,
            room.trail,
            room.full,
            room.options,
        )
    elif phase == ADJUSTMENTS:
        adjust_packed(
            ground,
            rules,
            victory,
            cells,
            base,
            codes,
            first,
            results,
            room.units,
            room.at,
            room.orders,
            room.owners,
            room.gone,
            room.dues,
            room.steps,
            room.queue,
        )
    else:
        retreat_packed(
            ground,
            rules,
            victory,
            cells,
            base,
            codes,
            first,
            results,
            room.units,
            room.at,
            room.full,
            room.options,
        )


def choose_one(
    ground: Ints,
    ice: Ints,
    rules: Ints,
    cells: Ints,
    base: int,
    codes: Cells,
    first: int,
    state: Cells,
    room: Room,
) -> int:
    """Random legal orders for the position at ``base``; NONE for no room to list them."""
    return random_orders(
        ground_of(ground, ice, cells, base),
        rules,
        cells,
        base,
        codes,
        first,
        state,
        room.units,
        room.at,
        room.sea,
        room.heads,
        room.chains,
        room.starts,
        room.found,
        room.full,
        room.options,
    )


def choose_randomly(
    ground: Ints,
    ice: Ints,
    rules: Ints,
    cells: Ints,
    size: int,
    begin: int,
    end: int,
    codes: Cells,
    states: Cells,
    state: Cells,
    room: Room,
) -> bool:
    """Random legal orders for the positions ``begin`` to ``end``; False when there was no
    room to list them. ``states[i]`` is the state of position i's random generator."""
    for index in range(begin, end):
        state[0] = states[index]
        total = choose_one(
            ground, ice, rules, cells, index * size, codes, index * ground[G_PROVINCES], state, room
        )
        if total == NONE:
            return False
        states[index] = state[0]
    return True


def play_on(
    ground: Ints,
    ice: Ints,
    rules: Ints,
    victory: int,
    cells: Cells,
    size: int,
    begin: int,
    end: int,
    last_year: int,
    states: Cells,
    state: Cells,
    codes: Cells,
    results: Cells,
    counts: Cells,
    room: Room,
) -> bool:
    """Play random legal orders until each game is won or ``last_year`` is over. ``counts[i]``
    grows by the phases played. False when there was no room to list the orders."""
    for index in range(begin, end):
        base = index * size
        state[0] = states[index]
        while (
            cells[base + C_WINNER] == 0
            and cells[base + C_YEAR_HIGH] * 100 + cells[base + C_YEAR_LOW] <= last_year
        ):
            total = choose_one(ground, ice, rules, cells, base, codes, 0, state, room)
            if total == NONE:
                return False
            carry_on_one(ground, ice, rules, victory, cells, base, codes, 0, True, results, room)
            counts[index] += 1
        states[index] = state[0]
    return True


def list_all(ground: Ints, ice: Ints, cells: Ints, size: int, index: int, room: Room) -> int:
    """The legal orders of the movement phase of position ``index`` in ``room.found``, those
    of each unit from ``room.starts``; how many there are, NONE for no room."""
    count = load(ground, cells, index * size, room.units, room.at)
    return list_orders(
        ground_of(ground, ice, cells, index * size),
        count,
        room.units,
        room.at,
        room.sea,
        room.heads,
        room.chains,
        room.starts,
        room.found,
    )
