"""Order sheets of Machiavelli."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from dragoman.board import Unit
from dragoman.game import Game, Resolution
from dragoman.game.variant import PLAY
from dragoman.games.sheet_lines import (
    InVain,
    SheetKind as AsInDiplomacy,
    SheetLines,
    sheet_words,
    written_unit,
)
from dragoman.kinds.machiavelli import scenario_of
from dragoman.machiavelli import (
    Account,
    Gift,
    Lending,
    Means,
    Payment,
    PossibleExpense,
    Transfer,
    cost_of_unit,
    upkeep_cost,
)
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Disband,
    LiftSiege,
    Move,
    Order,
    Support,
    UnitRef,
)
from dragoman.orders.order import place_text, unit_text
from dragoman.rules import Affairs, Dislodged, PhaseKind
from dragoman.words import word_file


class Sheet(AsInDiplomacy):
    """Order sheets of Machiavelli."""

    def lines(self, game: Game, language: str) -> CampaignLines:
        return CampaignLines(game, language)

    def unadjusted(
        self, game: Game, power: str, resolution: Resolution, told: Callable[[Unit], str]
    ) -> Iterable[str]:
        """The units that nothing says are maintained or removed, where that has to be said."""
        if game.rule_set.money == "no" or game.rule_set.upkeep != "ordered":
            return ()
        named = {
            outcome.unit.location
            for outcome in resolution.outcomes
            if outcome.unit.power == power and not isinstance(outcome.order, Build)
        }
        units = game.position.units_of(power)
        return (told(unit) for unit in units if unit.location not in named)

    def in_vain(self, resolution: Resolution, language: str) -> Iterator[InVain]:
        """Besides those of units, orders for money that are in vain whatever the others pay for
        and the dice say, and those for which there is less money or credit than they name."""
        yield from super().in_vain(resolution, language)
        account = resolution.account
        if account is None:
            return
        mend = str(sheet_words(language)["mend"])
        remedies = campaign_words(language)["remedies"]
        for one in account.spendings:
            code = one.result.value
            if one.result.is_refused:
                yield InVain(one, one.order, code, mend, is_refused=True)
            elif one.result.is_hopeless:
                is_short = one.is_short and code == "too-little"
                remedy = str(remedies["short" if is_short else code]).format(least=one.minimum)
                yield InVain(one, one.order, code, remedy, is_refused=False)
        for code, one in _transfers(account, resolution.before.affairs):
            lent = one.lent if isinstance(one, Lending) else 0
            is_nothing = isinstance(one, Lending) and not lent
            remedy = str(remedies["nothing-lent" if is_nothing else code]).format(lent=lent)
            yield InVain(one, one.order, code, remedy, is_refused=False)


def _transfers(
    account: Account, before: Affairs | None
) -> Iterator[tuple[str, Payment | Lending | Gift]]:
    """The payments, loans and chits that were not what was ordered, each with its code."""
    for one in account.payments:
        if one.order.to == one.power:
            continue  # which is an error, and told as one
        if one.result is not Transfer.DONE:
            yield one.result.value, one
        elif account.overpaid(one, before):
            yield "overpaid", one
    for one in (*account.lendings, *account.gifts):
        if one.result is not Transfer.DONE:
            yield one.result.value, one


# Lines of a campaign: what each unit can do, and each ducat.


def campaign_words(language: str) -> Mapping[str, Any]:
    """The words of a language: texts by their keys, those of expenditures in ``purposes``, what to
    do about money in vain in ``remedies``."""
    tables = word_file(Path(__file__).with_name("sheet_words"), language)
    return {**tables, **tables["sheet"]}


class CampaignLines(SheetLines):
    """The lines of a sheet for one phase."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        self._words = {**self._words, **campaign_words(language)}
        self._orders = game.legal_orders()
        self._means = game.means
        self._places = list(game.variant.board.provinces)

    def of_unit(self, unit: Unit) -> str:
        """The choices of a unit in a campaign, in one line."""
        deeds = "; ".join(self._deeds(self._orders.get(unit, ())))
        return f"{written_unit(self._game.variant, unit)}: {deeds}"

    def of_retreat(self, dislodged: Dislodged) -> str:
        """Where a unit can go that was dislodged."""
        inside = self._words["into_city"]
        ways = (inside if self._is_city(to) else place_text(to) for to in dislodged.options)
        told = written_unit(self._game.variant, dislodged.unit)
        return self._said("retreat", unit=told, places=", ".join(ways))

    def besides(self, power: str, ordered: Collection[str]) -> Iterator[str]:
        """The means of a power, and what it can do with them."""
        means = self._means.get(power)
        if means is None or self._game.rule_set.money == "no":
            return
        yield ", ".join(self._account(power, means))
        if self._game.phase.kind is not PhaseKind.MOVEMENT:
            return
        purse = means.treasury + means.credit
        payable = [one for one in means.expenses if one.minimum <= purse]
        if payable:
            yield self._said("expenses")
            yield from (f"  {line}" for line in self._expenses(payable))
        if dearer := len(means.expenses) - len(payable):
            yield "  " + self._said("dearer", number=dearer)
        if means.receivers and means.treasury > means.owes:  # who owes the bank pays it first
            left, to = means.treasury - means.owes, self._powers(means.receivers)
            yield self._said("payments", ducats=left, powers=to)
        if means.chits:
            yield self._said("chits", powers=self._powers(dict.fromkeys(means.chits)))
        if self._has_strait(power):
            yield self._said("straits", powers=self._powers(means.receivers))

    def of_winter(self, power: str) -> Iterator[str]:
        """The units that a power can maintain, remove and build; what of that has been ordered is
        left to the caller."""
        game, board = self._game, self._game.variant.board
        units = game.position.units_of(power)
        told = partial(written_unit, game.variant)
        if game.rule_set.money == "yes":
            yield from self.besides(power, ())
            for unit in units:
                cost = cost_of_unit(board, unit.kind)
                yield self._said("maintain", unit=told(unit), ducats=cost)
        else:
            due = PLAY.of(game.variant).builds_due(game.variant, game.position, game.rule_set)
            if (number := due.get(power, 0)) < 0:
                owned = ", ".join(map(told, units))
                yield self._said("removals", units=self._number(-number), owned=owned)
        built = [unit for unit in self._orders if unit.power == power and unit not in units]
        if game.rule_set.money == "yes":
            ducats = self._means[power].treasury if power in self._means else 0
            costs = ((unit, cost_of_unit(board, unit.kind)) for unit in built)
            possible = [f"{told(unit)} {cost}" for unit, cost in costs if cost <= ducats]
        else:
            possible = [told(unit) for unit in built]
        if possible:
            yield f"{self._said('buildable')}: {', '.join(possible)}"

    # Parts of lines.

    def _deeds(self, orders: Sequence[Order]) -> Iterator[str]:
        """The orders, those of one sort together."""
        moves = [o.target for o in orders if isinstance(o, Move) and not o.via_convoy]
        over_sea = [o.target for o in orders if isinstance(o, Move) and o.via_convoy]
        helped = [o.target or o.supported.location for o in orders if isinstance(o, Support)]
        carried = [unit_text(o.convoyed) for o in orders if isinstance(o, Convoy)]
        kinds = [_becoming(order) for order in orders if isinstance(order, Convert)]
        if moves:
            yield self._said("move", places=_places(moves))
        if over_sea:
            yield self._said("convoy_move", places=_places(over_sea))
        if helped:
            there = sorted(map(self._province, helped), key=self._place_number)
            yield self._said("support", places=_places(there))
        if carried:
            yield self._said("convoy", units=", ".join(dict.fromkeys(carried)))
        for kind, word in ((Besiege, "besiege"), (LiftSiege, "lift"), (Disband, "disband")):
            if any(isinstance(order, kind) for order in orders):
                yield self._said(word)
        if kinds:
            yield self._said("convert", kinds=self._either(kinds))

    def _account(self, power: str, means: Means) -> Iterator[str]:
        yield self._said("treasury", ducats=means.treasury)
        if self._game.phase.kind is PhaseKind.ADJUSTMENT:
            cost = upkeep_cost(self._game.variant.board, self._game.position, power)
            yield self._said("upkeep", ducats=cost)
        if means.credit:
            yield self._said("lends", ducats=means.credit)
        if means.owes:
            yield self._said("owes", ducats=means.owes)
        if means.falls_due:
            yield self._said("falls_due", ducats=means.falls_due)

    def _expenses(self, payable: Iterable[PossibleExpense]) -> Iterator[str]:
        """A line for each thing that money can be spent on, with what it takes at least."""
        by_purpose: dict[str, dict[int, list[str]]] = {}
        for one in payable:
            if isinstance(one.target, UnitRef):
                target = unit_text(one.target)
            elif one.most is not None:
                target = self._power(one.target)
            else:
                target = place_text(one.target)
            amounts = by_purpose.setdefault(one.purpose.name.lower(), {})
            amounts.setdefault(one.minimum, []).append(target)
        for purpose, amounts in by_purpose.items():
            costs = (f"{', '.join(amounts[ducats])} {ducats}" for ducats in sorted(amounts))
            yield f"{self._words['purposes'][purpose]}: {'; '.join(costs)}"

    def _has_strait(self, power: str) -> bool:
        """True if a power has a unit at the gate of a strait, or next to it."""
        gates = {strait.gate for strait in scenario_of(self._game.variant).straits}
        return any(
            unit.location.partition("/")[0] in gates for unit in self._game.position.units_of(power)
        )

    def _powers(self, keys: Iterable[str]) -> str:
        return ", ".join(map(self._power, keys))

    def _power(self, key: str) -> str:
        return self._game.variant.power_name(key, self._language)

    def _is_city(self, place: str) -> bool:
        return self._game.variant.board.provinces[place.partition("/")[0]].city_of is not None

    def _province(self, location: str) -> str:
        """The province that people name for a place: that of a city."""
        province = location.partition("/")[0]
        return self._game.variant.board.provinces[province].city_of or location

    def _place_number(self, location: str) -> tuple[int, str]:
        """Where a place comes in lists."""
        return self._places.index(location.partition("/")[0]), location


def _places(locations: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(map(place_text, locations)))


def _becoming(order: Convert) -> str:
    """The kind that a unit becomes, on which coast: ``F/nc``."""
    return f"{order.kind}/{order.coast.lower()}" if order.coast else order.kind
