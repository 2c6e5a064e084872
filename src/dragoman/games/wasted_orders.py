"""What is to be said of typed orders that cannot be carried out, or are in vain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game import Game, Resolution
from dragoman.games.sheet_words import sheet_words
from dragoman.orders import Scanned
from dragoman.rules import Outcome, Result, UnusedOrder

if TYPE_CHECKING:  # sheets of Diplomacy do without it
    from dragoman.machiavelli import Gift, Lending, Payment, Spending

    _About: TypeAlias = Outcome | UnusedOrder | Spending | Payment | Lending | Gift

_SAID_BY_ORDERED_TWICE = ("another-order-counts", "contradicting-orders")


def wasted_orders(
    sections: Mapping[str, Sequence[Scanned]], resolution: Resolution, game: Game, language: str
) -> Iterator[Diagnostic]:
    """An error for each order that no unit of its power can follow, or that is refused; a warning
    for each that is followed although it can never succeed, and for money that is not there."""
    places = {id(s.order): s for section in sections.values() for s in section}
    told: dict[int, tuple[Scanned, _About]] = {
        id(about): (places[id(about.order)], about)
        for about in (*_of_units(resolution), *_of_money(resolution))
        if id(about.order) in places
    }
    if not told:
        return
    from dragoman.reports import explanations  # only now: most sheets have no such orders

    remedy = str(sheet_words(language)["mend"])
    for explanation in explanations(game.variant, resolution):
        if id(explanation.about) not in told:
            continue
        place, about = told[id(explanation.about)]
        code, refused = _judged(about)
        yield Diagnostic(
            code,
            explanation.text(language),
            remedy if refused else "",
            line=place.line,
            column=place.column,
            severity=Severity.ERROR if refused else Severity.WARNING,
        )


def _judged(about: _About) -> tuple[str, bool]:
    """The code of what became of an order, and whether it was not used at all."""
    if isinstance(about, UnusedOrder):
        return about.reason, True
    if isinstance(about, Outcome):
        return about.reason, False
    from dragoman.machiavelli import Spending

    return about.result.value, isinstance(about, Spending) and about.result.is_refused


def _of_units(resolution: Resolution) -> Iterator[Outcome | UnusedOrder]:
    """What was not used, or is followed although it can never succeed."""
    for about in (*resolution.outcomes, *resolution.unused):
        if about.reason in _SAID_BY_ORDERED_TWICE:
            continue
        if (
            isinstance(about, UnusedOrder)
            or about.reason == "route-no-path"
            or about.result in (Result.ILLEGAL, Result.FAILS, Result.EXCESS)
        ):
            yield about


def _of_money(resolution: Resolution) -> Iterator[Spending | Payment | Lending | Gift]:
    """Orders for money that are in vain whatever the others pay for and the dice say, and those
    for which there is less money or credit than they name."""
    account = resolution.account
    if account is None:
        return
    from dragoman.machiavelli import Transfer

    yield from (one for one in account.spendings if one.result.is_hopeless)
    for one in (*account.payments, *account.lendings, *account.gifts):
        if one.result is not Transfer.DONE:
            yield one
