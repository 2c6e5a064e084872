"""The speed of the judge on this machine."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator

from dragoman.cli.answer import waiting
from dragoman.formats import VariantError, load_variant
from dragoman.formats.records.fast_turn_lines import FastTurns, is_ready
from dragoman.game import Variant, process
from dragoman.games.requests import Answer
from dragoman.orders import Order
from dragoman.rules import Position, RuleSet, legal_orders
from dragoman.rules.batch import Batch

_LAST_YEAR = 1910
_GAMES = 2000


def compile_judge(name: str) -> Answer:
    """Compile what judges batches and long streams of a variant, and say how far that is."""
    try:
        variant = load_variant(name)
    except VariantError as error:
        return Answer(diagnostics=error.diagnostics)
    if is_ready(variant):
        return Answer("The judge is compiled already.", {"compiled": False})
    begun = time.perf_counter()
    with waiting("Compiling the judge"):
        FastTurns(variant, variant.rule_set)
    took = time.perf_counter() - begun
    return Answer(
        f"The judge is compiled; that took {took:.0f} seconds, once for this version.",
        {"compiled": True, "seconds": round(took, 1)},
    )


def bench(seconds: float) -> Answer:
    """Turns a second on both paths, each measured for so many seconds."""
    compile_judge("standard")
    variant = load_variant("standard")
    cores = os.cpu_count() or 1
    paths: dict[str, Callable[[], float]] = {
        "plain": lambda: _plain(variant, seconds),
        "plain_random_play": lambda: _plain_random_play(variant, seconds),
        "batch_1_thread": lambda: _batch(variant, seconds, 1),
        "batch_1_thread_random_play": lambda: _batch_random_play(variant, seconds, 1),
    }
    if cores > 1:
        paths["batch_all_threads"] = lambda: _batch(variant, seconds, cores)
        paths["batch_all_threads_random_play"] = lambda: _batch_random_play(variant, seconds, cores)
    measured: dict[str, float] = {}
    with waiting("Measuring") as doing:
        for number, (name, measure) in enumerate(paths.items(), 1):
            doing.tell(f"Measuring {name.replace('_', ' ')}, {number} of {len(paths)}")
            measured[name] = measure()
    lines = [f"Standard map, {cores} cores; turns a second"]
    for name, rate in measured.items():
        lines.append(f"{name.replace('_', ' '):<32}{rate:>14,.0f}")
    data = {"cores": cores, "turns_per_second": {n: round(r) for n, r in measured.items()}}
    return Answer("\n".join(lines), data)


def _plain(variant: Variant, seconds: float) -> float:
    """Judging alone, on turns of random play made beforehand."""
    played = [turn for turn, _ in zip(_random_play(variant), range(200), strict=False)]

    def judge() -> int:
        for position, orders in played:
            process(variant, position, orders)
        return len(played)

    return _rate(judge, seconds)


def _plain_random_play(variant: Variant, seconds: float) -> float:
    """Listing the legal orders, choosing among them, judging."""
    turns = _random_play(variant)

    def play() -> int:
        next(turns)
        return 1

    return _rate(play, seconds)


def _random_play(variant: Variant) -> Iterator[tuple[Position, dict[str, list[Order]]]]:
    """The turns of an endless series of games with random orders."""
    chance = random.Random(1)
    while True:
        position = variant.start
        while position.phase.year <= _LAST_YEAR:
            orders: dict[str, list[Order]] = {}
            for unit, legal in legal_orders(variant.board, position, RuleSet()).items():
                orders.setdefault(unit.power, []).append(chance.choice(legal))
            resolution = process(variant, position, orders)
            yield position, orders
            if resolution.winners:
                break
            position = resolution.position


def _batch(variant: Variant, seconds: float, threads: int) -> float:
    batch = Batch(
        variant.board, variant.rule_set, variant.victory_centers, threads, variant.calendar
    )
    start = batch.pack([variant.start] * _GAMES)
    positions, _ = batch.play(start, 1903, seed=1)
    codes = batch.random_orders(positions, batch.states(len(positions), seed=2))

    def judge() -> int:
        batch.process(positions, codes, checked=True)
        return len(positions)

    return _rate(judge, seconds)


def _batch_random_play(variant: Variant, seconds: float, threads: int) -> float:
    batch = Batch(
        variant.board, variant.rule_set, variant.victory_centers, threads, variant.calendar
    )
    start = batch.pack([variant.start] * (_GAMES // 10))

    def play() -> int:
        _, phases = batch.play(start, _LAST_YEAR, seed=3)
        return int(phases.sum())

    return _rate(play, seconds)


def _rate(run: Callable[[], int], seconds: float) -> float:
    """The turns a second of ``run`` when warm; it returns how many turns it made."""
    run()
    turns = 0
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds or turns == 0:
        turns += run()
    return turns / passed
