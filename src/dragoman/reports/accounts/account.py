"""The account of one order while it is put together, and the phrases all accounts share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from dragoman.board import GARRISON, Unit
from dragoman.orders import Build, Convert, Convoy, Hold, Move, Order, Support, UnitRef
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.rules_cited import reason_rule, rule, switch_rule
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Rule,
    Statement,
    Strength,
    WrittenOrder,
    say,
)
from dragoman.rules import Force, Outcome, Result, Role


@dataclass
class OrderAccount:
    """The statements about one order, in the order they are said, and the rules cited."""

    turn: ResolvedPhase
    statements: list[Statement] = field(default_factory=list[Statement])
    rules: list[Rule] = field(default_factory=list[Rule])

    def say(self, key: str, **parts: Part) -> None:
        self.statements.append(say(key, **parts))

    def cite(self, name: str) -> None:
        """Cite a rule by its name in the word files."""
        self.add(rule(name))

    def cite_switch(self, name: str) -> None:
        """Cite what a switch of the rule set is set to."""
        self.add(switch_rule(self.turn.rule_set, name))

    def cite_reason(self, code: str, order: Order | None) -> None:
        """Cite the rule behind a reason code."""
        self.add(reason_rule(self.turn.rule_set, code, order))

    def add(self, cited: Rule) -> None:
        """Cite a rule, once."""
        if cited not in self.rules:
            self.rules.append(cited)


def given(outcome: Outcome) -> WrittenOrder:
    """The order as it was given, or as the judge put it in for want of one."""
    return WrittenOrder(outcome.order or outcome.treated_as)


def explain_reason(account: OrderAccount, outcome: Outcome, key: str) -> None:
    """Say why an order was not carried out as written, and cite the rule behind it."""
    unit, code = outcome.unit, outcome.reason
    if account.turn.board.conversions and _stays_outside(outcome):
        reason = say("convert.two-steps")
    else:
        reason = reason_of(account.turn, code, outcome.order, unit.location, unit.power)
    account.say(key, order=given(outcome), reason=reason)
    account.cite_reason(code, outcome.order)


def _stays_outside(outcome: Outcome) -> bool:
    """True if an army is to become a fleet, or a fleet an army, without a stay in the city."""
    if not isinstance(outcome.order, Convert):
        return False
    kinds = {outcome.unit.kind[:1], outcome.order.kind[:1]}
    return len(kinds) == 2 and GARRISON.letter not in kinds


def strength_of(turn: ResolvedPhase, force: Force) -> Statement:
    """A force as its owner says it: ``2 (A Ruh supports)``."""
    own = say("force.own", strength=Strength(force.halves))
    return _with_remarks(own, force, turn, is_met=False)


def strength_met(turn: ResolvedPhase, force: Force) -> Statement:
    """A force as its opponent says it: ``2 of A Mun (A Ber supports)``."""
    assert force.unit is not None
    strength = Strength(force.halves)
    if force.role is Role.HOLD:
        met = say("force.hold", strength=strength, unit=force.unit)
    elif force.role is Role.HEAD_ON:
        met = say("force.head-on", strength=strength, order=turn.attempt(force.unit))
    else:
        met = say("force.move", strength=strength, order=turn.attempt(force.unit))
    return _with_remarks(met, force, turn, is_met=True)


def all_met(turn: ResolvedPhase, forces: Iterable[Force]) -> tuple[Part, ...]:
    """Every force that had any strength."""
    return tuple(strength_met(turn, force) for force in forces if force.halves > 0)


def _with_remarks(
    strength: Statement, force: Force, turn: ResolvedPhase, is_met: bool
) -> Statement:
    remarks: list[Part] = []
    by_rebels = _by_rebels(turn, force)
    own = force.own_halves - by_rebels
    if own not in (2, force.halves):
        remarks.append(say("force.own-part", strength=Strength(own)))
    if by_rebels:
        remarks.append(say("force.rebels"))
    counted = [s for s in force.supporters if s.counted]
    limited = _not_to_dislodge(turn, force) if is_met else ()
    plain = [s.unit for s in counted if s.halves == 2]
    if freely := tuple(unit for unit in plain if unit not in limited):
        remarks.append(say("force.supports", units=freely))
    if only_here := tuple(unit for unit in plain if unit in limited):
        remarks.append(say("force.own-support-here", units=only_here))
    remarks += (
        say("force.supports-with", unit=s.unit, strength=Strength(s.halves))
        for s in counted
        if s.halves != 2
    )
    for supporter in force.supporters:
        if supporter.why_not == "cut" and supporter.cut_by is not None:
            remarks.append(say("force.cut", unit=supporter.unit, by=supporter.cut_by))
        elif not supporter.counted:
            key = "force.own-support" if supporter.why_not == "own" else "force.cut-somehow"
            remarks.append(say(key, unit=supporter.unit))
    if is_met and force.role is Role.HOLD and turn.is_to_move(force.unit):
        remarks.append(say("force.stuck"))
    if is_met and force.role is Role.HEAD_ON and _is_stronger_at_home(turn, force):
        remarks.append(say("force.at-home"))
    return (
        say("force.with-remarks", force=strength, remarks=tuple(remarks)) if remarks else strength
    )


def _by_rebels(turn: ResolvedPhase, force: Force) -> int:
    """The strength that rebels give a unit that tries to enter their province, in half points:
    nothing else makes a unit stronger than its kind is."""
    if force.unit is None:
        return 0
    alone = 2 * turn.board.kinds[force.unit.kind].strength
    return max(force.own_halves - alone, 0)


def _not_to_dislodge(turn: ResolvedPhase, force: Force) -> tuple[Unit, ...]:
    """The supporters of a move that may not help it to dislodge the unit at its goal."""
    attack = None if force.unit is None else turn.outcome_of(force.unit).force
    if attack is None or attack.why_zero:
        return ()
    return tuple(s.unit for s in attack.supporters if s.why_not == "own")


def _is_stronger_at_home(turn: ResolvedPhase, force: Force) -> bool:
    """True if its own path takes strength from a unit, and what comes the other way does not."""
    attack = None if force.unit is None else turn.outcome_of(force.unit).force
    return attack is not None and not attack.why_zero and attack.own_halves < force.own_halves


def fate(turn: ResolvedPhase, outcome: Outcome) -> Statement:
    """The fate of a unit, as the end of a sentence about another."""
    if turn.goal(outcome) is None:
        return say("fate.dislodged" if outcome.dislodged_by else "fate.held")
    match outcome.result:
        case Result.SUCCEEDS:
            return say("fate.succeeded")
        case Result.DISRUPTED | Result.NO_CONVOY:
            return say("fate.never-arrived")
        case Result.FAILS:
            return say("fate.failed")
        case _:
            return say("fate.bounced")


def reason_of(
    turn: ResolvedPhase, code: str, order: Order | None, location: str, power: str
) -> Statement:
    """The reason why an order was not carried out as written: the end of a sentence about it.

    ``location`` is where the order looks for the unit and ``power`` who gave it.
    """
    parts: dict[str, Part] = {"place": LocationKey(location), "power": PowerKey(power)}
    unit = turn.unit_at(location, power)
    parts["unit"] = unit or LocationKey(location)
    if unit is not None:
        parts["owner"] = PowerKey(unit.power)
    target = getattr(order, "target", None)
    if isinstance(target, UnitRef):  # whom a bribe is for
        target = target.location
    other = _other_unit(order)
    if other is not None:
        helped = turn.unit_at(other.location, other.power or power, other.kind)
        meant = _meant(turn, other, order)
        parts["other"] = helped if helped and len(meant) < 2 else LocationKey(other.location)
        parts["other_place"] = LocationKey(other.location)
        parts["did"] = _did(meant[0] if meant else None) if len(meant) < 2 else say("did.none-so")
        if helped is not None:
            parts["other_power"] = PowerKey(helped.power)
        target = target or other.location
    elif isinstance(order, Build | Convert):
        target = order.unit.location
    elif isinstance(order, Move):
        parts["other"] = parts["unit"]
    if target is not None:
        if code in ("coast-needed", "coast-missing", "support-needs-coast"):
            target = turn.province(target)
        parts["target"] = LocationKey(target)
        if code == "other-coast" and "/" not in target:
            code = "support-needs-coast"
    return say(f"reasons.{code}", **parts)


def attempts(turn: ResolvedPhase, outcomes: Iterable[Outcome]) -> tuple[Part, ...]:
    """The orders of the units of some outcomes, in short."""
    return tuple(turn.attempt(outcome.unit) for outcome in outcomes)


def units_of(outcomes: Sequence[Outcome]) -> tuple[Part, ...]:
    """The units of some outcomes."""
    return tuple(outcome.unit for outcome in outcomes)


def _other_unit(order: Order | None) -> UnitRef | None:
    """The unit that a support or convoy is for."""
    if isinstance(order, Support):
        return order.supported
    return order.convoyed if isinstance(order, Convoy) else None


def _meant(turn: ResolvedPhase, other: UnitRef, order: Order | None) -> list[Outcome]:
    """The outcomes of the units that an order may mean: several only on a high sea."""
    there = turn.all_at(other.location)
    if turn.province(other.location) not in turn.board.high_seas:
        return [*there[-1:]]
    return [
        outcome
        for outcome in there
        if outcome.order is not order
        and other.kind in (None, outcome.unit.kind)
        and other.power in (None, outcome.unit.power)
    ]


def _did(outcome: Outcome | None) -> Statement:
    """The order of a unit, as the end of a sentence."""
    if outcome is None or outcome.order is None:
        return say("did.nothing")
    if outcome.result in (Result.ILLEGAL, Result.FAILS) and outcome.reason:
        return say("did.impossible", order=WrittenOrder(outcome.order))
    if isinstance(outcome.order, Hold):
        return say("did.hold")
    return say("did.ordered", order=WrittenOrder(outcome.order))
