"""Behaviour cloning: a policy learns to order what a stronger player ordered.

    python clone.py FOLDER [FOLDER ...] --variant france_austria --to duel.npz
    python clone.py FOLDER [FOLDER ...] --variant standard --to standard.pt --epochs 4

Folders are those of ``collect.py``. A policy that ends in ``.npz`` is linear and needs NumPy alone,
one in ``.pt`` is a network and needs PyTorch. After each epoch it is written as a whole; the same
command goes on where the file stands, and comes to the same as if it had never been stopped.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from choosing import picks_of, relations_of
from collect import Examples, examples_of, told_of
from command_lines import parser_of, run
from linear import LinearPolicy, hits, softmax
from playing import CENTS
from sights import Sights, look

from dragoman.env import BatchEnv
from dragoman.errors import DragomanError
from dragoman.game import find_variant

BATCH = 256
ASIDE = 20
"""One round of games out of so many is kept aside, to see how good a policy is on it."""


class Lot(NamedTuple):
    """Examples as a policy sees them."""

    sights: Sights
    picks: Any
    relations: Any
    barred: Any
    value: Any


class Shape(NamedTuple):
    """The shape of a network."""

    hidden: int = 32
    layers: int = 3
    foresees: bool = False
    """Whether it sees what dumbbots would order (see ``foresight``)."""


USUAL = Shape()


class Learner(Protocol):
    """A policy that learns from lots."""

    epochs: int
    foresees: bool

    def learn(self, lot: Lot, part: float) -> dict[str, float]:
        """Learn from a lot, ``part`` of all being done."""
        ...

    def judge(self, lot: Lot) -> dict[str, float]:
        """The same figures without learning."""
        ...

    def save(self, epochs: int, told: dict[str, Any]) -> None:
        """Write it after so many epochs."""
        ...


def lots(env: BatchEnv, examples: Examples, order: Any, foresees: bool = False) -> Iterator[Lot]:
    """Examples in some order, ``BATCH`` of them at a time, by an environment that has room for
    these."""
    for begin in range(0, len(order), BATCH):
        rows = order[begin : begin + BATCH]
        games = np.arange(len(rows))
        env.put(games, examples["position"][rows])
        sights = look(env, games, examples["power"][rows].astype(np.int64), foresees)
        picks = picks_of(sights, examples["chosen"][rows])
        relations, barred = relations_of(sights, picks)
        yield Lot(sights, picks, relations, barred, examples["value"][rows] / CENTS)


def whole(folders: list[Path]) -> tuple[Examples, Any]:
    """All examples of folders, and which are kept aside: one round of games out of so many."""
    parts, rounds = list[Examples](), 0
    for folder in folders:
        own = [*examples_of([folder])]
        for part in own:
            part["round"] += rounds
        rounds = max(int(part["round"].max()) for part in own) + 1
        parts += own
    slots = max(part["chosen"].shape[1] for part in parts)
    for part in parts:
        short = slots - part["chosen"].shape[1]
        part["chosen"] = np.pad(part["chosen"], ((0, 0), (0, short)), constant_values=-1)
    found = Examples({name: np.concatenate([part[name] for part in parts]) for name in parts[0]})
    return found, found["round"] % ASIDE == ASIDE - 1


class Linear:
    """The linear policy as a learner."""

    foresees = False

    def __init__(self, path: Path, variant: Any, rate: float) -> None:
        self.path, self.rate, self.policy = path, rate, LinearPolicy(variant)
        self.epochs = self.policy.load(path)["epochs"] if path.exists() else 0

    def learn(self, lot: Lot, part: float) -> dict[str, float]:
        rate = self.rate * (1 - 0.9 * part)
        return self.policy.learn(lot.sights, lot.picks, lot.relations, lot.barred, rate)

    def judge(self, lot: Lot) -> dict[str, float]:
        every = np.arange(len(lot.sights.slot))
        weights = self.policy.weigh(self.policy.begin(lot.sights), every, lot.relations)
        weights = np.where(lot.barred, -1e9, weights)
        chances = softmax(weights, lot.sights)[lot.picks]
        return {"loss": float(-np.log(np.maximum(chances, 1e-9)).mean()),
                "hit": hits(weights, lot.sights, lot.picks)}  # fmt: skip

    def save(self, epochs: int, told: dict[str, Any]) -> None:
        self.policy.save(self.path, {"epochs": epochs, **told})


def learner_for(path: Path, variant: Any, rate: float, seed: int, shape: Shape) -> Learner:
    """The learner of a file, as it stands or new."""
    if path.suffix == ".npz":
        return Linear(path, variant, rate or 0.03)
    if path.suffix != ".pt":
        raise DragomanError(f"{path} is no policy: name a file .npz or .pt")
    from network_learner import Cloned

    return Cloned(path, variant, rate or 0.003, seed, shape)


def clone(
    folders: list[Path],
    variant: str,
    to: Path,
    epochs: int,
    seed: int = 0,
    rate: float = 0.0,
    shape: Shape = USUAL,
) -> list[dict[str, Any]]:
    """Learn for so many epochs in all; what was seen after each that was not done before."""
    found = find_variant(variant)
    learner = learner_for(to, found, rate, seed, shape)
    examples, aside = whole(folders)
    env = BatchEnv(found, BATCH, last_year=max(told["last_year"] for told in told_of(folders)))
    seen: list[dict[str, Any]] = []
    for epoch in range(learner.epochs, epochs):
        began = time.process_time()
        order = np.random.default_rng([seed, epoch]).permutation(np.flatnonzero(~aside))
        steps = -(-len(order) // BATCH)
        learned = [
            learner.learn(lot, (epoch * steps + step) / (epochs * steps))
            for step, lot in enumerate(lots(env, examples, order, learner.foresees))
        ]
        others = lots(env, examples, np.flatnonzero(aside), learner.foresees)
        judged = [learner.judge(lot) for lot in others]
        told = {"epochs": epoch + 1, "examples": len(order), "seconds": time.process_time() - began}
        told |= {f"learned {name}": _mean(learned, name) for name in learned[0]}
        told |= {f"aside {name}": _mean(judged, name) for name in judged[0]} if judged else {}
        learner.save(epoch + 1, {"seed": seed, "examples": len(order)})
        print({name: round(one, 4) for name, one in told.items()}, flush=True)
        seen.append(told)
    return seen


def _mean(rows: list[dict[str, float]], name: str) -> float:
    return float(np.mean([row[name] for row in rows]))


def shape_arguments(parser: ArgumentParser) -> None:
    """Have a program take the shape of a network."""
    parser.add_argument("--hidden", type=int, default=USUAL.hidden, help="numbers of each area")
    parser.add_argument("--layers", type=int, default=USUAL.layers, help="how far areas hear")
    parser.add_argument("--foresees", action="store_true", help="it sees what dumbbots would do")


def shape_of(given: dict[str, Any]) -> Shape:
    """Take the shape out of the arguments of a program."""
    return Shape(*(given.pop(name) for name in Shape._fields))


def main() -> None:
    """The program."""
    parser = parser_of(__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="of collect.py")
    parser.add_argument("--variant", default="france_austria")
    parser.add_argument("--to", type=Path, required=True, help="the policy, .npz or .pt")
    parser.add_argument("--epochs", type=int, default=4, help="in all, with those that were done")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--rate", type=float, default=0.0, help="of learning; 0.03, of a network 0.003"
    )
    shape_arguments(parser)
    run(parser, lambda **given: clone(shape=shape_of(given), **given))


if __name__ == "__main__":
    main()
