"""Policies that were trained, wherever ``dragoman`` takes a policy or a bot.

PYTHONPATH=. dragoman env match policy:trained:load:duel.npz dumbbot --variant france_austria
PYTHONPATH=. dragoman arena policy:trained:load:duel.npz loeb --variant france_austria
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from choosing import Policy
from linear import LinearPolicy
from playing import Greedy, PolicyPlayer

from dragoman.env import BatchEnv
from dragoman.errors import DragomanError
from dragoman.game import Variant


class Trained:
    """A policy by its name, as a player of whatever variant it was trained for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._players: dict[Variant, PolicyPlayer] = {}

    def __repr__(self) -> str:
        return f"Trained({self.text!r})"

    def __call__(self, env: BatchEnv, /) -> Any:
        return self._player(env.variant)(env)

    def choose(self, env: BatchEnv, seats: Any, /) -> Any:
        """The likeliest orders for these seats, ``(games, powers)`` of true and false.

        Raises:
            DragomanError: if there is no such policy of the variant.
        """
        return self._player(env.variant).choose(env, seats)

    def _player(self, variant: Variant) -> PolicyPlayer:
        if variant not in self._players:
            self._players[variant] = PolicyPlayer(policy_from(self.text, variant))
        return self._players[variant]


load = Trained
"""What ``policy:trained:load:FILE`` calls."""


def policy_from(text: str, variant: Variant) -> Policy:
    """``greedy``, or the policy in a file: ``.npz`` of ``linear``, ``.pt`` of ``network``.

    Raises:
        DragomanError: if it is none.
    """
    if text == "greedy":
        return Greedy()
    path = Path(text)
    if path.suffix == ".npz":
        policy = LinearPolicy(variant)
        policy.load(path)
        return policy
    if path.suffix == ".pt":
        import network

        network.begin_with(0)
        return network.load(path, variant)[0].eval()
    raise DragomanError(f"{text} is no policy: name greedy, or a file .npz or .pt that was trained")
