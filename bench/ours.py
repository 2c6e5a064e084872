"""Our side of the bench: the same phases, by every path."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np

from dragoman import load_variant
from dragoman.board import Unit
from dragoman.game import process
from dragoman.orders import Move, Order, scan_order, write
from dragoman.rules import Phase, Position, RuleSet, legal_orders
from dragoman.rules.batch import Batch

STANDARD = load_variant("standard")
RULES = RuleSet(via_without_convoy="by-land")  # as the peer has it
PIPED = 8000
"""Turns in the shorter stream of those that are timed through a pipe."""
Turn = tuple[Position, dict[str, list[Order]], dict[str, list[str]]]


def replay(
    games: Sequence[Sequence[tuple[str, dict[str, list[str]], dict[str, list[str]]]]],
) -> list[Turn]:
    """The phases of the peer's games as ours: position, orders, and the orders as text."""
    turns: list[Turn] = []
    for game in games:
        position = STANDARD.start
        for phase, units, texts in game:
            stand = {str(unit) for unit in position.units}
            theirs = {u for list_ in units.values() for u in list_ if not u.startswith("*")}
            if str(position.phase) != phase or stand != theirs:
                break  # the two judged a phase differently; what follows cannot be compared
            orders: dict[str, list[Order]] = {}
            for power, list_ in texts.items():
                for text in list_:
                    order = scan_order(text, STANDARD.board, phase[-1])  # type: ignore[arg-type]
                    orders.setdefault(power, []).append(order)  # type: ignore[arg-type]
            turns.append((position, orders, texts))
            position = process(STANDARD, position, orders, RULES).position
    return turns


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """Things done a second, over at least so long."""
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        done += work()
    return done / spent


def plain_ready(turns: Sequence[Turn]) -> int:
    for position, orders, _ in turns:
        process(STANDARD, position, orders, RULES)
    return len(turns)


def plain_from_text(turns: Sequence[Turn]) -> int:
    for position, _, texts in turns:
        letter = position.phase.letter
        orders = {
            power: [scan_order(text, STANDARD.board, letter) for text in list_]  # type: ignore[arg-type]
            for power, list_ in texts.items()
        }
        process(STANDARD, position, orders, RULES)  # type: ignore[arg-type]
    return len(turns)


def through_the_pipe(turns: Sequence[Turn]) -> float:
    """Turns a second of ``dragoman resolve`` as a process of its own, once it is warm: two
    streams are timed, and what the longer one has more counts."""
    lines: list[str] = []
    for position, _, texts in turns:
        units: dict[str, list[str]] = {}
        retreats: dict[str, dict[str, list[str]]] = {}
        centers: dict[str, list[str]] = {}
        for unit in position.units:
            units.setdefault(unit.power, []).append(str(unit))
        for out in position.dislodged:
            units.setdefault(out.unit.power, []).append(str(out))
            retreats.setdefault(out.unit.power, {})[str(out.unit)] = list(out.options)
        for center, owner in position.owners.items():
            centers.setdefault(owner, []).append(center)
        turn = {"phase": str(position.phase), "units": units, "centers": centers}
        lines.append(json.dumps({**turn, "orders": texts, "retreats": retreats}) + "\n")
    command = [sys.executable, "-m", "dragoman", "resolve", "--set", "via_without_convoy=by-land"]
    spent: list[float] = []
    for copies in (PIPED // len(lines), 3 * PIPED // len(lines)):
        begin = time.perf_counter()
        subprocess.run(
            command,
            input="".join(lines) * copies,
            check=True,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        spent.append(time.perf_counter() - begin)
    more = len(lines) * (3 * PIPED // len(lines) - PIPED // len(lines))
    return more / (spent[1] - spent[0])


def plain_play(seed: int, last_year: int) -> Callable[[], int]:
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


def batch_process(judge: Batch, turns: Sequence[Turn], copies: int = 60) -> Callable[[], int]:
    cells = judge.pack([position for position, _, _ in turns])
    codes = judge.pack_orders(cells, [orders for _, orders, _ in turns])
    # shuffled: the same turn many times in a row would be guessed by the processor
    shuffled = np.random.default_rng(1).permutation(np.tile(np.arange(len(cells)), copies))
    cells, codes = cells[shuffled], codes[shuffled]

    def work() -> int:
        judge.process(cells, codes, checked=True)
        return len(cells)

    return work


def batch_play(judge: Batch, last_year: int, games: int = 1500) -> Callable[[], int]:
    start = np.repeat(judge.pack([STANDARD.start]), games, axis=0)

    def work() -> int:
        return int(judge.play(start, last_year, seed=7)[1].sum())

    return work


def crowded(count: int, seed: int) -> list[Turn]:
    """Turns full of conflict: 34 units close together, most of which attack or support."""
    dice, board, turns = random.Random(seed), STANDARD.board, list[Turn]()
    places = [(kind, place) for kind in "AF" for place in sorted(board.stands[kind])]
    while len(turns) < count:
        taken: dict[str, Unit] = {}
        hub = dice.choice(sorted(board.provinces))
        dice.shuffle(places)
        near = [p for p in places if _near(hub, p[1]) or dice.random() < 0.4]
        for kind, place in near:
            province = board.province_of[place]
            if len(taken) < 34 and province not in taken:
                taken[province] = Unit(dice.choice(tuple(board.powers)), kind, place)
        position = Position(Phase.parse("S1901M"), tuple(taken.values()))
        orders: dict[str, list[Order]] = {}
        texts: dict[str, list[str]] = {}
        for unit, choices in legal_orders(board, position, RULES).items():
            hot = [o for o in choices if isinstance(o, Move) and o.target[:3] in taken]
            order = dice.choice(hot) if hot and dice.random() < 0.5 else dice.choice(choices)
            orders.setdefault(unit.power, []).append(order)
            texts.setdefault(unit.power, []).append(write(order, "diplomacy", board))
        turns.append((position, orders, texts))
    return turns


def _near(hub: str, place: str) -> bool:
    board = STANDARD.board
    province = board.province_of[place]
    return province == hub or any(
        board.province_of[to] == hub for kind in board.kinds for to in board.reach(kind, place)
    )
