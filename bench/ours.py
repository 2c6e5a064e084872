"""Our side: the same turns one by one and on the batch path."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bench.turns import RULES, STANDARD, Turn
from dragoman.game import process
from dragoman.orders import Order, scan_order
from dragoman.rules import legal_orders
from dragoman.rules.batch import Batch

GAMES = 1500
"""Games that the batch plays side by side."""


def one_by_one(turns: Sequence[Turn]) -> int:
    """Judge turns; nobody looks at what became of the orders."""
    for position, orders, _ in turns:
        process(STANDARD, position, orders, RULES)
    return len(turns)


def one_by_one_read(turns: Sequence[Turn]) -> int:
    """Judge turns and look at every outcome."""
    for position, orders, _ in turns:
        for _ in process(STANDARD, position, orders, RULES).outcomes:
            pass
    return len(turns)


def one_by_one_from_text(turns: Sequence[Turn]) -> int:
    """Read orders that are texts, and judge."""
    for position, _, texts in turns:
        letter = position.phase.letter
        orders = {
            power: [scan_order(text, STANDARD.board, letter) for text in list_]  # type: ignore[arg-type]
            for power, list_ in texts.items()
        }
        process(STANDARD, position, orders, RULES)  # type: ignore[arg-type]
    return len(turns)


def legal_orders_of_each(turns: Sequence[Turn]) -> int:
    for position, _, _ in turns:
        legal_orders(STANDARD.board, position, RULES)
    return len(turns)


def play_one_by_one(seed: int, last_year: int) -> Callable[[], int]:
    """One random game after the other, a phase at a time."""
    dice = random.Random(seed)
    position = STANDARD.start

    def step() -> int:
        nonlocal position
        orders: dict[str, list[Order]] = {}
        for unit, choices in legal_orders(STANDARD.board, position, RULES).items():
            orders.setdefault(unit.power, []).append(dice.choice(choices))
        resolution = process(STANDARD, position, orders, RULES)
        over = resolution.winners or resolution.position.phase.year > last_year
        position = STANDARD.start if over else resolution.position
        return 1

    return step


def batch(threads: int) -> Batch:
    return Batch(STANDARD.board, RULES, STANDARD.victory_centers, threads)


def packed(judge: Batch, turns: Sequence[Turn], copies: int = 1) -> tuple[Any, Any]:
    """Turns as a batch judges them, so many of each. They are shuffled: the same turn many times in
    a row would be guessed by the processor."""
    cells = judge.pack([position for position, _, _ in turns])
    codes = judge.pack_orders(cells, [orders for _, orders, _ in turns])
    shuffled = np.random.default_rng(1).permutation(np.tile(np.arange(len(cells)), copies))
    return cells[shuffled], codes[shuffled]


def batch_process(judge: Batch, cells: Any, codes: Any, *, checked: bool) -> Callable[[], int]:
    """Judge packed turns; ``checked`` orders are known to be legal."""

    def work() -> int:
        judge.process(cells, codes, checked=checked)
        return len(cells)

    return work


def batch_play(judge: Batch, last_year: int) -> Callable[[], int]:
    start = np.repeat(judge.pack([STANDARD.start]), GAMES, axis=0)

    def work() -> int:
        return int(judge.play(start, last_year, seed=7)[1].sum())

    return work


def batch_legal_orders(judge: Batch, cells: Any) -> Callable[[], int]:
    def work() -> int:
        judge.legal_orders(cells)
        return len(cells)

    return work


def batch_pack(judge: Batch, turns: Sequence[Turn]) -> Callable[[], int]:
    positions = [position for position, _, _ in turns]

    def work() -> int:
        judge.pack(positions)
        return len(positions)

    return work


def batch_pack_orders(judge: Batch, turns: Sequence[Turn]) -> Callable[[], int]:
    cells = judge.pack([position for position, _, _ in turns])
    orders = [orders for _, orders, _ in turns]

    def work() -> int:
        judge.pack_orders(cells, orders)
        return len(cells)

    return work


def batch_unpack(judge: Batch, cells: Any) -> Callable[[], int]:
    def work() -> int:
        judge.unpack(cells)
        return len(cells)

    return work


def batch_copy(cells: Any) -> Callable[[], int]:
    """Copies of positions one by one, as a search makes them."""

    def work() -> int:
        for row in cells:
            row.copy()
        return len(cells)

    return work
