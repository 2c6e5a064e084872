"""Accounts of circles: convoy paradoxes, and others in which orders hang on each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dragoman.orders import Move
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.gateways_and_railways import gateway_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import Statement, say
from dragoman.rules import Link, Outcome


def is_paradox(circle: Sequence[Link]) -> bool:
    """True if a convoy, or a passage of a gateway, hangs on the circle."""
    return any(link.what == "arrives" for link in circle)


def explain_circle(account: OrderAccount, outcome: Outcome) -> None:
    """Say what hung on what in the circle that was decided against this order: a chain that comes
    back to where it begins, each link what follows from the one before. Once is enough."""
    said = any(statement.key == "circle.chain" for statement in account.statements)
    if outcome.circle and not said:
        account.say("circle.chain", links=tuple(_links(account.turn, outcome.circle)))


def _links(turn: ResolvedPhase, circle: Sequence[Link]) -> Iterator[Statement]:
    for cause, effect in pairwise([circle[0], *reversed(circle)]):
        yield _link(turn, cause, effect)


def _link(turn: ResolvedPhase, cause: Link, effect: Link) -> Statement:
    """The effect of a cause on what hangs on it."""
    by, it = turn.outcome_of(cause.unit), turn.outcome_of(effect.unit)
    order, rival = turn.attempt(it.unit), turn.attempt(by.unit)
    match effect.what, cause.what:
        case "stands" | "moves", "arrives" if by is it:
            return say("circle.passes", order=order)
        case "stands", "arrives":
            return say("circle.cuts", by=rival, order=order)
        case "stands", "moves":
            return say("circle.cuts-by-dislodging", by=rival, order=order)
        case "stands", "stands":
            return say("circle.helps-to-cut", by=rival, order=order)
        case "moves", "stands":
            helps = any(s.unit is by.unit for s in it.force.supporters) if it.force else False
            key = "circle.needs-support" if helps else "circle.stopped-by-support"
            return say(key, order=order, unit=by.unit)
        case "moves", "arrives":
            return say("circle.in-the-way", by=rival, order=order)
        case "arrives", _:
            there = turn.outcomes.get(turn.goal(by) or "")
            if there is None or not isinstance(it.treated_as, Move) or not it.by_convoy:
                return _at_gateway(turn, by, it)
            return say("circle.convoy", by=rival, unit=there.unit, order=order)
        case _:
            return say("circle.hangs-on", by=rival, order=order)


def _at_gateway(turn: ResolvedPhase, by: Outcome, it: Outcome) -> Statement:
    """The effect of a move on the gateway that another unit has to pass."""
    order, rival = turn.attempt(it.unit), turn.attempt(by.unit)
    there = turn.outcomes.get(turn.goal(by) or "")
    gateway = gateway_of(turn, it)
    if gateway is None or there is None or turn.province(by.unit.location) == gateway.controller:
        return say("circle.gateway-left", by=rival, order=order)
    return say("circle.gateway-taken", by=rival, unit=there.unit, order=order)
