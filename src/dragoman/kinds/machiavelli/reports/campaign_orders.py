"""Accounts of the orders of a campaign that Diplomacy does not know, and of what stands in the way
of the others."""

from __future__ import annotations

from dataclasses import replace

from dragoman.board import Unit
from dragoman.kinds.machiavelli.reports.expenses import target_of
from dragoman.kinds.machiavelli.reports.happenings import tell_closed_strait, tell_leave, tell_siege
from dragoman.machiavelli import Event, Spent, What
from dragoman.orders import Besiege, Convert, LiftSiege, Purpose, Support, unit_of
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.movement_orders import explain_movement
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import (
    LocationKey,
    PowerKey,
    Statement,
    WrittenOrder,
    say,
)
from dragoman.rules import Outcome, Result, Role, UnusedOrder


def explain_campaign(account: OrderAccount, outcome: Outcome) -> None:
    """Say what became of an order: as in Diplomacy, and what only Machiavelli knows."""
    if outcome.reason == "gateway-closed":  # by another fleet that came in the same campaign
        outcome = replace(outcome, reason="strait-closed")
    explain_movement(account, outcome)
    if outcome.reason == "strait-closed":
        tell_closed_strait(account, outcome)
    else:
        tell_leave(account, outcome)
    _tell_rebels_help(account, outcome)
    _tell_siege_support(account, outcome)
    if outcome.result in (Result.SUCCEEDS, Result.DISLODGED):
        _tell_city_order(account, outcome)
        _tell_put_down(account, outcome)


def _tell_city_order(account: OrderAccount, outcome: Outcome) -> None:
    """Say what came of besieging, of lifting a siege, and of a conversion in one place."""
    order, turn = outcome.treated_as, account.turn
    match order:
        case Besiege() | LiftSiege():
            if (event := _siege_at(turn, outcome.unit)) is not None:
                tell_siege(account, event)
        case Convert() if outcome.dislodged_by is None and turn.goal(outcome) is None:
            account.say("convert.done", order=WrittenOrder(outcome.order or order))
            account.cite("conversion")
        case _:
            pass


def _siege_at(turn: ResolvedPhase, besieger: Unit) -> Event | None:
    """The event that says what became of the siege that a unit conducted."""
    return _siege_in(turn, turn.province(besieger.location))


def _siege_in(turn: ResolvedPhase, area: str) -> Event | None:
    """The event that says what became of the siege of the city in an area."""
    return next((event for event in _events(turn, What.SIEGE) if event.place == area), None)


def _tell_siege_support(account: OrderAccount, outcome: Outcome) -> None:
    """Say that a support counted in a siege, where besiegers have to be as strong as garrisons,
    whatever else it could do."""
    turn, order = account.turn, outcome.treated_as
    if not isinstance(order, Support):
        return
    area = turn.area(order.supported.location)
    event = _siege_in(turn, area)
    if event is None or event.weighed is None:
        return
    supporters = (one for force in event.weighed for one in force.supporters)
    if not any(one.counted and one.unit is outcome.unit for one in supporters):
        return
    use = say("use.siege", place=LocationKey(area))
    for index, said in enumerate(account.statements):
        if said.key in _SAID_WITHOUT_USE:
            account.statements[index] = _with_use(said, use)
            account.cite_switch("siege_strength")


_SAID_WITHOUT_USE = frozenset(
    {
        "support.quiet",
        "support.in-vain",
        "support.own",
        "support.own-but",
        "support.vain",
        "support.vain-but",
    }
)
"""What is said of a support that stood as if it had counted in no siege."""


def _with_use(said: Statement, use: Statement) -> Statement:
    """The sentence about a support with a use of it that was not told."""
    parts = dict(said.parts)
    match said.key:
        case "support.quiet" | "support.in-vain":
            return say("support.siege", order=parts["order"], place=use.parts["place"])
        case _:
            told = parts.pop("uses", ())
            uses = (*told, use) if isinstance(told, tuple) else (told, use)
            return say(f"{said.key.removesuffix('-but')}-but", uses=uses, **parts)


def _tell_put_down(account: OrderAccount, outcome: Outcome) -> None:
    """Say that a unit put a rebellion down by holding."""
    here = account.turn.province(outcome.unit.location)
    for event in _events(account.turn, What.FREED):
        if event.place == here and event.detail == "hold" and event.power == outcome.unit.power:
            account.say("hold.put-down", unit=outcome.unit)
            account.cite("rebellion")


def _tell_rebels_help(account: OrderAccount, outcome: Outcome) -> None:
    """Say that rebels helped a unit that tried to enter their province."""
    turn, force = account.turn, outcome.force
    if force is None or force.role is not Role.ATTACK:
        return
    own = 2 * turn.board.kinds[outcome.unit.kind].strength
    if force.own_halves > own:
        account.say("rebels.helped", unit=outcome.unit)
        account.cite_switch("rebels_help")


def tell_lost_unit(account: OrderAccount, refused: UnusedOrder) -> bool:
    """Say that an order came too late for its unit, which was bought or disbanded before anything
    moved; whether that is so."""
    turn, happened = account.turn, account.turn.resolution.account
    if happened is None:
        return False
    named = unit_of(refused.order)
    location = "" if named is None else named.location
    here = turn.area(location) if location in turn.board.province_of else location
    for spending in happened.spendings:
        unit = target_of(turn, spending)
        if spending.result is not Spent.DONE or not isinstance(unit, Unit):
            continue
        if unit.power != refused.power or turn.area(unit.location) != here:
            continue
        key = {
            Purpose.BUY: "late.bought",
            Purpose.DISBAND: "late.disbanded",
            Purpose.SET_FREE: "late.freed",
        }.get(spending.order.purpose)
        if key is not None:
            reason = say(key, unit=unit, power=PowerKey(spending.power))
            account.say("order.refused", order=WrittenOrder(refused.order), reason=reason)
            account.cite("expenses")
            return True
    return False


def _events(turn: ResolvedPhase, what: What) -> list[Event]:
    happened = turn.resolution.account
    return [] if happened is None else [event for event in happened.events if event.what is what]
