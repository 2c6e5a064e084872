"""One seat of many games, as Gymnasium has it."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from dragoman.env import BatchEnv, BotActions, SeatEnv
from dragoman.errors import DragomanError
from tests.env.conftest import SMALL, env_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]


def masked(dice: np.random.Generator, mask: np.ndarray) -> np.ndarray:
    counts = mask.sum(axis=-1)
    return dice.integers(0, counts)


@pytest.mark.parametrize(
    ("variant", "mode"), [("standard", "next-step"), (SMALL, "same-step"), (SMALL, "disabled")]
)
def test_what_gymnasium_asks_of_vectors(variant: str, mode: str) -> None:
    runs = []
    for _ in range(2):
        env = SeatEnv(variant, 6, autoreset=mode, last_year=1903, reward="sum-of-squares")
        dice = np.random.default_rng(3)
        seen, _ = env.reset(seed=9)
        run = [seen]
        assert env.metadata["autoreset_mode"].name.lower() == mode.replace("-", "_")
        over = np.zeros(6, bool)
        for _ in range(24):
            assert env.observation_space.contains(seen)
            actions = masked(dice, seen["action_mask"])
            assert env.action_space.contains(actions)
            before, held = seen, {name: one.copy() for name, one in seen.items()}
            seen, rewards, ended, late, infos = env.step(actions)
            assert data_equivalence(before, held)  # what was handed out does not change
            assert (rewards.shape, ended.dtype, late.dtype) == ((6,), np.bool_, np.bool_)
            if mode == "next-step":
                assert (seen["year"][over] == 1901).all() and not rewards[over].any()
            if mode == "same-step" and (ended | late).any():
                assert (infos["_final_obs"] == (ended | late)).all()
                assert env.single_observation_space.contains(
                    infos["final_obs"][np.flatnonzero(infos["_final_obs"])[0]]
                )
            if mode == "disabled" and (ended | late).any():
                seen, _ = env.reset(options={"reset_mask": ended | late})
                assert (seen["year"][ended | late] == 1901).all()
            over = ended | late
            run += [seen, rewards, ended, late]
        runs.append(run)
        env.close()
    assert all(data_equivalence(one, other) for one, other in zip(*runs, strict=True))
    assert any(np.any(one) for one in runs[0][4::4])


def test_any_seat_is_each_as_often_as_the_others() -> None:
    env = SeatEnv("standard", 5, last_year=1901)
    env.reset(seed=1)
    hold, seats = np.zeros((5, env.batch.sizes.slots), int), []
    for _ in range(7):
        seats.append(env.seats.copy())
        env.reset()
    assert all(sorted(one) == list(range(7)) for one in np.array(seats).T.tolist())
    assert len({tuple(one) for one in seats}) == 7
    env.step(hold)


def test_a_fixed_seat_plays_its_own_orders_and_bots_theirs() -> None:
    env = SeatEnv("standard", 3, seat="FRANCE", others="dumbbot")
    env.reset(seed=0)
    assert env.seats.tolist() == [2, 2, 2]
    env.step(np.zeros((3, env.batch.sizes.slots), int))
    board, areas = env.batch.variant.board, env.batch.areas
    told = env.batch.observation.prev_orders[0]
    ordered = {areas[k]: int(told[k, 0]) for k in range(len(areas)) if told[k, 0]}
    own = {unit.location for unit in env.batch.start.units if unit.power == "FRANCE"}
    assert {ordered[place] for place in own} == {1}
    assert {kind for place, kind in ordered.items() if place not in own} != {1}
    assert board.powers


def test_bots_choose_for_every_unit_and_games_differ() -> None:
    env = env_of("standard", 6, last_year=1906)
    env.reset(seed=2)
    dumb, phases = BotActions("dumbbot"), set()
    for _ in range(22):
        actions = dumb(env).copy()
        assert ((actions >= 0) == (env.observation.counts > 0)).all()
        phases |= set(env.observation.phase.tolist())
        step = env.step(actions)
        assert not step.infos["illegal"].any()
    assert {0, 2, 4} <= phases
    assert len(set(env.hash().tolist())) == 6
    with pytest.raises(DragomanError, match="bot is one of civil-disorder, random, dumbbot"):
        BotActions("search")


def test_seats_and_players_that_there_are_not() -> None:
    with pytest.raises(DragomanError, match="seat is one of any, AUSTRIA"):
        SeatEnv("standard", 2, seat="SPAIN")
    with pytest.raises(DragomanError, match="no policy is called 'lobe'"):
        SeatEnv("standard", 2, others="lobe")
    env = SeatEnv("standard", 2)
    with pytest.raises(DragomanError, match="whole numbers of shape \\(2, 17\\)"):
        env.step(np.zeros((2, 3), int))


def test_masks_as_sb3_contrib_takes_them() -> None:
    env = SeatEnv("standard", 2, others=lambda batch: np.zeros(batch.actions.shape, int))
    seen, _ = env.reset(seed=3)
    masks = env.action_masks()
    assert (masks.reshape(seen["action_mask"].shape) == seen["action_mask"]).all()
    assert isinstance(env.batch, BatchEnv)
