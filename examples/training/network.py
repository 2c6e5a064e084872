"""A policy in PyTorch: areas hear of their neighbours, and orders are scored by where they are.

An area has the flags of ``sights``; a few layers mix each with its neighbours. An order is scored
by what came of the areas of its unit, of what it is about and of a unit that it names, by its type,
by what is true of it, and by how it goes with the orders before it. What a game is worth to the
power is estimated from all areas.
"""

from __future__ import annotations

import io
import random
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, NamedTuple

import torch
from choosing import RELATIONS
from foresight import ORDER_FLAGS
from sights import CONTEXTS, TYPES, Sights, flags_of, ground_of, numbers_of
from torch import Tensor, nn

from dragoman.errors import DragomanError
from dragoman.files import write_atomically
from dragoman.game import Variant

_FORM = 1


class Begun(NamedTuple):
    """All that is the same for each slot."""

    orders: Tensor
    """``(orders, hidden)``: of each order all but its relations."""
    value: Tensor
    """``(n,)``."""


class Network(nn.Module):
    """The network of a variant, of so many ``hidden`` numbers for each area and ``layers``."""

    def __init__(
        self, variant: Variant, hidden: int = 32, layers: int = 3, foresees: bool = False
    ) -> None:
        super().__init__()
        ground, board = ground_of(variant.board), variant.board
        self.variant, self.hidden, self.layers, self.foresees = variant, hidden, layers, foresees
        self.register_buffer("beside", torch.from_numpy(ground.beside), persistent=False)
        self.flags = nn.Linear(flags_of(board, foresees), hidden)
        self.situation = nn.Linear(numbers_of(board), hidden, bias=False)
        self.place = nn.Parameter(0.1 * torch.randn(ground.locations + 1, hidden))
        self.own = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(layers))
        self.heard = nn.ModuleList(nn.Linear(hidden, hidden, bias=False) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(hidden) for _ in range(layers + 1))
        self.named = nn.ModuleList(nn.Linear(hidden, hidden, bias=False) for _ in range(3))
        # of an order: the areas of its unit, of what it is about, of a unit that it names
        self.kind_of_order = nn.Embedding(TYPES, hidden)
        self.context = nn.Linear(len(CONTEXTS), hidden, bias=False)
        self.ahead = nn.Linear(ORDER_FLAGS, hidden, bias=False) if foresees else None
        self.relation = nn.Linear(len(RELATIONS), hidden, bias=False)
        self.score = nn.Linear(hidden, 1, bias=False)
        self.worth = nn.Sequential(nn.Linear(2 * hidden, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def begun(self, sights: Sights) -> Begun:
        """Go through the areas of some seats."""
        situation = self.situation(torch.from_numpy(sights.situation))
        x = torch.relu(self.flags(torch.from_numpy(sights.areas)) + situation[:, None] + self.place)
        for own, heard, norm in zip(self.own, self.heard, self.norms, strict=False):
            y = norm(x)
            x = x + torch.relu(own(y) + self.beside @ heard(y))
        x = self.norms[-1](x)
        value = self.worth(torch.cat([x.mean(dim=1), situation], dim=1))[:, 0]
        n, width, hidden = x.shape
        seat = torch.from_numpy(sights.seat)
        orders = self.kind_of_order(torch.from_numpy(sights.type))
        orders = orders + self.context(torch.from_numpy(sights.context))
        if self.ahead is not None:
            orders = orders + self.ahead(torch.from_numpy(sights.foresight))
        for layer, where in zip(self.named, (sights.at, sights.to, sights.other), strict=True):
            places = seat * width + torch.from_numpy(where)
            orders = orders + layer(x).reshape(n * width, hidden)[places]
        return Begun(orders, value)

    def weighed(self, begun: Begun, orders: Tensor, relations: Tensor) -> Tensor:
        """The weights of some orders."""
        return self.score(torch.relu(begun.orders[orders] + self.relation(relations)))[:, 0]

    # To play, as ``choosing.Policy``

    @torch.no_grad()
    def begin(self, sights: Sights) -> Begun:
        """The same, to play by."""
        return self.begun(sights)

    @torch.no_grad()
    def weigh(self, begun: Begun, chosen: Any, relations: Any) -> Any:
        """The weights of some orders, in NumPy."""
        return self.weighed(begun, torch.from_numpy(chosen), torch.from_numpy(relations)).numpy()


class Judged(NamedTuple):
    """The opinion of a network on orders that were chosen."""

    chance: Tensor
    """``(slots that can choose,)``: the logarithm of the chance of each order chosen."""
    entropy: Tensor
    """``(slots that can choose,)``."""
    hit: float
    """In how many slots the order weighs most."""
    value: Tensor
    """``(n,)``."""


def judged(network: Network, sights: Sights, picks: Any, relations: Any, barred: Any) -> Judged:
    """Judge the orders chosen, one for each slot that can choose."""
    begun = network.begun(sights)
    weights = network.weighed(begun, torch.arange(len(sights.slot)), torch.from_numpy(relations))
    weights = weights.masked_fill(torch.from_numpy(barred), -1e9)
    unit, count = torch.from_numpy(sights.unit), len(sights.starts) - 1
    most = torch.full((count,), -torch.inf).scatter_reduce(0, unit, weights.detach(), "amax")
    raised = torch.exp(weights - most[unit])
    total = torch.zeros(count).index_add(0, unit, raised)
    log = weights - most[unit] - torch.log(total)[unit]
    entropy = torch.zeros(count).index_add(0, unit, -(torch.exp(log) * log.clamp(min=-50)))
    chosen = torch.from_numpy(picks)
    hit = float((weights[chosen] >= most).float().mean())
    return Judged(log[chosen], entropy, hit, begun.value)


# Kept


def save(
    path: Path, network: Network, optimizer: torch.optim.Optimizer, told: dict[str, Any]
) -> None:
    """Write a network, its optimiser and what else is to be told, as a whole or not at all. With
    ``told`` it is all that a program needs to go on as if it had never stopped."""
    held = io.BytesIO()
    head = {"form": _FORM, "variant": network.variant.name, "hidden": network.hidden,
            "layers": network.layers, "foresees": network.foresees, **told}  # fmt: skip
    torch.save(
        {"head": head, "network": network.state_dict(), "optimizer": optimizer.state_dict()}, held
    )
    write_atomically(path, held.getvalue())


def load(path: Path, variant: Variant) -> tuple[Network, dict[str, Any], dict[str, Any]]:
    """A network that was written, the state of its optimiser, and what was told.

    Raises:
        DragomanError: if it is no such file, or for another variant.
    """
    try:
        held = torch.load(path, weights_only=True)
        head = held["head"]
        if head["form"] != _FORM or head["variant"] != variant.name:
            what = f"form {head['form']}, {head['variant']}"
            raise DragomanError(f"{path} is of {what}, not of form {_FORM}, {variant.name}")
        network = Network(variant, head["hidden"], head["layers"], head.get("foresees", False))
        network.load_state_dict(held["network"])
    except (UnpicklingError, OSError, EOFError, LookupError, TypeError, RuntimeError) as error:
        raise DragomanError(f"{path} is no network: {error}") from None
    return network, held["optimizer"], head


def begin_with(seed: int) -> None:
    """Have everything random in PyTorch hang on a seed, and the same machine compute the same."""
    random.seed(seed)
    torch.manual_seed(seed)
    torch.set_num_threads(1)
