"""What games are worth: points of scoring systems, differences of centres, welfare."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman.board import Unit
from dragoman.env import BatchEnv
from dragoman.env.rewards import records_of
from dragoman.rules import Phase, Position
from dragoman.tournament.scoring import GameResult, ResultEnding, choose_scoring
from tests.env.conftest import env_of
from tests.env.test_batch_env import judge_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]


def played(env: BatchEnv) -> tuple[np.ndarray, np.ndarray]:
    """What each power got in games to the end, and the centres at that moment."""
    total = np.zeros(env.rewards.shape)
    owned = np.zeros(env.owned.shape, int)
    env.reset(seed=5)
    while not env.done.all():
        going = ~env.done
        step = env.step_random()
        total += step.rewards
        owned[going] = env.owned[going]
    return total, owned


@pytest.mark.parametrize("system", ["sum-of-squares", "draw-size", "carnage", "detour09"])
def test_the_points_are_those_of_the_scoring_system(system: str) -> None:
    env = env_of("standard", 8, reward=system, last_year=1904, autoreset="disabled")
    total, owned = played(env)
    scoring, _ = choose_scoring(system)
    assert scoring is not None
    for game in range(8):
        years = int(env.counted_years[game]) - 1900 + 1
        assert years == 5
        counts = {1900 + k: tuple(env.history[game, k].tolist()) for k in range(years)}
        assert counts[1900] == (3, 3, 3, 3, 3, 4, 3)
        assert counts[1904] == tuple(owned[game].tolist())
        points = scoring.score(GameResult(env.powers, counts, ResultEnding.TIME_DRAW))
        assert np.allclose(total[game], [float(points[power]) for power in env.powers])


def test_years_that_no_centres_were_counted_in_are_no_years() -> None:
    """A year of Hundred is a decade: nobody was eliminated in 1425."""
    env = env_of("hundred", 8, reward="carnage", last_year=1444, autoreset="disabled")
    total, owned = played(env)
    assert (env.history[:, 1] == 0).all(), "nothing was counted in 1425"
    for game in range(8):
        if env.winners[game] < 0 and (owned[game] > 0).all() and len({*owned[game]}) == 3:
            assert total[game, owned[game].argmax()] > total[game, owned[game].argmin()]
    record = records_of(env, np.arange(8))[0]
    assert all(map(any, record.counts)) and len(record.counts) < 10


def test_differences_of_centres_come_to_nothing_between_them() -> None:
    env = env_of("standard", 8, reward="none", shaping=0.5, last_year=1906, autoreset="disabled")
    env.reset(seed=5)
    total, start = np.zeros((8, 7)), env.owned.copy()
    while not env.done.all():
        step = env.step_random()
        assert np.abs(step.rewards.sum(axis=1)).max() < 1e-5
        total += step.rewards
    gained = env.owned - start
    assert np.allclose(total, 0.5 * (gained - gained.mean(axis=1, keepdims=True)), atol=1e-4)
    assert np.abs(total).max() > 0.4


def test_welfare_is_centres_less_units_each_winter() -> None:
    env = env_of("standard", 2, reward="welfare", last_year=1903, autoreset="disabled")
    env.reset(seed=0)
    hold = np.zeros(env.actions.shape, int)
    total = np.zeros((2, 7))
    for _ in range(4):  # nobody moves: two years have no winter
        total += env.step(hold).rewards
    assert (total == 0).all()
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "BRE": "FRANCE", "MUN": "GERMANY"}
    units = (Unit("FRANCE", "A", "PAR"), Unit("GERMANY", "A", "MUN"))
    env.put([0], judge_of(env).pack([Position(Phase.parse("W1901A"), units, owners)]))
    waived = np.full(env.actions.shape, -1)
    step = env.step(waived)
    france, germany = env.powers.index("FRANCE"), env.powers.index("GERMANY")
    assert (step.rewards[0, france], step.rewards[0, germany]) == (2, 0)


def test_a_reward_of_ones_own_sees_the_games_that_ended() -> None:
    seen: list[int] = []

    def most_centers(env: BatchEnv, games: np.ndarray) -> np.ndarray:
        seen.extend(games.tolist())
        return env.owned[games] == env.owned[games].max(axis=1, keepdims=True)

    env = BatchEnv("standard", 4, reward=most_centers, last_year=1902, autoreset="disabled")
    total, owned = played(env)
    assert sorted(seen) == [0, 1, 2, 3]
    assert (total == (owned == owned.max(axis=1, keepdims=True))).all()


def test_a_solo_ends_the_game_for_all() -> None:
    env = env_of("standard", 2, reward="draw-size", last_year=1910, autoreset="disabled")
    board = env.variant.board
    held = sorted({*board.centers} - {"PAR", "MUN"})[:17]
    owners = dict.fromkeys(held, "FRANCE") | {"MUN": "GERMANY"}
    units = (Unit("FRANCE", "A", "PAR"), Unit("GERMANY", "A", "MUN"))
    position = Position(Phase.parse("F1905M"), units, owners)
    env.put([0, 1], judge_of(env).pack([position] * 2))
    hold = np.zeros(env.actions.shape, int)
    step = env.step(hold)
    france, germany = env.powers.index("FRANCE"), env.powers.index("GERMANY")
    assert env.done.all() and step.terminations.all() and not step.truncations.any()
    assert env.winners.tolist() == [france] * 2
    assert (step.rewards[:, france] == step.rewards.sum(axis=1)).all()
    assert (env.owned[0, france], env.owned[0, germany]) == (18, 1)


def test_games_end_after_years_without_a_change_and_when_all_agree() -> None:
    env = env_of(
        "standard", 4, draw_years=2, last_year=1920, autoreset="disabled", reward="draw-size"
    )
    env.reset(seed=0)
    hold = np.zeros(env.actions.shape, int)
    steps = [bool(env.step(hold).truncations.any()) for _ in range(4)]
    assert steps == [False, False, False, True]
    assert env.done.all() and env.truncations.all() and not env.terminations.any()
    assert (env.rewards > 0).all()
    env.reset(seed=0)
    agree = np.zeros((4, 7), bool)
    agree[1] = True
    agree[2, :6] = True
    step = env.step(hold, agree=agree)
    assert env.done.tolist() == [False, True, False, False]
    assert np.allclose(step.rewards[1], step.rewards[1, 0]) and step.rewards[1, 0] > 0
    assert env.observation.phase.tolist() == [2, 0, 2, 2]


@pytest.mark.parametrize("mode", ["next-step", "same-step"])
def test_games_begin_anew(mode: str) -> None:
    env = env_of("standard", 3, last_year=1901, autoreset=mode)
    env.reset(seed=4)
    hold = np.zeros(env.actions.shape, int)
    env.step(hold)
    step = env.step(hold)
    assert step.infos["done"].tolist() == [0, 1, 2] and step.truncations.all()
    assert (step.rewards.sum(axis=1) > 0).all()
    if mode == "same-step":
        assert step.infos["final_observation"].year.tolist() == [1902] * 3
        assert env.observation.year.tolist() == [1901] * 3
        return
    assert env.observation.year.tolist() == [1902] * 3
    step = env.step(hold)
    assert env.observation.year.tolist() == [1901] * 3
    assert not (step.rewards.any() or step.truncations.any() or step.terminations.any())
