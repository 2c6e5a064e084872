"""Accounts of the orders of a retreat phase."""

from __future__ import annotations

from dragoman.board import Unit
from dragoman.orders import Move, Retreat
from dragoman.reports.accounts.account import Account, reason_of, units_of
from dragoman.reports.accounts.dislodgement import cite_closed, closed_ways
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, Statement, WrittenOrder, say
from dragoman.rules import Outcome, Result


def explain_retreat(account: Account, outcome: Outcome) -> None:
    """Say what became of a dislodged unit."""
    unit, order = outcome.unit, outcome.order
    match outcome.result:
        case Result.SUCCEEDS:
            account.say("retreat.succeeded", unit=unit, place=LocationKey(outcome.moved_to or ""))
        case Result.BOUNCES:
            _tell_meeting(account, outcome)
        case Result.DISBANDS if not outcome.reason:
            account.say("retreat.disbanded", unit=unit)
        case _ if order is None:
            reason = reason_of(account.turn, outcome.reason, order, unit.location, unit.power)
            account.say("retreat.lost", unit=unit, reason=reason)
            account.cite_reason(outcome.reason, order)
        case _:
            why = _why_not(account, outcome)
            account.say("retreat.impossible", order=WrittenOrder(order), unit=unit, reason=why)


def _tell_meeting(account: Account, outcome: Outcome) -> None:
    turn = account.turn
    target = _target(account, outcome)
    others = [
        other
        for other in turn.resolution.outcomes
        if other.result is Result.BOUNCES and _target(account, other) == target
    ]
    two = len(others) == 2
    account.say(
        "retreat.two-met" if two else "retreat.more-met",
        units=units_of(others),
        place=LocationKey(target),
    )
    account.cite("retreats-met" if two else "retreats-met-of-more")


def _target(account: Account, outcome: Outcome) -> str:
    order = outcome.treated_as
    return account.turn.province(order.target) if isinstance(order, Retreat) else ""


def _why_not(account: Account, outcome: Outcome) -> Statement:
    """Why the unit could not go where it was ordered to; cites the rule."""
    turn, unit, order = account.turn, outcome.unit, outcome.order
    if outcome.reason == "cannot-retreat-there" and isinstance(order, Move | Retreat):
        province = turn.province(order.target)
        why = closed_ways(turn, unit).get(province) or _too_far(turn, unit, province)
        if why is not None:
            cite_closed(account, why)
            return why
    account.cite_reason(outcome.reason, order)
    return reason_of(turn, outcome.reason, order, unit.location, unit.power)


def _too_far(turn: ResolvedPhase, unit: Unit, province: str) -> Statement | None:
    """That the province is no neighbour of the unit's, for whatever kind of unit."""
    here = turn.province(unit.location)
    if province == here:
        return say("closed.here")
    ends = {(turn.province(path.source), turn.province(path.target)) for path in turn.board.paths}
    if (here, province) in ends:
        return None
    return say("closed.far", place=LocationKey(province), here=LocationKey(here))
