"""One seat for Stable-Baselines3, where that is installed (it brings PyTorch, some gigabytes)."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")

from dragoman.env.sb3 import seat_vec_env
from dragoman.errors import DragomanError
from tests.env.conftest import SMALL

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]


def test_ppo_learns_on_a_vector_of_ours() -> None:
    from stable_baselines3 import PPO

    env = seat_vec_env(SMALL, 4, last_year=1902, shaping=1.0)
    model = PPO("MultiInputPolicy", env, n_steps=8, batch_size=16, n_epochs=1, seed=0)
    model.learn(64)
    assert model.num_timesteps == 64


def test_masks_are_found() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = seat_vec_env(SMALL, 3, last_year=1902)
    env.seed(3)
    seen = env.reset()
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert (masks.reshape(seen["action_mask"].shape) == seen["action_mask"]).all()
    model = contrib.MaskablePPO("MultiInputPolicy", env, n_steps=8, batch_size=8, n_epochs=1)
    model.learn(24)
    assert env.games.batch.arrays.told[:, 5].sum() == 0  # no action stood for nothing


def test_games_that_are_over_begin_anew() -> None:
    env = seat_vec_env(SMALL, 2, last_year=1901)
    env.reset()
    hold = np.zeros((2, env.games.batch.sizes.slots), int)
    env.step(hold)
    seen, _, done, infos = env.step(hold)
    assert done.all() and (seen["year"] == env.games.batch.start.phase.year).all()
    assert all("terminal_observation" in info for info in infos)
    assert [info["TimeLimit.truncated"] for info in infos] == [True, True]
    with pytest.raises(DragomanError, match="leave autoreset out"):
        seat_vec_env(SMALL, 2, autoreset="next-step")
    with pytest.raises(DragomanError, match="cannot be set"):
        env.set_attr("seat", "FRANCE")
    assert env.env_is_wrapped(object) == [False, False]
