"""What dumbbots would order: an opponent in mind, for policies that want one.

The search that is cloned plays on with ``dumbbot`` for every power; a policy that foresees them
sees some of what it goes by. Each position is ordered a few times, always with the same luck, so
that of the same positions come the same figures.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from dragoman.bots.batch_play import BatchPlay
from dragoman.env import BatchEnv
from dragoman.env.engine.forms import T_KIND
from dragoman.env.ground import generator_states
from dragoman.game import Variant
from dragoman.rules.engine.codes import MOVE, MOVEMENT, NONE, SUPPORT

SAMPLES = 4
AREA_FLAGS = 5
"""Of each area: others that come, own that come, help of others for who comes, help for who stays,
and whether the unit there goes away; each as often as in a sample."""
ORDER_FLAGS = 6
"""Of each order: a dumbbot would give it; and of its goal the five above but for own that come,
and others that come to where its unit is."""


class Foreseen(NamedTuple):
    """What dumbbots would order in some games, on average."""

    coming: Any
    """``(games, powers, provinces + 1)``: units of each power that would go to a province."""
    backed: Any
    """The same of those that would help a unit go there."""
    guarded: Any
    """``(games, provinces + 1)``: units that would help the one there to stay."""
    leaving: Any
    """The same: whether the unit there would go."""
    actions: Any
    """``(samples, games, powers, slots)``: the actions that their orders are, -1 for none."""


def foresee(env: BatchEnv, province_of: Any) -> Foreseen:
    """Have dumbbots order for all powers of all games."""
    provinces, bots = int(province_of[-1]) + 1, ["dumbbot"] * len(env.powers)
    shape = env.games, len(env.powers), provinces
    coming, backed = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    guarded, leaving = (np.zeros((env.games, provinces), np.float32) for _ in range(2))
    codes, begins = env.codes()
    moving = np.asarray(env.arrays.told)[:, T_KIND] == MOVEMENT
    at = np.asarray(env.observation.at)
    found = []
    for sample in range(SAMPLES):
        states = generator_states(sample, np.zeros(env.games, np.int64))
        given = np.asarray(_play(env.variant).orders(env.rows, bots, states), np.int32)
        actions = env.actions_of(given).copy()
        found.append(actions)
        games, powers, slots = np.nonzero((actions >= 0) & moving[:, None, None])
        where = begins[games, powers, slots] + actions[games, powers, slots]
        code = codes[games, where]
        kind, target, other = code & 3, ((code >> 3) & 16383) - 1, (code >> 17) - 1
        here = province_of[np.minimum(at[games, powers, slots], len(province_of) - 1)]
        goal = province_of[np.where(target < 0, other, target)]
        goes, helps = kind == MOVE, kind == SUPPORT
        pushes, keeps = helps & (target != NONE), helps & (target == NONE)
        np.add.at(coming, (games[goes], powers[goes], goal[goes]), 1 / SAMPLES)
        np.add.at(backed, (games[pushes], powers[pushes], goal[pushes]), 1 / SAMPLES)
        np.add.at(guarded, (games[keeps], goal[keeps]), 1 / SAMPLES)
        np.add.at(leaving, (games[goes], here[goes]), 1 / SAMPLES)
    return Foreseen(coming, backed, guarded, leaving, np.stack(found))


def of_areas(seen: Foreseen, games: Any, powers: Any, province_of: Any) -> Any:
    """``(n, locations + 1, AREA_FLAGS)``, float32."""
    rows = np.arange(len(games))
    coming, backed = seen.coming[games], seen.backed[games]
    own = coming[rows, powers]
    parts = (
        *(coming.sum(axis=1) - own, own, backed.sum(axis=1) - backed[rows, powers]),
        *(seen.guarded[games], seen.leaving[games]),
    )
    return np.stack([part[:, province_of] for part in parts], axis=2)


def of_orders(
    seen: Foreseen, games: Any, powers: Any, slots: tuple[Any, Any], orders: tuple[Any, Any, Any]
) -> Any:
    """``(orders, ORDER_FLAGS)``, float32. ``slots`` are where the orders of each slot that can
    choose begin, and which slot it is; ``orders`` the seat of each, its unit's province, and that
    which it is about."""
    (starts, slot), (seat, here, there) = slots, orders
    rows = np.arange(len(games))
    found = np.zeros((len(seat), ORDER_FLAGS), np.float32)
    seats = seat[starts[:-1]]
    for actions in seen.actions:
        chosen = actions[games[seats], powers[seats], slot]
        picks = (starts[:-1] + chosen)[chosen >= 0]
        found[picks, 0] += 1 / SAMPLES
    coming, backed = seen.coming[games], seen.backed[games]
    others = coming.sum(axis=1) - coming[rows, powers]
    found[:, 1] = others[seat, there]
    found[:, 2] = (backed.sum(axis=1) - backed[rows, powers])[seat, there]
    found[:, 3] = seen.guarded[games][seat, there]
    found[:, 4] = seen.leaving[games][seat, there]
    found[:, 5] = others[seat, here]
    return found


@lru_cache(maxsize=4)
def _play(variant: Variant) -> BatchPlay:
    return BatchPlay(variant)
