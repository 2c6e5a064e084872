"""Accounts of orders that were not accepted."""

from __future__ import annotations

from dragoman.game import alike
from dragoman.orders import unit_of
from dragoman.reports.accounts.account import Account, reason_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, WrittenOrder
from dragoman.rules import UnusedOrder


def explain_refused(account: Account, refused: UnusedOrder) -> None:
    """Say why an order was not accepted, and cite the rule behind it."""
    order = refused.order
    unit = unit_of(order)
    location = "" if unit is None else unit.location
    gateway = next((g for g in account.turn.board.gateways if g.province == location), None)
    if gateway is not None and refused.reason in ("not-your-unit", "no-such-unit"):
        account.say(
            "gateway.refused", order=WrittenOrder(order), place=LocationKey(gateway.controller)
        )
        account.cite_switch("gateways")
        return
    if _is_repeated(account.turn, refused):
        account.say("order.repeated", order=WrittenOrder(order))
        return
    reason = reason_of(account.turn, refused.reason, order, location, refused.power)
    account.say("order.refused", order=WrittenOrder(order), reason=reason)
    account.cite_reason(refused.reason, order)


def _is_repeated(turn: ResolvedPhase, refused: UnusedOrder) -> bool:
    """Whether it is the very order that counts, given once more."""
    order = refused.order
    unit = unit_of(order)
    if unit is None or refused.reason != "another-order-counts":
        return False
    via = getattr(order, "via_convoy", False)
    return any(
        outcome.order is not None
        and outcome.unit.power == refused.power
        and alike(turn.board, outcome.order, order)
        and getattr(outcome.order, "via_convoy", False) == via
        for outcome in turn.all_at(unit.location)
    )
