"""High seas: the laws that hold where any number of units stand, on both paths."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from case_files import CASES
from hypothesis import given, settings, strategies as st
from random_turns import random_position

from dragoman.board import Board, Terrain, Unit
from dragoman.formats import load_variant
from dragoman.game import Variant, process
from dragoman.orders import (
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    scan,
)
from dragoman.rules import (
    PRESETS,
    Phase,
    PhaseKind,
    PhaseResult,
    Position,
    Result,
    RuleSet,
    legal_orders,
    resolve,
)
from dragoman.rules.batch import Batch

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

DEEP = load_variant(CASES / "njudge" / "boards" / "deep")
BOARDS = {"deep": DEEP, "archipelago": load_variant("archipelago")}

STRICT = RuleSet(power_missing="invalid").with_settings("4.B.6=a")
MOVEMENT = Phase.parse("S1901M")

seeds = st.integers(0, 2**40)
boards = st.sampled_from(sorted(BOARDS))


def crowded(variant: Variant, dice: Random, most: int = 5) -> Position:
    """Units wherever they can stand, and up to so many more on each high sea."""
    board = variant.board
    position = random_position(board, dice, dice.randint(1, 12), powers=3)
    sides = dice.sample(list(board.powers), 3)
    more = [
        Unit(dice.choice(sides), "F", sea)
        for sea in board.high_seas
        for _ in range(dice.randint(0, most))
    ]
    units = [*position.units, *more]
    most_of_a_batch = len(board.provinces) - len(board.gateways)
    return replace(position, units=tuple(dice.sample(units, min(len(units), most_of_a_batch))))


def drawn(variant: Variant, position: Position, rules: RuleSet, dice: Random):
    """A legal order for each unit, rather a move than another; for an adjustment some."""
    orders: dict[str, list[Order]] = {}
    listed = list(legal_orders(variant.board, position, rules).items())
    if position.phase.kind is PhaseKind.ADJUSTMENT:
        listed = dice.sample(listed, min(len(listed), 6))
    for unit, legal in listed:
        for _ in range(max(position.units.count(unit), 1)):
            better = [o for o in legal if isinstance(o, Move)] if dice.random() < 0.4 else legal
            orders.setdefault(unit.power, []).append(dice.choice(better or legal))
    return orders


def left(settled: PhaseResult) -> tuple[object, ...]:
    out = sorted((str(d.unit), d.unit.power, d.options, d.came_from) for d in settled.dislodged)
    return Counter(settled.units), out, settled.contested


@given(seeds, boards, st.sampled_from(sorted(PRESETS)))
def test_nothing_happens_to_who_is_there(seed: int, name: str, preset: str) -> None:
    dice, variant = Random(seed), BOARDS[name]
    rules = PRESETS[preset]
    position = crowded(variant, dice)
    settled = resolve(variant.board, position, drawn(variant, position, rules, dice), rules)
    seas = set(variant.board.high_seas)
    stayed = Counter((u.power, u.kind) for u in settled.units)
    stayed.update((d.unit.power, d.unit.kind) for d in settled.dislodged)
    assert stayed == Counter((u.power, u.kind) for u in position.units)
    assert not settled.contested & seas
    assert Position(MOVEMENT, settled.units).faults(variant.board) == ()
    for outcome in settled.outcomes:
        order = outcome.treated_as
        if outcome.unit.location in seas:
            assert outcome.dislodged_by is None and outcome.cut_by is None
            assert outcome.result is not Result.CUT
        if isinstance(order, Move) and order.target in seas:
            assert outcome.result in (Result.SUCCEEDS, Result.BLOCKED, Result.ILLEGAL)
        if isinstance(order, Support) and outcome.unit.kind:
            helped_to = order.target or order.supported.location
            if helped_to in seas and outcome.result is not Result.ILLEGAL:
                assert (outcome.result, outcome.reason) == (Result.VOID, "high-sea")


@given(seeds, boards)
def test_the_sequence_of_orders_does_not_matter(seed: int, name: str) -> None:
    dice, variant = Random(seed), BOARDS[name]
    position = crowded(variant, dice)
    orders = drawn(variant, position, variant.rule_set, dice)
    settled = resolve(variant.board, position, orders, variant.rule_set)
    for _ in range(3):
        powers = dice.sample(list(orders), len(orders))
        mixed = {power: dice.sample(orders[power], len(orders[power])) for power in powers}
        again = resolve(variant.board, position, mixed, variant.rule_set)
        assert left(again) == left(settled)


@settings(max_examples=20)
@given(seeds)
def test_all_that_is_legal_is_listed(seed: int) -> None:
    """Whatever could be written for a unit is legal if it is listed, and only then."""
    dice = Random(seed)
    board = DEEP.board
    position = crowded(DEEP, dice, 2)
    position = replace(
        position, units=tuple(dice.sample(position.units, min(len(position.units), 6)))
    )
    listed = legal_orders(board, position, STRICT)
    assert [unit for unit in listed if unit.kind] == list(dict.fromkeys(position.units))
    for unit in dict.fromkeys(position.units):
        named = UnitRef(unit.location, unit.kind)
        conceivable: set[Order] = {Hold(named), *(Move(named, to) for to in board.locations)}
        for other in position.units:
            foreign = other.power if other.power != unit.power else None
            helped = UnitRef(other.location, other.kind, foreign)
            conceivable.add(Support(named, helped))
            conceivable |= {Support(named, helped, to) for to in board.locations}
            conceivable |= {Convoy(named, helped, to) for to in board.provinces}
        legal = {o for o in conceivable if is_legal(position, unit, o)}
        found = listed[unit]
        assert len(set(found)) == len(found)
        assert {o for o in found if not (isinstance(o, Move) and o.via_convoy)} == legal


def is_legal(position: Position, unit: Unit, order: Order) -> bool:
    outcomes = resolve(DEEP.board, position, {unit.power: [order]}, STRICT).outcomes
    outcome = next(o for o in outcomes if o.order is order)
    return outcome.result is not Result.ILLEGAL


@given(seeds, boards)
def test_both_paths_agree(seed: int, name: str) -> None:
    """Crowds play on for some phases; every code of a legal order is what was written."""
    dice, variant = Random(seed), BOARDS[name]
    batch = judge(name)
    position = crowded(variant, dice)
    for _ in range(4):
        orders = drawn(variant, position, variant.rule_set, dice)
        resolution = process(variant, position, orders)
        cells = batch.pack([position])
        codes = batch.pack_orders(cells, [orders])
        for checked in (True, False):
            after, results = batch.process(cells, codes, checked=checked)
            if resolution.winners:
                assert batch.winner(after[0]) == resolution.winners[0]
                return
            (got,), expected = batch.unpack(after), resolution.position
            assert (got.phase, got.units, got.owners) == (
                expected.phase,
                expected.units,
                expected.owners,
            )
            assert [(d.unit, d.options) for d in got.dislodged] == [
                (d.unit, d.options) for d in expected.dislodged
            ]
            if position.phase.kind is PhaseKind.MOVEMENT:
                told = [(o.result, o.dislodged_by is not None) for o in resolution.outcomes]
                standing = len(position.units)
                assert batch.results(results[0])[:standing] == told[:standing]
        position = resolution.position


@given(seeds, boards)
def test_the_same_orders_are_legal_on_both_paths(seed: int, name: str) -> None:
    variant, batch = BOARDS[name], judge(name)
    position = crowded(variant, Random(seed))
    cells = batch.pack([position])
    codes, starts, *_ = batch.legal_orders(cells)
    listed = legal_orders(variant.board, position, variant.rule_set)
    for unit, (begin, end) in zip(position.units, pairwise(starts.tolist()), strict=False):
        found = codes[begin:end].tolist()
        assert len(set(found)) == len(found)
        assert len(found) == len(listed[unit])
    states = batch.states(1, seed)
    for _ in range(4):
        chosen = batch.random_orders(cells, states)
        one, two = (batch.process(cells, chosen, checked=checked) for checked in (True, False))
        assert all(map(np.array_equal, one, two))
        cells = one[0]


def judge(name: str) -> Batch:
    if name not in _JUDGES:
        variant = BOARDS[name]
        _JUDGES[name] = Batch(variant.board, variant.rule_set, variant.victory_centers, 1)
    return _JUDGES[name]


_JUDGES: dict[str, Batch] = {}


def test_a_batch_has_room_for_as_many_units_as_provinces() -> None:
    units = (Unit("ARDEN", "F", "GRE"),) * 13
    with pytest.raises(ValueError, match="no room for more than 12 units"):
        judge("deep").pack([Position(MOVEMENT, units)])
    assert len(judge("deep").pack([Position(MOVEMENT, units[1:])])) == 1


def test_a_batch_takes_orders_for_units_of_a_power_in_turn() -> None:
    batch = judge("deep")
    units = (Unit("ARDEN", "F", "GRE"), Unit("ARDEN", "F", "GRE"), Unit("BYFORD", "F", "GRE"))
    cells = batch.pack([Position(MOVEMENT, units)])
    moves = [Move(UnitRef("GRE", "F"), to) for to in ("WBA", "EBA", "ISL")]
    orders = {"BYFORD": moves[:1], "ARDEN": moves[1:]}
    after, _ = batch.process(cells, batch.pack_orders(cells, [orders]))
    assert Counter(batch.unpack(after)[0].units) == Counter(
        [Unit("BYFORD", "F", "WBA"), Unit("ARDEN", "F", "EBA"), Unit("ARDEN", "F", "ISL")]
    )
    with pytest.raises(ValueError, match="no unit at GRE"):
        batch.pack_orders(cells, [{"CORRAN": moves[:1]}])


def orders_of(*texts: str) -> list[Order]:
    return [read.order for read in scan("\n".join(texts), DEEP.board, "M").orders]


TWO = (Unit("ARDEN", "F", "GRE"), Unit("ARDEN", "F", "GRE"))


@pytest.mark.parametrize(
    ("rule", "places"),
    [("first", ["EBA", "WBA"]), ("last", ["ISL", "WBA"]), ("neither", ["GRE", "WBA"])],
)
def test_an_order_too_many_is_a_second_order_of_the_last(rule: str, places: list[str]) -> None:
    orders = orders_of("F GRE-WBA", "F GRE-EBA", "F GRE-ISL")
    rules = RuleSet(two_orders=rule)
    settled = resolve(DEEP.board, Position(MOVEMENT, TWO), {"ARDEN": orders}, rules)
    assert sorted(unit.location for unit in settled.units) == places


def test_an_order_for_nobody_there_is_refused() -> None:
    position = Position(MOVEMENT, TWO)
    given = {"BYFORD": orders_of("F GRE-WBA"), "CORRAN": orders_of("F FAR-ISL")}
    settled = resolve(DEEP.board, position, given, RuleSet())
    assert [r.reason for r in settled.unused] == ["not-your-unit", "no-such-unit"]


def test_a_foreign_unit_has_to_be_named_where_the_rules_say_so() -> None:
    units = (*TWO, Unit("BYFORD", "F", "GRE"), Unit("ARDEN", "F", "ANC"))
    position = Position(MOVEMENT, units)
    rules = RuleSet(power_missing="invalid")
    for named, result in (("F GRE", Result.VOID), ("BYFORD F GRE", Result.SUCCEEDS)):
        orders = {
            "ARDEN": orders_of("F GRE H", "F GRE H", f"F ANC S {named}-WBA"),
            "BYFORD": orders_of("F GRE-WBA"),
        }
        outcomes = resolve(DEEP.board, position, orders, rules).outcomes
        assert next(o.result for o in outcomes if o.unit.location == "ANC") is result


@pytest.mark.parametrize(
    ("written", "places"),
    [
        (["F GRE H", "F ANC S F GRE-WBA"], ["ANC", "DOC", "GRE", "WBA"]),
        (["F GRE-WBA", "F ANC S F GRE-WBA"], ["ANC", "DOC", "GRE", "WBA"]),
        (["F ANC S F GRE-WBA", "F DOC S F GRE-WBA"], ["ANC", "DOC", "GRE", "WBA"]),
        (["F GRE H", "F GRE H", "F ANC S F GRE-WBA"], ["ANC", "DOC", "GRE", "GRE"]),
    ],
)
def test_a_support_implies_one_move(written: list[str], places: list[str]) -> None:
    position = Position(MOVEMENT, (*TWO, Unit("ARDEN", "F", "ANC"), Unit("ARDEN", "F", "DOC")))
    rules = RuleSet(implied_orders="yes")
    settled = resolve(DEEP.board, position, {"ARDEN": orders_of(*written)}, rules)
    assert sorted(unit.location for unit in settled.units) == places


def test_an_own_support_names_the_coast_for_one_of_two() -> None:
    """Read together (DATC 4.E.2), the coast that a support names holds for its move."""
    board = standard_with_a_high_sea()
    units = (*[Unit("RUSSIA", "F", "BAR")] * 2, Unit("RUSSIA", "F", "NWY"))
    texts = ["F BAR H", "F BAR-STP", "F NWY S F BAR-STP/NC"]
    orders = [read.order for read in scan("\n".join(texts), board, "M").orders]
    rules = RuleSet(read_together="together", coast_one_possible="fails")
    outcomes = resolve(board, Position(MOVEMENT, units), {"RUSSIA": orders}, rules).outcomes
    assert [o.moved_to for o in outcomes] == [None, "STP/NC", None]


def standard_with_a_high_sea() -> Board:
    """The standard map with a high sea for the Barents Sea."""
    board = load_variant("standard").board
    return Board(
        "deep barents",
        [
            replace(p, terrain=Terrain.HIGH_SEA) if p.key == "BAR" else p
            for p in board.provinces.values()
        ],
        board.kinds.values(),
        board.paths,
        board.powers.values(),
    )


def test_removals_of_equal_units_go_by_code() -> None:
    batch = judge("deep")
    winter = Phase.parse("W1901A")
    units = (*TWO, Unit("BYFORD", "F", "GRE"))
    position = Position(winter, units, {"BEA": "BYFORD"})
    cells = batch.pack([position])
    orders: dict[str, list[Order]] = {"ARDEN": [Remove(UnitRef("GRE", "F"))] * 2}
    after, results = batch.process(cells, batch.pack_orders(cells, [orders]))
    assert batch.unpack(after)[0].units == units[2:]
    assert [r for r, _ in batch.results(results[0])[:2]] == [Result.SUCCEEDS] * 2


def test_retreats_meet_nowhere_there() -> None:
    batch = judge("deep")
    position = Position(MOVEMENT, (
        Unit("ARDEN", "F", "ANC"), Unit("ARDEN", "F", "DOC"), Unit("BYFORD", "F", "WBA"),
        Unit("ARDEN", "F", "BEA"), Unit("ARDEN", "F", "COV"), Unit("CORRAN", "F", "EBA"),
    ))  # fmt: skip
    orders = {
        "ARDEN": orders_of("F ANC-WBA", "F DOC S F ANC-WBA", "F BEA-EBA", "F COV S F BEA-EBA")
    }
    cells, _ = batch.process(
        batch.pack([position]), batch.pack_orders(batch.pack([position]), [orders])
    )
    retreats: dict[str, list[Order]] = {
        "BYFORD": [Retreat(UnitRef("WBA", "F"), "GRE")],
        "CORRAN": [Retreat(UnitRef("EBA", "F"), "GRE")],
    }
    after, _ = batch.process(cells, batch.pack_orders(cells, [retreats]))
    there = [unit.power for unit in batch.unpack(after)[0].units if unit.location == "GRE"]
    assert there == ["BYFORD", "CORRAN"]
    retreats["CORRAN"] = [Disband(UnitRef("EBA", "F"))]
    after, _ = batch.process(cells, batch.pack_orders(cells, [retreats]))
    assert [u.power for u in batch.unpack(after)[0].units if u.location == "GRE"] == ["BYFORD"]
