"""The network as a learner: cloning for ``clone.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from clone import Lot, Shape
from network import Network, begin_with, judged, load, save

WORTH = 0.5
"""The weight of the error in the value of a game, beside that in orders."""


class Cloned:
    """A network that learns from lots."""

    def __init__(self, path: Path, variant: Any, rate: float, seed: int, shape: Shape) -> None:
        begin_with(seed)
        self.path, self.rate, self.epochs = path, rate, 0
        self.network, held = Network(variant, *shape), None
        if path.exists():
            self.network, held, head = load(path, variant)
            self.epochs = head["epochs"]
        self.foresees = self.network.foresees
        self.optimizer = torch.optim.Adam(self.network.parameters(), rate)
        if held is not None:
            self.optimizer.load_state_dict(held)

    def learn(self, lot: Lot, part: float) -> dict[str, float]:
        """A step of Adam, slower towards the end."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * (1 - 0.9 * part)
        loss, told = self._loss(lot)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        return told

    @torch.no_grad()
    def judge(self, lot: Lot) -> dict[str, float]:
        """The same without learning."""
        return self._loss(lot)[1]

    def _loss(self, lot: Lot) -> tuple[torch.Tensor, dict[str, float]]:
        seen = judged(self.network, lot.sights, lot.picks, lot.relations, lot.barred)
        value = torch.from_numpy(lot.value).float()
        wrong, off = -seen.chance.mean(), (seen.value - value).square().mean()
        told = {"loss": wrong.item(), "hit": seen.hit, "value": off.item()}
        return wrong + WORTH * off, told

    def save(self, epochs: int, told: dict[str, Any]) -> None:
        """Write it after so many epochs."""
        save(self.path, self.network, self.optimizer, {"epochs": epochs, **told})
