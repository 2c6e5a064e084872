"""The orders of the notional units that keep gateways."""

from __future__ import annotations

from dragoman.rules.engine.codes import (
    FIRST_ORDER,
    GATEWAYS_WIDE,
    HOLD,
    LAST_ORDER,
    NONE,
    SUPPORT,
)
from dragoman.rules.engine.conflicting_orders import same_order
from dragoman.rules.engine.high_seas import other_named
from dragoman.rules.engine.passages import (
    controls,
    fault_in_leave,
    gate_between,
    permit,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.model.reasons import (
    CONTRADICTED,
    NOT_YOURS,
    OK,
    OVERRULED,
)


def tend_gate(t: Turn, gate: int) -> None:
    """Carry out the order of a gatekeeper's notional unit, which may hold or support one
    passage. Where it has several the rule for two orders of a unit decides (4.D.3)."""
    chosen = NONE
    contradicted = False
    for order in range(t.order_count):
        if t.board.province_of[t.orders.location[order]] != t.board.gate_place[gate]:
            continue
        fault = fault_at_gate(t, order, gate)
        t.orders.reason[order] = fault
        if fault != OK:
            continue
        if chosen == NONE:
            chosen = order
        elif same_order(t, order, chosen) or t.rules.two_orders == FIRST_ORDER:
            t.orders.reason[order] = OVERRULED
        elif t.rules.two_orders == LAST_ORDER:
            t.orders.reason[chosen] = OVERRULED
            chosen = order
        else:
            t.orders.reason[order] = CONTRADICTED
            t.orders.reason[chosen] = CONTRADICTED
            contradicted = True
    if chosen != NONE and not contradicted and t.orders.type[chosen] == SUPPORT:
        target = t.orders.target[chosen]
        if t.at[t.place[t.orders.other[chosen]]] == NONE:  # it is on a high sea
            t.orders.other[chosen] = other_named(t, chosen, target)
        other = t.orders.other[chosen]
        goal = supported_from(t, other) if target == NONE else t.board.province_of[target]
        permit(t, gate, t.orders.by[chosen], other, goal)


def fault_at_gate(t: Turn, order: int, gate: int) -> int:
    """Why the order of a gatekeeper's notional unit cannot be carried out."""
    if t.orders.type[order] == HOLD:
        return OK if controls(t, gate, t.orders.by[order]) else NOT_YOURS
    other = t.orders.other[order]
    goal = NONE
    if t.orders.type[order] == SUPPORT and t.orders.target[order] != NONE:
        goal = t.board.province_of[t.orders.target[order]]
    elif (
        t.orders.type[order] == SUPPORT
        and other != NONE
        and t.rules.gateway_rights == GATEWAYS_WIDE
    ):
        goal = behind(t, gate, t.place[other])
    return fault_in_leave(t, gate, t.orders.by[order], other, goal)


def supported_from(t: Turn, unit: int) -> int:
    """The province into which a unit gives support, NONE if it gives none: through a gateway it
    may do so by a gatekeeper's support for itself, where it stands (nJudge in practice)."""
    order = t.chosen[unit]
    if t.order[unit] != SUPPORT or order == NONE:
        return NONE
    target = t.orders.target[order]
    return t.place[t.orders.other[order]] if target == NONE else t.board.province_of[target]


def behind(t: Turn, gate: int, place: int) -> int:
    """A province that the gateway joins to a place, NONE if there is none."""
    for province in range(t.board.province_count):
        if gate_between(t, place, province) == gate:
            return province
    return NONE
