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

_OVERPAID = "overpaid"
_SHORT = "short"
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
            remedy if refused else _remedy(about, code, language),
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
    from dragoman.machiavelli import Payment, Spending, Transfer

    if isinstance(about, Payment) and about.result is Transfer.DONE:
        return _OVERPAID, False
    return about.result.value, isinstance(about, Spending) and about.result.is_refused


def _remedy(about: _About, code: str, language: str) -> str:
    """What to do about ducats that are in vain; nothing of units, whose orders may be a bluff."""
    if isinstance(about, Outcome | UnusedOrder):
        return ""
    from dragoman.machiavelli import Lending, Spending

    least, lent = 0, 0
    if isinstance(about, Spending):
        least = about.minimum
        code = _SHORT if about.is_short and code == "too-little" else code
    elif isinstance(about, Lending):
        lent = about.lent
        code = code if lent else "nothing-lent"
    return str(sheet_words(language)["remedies"][code]).format(least=least, lent=lent)


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
    for one in account.payments:
        is_whole = one.result is Transfer.DONE
        if is_whole and not account.overpaid(one, resolution.before.affairs):
            continue
        if one.order.to != one.power:  # which is an error, and told as one
            yield one
    for one in (*account.lendings, *account.gifts):
        if one.result is not Transfer.DONE:
            yield one
