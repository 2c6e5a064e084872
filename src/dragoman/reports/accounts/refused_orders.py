"""Accounts of orders that were not accepted, or not carried out as they were written."""

from __future__ import annotations

from dataclasses import replace

from dragoman.game import alike
from dragoman.orders import Build, Order, Support, UnitRef, unit_of
from dragoman.reports.accounts.account import OrderAccount, reason_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, WrittenOrder
from dragoman.rules import Outcome, Result, UnusedOrder


def explain_refused(account: OrderAccount, refused: UnusedOrder) -> None:
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
    """True if it is the very order that counts, given once more."""
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


# Orders that were loosely written, and carried out in a way the rule set chose


def explain_loose_order(account: OrderAccount, outcome: Outcome) -> None:
    """Say how an order was read where that is not what it says, and by which rule."""
    given, read = outcome.order, outcome.treated_as
    if given is None or type(given) is not type(read):
        return
    if outcome.result in (Result.ILLEGAL, Result.VOID, Result.EXCESS, Result.FAILS):
        return
    if outcome.reason == "railway-stopped":
        return
    switches = [*_of_unit(account, given, read), *_of_target(account, given, read)]
    if not switches:
        return
    account.say("order.read-as", order=WrittenOrder(_plain(read)))
    for switch in switches:
        account.cite_switch(switch)


def _plain(order: Order) -> Order:
    """The order without the powers of the units it names."""
    if isinstance(order, Support):
        return replace(order, supported=replace(order.supported, power=None))
    return order


def _of_unit(account: OrderAccount, given: Order, read: Order) -> list[str]:
    unit, read_unit = unit_of(given), unit_of(read)
    if unit is None or read_unit is None:
        return []
    switches: list[str] = []
    if isinstance(given, Build):
        if unit.kind is None:
            switches.append("build_kind_missing")
        elif unit.kind != read_unit.kind:
            switches.append("build_fleet_inland")
        elif unit.location != read_unit.location:
            switches.append("coast_superfluous")
        return switches
    if unit.kind not in (None, read_unit.kind):
        switches.append("kind_wrong")
    if _odd_coast(account, unit, read_unit):
        is_coast = unit.location in account.turn.board.province_of
        switches.append("coast_of_unit" if is_coast else "coast_superfluous")
    return switches


def _odd_coast(account: OrderAccount, given: UnitRef, read: UnitRef) -> bool:
    """True if a unit was named with a coast on which it does not stand."""
    return given.location not in (read.location, account.turn.province(read.location))


def _of_target(account: OrderAccount, given: Order, read: Order) -> list[str]:
    written: str | None = getattr(given, "target", None)
    target: str | None = getattr(read, "target", None)
    if written is None or target is None or written == target:
        return []
    if "/" not in target:
        return ["coast_superfluous"]
    if isinstance(given, Support):
        return ["coast_in_support"]
    if "/" in written:
        return ["coast_unreachable"]
    together = account.turn.rule_set.read_together == "together"
    return ["read_together"] if together else ["coast_one_possible"]
