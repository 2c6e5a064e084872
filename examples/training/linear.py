"""A policy without PyTorch: a sum of weights for what is true of an order, and for where it is.

It is fitted by cloning: the weights of the orders of a slot are made into chances (softmax), and
those of the orders that were chosen are raised (Adam on the cross-entropy).
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from choosing import RELATIONS
from sights import CONTEXTS, TYPES, Sights, ground_of

from dragoman.errors import DragomanError
from dragoman.files import write_atomically
from dragoman.game import Variant

_FORM = 1


class LinearPolicy:
    """Weights of types with their contexts and relations, and of types with places, by power."""

    foresees = False

    def __init__(self, variant: Variant) -> None:
        ground = ground_of(variant.board)
        self.variant = variant
        places = ground.powers * TYPES * (ground.locations + 1)
        self._shapes = {
            "contexts": (TYPES, len(CONTEXTS)),
            "relations": (TYPES, len(RELATIONS)),
            "to": (places,),
            "at": (places,),
        }
        self.weights: dict[str, Any] = {
            name: np.zeros(shape, np.float32) for name, shape in self._shapes.items()
        }
        self.moments = {name: [np.zeros_like(one)] * 2 for name, one in self.weights.items()}
        self.steps = 0

    # To play

    def begin(self, sights: Sights) -> Any:
        """The weights but for relations."""
        w, to, at = self.weights, *self._places(sights)
        return (w["contexts"][sights.type] * sights.context).sum(axis=1) + w["to"][to] + w["at"][
            at
        ], sights.type

    def weigh(self, begun: Any, chosen: Any, relations: Any) -> Any:
        """All weights of some orders."""
        weights, types = begun
        return weights[chosen] + (self.weights["relations"][types[chosen]] * relations).sum(axis=1)

    def _places(self, sights: Sights) -> tuple[Any, Any]:
        ground = sights.ground
        power = sights.situation[:, 5 : 5 + ground.powers].argmax(axis=1)[sights.seat]
        row = (power * TYPES + sights.type) * (ground.locations + 1)
        return row + sights.to, row + sights.at

    # To learn

    def learn(
        self, sights: Sights, picks: Any, relations: Any, barred: Any, rate: float
    ) -> dict[str, float]:
        """One step towards the orders that were chosen; how good it was before."""
        every = np.arange(len(sights.slot))
        weights = self.weigh(self.begin(sights), every, relations)
        chances = softmax(np.where(barred, -1e9, weights), sights)
        slope = chances.copy()
        slope[picks] -= 1
        slope /= len(picks)
        to, at = self._places(sights)
        found = {name: np.zeros_like(one) for name, one in self.weights.items()}
        np.add.at(found["contexts"], sights.type, slope[:, None] * sights.context)
        np.add.at(found["relations"], sights.type, slope[:, None] * relations)
        np.add.at(found["to"], to, slope)
        np.add.at(found["at"], at, slope)
        self._descend(found, rate)
        return {"loss": float(-np.log(np.maximum(chances[picks], 1e-9)).mean()),
                "hit": hits(chances, sights, picks)}  # fmt: skip

    def _descend(self, slopes: dict[str, Any], rate: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            first, second = self.moments[name]
            first = 0.9 * first + 0.1 * slope
            second = 0.99 * second + 0.01 * slope * slope
            self.moments[name] = [first, second]
            size = np.sqrt(second / (1 - 0.99**self.steps)) + 1e-8
            self.weights[name] -= (rate * first / (1 - 0.9**self.steps) / size).astype(np.float32)

    # Kept

    def save(self, path: Path, told: dict[str, Any]) -> None:
        """Write it and what it learned from, as a whole or not at all."""
        arrays: dict[str, Any] = dict(self.weights)
        for name, (first, second) in self.moments.items():
            arrays |= {f"{name}.first": first, f"{name}.second": second}
        head = {"form": _FORM, "variant": self.variant.name, "steps": self.steps, **told}
        held = io.BytesIO()
        np.savez_compressed(held, head=json.dumps(head), **arrays)
        write_atomically(path, held.getvalue())

    def load(self, path: Path) -> dict[str, Any]:
        """Take what was written; what it learned from.

        Raises:
            DragomanError: if it is no such file, or for another variant.
        """
        try:
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
                head = json.loads(str(held["head"]))
                arrays = {name: held[name] for name in held.files if name != "head"}
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise DragomanError(f"{path} is no policy: {error}") from None
        if head["form"] != _FORM or head["variant"] != self.variant.name:
            what = f"form {head['form']}, {head['variant']}"
            raise DragomanError(f"{path} is of {what}, not of form {_FORM}, {self.variant.name}")
        for name, shape in self._shapes.items():
            if arrays[name].shape != shape:
                raise DragomanError(
                    f"{path} is of another version: {name} has {arrays[name].shape}"
                )
            self.weights[name] = arrays[name]
            self.moments[name] = [arrays[f"{name}.first"], arrays[f"{name}.second"]]
        self.steps = head["steps"]
        return head


def softmax(weights: Any, sights: Sights) -> Any:
    """The chances of all orders, those of a slot together 1."""
    starts = sights.starts[:-1]
    most = np.maximum.reduceat(weights, starts)
    raised = np.exp(weights - most[sights.unit])
    return raised / np.add.reduceat(raised, starts)[sights.unit]


def hits(weights: Any, sights: Sights, picks: Any) -> float:
    """In how many slots the order that was chosen weighs most."""
    most = np.maximum.reduceat(weights, sights.starts[:-1])
    return float((weights[picks] >= most).mean())
