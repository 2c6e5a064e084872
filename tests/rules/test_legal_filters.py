"""Lists of legal orders made shorter, beside those of the plain path; games played by a policy."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from dragoman.formats import load_variant
from dragoman.orders import Convoy, Move, Support
from dragoman.rules import PhaseKind, legal_orders
from dragoman.rules.batch import Batch, convoy_pairs, helps_own, of_powers, only, play_by

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

STANDARD = load_variant("standard")
BATCH = Batch(STANDARD.board, STANDARD.rule_set, STANDARD.victory_centers)
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "programmers" / "library.md"


def some_cells(games: int, phases: int) -> np.ndarray:
    cells, states = BATCH.pack([STANDARD.start] * games), BATCH.states(games, seed=4)
    found = [cells]
    for _ in range(phases):
        cells, _ = BATCH.process(cells, BATCH.random_orders(cells, states), checked=True)
        found.append(cells)
    return BATCH.pack(
        BATCH.unpack(np.concatenate(found))
    )  # units in the sequence of the plain path


def test_the_filters_know_whom_an_order_helps() -> None:
    cells = some_cells(2, 12)
    listed = BATCH.legal_orders(cells)
    short = only(listed, helps_own(BATCH, cells, listed))
    pairs = convoy_pairs(BATCH, cells, listed)
    pair_position = np.searchsorted(listed.starts[listed.rows], pairs[:, 0], "right") - 1
    kinds, foreign, convoys = set[PhaseKind](), 0, 0
    for index, position in enumerate(BATCH.unpack(cells)):
        kinds.add(position.phase.kind)
        plain = legal_orders(STANDARD.board, position, STANDARD.rule_set)
        counts = np.diff(short.starts)[listed.rows[index] : listed.rows[index + 1]]
        if position.phase.kind is not PhaseKind.MOVEMENT:
            before = np.diff(listed.starts)[listed.rows[index] : listed.rows[index + 1]]
            assert counts.tolist() == before.tolist()
            continue
        owner = {unit.location: unit.power for unit in position.units}
        moves, carried = set(), set()
        for unit, count in zip(position.units, counts.tolist(), strict=True):
            own = 0
            for order in plain[unit]:
                helped = getattr(order, "supported", None) or getattr(order, "convoyed", None)
                own += helped is None or owner[helped.location] == unit.power
                foreign += helped is not None and owner[helped.location] != unit.power
                assert helped is None or isinstance(order, Support | Convoy)
                if isinstance(order, Convoy):
                    carried.add((unit.location, order.convoyed.location, order.target))
                elif isinstance(order, Move):
                    moves.add((unit.location, order.target, order.via_convoy))
            assert own == count
        wanted = sum(
            (army, goal, via) in moves for _, army, goal in carried for via in (False, True)
        )
        assert (pair_position == index).sum() == wanted
        convoys += wanted
    assert kinds == set(PhaseKind) and foreign > 1000 and convoys > 50


def test_the_choices_of_some_powers() -> None:
    cells = some_cells(2, 8)
    listed = BATCH.legal_orders(cells)
    mine = of_powers(listed, {2, 5})
    short = only(listed, mine)
    counts, before = np.diff(short.starts), np.diff(listed.starts)
    chosen = np.isin(listed.owners, [2, 5])
    assert (counts[chosen] == before[chosen]).all() and (counts[~chosen] == 0).all()
    assert np.array_equal(short.codes, listed.codes[mine]) and 0 < len(short.codes) < len(mine)


def test_random_orders_as_a_policy_are_random_play() -> None:
    cells = BATCH.pack([STANDARD.start] * 12)
    wanted, phases = BATCH.play(cells, 1905, seed=9)
    states = BATCH.states(12, seed=9)
    given = states.copy()
    last, counts = play_by(BATCH, BATCH.random_orders, cells, 1905, states, checked=True)
    assert np.array_equal(last[:, :5], wanted[:, :5]) and counts.tolist() == phases.tolist()
    assert BATCH.unpack(last) == BATCH.unpack(wanted)
    assert np.array_equal(states, given), "the caller's states are his"


def test_a_game_does_not_hang_on_those_beside_it() -> None:
    cells, states = BATCH.pack([STANDARD.start] * 5), BATCH.states(5, seed=2)
    together, _ = play_by(BATCH, BATCH.random_orders, cells, 1903, states)
    alone, _ = play_by(BATCH, BATCH.random_orders, cells[3:4], 1903, states[3:4])
    assert BATCH.unpack(alone) == BATCH.unpack(together[3:4])


def test_the_examples_of_the_page_run() -> None:
    text = PAGE.read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    cells = some_cells(10, 12)
    names = {"batch": BATCH, "cells": cells, "standard": STANDARD}
    names["listed"] = BATCH.legal_orders(cells)
    found = [block for block in blocks if "convoy_pairs" in block or "play_by" in block]
    for block in found:
        exec(compile(block, "docs/how-to/programmers/library.md", "exec"), names)
    assert len(found) == 2 and len(names["short"].codes) > 0
    assert len(names["last"]) == 50 and (names["phases"] > 0).all()
