"""The circles in which decisions of a turn waited for each other, read off a judged turn.

The engine settles a circle as the rule set wants and goes on; it keeps only what that cost each
unit. Which orders hung on which is for people, and rare, so it is worked out anew here, with the
engine's own functions: every decision is unknown again and settled again, and where nothing goes
on the circle is written down before the engine settles it.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    decision_count,
    note_waits,
    settle_certain,
    settle_circle,
    still_open,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.outcome import Link
from dragoman.rules.model.reasons import GATE_CLOSED, STRAIT_CLOSED

_FIELDS: Final[dict[int, Literal["moves", "stands", "arrives"]]] = {
    MOVES: "moves",
    STANDS: "stands",
    OPEN: "arrives",
}


_DECIDED: Final = ("moves_yes", "moves_no", "stands_yes", "stands_no", "open_yes", "open_no")
"""The sets of a turn that hold what is decided of moves, supports and ways."""

_Decision: TypeAlias = tuple[int, int]
"""A unit and a field."""
_Undecided: TypeAlias = tuple[Mask, Mask, Mask]
"""Open decisions on moves, supports and ways, as sets of units."""


def circles(t: Turn, units: Sequence[Unit]) -> dict[int, tuple[Link, ...]]:
    """The circle of each unit that one cost something, beginning with the unit itself: every
    link hangs on the next one, the last on the first. The turn is left as it was."""
    found: dict[int, tuple[Link, ...]] = {}
    if not any(t.paradox[: t.unit_count]):
        return found
    kept_masks = {name: getattr(t, name) for name in _DECIDED}
    kept_loss, kept_paradox = list(t.loss), list(t.paradox)
    t.paradox[:] = [0] * len(t.paradox)
    undecided = _begin_again(t)
    while decision_count(undecided) > 0:
        left = settle_certain(t, undecided)
        if left == undecided:
            ways = _ways_round(t, undecided)
            settle_circle(t, undecided)
            for (unit, _), way in ways:
                if t.paradox[unit] and unit not in found:
                    found[unit] = tuple(Link(units[one], _FIELDS[field]) for one, field in way)
            left = still_open(t, undecided)
        undecided = left
    for name, mask in kept_masks.items():
        setattr(t, name, mask)
    t.loss[:], t.paradox[:] = kept_loss, kept_paradox
    return found


def _begin_again(t: Turn) -> _Undecided:
    """Make every decision unknown that was when the engine began; which these are."""
    moving = supporting = passing = EMPTY
    for unit in range(t.unit_count):
        is_shut = t.reason[unit] in (GATE_CLOSED, STRAIT_CLOSED)
        gated = t.route[unit] == GATED and not is_shut
        if t.order[unit] == MOVE:
            moving |= only(unit)
            by_convoy = t.route[unit] not in (LAND, RAIL, GATED) and t.fleets[unit] != EMPTY
            if (by_convoy and not is_shut) or gated:
                passing |= only(unit)
        elif t.order[unit] == SUPPORT and t.helps[unit] != NONE:
            supporting |= only(unit)
            t.loss[unit] = 0
            if gated:
                passing |= only(unit)
    for names, open_ones in zip(
        (_DECIDED[:2], _DECIDED[2:4], _DECIDED[4:]), (moving, supporting, passing), strict=True
    ):
        for name in names:
            setattr(t, name, getattr(t, name) & ~open_ones)
    return moving, supporting, passing


def _ways_round(t: Turn, undecided: _Undecided) -> list[tuple[_Decision, list[_Decision]]]:
    """The shortest way from each waiting decision along what it waits for back to itself, if
    there is one; those of ways across the water first."""
    found: list[tuple[_Decision, list[_Decision]]] = []
    note_waits(t, undecided)
    waits = {one: _decisions(_waits_of(t, *one)) for one in _decisions(undecided)}
    for decision in sorted(waits, key=lambda one: (one[1] != OPEN, one)):
        ways = [[decision]]
        seen = {decision}
        while ways:
            if back := [way for way in ways if decision in waits[way[-1]]]:
                found.append((decision, back[0]))
                break
            further: list[list[_Decision]] = []
            for way in ways:
                for there in waits[way[-1]]:
                    if there not in seen:
                        seen.add(there)
                        further.append([*way, there])
            ways = further
    return found


def _waits_of(t: Turn, unit: int, field: int) -> _Undecided:
    row = DECISIONS * unit + field
    return t.waits_for_moves[row], t.waits_for_stands[row], t.waits_for_open[row]


def _decisions(undecided: _Undecided) -> list[_Decision]:
    """The decisions of three sets, by unit and field."""
    return sorted(
        (unit, field)
        for field, mask in zip((MOVES, STANDS, OPEN), undecided, strict=True)
        for unit in members(mask)
    )
