"""Steps a second of environments, and samples a second of data, on one core:
``python -m bench.env``.

A step is one phase of one game: judged, its legal orders listed, mask and observation written. The
actions are random legal orders, chosen in machine code and counted with it; ``AEC`` is PettingZoo's
environment of one game, a unit at a time, with a random open action from NumPy.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from bench.page import Page
from dragoman.env import (
    BatchEnv,
    SeatEnv,
    dragoman_v0,
    recorded_games,
    shards_of_games,
    write_shards,
)
from dragoman.formats import write_saved_game
from dragoman.game import Game

MILLION = 1_000_000
Rates = list[dict[str, Any]]


def rate(rates: Rates, name: str, step: Callable[[], int], seconds: float, warm: int = 20) -> None:
    """Note how often a second something happens, by processor time and by the clock, of steps that
    answer how often it did."""
    for _ in range(warm):
        step()
    begun, spent, done = time.perf_counter(), time.process_time(), 0
    while time.process_time() - spent < seconds:
        done += step()
    processor, clock = time.process_time() - spent, time.perf_counter() - begun
    found = {"name": name, "processor": done / processor, "clock": done / clock}
    rates.append(found)
    print(f"{name:44} {done / processor:12,.0f} a processor second {done / clock:12,.0f} a second")


def after(answer: int, step: Callable[[], object]) -> Callable[[], int]:
    """A step with a fixed answer."""

    def stepped() -> int:
        step()
        return answer

    return stepped


def environments(rates: Rates, seconds: float) -> None:
    """Steps, copies, seats, units ordered."""
    for variant, games in (("standard", 64), ("standard", 1024), ("france_austria", 64)):
        env = BatchEnv(variant, games, seed=1)
        name = f"BatchEnv, {variant}, {games} games: steps"
        rate(rates, name, after(games, env.step_random), seconds)
    env = BatchEnv("standard", 64, seed=1)
    rate(rates, "games saved and loaded", after(64, lambda: env.load(env.save())), seconds)
    rate(rates, "games forked", after(1, lambda: env.fork(0, [1])), seconds)
    for others in ("random", "dumbbot"):
        seats = SeatEnv("standard", 64, others=others)
        hold = np.zeros((64, seats.batch.sizes.slots), int)
        name = f"SeatEnv, 64 games, others {others}: steps"
        rate(rates, name, after(64, partial(seats.step, hold)), seconds)
    game, dice = dragoman_v0.env(variant="standard"), np.random.default_rng(1)
    game.reset(seed=1)

    def order_one() -> None:
        if not game.agents:
            game.reset()
        observation, _, ended, late, _ = game.last()
        is_out = ended or late
        game.step(None if is_out else dice.integers(int(observation["action_mask"].sum())))

    rate(rates, "AEC: units ordered", after(1, order_one), seconds)


def data(rates: Rates, seconds: float) -> None:
    """Samples of self-play, phases of saved games read and judged again, samples of these."""
    with tempfile.TemporaryDirectory() as folder:
        numbers = count()

        def written(policy: str) -> int:
            where = Path(folder) / str(next(numbers))
            write_shards(where, 64, policy, seed=1, last_year=1905)
            return sum(len(columns["power"]) for columns in shards_in(where))

        for policy in ("random", "dumbbot"):
            name = f"write_shards, {policy}: samples"
            rate(rates, name, partial(written, policy), seconds, warm=1)
        file = Path(folder) / "games.jsonl"
        file.write_text("".join(f"{write_saved_game(one)}\n" for one in random_games(16)))

        def read() -> int:
            return sum(len(one.game.history) for one in recorded_games(file) if one.game)

        rate(rates, "recorded_games: phases judged again", read, seconds, warm=1)

        def sampled() -> int:
            where = Path(folder) / str(next(numbers))
            shards_of_games(where, (one.game for one in recorded_games(file) if one.game))
            return sum(len(columns["power"]) for columns in shards_in(where))

        rate(rates, "shards_of_games: samples, reading counted", sampled, seconds, warm=1)


def shards_in(folder: Path) -> Iterator[Mapping[str, Any]]:
    """The columns of each file that was written, not looked over again."""
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as columns:
            yield {"power": columns["power"]}


def random_games(games: int) -> Iterator[Game]:
    """Games of random legal orders, to 1905."""
    env = BatchEnv("standard", games, seed=1, autoreset="disabled", last_year=1905)
    played = [Game("standard") for _ in range(games)]
    while not env.done.all():
        actions = env.draw_actions()
        for number in np.flatnonzero(~env.done):
            for place, power in enumerate(env.powers):
                slots = env.orders(int(number), power)
                chosen = actions[number, place]
                played[number].order(power, [own[k] for own, k in zip(slots, chosen, strict=False)])
            played[number].process()
        env.step(actions)
    yield from played


def lines(results: Mapping[str, Any]) -> Iterator[str]:
    """The figures as a table."""
    yield f"{results['machine']}, {results['day']}, load {results['load']:.1f} at the beginning."
    yield ""
    yield "| | a second of one core | by the clock |"
    yield "|---|---:|---:|"
    for one in results["rates"]:
        yield f"| {one['name']} | {one['processor']:,.0f} | {one['clock']:,.0f} |"
    yield ""
    samples = [one for one in results["rates"] if one["name"].endswith("dumbbot: samples")]
    for one in samples:
        seconds = MILLION / one["processor"]
        yield f"A million samples of DumbBots' games take {seconds:,.0f} seconds of one core."


PAGE = Page("reference/measured/env-bench", "reference/measured/env-bench", lines)


def main() -> None:
    """Measure, print, and with ``--page`` keep the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.env", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each is measured")
    parser.add_argument("--page", action="store_true", help="write the page and its results")
    asked, load = parser.parse_args(), os.getloadavg()[0]
    print(f"load {load:.1f}")
    rates: Rates = []
    environments(rates, asked.seconds)
    data(rates, asked.seconds)
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    day = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    if asked.page:
        PAGE.keep({"machine": machine, "day": day, "load": load, "rates": rates})


if __name__ == "__main__":
    main()
