"""Random play on both paths: plain Python, and the batch's."""

from __future__ import annotations

from random import Random

from dragoman.game import Variant, process
from dragoman.orders import Order
from dragoman.rules import PhaseKind, Position, legal_orders
from dragoman.rules.batch import Batch


def facts(position: Position):
    """What both paths tell of a position: not where a dislodged unit's attacker came from."""
    dislodged = [(driven_out.unit, driven_out.options) for driven_out in position.dislodged]
    owners = dict(position.owners)
    return position.phase, position.units, owners, dislodged, position.contested


def play_alike(variant: Variant, dice: Random, years: int) -> None:
    """Judge random orders of some years both ways, each turn from the same position."""
    batch = Batch(
        variant.board, variant.rule_set, variant.victory_centers, 1, calendar=variant.calendar
    )
    position = variant.start
    while abs(position.phase.year - variant.first_year) < years:
        orders: dict[str, list[Order]] = {}
        legal = legal_orders(variant.board, position, variant.rule_set, variant.calendar)
        for unit, choices in legal.items():
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
                assert facts(batch.unpack(after)[0]) == facts(resolution.position), variant.name
        if resolution.winners:
            return
        position = resolution.position
