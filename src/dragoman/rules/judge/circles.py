"""The circles in which decisions of a turn waited for each other, read off a judged turn.

The engine settles a circle as the rule set wants and goes on; it keeps only what that cost each
unit. Which orders hung on which is for people, and rare, so it is worked out anew here, with the
engine's own functions: every decision is unknown again and settled again, and where nothing goes
on the circle is written down before the engine settles it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from dragoman.board import Unit
from dragoman.rules.engine.codes import (
    CUT_BY_STRENGTH,
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
    UNKNOWN,
    YES,
)
from dragoman.rules.engine.resolver import decide, is_open, settle, settle_circle
from dragoman.rules.engine.supports import weaken
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.outcome import Link
from dragoman.rules.model.reasons import GATE_CLOSED

_FIELDS: Final[dict[int, Literal["moves", "stands", "arrives"]]] = {
    MOVES: "moves",
    STANDS: "stands",
    OPEN: "arrives",
}


def circles(t: Turn, units: Sequence[Unit]) -> dict[int, tuple[Link, ...]]:
    """The circle of each unit that one cost something, beginning with the unit itself: every
    link hangs on the next one, the last on the first. The turn is left as it was."""
    found: dict[int, tuple[Link, ...]] = {}
    if not any(t.paradox[: t.unit_count]):
        return found
    columns = (t.moves, t.stands, t.open, t.loss, t.paradox)
    kept = [list(column) for column in columns]
    t.paradox[:] = [0] * len(t.paradox)
    todo = list(_begin_again(t))
    while todo:
        waiting = [decision for decision in todo if not _is_settled_now(t, decision)]
        if len(waiting) == len(todo):
            ways = _ways_round(t, todo)
            t.todo[: len(todo)] = todo
            settle_circle(t, len(todo))
            for decision, way in ways:
                unit = decision // DECISIONS
                if t.paradox[unit] and unit not in found:
                    links = (Link(units[one // DECISIONS], _FIELDS[one % DECISIONS]) for one in way)
                    found[unit] = tuple(links)
            waiting = [decision for decision in todo if is_open(t, decision)]
        todo = waiting
    for column, values in zip(columns, kept, strict=True):
        column[:] = values
    return found


def _begin_again(t: Turn) -> Iterator[int]:
    """Make every decision unknown that was when the engine began; list these decisions."""
    for unit in range(t.unit_count):
        gated = t.route[unit] == GATED and t.reason[unit] != GATE_CLOSED
        if t.order[unit] == MOVE:
            t.moves[unit] = UNKNOWN
            yield DECISIONS * unit + MOVES
            by_convoy = t.route[unit] not in (LAND, RAIL, GATED) and t.first_fleet[unit] != NONE
            if by_convoy or gated:
                t.open[unit] = UNKNOWN
                yield DECISIONS * unit + OPEN
        elif t.order[unit] == SUPPORT and t.helps[unit] != NONE:
            t.stands[unit] = UNKNOWN
            t.loss[unit] = 0
            yield DECISIONS * unit + STANDS
            if gated:
                t.open[unit] = UNKNOWN
                yield DECISIONS * unit + OPEN


def _is_settled_now(t: Turn, decision: int) -> bool:
    t.trail[0] = 0
    answer = decide(t, decision)
    if answer == UNKNOWN:
        return False
    settle(t, decision, answer)
    by_strength = t.rules.partial_cut == CUT_BY_STRENGTH
    if answer == YES and by_strength and decision % DECISIONS == STANDS:
        weaken(t, decision // DECISIONS)
    return True


def _ways_round(t: Turn, todo: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The shortest way from each waiting decision along what it waits for back to itself, if
    there is one; those of ways across the water first."""
    found: list[tuple[int, list[int]]] = []
    waits: dict[int, list[int]] = {}
    for decision in todo:
        t.trail[0] = 0
        decide(t, decision)
        trail = set(t.trail[1 : t.trail[0] + 1])
        waits[decision] = sorted(one for one in trail if is_open(t, one))
    for decision in sorted(todo, key=lambda one: (one % DECISIONS != OPEN, one)):
        ways = [[decision]]
        seen = {decision}
        while ways:
            if back := [way for way in ways if decision in waits[way[-1]]]:
                found.append((decision, back[0]))
                break
            further: list[list[int]] = []
            for way in ways:
                for there in waits[way[-1]]:
                    if there not in seen:
                        seen.add(there)
                        further.append([*way, there])
            ways = further
    return found
