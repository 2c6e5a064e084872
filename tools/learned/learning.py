"""Learns the values of a variant in rounds: games, positions played on to leaves, a fit to them."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from dragoman.bots.batch_play import BatchPlay
from dragoman.bots.value_files import LearnedValues
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from tools.learned.fitting import Inputs, as_inputs, begun, fit, in_arrays, predicted, together
from tools.learned.games import Examples, Player

ROOT: Final = Path(__file__).parents[2]
VALUES: Final = ROOT / "src" / "dragoman" / "bots" / "values"
PART: Final = 0.4
"""The part of a value that is learned, ..."""
PART_BEFORE: Final = 0.5
"""... and in the games by which it goes on to learn."""
WINTERS: Final = 1
WEIGHT: Final = 3.0
"""A leaf counts for so many positions of a game: its shares are means."""
ASIDE: Final = 10
"""One lot of leaves out of so many is kept back from the fit, to see how good it is, ..."""
LOT: Final = 600
"""... with so many that follow each other, as those of one position do."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of learning: games with seats that search, in the first round by values made by hand,
    then by what was learned in the round before; positions of theirs, played on to leaves; and a
    fit to all that there is."""

    lots: int
    """Of games, one for each power."""
    roots: int
    """How many of their positions are played on to leaves."""
    continuations: int
    """How often each leaf is played on."""
    epochs: int


@dataclass(frozen=True, slots=True)
class Amounts:
    """The amounts that are learned from, and the seed that all other seeds are made of."""

    games: int = 40_000
    """Between DumbBots."""
    rounds: tuple[Round, ...] = (Round(60, 3_600, 4, 4), Round(120, 7_200, 6, 4))
    hidden: int = 64
    seed: int = 0


FULL: Final = Amounts()
# What is added to a seed, and for each round to it.
OF_GAMES, OF_ROOTS, OF_LEAVES, OF_CHOICE, OF_NUMBERS, OF_FIT, OF_ROUND = 11, 12, 13, 5, 3, 4, 20
OF_SEED: Final = 1000


def learn(variant: Variant, amounts: Amounts = FULL, commit: str = "") -> LearnedValues:
    """The values of a variant, learned from games of its own."""
    seed = OF_SEED * amounts.seed
    play, bot = BatchPlay(variant), "search"
    tables = in_arrays(play.evaluator.tables)
    games = Player(play).games(amounts.games, seed + OF_GAMES)
    tell(f"{len(games.left):,} springs of {amounts.games:,} games")
    known = [as_inputs(tables, games, 1.0)]
    aside: list[Inputs] = []
    leaves = 0
    numbers: list[Any] = []
    for one in amounts.rounds:
        player = Player(play)
        roots = player.roots(one.lots, seed + OF_ROOTS, bot)
        chosen = np.random.default_rng(seed + OF_CHOICE).permutation(len(roots))[: one.roots]
        found = player.leaves(roots[chosen], seed + OF_LEAVES, one.continuations)
        leaves += len(found.left)
        tell(f"{len(found.left):,} leaves, from games of {bot}")
        is_aside = np.arange(len(found.left)) // LOT % ASIDE == 1
        known.append(as_inputs(tables, Examples(*(part[~is_aside] for part in found)), WEIGHT))
        aside.append(as_inputs(tables, Examples(*(part[is_aside] for part in found)), 1.0))
        numbers = begun(tables, amounts.hidden, seed + OF_NUMBERS)
        fit(together(known), numbers, one.epochs, seed + OF_FIT)
        numbers = [part.astype(np.float16).astype(np.float32) for part in numbers]
        tell_errors(together(aside), numbers)
        play = BatchPlay(variant, values=LearnedValues(*numbers, PART_BEFORE, WINTERS, {}))
        bot = "learned"
        seed += OF_ROUND
    fitted = {
        "commit": commit,
        "seed": amounts.seed,
        "games": amounts.games,
        "positions": len(games.left),
        "rounds": [asdict(one) for one in amounts.rounds],
        "leaves": leaves,
    }
    return LearnedValues(*numbers, PART, WINTERS, fitted)


def tell_errors(aside: Inputs, numbers: list[Any]) -> None:
    """Say how good the numbers are for leaves that were kept back."""
    if len(aside.left):
        squares = aside.held.astype(float) ** 2
        by_hand = squares / np.maximum(1, squares.sum(1, keepdims=True))
        errors = (
            ((one - aside.shares) ** 2).mean() for one in (by_hand, predicted(aside, numbers))
        )
        tell("squared error of leaves kept back: by hand {:.5f}, learned {:.5f}".format(*errors))


def tell(what: str) -> None:
    """Say how far it is, and how long the processor took."""
    print(f"{time.process_time():7.1f} s  {what}", flush=True)
