"""The legal orders of packed positions, listed in rows of codes: in a movement phase a row for each
unit and then for each gatekeeper, in a retreat phase for each dislodged unit, in an adjustment
phase for each power."""

from __future__ import annotations

from dragoman.rules.batch.chunk import Chunk
from dragoman.rules.batch.packed_turn import list_own_retreats
from dragoman.rules.engine.balance import count_dues
from dragoman.rules.engine.building import build_way, is_site, mark_sites_taken
from dragoman.rules.engine.codes import (
    ADJUSTMENTS,
    HOLD,
    MOVE,
    MUST_BUILD_ALL,
    NONE,
    RETREATS,
)
from dragoman.rules.engine.high_seas import is_repeated
from dragoman.rules.engine.legal_orders import list_orders
from dragoman.rules.engine.packed_orders import packed, packed_removal
from dragoman.rules.engine.phases import keep_standing
from dragoman.rules.engine.turn import Turn


def list_in_rows(t: Turn, chunk: Chunk, row: int) -> int:
    """List in ``t.found`` the legal orders of the phase, and from ``row`` of the chunk on how many
    there are in each row and what is due; how many there are in all, NONE for no room."""
    kind = t.calendar.kind[t.phase]
    if kind == ADJUSTMENTS:
        return list_adjustments(t, chunk, row)
    if kind == RETREATS:
        return list_all_retreats(t, chunk, row)
    total = list_orders(t)
    if total != NONE:
        for unit in range(t.unit_count + t.board.gate_count):
            chunk.counts[row + unit] = t.starts[unit + 1] - t.starts[unit]
            chunk.dues[row + unit] = min(chunk.counts[row + unit], 1)
    return total


def list_all_retreats(t: Turn, chunk: Chunk, row: int) -> int:
    """The same for a retreat phase: for each dislodged unit where it may go, and to disband."""
    total = 0
    for unit in range(t.dislodged_count):
        ways = list_own_retreats(t, unit)
        if total + ways + 1 > t.listed_room:
            return NONE
        for way in range(ways):
            t.found[total + way] = packed(MOVE, 0, t.options[way], NONE)
        t.found[total + ways] = packed(HOLD, 0, NONE, NONE)
        total += ways + 1
        chunk.counts[row + unit] = ways + 1
        chunk.dues[row + unit] = 1
    return total


def list_adjustments(t: Turn, chunk: Chunk, row: int) -> int:
    """The same for an adjustment phase: for each power the removals or the builds among which it
    chooses, and to waive one where it may. Due is what it has to spend, below zero to gain."""
    keep_standing(t)
    count_dues(t)
    mark_sites_taken(t)
    total = 0
    for power in range(t.board.power_count):
        start = total
        if t.dues[power] < 0:
            total = list_removals(t, power, total)
        elif t.dues[power] > 0:
            total = list_builds(t, power, total)
        if total == NONE:
            return NONE
        chunk.counts[row + power] = total - start
        chunk.dues[row + power] = t.dues[power]
    return total


def list_removals(t: Turn, power: int, total: int) -> int:
    """List the removals that a power can order, once for equal units on a high sea; the new
    total, NONE for no room."""
    for unit in range(t.unit_count):
        if t.owner[unit] == power and not is_repeated(t, unit, NONE):
            if total == t.listed_room:
                return NONE
            t.found[total] = packed_removal(t, unit)
            total += 1
    return total


def list_builds(t: Turn, power: int, total: int) -> int:
    """List the builds that a power can order, and to waive one; the new total, NONE for no room."""
    due = t.dues[power]
    for province in range(t.board.province_count):
        if is_site(t, power, province, due):
            which = 0
            code = build_way(t, province, which, due)
            while code != NONE:
                if total == t.listed_room:
                    return NONE
                t.found[total] = code
                total += 1
                which += 1
                code = build_way(t, province, which, due)
    if t.rules.waive_builds != MUST_BUILD_ALL:
        if total == t.listed_room:
            return NONE
        t.found[total] = packed(HOLD, 0, NONE, power)
        total += 1
    return total
