"""Accounts of the orders of an adjustment: what was maintained, removed, built, and why not."""

from __future__ import annotations

from dragoman.machiavelli import Kept, cost_of_unit
from dragoman.orders import Build, Maintain
from dragoman.reports.accounts.account import Account
from dragoman.reports.statements.statement import LocationKey, Part, PowerKey, WrittenOrder, say
from dragoman.rules import Outcome, Result


def explain_upkeep(account: Account, outcome: Outcome) -> None:
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
