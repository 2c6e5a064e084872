"""The dice that were rolled in a phase, found again by what they were for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dragoman.game import Resolution
from dragoman.machiavelli import Account, RollFor
from dragoman.machiavelli.engine import codes
from dragoman.reports.statements.statement import Part, Statement, say

SEVERITY, ROW, COLUMN = ((first, first + 1) for first in (codes.SEVERITY, codes.ROW, codes.COLUMN))
"""The numbers of the dice of a disaster."""


def dice_for(
    account: Account, purpose: RollFor, power: str | None = None, numbers: Iterable[int] = ()
) -> tuple[int, ...]:
    """The dice that were rolled for this, by their numbers."""
    wanted = set(numbers)
    return tuple(
        roll.die
        for roll in account.rolls
        if (roll.purpose, roll.power) == (purpose, power) and roll.number in wanted
    )


def dice_of_income(account: Account, power: str, entry: int) -> tuple[int, ...]:
    """The dice of a variable income, told by its place among the scenario's."""
    return dice_for(
        account, RollFor.INCOME, power, range(entry * codes.FACES, (entry + 1) * codes.FACES)
    )


def lines_struck(account: Account, disaster: RollFor) -> tuple[int | None, int | None]:
    """The row and the column of the table that a disaster struck, None for none."""
    row = dice_for(account, disaster, None, ROW)
    column = dice_for(account, disaster, None, COLUMN)
    return sum(row) or None, sum(column) or None


def lines_as_part(row: int | None, column: int | None) -> tuple[Part, ...]:
    """Row and column as a sentence names them."""
    found: list[Statement] = []
    if row is not None:
        found.append(say("disaster.row", number=row))
    if column is not None:
        found.append(say("disaster.column", number=column))
    return tuple(found)


def account_of_famine(before: Sequence[Resolution]) -> Account | None:
    """The account of the phase in which the famine that is there now was rolled for: the last that
    rolled for one. None where nobody knows it, as at the start of a game."""
    for resolution in reversed(before):
        account = resolution.account
        if account and any(roll.purpose is RollFor.FAMINE for roll in account.rolls):
            return account
    return None
