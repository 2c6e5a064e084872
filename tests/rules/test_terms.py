"""Boards with terms of victory and builds of their own: games by lot, many at once, one by one in
machine code, and in plain Python."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from case_files import CASES

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game.variant import Variant
from dragoman.orders import Core, Order
from dragoman.rules import (
    Phase,
    PhaseKind,
    PhaseResult,
    Position,
    builds_due,
    legal_orders,
    resolve,
)
from dragoman.rules.batch import Batch
from dragoman.rules.judge.resolve import resolve_plainly

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

BOARDS = [
    f"{area}/boards/{folder.name}"
    for area in ("victory", "builds", "cores")
    for folder in sorted((CASES / area / "boards").iterdir())
]
BOARDS.append("movement/boards/straits")
TURNS = 30


@pytest.mark.parametrize("name", BOARDS)
def test_games_come_to_the_same(name: str) -> None:
    variant = load_variant(CASES / name)
    board, rules, calendar = variant.board, variant.rule_set, variant.calendar
    batch = Batch(board, rules, variant.victory_centers, 1, calendar)
    dice = Random(1)
    positions = [beginning(variant)] * 12
    for _ in range(TURNS):
        given = [drawn(variant, position, dice) for position in positions]
        cells = batch.pack(positions)
        after, _ = batch.process(cells, batch.pack_orders(cells, given))
        going_on: list[Position] = []
        for position, orders, row in zip(positions, given, after, strict=True):
            terms = rules, calendar, variant.victory_centers
            plain = resolve_plainly(board, position, orders, *terms)
            assert seen(resolve(board, position, orders, *terms)) == seen(plain)
            (at_once,) = batch.unpack(row[None])
            assert standing(at_once) == standing(plain.position)
            assert batch.winner(row) == plain.winner
            going_on.append(beginning(variant) if plain.winner else plain.position)
        positions = going_on


def beginning(variant: Variant) -> Position:
    opening = variant.board.build_terms.opening
    if opening is None:
        return variant.start
    return replace(variant.start, phase=Phase.parse(f"W{opening.year}A"), units=())


def drawn(variant: Variant, position: Position, dice: Random) -> dict[str, list[Order]]:
    """Legal orders by lot; in a winter as many as are due."""
    listed = legal_orders(variant.board, position, variant.rule_set, variant.calendar)
    found: dict[str, list[Order]] = {power: [] for power in variant.board.powers}
    left = {p: abs(builds_due(variant.board, position, p, variant.rule_set)) for p in found}
    taken: set[str] = set()
    for unit, orders in in_any_order(listed, dice):
        place = unit.location.partition("/")[0]
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            if left[unit.power] == 0 or place in taken:
                continue
            left[unit.power] -= 1
            taken.add(place)
        makes_core = isinstance(orders[-1], Core) and dice.random() < 0.7
        found[unit.power].append(orders[-1] if makes_core else dice.choice(orders))
    return found


def in_any_order(
    listed: dict[Unit, tuple[Order, ...]], dice: Random
) -> Iterator[tuple[Unit, tuple[Order, ...]]]:
    yield from dice.sample(sorted(listed.items(), key=str), len(listed))


def standing(position: Position) -> tuple[object, ...]:
    owned = dict(position.owners), position.cores, position.half_cores
    return position.phase, position.units, *owned, position.contested


def seen(result: PhaseResult) -> tuple[object, ...]:
    fates = [(str(one.order), one.result, one.reason) for one in result.outcomes]
    return standing(result.position), result.winner, fates
