"""Machiavelli on pages: its rules, ducats beside centres, and a panel for money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from dragoman.diagnostics import Diagnostic
from dragoman.judge.views.orders_view import Ordered
from dragoman.orders import (
    Ally,
    Borrow,
    Expense,
    GiveChit,
    NoExpense,
    Order,
    Pay,
    scan,
    write,
)
from dragoman.orders.order import EXPENSES, LOAN_YEARS
from dragoman.reports import Phrasebook
from dragoman.rules import SWITCHES
from dragoman.rules.choices.switch import Switch
from dragoman.web.pages.forms import SentForm
from dragoman.web.pages.kind_page import PageKind
from dragoman.web.problems import Problem, refused


class Page(PageKind):
    """Machiavelli on pages."""

    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    besides = (Expense, NoExpense, Borrow, Pay, GiveChit, Ally)
    throws_dice = True

    def columns(self, position: Mapping[str, Any]) -> Mapping[str, Mapping[str, int]]:
        treasuries = position.get("affairs", {}).get("treasuries")
        return {"Ducats": treasuries} if treasuries else {}

    def panel(self, sheet: Ordered, power: str, words: Phrasebook) -> Mapping[str, Any]:
        if (means := sheet.game.means.get(power)) is None:
            return {}
        orders = [one.order(1) for one in means.expenses]
        return {
            "panel": "machiavelli/money.html",
            "spent_on": {write(one): words.order(one).rpartition(": ")[2] for one in orders},
        }

    def order(self, sheet: Ordered, power: str, form: SentForm) -> Order:
        means = sheet.game.means.get(power)
        what, to = form.text("what"), form.text("to")
        if means is None:
            raise refused("wrong-field", "there is no money in this game")
        if what == "spend":
            wanted = form.text("on")
            chosen = next(
                (one for one in means.expenses if _spent_on(one.order(1)) == wanted), None
            )
            if chosen is None:
                why = f"nothing can be spent on {wanted!r} now"
                raise refused("wrong-field", why, "choose again")
            return chosen.order(_free_number(sheet), _ducats(form, chosen.minimum))
        if what == "borrow":
            years = form.text("years")
            if years not in map(str, LOAN_YEARS):
                why = "the bank lends for one year or for two"
                raise refused("wrong-field", why, "choose again")
            return Borrow(_ducats(form), int(years))
        if to and to not in means.receivers:
            raise refused("wrong-field", f"nothing can go to {to!r} now", "choose again")
        if what == "pay":
            return Pay(_ducats(form), to or None)
        if what == "give" and to and form.text("victim") in means.chits:
            return GiveChit(form.text("victim"), to)
        if what in ("ally", "unally") and to:
            return Ally(to, what == "ally")
        raise refused("wrong-field", "that is not an order for money", "choose again")


def _spent_on(order: Expense) -> str:
    """The purpose of an expenditure, as players write it: ``disband A ROM``."""
    return write(order).partition(": ")[2]


def _free_number(sheet: Ordered) -> int:
    kind = sheet.game.phase.kind.value
    found = scan(sheet.text, sheet.game.variant.board, kind).orders
    taken = {one.order.number for one in found if isinstance(one.order, Expense | NoExpense)}
    free = next((one for one in range(1, EXPENSES + 1) if one not in taken), None)
    if free is None:
        what = f"there are {EXPENSES} expenditures in a campaign, and all are ordered"
        raise refused("wrong-field", what, "take one back first")
    return free


def _ducats(form: SentForm, least: int = 1) -> int:
    text = form.text("ducats").strip()
    if not text and least > 1:
        return least
    if not text.isdecimal() or not least <= int(text) <= 9999:
        fault = Diagnostic("wrong-field", f"ducats are a number from {least} on", "write it so")
        raise Problem((fault,))
    return int(text)
