"""The orders for money that stand on a sheet (Machiavelli)."""

from __future__ import annotations

from typing import Any, Final

from dragoman.judge.log.conditional import is_conditional
from dragoman.judge.views.orders_view import Ordered
from dragoman.orders import Ally, Borrow, Expense, GiveChit, NoExpense, Pay, scan, write

_MONEY: Final = (Expense, NoExpense, Borrow, Pay, GiveChit, Ally)


def money_orders(sheet: Ordered) -> list[dict[str, Any]]:
    """The orders for money on a sheet, of which Diplomacy has none; ``line`` is that of one which
    stands on it alone, and where nothing depends on conditions: it can be taken off without a
    change to anything else."""
    if sheet.game.variant.ground is None:
        return []
    lines = sheet.text.splitlines()
    kind = sheet.game.phase.kind.value
    found = scan(sheet.text, sheet.game.variant.board, kind).orders
    count = [sum(other.line == one.line for other in found) for one in found]
    is_free = not is_conditional(sheet.text)
    return [
        {
            "order": write(one.order),
            "line": lines[one.line - 1] if is_free and alone == 1 else "",
        }
        for one, alone in zip(found, count, strict=True)
        if isinstance(one.order, _MONEY)
    ]
