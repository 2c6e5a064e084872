"""A policy that was trained as a bot: in the arena, in a judge's game, at a table over sockets.

    DRAGOMAN_POLICY=duel.npz PYTHONPATH=examples/training \\
        dragoman arena bot:trained dumbbot --variant france_austria --games 20
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from choosing import Policy, actions_of, choose
from playing import PolicyPlayer, judge_of
from policies import policy_from
from sights import look

from dragoman.bots import View
from dragoman.env import BatchEnv
from dragoman.errors import DragomanError
from dragoman.game import Variant
from dragoman.orders import Order

NAMED = "DRAGOMAN_POLICY"
"""The variable of the environment that names the file."""


def trained(view: View) -> Iterable[Order]:
    """The likeliest orders of the policy that ``DRAGOMAN_POLICY`` names."""
    env, policy = _env(view.variant, view.last_year), _policy(_named(), view.variant)
    env.put([0], judge_of(view.variant).pack([view.position]))
    power = env.powers.index(view.power)
    if not env.observation.counts[0, power].any():
        return []
    sights = look(env, np.zeros(1, np.int64), np.array([power]), policy.foresees)
    picks, _ = choose(policy, sights, None)
    orders = env.orders(0, view.power)
    chosen = actions_of(sights, picks)[0]
    return [own[chosen[slot]] for slot, own in enumerate(orders)]


def actions(env: BatchEnv, /) -> Any:
    """The same as a player of ``dragoman.env``: for all powers of all games at once."""
    return PolicyPlayer(_policy(_named(), env.variant))(env)


def _named() -> str:
    named = os.environ.get(NAMED, "")
    if not named:
        raise DragomanError(f"no policy is named: {NAMED}=FILE says which")
    return named


@lru_cache(maxsize=2)
def _policy(named: str, variant: Variant) -> Policy:
    return policy_from(named, variant)


@lru_cache(maxsize=2)
def _env(variant: Variant, last_year: int | None) -> BatchEnv:
    return BatchEnv(variant, 1, last_year=last_year, reward="none")
