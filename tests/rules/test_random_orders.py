"""Random legal orders: counted, and then one of them written. Each is as likely as the others."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from case_files import CASES
from random_turns import random_position

from dragoman.board import Terrain, Unit
from dragoman.formats import load_variant
from dragoman.game import Variant
from dragoman.rules import PRESETS, Phase, Position, RuleSet
from dragoman.rules.batch import Batch
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.legal_orders import (
    NEVER,
    count_orders,
    list_orders,
    write_orders,
)
from dragoman.rules.engine.turn import Turn
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn

NAMES = (
    *("standard", "abstraction_2", "1898", "archipelago", "white_winter"),
    *("njudge/boards/deep", "njudge/boards/manual", "njudge/boards/passes", "njudge/boards/ring"),
    "dipwork/boards/grounds",
)
"""Maps with coasts, crowds at sea, ice, high seas, gateways, railways, weak paths and own ways of
convoys."""


@cache
def variant_of(name: str) -> Variant:
    return load_variant(CASES / name if "/" in name else name)


def crowd(variant: Variant, dice: Random, most: int) -> Position:
    """Units close together, and more of them on high seas."""
    board = variant.board
    notional = (Terrain.GATEWAY, Terrain.RAILWAY)
    room = sum(p.terrain not in notional for p in board.provinces.values())
    phase = Phase.parse(f"{dice.choice('SF')}1901M")
    position = random_position(board, dice, dice.randint(1, min(room, most)), phase, 3)
    more = [
        Unit(dice.choice(list(board.powers)), "F", sea)
        for sea in board.high_seas
        for _ in range(dice.randint(0, 3))
    ]
    units = (*more, *position.units)[: len(board.provinces) - len(board.gateways)]
    return Position(phase, units, position.owners)


def turn_at(variant: Variant, position: Position, rules: RuleSet) -> Turn:
    """A turn with room to list its orders."""
    n = board_index(variant.board)
    return load_turn(n, position, n.terms(rules, variant.calendar), listed=1 << 16)


@pytest.mark.parametrize("preset", [None, "njudge", "dipwork", "nz1999"])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_counted_is_what_is_listed(name: str, preset: str | None) -> None:
    """Whether all orders are written, one of them, or none, there are as many, and the same: so
    that who draws a number draws an order."""
    variant = variant_of(name)
    rules = PRESETS[preset] if preset else variant.rule_set
    dice = Random(name)
    for _ in range(12):
        position = crowd(variant, dice, 40)
        t = turn_at(variant, position, rules)
        total = count_orders(t)
        rows = t.unit_count + t.board.gate_count
        choices = t.choices[:rows]
        assert list_orders(t) == total == sum(choices)
        found = t.found[:total]
        for row in range(rows):
            orders = found[t.starts[row] : t.starts[row + 1]]
            assert len(orders) == len(set(orders)) == choices[row]
            for number in dice.sample(range(len(orders)), min(len(orders), 5)):
                t.found_count = 0
                write_orders(t, row, number, number + 1)
                assert t.found[: t.found_count] == [orders[number]]
            write_orders(t, row, NEVER, NEVER)
            assert t.offered == choices[row]


DRAWN = 40_000
"""Random orders for each position; ``BEYOND`` is a bound that chance goes beyond once in about ten
million turns."""
BEYOND = 5.2


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("name", NAMES)
def test_every_legal_order_is_as_likely(name: str) -> None:
    """Pearson's chi-square for each unit, against the list of its legal orders."""
    variant = variant_of(name)
    dice = Random(name)
    tried = 0
    for number, rules in enumerate((variant.rule_set, *map(PRESETS.__getitem__, sorted(PRESETS)))):
        batch = Batch(variant.board, rules, len(variant.board.centers), 2, variant.calendar)
        position = crowd(variant, dice, 24)
        t = turn_at(variant, position, rules)
        list_orders(t)
        cells = batch.pack([position])
        drawn = DRAWN if number == 0 else DRAWN // 8
        codes = batch.random_orders(cells.repeat(drawn, axis=0), batch.states(drawn, seed=number))
        for row, (begin, end) in enumerate(pairwise(t.starts)):
            if begin == end:
                assert (codes[:, row] == NONE).all()
                continue
            orders, counts = np.unique(codes[:, row], return_counts=True)
            assert set(orders.tolist()) <= set(t.found[begin:end])
            expected = drawn / (end - begin)
            missing = (end - begin - len(orders)) * expected
            chi_square = ((counts - expected) ** 2 / expected).sum() + missing
            freedom = end - begin - 1
            # Wilson and Hilferty: the cube root of chi-square over its freedom is nearly normal.
            if freedom > 0:
                spread = 2 / (9 * freedom)
                assert ((chi_square / freedom) ** (1 / 3) - 1 + spread) / spread**0.5 < BEYOND
                tried += 1
    assert tried > 50


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_a_seed_names_a_game_for_any_number_of_threads() -> None:
    standard = variant_of("standard")
    games = []
    for threads in (1, 2, 3):
        batch = Batch(standard.board, RuleSet(), standard.victory_centers, threads)
        games.append(batch.play(batch.pack([standard.start] * 31), 1908, seed=5))
    for after, phases in games[1:]:
        assert np.array_equal(after, games[0][0]) and np.array_equal(phases, games[0][1])
