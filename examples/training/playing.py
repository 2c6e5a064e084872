"""Policies as players of an environment, and the least that one should beat."""

from __future__ import annotations

from typing import Any

import numpy as np
from choosing import Policy, actions_of, choose
from sights import GOES, RETREATS_TO, SAILS, Sights, look

from dragoman.env import BatchEnv
from dragoman.game import Variant

CENTS = 100.0
"""The points of a game by sum of squares."""


class PolicyPlayer:
    """A policy as a player (``dragoman.env.policies.SeatedChoice``): by chance with ``dice``, else
    always with the likeliest orders."""

    def __init__(self, policy: Policy, dice: np.random.Generator | None = None) -> None:
        self.policy, self.dice = policy, dice

    def __call__(self, env: BatchEnv, /) -> Any:
        return self.choose(env, np.ones((env.games, len(env.powers)), np.bool_))

    def choose(self, env: BatchEnv, seats: Any, /) -> Any:
        """Actions for these seats, ``(games, powers)`` of true and false."""
        games, powers = np.nonzero(seats & deciding(env))
        actions = np.zeros(env.actions.shape, np.int64)
        if len(games):
            sights = look(env, games, powers, self.policy.foresees)
            picks, _ = choose(self.policy, sights, self.dice)
            actions[games, powers] = actions_of(sights, picks)
        return actions


class Greedy:
    """A policy that wants centres that are not its own, and else goes anywhere: the least that a
    program should beat."""

    foresees = False

    def begin(self, sights: Sights) -> Any:
        """The weights of all orders but for relations."""
        wanted = sights.context[:, 1:3].sum(axis=1)
        goes = np.isin(sights.type, (GOES, SAILS, RETREATS_TO))
        return (goes * (1 + 8 * wanted)).astype(np.float32)

    def weigh(self, begun: Any, chosen: Any, relations: Any) -> Any:
        """All weights of some orders."""
        return begun[chosen] - 8 * relations[:, :2].sum(axis=1)


def deciding(env: BatchEnv) -> Any:
    """``(games, powers)``: who has something to order, in games that are not over."""
    return (env.observation.counts[..., 0] > 0) & ~env.done[:, None]


def seats_of(env: BatchEnv) -> Any:
    """``(games, powers)``: one seat of each game, every power as often."""
    seats = np.zeros((env.games, len(env.powers)), np.bool_)
    players = np.array(env.player_numbers)
    seats[np.arange(env.games), players[np.arange(env.games) % len(players)]] = True
    return seats


def last_year_of(variant: Variant, years: int) -> int:
    """The last year of a game of so many years."""
    return variant.start.phase.year + years - 1
