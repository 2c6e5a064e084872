"""What an adjustment of Machiavelli asks of each power: ducats for its units, or in the basic game
builds and removals."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import AUTONOMOUS
from dragoman.game import Variant
from dragoman.machiavelli import units_due, upkeep_cost
from dragoman.reports.accounts.adjustment_orders import due_statement
from dragoman.reports.statements.statement import Part, PowerKey, Statement, say
from dragoman.rules import Position, RuleSet


def balances(
    variant: Variant, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[Statement]:
    """In the basic game what each power builds or removes; and who is out of the game."""
    affairs, earlier = position.affairs, before.affairs
    if affairs is not None and earlier is not None:
        for power in variant.board.powers:
            if power in affairs.eliminated - earlier.eliminated:
                yield say("report.eliminated", power=PowerKey(power))
    if rule_set.money == "no":
        for power, due in _due(variant, position, rule_set).items():
            yield _balance(position, power, due)


def _balance(position: Position, power: str, due: int) -> Statement:
    units = len(position.units_of(power))
    parts: dict[str, Part] = {
        "power": PowerKey(power),
        "centers": say("count.cities", count=units + due),
        "units": say("count.units", count=units),
    }
    if due == 0:
        return say("report.even", **parts)
    return say("report.builds" if due > 0 else "report.removes", count=abs(due), **parts)


def wanted(variant: Variant, position: Position, power: str, rule_set: RuleSet) -> Statement | None:
    """What a power has to order in an adjustment; None for nothing."""
    if rule_set.money == "no":
        due = _due(variant, position, rule_set).get(power, 0)
        return due_statement(due) if due else None
    units, affairs = position.units_of(power), position.affairs
    ducats = 0 if affairs is None else affairs.treasuries.get(power, 0)
    if power == AUTONOMOUS or not (units or ducats):
        return None
    return say(
        "ledger.cost",
        units=say("count.units", count=len(units)),
        cost=upkeep_cost(variant.board, position, power),
        ducats=ducats,
    )


def _due(variant: Variant, position: Position, rule_set: RuleSet) -> dict[str, int]:
    assert variant.ground is not None
    calendar = variant.calendar_under(rule_set)
    return units_due(variant.board, variant.ground, position, rule_set, calendar)
