"""Accounts of orders that help others: supports and convoys."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.orders import Convoy, Move, Support
from dragoman.reports.accounts.account import OrderAccount, explain_reason, fate, given, reason_of
from dragoman.reports.accounts.circles import explain_circle
from dragoman.reports.accounts.gateways_and_railways import explain_closed_gateway
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import LocationKey, Part, Statement, Strength, say
from dragoman.rules import Force, Outcome, Result


def explain_support(account: OrderAccount, outcome: Outcome) -> None:
    """Say whether a support that fitted stood, what it did, or who cut it."""
    turn, order = account.turn, outcome.treated_as
    assert isinstance(order, Support)
    helped = turn.helped(outcome)
    assert helped is not None
    if outcome.result is Result.CUT:
        _tell_cut(account, outcome, order)
        return
    supporters = helped.force.supporters if helped.force else ()
    mine = next((s for s in supporters if s.unit == outcome.unit), None)
    written = given(outcome)
    who: Part
    if helped.force is None or mine is None:
        account.say("support.quiet", order=written, unit=helped.unit)
    elif helped.force.why_zero == "own" or mine.why_not == "own":
        _tell_own_unit_there(account, outcome, helped)
    elif helped.force.why_zero:
        who = turn.attempt(helped.unit)
        account.say("support.in-vain", order=written, who=who, fate=fate(turn, helped))
    else:
        who = helped.unit if order.target is None else turn.attempt(helped.unit)
        strength = Strength(helped.force.halves)
        account.say(
            "support.counted", order=written, who=who, strength=strength, fate=fate(turn, helped)
        )
    for attack in outcome.met:
        _tell_not_cut(account, outcome, order, attack)


def _tell_own_unit_there(account: OrderAccount, outcome: Outcome, helped: Outcome) -> None:
    """A support for a move that could not dislodge the unit at its goal, which is of the mover's
    or the supporter's own power, and what it did all the same (DATC 6.E.12)."""
    turn = account.turn
    there = turn.outcomes[turn.goal(helped) or ""]
    uses = tuple(_uses(turn, outcome, helped, there))
    parts: dict[str, Part] = {"order": given(outcome), "unit": there.unit}
    if helped.unit.power == there.unit.power:
        who = turn.attempt(helped.unit)
        if uses:
            account.say("support.vain-but", who=who, uses=uses, **parts)
        else:
            account.say("support.vain", who=who, **parts)
        account.cite("own-unit")
    else:
        if uses:
            account.say("support.own-but", uses=uses, **parts)
        else:
            account.say("support.own", **parts)
        account.cite("own-support")
    if uses:
        account.cite("own-support-blocks")


def _uses(
    turn: ResolvedPhase, supporter: Outcome, helped: Outcome, there: Outcome
) -> Iterator[Statement]:
    """The other effects of a support: against others with the same goal, against the unit there
    coming the other way, or in cutting that unit's own support."""
    stopped, counted = list[Part](), list[Part]()
    for rival in turn.resolution.outcomes:
        met = next((force for force in rival.met if force.unit is helped.unit), None)
        mine = met and next((s for s in met.supporters if s.unit is supporter.unit), None)
        if met is None or mine is None or rival.force is None or turn.goal(rival) is None:
            continue
        if not mine.counted or met.halves <= 0 or rival.force.why_zero:
            continue
        needed = met.halves - mine.halves < rival.force.halves <= met.halves
        (stopped if needed else counted).append(turn.attempt(rival.unit))
    if stopped:
        yield say("use.stopped", orders=tuple(stopped))
    if counted:
        yield say("use.counted", orders=tuple(counted))
    order = helped.treated_as
    paths = turn.board.reach(helped.unit.kind, helped.unit.location)
    weak = isinstance(order, Move) and paths.get(order.target, 0) > 0
    if there.cut_by is helped.unit and weak:
        yield say("use.cut", unit=there.unit)


def _tell_cut(account: OrderAccount, outcome: Outcome, order: Support) -> None:
    turn = account.turn
    written = given(outcome)
    if outcome.cut_by is None and not outcome.circle:
        account.say("support.closed", order=written)
        explain_closed_gateway(account, outcome)
        account.cite_switch("gateways")
        return
    if outcome.cut_by is None:
        account.say("support.cut-somehow", order=written)
        explain_circle(account, outcome)
        account.cite("circle")
        return
    account.say("support.cut", order=written, by=turn.attempt(outcome.cut_by))
    came_from = turn.province(outcome.cut_by.location)
    if order.target is None:
        account.cite("cut-hold")
    elif came_from != turn.province(order.target):
        account.cite("cut-move")
    elif outcome.cut_by == outcome.dislodged_by:
        account.cite("cut-by-dislodging")
    else:
        account.cite_switch("convoyed_return")
    if outcome.cut_by.power == outcome.unit.power:
        account.cite_switch("self_cut")


def _tell_not_cut(account: OrderAccount, outcome: Outcome, order: Support, attack: Force) -> None:
    """The reason why an attack on the supporter did not cut its support."""
    turn = account.turn
    assert attack.unit is not None
    attacker = turn.outcome_of(attack.unit)
    attempt = turn.attempt(attack.unit)
    came_from = turn.province(attack.unit.location)
    if attack.why_zero == "no-convoy":
        return  # said already: it never arrived
    from_target = order.target is not None and came_from == turn.province(order.target)
    over_water = attacker.by_convoy and turn.rule_set.convoyed_return == "cut"
    if attack.unit.power == outcome.unit.power and turn.rule_set.self_cut == "no":
        account.cite("not-cut-by-own")
    elif from_target and not over_water:
        account.say("support.not-cut-from-target", order=attempt, place=LocationKey(came_from))
        account.cite("not-cut-from-target")
        if attacker.by_convoy:
            account.cite_switch("convoyed_return")
    elif attacker.by_convoy and not _is_weak(account, attack):
        account.say("support.not-cut-by-convoy", order=attempt)
        account.cite_switch("convoy_paradox")
    elif turn.rule_set.partial_cut != "whole":
        account.say("support.not-cut-whole", order=attempt)
        account.cite_switch("partial_cut")
    else:
        account.say("support.not-cut-by-weak", order=attempt)


def _is_weak(account: OrderAccount, attack: Force) -> bool:
    """True if the way of the attack took some of its strength."""
    assert attack.unit is not None
    kind = account.turn.board.kinds[attack.unit.kind]
    return not attack.why_zero and attack.own_halves < 2 * kind.strength


# Convoys.


_INTENT = ("intent", "own-or-via", "own-or-via-else-land")
"""The rules by which a fleet of its own power shows that an army is to go by convoy."""


def explain_convoy(account: OrderAccount, outcome: Outcome) -> None:
    """Say what a convoy that fitted did for its army, or why it was not needed."""
    turn = account.turn
    written = given(outcome)
    if outcome.reason:
        _tell_unused(account, outcome)
        return
    army = turn.carried(outcome)
    assert army is not None
    attempt = turn.attempt(army.unit)
    match outcome.result:
        case Result.PARADOX:
            account.say("convoy.paradox", order=written)
            explain_circle(account, army)
            account.cite_switch("convoy_paradox")
        case Result.DISLODGED if army.result is Result.DISRUPTED:
            account.say("convoy.lost", order=written, army=attempt)
            if army.reason == "convoy-paradox":
                account.cite_switch("convoy_paradox")
        case Result.DISLODGED if army.by_convoy and turn.was_lost_after(army):
            account.say("convoy.lost-after", order=written, army=attempt)
            account.cite_switch("convoy_paradox")
        case Result.DISLODGED if army.by_convoy:
            account.say("convoy.not-missed", order=written, army=attempt)
            account.cite_switch("convoy_routes")
        case Result.DISLODGED:
            account.say("convoy.lost-by-land", order=written, army=attempt)
        case _ if army.result is Result.DISRUPTED:
            account.say("convoy.broken-elsewhere", order=written, army=attempt)
            account.cite("convoy-broken")
        case _:
            account.say("convoy.carried", order=written, army=attempt, fate=fate(turn, army))


def _tell_unused(account: OrderAccount, outcome: Outcome) -> None:
    """A convoy that carried nobody. It may still have sent the army by sea (DATC 6.G.6)."""
    turn, order = account.turn, outcome.treated_as
    assert isinstance(order, Convoy)
    army = turn.at(order.convoyed.location)
    if army is None or not _is_intent(turn, outcome, army):
        explain_reason(account, outcome, "order.unused")
        return
    reason = reason_of(
        turn, outcome.reason, outcome.order, outcome.unit.location, outcome.unit.power
    )
    attempt = turn.attempt(army.unit)
    account.say("convoy.intent", order=given(outcome), reason=reason, army=attempt)
    account.cite_switch("convoy_choice")


def _is_intent(turn: ResolvedPhase, fleet: Outcome, army: Outcome) -> bool:
    """True if nothing but this fleet's order sent the army by convoy to a neighbour."""
    order = army.order
    asked = isinstance(order, Move) and (order.via_convoy or bool(order.route))
    own = [
        other
        for other in (*turn.carriers(army), *turn.idle_carriers(army))
        if other.unit.power == army.unit.power
    ]
    chosen = turn.rule_set.convoy_choice in _INTENT and army.by_convoy and turn.by_land(army)
    return chosen and not asked and own == [fleet]
