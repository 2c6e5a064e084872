"""Accounts of gateways and railways: who opened a way, and who stood on it."""

from __future__ import annotations

from dragoman.board import Gateway
from dragoman.orders import Move, Support
from dragoman.reports.accounts.account import OrderAccount, explain_reason, given
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey
from dragoman.rules import Outcome, Result


def explain_gatekeeper(account: OrderAccount, outcome: Outcome) -> None:
    """Say what became of the order of a gateway's notional unit."""
    order = given(outcome)
    match outcome.result:
        case Result.ILLEGAL:
            explain_reason(account, outcome, "order.impossible")
        case Result.VOID:
            account.say("gateway.lost", order=order)
        case Result.UNUSED:
            account.say("gateway.unused", order=order)
        case _ if isinstance(outcome.treated_as, Support):
            account.say("gateway.open", order=order)
        case _:
            account.say("gateway.closed", order=order)
    account.cite_switch("gateways")


def explain_closed_gateway(account: OrderAccount, outcome: Outcome) -> None:
    """Say why the gateway was closed to a unit that had to pass it."""
    turn = account.turn
    gateway = gateway_of(turn, outcome)
    if gateway is None:
        return
    holder = turn.at(gateway.controller)
    if holder is None:
        account.say("gateway.unheld", place=LocationKey(gateway.controller))
    elif holder.moved_to is not None or holder.dislodged_by is not None:
        account.say("gateway.gone", unit=holder.unit)
    else:
        account.say("gateway.no-leave", unit=holder.unit)


def gateway_of(turn: ResolvedPhase, outcome: Outcome) -> Gateway | None:
    """The gateway that a move or support has to pass."""
    order = outcome.treated_as
    assert isinstance(order, Move | Support)
    target = order.target
    if target is None and isinstance(order, Support):
        target = order.supported.location
    return turn.gateway(outcome.unit.location, target or "")


def explain_stopped_ride(account: OrderAccount, outcome: Outcome) -> None:
    """Say which foreign units stopped an army on a railway."""
    turn = account.turn
    order, read = outcome.order, outcome.treated_as
    assert isinstance(order, Move) and isinstance(read, Move)
    rail = next(r for r in turn.board.railways if r.province in order.route)
    here, end = (rail.stops.index(turn.province(p)) for p in (outcome.unit.location, order.target))
    reached = rail.stops.index(turn.province(read.target))
    if outcome.result is Result.BLOCKED:
        reached = here
    else:
        place = LocationKey(rail.stops[reached])
        account.say("railway.short", order=given(outcome), place=place)
        account.cite_reason(outcome.reason, order)
    stop = rail.stops[reached + (1 if end > here else -1)]
    there = turn.at(stop)
    if there is not None and there.unit.power != outcome.unit.power:
        account.say("railway.stood", unit=there.unit)
    for other in turn.attackers(stop):
        if other.unit.power != outcome.unit.power:
            account.say("railway.came", order=turn.attempt(other.unit))
