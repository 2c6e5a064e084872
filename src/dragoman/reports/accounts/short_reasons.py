"""The outcome of an order in a few words: what it met, in numbers. The whole reason is in the
account of the order."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.orders import Build, Convoy, Move, Remove, Support
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    Strength,
    say,
)
from dragoman.rules import Force, Outcome, PhaseKind, Result, Role


def short_reason(turn: ResolvedPhase, outcome: Outcome) -> Statement:
    """The outcome of an order as whoever gave it is told: ``bounced with Finland, 1 against 1``."""
    match turn.before.phase.kind:
        case PhaseKind.RETREAT:
            return _of_retreat(outcome)
        case PhaseKind.ADJUSTMENT:
            return _of_adjustment(outcome)
        case PhaseKind.MOVEMENT:
            pass
    if outcome.dislodged_by is not None:
        return _of_dislodged(turn, outcome)
    match outcome.treated_as:
        case Move() if outcome.result in (Result.SUCCEEDS, Result.BOUNCES):
            return _of_move(turn, outcome)
        case Support() if outcome.result is Result.CUT:
            return _of_cut(outcome)
        case Support() if outcome.result is Result.SUCCEEDS:
            return _of_support(turn, outcome)
        case Convoy() if outcome.result is Result.SUCCEEDS:
            return _of_convoy(turn, outcome)
        case Support(supported=other) | Convoy(convoyed=other) if outcome.result is Result.VOID:
            return say("short.ordered-otherwise", place=LocationKey(other.location))
        case _ if outcome.result is not Result.SUCCEEDS:
            return known_reason(outcome)
        case _ if outcome.order is None:
            return say("short.neutral" if turn.is_neutral(outcome.unit) else "short.no-order")
        case _:
            return _of_stand(outcome)


def known_reason(outcome: Outcome) -> Statement:
    """The outcome of an order in a word or two, which name nobody else."""
    name = outcome.result.value.replace(" ", "-")
    if outcome.dislodged_by is not None:
        name = "dislodged"
    elif outcome.order is None:
        name = "no-order"
    elif outcome.result is Result.SUCCEEDS:
        return say("short.done")
    return say(f"marks.{name}")


# Movement.


def _of_move(turn: ResolvedPhase, outcome: Outcome) -> Statement:
    force = outcome.force
    assert force is not None
    there = turn.outcomes.get(turn.goal(outcome) or "")
    strongest = _strongest(outcome.met)
    if outcome.result is Result.SUCCEEDS:
        numbers = _numbers(force.halves, strongest.halves if strongest else 0)
        if there is not None and there.dislodged_by is outcome.unit:
            return say("short.dislodges", power=PowerKey(there.unit.power), **numbers)
        if strongest is not None or force.supporters:
            return say("short.beats", **numbers)
        return say("short.by-convoy" if outcome.by_convoy else "short.free")
    if force.why_zero == "own" and there is not None:
        place = LocationKey(turn.province(there.unit.location))
        return say("short.own-stayed" if turn.goal(there) else "short.own-stands", place=place)
    if strongest is None or strongest.unit is None:
        return say("short.too-weak", strength=Strength(force.halves))
    numbers = _numbers(force.halves, strongest.halves)
    place = LocationKey(turn.province(strongest.unit.location))
    if strongest.role is Role.HEAD_ON:
        return say("short.head-on", place=place, **numbers)
    if strongest.role is Role.PREVENT:
        return say("short.bounced", place=place, **numbers)
    if turn.is_to_move(strongest.unit):
        return say("short.stayed", place=place, **numbers)
    return say("short.stood-there", power=PowerKey(strongest.unit.power), **numbers)


def _of_dislodged(turn: ResolvedPhase, outcome: Outcome) -> Statement:
    by = outcome.dislodged_by
    assert by is not None
    attack = turn.outcome_of(by)
    place = LocationKey(turn.province(by.location))
    met = next((one for one in attack.met if one.unit == outcome.unit), None)
    if attack.force is None:
        return say("short.driven-out-somehow", power=PowerKey(by.power), place=place)
    numbers = _numbers(met.halves if met else 0, attack.force.halves)
    return say("short.driven-out", power=PowerKey(by.power), place=place, **numbers)


def _of_stand(outcome: Outcome) -> Statement:
    strongest = _strongest(outcome.met)
    if outcome.force is None or strongest is None:
        return say("short.done")
    return say("short.stood", **_numbers(outcome.force.halves, strongest.halves))


def _of_support(turn: ResolvedPhase, outcome: Outcome) -> Statement:
    order, helped = outcome.treated_as, turn.helped(outcome)
    assert isinstance(order, Support)
    place = LocationKey(turn.province(order.target or order.supported.location))
    force = None if helped is None else helped.force
    if helped is None or force is None:
        return say("short.not-attacked", place=place)
    mine = next((one for one in force.supporters if one.unit is outcome.unit), None)
    if mine is None:
        return say("short.not-attacked", place=place)
    if not mine.counted or force.why_zero:
        return say("short.did-not-count")
    is_in_vain = helped.dislodged_by is not None or helped.result is not Result.SUCCEEDS
    key = "short.made-in-vain" if is_in_vain and order.target else "short.made"
    return say(key, strength=Strength(force.halves), place=place)


def _of_cut(outcome: Outcome) -> Statement:
    by = outcome.cut_by
    if by is None:
        return say("marks.cut")
    return say("short.cut", power=PowerKey(by.power), place=LocationKey(by.location))


def _of_convoy(turn: ResolvedPhase, outcome: Outcome) -> Statement:
    army = turn.carried(outcome)
    if army is None:
        return say("short.done")
    key = "short.carried" if army.result is Result.SUCCEEDS else "short.carried-in-vain"
    return say(key, place=LocationKey(turn.province(army.unit.location)))


def _strongest(forces: Sequence[Force]) -> Force | None:
    return max((one for one in forces if one.halves), key=lambda one: one.halves, default=None)


def _numbers(own: int, other: int) -> dict[str, Part]:
    return {"own": Strength(own), "other": Strength(other)}


# Retreats and adjustments.


def _of_retreat(outcome: Outcome) -> Statement:
    if outcome.order is None:
        return say("short.disbanded-unordered")
    if outcome.result is Result.SUCCEEDS:
        return say("short.retreated")
    if outcome.result is Result.BOUNCES:
        return say("short.met-another")
    return known_reason(outcome)


def _of_adjustment(outcome: Outcome) -> Statement:
    if outcome.order is None:
        return say("short.judge-chose")
    if outcome.result is not Result.SUCCEEDS:
        return known_reason(outcome)
    match outcome.treated_as:
        case Build():
            return say("short.built")
        case Remove():
            return say("short.removed")
        case _:
            return say("short.done")
