"""Policies that tests measure, by their names."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from dragoman.env import BatchEnv


def last(env: BatchEnv) -> np.ndarray:
    """The last legal order of each slot."""
    return env.observation.counts - 1


def remembering(env: BatchEnv) -> np.ndarray:
    """What hangs on all that is observed, and on nothing else: also on the last movement."""
    seen = env.observation
    told = seen.board.sum(axis=(1, 2)) + 7 * seen.prev_board.sum(axis=(1, 2), dtype=np.int64)
    told = told + np.abs(seen.prev_orders).sum(axis=(1, 2)) + seen.year
    return told[:, None, None] % np.maximum(seen.counts, 1)


class Garbled:
    """Every third slot chooses what there is not; made from a text."""

    def __init__(self, text: str = "3") -> None:
        self.every = int(text)

    def __call__(self, env: BatchEnv) -> np.ndarray:
        actions = np.zeros(env.actions.shape, int)
        actions[:, :, :: self.every] = 9999
        return actions


def killer(env: BatchEnv) -> np.ndarray:
    """Ends its process once, where a file says so."""
    told = Path(os.environ.get("KILL_ME", "/nowhere/at/all"))
    if told.exists():
        told.unlink()
        os.kill(os.getpid(), 9)
    return last(env)


def broken(env: BatchEnv) -> np.ndarray:
    raise RuntimeError("no net")


def crooked(env: BatchEnv) -> np.ndarray:
    return np.zeros(3)
