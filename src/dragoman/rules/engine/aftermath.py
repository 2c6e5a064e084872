"""The state that a movement phase leaves behind: results, contested provinces, ways to retreat."""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    BLOCKED,
    BOUNCED,
    CONVOY,
    CUT,
    DISLODGED,
    DISRUPTED,
    EMBARKATION_CLOSED,
    FAILED,
    GATED,
    GATEWAYS_WIDE,
    GIVEN_UP,
    ILLEGAL,
    IN_PARADOX,
    MOVE,
    NO_RETREATS,
    NONE,
    PARADOX_ALL_HOLD,
    RAIL,
    SEA,
    SEA_ELSE_LAND,
    SUCCEEDED,
    SUPPORT,
    UNUSED,
    VOID,
    WAY_CLOSED,
    WITHOUT_CONVOY,
)
from dragoman.rules.engine.high_seas import is_high_sea, leave_out_high_seas
from dragoman.rules.engine.passages import gate_between, may_take
from dragoman.rules.engine.primitives import EMPTY, Mask, fill, first, only
from dragoman.rules.engine.strengths import prevent
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    CONVERSION_ATTACKED,
    CORE_ATTACKED,
    NO_CONVOY,
    OK,
    ROUTE_NO_PATH,
    STRAIT_CLOSED,
    UNUSED_BY_LAND,
    UNUSED_OFF_ROUTE,
)


def by_sea(t: Turn, unit: int) -> bool:
    """True if a settled move went by convoy."""
    if t.route[unit] == SEA_ELSE_LAND:
        return t.open_yes & only(unit) != EMPTY
    return t.route[unit] == SEA


def mark_dislodged(t: Turn) -> Mask:
    """Write in ``t.dislodged_by`` what dislodged each unit, NONE where it still stands; which are
    dislodged."""
    fill(t.dislodged_by, t.unit_count, NONE)
    dislodged = EMPTY
    left = t.attacked & ~t.moves_yes
    while left != EMPTY:
        unit = first(left)
        left ^= only(unit)
        winners = t.rivals[t.place[unit]] & t.moves_yes
        if winners != EMPTY:
            t.dislodged_by[unit] = first(winners)
            dislodged |= only(unit)
    return dislodged


def result_of(t: Turn, unit: int) -> int:
    """The result of the order of a unit whose move has not succeeded nor its support stood."""
    order = t.order[unit]
    if order == MOVE:
        return result_of_failed_move(t, unit)
    if order == SUPPORT:
        return VOID if t.helps[unit] == NONE else CUT
    dislodged = t.dislodged_by[unit] != NONE
    if order == CONVOY:
        reason = t.reason[unit]
        unused = reason in (UNUSED_BY_LAND, UNUSED_OFF_ROUTE)
        if t.carries[unit] == NONE and not unused:
            return VOID
        if dislodged:
            return DISLODGED
        if unused:
            return UNUSED
        return IN_PARADOX if t.paradox[t.carries[unit]] & WAY_CLOSED else SUCCEEDED
    if t.reason[unit] == CORE_ATTACKED:
        return DISLODGED if dislodged else CUT
    if t.converting & only(unit) != EMPTY:
        t.reason[unit] = CONVERSION_ATTACKED
        return DISLODGED if dislodged else FAILED
    if t.reason[unit] != OK:
        return ILLEGAL
    return DISLODGED if dislodged else SUCCEEDED


def result_of_failed_move(t: Turn, unit: int) -> int:
    """The result of a move that fails; of an impossible one that counts as a move: FAILED."""
    if t.chosen[unit] == NONE:
        return FAILED
    is_closed = t.open_no & only(unit) != EMPTY
    if is_closed and (t.route[unit] in (GATED, RAIL) or t.reason[unit] == STRAIT_CLOSED):
        return BLOCKED
    if t.reason[unit] in (NO_CONVOY, ROUTE_NO_PATH):
        return WITHOUT_CONVOY
    if t.paradox[unit] & GIVEN_UP or (
        t.paradox[unit] & WAY_CLOSED and t.rules.convoy_paradox == PARADOX_ALL_HOLD
    ):
        return FAILED
    if t.route[unit] == SEA and is_closed:
        return DISRUPTED
    return BOUNCED


def mark_full(t: Turn) -> None:
    """Mark in ``t.full`` each province that is occupied (1) or contested (2) after the moves. A
    high sea is neither."""
    fill(t.full, t.board.province_count, 0)
    for row in range(t.standing_count):
        t.full[t.board.province_of[t.standing.location[row]]] = 1
    failed = t.moves_no
    while failed != EMPTY:
        unit = first(failed)
        failed ^= only(unit)
        if leaves_contested(t, unit):
            t.full[t.goal[unit]] = 2
    leave_out_high_seas(t, t.full, 0)


def leaves_contested(t: Turn, unit: int) -> bool:
    """True if a move that failed leaves its goal contested: empty by a stand-off, because it could
    have kept others out of it (rulebook, Retreats; DATC 6.H.6). A high sea never is."""
    goal = t.goal[unit]
    there = t.at[goal]
    if t.rivals[goal] & t.moves_yes != EMPTY or is_high_sea(t, goal):
        return False
    if there != NONE and t.moves_yes & only(there) == EMPTY:
        return False
    least, _ = prevent(t, unit, NONE)
    return least > 0


def forbidden_origin(t: Turn, attacker: int) -> int:
    """The province a unit may not retreat to because its attacker came from there.

    NONE where the attacker came by convoy and the rule set lets it (DATC 4.A.5).
    """
    if by_sea(t, attacker) and t.rules.retreat_to_embarkation != EMBARKATION_CLOSED:
        return NONE
    return t.place[attacker]


def mark_keepers(t: Turn) -> None:
    """Mark in ``t.keepers`` who controls each gateway after the moves, or nobody."""
    for gate in range(t.board.gate_count):
        t.keepers[gate] = NONE
        for row in range(t.standing_count):
            if t.board.province_of[t.standing.location[row]] == t.board.gate_holder[gate]:
                t.keepers[gate] = t.standing.owner[row]


def list_retreats(t: Turn, owner: int, kind: int, location: int, origin: int) -> int:
    """List in ``t.options`` the locations a dislodged unit may go to, when ``t.full`` and
    ``t.keepers`` are marked; how many there are.

    Behind a gateway lie only those of the power that still controls it: nobody can give leave for
    a retreat. nJudge in practice; or, by the rule set's choice, none. Units of nobody never
    retreat, nor does any unit where the rule set has no retreats.
    """
    if owner == t.board.nobody or t.rules.retreats == NO_RETREATS:
        return 0
    here = t.board.province_of[location]
    start = kind * t.board.location_count + location
    found = 0
    for step in range(t.board.step_starts[start], t.board.step_starts[start + 1]):
        to = t.board.steps[step]
        province = t.board.province_of[to]
        if t.full[province] != 0 or province == origin or not may_take(t, owner, here, province):
            continue
        gate = gate_between(t, here, province)
        if gate == NONE or (t.rules.gateway_rights == GATEWAYS_WIDE and t.keepers[gate] == owner):
            t.options[found] = to
            found += 1
    return found
