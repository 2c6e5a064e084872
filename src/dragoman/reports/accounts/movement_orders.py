"""Accounts of the orders of a movement phase."""

from __future__ import annotations

from dragoman.orders import Convoy, Hold, Move, Support
from dragoman.reports.accounts.account import (
    Account,
    all_met,
    explain_reason,
    given,
    strength_met,
    strength_of,
    units_of,
)
from dragoman.reports.accounts.dislodgement import explain_retreat_options
from dragoman.reports.accounts.gateways_and_railways import (
    explain_closed_gateway,
    explain_gatekeeper,
    explain_stopped_ride,
)
from dragoman.reports.accounts.resolved_phase import met_by_role, strongest
from dragoman.reports.accounts.supports_and_convoys import explain_convoy, explain_support
from dragoman.reports.statements.statement import LocationKey, Part
from dragoman.rules import Force, Outcome, Result, Role

_SUPPORT_STANDS = ("1971", "1982", "2000", "never-cuts")
"""The rules for convoy paradoxes by which the support stands and the convoy fails of itself."""


def explain_movement(account: Account, outcome: Outcome) -> None:
    """Say what became of an order of a movement phase."""
    if not outcome.unit.kind:
        explain_gatekeeper(account, outcome)
    elif isinstance(outcome.treated_as, Move):
        _tell_move(account, outcome)
    else:
        match outcome.result, outcome.treated_as:
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
            case _, _:
                if outcome.order is None:
                    account.say("hold.no-order", unit=outcome.unit)
        _tell_stand(account, outcome)
    if outcome.dislodged_by is not None:
        explain_retreat_options(account, outcome)


def _tell_of_ground(account: Account, outcome: Outcome) -> None:
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


# Moves.


def _tell_move(account: Account, outcome: Outcome) -> None:
    match outcome.result:
        case Result.SUCCEEDS:
            _tell_success(account, outcome)
        case Result.NO_CONVOY:
            _tell_no_convoy(account, outcome)
        case Result.DISRUPTED:
            _tell_disrupted(account, outcome)
        case Result.BLOCKED:
            explain_reason(account, outcome, "order.blocked")
            if outcome.reason == "gateway-closed":
                explain_closed_gateway(account, outcome)
        case Result.FAILS if outcome.reason:
            explain_reason(account, outcome, "order.impossible")
            account.cite_switch("impossible_move")
        case Result.FAILS if account.turn.has_convoys:
            account.say("move.all-hold", order=given(outcome))
            account.cite_switch("convoy_paradox")
        case Result.FAILS:
            account.say("move.circle", order=given(outcome))
            account.cite("circle")
        case _:
            _tell_bounce(account, outcome)
    if outcome.reason == "railway-stopped":
        explain_stopped_ride(account, outcome)
    _tell_way(account, outcome)
    if outcome.result in (Result.SUCCEEDS, Result.BOUNCES):
        _tell_powerless(account, outcome)
    _tell_attacks_at_home(account, outcome)


def _tell_success(account: Account, outcome: Outcome) -> None:
    turn, force = account.turn, outcome.force
    assert force is not None
    goal = turn.goal(outcome)
    there = turn.outcomes.get(goal or "")
    left = there is not None and there.moved_to is not None
    if met := all_met(turn, outcome.met):
        account.say("move.beat", order=given(outcome), force=strength_of(force), met=met)
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
            account.say("move.followed", order=given(outcome), unit=there.unit)
        elif turn.is_crowded(goal or "", outcome):
            account.say("move.room", order=given(outcome))
            account.cite("high-sea")
        else:
            account.say("move.free", order=given(outcome))
        if force.supporters:
            account.say("move.strength", force=strength_of(force))
    ring = turn.ring(outcome)
    if len(ring) == 2 and not any(turn.outcome_of(unit).by_convoy for unit in ring):
        account.say("move.passed", unit=outcome.unit, other=ring[1])
    elif len(ring) == 2:
        account.say("move.swapped", unit=outcome.unit, other=ring[1])
        account.cite("exchange")
    elif ring:
        account.say("move.ring", orders=tuple(turn.attempt(unit) for unit in ring))
        account.cite("ring")


def _tell_bounce(account: Account, outcome: Outcome) -> None:
    turn, force = account.turn, outcome.force
    assert force is not None
    there = turn.outcomes.get(turn.goal(outcome) or "")
    head_on = met_by_role(outcome, Role.HEAD_ON)
    if force.why_zero == "own":
        assert there is not None
        if head_on is not None:
            account.say("move.own-head-on", order=given(outcome), other=turn.attempt(there.unit))
            account.cite("own-head-on")
        elif turn.goal(there) is not None:
            account.say("move.own-back", order=given(outcome), unit=there.unit)
            account.cite("own-unit-back")
        else:
            account.say("move.own", order=given(outcome), unit=there.unit)
            account.cite("own-unit")
        return
    met = all_met(turn, outcome.met)
    if not met:
        account.say("move.too-weak", order=given(outcome), force=strength_of(force))
        return
    account.say("move.bounced", order=given(outcome), force=strength_of(force), met=met)
    if _own_support_would_do(force, outcome.met):
        if head_on is not None:
            account.cite("own-support-head-on")
        else:
            moved = there is not None and turn.goal(there) is not None
            account.cite("own-support-back" if moved else "own-support")
    else:
        _cite_bounce(account, outcome, force)
    for rival in outcome.met:
        if rival.role is Role.PREVENT and rival.halves >= force.halves:
            _tell_losing_rival(account, outcome, rival)


def _cite_bounce(account: Account, outcome: Outcome, force: Force) -> None:
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


def _own_support_would_do(force: Force, met: tuple[Force, ...]) -> bool:
    """Whether the force was only too weak because support against the own power is not counted."""
    own = sum(s.halves for s in force.supporters if s.why_not == "own")
    return own > 0 and force.halves + own > strongest(met)


def _tell_losing_rival(account: Account, outcome: Outcome, rival: Force) -> None:
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
            account.cite_switch("dislodged_by_convoy")
        elif head_on is not None:
            account.cite("dislodged-loser-blocks")
    elif head_on is not None and loser.force is not None and head_on.halves > loser.force.halves:
        account.say("move.beaten-rival", order=attempt)
        account.cite("loser-blocks")


def _tell_no_convoy(account: Account, outcome: Outcome) -> None:
    turn = account.turn
    names_route = isinstance(outcome.order, Move) and bool(outcome.order.route)
    if outcome.reason == "route-no-path":
        explain_reason(account, outcome, "move.no-route")
    elif turn.rule_set.convoy_route_named == "required" and not names_route:
        account.say("move.unnamed", order=given(outcome))
    else:
        account.say("move.no-convoy", order=given(outcome))
        if idle := turn.idle_carriers(outcome):
            account.say("move.part-convoy", units=units_of(idle))
    if turn.by_land(outcome):
        account.cite_switch("via_without_convoy")
    elif turn.rule_set.convoy_route_named == "required" or turn.keeps_to_route(outcome):
        account.cite_switch("convoy_route_named")
    else:
        account.cite_reason(outcome.reason, outcome.order)


def _tell_disrupted(account: Account, outcome: Outcome) -> None:
    turn = account.turn
    fleets = turn.carriers(outcome)
    if outcome.reason == "convoy-paradox":
        account.cite_switch("convoy_paradox")
        if turn.rule_set.convoy_paradox not in _SUPPORT_STANDS or any(
            f.result is Result.PARADOX for f in fleets
        ):
            account.say("move.paradox", order=given(outcome))
            return
    account.say("move.disrupted", order=given(outcome))
    for fleet in fleets:
        if fleet.dislodged_by is not None:
            account.say("convoy.sunk", unit=fleet.unit, by=turn.attempt(fleet.dislodged_by))
    if any(f.dislodged_by is None for f in fleets):
        if turn.keeps_to_route(outcome):
            account.cite_switch("convoy_route_named")
        elif turn.rule_set.convoy_routes == "all-needed":
            account.cite_switch("convoy_routes")
    account.cite("convoy-broken")


def _tell_way(account: Account, outcome: Outcome) -> None:
    """How an army went that could have gone by convoy, or over land."""
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
    elif fleets := [*turn.idle_carriers(outcome), *lost]:
        account.say("move.by-land", unit=outcome.unit, units=units_of(fleets))
        account.cite_switch("convoy_choice")
    elif isinstance(outcome.order, Move) and outcome.order.via_convoy:
        account.say("move.by-land-after-all", unit=outcome.unit)
        account.cite_switch("via_without_convoy")


def _tell_attacks_at_home(account: Account, outcome: Outcome) -> None:
    """Who attacked the province that a moving unit did not get out of, and how that went."""
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
                "hold.dislodged", unit=outcome.unit, by=by, force=strength_of(here), met=met
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
            force=strength_of(forces[0]),
            met=all_met(turn, attacks),
        )
        _cite_defence(account, forces[0], attacks)


def _tell_powerless(account: Account, outcome: Outcome) -> None:
    """What the unit met that had no strength."""
    turn = account.turn
    for force in outcome.met:
        if force.unit is None or force.halves > 0 or force.role is Role.HOLD:
            continue
        attempt = turn.attempt(force.unit)
        if force.why_zero == "beaten":
            account.say("powerless.beaten", order=attempt)
            if turn.rule_set.head_on_loser == "beaten":
                account.cite("head-on-lost")
            else:
                account.cite_switch("head_on_loser")
        elif force.why_zero == "weak":
            account.say("powerless.weak", order=attempt)
        elif force.why_zero == "no-convoy":
            account.say("powerless.never-arrived", order=attempt)
            moved = turn.goal(outcome) is not None
            account.cite("no-arrival-no-block" if moved else "no-arrival-no-cut")
        elif force.why_zero == "own":
            account.say("powerless.own", order=attempt, unit=outcome.unit)
            account.cite("own-unit")


# Units that stay.


def _tell_stand(account: Account, outcome: Outcome) -> None:
    """How a unit that was not to move fared against those that attacked it."""
    turn, force = account.turn, outcome.force
    met = [m for m in outcome.met if m.halves > 0]
    if force is not None and met:
        strength = strength_of(force)
        all_ = all_met(turn, met)
        if outcome.dislodged_by is not None:
            by = turn.attempt(outcome.dislodged_by)
            account.say("hold.dislodged", unit=outcome.unit, by=by, force=strength, met=all_)
            driver = next(m for m in met if m.unit is outcome.dislodged_by)
            helped = any(s.why_not == "own" for s in driver.supporters)
            account.cite("stronger-without-own" if helped else "stronger-attack")
        else:
            account.say("hold.held", unit=outcome.unit, force=strength, met=all_)
            _cite_defence(account, force, met)
            if isinstance(outcome.treated_as, Convoy) and outcome.result is Result.SUCCEEDS:
                account.cite("convoy-attacked")
    elif outcome.result is Result.SUCCEEDS and isinstance(outcome.order, Hold):
        account.say("hold.unshaken" if outcome.met else "hold.quiet", unit=outcome.unit)
    _tell_powerless(account, outcome)


def _cite_defence(account: Account, force: Force, attacks: list[Force]) -> None:
    """Say and cite why none of these attacks dislodged the unit."""
    turn = account.turn
    stronger = [a for a in attacks if a.halves > force.halves and a.unit is not None]
    given_up = [a for a in stronger if a.unit and turn.outcome_of(a.unit).result is Result.FAILS]
    stopped = [a for a in stronger if a not in given_up]
    if stopped:
        account.say("hold.beleaguered", orders=_attempts(account, stopped))
        account.cite("beleaguered")
    if given_up and turn.has_convoys:
        account.say("hold.spared", orders=_attempts(account, given_up))
        account.cite_switch("convoy_paradox")
    elif given_up:
        account.say("hold.circle", orders=_attempts(account, given_up))
        account.cite("circle")
    if any(_own_support_would_do(a, (force,)) and a.halves <= force.halves for a in attacks):
        account.cite("own-support")
    elif not stronger:
        account.cite("defence")


def _attempts(account: Account, forces: list[Force]) -> tuple[Part, ...]:
    return tuple(account.turn.attempt(f.unit) for f in forces if f.unit is not None)
