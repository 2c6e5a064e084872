"""Games stepped, begun and looked at: the functions that are called from outside. Compiled only."""

from __future__ import annotations

from typing import Any, Final

from dragoman.env.engine.choices import draw_game, find_actions, list_choices, read_actions
from dragoman.env.engine.forms import (
    FINE,
    T_DOUBLED,
    T_ILLEGAL,
    T_KIND,
    T_MOVED,
    T_OWNERS,
    T_PHASES,
    Desk,
    Games,
    PlayGround,
)
from dragoman.env.engine.sights import forget_movement, keep_movement, observe
from dragoman.rules.batch.kernel_rows import process_row
from dragoman.rules.batch.packed_form import C_DISLODGED, C_PHASE, C_UNITS, C_WINNER, C_YEAR
from dragoman.rules.engine.codes import MOVEMENT, NONE, RETREATS

KEYS: Final = (1 << 62) - 1
"""The keys of positions have so many bits."""


def step_games(
    ground: PlayGround, desk: Desk, games: Games, wanted: Any, begin: int, end: int
) -> int:
    """Carry out the phase of each game from ``begin`` to ``end`` that is wanted, with
    ``games.actions``, and look at what comes next; FINE, or the fault, which ``desk.fault`` has."""
    for index in range(begin, end):
        if wanted[index] == 1:
            kind = ground.phase_kind[games.rows[index, C_PHASE]]
            read_actions(ground, desk, games, index, kind)
            games.told[index, T_MOVED] = 0
            if kind == MOVEMENT:
                games.told[index, T_MOVED] = 1
                keep_movement(ground, desk, games, index)
            process_row(desk.room, games.rows[index], desk.orders, desk.results, True)
            games.told[index, T_PHASES] += 1
            fault = look_at(ground, desk, games, index)
            if fault != FINE:
                return fault
    return FINE


def look_at(ground: PlayGround, desk: Desk, games: Games, index: int) -> int:
    """List the choices of a game and observe it; FINE, or the fault."""
    fault = list_choices(ground, desk, games, index)
    if fault == FINE:
        observe(ground, games, index)
    return fault


def begin_games(
    ground: PlayGround, desk: Desk, games: Games, wanted: Any, begin: int, end: int
) -> int:
    """Look at each game from ``begin`` to ``end`` that is wanted as one that begins with its
    position; FINE, or the fault."""
    for index in range(begin, end):
        if wanted[index] == 1:
            games.told[index, T_PHASES] = 0
            games.told[index, T_ILLEGAL] = 0
            games.told[index, T_DOUBLED] = 0
            games.told[index, T_MOVED] = 0
            games.told[index, T_OWNERS] = NONE
            forget_movement(ground, games, index)
            fault = look_at(ground, desk, games, index)
            if fault != FINE:
                return fault
    return FINE


def look_again(
    ground: PlayGround, desk: Desk, games: Games, wanted: Any, begin: int, end: int
) -> int:
    """Look at each game from ``begin`` to ``end`` that is wanted, which was put in its place whole;
    FINE, or the fault."""
    for index in range(begin, end):
        if wanted[index] == 1:
            fault = look_at(ground, desk, games, index)
            if fault != FINE:
                return fault
    return FINE


def draw_games(
    ground: PlayGround, desk: Desk, games: Games, wanted: Any, begin: int, end: int
) -> int:
    """Choose random open actions in each game from ``begin`` to ``end`` that is wanted."""
    for index in range(begin, end):
        if wanted[index] == 1:
            draw_game(ground, games, index, games.told[index, T_KIND])
    return FINE


def choose_games(ground: PlayGround, games: Games, codes: Any) -> int:
    """Choose in all games the actions that stand for orders as the judge takes them, a row of codes
    for each game."""
    for index in range(len(codes)):
        find_actions(ground, games, index, codes[index], games.told[index, T_KIND])
    return FINE


def key_games(ground: PlayGround, games: Games, keys: Any) -> int:
    """Write a key of each game's position: equal positions of equal years have equal keys, in
    whatever sequence their units stand, others as good as never (Zobrist 1970)."""
    for index in range(len(keys)):
        row = games.rows[index]
        kind = ground.phase_kind[row[C_PHASE]]
        key = mixed_key(1, row[C_PHASE]) ^ mixed_key(2, row[C_YEAR]) ^ mixed_key(3, row[C_WINNER])
        units = row[C_UNITS]
        for cell in range(5, ground.first_unit):
            key ^= mixed_key(16 + cell, row[cell])
        for unit in range(units):
            key ^= mixed_key(4, row[ground.first_unit + unit])
        cell = ground.first_unit + units
        for _unit in range(row[C_DISLODGED] if kind == RETREATS else 0):
            word = row[cell] + 0
            if ground.cells_of_dislodged == 2:
                word += row[cell + 1] << 32
            key ^= mixed_key(5, word)
            cell += ground.cells_of_dislodged
        keys[index] = key
    return FINE


def mixed_key(what: int, number: int) -> int:
    """The random number of one part of a position."""
    key = ((number + 1) * 2862933555777941757 + what * 3202034522624059733) & KEYS
    key = ((key ^ (key >> 31)) * 3935559000370003845) & KEYS
    key = ((key ^ (key >> 29)) * 2685821657736338717) & KEYS
    return key ^ (key >> 32)
