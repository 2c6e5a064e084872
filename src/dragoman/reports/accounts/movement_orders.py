"""Accounts of the orders of a movement phase."""

from __future__ import annotations

from dragoman.orders import Convert, Convoy, Core, Move, Support
from dragoman.reports.accounts.account import (
    OrderAccount,
    all_met,
    attempts,
    explain_reason,
    given,
    strength_met,
    strength_of,
    units_of,
)
from dragoman.reports.accounts.circles import explain_circle, is_paradox
from dragoman.reports.accounts.gateways_and_railways import (
    explain_closed_gateway,
    explain_gatekeeper,
    explain_stopped_ride,
)
from dragoman.reports.accounts.resolved_phase import ResolvedPhase, met_by_role, strongest
from dragoman.reports.accounts.retreat_orders import explain_retreat_options
from dragoman.reports.accounts.standing_units import (
    explain_defence,
    explain_powerless,
    explain_stand,
    own_support_would_do,
)
from dragoman.reports.accounts.supports_and_convoys import explain_convoy, explain_support
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, WrittenOrder
from dragoman.rules import Force, Outcome, Result, Role

_CHOOSES_LAND = ("exchange-only", "own-or-via-else-land", "any")
"""The rules by which an army that asked for a convoy goes over land where there is none."""


def explain_movement(account: OrderAccount, outcome: Outcome) -> None:
    """Say what became of an order of a movement phase."""
    if not outcome.unit.kind:
        explain_gatekeeper(account, outcome)
    elif account.turn.goal(outcome) is not None:
        _tell_move(account, outcome)
    else:
        match outcome.result, outcome.treated_as:
            case Result.FAILS, Convert() if outcome.cut_by is not None:
                by = account.turn.attempt(outcome.cut_by)
                account.say("conversion.stopped", order=given(outcome), by=by)
                account.cite_reason(outcome.reason, outcome.order)
            case Result.SUCCEEDS, Convert():
                account.say("conversion.done", order=given(outcome), unit=outcome.unit)
            case Result.ILLEGAL | Result.FAILS, _:
                explain_reason(account, outcome, "order.impossible")
                _tell_of_ground(account, outcome)
            case Result.VOID, _:
                explain_reason(account, outcome, "order.void")
                if outcome.reason == "gateway-closed":
                    explain_closed_gateway(account, outcome)
            case _, Support():
                explain_support(account, outcome)
            case _, Convoy():
                explain_convoy(account, outcome)
            case _, Core():
                _tell_core(account, outcome)
            case _, _:
                if outcome.order is None:
                    account.say(_idle(account, outcome), unit=outcome.unit)
        explain_stand(account, outcome)
    if outcome.dislodged_by is not None:
        explain_retreat_options(account, outcome)


def _idle(account: OrderAccount, outcome: Outcome) -> str:
    """The sentence that says that a unit had no order."""
    stays = outcome.dislodged_by is None
    if account.turn.is_neutral(outcome.unit):
        return "hold.neutral" if stays else "hold.neutral-lost"
    return "hold.no-order" if stays else "hold.no-order-lost"


def _tell_core(account: OrderAccount, outcome: Outcome) -> None:
    """Say what came of the order to make a core."""
    turn, unit = account.turn, outcome.unit
    place = turn.province(unit.location)
    told: dict[str, Part] = {"place": LocationKey(place), "power": PowerKey(unit.power)}
    if outcome.result is Result.CUT:
        account.say("core.attacked", unit=unit, place=LocationKey(place))
    elif outcome.result is Result.SUCCEEDS:
        is_whole = turn.before.half_cores.get(place) == unit.power
        is_whole = is_whole or turn.rule_set.core_turns == "one"
        account.say("core.made" if is_whole else "core.half", **told)
        account.cite_switch("core_turns")


def _tell_of_ground(account: OrderAccount, outcome: Outcome) -> None:
    """Say what else about the ground made an order impossible: ice, land that carries nobody."""
    turn, order = account.turn, outcome.order
    here = turn.province(outcome.unit.location)
    target = getattr(order, "target", None)
    if target is None and isinstance(order, Support):
        target = order.supported.location
    places = [here, turn.province(target)] if target is not None else [here]
    frozen = [p for p in places if turn.is_frozen(p)]
    if frozen:
        account.say("ice.closed", places=tuple(map(LocationKey, frozen)))
        account.cite("ice")
    elif outcome.reason == "cannot-convoy" and turn.board.provinces[here].convoyable_land:
        account.cite_switch("duality")
    elif outcome.reason == "no-convoy-route" and _is_near(turn, outcome):
        account.cite_switch("via_without_convoy")


def _is_near(turn: ResolvedPhase, outcome: Outcome) -> bool:
    """True if what was ordered is a move that needs no convoy."""
    unit, order = outcome.unit, outcome.order
    near = turn.board.reach(unit.kind, unit.location)
    return isinstance(order, Move) and order.target in near


# Moves.


def _ordered(outcome: Outcome) -> WrittenOrder:
    """The move as it was ordered; of a ride by railway as far as it came."""
    is_short = outcome.reason == "railway-stopped" and outcome.result is not Result.BLOCKED
    return WrittenOrder(outcome.treated_as) if is_short else given(outcome)


def _tell_move(account: OrderAccount, outcome: Outcome) -> None:
    match outcome.result:
        case Result.SUCCEEDS:
            _tell_success(account, outcome)
        case Result.NO_CONVOY:
            _tell_no_convoy(account, outcome)
        case Result.DISRUPTED:
            _tell_disrupted(account, outcome)
        case Result.BLOCKED:
            explain_reason(account, outcome, "order.blocked")
            if outcome.circle:
                explain_circle(account, outcome)
            elif outcome.reason == "gateway-closed":
                explain_closed_gateway(account, outcome)
        case Result.FAILS if outcome.reason:
            explain_reason(account, outcome, "order.impossible")
            account.cite_switch("impossible_move")
        case Result.FAILS if is_paradox(outcome.circle):
            account.say("move.all-hold", order=_ordered(outcome))
            explain_circle(account, outcome)
            account.cite_switch("convoy_paradox")
        case Result.FAILS:
            account.say("move.circle", order=_ordered(outcome))
            explain_circle(account, outcome)
            account.cite("circle")
        case _:
            _tell_bounce(account, outcome)
    if outcome.reason == "railway-stopped":
        explain_stopped_ride(account, outcome)
    _tell_way(account, outcome)
    if outcome.result in (Result.SUCCEEDS, Result.BOUNCES):
        explain_powerless(account, outcome)
    _tell_attacks_at_home(account, outcome)


def _tell_success(account: OrderAccount, outcome: Outcome) -> None:
    turn, force = account.turn, outcome.force
    assert force is not None
    goal = turn.goal(outcome)
    there = turn.outcomes.get(goal or "")
    left = there is not None and there.moved_to is not None
    if met := all_met(turn, outcome.met):
        account.say("move.beat", order=_ordered(outcome), force=strength_of(turn, force), met=met)
        dislodged = there is not None and there.dislodged_by is not None
        if dislodged and there is not None:
            account.say("move.dislodges", unit=there.unit)
        if met_by_role(outcome, Role.HEAD_ON):
            account.cite("head-on-lost")
        elif dislodged and any(s.why_not == "own" for s in force.supporters):
            account.cite("stronger-without-own")
        else:
            account.cite("stronger-attack" if dislodged else "stronger-rival")
        if dislodged and there is not None:
            helpers = {s.unit.power for s in force.supporters if s.counted}
            if there.unit.power in helpers:
                account.cite_switch("own_support")
    else:
        if left and there is not None:
            account.say("move.followed", order=_ordered(outcome), unit=there.unit)
        elif turn.is_crowded(goal or "", outcome):
            account.say("move.room", order=_ordered(outcome))
            account.cite("high-sea")
        else:
            account.say("move.free", order=_ordered(outcome))
        if force.supporters:
            account.say("move.strength", force=strength_of(turn, force))
    ring = turn.ring(outcome)
    if len(ring) == 2 and not any(turn.outcome_of(unit).by_convoy for unit in ring):
        account.say("move.passed", unit=outcome.unit, other=ring[1])
    elif len(ring) == 2:
        account.say("move.swapped", unit=outcome.unit, other=ring[1])
        account.cite("exchange")
    elif ring:
        account.say("move.ring", orders=tuple(turn.attempt(unit) for unit in ring))
        account.cite("ring")


def _tell_bounce(account: OrderAccount, outcome: Outcome) -> None:
    turn, force = account.turn, outcome.force
    assert force is not None
    there = turn.outcomes.get(turn.goal(outcome) or "")
    head_on = met_by_role(outcome, Role.HEAD_ON)
    if force.why_zero == "own":
        assert there is not None
        if head_on is not None:
            account.say("move.own-head-on", order=_ordered(outcome), other=turn.attempt(there.unit))
            account.cite("own-head-on")
        elif turn.goal(there) is not None:
            account.say("move.own-back", order=_ordered(outcome), unit=there.unit)
            account.cite("own-unit-back")
        else:
            account.say("move.own", order=_ordered(outcome), unit=there.unit)
            account.cite("own-unit")
        _tell_stopped(account, outcome)
        return
    met = all_met(turn, outcome.met)
    if not met:
        account.say("move.too-weak", order=_ordered(outcome), force=strength_of(turn, force))
        return
    account.say("move.bounced", order=_ordered(outcome), force=strength_of(turn, force), met=met)
    if own_support_would_do(force, outcome.met):
        if head_on is not None:
            account.cite("own-support-head-on")
        else:
            moved = there is not None and turn.goal(there) is not None
            account.cite("own-support-back" if moved else "own-support")
    else:
        _cite_bounce(account, outcome, force)
    for rival in outcome.met:
        if rival.role is Role.PREVENT and rival.halves >= max(1, force.halves):
            _tell_losing_rival(account, outcome, rival)


def _tell_stopped(account: OrderAccount, outcome: Outcome) -> None:
    """Whom a move against a unit of its own power stopped all the same (DATC 6.E.12)."""
    turn = account.turn
    stopped = [
        rival
        for rival in turn.attackers(turn.goal(outcome) or "")
        if rival.force is not None and not rival.force.why_zero
        for met in rival.met
        if met.unit is outcome.unit and met.halves >= max(1, rival.force.halves)
    ]
    if stopped:
        account.say("move.stopped", orders=attempts(turn, stopped))
        account.cite("stopped-rival-blocks")


def _cite_bounce(account: OrderAccount, outcome: Outcome, force: Force) -> None:
    """Cite the rule by which the strongest that a move met stopped it."""
    strongest_met = [m for m in outcome.met if m.halves == strongest(outcome.met)]
    roles = {m.role for m in strongest_met}
    beaten = strongest(outcome.met) > force.halves
    if Role.HEAD_ON in roles:
        account.cite("head-on-lost" if beaten else "head-on")
    elif Role.HOLD in roles:
        account.cite("defence")
    elif beaten:
        rivals = [account.turn.outcome_of(m.unit) for m in strongest_met if m.unit]
        if any(r.result is Result.SUCCEEDS for r in rivals):
            account.cite("stronger-rival")
        else:
            account.cite("stopped-rival-blocks")
    else:
        account.cite("stand-off" if len(strongest_met) == 1 else "stand-off-of-more")


def _tell_losing_rival(account: OrderAccount, outcome: Outcome, rival: Force) -> None:
    """A rival that was itself beaten still keeps others out (DATC 6.E.4, 6.E.5, 4.A.7)."""
    turn = account.turn
    assert rival.unit is not None
    loser = turn.outcome_of(rival.unit)
    head_on = met_by_role(loser, Role.HEAD_ON)
    attempt = turn.attempt(rival.unit)
    if loser.dislodged_by is not None:
        account.say("move.dislodged-rival", order=attempt)
        came_from = turn.province(loser.dislodged_by.location)
        if came_from == turn.goal(outcome):
            if turn.rule_set.dislodged_by_convoy == "blocks":
                account.cite_switch("dislodged_by_convoy")
        elif head_on is not None:
            account.cite("dislodged-loser-blocks")
    elif head_on is not None and loser.force is not None and head_on.halves > loser.force.halves:
        account.say("move.beaten-rival", order=attempt)
        account.cite("loser-blocks")


def _tell_no_convoy(account: OrderAccount, outcome: Outcome) -> None:
    turn, idle = account.turn, account.turn.idle_carriers(outcome)
    named = isinstance(outcome.order, Move) and bool(outcome.order.route)
    if outcome.reason == "route-no-path":
        explain_reason(account, outcome, "move.no-route")
        return
    if idle and not named and turn.rule_set.convoy_route_named == "required":
        account.say("move.unnamed-route", order=_ordered(outcome))
        account.cite_switch("convoy_route_named")
        return
    account.say("move.no-convoy", order=_ordered(outcome))
    if idle:
        account.say("move.part-convoy", units=units_of(idle))
    if turn.by_land(outcome):
        fails = _asked(turn, outcome) and turn.rule_set.via_without_convoy == "fails"
        account.cite_switch("via_without_convoy" if fails else "convoy_choice")
    elif idle and named and turn.rule_set.convoy_route_named != "ignored":
        account.cite_switch("convoy_route_named")
    else:
        account.cite_reason(outcome.reason, outcome.order)


def _tell_disrupted(account: OrderAccount, outcome: Outcome) -> None:
    turn = account.turn
    fleets = turn.carriers(outcome)
    if outcome.reason == "convoy-paradox":
        account.say("move.paradox", order=_ordered(outcome))
        explain_circle(account, outcome)
        account.cite_switch("convoy_paradox")
        return
    account.say("move.disrupted", order=_ordered(outcome))
    for fleet in fleets:
        if fleet.dislodged_by is not None:
            account.say("convoy.sunk", unit=fleet.unit, by=turn.attempt(fleet.dislodged_by))
    if any(f.dislodged_by is None for f in fleets):
        if turn.keeps_to_route(outcome):
            account.cite_switch("convoy_route_named")
        elif turn.rule_set.convoy_routes == "all-needed":
            account.cite_switch("convoy_routes")
    account.cite("convoy-broken")


def _tell_way(account: OrderAccount, outcome: Outcome) -> None:
    """Tell how an army went that could have gone by convoy, or over land."""
    turn, force = account.turn, outcome.force
    if force is None or force.why_zero == "no-convoy" or outcome.result is Result.FAILS:
        return
    lost = [f for f in turn.carriers(outcome) if f.dislodged_by is not None]
    if outcome.by_convoy:
        whole = [f for f in turn.carriers(outcome) if f.dislodged_by is None]
        if lost and turn.was_lost_after(outcome):
            account.say("move.lost-after", unit=outcome.unit, units=units_of([*whole, *lost]))
            account.cite_switch("convoy_paradox")
            return
        account.say("move.by-convoy", unit=outcome.unit, units=units_of(whole))
        if lost:
            account.say("move.other-route", units=units_of(lost))
            account.cite_switch("convoy_routes")
        if turn.by_land(outcome):
            account.cite_switch("convoy_choice")
        return
    asked, fleets = _asked(turn, outcome), [*turn.idle_carriers(outcome), *lost]
    if fleets:
        account.say("move.by-land", unit=outcome.unit, units=units_of(fleets))
    elif asked:
        account.say("move.by-land-after-all", unit=outcome.unit)
    if fleets or asked:
        chosen = not asked or turn.rule_set.convoy_choice in _CHOOSES_LAND
        account.cite_switch("convoy_choice" if chosen else "via_without_convoy")


def _asked(turn: ResolvedPhase, outcome: Outcome) -> bool:
    """True if the order said that the army was to go by convoy, or by which seas."""
    order, railways = outcome.order, {railway.province for railway in turn.board.railways}
    if not isinstance(order, Move) or not turn.board.kinds[outcome.unit.kind].convoyable:
        return False
    return order.via_convoy or bool({*order.route} - railways)


def _tell_attacks_at_home(account: OrderAccount, outcome: Outcome) -> None:
    """Tell who attacked the province that a moving unit did not get out of, and how that went."""
    turn = account.turn
    if outcome.moved_to is not None:
        return
    if outcome.dislodged_by is not None:
        driver = turn.outcome_of(outcome.dislodged_by)
        here = next((m for m in driver.met if m.unit == outcome.unit), None)
        if met_by_role(outcome, Role.HEAD_ON) and here and here.role is Role.HEAD_ON:
            account.say("move.dislodged-head-on", unit=outcome.unit, by=turn.attempt(driver.unit))
        elif here is not None and driver.force is not None:
            met: tuple[Part, ...] = (strength_met(turn, driver.force),)
            by = turn.attempt(driver.unit)
            account.say(
                "hold.dislodged", unit=outcome.unit, by=by, force=strength_of(turn, here), met=met
            )
            account.cite("stronger-attack")
        return
    attacks = [
        a.force
        for a in turn.attackers(outcome.unit.location)
        if a.force is not None and not met_by_role(a, Role.HEAD_ON) and a.force.halves > 0
    ]
    forces = [
        m
        for a in turn.attackers(outcome.unit.location)
        for m in a.met
        if m.unit == outcome.unit and m.role is Role.HOLD
    ]
    if attacks and forces:
        account.say(
            "move.attacked-at-home",
            unit=outcome.unit,
            force=strength_of(turn, forces[0]),
            met=all_met(turn, attacks),
        )
        explain_defence(account, outcome.unit, forces[0], attacks)
