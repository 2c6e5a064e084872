"""The legal orders that a batch lists, beside those of the plain path."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from dragoman.board import Board, Unit
from dragoman.formats import load_variant
from dragoman.game import Variant
from dragoman.orders import Waive
from dragoman.rules import PRESETS, PhaseKind, Position, RuleSet, legal_orders
from dragoman.rules.batch import Batch, LegalOrders
from dragoman.rules.judge.adjustments import builds_due
from tests.variants.samples import sample

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

CASES = Path(__file__).parents[1] / "cases"
CASE_BOARDS = ["njudge/boards/manual", "njudge/boards/passes", "njudge/boards/ring"]
GROUNDS = "dipwork/boards/grounds"
PLAYED = [name for name in sample() if not load_variant(name).board.conversions]
"""The variants that a batch plays: all but those of Machiavelli."""


def batch_of(variant: Variant, rules: RuleSet, threads: int = 1) -> Batch:
    return Batch(variant.board, rules, variant.victory_centers, threads, variant.calendar)


def positions_of(variant: Variant, batch: Batch, games: int, phases: int) -> np.ndarray:
    """The positions of some random games, of every phase that came up."""
    cells, states = batch.pack([variant.start] * games), batch.states(games, seed=2)
    found = [cells]
    for _ in range(phases):
        cells, _ = batch.process(cells, batch.random_orders(cells, states), checked=True)
        found.append(cells)
    return np.concatenate(found)


def check_same(batch: Batch, positions: list[Position], listed: LegalOrders) -> set[PhaseKind]:
    board, kinds = batch.board, set[PhaseKind]()
    for position, (first, last) in zip(positions, pairwise(listed.rows.tolist()), strict=True):
        plain = legal_orders(board, position, batch.rule_set, batch.calendar)
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            expected = [
                [order for unit, orders in plain.items() if unit.power == power for order in orders]
                for power in board.powers
            ]
            owners = list(board.powers)
            due = [builds_due(board, position, power, batch.rule_set) for power in owners]
            assert listed.dues[first:last].tolist() == due
        else:
            units = list(position.units)
            if position.phase.kind is PhaseKind.RETREAT:
                units = [out.unit for out in position.dislodged]
            gates = {gate.province for gate in board.gateways}
            keepers = {unit.location: unit for unit in plain if unit.location in gates}
            units += [
                keepers.get(gate.province, Unit("", "", ""))
                for gate in board.gateways[: last - first - len(units)]
            ]
            expected = [list(plain.get(unit, ())) for unit in units]
            owners = [unit.power for unit in units]
            assert listed.dues[first:last].tolist() == [min(len(orders), 1) for orders in expected]
        assert last - first == len(expected)
        numbers = {power: number for number, power in enumerate(board.powers)} | {"": -1}
        assert listed.owners[first:last].tolist() == [numbers[power] for power in owners]
        for row, power, orders in zip(range(first, last), owners, expected, strict=True):
            codes = listed.codes[listed.starts[row] : listed.starts[row + 1]].tolist()
            assert len(set(codes)) == len(codes) == len(orders)
            if not board.high_seas:  # else orders may be written in more than one way
                assert set(codes) == {batch.order_number(power, order) for order in orders}
        kinds.add(position.phase.kind)
    return kinds


def check(variant: Variant, rules: RuleSet, games: int = 8, phases: int = 16) -> set[PhaseKind]:
    batch = batch_of(variant, rules)
    cells = positions_of(variant, batch, games, phases)
    retreats = positions_of(variant, batch, 20 * games, phases)
    some = np.flatnonzero(batch.columns(retreats).dislodged_count)[:10]
    positions = batch.unpack(np.concatenate([cells, retreats[some]]))
    cells = batch.pack(positions)  # with the units in the positions' order
    return check_same(batch, positions, batch.legal_orders(cells))


@pytest.mark.parametrize("name", PLAYED)
def test_on_every_board(name: str) -> None:
    variant = load_variant(name)
    assert check(variant, variant.rule_set) > {PhaseKind.MOVEMENT}


@pytest.mark.parametrize("name", [*CASE_BOARDS, GROUNDS])
def test_on_the_boards_of_rule_cases(name: str) -> None:
    variant = load_variant(CASES / name)
    check(variant, variant.rule_set)


@pytest.mark.parametrize("name", [name for name in PRESETS if "machiavelli" not in name])
def test_under_every_preset(name: str) -> None:
    assert check(load_variant("standard"), PRESETS[name]) == set(PhaseKind)


def test_a_build_is_waived_only_where_the_rules_let_it() -> None:
    standard = load_variant("standard")
    for rules in (RuleSet(), RuleSet(waive_builds="no")):
        batch = batch_of(standard, rules)
        (position,) = batch.unpack(batch.pack([standard.start]))
        units = tuple(unit for unit in position.units if unit.power != "ITALY")
        winter = Position(standard.calendar.phase(4, 1901), units, position.owners)
        listed = batch.legal_orders(batch.pack([winter]))
        italy = list(BOARD.powers).index("ITALY")
        waived = batch.order_number("ITALY", Waive())
        found = listed.codes[listed.starts[italy] : listed.starts[italy + 1]].tolist()
        assert (waived in found) == (rules.waive_builds == "yes")
        assert listed.dues.tolist() == [3 * (power == italy) for power in range(len(BOARD.powers))]


BOARD: Board = load_variant("standard").board


def test_threads_and_room_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    standard = load_variant("standard")
    one, three = (batch_of(standard, RuleSet(), threads) for threads in (1, 3))
    cells = positions_of(standard, one, 40, 8)
    expected = one.legal_orders(cells)
    monkeypatch.setattr("dragoman.rules.batch.batch._LISTED_AT_ONCE", 100)
    three._listed = 100  # pyright: ignore[reportPrivateUsage]
    for got, wanted in zip(three.legal_orders(cells), expected, strict=True):
        assert np.array_equal(got, wanted)


def test_of_no_positions() -> None:
    batch = batch_of(load_variant("standard"), RuleSet())
    listed = batch.legal_orders(batch.pack([]))
    assert listed.codes.size == 0 and listed.rows.tolist() == [0] == listed.starts.tolist()
