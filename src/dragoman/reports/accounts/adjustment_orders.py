"""Accounts of the orders of an adjustment phase, and of what civil disorder takes."""

from __future__ import annotations

from collections import Counter

from dragoman.board import Unit
from dragoman.orders import Build, Remove, Waive
from dragoman.reports.accounts.account import OrderAccount, reason_of
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    WrittenOrder,
    say,
)
from dragoman.rules import Outcome, Result, builds_due


def explain_adjustment(account: OrderAccount, outcome: Outcome) -> None:
    """Say what became of a build, a removal or a waived build."""
    turn, unit = account.turn, outcome.unit
    _tell_adjustment(account, outcome)
    _tell_terms(account, unit.power)
    uncounted = _uncounted(turn, unit.power)
    if uncounted and not isinstance(outcome.treated_as, Waive):
        account.say("adjustment.uncounted", places=tuple(map(LocationKey, uncounted)))
        account.cite_switch("hong_kong")


def _tell_terms(account: OrderAccount, power: str) -> None:
    """Say on which terms of the variant a power's units are other than its centres."""
    turn = account.turn
    terms, year = turn.board.build_terms, turn.before.phase.year
    if terms.opening and terms.opening.year == year:
        account.say("adjustment.opening", power=PowerKey(power))
    if need := terms.emergencies.get(power):
        owners, homes = turn.before.owners, turn.board.homes[power]
        if need.least <= sum(owners.get(home) == power for home in homes) <= need.most:
            account.say("adjustment.emergency", power=PowerKey(power))


def _uncounted(turn: ResolvedPhase, power: str) -> tuple[str, ...]:
    """The centres that a power owns and does not count, being like Hong Kong to it."""
    if turn.rule_set.hong_kong != "manual":
        return ()
    places = turn.board.hong_kong.get(power, ())
    return tuple(c for c in turn.before.centers_of(power) if c in places)


def _tell_adjustment(account: OrderAccount, outcome: Outcome) -> None:
    turn, unit, order = account.turn, outcome.unit, outcome.order
    if order is None and isinstance(outcome.treated_as, Remove):
        _tell_disorder(account, outcome)
    elif order is None:
        account.say("adjustment.judge-built", unit=unit, power=PowerKey(unit.power))
        account.cite_reason(outcome.reason, order)
    elif outcome.result is Result.SUCCEEDS:
        match outcome.treated_as:
            case Build():
                account.say("adjustment.built", unit=unit, **_balance(turn, unit.power))
            case Waive():
                account.say("adjustment.waived", power=PowerKey(unit.power))
                account.cite_switch("waive_builds")
            case _:
                account.say("adjustment.removed", unit=unit, **_balance(turn, unit.power))
    elif outcome.reason == "not-due":
        account.say("adjustment.not-due", order=WrittenOrder(order), **_balance(turn, unit.power))
        due = builds_due(turn.board, turn.before, unit.power, turn.rule_set)
        if isinstance(order, Build) and due > 0:
            account.cite_switch("excess_builds")
        elif isinstance(order, Remove) and due < 0:
            account.cite_switch("excess_removals")
        else:
            account.cite_reason(outcome.reason, order)
    else:
        if outcome.reason == "not-built-there":
            reason = _not_built_there(turn, unit)
        else:
            reason = reason_of(turn, outcome.reason, order, unit.location, unit.power)
        account.say("adjustment.impossible", order=WrittenOrder(order), reason=reason)
        account.cite_reason(outcome.reason, order)


def _not_built_there(turn: ResolvedPhase, unit: Unit) -> Statement:
    """That the unit's kind may not be built where it was to be, and what may."""
    board = turn.board
    may = tuple(
        Unit(unit.power, kind, location)
        for kind, places in board.buildable.items()
        for location in board.provinces[turn.province(unit.location)].locations
        if location in places
    )
    instead = say("instead.only", choices=may) if may else say("instead.nothing")
    return say("reasons.not-built-there", unit=unit, instead=instead)


def due_of(turn: ResolvedPhase, power: str) -> Statement:
    """The adjustment that a power is due: builds, removals, or nothing."""
    return due_statement(builds_due(turn.board, turn.before, power, turn.rule_set))


def due_statement(due: int) -> Statement:
    """So many builds, below zero so many removals."""
    if due == 0:
        return say("due.nothing")
    return say("due.builds", count=due) if due > 0 else say("due.removals", count=-due)


def _balance(turn: ResolvedPhase, power: str) -> dict[str, Part]:
    centers, units = len(turn.before.centers_of(power)), len(turn.before.units_of(power))
    return {
        "power": PowerKey(power),
        "centers": say("count.centers", count=centers),
        "units": say("count.units", count=units),
        "due": due_of(turn, power),
    }


def _tell_disorder(account: OrderAccount, outcome: Outcome) -> None:
    turn, unit = account.turn, outcome.unit
    ordered = sum(
        o.order is not None and isinstance(o.treated_as, Remove) and o.result is Result.SUCCEEDS
        for o in turn.resolution.outcomes
        if o.unit.power == unit.power
    )
    account.say(
        "adjustment.disorder",
        unit=unit,
        ordered=say("due.ordered", count=ordered) if ordered else say("due.none-ordered"),
        **_balance(turn, unit.power),
    )
    if (steps := steps_from_centers(turn, unit)) is not None:
        account.say(
            "adjustment.distance",
            unit=unit,
            power=PowerKey(unit.power),
            steps=say("count.steps", count=steps),
        )
        left = Counter(turn.before.units_of(unit.power))
        left.subtract(o.unit for o in turn.resolution.outcomes if o.result is Result.SUCCEEDS)
        del left[unit]  # an equal one on a high sea says nothing
        as_far = tuple(u for u in (+left).elements() if steps_from_centers(turn, u) == steps)
        if as_far:
            account.say("adjustment.as-far", units=as_far)
    account.cite_reason(outcome.reason, None)


def steps_from_centers(turn: ResolvedPhase, unit: Unit) -> int | None:
    """The distance of the unit from its power's centres, as the rule for civil disorder counts
    (DATC 4.D.8); None where there is no way."""
    board, rule = turn.board, turn.rule_set.disorder_removal
    own_paths = rule == "common" and board.kinds[unit.kind].can_convoy
    owned = turn.before.centers_of(unit.power)
    homes = (*board.homes.get(unit.power, ()), *board.common_homes)
    centers = owned if rule == "2023" else homes
    reached = {place for center in centers for place in board.provinces[center].locations}
    goal = unit.location if own_paths else turn.province(unit.location)
    ways: dict[str, set[str]] = {}
    for path in board.paths:
        if not own_paths:
            ways.setdefault(turn.province(path.source), set()).add(turn.province(path.target))
        elif path.kind == unit.kind:
            ways.setdefault(path.source, set()).add(path.target)
    steps, edge = 0, reached
    while edge and goal not in edge:
        edge = {place for here in edge for place in ways.get(here, ())} - reached
        reached = reached | edge
        steps += 1
    return steps if edge else None
