"""Accounts of straits: whose fleets closed them, and who let others pass."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import Unit
from dragoman.kinds.machiavelli import scenario_of
from dragoman.machiavelli import Strait
from dragoman.orders import Ally, Move, Support
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import PowerKey
from dragoman.rules import Outcome, PhaseKind, Result


@dataclass(frozen=True, slots=True)
class Leave:
    """A power's order that the fleets of another may pass its straits."""

    power: str
    order: Ally


def leaves(turn: ResolvedPhase) -> Iterator[Leave]:
    """Everybody whom somebody lets pass in a campaign."""
    if turn.before.phase.kind is not PhaseKind.MOVEMENT:
        return
    for power, given in turn.resolution.orders.items():
        for order in dict.fromkeys(one for one in given if isinstance(one, Ally)):
            if order.may_pass and _lets_pass(turn, power, order.power):
                yield Leave(power, order)


def explain_leave(account: OrderAccount, leave: Leave) -> None:
    """Say who passed by somebody's leave."""
    turn, power, ally = account.turn, leave.power, leave.order.power
    held = {gate for gate in _gates(turn) if (f := _fleet(turn, gate)) and f.power == power}
    passed = tuple(
        one.unit
        for one in turn.resolution.outcomes
        if one.unit.power == ally
        and any(s.gate in held for s in _straits_on_way(turn, one))
        and _is_by_leave(one)
    )
    key = "strait.leave-used" if passed else "strait.leave" if held else "strait.no-gate"
    account.say(key, power=PowerKey(power), ally=PowerKey(ally), units=passed)
    account.cite("strait")


def tell_closed_strait(account: OrderAccount, outcome: Outcome) -> None:
    """Say whose fleets kept a unit out of a strait."""
    turn, power = account.turn, outcome.unit.power
    for strait in _straits_on_way(turn, outcome):
        closer = _fleet(turn, strait.gate) or _newcomer(turn, strait.gate)
        if closer is None or closer.power == power or _lets_pass(turn, closer.power, power):
            continue
        account.say("strait.closed", unit=closer, power=PowerKey(closer.power))
    account.cite_switch("strait_entered")


def tell_leave(account: OrderAccount, outcome: Outcome) -> None:
    """Say who let a fleet through a strait."""
    turn, power = account.turn, outcome.unit.power
    if not _is_by_leave(outcome):
        return
    for strait in _straits_on_way(turn, outcome):
        holder = _fleet(turn, strait.gate)
        if holder is not None and holder.power != power and _lets_pass(turn, holder.power, power):
            account.say("strait.passed", unit=holder, power=PowerKey(holder.power))
            account.cite("strait")


def _straits_on_way(turn: ResolvedPhase, outcome: Outcome) -> Iterator[Strait]:
    """The straits that a unit's move or support leads through, or the convoy ordered for it."""
    order, goal = outcome.treated_as, turn.goal(outcome)
    if isinstance(order, Support):
        goal = turn.province(order.target or order.supported.location)
    carriers = turn.carriers(outcome) if isinstance(order, Move) else ()
    way = {goal, *(turn.province(one.unit.location) for one in (outcome, *carriers))}
    return (strait for strait in scenario_of(turn.variant).straits if way.issuperset(strait.ends))


def _gates(turn: ResolvedPhase) -> set[str]:
    return {strait.gate for strait in scenario_of(turn.variant).straits}


def _fleet(turn: ResolvedPhase, gate: str) -> Unit | None:
    """The fleet that was at the gate of a strait before anything moved."""
    unit = turn.unit_at(gate)
    return unit if unit is not None and unit.kind[:1] == "F" else None


def _newcomer(turn: ResolvedPhase, gate: str) -> Unit | None:
    """The fleet that came to the gate of a strait."""
    unit = turn.standing.get(gate)
    return unit if unit is not None and unit.kind[:1] == "F" else None


def _is_by_leave(outcome: Outcome) -> bool:
    """Whether a unit was let through a strait on its way: an army that was convoyed may have had
    another way."""
    return not outcome.by_convoy and outcome.result is not Result.ILLEGAL


def _lets_pass(turn: ResolvedPhase, holder: str, power: str) -> bool:
    """Whether a power that holds the gate of a strait lets another's fleets through it."""
    given = turn.resolution.orders.get(holder, ())
    leaves = [one.may_pass for one in given if isinstance(one, Ally) and one.power == power]
    return bool(leaves) and leaves[-1]
