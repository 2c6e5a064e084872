"""The batch path beside the plain path on maps with more than standard has."""

from random import Random

import pytest

from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Order
from dragoman.rules import PhaseKind, Position, legal_orders
from dragoman.rules.batch import Batch

pytestmark = pytest.mark.xdist_group("compiled")


def facts(position: Position):
    """What both paths tell of a position: not where a dislodged unit's attacker came from."""
    dislodged = [(driven_out.unit, driven_out.options) for driven_out in position.dislodged]
    owners = dict(position.owners)
    return position.phase, position.units, owners, dislodged, position.contested


@pytest.mark.parametrize(
    "name", ["archipelago", "isthmus", "white_winter", "chaos", "britain", "pure"]
)
def test_random_play_gives_the_same_positions(name):
    variant = load_variant(name)
    batch = Batch(variant.board, variant.rule_set, variant.victory_centers, threads=1)
    dice = Random(name)
    for _ in range(2):
        position = variant.start
        while position.phase.year < variant.first_year + 4:
            orders: dict[str, list[Order]] = {}
            for unit, choices in legal_orders(variant.board, position, variant.rule_set).items():
                for _ in range(max(position.units.count(unit), 1)):
                    if position.phase.kind is not PhaseKind.ADJUSTMENT or dice.random() < 0.5:
                        orders.setdefault(unit.power, []).append(dice.choice(choices))
            resolution = process(variant, position, orders)
            cells = batch.pack([position])
            codes = batch.pack_orders(cells, [orders])
            for checked in (True, False):
                after, _ = batch.process(cells, codes, checked=checked)
                if resolution.winners:
                    assert batch.winner(after[0]) == resolution.winners[0]
                else:
                    assert facts(batch.unpack(after)[0]) == facts(resolution.position)
            if resolution.winners:
                break
            position = resolution.position
