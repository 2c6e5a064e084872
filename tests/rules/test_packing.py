"""Positions and orders packed into numbers: as small as promised, and nothing lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from random_turns import random_adjustments, random_orders, random_position

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.orders import Build, Disband, Hold, Move, Order, Retreat, Support, UnitRef
from dragoman.rules import Phase, Position, RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.model.position import Dislodged
from tests.variants.samples import sample

pytestmark = pytest.mark.xdist_group("compiled")

STANDARD = load_variant("standard")
CASES = Path(__file__).parents[1] / "cases"
GROUNDS = CASES / "dipwork/boards/grounds"
PLAYED = [name for name in sample() if not load_variant(name).board.conversions]
"""The variants that a batch plays: all but those of Machiavelli."""


def batch_on(name: str | Path) -> Batch:
    variant = load_variant(name)
    return Batch(variant.board, variant.rule_set, variant.victory_centers, 1, variant.calendar)


def test_a_position_takes_190_bytes_and_an_order_four() -> None:
    batch = batch_on("standard")
    cells = batch.pack([STANDARD.start])
    assert batch.bytes_per_position == cells.nbytes == 190
    assert batch.pack_orders(cells, [{}]).itemsize == 4


@pytest.mark.parametrize("name", [*PLAYED, GROUNDS])
def test_what_is_packed_is_unpacked(name: str | Path) -> None:
    batch, dice = batch_on(name), Random(1)
    room = len(batch.board.provinces) - len(batch.board.gateways)
    sizes = [dice.randint(0, room) for _ in range(30)]
    positions = [
        random_position(batch.board, dice, size, Phase(dice.randint(-900, 2400), "F", "M"), 40)
        for size in sizes
    ]
    assert batch.unpack(batch.pack(positions)) == positions
    again = batch.pack_columns(batch.columns(batch.pack(positions)))
    assert np.array_equal(again, batch.pack(positions))


@pytest.mark.parametrize("name", ["standard", "chaos"])
def test_where_attackers_came_from_is_kept_if_next_to_the_unit(name: str) -> None:
    batch = batch_on(name)
    powers = list(batch.board.powers)
    out = [
        Dislodged(Unit(powers[-1], "A", "PAR"), (), "BUR"),
        Dislodged(Unit(powers[0], "F", "STP/NC"), (), "EDI"),
        Dislodged(Unit(powers[1], "F", "NTH"), (), None),
    ]
    standing = tuple(Unit(powers[2], "A", place) for place in ("PAR", "STP", "MUN"))
    contested = frozenset({"GAS", "BER"})
    phase = Phase.parse("F1905R")
    position = Position(phase, standing, {"PAR": powers[-1]}, tuple(out), contested)
    columns = batch.columns(batch.pack([position]))
    numbers = board_index(batch.board).location
    origins = columns.dislodged_origin[0, :3].tolist()
    by_place = dict(zip(columns.dislodged_location[0].tolist(), origins, strict=True))
    assert by_place == {
        numbers["PAR"]: numbers["BUR"],
        numbers["STP/NC"]: -1,
        numbers["NTH"]: -1,
    }
    assert np.flatnonzero(columns.contested[0]).tolist() == sorted(map(numbers.get, contested))


@pytest.mark.parametrize("name", ["standard", "britain", "abstraction_2"])
def test_many_orders_are_packed_as_each_is(name: str) -> None:
    batch, dice = batch_on(name), Random(3)
    positions = [random_position(batch.board, dice, 30) for _ in range(20)]
    orders = [random_orders(batch.board, position, dice, wild=0.2) for position in positions]
    winters = [
        replace(random_position(batch.board, dice, 20), phase=Phase.parse("W1901A"))
        for _ in range(20)
    ]
    orders += [random_adjustments(batch.board, position, dice) for position in winters]
    positions += winters
    codes = batch.pack_orders(batch.pack(positions), orders)
    for position, given, row in zip(positions, orders, codes, strict=True):
        expected = [batch.order_number(p, o) for p, list_ in given.items() for o in list_]
        if position.phase.letter == "M":
            expected = [0] * len(position.units)
            place = {unit.location: index for index, unit in enumerate(position.units)}
            for power, list_ in given.items():
                for order in list_:
                    expected[place[named(order)]] = batch.order_number(power, order)
        assert row.tolist() == expected + [-1] * (len(row) - len(expected))


def named(order: Order) -> str:
    return order.unit.location  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("phase", "order", "error", "said"),
    [
        ("S1901M", Build(UnitRef("MUN", "A")), ValueError, "belongs to an adjustment phase"),
        ("W1901A", Hold(UnitRef("MUN", "A")), ValueError, "does not belong to an adjustment"),
        ("S1901M", Hold(UnitRef("BUR")), ValueError, "no unit at BUR can be ordered"),
        ("S1901R", Disband(UnitRef("MUN")), ValueError, "no unit at MUN can be ordered"),
        ("S1901M", Move(UnitRef("MUN"), "ATLANTIS"), KeyError, "ATLANTIS"),
        ("S1901M", Support(UnitRef("MUN"), UnitRef("ATLANTIS")), KeyError, "ATLANTIS"),
        ("S1901R", Retreat(UnitRef("MUN"), "ATLANTIS"), KeyError, "ATLANTIS"),
    ],
)
def test_orders_that_cannot_be_packed(
    phase: str, order: Order, error: type[Exception], said: str
) -> None:
    batch = batch_on("standard")
    cells = batch.pack([replace(STANDARD.start, phase=Phase.parse(phase))])
    with pytest.raises(error, match=said):
        batch.pack_orders(cells, [{"GERMANY": [order]}])


def test_positions_that_cannot_be_packed() -> None:
    batch = batch_on("standard")
    with pytest.raises(ValueError, match="years go from -32768 to 32767"):
        batch.pack([replace(STANDARD.start, phase=Phase(40_000, "S", "M"))])
    with pytest.raises(ValueError, match="BUR is not a supply centre"):
        batch.pack([replace(STANDARD.start, owners={"BUR": "FRANCE"})])
    units = [Unit("FRANCE", "A", "PAR")] * 77
    with pytest.raises(ValueError, match="no room for more than 76 units"):
        batch.pack([Position(STANDARD.start.phase, tuple(units))])


def test_codes_have_to_be_as_many_as_the_units() -> None:
    batch = batch_on("standard")
    cells = batch.pack([STANDARD.start] * 2)
    codes = batch.pack_orders(cells, [{}, {}])
    with pytest.raises(ValueError, match=r"\(2, 22\) or more columns"):
        batch.process(cells, codes[:, :21])
    with pytest.raises(ValueError, match=r"\(2, 22\)"):
        batch.process(cells, codes[:1])


def test_a_board_of_many_kinds_and_powers_takes_wider_numbers() -> None:
    """Where 16 bits cannot tell all units apart, 32 do."""
    from dragoman.rules.batch.packed_form import packed_form

    tables = board_index(STANDARD.board).tables_for(RuleSet(), ice=False)
    form = packed_form(replace(tables, power_count=300))
    assert (form.cell_bits, form.cells_of_dislodged, form.owner_bits) == (32, 1, 16)
