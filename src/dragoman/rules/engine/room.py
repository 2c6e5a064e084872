"""The room that a turn has to have, for a board and so many units.

In plain Python a turn is made here, with a list for each column and vector; ``batch.arrays`` makes
it of arrays.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from dragoman.rules.engine.codes import DECISIONS, NONE
from dragoman.rules.engine.tables import BoardTables, CalendarTables, RuleCodes
from dragoman.rules.engine.turn import (
    MASK_COLUMNS,
    UNIT_COLUMNS,
    DislodgedRows,
    StandingRows,
    Turn,
)


def room_for(provinces: int, locations: int, powers: int, units: int) -> dict[str, int]:
    """The lengths that the vectors need for a board and a number of units of these sizes: all but
    those of ``room_to_list`` and the routes, as many as orders name."""
    return {
        "at": provinces,
        "owners": provinces,
        "cores": provinces,
        "half_cores": provinces,
        "full": max(provinces, units),
        "crowd": provinces,
        "keepers": provinces,
        "strait_one": provinces,
        "strait_other": provinces,
        "strait_gate": provinces,
        "dues": powers,
        "options": locations,
        "queue": locations,
        "steps": locations,
        "line": units,
        "tried": units + 1,
        "spun": units + 1,
        "choices": provinces + units,
        "helpable": provinces,
        "arrivals": provinces,
        "goals": provinces,
    }


def room_for_masks(provinces: int, powers: int, units: int) -> dict[str, int]:
    """The lengths that the vectors of masks need."""
    decisions = DECISIONS * units
    return {
        "rivals": provinces,
        "waits_for_moves": decisions,
        "waits_for_stands": decisions,
        "waits_for_open": decisions,
        "fleets_on": provinces,
        "fleets_after": provinces,
        "fleets_before": provinces,
        "fleets_ashore": provinces,
        "layers": units + 1,
        "open_before": units + 1,
        "open_after": units + 1,
        "chain": units + 1,
        "closed": units + 1,
        "barred": 4,
        "barrier_near": 4,
        "barrier_left": 4,
        "comers": provinces,
        "goal_helps": provinces,
        "goal_needs": provinces,
    }


def room_to_list(gates: int, units: int, listed: int) -> dict[str, int]:
    """The lengths of the vectors in which up to so many legal orders are listed."""
    if listed == 0:
        return dict.fromkeys(("starts", "found", "link_army", "link_goal", "link_next"), 0)
    links = links_of(listed)
    return {
        "starts": units + gates + 1,
        "found": listed,
        "link_army": links,
        "link_goal": links,
        "link_next": links,
    }


def room_for_links(listed: int) -> dict[str, int]:
    """The lengths that the vectors of masks need for that."""
    return dict.fromkeys(("link_helps", "link_needs"), links_of(listed))


def links_of(listed: int) -> int:
    """Ways by convoy and railway that there is room for where so many legal orders are listed."""
    return listed // 8


@lru_cache(maxsize=256)
def _lengths(
    provinces: int, locations: int, powers: int, gates: int, units: int, listed: int
) -> tuple[int, ...]:
    """The length of each column and vector of a turn, in the sequence of its fields; NONE for what
    is a single number or set."""
    lengths = {"routes": 0} | dict.fromkeys((*UNIT_COLUMNS, *MASK_COLUMNS), units)
    lengths |= room_for(provinces, locations, powers, units)
    lengths |= room_for_masks(provinces, powers, units)
    lengths |= room_to_list(gates, units, listed) | room_for_links(listed)
    tables = ("board", "rules", "calendar")
    made = [f.name for f in fields(Turn) if f.init and f.name not in tables]
    return tuple(lengths.get(name, NONE) for name in made)


def new_turn(
    board: BoardTables,
    rules: RuleCodes,
    calendar: CalendarTables,
    *,
    units: int,
    more: int = 0,
    listed: int = 0,
) -> Turn:
    """A turn in plain Python with room for so many units, for so many ``more`` that may come to
    stand, and for so many legal orders to be listed. The orders' rows are left to the reader."""
    sizes = board.province_count, board.location_count, board.power_count, board.gate_count
    blank: list[Any] = [
        0 if length == NONE else [0] * length for length in _lengths(*sizes, units, listed)
    ]
    t = Turn(board, rules, calendar, *blank)
    t.winner, t.unit_count = NONE, units
    t.listed_room, t.link_room = listed, links_of(listed)
    rows = units + more + sum(board.comes_back)
    t.standing = StandingRows([0] * rows, [0] * rows, [0] * rows)
    rows = max(units, more)
    t.dislodged = DislodgedRows(*([0] * rows for _ in range(6)))
    return t


def has_room(t: Turn, board: BoardTables, units: int) -> bool:
    """True if the turn has room for so many units on this board, none of which are to be listed."""
    there = t.board
    return (
        there.province_count == board.province_count
        and there.location_count == board.location_count
        and there.power_count == board.power_count
        and there.comes_back == board.comes_back
        and len(t.result) >= units
    )
