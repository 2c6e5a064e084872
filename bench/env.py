"""Steps a second of environments, on one core: python -m bench.env [SECONDS]

A step is one phase of one game: judged, its legal orders listed, mask and observation written. The
actions are random legal orders, chosen in machine code and counted with it; ``AEC`` is PettingZoo's
environment of one game, a unit at a time, with a random open action from NumPy.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from dragoman.env import BatchEnv, SeatEnv, dragoman_v0


def rate(name: str, each: int, step: Callable[[], object], seconds: float) -> None:
    """Print how often a second something happens that comes ``each`` times a step, by processor
    time and by the clock."""
    for _ in range(20):
        step()
    begun, spent, count = time.perf_counter(), time.process_time(), 0
    while time.process_time() - spent < seconds:
        step()
        count += each
    processor, clock = time.process_time() - spent, time.perf_counter() - begun
    print(
        f"{name:44} {count / processor:12,.0f} a processor second {count / clock:12,.0f} a second"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"load {os.getloadavg()[0]:.1f}")
    for variant, games in (("standard", 64), ("standard", 1024), ("france_austria", 64)):
        env = BatchEnv(variant, games, seed=1)
        rate(f"BatchEnv, {variant}, {games} games", games, env.step_random, seconds)
    env = BatchEnv("standard", 64, seed=1)
    rate("save and load, 64 games", 64, lambda: env.load(env.save()), seconds)
    rate("fork", 1, lambda: env.fork(0, [1]), seconds)
    for others in ("random", "dumbbot"):
        seats = SeatEnv("standard", 64, others=others)
        hold = np.zeros((64, seats.batch.sizes.slots), int)
        rate(f"SeatEnv, 64 games, others {others}", 64, partial(seats.step, hold), seconds)
    game, dice = dragoman_v0.env(variant="standard"), np.random.default_rng(1)
    game.reset(seed=1)

    def order_one() -> None:
        if not game.agents:
            game.reset()
        observation, _, ended, late, _ = game.last()
        is_out = ended or late
        game.step(None if is_out else dice.integers(int(observation["action_mask"].sum())))

    rate("AEC, units ordered", 1, order_one, seconds)


if __name__ == "__main__":
    main()
