"""A policy as a bot: it plays wherever bots do, a game at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from dragoman.bots import View
from dragoman.env.batch_env import BatchEnv
from dragoman.env.ground import generator_states
from dragoman.env.policies import ActionChoice, chosen_by, policy_called
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.game import Resolution, Variant
from dragoman.orders import Order
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    from dragoman.env.answers import Flags, Ints


class PolicyBot:
    """A bot that orders what a policy chooses (``dragoman.env.policy_called``). It is shown the
    game as an environment of one game would show it, the last movement included. An action that
    stands for no order gives none.

    Raises:
        ActionRefused: if no policy is called so.
    """

    def __init__(self, policy: str | ActionChoice) -> None:
        try:
            self.policy = policy_called(policy)
        except DragomanError as error:
            remedy = "name one that can be imported from here: policy:MODULE:NAME"
            raise ActionRefused("unknown-policy", f"{error}", remedy) from None

    def __repr__(self) -> str:
        return f"PolicyBot({self.policy!r})"

    def __call__(self, view: View) -> Iterable[Order]:
        with _AT_A_TIME:
            env = _environment(view.variant)
            _show(env, view)
            env.arrays.states[:] = generator_states(abs(view.seed), np.zeros(1, np.int64))
            seats: Flags = np.array([[power == view.power for power in env.powers]])
            number = env.powers.index(view.power)
            actions = chosen_by(self.policy, env, seats)[0, number]
            choices = env.orders(0, view.power)
            slots = np.flatnonzero(env.observation.counts[0, number])
        chosen = [int(actions[slot]) for slot in slots]
        return [
            orders[action]
            for orders, action in zip(choices, chosen, strict=True)
            if 0 <= action < len(orders)
        ]


_AT_A_TIME = Lock()


@lru_cache(maxsize=4)
def _environment(variant: Variant) -> BatchEnv:
    return BatchEnv(variant, 1, reward="none", autoreset="disabled", last_year=_LAST_YEAR)


_LAST_YEAR = 9999


def _show(env: BatchEnv, view: View) -> None:
    """Put the game into the environment as its last movement left it."""
    moved = [one for one in view.history if one.phase.kind is PhaseKind.MOVEMENT]
    if moved:
        env.put([0], env.pack([moved[-1].before]))
        env.step(_actions(env, moved[-1]))
    else:
        env.put([0], env.pack([view.position]))
    env.arrays.rows[0] = env.pack([view.position])
    env.run("look_again", np.zeros(1, np.int64))


def _actions(env: BatchEnv, moved: Resolution) -> Ints:
    """The actions that stand for the orders of a movement as they were carried out."""
    orders: dict[str, list[Order]] = {}
    for one in moved.outcomes:
        orders.setdefault(one.power, []).append(one.treated_as)
    codes = env.pack_orders(env.rows[:1], [orders])
    return env.actions_of(codes).astype(np.int64)
