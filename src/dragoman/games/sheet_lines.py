"""The lines of an order sheet for a phase: what there is to order, and what was ordered in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from dragoman.board import Unit, province_of
from dragoman.game import Game, Resolution, Variant, province_ordered
from dragoman.game.kind import Facet
from dragoman.orders import Order, Support, UnitRef, write
from dragoman.orders.order import place_text, unit_text
from dragoman.quick_dataclass import dataclass
from dragoman.rules import (
    Dislodged,
    PhaseKind,
    Result,
    build_sites,
    builds_due,
    legal_orders,
)
from dragoman.words import word_file

_SAID_BY_ORDERED_TWICE = ("another-order-counts", "contradicting-orders")


@dataclass(frozen=True, slots=True)
class InVain:
    """An order that was not used at all and so ``is_refused``, or that is followed although it can
    never succeed. ``about`` is what became of it, ``remedy`` what to do about that."""

    about: object
    order: Order | None
    code: str
    remedy: str
    is_refused: bool


class SheetKind:
    """The answers of Diplomacy about sheets, and of every kind of game that gives no others."""

    def lines(self, game: Game, language: str) -> SheetLines:
        """The lines of a sheet for the phase at hand."""
        return SheetLines(game, language)

    def unadjusted(
        self, game: Game, power: str, resolution: Resolution, told: Callable[[Unit], str]
    ) -> Iterable[str]:
        """The orders that a power could still give in an adjustment phase; units are named as
        ``told``."""
        return SheetLines(game, "en").of_winter(power)

    def in_vain(self, resolution: Resolution, language: str) -> Iterator[InVain]:
        """The orders that were not used, or are followed although they can never succeed."""
        mend = str(sheet_words(language)["mend"])
        for one in resolution.outcomes:
            if one.reason not in _SAID_BY_ORDERED_TWICE and (
                one.reason == "route-no-path"
                or one.result in (Result.ILLEGAL, Result.FAILS, Result.EXCESS)
            ):
                yield InVain(one, one.order, one.reason, "", is_refused=False)
        for one in resolution.unused:
            if one.reason not in _SAID_BY_ORDERED_TWICE:
                yield InVain(one, one.order, one.reason, mend, is_refused=True)


SHEET: Final = Facet("sheet", SheetKind)


class SheetLines:
    """The lines about the orders that are due in a phase, and those that can be given."""

    def __init__(self, game: Game, language: str) -> None:
        self._game, self._language = game, language
        self._words = sheet_words(language)

    def of(self, power: str) -> Iterator[str]:
        """A line for everything that the power has yet to order."""
        game = self._game
        ordered = Counter(province_ordered(order) for order in game.orders(power))
        match game.phase.kind:
            case PhaseKind.MOVEMENT:
                for unit in game.position.units_of(power):
                    if ordered[province_of(unit.location)] == 0:
                        yield self.of_unit(unit)
                    else:  # an order is for one unit; on a high sea there may be several
                        ordered[province_of(unit.location)] -= 1
                yield from self.besides(power, ordered)
            case PhaseKind.RETREAT:
                for dislodged in game.position.dislodged:
                    unit = dislodged.unit
                    if unit.power == power and province_of(unit.location) not in ordered:
                        yield self.of_retreat(dislodged)
            case PhaseKind.ADJUSTMENT:
                yield from self.of_winter(power)

    def of_unit(self, unit: Unit) -> str:
        """The orders that a unit can be given."""
        ways = list(self._by_rail(unit))
        told = written_unit(self._game.variant, unit)
        return told + (self._said("railway", ways="; ".join(ways)) if ways else "")

    def besides(self, power: str, ordered: Collection[str]) -> Iterator[str]:
        """The orders that a power can give in a movement besides those for its units; ``ordered``
        are the provinces for which it has given orders."""
        for gatekeeper, passages in self._gatekeepers(power).items():
            if gatekeeper not in ordered and passages:
                where = written_place(self._game.variant, gatekeeper)
                yield self._said("gatekeeper", gatekeeper=where, ways=self._either(passages))

    def of_retreat(self, dislodged: Dislodged) -> str:
        """The retreats of a unit that was dislodged."""
        variant = self._game.variant
        places = ", ".join(written_place(variant, to) for to in dislodged.options)
        return self._said("retreat", unit=written_unit(variant, dislodged.unit), places=places)

    def of_winter(self, power: str) -> Iterator[str]:
        """The builds or removals that a power still owes."""
        game, variant = self._game, self._game.variant
        number = _due(game, power)
        if len(game.orders(power)) >= number:
            return
        if builds_due(variant.board, game.position, power, game.rule_set) > 0:
            homes = _free_homes(game, power)
            where = (f"{written_place(variant, home)}{self._only(home)}" for home in homes)
            yield self._said("builds", units=self._number(number), places=", ".join(where))
        else:
            owned = ", ".join(written_unit(variant, one) for one in game.position.units_of(power))
            yield self._said("removals", units=self._number(number), owned=owned)

    def _by_rail(self, unit: Unit) -> Iterator[str]:
        """The moves by rail of an army on a railway, as they are written; none for any other
        unit."""
        variant, board = self._game.variant, self._game.variant.board
        for rail in board.railways:
            if (
                self._game.rule_set.railways == "yes"
                and board.kinds[unit.kind].convoyable
                and unit.power in rail.powers
                and unit.location in rail.stops
            ):
                stops = (written_place(variant, one) for one in rail.stops if one != unit.location)
                by = written_place(variant, rail.province)
                yield f"{written_unit(variant, unit)}-{by}-{self._either(stops)}"

    def _gatekeepers(self, power: str) -> dict[str, list[str]]:
        """The gatekeepers that the power's units control, with the orders that let units pass."""
        game, variant = self._game, self._game.variant
        if game.rule_set.gateways == "no" or not variant.board.gateways:
            return {}
        listed = legal_orders(variant.board, game.position, game.rule_set, variant.calendar)
        return {
            unit.location: [
                write(order)
                for order in orders
                if isinstance(order, Support) and order.target is not None
            ]
            for unit, orders in listed.items()
            if unit.power == power and not unit.kind
        }

    def _only(self, province: str) -> str:
        """The kinds of unit that may be built in a province, where that is not everything that can
        stand there."""
        board = self._game.variant.board
        locations = board.provinces[province].locations
        possible = [(k, at) for k, ends in board.stands.items() for at in locations if at in ends]
        allowed = [(kind, at) for kind, at in possible if at in board.buildable[kind]]
        if allowed == possible:
            return ""
        texts = (
            kind if at == province else f"{kind} {written_place(self._game.variant, at)}"
            for kind, at in allowed
        )
        return self._said("only", kinds=self._either(texts))

    def _number(self, units: int) -> str:
        return self._said("a_unit") if units == 1 else self._said("units", number=units)

    def _either(self, texts: Iterable[str]) -> str:
        return f" {self._words['or']} ".join(texts)

    def _said(self, key: str, **parts: object) -> str:
        return str(self._words[key]).format(**parts)


def _due(game: Game, power: str) -> int:
    """The number of builds or removals the power can or must order."""
    due = builds_due(game.variant.board, game.position, power, game.rule_set)
    return min(due, len(_free_homes(game, power))) if due > 0 else -due


def _free_homes(game: Game, power: str) -> tuple[str, ...]:
    sites = build_sites(game.variant.board, game.position, power, game.rule_set)
    return tuple(dict.fromkeys(game.variant.board.province_of[site] for site in sites))


# Words and spelling


def sheet_words(language: str) -> Mapping[str, Any]:
    """The words of a language: texts by their keys."""
    return word_file(Path(__file__).with_name("words"), language)["sheet"]


def written_place(variant: Variant, location: str) -> str:
    """A location: ``Bud``, ``Stp/nc``, or what the variant calls it for short."""
    return variant.short_names.get(location) or place_text(location)


def written_unit(variant: Variant, unit: Unit) -> str:
    """A unit: ``A Bud``. A gatekeeper has no kind."""
    if short := variant.short_names.get(unit.location):
        return f"{unit.kind} {short}" if unit.kind else short
    return unit_text(UnitRef(unit.location, unit.kind or None))
