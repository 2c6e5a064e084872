"""The list of legal orders is complete, and holds nothing else.

Every order that could be written down for a unit is tried on ``move``: those it does not call
illegal are those that ``legal_orders`` lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, zip_longest
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from random_turns import MOVEMENT, neighbours, random_position, sites

from dragoman.board import Board, Path as Step, Terrain, Unit
from dragoman.formats import load_variant
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.rules import (
    PRESETS,
    Phase,
    Position,
    Result,
    RuleSet,
    legal_orders,
    resolve,
)

STANDARD = load_variant("standard")
BOARD = STANDARD.board
GROUNDS = load_variant(Path(__file__).parents[1] / "cases" / "dipwork" / "boards" / "grounds").board
"""With build grounds, homes of everybody, costs and points, and own ways of convoys."""

STRICT = RuleSet().with_settings("4.B.2=b", "4.B.3=b", "4.B.4=coast-required", "4.B.6=a")
"""Rules that let no loose writing pass, so that each order can be written in one way only."""

seeds = st.integers(0, 2**40)


def conceivable(board: Board, position: Position, unit: Unit) -> Iterator[Order]:
    """Every order that could be written for a unit, without "via convoy"."""
    named = UnitRef(unit.location, unit.kind)
    yield Hold(named)
    for to in board.locations:
        yield Move(named, to)
    for other in position.units:
        helped = UnitRef(other.location, other.kind)
        yield Support(named, helped)
        for to in board.locations:
            yield Support(named, helped, to)
        for to in board.provinces:
            yield Convoy(named, helped, to)


def tried(board: Board, position: Position, rules: RuleSet) -> dict[Unit, set[Order]]:
    """The conceivable orders of each unit that ``move`` does not call illegal."""
    legal: dict[Unit, set[Order]] = {unit: set() for unit in position.units}
    for round_ in zip_longest(*(conceivable(board, position, unit) for unit in position.units)):
        orders: dict[str, list[Order]] = {}
        for unit, order in zip(position.units, round_, strict=True):
            orders.setdefault(unit.power, []).extend([order] if order else [])
        for outcome in resolve(board, position, orders, rules).outcomes:
            if outcome.order is not None and outcome.result is not Result.ILLEGAL:
                legal[outcome.unit].add(outcome.order)
    return legal


def small_position(seed: int, most: int = 7) -> Position:
    """A few units close together: near a sea more often than not."""
    dice = Random(seed)
    return random_position(BOARD, dice, dice.randint(1, most), powers=2)


@pytest.mark.slow
@settings(max_examples=30)
@given(seeds)
def test_all_that_is_legal_is_listed(seed: int) -> None:
    position = small_position(seed)
    listed = legal_orders(BOARD, position, STRICT)
    legal = tried(BOARD, position, STRICT)
    assert list(listed) == list(legal)
    for unit, orders in listed.items():
        found = [o for o in orders if not (isinstance(o, Move) and o.via_convoy)]
        assert len(set(found)) == len(found)
        assert set(found) == legal[unit]


@pytest.mark.slow
@settings(max_examples=15)
@given(seeds)
def test_all_that_is_legal_is_listed_where_convoys_have_ways_of_their_own(seed: int) -> None:
    dice = Random(seed)
    armies = ("TYR", "ALB", "SPA", "BRE", "LON", "PIC", "RUH", "HOL", "POR", "GAS")
    places = dice.sample([*armies, "ADR", "MAO", "WES", "ENG", "NTH"], 7)
    units = tuple(
        Unit(dice.choice(("FRANCE", "ITALY")), "A" if place in armies else "F", place)
        for place in places
    )
    position = Position(MOVEMENT, units)
    listed = legal_orders(GROUNDS, position, STRICT)
    legal = tried(GROUNDS, position, STRICT)
    for unit, orders in listed.items():
        found = [o for o in orders if not (isinstance(o, Move) and o.via_convoy)]
        assert len(set(found)) == len(found)
        assert set(found) == legal[unit]


@given(seeds)
def test_via_convoy_is_listed_where_there_is_a_choice(seed: int) -> None:
    """``VIA`` is listed for every army that could go by land or by the fleets at sea."""
    position = small_position(seed)
    rules = RuleSet()
    listed = legal_orders(BOARD, position, rules)
    for unit, orders in listed.items():
        by_convoy = {o.target for o in orders if isinstance(o, Move) and o.via_convoy}
        carried = {
            o.target
            for other in position.units
            for o in listed[other]
            if isinstance(o, Convoy) and o.convoyed.location == unit.location
        }
        assert by_convoy == carried & set(BOARD.reach(unit.kind, unit.location))
        over_land = {o.target for o in orders if isinstance(o, Move) and not o.via_convoy}
        assert over_land == carried | set(BOARD.reach(unit.kind, unit.location))


@pytest.mark.slow
@given(seeds)
def test_convoys_are_those_that_some_route_needs(seed: int) -> None:
    """A fleet may convoy if it belongs to a set of fleets that makes a route, and of which
    none could be left out (DATC 4.E.1)."""
    dice = Random(seed)
    seas = [key for key, p in BOARD.provinces.items() if p.terrain is Terrain.WATER]
    start = dice.choice([key for key in BOARD.provinces if BOARD.is_coastal(key)])
    near = sorted(seas, key=lambda sea: (sea not in neighbours(BOARD)[start], dice.random()))
    army = Unit("ITALY", "A", start)
    position = Position(MOVEMENT, (army, *(Unit("ITALY", "F", sea) for sea in near[:7])))
    listed = legal_orders(BOARD, position, RuleSet())
    carried = {
        (sea, o.target)
        for sea in near[:7]
        for o in listed[Unit("ITALY", "F", sea)]
        if isinstance(o, Convoy)
    }
    needed: set[tuple[str, str]] = set()
    for goal in BOARD.provinces:
        if goal != start and BOARD.is_coastal(goal):
            routes: list[set[str]] = []
            for size in range(1, 8):
                for fleets in map(set, combinations(near[:7], size)):
                    if not any(r <= fleets for r in routes) and _crosses(start, goal, fleets):
                        routes.append(fleets)
            needed |= {(sea, goal) for route in routes for sea in route}
    assert carried == needed


def _crosses(start: str, goal: str, fleets: set[str]) -> bool:
    reached, edge = set[str](), {start}
    while edge:
        edge = {sea for place in edge for sea in neighbours(BOARD)[place]} & fleets - reached
        reached |= edge
    return any(goal in neighbours(BOARD)[sea] for sea in reached)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["datc", "njudge"])
def test_a_crowd_of_fleets_is_listed_the_same(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether all chains of fleets are followed, or each fleet is asked about after a few."""
    variant = load_variant("abstraction_2")
    waters = [k for k, p in variant.board.provinces.items() if p.terrain is Terrain.WATER]
    shores = [key for key in variant.board.provinces if variant.board.is_coastal(key)]
    dice = Random(preset)
    for count in range(6, 26, 2):
        units = [Unit("RUSSIA", "F", sea) for sea in dice.sample(waters, count)]
        units += [Unit("ITALY", "A", place) for place in dice.sample(shores, 5)]
        position = Position(MOVEMENT, tuple(units))
        listed: list[dict[Unit, frozenset[Order]]] = []
        for steps in (1, 40, 20_000):
            monkeypatch.setattr("dragoman.rules.engine.legal_orders.CHAINS_FOLLOWED", steps)
            found = legal_orders(variant.board, position, RuleSet.preset(preset))
            assert all(len(set(orders)) == len(orders) for orders in found.values())
            listed.append({unit: frozenset(orders) for unit, orders in found.items()})
        assert listed[0] == listed[1] == listed[2]


def test_no_unit_moves_within_its_province_on_a_board_with_a_path_there() -> None:
    across = [Step("F", one, other) for one, other in (("STP/NC", "STP/SC"), ("STP/SC", "STP/NC"))]
    board = Board(
        "across",
        BOARD.provinces.values(),
        BOARD.kinds.values(),
        [*BOARD.paths, *across],
        BOARD.powers.values(),
    )
    units = (Unit("RUSSIA", "F", "STP/NC"), Unit("RUSSIA", "A", "LVN"))
    position = Position(Phase.parse("S1901M"), units)
    listed = legal_orders(board, position, STRICT)
    assert {unit: set(orders) for unit, orders in listed.items()} == tried(board, position, STRICT)


@pytest.mark.slow
@given(seeds, st.sampled_from(sorted(PRESETS)))
def test_what_is_listed_is_legal_under_every_preset(seed: int, preset: str) -> None:
    rules = PRESETS[preset].with_settings("4.C.5=a", "4.C.6=a", "4.C.1=a", "4.C.2=a")
    dice = Random(seed)
    position = random_position(BOARD, dice, dice.randint(1, 40))
    listed = legal_orders(BOARD, position, rules)
    for _ in range(5):
        chosen = {unit: dice.choice(orders) for unit, orders in listed.items()}
        orders: dict[str, list[Order]] = {}
        for unit, order in chosen.items():
            orders.setdefault(unit.power, []).append(order)
        settled = resolve(BOARD, position, orders, rules)
        assert not settled.unused
        assert [o.order for o in settled.outcomes] == [chosen[o.unit] for o in settled.outcomes]
        assert Result.ILLEGAL not in {o.result for o in settled.outcomes}


@pytest.mark.slow
@given(seeds)
def test_all_retreats_are_listed(seed: int) -> None:
    dice = Random(seed)
    position = random_position(BOARD, dice, 30)
    listed_moves = legal_orders(BOARD, position, STRICT)
    orders: dict[str, list[Order]] = {}
    for unit, legal in listed_moves.items():
        orders.setdefault(unit.power, []).append(dice.choice(legal))
    settled = resolve(BOARD, position, orders, STRICT)
    phase = Phase.parse("S1901R")
    position = Position(phase, settled.units, {}, settled.dislodged, settled.contested)
    listed = legal_orders(BOARD, position, STRICT)
    assert list(listed) == [d.unit for d in position.dislodged]
    for unit, legal in listed.items():
        named = UnitRef(unit.location, unit.kind)
        allowed: set[Order] = {Disband(named)}
        for to in BOARD.locations:
            order = Retreat(named, to)
            outcomes = resolve(BOARD, position, {unit.power: [order]}, STRICT).outcomes
            if any(o.unit == unit and o.moved_to == to for o in outcomes):
                allowed.add(order)
        assert set(legal) == allowed and len(legal) == len(allowed)


@pytest.mark.slow
@pytest.mark.parametrize("board", [BOARD, GROUNDS], ids=["standard", "grounds"])
@settings(max_examples=15)
@given(seeds, st.sampled_from(("yes", "no")))
def test_all_adjustments_are_listed(board: Board, seed: int, waive: str) -> None:
    dice = Random(seed)
    winter = Phase.parse("W1901A")
    position = random_position(board, dice, dice.randint(1, 30), winter)
    rules = STRICT.replace(waive_builds=waive)
    listed = legal_orders(board, position, rules)
    for power in board.powers:
        near = {*board.homes[power], *board.common_homes, *dice.sample(list(board.provinces), 5)}
        near |= {board.province_of[unit.location] for unit in position.units_of(power)}
        places = [pair for province in sorted(near) for pair in sites(board)[province]]
        orders: list[Order] = [
            Waive(),
            *(Build(UnitRef(location, kind)) for kind, location in places),
        ]
        orders += [Remove(UnitRef(location, kind)) for kind, location in places]
        allowed: set[Order] = set()
        for order in orders:
            outcome = resolve(board, position, {power: [order]}, rules).outcomes[0]
            exact = isinstance(order, Waive) or outcome.unit == Unit(
                power, str(order.unit.kind), order.unit.location
            )
            if outcome.result is Result.SUCCEEDS and exact:
                allowed.add(order)
        assert {o for unit, os in listed.items() if unit.power == power for o in os} == allowed


@pytest.mark.parametrize(
    ("fleets", "armies", "goals"),
    [
        (["ENG"], ["LON"], {"BEL", "BRE", "PIC", "WAL"}),
        (["NTH", "NWG"], ["EDI"], {"BEL", "CLY", "DEN", "HOL", "LON", "NWY", "YOR"}),
        (["NTH"], ["STP"], set()),
        (["BLA", "CON"], ["SEV"], {"ANK", "ARM", "BUL", "CON", "RUM"}),
    ],
)
def test_convoys_a_person_would_count(
    fleets: list[str], armies: list[str], goals: set[str]
) -> None:
    """Fleets carry from shore to shore; a fleet in a coastal province carries nobody."""
    units = [Unit("ENGLAND", "F", at) for at in fleets] + [
        Unit("ENGLAND", "A", at) for at in armies
    ]
    position = Position(MOVEMENT, tuple(units))
    listed = legal_orders(BOARD, position, RuleSet())
    carried = {o.target for at in units for o in listed[at] if isinstance(o, Convoy)}
    assert carried == goals


def test_orders_that_are_kept_name_the_unit_that_is_there_now() -> None:
    """They are written once for a board; whose unit an order helps may be another each time."""
    rules = RuleSet(power_missing="invalid")
    board = load_variant("standard").board
    supporter = Unit("FRANCE", "A", "MAR")
    for power, kind in (("GERMANY", "A"), ("FRANCE", "A"), ("ITALY", "A"), ("GERMANY", "A")):
        position = Position(Phase.parse("S1901M"), (supporter, Unit(power, kind, "BUR")))
        named = UnitRef("BUR", kind, None if power == "FRANCE" else power)
        listed = legal_orders(board, position, rules)[supporter]
        assert {o.supported for o in listed if isinstance(o, Support)} == {named}
        again = legal_orders(board, position, rules)[supporter]
        assert all(one is other for one, other in zip(listed, again, strict=True))
    for kind in ("F", "A", "F"):
        position = Position(Phase.parse("S1901M"), (supporter, Unit("ITALY", kind, "PIE")))
        listed = legal_orders(board, position, RuleSet())[supporter]
        assert {o.supported.kind for o in listed if isinstance(o, Support)} == {kind}
