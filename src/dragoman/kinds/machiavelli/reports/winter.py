"""What an adjustment of Machiavelli asks of each power, ducats for its units or in the basic game
builds and removals, and what was maintained, removed, built, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.board import AUTONOMOUS
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.machiavelli import Kept, cost_of_unit, upkeep_cost
from dragoman.orders import Build, Maintain
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.adjustment_orders import due_statement
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    WrittenOrder,
    say,
)
from dragoman.rules import Outcome, Position, Result, RuleSet


def balances(
    variant: Variant, position: Position, before: Position, rule_set: RuleSet
) -> Iterator[Statement]:
    """In the basic game what each power builds or removes; and who is out of the game."""
    affairs, earlier = position.affairs, before.affairs
    if affairs is not None and earlier is not None:
        for power in variant.board.powers:
            if power in affairs.eliminated - earlier.eliminated:
                yield say("report.eliminated", power=PowerKey(power))
    for power, due in PLAY.of(variant).builds_due(variant, position, rule_set).items():
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
        due = PLAY.of(variant).builds_due(variant, position, rule_set).get(power, 0)
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


def explain_upkeep(account: OrderAccount, outcome: Outcome) -> None:
    """Say what became of an order to maintain, to remove or to build a unit."""
    turn, unit, order = account.turn, outcome.unit, outcome.treated_as
    cost = cost_of_unit(turn.board, unit.kind) if unit.kind in turn.board.kinds else 0
    is_paid = turn.rule_set.money == "yes"
    parts: dict[str, Part] = {
        "unit": unit,
        "power": PowerKey(unit.power),
        "place": LocationKey(turn.area(unit.location)),
        "ducats": say("count.ducats", count=cost),
    }
    if outcome.result is Result.SUCCEEDS:
        match order:
            case Build():
                account.say("upkeep.built" if is_paid else "upkeep.built-free", **parts)
            case Maintain():
                account.say("upkeep.kept" if is_paid else "upkeep.kept-free", **parts)
            case _:
                account.say("upkeep.removed", **parts)
    else:
        reason = outcome.reason
        if reason == Kept.UNPAID.value and isinstance(order, Build):
            reason = Kept.TOO_DEAR.value
        written = WrittenOrder(outcome.order or order)
        account.say("upkeep.failed", order=written, reason=say(f"unbuilt.{reason}", **parts))
    account.cite("upkeep" if is_paid else "basic-builds")
