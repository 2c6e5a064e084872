"""The play of Machiavelli."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from dragoman.board import GARRISON, Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.game.json_object import JsonObject
from dragoman.game.kind import DIPLOMACY_KIND
from dragoman.game.variant import LocalNames, PlayKind as AsInDiplomacy, Variant
from dragoman.kinds.machiavelli import scenario_of
from dragoman.kinds.machiavelli.affairs_reader import read_affairs
from dragoman.machiavelli.account import Account, Roll, Spending
from dragoman.machiavelli.dice_names import DiceNames
from dragoman.machiavelli.judge.begin import begin
from dragoman.machiavelli.judge.legal import legal_orders
from dragoman.machiavelli.judge.means import Means, cost_of_unit, means, units_due
from dragoman.machiavelli.judge.resolve import resolve
from dragoman.machiavelli.scenario import Scenario
from dragoman.machiavelli.sources import cited_in_machiavelli
from dragoman.orders import Order, UnitRef
from dragoman.rules import Affairs, Calendar, Orders, PhaseKind, PhaseResult, Position, RuleSet
from dragoman.words import said

_SEED_BITS: Final = 48


class Play(AsInDiplomacy):
    """The play of Machiavelli."""

    is_plain = False
    known_to = ("civil-disorder", "prince", "random")
    holds_unordered = False  # who holds by order puts rebellions down, and who has none does not
    builds_one_a_place = False
    passing_reasons = frozenset(
        {
            "assassinated",
            "besieged",
            "city-attacked",
            "city-garrisoned",
            "city-held",
            "city-in-revolt",
            "no-siege",
            "no-unit-to-help",
            "nothing-to-besiege",
            "still-besieging",
            "strait-closed",
            "trades-places",
        }
    )

    def cost_of_unit(self, board: Board, kind: str) -> int:
        return cost_of_unit(board, kind)

    def calendar(self, variant: Variant, rule_set: RuleSet) -> Calendar:
        has_summer = rule_set.summer != "no"
        return variant.calendar if has_summer else variant.calendar.without_summer()

    def begin(
        self,
        variant: Variant,
        rule_set: RuleSet,
        seed: int | None = None,
        thrown: Sequence[Roll] = (),
    ) -> tuple[Position, Account]:
        chosen = secrets.randbits(_SEED_BITS) if seed is None else seed
        board, scenario, start = variant.board, scenario_of(variant), variant.start
        year = self.calendar(variant, rule_set)
        return begin(board, scenario, start, rule_set, year, chosen, thrown)

    def judge(
        self,
        variant: Variant,
        position: Position,
        orders: Orders,
        rule_set: RuleSet,
        thrown: Sequence[Roll] = (),
    ) -> tuple[PhaseResult, Account]:
        board, scenario, year = (
            variant.board,
            scenario_of(variant),
            self.calendar(variant, rule_set),
        )
        judged = resolve(board, scenario, position, orders, rule_set, year, thrown)
        return judged.result, judged.account

    def legal_orders(
        self, variant: Variant, position: Position, rule_set: RuleSet
    ) -> dict[Unit, tuple[Order, ...]]:
        year = self.calendar(variant, rule_set)
        return legal_orders(variant.board, scenario_of(variant), position, rule_set, year)

    def means(self, variant: Variant, position: Position, rule_set: RuleSet) -> dict[str, Means]:
        year = self.calendar(variant, rule_set)
        return means(variant.board, scenario_of(variant), position, rule_set, year)

    def builds_due(
        self, variant: Variant, position: Position, rule_set: RuleSet
    ) -> Mapping[str, int]:
        if rule_set.money == "yes":
            return {}
        year = self.calendar(variant, rule_set)
        return units_due(variant.board, scenario_of(variant), position, rule_set, year)

    def orders_due(
        self, variant: Variant, position: Position, power: str, rule_set: RuleSet
    ) -> int | None:
        return None

    def most_units(self, variant: Variant) -> int | None:
        return None  # money bounds the armies, and seas carry few

    def two_orders(self, phase: PhaseKind, rule_set: RuleSet) -> str:
        return "last" if phase is PhaseKind.ADJUSTMENT else rule_set.two_orders

    def cited(self, source: str) -> str:
        return cited_in_machiavelli(source) if source else "Machiavelli"

    def spent_in_vain(
        self, variant: Variant, position: Position, account: Account
    ) -> Iterator[tuple[Order, str, bool]]:
        for spending in account.spendings:
            if spending.result.is_hopeless:
                why = _wasted(variant.board, position, spending)
                yield spending.order, why, not _may_be_helped(spending)

    def dice(self, variant: Variant) -> DiceNames:
        return DiceNames(variant.board, scenario_of(variant))

    def seed_of(self, position: Position) -> int | None:
        return None if position.affairs is None else position.affairs.seed

    def faults(self, variant: Variant, position: Position) -> tuple[Diagnostic, ...]:
        affairs = position.affairs
        return () if affairs is None else scenario_of(variant).faults_in(affairs)

    def location(self, variant: Variant, kind: str, named: str) -> str:
        """A garrison may be told by its province: ``G GEN`` is ``G GEN_CITY``."""
        city = scenario_of(variant).cities.get(named)
        return city.place if city is not None and kind[:1] == GARRISON.letter else named

    def read_affairs(self, fields: JsonObject, variant: Variant) -> Affairs:
        return read_affairs(fields.object("affairs"), variant.board, scenario_of(variant))

    def diplomacy_in(self, variant: Variant) -> Variant:
        return _diplomacy_in(variant, scenario_of(variant))


def _may_be_helped(spending: Spending) -> bool:
    """True if an expenditure lacks what others may pay, give or do first."""
    ordered = spending.order.ducats
    match spending.result.value:
        case "too-little":
            return ordered is None or ordered >= spending.minimum
        case result:
            return result in ("no-chit", "not-needed", "second-elite")


def _wasted(board: Board, position: Position, spending: Spending) -> str:
    """The reason why the ducats of an expenditure are wasted."""
    if spending.result.value != "too-little":
        reason = spending.result.value.replace("-", " ")
        return said("{why} ({source})", why=reason, source="Machiavelli, expenditures")
    least, counts, paid = spending.minimum, spending.counts, spending.paid
    ordered = spending.order.ducats
    if ordered is None or ordered >= least:
        return said(
            "it takes {least} ducats, and the treasury has {paid} for it", least=least, paid=paid
        )
    what = said("it takes {least} ducats, and {counts} count", least=least, counts=counts)
    target = spending.order.target
    if not isinstance(target, UnitRef):
        return what
    unit = next((u for u in position.units if u.location == target.location), None)
    if unit is None or len(unit.kind) == 1:
        return what
    kind = board.kinds[unit.kind].name
    return said("{what}: {unit} is a special unit ({kind})", what=what, unit=str(unit), kind=kind)


def _diplomacy_in(variant: Variant, scenario: Scenario) -> Variant:
    """The variant without what Machiavelli adds: its provinces with cities are centres, and
    garrisons, units that obey nobody and who owns the land are left out."""
    board = scenario.diplomacy
    province_of = {place: city.province for place, city in scenario.city_at.items()}
    start = variant.start
    units = tuple(u for u in start.units if u.power in board.powers and u.kind in board.kinds)
    taken = {at: owner for at, owner in start.owners.items() if owner in board.powers}
    return replace(
        variant,
        board=board,
        start=Position(start.phase, units, {province_of[at]: owner for at, owner in taken.items()}),
        center_order=tuple(province_of[at] for at in variant.center_order),
        victory_centers=variant.victory_centers or len(board.centers) // 2 + 1,
        names={
            language: LocalNames(
                {at: name for at, name in names.places.items() if at in board.province_of},
                {key: name for key, name in names.powers.items() if key in board.powers},
            )
            for language, names in variant.names.items()
        },
        colours={key: c for key, c in variant.colours.items() if key in board.powers},
        scenario=None,
        kind=DIPLOMACY_KIND,
    )
