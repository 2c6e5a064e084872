"""Famine, plague and storms (section 9): tables of areas, of which dice choose a row, a column or
both."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    CELLS,
    COLUMN,
    DICE_BOARD_GAME,
    DICE_ONE,
    FIRST_CELL,
    LOST_BY_FAMINE,
    LOST_BY_PLAGUE,
    LOST_BY_STORM,
    ROLL_FAMINE,
    ROLL_PLAGUE,
    ROLL_STORM,
    ROW,
    SEVERITY,
    STRUCK,
)
from dragoman.machiavelli.engine.events import record_event, roll
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.units import area_of, close_ranks, is_fleet, remove
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.turn import Turn


def spread_famine(t: Turn, r: Realm) -> None:
    """Roll for the famine of the coming year, and mark where it is."""
    strike(t, r, ROLL_FAMINE)
    for area in range(t.board.province_count):
        r.famine[area] = r.struck[area]


def starve(t: Turn, r: Realm) -> None:
    """At the end of spring the units in famine die, in the area and in its city, and famine is
    over."""
    for unit in range(t.unit_count):
        if r.famine[area_of(r, t.place[unit])] == 1:
            remove(t, r, unit, LOST_BY_FAMINE)
    for area in range(t.board.province_count):
        r.famine[area] = 0
    close_ranks(t)


def infect(t: Turn, r: Realm) -> None:
    """Roll for plague: the units in the areas that it strikes die, and those in their cities."""
    if t.year < r.scenario.plague_from:
        return
    strike(t, r, ROLL_PLAGUE)
    for unit in range(t.unit_count):
        if r.struck[area_of(r, t.place[unit])] == 1:
            remove(t, r, unit, LOST_BY_PLAGUE)
    close_ranks(t)


def sink(t: Turn, r: Realm) -> None:
    """Roll for storms: the fleets in the sea areas that they strike are lost."""
    strike(t, r, ROLL_STORM)
    for unit in range(t.unit_count):
        place = t.place[unit]
        if r.struck[place] == 1 and t.board.is_water[place] == 1 and is_fleet(t, unit):
            remove(t, r, unit, LOST_BY_STORM)
    close_ranks(t)


def strike(t: Turn, r: Realm, disaster: int) -> None:
    """Roll for a disaster and mark in ``r.struck`` the areas that it strikes."""
    for area in range(t.board.province_count):
        r.struck[area] = 0
    severity = roll(t, r, disaster, NONE, SEVERITY)
    if r.codes.disaster_dice != DICE_ONE:
        severity += roll(t, r, disaster, NONE, SEVERITY + 1)
    if is_by_row(r, severity):
        row = roll(t, r, disaster, NONE, ROW) + roll(t, r, disaster, NONE, ROW + 1)
        for cell in range(CELLS):
            mark_struck(r, disaster, (row - FIRST_CELL) * CELLS + cell)
    if is_by_column(r, severity):
        column = roll(t, r, disaster, NONE, COLUMN) + roll(t, r, disaster, NONE, COLUMN + 1)
        for cell in range(CELLS):
            mark_struck(r, disaster, cell * CELLS + column - FIRST_CELL)


def mark_struck(r: Realm, disaster: int, cell: int) -> None:
    """Mark the area of a cell of a disaster's table, unless that is empty or marked already."""
    if disaster == ROLL_FAMINE:
        area = r.scenario.famine_cells[cell]
    elif disaster == ROLL_PLAGUE:
        area = r.scenario.plague_cells[cell]
    else:
        area = r.scenario.storm_cells[cell]
    if area != NONE and r.struck[area] == 0:
        r.struck[area] = 1
        record_event(r, STRUCK, area, NONE, disaster)


def is_by_row(r: Realm, severity: int) -> bool:
    """True if a row of the table is struck. With one die on 2, 3 and 6; with two from 8 up and,
    below, on 4 and 6, in the board game's book on 4 and 7 (D-1)."""
    if r.codes.disaster_dice == DICE_ONE:
        return severity in (2, 3, 6)
    if r.codes.disaster_dice == DICE_BOARD_GAME:
        return severity >= 8 or severity in (4, 7)
    return severity >= 8 or severity in (4, 6)


def is_by_column(r: Realm, severity: int) -> bool:
    """True if a column is struck: with one die from 4 up; with two from 8 up and, below, on 5 and
    7, in the board game's book on 5 and 6."""
    if r.codes.disaster_dice == DICE_ONE:
        return severity >= 4
    if r.codes.disaster_dice == DICE_BOARD_GAME:
        return severity >= 8 or severity in (5, 6)
    return severity >= 8 or severity in (5, 7)
