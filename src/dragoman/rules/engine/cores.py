"""Cores: centres that units make home centres of their power in the course of a game."""

from __future__ import annotations

from dragoman.rules.engine.codes import BUILD_CORES, CORE_IN_ONE, NONE
from dragoman.rules.engine.primitives import EMPTY, copy_cells, fill
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    CORE_ALREADY,
    CORE_ATTACKED,
    CORE_NOT_OWNED,
    NO_CORES,
    OK,
)


def fault_in_coring(t: Turn, place: int, power: int) -> int:
    """Why a unit of the power cannot make a core of the place: that takes a centre that the power
    owns and that is no core of it yet."""
    if t.rules.build_in != BUILD_CORES:
        return NO_CORES
    if t.owners[place] != power:
        return CORE_NOT_OWNED
    return CORE_ALREADY if t.cores[place] == power else OK


def may_core(t: Turn, unit: int) -> bool:
    """True if the unit can make a core of the centre where it stands."""
    return fault_in_coring(t, t.place[unit], t.owner[unit]) == OK


def settle_cores(t: Turn) -> None:
    """Go on with the cores that units were ordered to make and at which nobody came, even in vain:
    half a core becomes a whole one. Halves with which nobody went on are lost."""
    fill(t.crowd, t.board.province_count, NONE)
    for unit in range(t.unit_count):
        place = t.place[unit]
        if t.coring[unit] == 1:
            if t.rivals[place] & ~t.open_no == EMPTY:
                t.crowd[place] = t.owner[unit]
            else:
                t.reason[unit] = CORE_ATTACKED
    for place in range(t.board.province_count):
        power = t.crowd[place]
        if power != NONE and (t.rules.core_turns == CORE_IN_ONE or t.half_cores[place] == power):
            t.cores[place] = power
            power = NONE
        t.half_cores[place] = power


def settle_homes(t: Turn) -> None:
    """Let every centre be a home centre of its owner, and of nobody else, from now on."""
    copy_cells(t.owners, t.board.province_count, t.cores)
