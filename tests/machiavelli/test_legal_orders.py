"""The lists of legal orders and of possible expenditures are complete, and hold nothing else."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random

import pytest
from random_campaigns import SCENARIOS, campaigns, scenario

from dragoman import Game
from dragoman.board import AUTONOMOUS, Unit, garrisoned_province, province_of
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.machiavelli import Spent, legal_orders, resolve
from dragoman.orders import (
    Besiege,
    Borrow,
    Build,
    Convert,
    Convoy,
    Disband,
    Expense,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    Order,
    Purpose,
    Remove,
    Retreat,
    Support,
    UnitRef,
    scan,
)
from dragoman.rules import PhaseKind, Position, Result, RuleSet

Listed = Mapping[Unit, Sequence[Order]]
STAYS_LEGAL = {
    "besieged",
    "city-garrisoned",
    "city-in-revolt",
    "trades-places",
    "still-besieging",
    "city-attacked",
}
"""Why legal orders for cities come to nothing because of how others stand, or of what they do."""


def positions(
    kind: PhaseKind, count: int, seed: int
) -> Iterator[tuple[Variant, RuleSet, Position]]:
    """So many positions in a kind of phase, from random games of all scenarios."""
    dice = Random(seed)
    found = 0
    while found < count:
        name = dice.choice(SCENARIOS)
        reached = [
            one for one in campaigns(name, dice.randrange(1 << 30), 4) if one[2].phase.kind is kind
        ]
        if reached:
            variant, rule_set, resolution = dice.choice(reached)
            found += 1
            yield variant, rule_set, resolution.before


def judged(variant: Variant, rule_set: RuleSet, position: Position, orders: dict[str, list[Order]]):
    calendar = variant.calendar_under(rule_set)
    return resolve(variant.board, variant.scenario, position, orders, rule_set, calendar)


def area(location: str) -> str:
    return garrisoned_province(province_of(location))


def together(variant: Variant, position: Position, dice: Random, count: int) -> Position:
    """The same position with the units left that are nearest to one of them, the autonomous ones
    somebody's."""
    near: dict[str, set[str]] = {}
    for path in variant.board.paths:
        near.setdefault(province_of(path.source), set()).add(province_of(path.target))
    at: dict[str, list[Unit]] = {}
    for unit in position.units:
        at.setdefault(area(unit.location), []).append(unit)
    places = [dice.choice(sorted(at))]
    for place in places:
        places += sorted(near[place] - set(places))
    kept = [unit for place in places for unit in at.get(place, ())][:count]
    left = [unit for unit in position.units if unit in kept]
    owner = variant.scenario.players[0]
    units = (replace(u, power=owner) if u.power == AUTONOMOUS else u for u in left)
    assert position.affairs is not None
    free = replace(position.affairs, loans={})  # who defaults is assassinated, and orders nothing
    return replace(position, units=tuple(units), affairs=free)


def conceivable(
    variant: Variant, position: Position, unit: Unit, places: list[str]
) -> Iterator[Order]:
    """Every order for these places that could be written for a unit, without "via convoy"."""
    board = variant.board
    named = UnitRef(unit.location, unit.kind)
    yield Hold(named)
    yield Besiege(named)
    yield LiftSiege(named)
    yield Disband(named)
    for kind in "AFG":
        for coast in (None, "NC", "SC"):
            yield Convert(named, kind, coast)
    for to in places:
        yield Move(named, to)
    for other in position.units:
        helped = UnitRef(other.location, other.kind)
        yield Support(named, helped)
        for to in places:
            if area(to) != area(other.location):  # that is support for a conversion as well
                yield Support(named, helped, to)
        for to in places:
            if to in board.provinces:
                yield Convoy(named, helped, to)


def places_tried(variant: Variant, position: Position, listed: Listed) -> list[str]:
    """Where orders might lead: all places that are listed, those near to a unit, and of the others
    one in seven; all of them where ``DRAGOMAN_TEST_CAMPAIGNS`` is set."""
    board = variant.board
    places = [at for at in board.locations if province_of(at) in board.provinces]
    if "DRAGOMAN_TEST_CAMPAIGNS" in os.environ:
        return places
    orders = (order for given in listed.values() for order in given)
    tos = {getattr(order, "to", None) for order in orders} - {None}
    wanted = {area(to) for to in tos} | {area(unit.location) for unit in position.units}
    near = {area(p.target) for p in board.paths if area(p.source) in wanted}
    return [at for n, at in enumerate(places) if area(at) in wanted | near or n % 7 == 0]


def tried(
    variant: Variant, rule_set: RuleSet, position: Position, listed: Listed
) -> dict[Unit, set[Order]]:
    """The conceivable orders of each unit that the judge does not call illegal."""
    legal: dict[Unit, set[Order]] = {unit: set() for unit in position.units}
    places = places_tried(variant, position, listed)
    every = (conceivable(variant, position, unit, places) for unit in position.units)
    for round_ in zip_longest(*every):
        orders: dict[str, list[Order]] = {}
        for unit, order in zip(position.units, round_, strict=True):
            orders.setdefault(unit.power, []).extend([order] if order else [])
        judgement = judged(variant, rule_set, position, orders)
        stood = {outcome.unit for outcome in judgement.result.outcomes}
        for unit, order in zip(position.units, round_, strict=True):
            if isinstance(order, Disband) and unit not in stood:
                legal[unit].add(order)
        for outcome in judgement.result.outcomes:
            order = outcome.order
            if order is not None and (
                outcome.result is not Result.ILLEGAL or outcome.reason in STAYS_LEGAL
            ):
                legal[outcome.unit].add(order)
    return legal


STRICT = ("4.B.2=b", "4.B.3=b", "4.B.4=coast-required", "4.B.6=a")
"""Rules that let no loose writing pass, so that each order can be written in one way only."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 9])
def test_all_that_is_legal_is_listed(seed: int) -> None:
    ((variant, rule_set, position),) = positions(PhaseKind.MOVEMENT, 1, seed)
    rule_set = rule_set.with_settings(*STRICT)
    position = together(variant, position, Random(seed), 5)
    listed = PLAY.of(variant).legal_orders(variant, position, rule_set)
    legal = tried(variant, rule_set, position, listed)
    assert list(listed) == list(legal)
    for unit, orders in listed.items():
        found = [o for o in orders if not (isinstance(o, Move) and o.via_convoy)]
        assert len(set(found)) == len(found)
        assert set(found) == legal[unit]


@pytest.mark.slow
def test_no_convoy_passes_from_one_coast_to_the_other() -> None:
    """A fleet on one of two coasts takes armies only from the sea there, and to it."""
    variant = scenario("machiavelli")
    rule_set = variant.rule_set.with_settings(*STRICT, "coastal_convoys=yes")
    texts = ("F PRO/NC", "F MAR", "F WGL", "F LIG", "F SAV", "A AVI", "A GEN")
    for coast in ("NC", "SC"):
        units = tuple(
            Unit("MILAN", *text.replace("NC", coast).split())
            for text in texts
            if text.split()[1] in variant.board.locations
        )
        position = replace(Game(variant, seed=1).position, units=units)
        listed = PLAY.of(variant).legal_orders(variant, position, rule_set)
        legal = tried(variant, rule_set, position, listed)
        for unit, orders in listed.items():
            found = [o for o in orders if not (isinstance(o, Move) and o.via_convoy)]
            assert set(found) == legal[unit]


def test_what_is_listed_is_read_as_it_is_written() -> None:
    for variant, rule_set, position in positions(PhaseKind.MOVEMENT, 3, 5):
        for orders in PLAY.of(variant).legal_orders(variant, position, rule_set).values():
            for order in orders:
                found = scan(str(order), variant.board)
                assert [one.order for one in found.orders] == [order]
                assert not found.diagnostics


def spent_on(
    variant: Variant, rule_set: RuleSet, position: Position, power: str, expense: Expense
) -> Spent:
    (spending,) = judged(variant, rule_set, position, {power: [expense]}).account.spendings
    return spending.result


def every_expense(variant: Variant, position: Position) -> Iterator[Expense]:
    for purpose in Purpose:
        targets: list[str | UnitRef] = list(variant.scenario.players)
        if purpose.is_for_unit:
            targets = [UnitRef(unit.location, unit.kind) for unit in position.units]
        elif purpose is not Purpose.ASSASSINATE:
            targets = [k for k in variant.board.provinces if area(k) == k]
        yield from (Expense(1, purpose, target) for target in targets)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_expenditures_listed_are_those_that_are_not_in_vain_from_the_start(seed: int) -> None:
    dice = Random(seed)
    tried_ones = Counter[Purpose]()
    for variant, thrown, reached in positions(PhaseKind.MOVEMENT, 3, seed):
        rule_set = thrown.with_settings("money=yes", "upkeep=default", "assassination=yes")
        affairs = reached.affairs
        power = dice.choice(sorted(affairs.treasuries))
        rich = replace(affairs, treasuries={**affairs.treasuries, power: 200}, loans={})
        position = replace(reached, affairs=rich)
        means = PLAY.of(variant).means(variant, position, rule_set)[power]
        assert means.treasury == 200
        listed = {one.order(1) for one in means.expenses}
        assert len(listed) == len(means.expenses)
        hopeful = {
            expense
            for expense in every_expense(variant, position)
            if not spent_on(variant, rule_set, position, power, expense).is_hopeless
        }
        assert listed == hopeful
        for one in dice.sample(means.expenses, min(20, len(means.expenses))):
            tried_ones[one.purpose] += 1
            less = one.order(1, one.minimum - 1)
            assert spent_on(variant, rule_set, position, power, less) is Spent.TOO_LITTLE
    assert len(tried_ones) > 3


@pytest.mark.slow
def test_builds_are_listed_that_some_orders_make_possible() -> None:
    built = 0
    for variant, rule_set, position in positions(PhaseKind.ADJUSTMENT, 5, 3):
        listed = PLAY.of(variant).legal_orders(variant, position, rule_set)
        for power in variant.scenario.players:
            removals: list[Order] = [
                Remove(UnitRef(unit.location, unit.kind)) for unit in position.units_of(power)
            ]
            assert rule_set.money == "no" or all(
                listed[unit] == (Maintain(UnitRef(unit.location, unit.kind)), remove)
                for unit, remove in zip(position.units_of(power), removals, strict=True)
            )
            if rule_set.money == "no":
                removals = []
            stands = variant.board.stands
            homes = {
                place for one in variant.scenario.countries.values() for place in one.provinces
            }
            for build in (Build(UnitRef(p, k)) for k in stands for p in sorted(stands[k])):
                if area(build.unit.location) not in homes or build.unit.kind[1:] in ("c", "p"):
                    continue  # they are told by whoever looks at the limits
                outcomes = judged(variant, rule_set, position, {power: [*removals, build]}).result
                (outcome,) = (o for o in outcomes.outcomes if o.order == build)
                unit = Unit(power, build.unit.kind, build.unit.location)
                assert (listed.get(unit) == (build,)) == (outcome.result is Result.SUCCEEDS)
                built += outcome.result is Result.SUCCEEDS
    assert built > 20


@pytest.mark.slow
def test_retreats_are_listed_that_come_off() -> None:
    into_cities = 0
    for variant, rule_set, position in positions(PhaseKind.RETREAT, 12, 6):
        listed = PLAY.of(variant).legal_orders(variant, position, rule_set)
        assert list(listed) == [dislodged.unit for dislodged in position.dislodged]
        for unit, orders in listed.items():
            for order in orders:
                outcomes = judged(
                    variant, rule_set, position, {unit.power: [order]}
                ).result.outcomes
                (outcome,) = (o for o in outcomes if o.unit == unit)
                wanted = Result.DISBANDS if isinstance(order, Disband) else Result.SUCCEEDS
                assert outcome.result is wanted
                into_cities += isinstance(order, Retreat) and order.is_into_city
    assert into_cities > 0


def test_a_unit_retreats_into_its_city() -> None:
    """M28: a unit that goes into the city of its province is a garrison there."""
    variant = scenario("machiavelli")
    rules = variant.rule_set.with_settings("city_retreat=always")
    units = (Unit("NAPLES", "Ac", "PAL"), Unit("TURKEY", "F", "ION"), Unit("TURKEY", "F", "BOT"))
    game = Game(variant, rules, replace(Game(variant, seed=1).position, units=units))
    game.submit("Turkey", "F ion - pal, F bot S F ion - pal")
    game.process()
    (dislodged,) = game.position.dislodged
    assert dislodged.options == ("MES", "PAL_CITY")
    (orders,) = game.legal_orders().values()
    assert list(map(str, orders)) == ["Ac Pal R Mes", "Ac Pal converts to G", "Disband Ac Pal"]
    assert not game.submit("Naples", "A pal converts to G")
    game.process()
    assert Unit("NAPLES", "Gc", "PAL_CITY") in game.position.units


def test_a_game_lists_orders_and_means() -> None:
    variant = scenario("machiavelli")
    start = Game(variant, seed=7).position
    rich = replace(start.affairs, treasuries=dict(start.affairs.treasuries) | {"MILAN": 12})
    game = Game(variant, position=replace(start, affairs=rich))
    milan = {
        str(unit): [str(order) for order in orders]
        for unit, orders in game.legal_orders("Milan").items()
    }
    assert "A Mil converts to G" in milan["A MIL"]
    assert "A Mil S G Trt" in milan["A MIL"]
    means = game.means["MILAN"]
    assert means.treasury == game.position.affairs.treasuries["MILAN"]
    assert means.credit == 25
    assert "FLORENCE" in means.receivers and "FLORENCE" in means.chits
    by_purpose = Counter(one.purpose for one in means.expenses)
    assert by_purpose[Purpose.COUNTER] and by_purpose[Purpose.BUY] and by_purpose[Purpose.REBEL]
    (bribe,) = (one for one in means.expenses if str(one.order(1)) == "expense 1: buy G Trt")
    assert (bribe.minimum, bribe.step) == (9, 3)
    assert not game.submit("Milan", [bribe.order(2, 9)])
    assert Game("standard").means == {}


def test_what_somebody_owes_is_among_the_means() -> None:
    game = Game("machiavelli", seed=7)
    game.submit("Milan", [Borrow(10, 2), Borrow(5, 1)])
    game.process()
    means = game.means["MILAN"]
    assert (means.owes, means.credit, means.falls_due) == (21, 10, 0)
    assert (
        legal_orders(
            game.variant.board,
            game.variant.scenario,
            game.position,
            game.rule_set,
            game.variant.calendar_under(game.rule_set),
        )
        == game.legal_orders()
    )
