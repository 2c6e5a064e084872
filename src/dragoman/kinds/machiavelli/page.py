"""Machiavelli on pages: its rules, ducats beside centres, and a panel for money."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from dragoman.board import AUTONOMOUS, garrisoned_province
from dragoman.diagnostics import Diagnostic
from dragoman.game import Game
from dragoman.judge.views.orders_view import Ordered
from dragoman.machiavelli import PossibleExpense
from dragoman.orders import (
    Ally,
    Borrow,
    Expense,
    GiveChit,
    NoExpense,
    Order,
    Pay,
    UnitRef,
    scan,
    write,
)
from dragoman.orders.order import EXPENSES, LOAN_YEARS
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import SWITCHES
from dragoman.rules.choices.switch import Switch
from dragoman.web.pages.html.forms import SentForm
from dragoman.web.pages.html.kind_page import PageKind
from dragoman.web.problems import Problem, refused


class Page(PageKind):
    """Machiavelli on pages."""

    switches: ClassVar[Mapping[str, Switch]] = SWITCHES
    besides = (Expense, NoExpense, Borrow, Pay, GiveChit, Ally)
    throws_dice = True

    def columns(self, position: Mapping[str, Any]) -> Mapping[str, Mapping[str, int]]:
        treasuries = position.get("affairs", {}).get("treasuries")
        return {"Ducats": treasuries} if treasuries else {}

    def panel(
        self, sheet: Ordered, power: str, words: Phrasebook, looked_at: str
    ) -> Mapping[str, Any]:
        if (means := sheet.game.means.get(power)) is None:
            return {}
        game, language = sheet.game, words.language
        prices = _by_target(means.expenses)
        position = game.position
        holders: dict[str, list[str]] = {}
        for place in prices:
            holders.setdefault(_holder(game, place), []).append(place)

        def named(place: str) -> str:
            if place in game.variant.board.powers:
                return game.variant.power_name(place, language)
            here = [one for one in position.units if _place_of(one.location) == place]
            units = ", ".join(f"{words.unit(one)}" for one in here)
            name = game.variant.place_name(place, language)
            return f"{name} ({units})" if units else name

        return {
            "panel": "machiavelli/money.html",
            "purse": means.treasury,
            "holders": holders,
            "named": named,
            "looked_at": looked_at if looked_at in prices else "",
            "prices": [_price(one, words) for one in _units_first(prices.get(looked_at, ()))],
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


@dataclass(frozen=True, slots=True)
class Price:
    """An expenditure as a form offers it: its purpose, as players write it and in words, the
    least that it takes, and in which steps."""

    on: str
    words: str
    least: int
    step: int
    most: int | None


def _price(expense: PossibleExpense, words: Phrasebook) -> Price:
    order = expense.order(1)
    said = words.order(order).rpartition(": ")[2]
    told = said[:1].upper() + said[1:]
    return Price(_spent_on(order), told, expense.minimum, expense.step, expense.most)


def _units_first(expenses: Sequence[PossibleExpense]) -> list[PossibleExpense]:
    return sorted(expenses, key=lambda one: not isinstance(one.target, UnitRef))


def _by_target(expenses: Iterable[PossibleExpense]) -> dict[str, list[PossibleExpense]]:
    """Expenses by the province of the unit or the city that each is about, or by the power."""
    found: dict[str, list[PossibleExpense]] = {}
    for one in expenses:
        target = one.target
        key = _place_of(target.location) if isinstance(target, UnitRef) else target
        found.setdefault(key, []).append(one)
    return found


def _place_of(location: str) -> str:
    """The province of a location on the map: of a city that in which it lies."""
    return garrisoned_province(location.partition("/")[0])


def _holder(game: Game, place: str) -> str:
    """The power whose unit stands in a place, or whose place it is."""
    if place in game.variant.board.powers:
        return place
    units = [one.power for one in game.position.units if _place_of(one.location) == place]
    return game.position.owners.get(place) or (units[0] if units else AUTONOMOUS)


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
