"""The circles in which decisions of a turn waited for each other, read off a judged turn.

The engine settles a circle as the rule set wants and goes on; it keeps only what that cost each
unit. Which orders hung on which is for people, and rare, so it is worked out anew here, with the
engine's own functions: every decision is unknown again and settled again, and where nothing goes
on the circle is written down before the engine settles it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from dragoman.board import Unit
from dragoman.rules.engine.codes import (
    DECISIONS,
    GATED,
    LAND,
    MOVE,
    MOVES,
    NONE,
    OPEN,
    RAIL,
    STANDS,
    SUPPORT,
)
from dragoman.rules.engine.masks import EMPTY, Mask, members, only
from dragoman.rules.engine.resolver import (
    decide,
    decision_count,
    note_waits,
    settle,
    settle_circle,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.outcome import Link
from dragoman.rules.model.reasons import GATE_CLOSED

_Decision: TypeAlias = tuple[int, int]
"""A unit, and what of it is decided."""
_Undecided: TypeAlias = tuple[Mask, Mask, Mask]
"""The units of which the moves, the supports and the ways are undecided."""

_WHAT: Final[dict[int, Literal["moves", "stands", "arrives"]]] = {
    MOVES: "moves",
    STANDS: "stands",
    OPEN: "arrives",
}


def circles(t: Turn, units: Sequence[Unit]) -> dict[int, tuple[Link, ...]]:
    """The circle of each unit that one cost something, beginning with the unit itself: every
    link hangs on the next one, the last on the first."""
    found: dict[int, tuple[Link, ...]] = {}
    if not any(t.paradox[: t.unit_count]):
        return found
    t, undecided = _begun_again(t)
    while decision_count(undecided) > 0:
        before = decision_count(undecided)
        for field, waiting in enumerate(undecided):
            for unit in members(waiting):
                settle(t, unit, field, decide(t, unit, field))
        undecided = _still_open(t, undecided)
        if decision_count(undecided) == before:
            ways = _ways_round(t, undecided)
            settle_circle(t, undecided)
            undecided = _still_open(t, undecided)
            for way in ways:
                unit, _ = way[0]
                if t.paradox[unit] and unit not in found:
                    found[unit] = tuple(Link(units[one], _WHAT[field]) for one, field in way)
    return found


def _begun_again(t: Turn) -> tuple[Turn, _Undecided]:
    """The turn with every decision unknown that was when the engine began, and these decisions."""
    moving, supporting, passing = EMPTY, EMPTY, EMPTY
    loss = list(t.loss)
    for unit in range(t.unit_count):
        gated = t.route[unit] == GATED and t.reason[unit] != GATE_CLOSED
        if t.order[unit] == MOVE:
            moving |= only(unit)
            by_sea = t.route[unit] not in (LAND, RAIL, GATED) and t.fleets[unit] != EMPTY
            if by_sea or gated:
                passing |= only(unit)
        elif t.order[unit] == SUPPORT and t.helps[unit] != NONE:
            supporting |= only(unit)
            loss[unit] = 0
            if gated:
                passing |= only(unit)
    again = replace(
        t,
        loss=loss,
        paradox=[0] * len(t.paradox),
        moves_yes=EMPTY,
        moves_no=EMPTY,
        stands_yes=EMPTY,
        stands_no=t.stands_no & ~supporting,
        open_yes=t.open_yes & ~passing,
        open_no=t.open_no & ~passing,
    )
    return again, (moving, supporting, passing)


def _still_open(t: Turn, undecided: _Undecided) -> _Undecided:
    moving, supporting, passing = undecided
    return (
        moving & ~(t.moves_yes | t.moves_no),
        supporting & ~(t.stands_yes | t.stands_no),
        passing & ~(t.open_yes | t.open_no),
    )


def _ways_round(t: Turn, undecided: _Undecided) -> list[list[_Decision]]:
    """The shortest way from each decision along what it waits for back to itself, if there is
    one; those of ways across the water first."""
    note_waits(t, undecided)
    decisions = [(unit, field) for field, mask in enumerate(undecided) for unit in members(mask)]
    decisions.sort(key=lambda one: (one[1] != OPEN, one))
    ways = (_way_round(t, decision) for decision in decisions)
    return [way for way in ways if way]


def _way_round(t: Turn, decision: _Decision) -> list[_Decision]:
    ways = [[decision]]
    seen = {decision}
    while ways:
        further: list[list[_Decision]] = []
        for way in ways:
            for there in _waits_for(t, way[-1]):
                if there == decision:
                    return way
                if there not in seen:
                    seen.add(there)
                    further.append([*way, there])
        ways = further
    return []


def _waits_for(t: Turn, decision: _Decision) -> list[_Decision]:
    """The open decisions for which this one waits."""
    unit, field = decision
    row = DECISIONS * unit + field
    masks = t.waits_for_moves[row], t.waits_for_stands[row], t.waits_for_open[row]
    return sorted((one, what) for what, mask in enumerate(masks) for one in members(mask))
