"""Learns the values of a variant from seeds, and writes their file.

    .venv/bin/python -m tools.learned [VARIANT]

It takes some five minutes of one core. The same commit makes the same file on any machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from dragoman import load_variant
from dragoman.bots.batch_play import BatchPlay
from dragoman.bots.value_files import LearnedValues, written
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from tools.learned.fitting import as_inputs, begun, fit, predicted, together
from tools.learned.games import Examples, Player, joined

ROOT: Final = Path(__file__).parents[2]
VALUES: Final = ROOT / "src" / "dragoman" / "bots" / "values"
PART: Final = 0.5
WINTERS: Final = 1
WEIGHT: Final = 3.0
"""A leaf counts for so many positions of a game: its shares are means."""
ASIDE: Final = 10
"""One lot of leaves out of so many is kept back from the fit, to see how good it is, ..."""
LOT: Final = 600
"""... with so many that follow each other, as those of one position do."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """The amounts that are learned from, and the seed that all other seeds are made of."""

    games: int = 40_000
    """Between DumbBots."""
    lots: tuple[int, ...] = (60, 120)
    """Of games with seats that search, in each round; in the first by hand-made values, then by
    what was learned in the round before."""
    roots: tuple[int, ...] = (3_000, 8_000)
    """How many positions of these are played on to leaves, the last round's before others."""
    continuations: tuple[int, ...] = (4, 6)
    """How often each leaf is played on."""
    hidden: int = 64
    epochs: tuple[int, ...] = (3, 6)
    seed: int = 1


FULL: Final = Amounts()


def learn(variant: Variant, amounts: Amounts = FULL, commit: str = "") -> LearnedValues:
    """The values of a variant, learned from games of its own."""
    seeds = iter(range(1000 * amounts.seed, 1000 * amounts.seed + 1000))
    play = BatchPlay(variant)
    tables = play.evaluator.tables
    games = Player(play).games(amounts.games, next(seeds))
    tell(f"{len(games.left):,} springs of {amounts.games:,} games")
    known = as_inputs(tables, games, 1.0)
    leaves: list[Examples] = []
    numbers: list[Any] = []
    bot = "search"
    for turn in range(len(amounts.lots)):
        player = Player(play)
        roots = player.roots(amounts.lots[turn], next(seeds), bot)
        chosen = np.random.default_rng(next(seeds)).permutation(len(roots))[: amounts.roots[turn]]
        leaves.append(player.leaves(roots[chosen], next(seeds), amounts.continuations[turn]))
        found = joined(leaves)
        tell(f"{len(found.left):,} leaves, from games of {bot!r}")
        is_aside = np.arange(len(found.left)) // LOT % ASIDE == 1
        taken = as_inputs(tables, Examples(*(one[~is_aside] for one in found)), WEIGHT)
        aside = as_inputs(tables, Examples(*(one[is_aside] for one in found)), 1.0)
        numbers = begun(tables, amounts.hidden, next(seeds))
        fit(together([known, taken]), numbers, amounts.epochs[turn], next(seeds))
        numbers = [one.astype(np.float16).astype(np.float32) for one in numbers]
        squares = aside.held.astype(float) ** 2
        by_hand = squares / np.maximum(1, squares.sum(1, keepdims=True))
        errors = (
            ((one - aside.shares) ** 2).mean() for one in (by_hand, predicted(aside, numbers))
        )
        tell("squared error of leaves kept back: by hand {:.5f}, learned {:.5f}".format(*errors))
        values = LearnedValues(*numbers, PART, WINTERS, {})
        play, bot = BatchPlay(variant, values=values), "learned"
    fitted = {
        "commit": commit,
        "seed": amounts.seed,
        "games": amounts.games,
        "lots": amounts.lots,
        "positions": len(games.left),
        "leaves": sum(len(one.left) for one in leaves),
        "continuations": amounts.continuations,
        "epochs": amounts.epochs,
    }
    return LearnedValues(*numbers, PART, WINTERS, fitted)


def tell(what: str) -> None:
    """Say how far it is, and how long the processor took."""
    print(f"{time.process_time():7.1f} s  {what}", flush=True)


def main(name: str = "standard") -> None:
    """Learn the values of a variant, and write their file."""
    git = ("git", "describe", "--always", "--dirty", "--abbrev=12")
    commit = subprocess.run(git, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    variant = load_variant(name)
    content = written(variant, learn(variant, FULL, commit.strip()))
    (VALUES / f"{variant.name}.values").write_bytes(content)
    tell(f"{variant.name}.values: {len(content):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
