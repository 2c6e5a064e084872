"""Accounts of retreats: the ways of a dislodged unit, and the orders of a retreat phase."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.board import Unit
from dragoman.orders import Move, Retreat
from dragoman.reports.accounts.account import OrderAccount, reason_of, units_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, Statement, WrittenOrder, say
from dragoman.rules import Outcome, PhaseKind, Result

# Where a dislodged unit may retreat to, and why not elsewhere


def explain_retreat_options(account: OrderAccount, outcome: Outcome) -> None:
    """Say where a unit that was just dislodged may go, and why its other ways are closed."""
    turn, unit = account.turn, outcome.unit
    assert outcome.dislodged_by is not None
    options = retreat_options(turn, unit)
    if turn.is_neutral(unit):
        account.say("retreat.neutral", unit=unit)
    elif turn.rule_set.retreats == "no":
        account.say("retreat.abolished", unit=unit)
        account.cite_switch("retreats")
        return
    elif options:
        account.say("retreat.open", unit=unit, choices=tuple(map(LocationKey, options)))
    else:
        account.say("retreat.none", unit=unit)
    if closed := closed_ways(turn, unit):
        ways = (say("retreat.way", place=LocationKey(way), why=why) for way, why in closed.items())
        account.say("retreat.closed", ways=tuple(ways))
    for why in closed.values():
        cite_closed(account, why)
    driver = turn.outcome_of(outcome.dislodged_by)
    neighbours = {turn.province(to) for to in turn.board.reach(unit.kind, unit.location)}
    if driver.by_convoy and turn.province(driver.unit.location) in neighbours:
        account.cite_switch("retreat_to_embarkation")


def cite_closed(account: OrderAccount, why: Statement) -> None:
    """Cite the rule that closes a way to retreat."""
    if why.key == "closed.origin":
        account.cite("retreat-origin")
    elif why.key == "closed.stand-off":
        account.cite("retreat-stand-off")
    elif why.key == "closed.far":
        account.cite_reason("cannot-retreat-there", None)
    elif why.key == "closed.ice":
        account.cite("ice")
    elif why.key == "closed.gateway":
        account.cite_switch("gateways")


def retreat_options(turn: ResolvedPhase, unit: Unit) -> tuple[str, ...]:
    """The places to which a dislodged unit may go; none where it was destroyed at once."""
    position = turn.before
    if position.phase.kind is PhaseKind.MOVEMENT:
        position = turn.resolution.position
    return next((d.options for d in position.dislodged if d.unit == unit), ())


def closed_ways(turn: ResolvedPhase, unit: Unit) -> Mapping[str, Statement]:
    """The reason for each neighbouring province why it is closed to a dislodged unit, where units
    retreat."""
    if turn.is_neutral(unit) or turn.rule_set.retreats == "no":
        return {}
    open_ = {turn.province(option) for option in retreat_options(turn, unit)}
    reach = (turn.province(location) for location in turn.board.reach(unit.kind, unit.location))
    return {
        province: _why_closed(turn, unit, province)
        for province in dict.fromkeys(reach)
        if province not in open_
    }


def _why_closed(turn: ResolvedPhase, unit: Unit, province: str) -> Statement:
    """The reason why a province is closed. A retreat phase does not know whether the attacker came
    by convoy, so that what else is known goes first there; and its position may be anybody's, so
    that something may be closed that need not be."""
    retreating = turn.before.phase.kind is PhaseKind.RETREAT
    is_origin = province == _origin(turn, unit)
    standing = _standing(turn).get(province)
    if is_origin and not retreating:
        return say("closed.origin")
    if standing is not None:
        return say("closed.occupied", unit=standing)
    if turn.is_frozen(province) or turn.is_frozen(turn.province(unit.location)):
        return say("closed.ice")
    if turn.gateway(unit.location, province) is not None:
        return say("closed.gateway")
    if (way := turn.owned_way(unit, province)) is not None:
        return say("closed.owned", place=LocationKey(way.center))
    if not retreating or province in turn.before.contested:
        return say("closed.stand-off")
    return say("closed.origin" if is_origin else "closed.unlisted")


def _origin(turn: ResolvedPhase, unit: Unit) -> str | None:
    """The province from which the attacker came that dislodged the unit, as far as that is closed
    to it."""
    if turn.before.phase.kind is PhaseKind.RETREAT:
        return next((d.came_from for d in turn.before.dislodged if d.unit == unit), None)
    outcome = turn.at(unit.location)
    if outcome is None or outcome.dislodged_by is None:
        return None
    driver = turn.outcome_of(outcome.dislodged_by)
    if driver.by_convoy and turn.rule_set.retreat_to_embarkation == "yes":
        return None
    return turn.province(driver.unit.location)


def _standing(turn: ResolvedPhase) -> Mapping[str, Unit]:
    if turn.before.phase.kind is PhaseKind.MOVEMENT:
        return turn.standing
    return {turn.province(unit.location): unit for unit in turn.before.units}


# The orders of a retreat phase


def explain_retreat(account: OrderAccount, outcome: Outcome) -> None:
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


def _tell_meeting(account: OrderAccount, outcome: Outcome) -> None:
    turn = account.turn
    target = _target(account, outcome)
    moved = (one for one in turn.resolution.outcomes if one.moved_to is not None)
    came = next((one for one in moved if _target(account, one) == target), None)
    if came is not None:
        place = LocationKey(target)
        account.say("retreat.yielded", unit=outcome.unit, other=came.unit, place=place)
        account.cite_switch("weak_retreats")
        return
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


def _target(account: OrderAccount, outcome: Outcome) -> str:
    order = outcome.treated_as
    return account.turn.province(order.target) if isinstance(order, Retreat) else ""


def _why_not(account: OrderAccount, outcome: Outcome) -> Statement:
    """The reason why the unit could not go where it was ordered to; cites the rule."""
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
