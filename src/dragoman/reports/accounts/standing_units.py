"""Accounts of units that were attacked where they stood, and of attacks without strength."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dragoman.board import Unit
from dragoman.orders import Convoy, Hold, Move, Support
from dragoman.reports.accounts.account import OrderAccount, all_met, attempts, strength_of
from dragoman.reports.accounts.circles import explain_circle, is_paradox
from dragoman.reports.accounts.resolved_phase import ResolvedPhase, met_by_role, strongest
from dragoman.rules import Force, Outcome, Result, Role

_BEATEN = {
    "beaten": "powerless.beaten",
    "weaker": "powerless.weaker",
    "not-stronger": "powerless.not-stronger",
}


def explain_stand(account: OrderAccount, outcome: Outcome) -> None:
    """Say how a unit that was not to move fared against those that attacked it."""
    turn, force = account.turn, outcome.force
    met = [m for m in outcome.met if m.halves > 0]
    if force is not None and met:
        strength = strength_of(turn, force)
        all_ = all_met(turn, met)
        if outcome.dislodged_by is not None:
            by = turn.attempt(outcome.dislodged_by)
            account.say("hold.dislodged", unit=outcome.unit, by=by, force=strength, met=all_)
            driver = next(m for m in met if m.unit is outcome.dislodged_by)
            helped = any(s.why_not == "own" for s in driver.supporters)
            account.cite("stronger-without-own" if helped else "stronger-attack")
        else:
            account.say("hold.held", unit=outcome.unit, force=strength, met=all_)
            explain_defence(account, outcome.unit, force, met)
            if isinstance(outcome.treated_as, Convoy) and outcome.result is Result.SUCCEEDS:
                account.cite("convoy-attacked")
    elif outcome.result is Result.SUCCEEDS and isinstance(outcome.order, Hold):
        account.say("hold.unshaken" if outcome.met else "hold.quiet", unit=outcome.unit)
    explain_powerless(account, outcome)


def explain_defence(
    account: OrderAccount, unit: Unit, force: Force, attacks: Sequence[Force]
) -> None:
    """Say and cite why none of these attacks dislodged the unit."""
    turn = account.turn
    stronger = [turn.outcome_of(a.unit) for a in attacks if a.unit and a.halves > force.halves]
    given_up = [attack for attack in stronger if attack.result is Result.FAILS]
    if stopped := [attack for attack in stronger if attack not in given_up]:
        _tell_beleaguered(account, unit, stopped)
        account.cite("beleaguered")
    if given_up:
        paradox = is_paradox(given_up[0].circle)
        key = "hold.spared" if paradox else "hold.circle"
        account.say(key, orders=attempts(turn, given_up))
        explain_circle(account, given_up[0])
        if paradox:
            account.cite_switch("convoy_paradox")
        else:
            account.cite("circle")
    if any(own_support_would_do(a, (force,)) and a.halves <= force.halves for a in attacks):
        account.cite("own-support")
    elif not stronger:
        account.cite("defence")


def _tell_beleaguered(account: OrderAccount, unit: Unit, stopped: Sequence[Outcome]) -> None:
    """Say who kept out the attacks that were strong enough: each other, a third one, or an attack
    of the unit's own power, which could not have dislodged it (DATC 6.E.7, 6.E.13)."""
    turn = account.turn
    blockers = {id(attack): list(_blockers(attack)) for attack in stopped}
    together = {id(turn.outcome_of(b.unit)) for met in blockers.values() for b in met if b.unit}
    if together == set(blockers):
        account.say("hold.beleaguered", orders=attempts(turn, stopped))
        return
    for attack in stopped:
        met = blockers[id(attack)]
        own = [m for m in met if m.unit is not None and m.unit.power == unit.power]
        others = [turn.outcome_of(m.unit) for m in met if m.unit is not None and m not in own]
        order = turn.attempt(attack.unit)
        if others:
            account.say("hold.kept-out", order=order, by=attempts(turn, others))
        if own:
            account.say("hold.kept-out-by-own", order=order, unit=unit, met=all_met(turn, own))


def _blockers(attack: Outcome) -> Iterable[Force]:
    """The other attacks that were as strong as this one."""
    assert attack.force is not None
    strength = attack.force.halves
    return (m for m in attack.met if m.role is Role.PREVENT and m.halves >= strength)


def explain_powerless(account: OrderAccount, outcome: Outcome) -> None:
    """Say what the unit met that had no strength."""
    turn = account.turn
    for force in outcome.met:
        if force.unit is None or force.halves > 0 or force.role is Role.HOLD:
            continue
        attempt = turn.attempt(force.unit)
        if force.why_zero == "beaten":
            _tell_beaten(account, turn.outcome_of(force.unit))
        elif force.why_zero == "weak":
            account.say("powerless.weak", order=attempt)
        elif force.why_zero == "no-convoy" and turn.goal(outcome) is not None:
            account.say("powerless.never-blocked", order=attempt)
            account.cite("no-arrival-no-block")
        elif force.why_zero == "no-convoy" and _is_matched_support(outcome):
            account.say("powerless.never-arrived", order=attempt)
            account.cite("no-arrival-no-cut")
        elif force.why_zero == "own" and _would_dislodge(turn, force, outcome):
            account.say("powerless.own", order=attempt, unit=outcome.unit)
            account.cite("own-unit")


def _is_matched_support(outcome: Outcome) -> bool:
    """True if it is a support that something could have cut."""
    return isinstance(outcome.treated_as, Support) and outcome.result is not Result.VOID


def _would_dislodge(turn: ResolvedPhase, attack: Force, defender: Outcome) -> bool:
    """True if a move against a unit of its own power would have been strong enough."""
    assert attack.unit is not None and defender.force is not None
    mover = turn.outcome_of(attack.unit)
    strength = 2 * turn.board.kinds[attack.unit.kind].strength
    if isinstance(mover.treated_as, Move) and not mover.by_convoy:
        paths = turn.board.reach(attack.unit.kind, attack.unit.location)
        strength -= paths.get(mover.treated_as.target, 0)
    helpers = sum(one.halves for one in attack.supporters if one.why_not != "cut")
    return strength + helpers > defender.force.halves


def _tell_beaten(account: OrderAccount, loser: Outcome) -> None:
    """A move that kept nobody out because of the unit that came the other way."""
    turn = account.turn
    order = turn.attempt(loser.unit)
    other = turn.outcomes[turn.goal(loser) or ""].unit
    if met_by_role(loser, Role.HEAD_ON) is None and loser.dislodged_by is other:
        account.say("powerless.driven-out", order=order, by=turn.attempt(other))
        account.cite_switch("dislodged_by_convoy")
        return
    choice = turn.rule_set.head_on_loser
    account.say(_BEATEN[choice], order=order, other=turn.attempt(other))
    if choice == "beaten":
        account.cite("head-on-lost")
    else:
        account.cite_switch("head_on_loser")


def own_support_would_do(force: Force, met: Sequence[Force]) -> bool:
    """True if the force was only too weak because support against the own power is not counted."""
    own = sum(s.halves for s in force.supporters if s.why_not == "own")
    return own > 0 and force.halves + own > strongest(met)
