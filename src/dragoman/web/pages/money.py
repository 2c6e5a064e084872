"""Money in Machiavelli by forms: each puts one order more on the sheet, or takes one off it."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands.command import SaveOrders
from dragoman.judge.views.orders_view import Ordered, ordered
from dragoman.judge.views.viewer import Viewer
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
from dragoman.orders.money import EXPENSES, LOAN_YEARS
from dragoman.web.bodies import model_of
from dragoman.web.door import GameNumber, ViewerHere
from dragoman.web.games import carry_out, sheet_tag
from dragoman.web.pages.forms import Form, FormHere
from dragoman.web.pages.game_page import refused_page
from dragoman.web.pages.money_orders import money_orders
from dragoman.web.pages.rendering import Visit, VisitHere
from dragoman.web.problems import Problem, refused

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import RedirectResponse, Response

router = APIRouter(include_in_schema=False, prefix="/games/{game}")


@router.post("/money")
def order_money(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Put an order for money on the sheet."""
    power = _power(viewer)
    sheet = ordered(viewer, power)
    try:
        order = _order(sheet, power, form)
        lines = [*sheet.text.splitlines(), write(order)]
        _save(visit, game, viewer, power, lines)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, "save-orders", told, problem.status)
    return RedirectResponse(f"/games/{game}#money", 303)


@router.post("/money/take-back")
def take_back(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Take an order for money off the sheet."""
    power = _power(viewer)
    sheet = ordered(viewer, power)
    lines, gone = sheet.text.splitlines(), form.text("line")
    try:
        if not any(one["line"] == gone for one in money_orders(sheet)):
            what = "these orders were changed meanwhile, here or elsewhere"
            raise refused("changed-meanwhile", what, "look at what is on file now")
        lines.remove(gone)
        _save(visit, game, viewer, power, lines)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, "save-orders", told, problem.status)
    return RedirectResponse(f"/games/{game}#money", 303)


def _power(viewer: Viewer) -> str:
    if viewer.power is None:
        raise refused("not-allowed", "only who plays a power orders for it")
    return viewer.power


def _save(visit: Visit, game: int, viewer: Viewer, power: str, lines: Sequence[str]) -> None:
    # What somebody saved since it was read is not overwritten.
    tag = sheet_tag(viewer.g, power, str(viewer.g.phase))
    body = model_of(SaveOrders).model_validate({"text": "\n".join(lines)})
    carry_out(SaveOrders, body, game, visit.caller, visit.door, tag)


def _order(sheet: Ordered, power: str, form: Form) -> Order:
    """The order that a form means.

    Raises:
        Problem: if it is none that can be given.
    """
    means = sheet.game.means.get(power)
    what, to = form.text("what"), form.text("to")
    if means is None:
        raise refused("wrong-field", "there is no money in this game")
    if what == "spend":
        wanted = form.text("on")
        chosen = next((one for one in means.expenses if spent_on(one.order(1)) == wanted), None)
        if chosen is None:
            raise refused("wrong-field", f"nothing can be spent on {wanted!r} now", "choose again")
        return chosen.order(_free_number(sheet), _ducats(form, chosen.minimum))
    if what == "borrow":
        years = form.text("years")
        if years not in map(str, LOAN_YEARS):
            raise refused("wrong-field", "the bank lends for one year or for two", "choose again")
        return Borrow(_ducats(form), int(years))
    if to and to not in means.receivers:
        raise refused("wrong-field", f"nothing can go to {to!r} now", "choose again")
    if what == "pay":
        return Pay(_ducats(form), to or None)
    if what == "give" and to and form.text("victim") in means.chits:
        return GiveChit(form.text("victim"), to)
    if what in ("ally", "unally") and to:
        return Ally(to, what == "ally")
    raise refused("wrong-field", "that is no order for money", "choose again")


def spent_on(order: Expense) -> str:
    """What an expenditure is for, as players write it: ``disband A ROM``."""
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


def _ducats(form: Form, least: int = 1) -> int:
    text = form.text("ducats").strip()
    if not text and least > 1:
        return least
    if not text.isdecimal() or not least <= int(text) <= 9999:
        fault = Diagnostic("wrong-field", f"ducats are a number from {least} on", "write it so")
        raise Problem((fault,))
    return int(text)
