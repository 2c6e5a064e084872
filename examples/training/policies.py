"""Policies by their names: ``greedy``, a file that was trained, or a bot of ``dragoman.env``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from choosing import Policy
from linear import LinearPolicy
from playing import Greedy, PolicyPlayer, Searching

from dragoman.env.policies import ActionChoice, policy_called
from dragoman.errors import DragomanError
from dragoman.game import Variant


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


def player_from(text: str, variant: Variant, seats: Any, dice: Any = None) -> ActionChoice:
    """A player of one seat of each game, or of all where ``seats`` is None: a policy as
    ``policy_from`` has it, ``search:N``, or what ``dragoman.env`` plays by name.

    Raises:
        DragomanError: if it is none.
    """
    if text.startswith("search:"):
        evaluations = text.removeprefix("search:")
        if not evaluations.isdecimal():
            raise DragomanError(f"{text}: say how many evaluations, as in search:300")
        if seats is None:
            raise DragomanError(f"{text} plays one seat, not all others")
        return Searching(int(evaluations), np.asarray(seats))
    if text == "greedy" or text.endswith((".npz", ".pt")):
        return PolicyPlayer(policy_from(text, variant), seats, dice)
    return policy_called(text)
