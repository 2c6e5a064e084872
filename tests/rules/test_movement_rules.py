"""Rules of movement that only some variants have, played in plain Python and compiled: the cases of
tests/cases/movement say what they are, here random games come to the same either way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from case_files import CASES
from test_batch import check_same
from test_batch_legal_orders import batch_of, check_same as check_listed

from dragoman.board import AUTONOMOUS
from dragoman.formats import load_variant
from dragoman.game import Variant, process
from dragoman.orders import Order
from dragoman.rules import PhaseKind, Position, builds_due, legal_orders

pytestmark = [pytest.mark.xdist_group("compiled")]

BOARDS = sorted(path.name for path in (CASES / "movement" / "boards").iterdir())


def drawn(variant: Variant, position: Position, dice: Random) -> dict[str, list[Order]]:
    """Legal orders at random: for every unit, or as many builds and removals as are due."""
    given: dict[str, list[Order]] = {power: [] for power in variant.board.powers}
    rules, calendar = variant.rule_set, variant.calendar
    for unit, orders in legal_orders(variant.board, position, rules, calendar).items():
        if position.phase.kind is not PhaseKind.ADJUSTMENT:
            given[unit.power].append(dice.choice(orders))
        elif len(given[unit.power]) < abs(builds_due(variant.board, position, unit.power, rules)):
            given[unit.power].append(orders[0])
    return {power: orders for power, orders in given.items() if power != AUTONOMOUS}


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_come_to_the_same_in_plain_python_and_compiled(name: str) -> None:
    variant = load_variant(CASES / "movement" / "boards" / name)
    batch, dice = batch_of(variant, variant.rule_set), Random(7)
    positions = [variant.start] * 6
    seen: Counter[PhaseKind] = Counter()
    for _ in range(14):
        cells = batch.pack(positions)
        check_listed(batch, positions, batch.legal_orders(cells))
        orders = [drawn(variant, position, dice) for position in positions]
        after, results = batch.process(cells, batch.pack_orders(cells, orders))
        resolutions = [process(variant, p, o) for p, o in zip(positions, orders, strict=True)]
        for resolution, row, got in zip(resolutions, after, results, strict=True):
            check_same(batch, resolution, row, got)
            seen[resolution.phase.kind] += 1
        positions = [resolution.position for resolution in resolutions]
    assert seen[PhaseKind.MOVEMENT] and seen[PhaseKind.ADJUSTMENT]
