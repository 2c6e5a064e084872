"""Accounts of orders that help others: supports and convoys."""

from __future__ import annotations

from dragoman.orders import Support
from dragoman.reports.accounts.account import Account, explain_reason, fate, given
from dragoman.reports.statements.statement import LocationKey, Part, Strength, say
from dragoman.rules import Force, Outcome, Result


def explain_support(account: Account, outcome: Outcome) -> None:
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
    if helped.force is None or mine is None:
        account.say("support.quiet", order=written, unit=helped.unit)
    elif helped.force.why_zero:
        own = helped.force.why_zero == "own"
        why = say("fate.own-unit-there") if own else fate(turn, helped)
        account.say("support.in-vain", order=written, who=turn.attempt(helped.unit), fate=why)
    elif mine.why_not == "own":
        there = turn.at(order.target or "")
        assert there is not None
        account.say("support.own", order=written, unit=there.unit)
        account.cite("own-support")
    else:
        who: Part = helped.unit if order.target is None else turn.attempt(helped.unit)
        strength = Strength(helped.force.halves)
        account.say(
            "support.counted", order=written, who=who, strength=strength, fate=fate(turn, helped)
        )
    for attack in outcome.met:
        _tell_not_cut(account, outcome, order, attack)


def _tell_cut(account: Account, outcome: Outcome, order: Support) -> None:
    turn = account.turn
    written = given(outcome)
    if outcome.cut_by is None:
        account.say("support.cut-somehow", order=written)
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


def _tell_not_cut(account: Account, outcome: Outcome, order: Support, attack: Force) -> None:
    """Why an attack on the supporter did not cut its support."""
    turn = account.turn
    assert attack.unit is not None
    attacker = turn.outcome_of(attack.unit)
    attempt = turn.attempt(attack.unit)
    came_from = turn.province(attack.unit.location)
    if attack.why_zero == "no-convoy":
        return  # said already: it never arrived
    if attack.unit.power == outcome.unit.power:
        account.cite("not-cut-by-own")
    elif order.target is not None and came_from == turn.province(order.target):
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


def _is_weak(account: Account, attack: Force) -> bool:
    """Whether the way of the attack took some of its strength."""
    assert attack.unit is not None
    kind = account.turn.board.kinds[attack.unit.kind]
    return not attack.why_zero and attack.own_halves < 2 * kind.strength


# Convoys.


def explain_convoy(account: Account, outcome: Outcome) -> None:
    """Say what a convoy that fitted did for its army, or why it was not needed."""
    turn = account.turn
    written = given(outcome)
    if outcome.reason:
        explain_reason(account, outcome, "order.unused")
        return
    army = turn.carried(outcome)
    assert army is not None
    attempt = turn.attempt(army.unit)
    match outcome.result:
        case Result.PARADOX:
            account.say("convoy.paradox", order=written)
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
