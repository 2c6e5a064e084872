"""Sieges: two campaigns that starve a garrison, or a rebellion, out of a city (rules 4.4)."""

from __future__ import annotations

from dragoman.machiavelli.engine.codes import (
    FREED_BY_SIEGE,
    LOST_BY_SIEGE,
    SIEGE,
    SIEGE_BEGUN,
    SIEGE_BROKEN,
    SIEGE_BY_ANY,
    SIEGE_GOES_ON,
    SIEGE_KEPT,
    SIEGE_LIFTED,
    SIEGE_NONE,
    SIEGE_TOO_WEAK,
    SIEGE_WON,
)
from dragoman.machiavelli.engine.events import record_event
from dragoman.machiavelli.engine.movement import has_order, holds_by_order
from dragoman.machiavelli.engine.realm import Realm
from dragoman.machiavelli.engine.rebellions import free_from_rebels
from dragoman.machiavelli.engine.units import area_of, close_ranks, garrison, is_garrison, remove
from dragoman.rules.engine.codes import BESIEGES, LIFTS, MOVE, NONE
from dragoman.rules.engine.primitives import EMPTY, only
from dragoman.rules.engine.strengths import support_for
from dragoman.rules.engine.turn import Turn


def judge_sieges(t: Turn, r: Realm) -> None:
    """Find out, as soon as the moves are settled, what becomes of every siege."""
    for area in range(t.board.province_count):
        r.siege_now[area] = SIEGE_NONE
    for unit in range(t.unit_count):
        if is_garrison(t, unit):
            continue
        area = t.place[unit]
        if has_order(t, unit, BESIEGES):
            r.siege_now[area] = progress(t, r, unit)
        elif has_order(t, unit, LIFTS):
            r.siege_now[area] = SIEGE_LIFTED
        elif r.siege[area] == 1 and t.dislodged_by[unit] != NONE:
            r.siege_now[area] = SIEGE_BROKEN
    if r.codes.siege_left == SIEGE_KEPT:
        for unit in range(t.unit_count):
            if not is_garrison(t, unit) and r.siege_now[t.place[unit]] == SIEGE_NONE:
                leave_siege(t, r, unit)


def progress(t: Turn, r: Realm, unit: int) -> int:
    """Go on with the siege that the unit conducts: begun, won, or ended."""
    area = t.place[unit]
    inside = garrison(t, r, area)
    if t.dislodged_by[unit] != NONE:
        return SIEGE_BROKEN
    if inside != NONE and t.owner[inside] == t.owner[unit]:
        return SIEGE_LIFTED
    if r.siege[area] == 0:
        is_empty = inside == NONE and r.rebels[r.scenario.city_of[area]] == 0
        return SIEGE_NONE if is_empty else SIEGE_BEGUN
    if inside != NONE and r.codes.siege_strength != SIEGE_BY_ANY:
        outside, _ = support_for(t, unit, NONE)
        defence, _ = support_for(t, inside, NONE)
        if t.strength[inside] + defence > t.strength[unit] + outside:
            return SIEGE_TOO_WEAK
    return SIEGE_WON


def leave_siege(t: Turn, r: Realm, unit: int) -> None:
    """Let a siege be over where its unit neither holds by order nor has gone, and where a unit has
    come in."""
    if t.order[unit] == MOVE and t.moves_yes & only(unit) != EMPTY:
        r.siege[area_of(r, t.goal[unit])] = 0
    elif not holds_by_order(t, unit):
        r.siege[t.place[unit]] = 0


def finish_sieges(t: Turn, r: Realm) -> None:
    """Carry that out among the units that stand after the moves: mark the cities that are besieged
    now, and take off the garrisons that have been starved out."""
    for area in range(t.board.province_count):
        now = r.siege_now[area]
        if now != SIEGE_NONE:
            unit = t.at[area]
            record_event(r, SIEGE, area, NONE if unit == NONE else t.owner[unit], now)
        if now == SIEGE_WON:
            inside = garrison(t, r, area)
            if inside != NONE:
                remove(t, r, inside, LOST_BY_SIEGE)
            free_from_rebels(t, r, area, FREED_BY_SIEGE)
        is_there = t.at[area] != NONE or r.codes.siege_left in (SIEGE_GOES_ON, SIEGE_KEPT)
        is_kept = r.siege[area] == 1 and now == SIEGE_NONE and is_there
        r.siege[area] = 1 if now == SIEGE_BEGUN or is_kept else 0
    close_ranks(t)
