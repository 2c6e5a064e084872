"""PettingZoo's own tests pass; the two ways to play come to the same games."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from dragoman.board import Unit
from dragoman.env import dragoman_v0
from dragoman.errors import DragomanError
from dragoman.rules import Phase, Position
from tests.env.conftest import SMALL

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

LARGE = "chaos"
EXPECTED = {
    "Observation is not a NumPy array": "it is a dictionary",
    "Observation space for each agent probably should be": "so it is a dictionary",
    "We recommend agents to be named in the format": "they are called as their powers are",
}
"""What PettingZoo warns of here, and why it is as it is."""


@pytest.mark.parametrize(("variant", "cycles"), [("standard", 40), (SMALL, 60), (LARGE, 8)])
def test_the_tests_of_pettingzoo_pass(variant: str, cycles: int) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        parallel_api_test(dragoman_v0.parallel_env(variant=variant, last_year=1905), cycles)
        api_test(dragoman_v0.env(variant=variant, last_year=1905), cycles)
        parallel_seed_test(lambda: dragoman_v0.parallel_env(variant=variant), cycles)
        seed_test(lambda: dragoman_v0.env(variant=variant), cycles)
    said = {str(one.message) for one in warned}
    assert {text for text in said if not text.startswith((*EXPECTED,))} == set()


@pytest.mark.parametrize("variant", ["standard", SMALL])
def test_both_ways_come_to_the_same_games(variant: str) -> None:
    together = dragoman_v0.parallel_env(variant=variant, last_year=1904)
    singly = dragoman_v0.env(variant=variant, last_year=1904)
    together.reset(seed=3)
    singly.reset(seed=3)
    dice, rewards = np.random.default_rng(5), dict.fromkeys(singly.agents, 0.0)
    while together.agents:
        actions = {}
        for agent in list(together.agents):
            actions[agent] = np.zeros(together.batch.sizes.slots, int)
        waiting = True
        while waiting and singly.agents:
            agent = singly.agent_selection
            seen, reward, ended, late, _ = singly.last()
            rewards[agent] += reward
            if ended or late:
                singly.step(None)
                continue
            slot = int(seen["observation"]["slot"][0])
            actions[agent][slot] = dice.choice(np.flatnonzero(seen["action_mask"]))
            before = int(singly.batch.phases[0])
            singly.step(int(actions[agent][slot]))
            waiting = int(singly.batch.phases[0]) == before
        _, paid, *_ = together.step(actions)
        assert (together.batch.rows == singly.batch.rows).all()
        totals = {agent: singly.rewards[agent] for agent in paid if agent in singly.rewards}
        assert all(paid[agent] == total for agent, total in totals.items())
    assert together.batch.done[0] and singly.batch.done[0]


def test_orders_of_the_others_stay_hidden_until_all_have_ordered() -> None:
    game = dragoman_v0.env(variant="standard")
    game.reset(seed=1)
    before = game.observe("TURKEY")
    for _ in range(3):
        _, *_ = game.last()
        game.step(1)
    after = game.observe("TURKEY")
    assert all(
        (before["observation"][k] == after["observation"][k]).all() for k in after["observation"]
    )
    own = game.observe("AUSTRIA")["observation"]["chosen"]
    assert own[:3].tolist() == [1, 1, 1]


def test_builds_in_a_province_are_masked_where_one_is_chosen() -> None:
    owners = dict.fromkeys(("PAR", "MAR", "SPA"), "FRANCE") | {"MUN": "GERMANY"}
    units = (Unit("FRANCE", "A", "SPA"), Unit("GERMANY", "A", "BUR"), Unit("GERMANY", "A", "RUH"))
    start = Position(Phase.parse("W1901A"), units, owners)
    game = dragoman_v0.env(variant="standard", start=start)
    game.reset(seed=0)
    texts = game.orders("FRANCE")[0]
    assert texts == ["Build A Mar", "Build F Mar", "Build A Par", "Waive"]
    assert open_to(game) == texts
    game.step(1)
    assert open_to(game) == ["Build A Par", "Waive"]
    game.step(2)
    assert (game.agent_selection, open_to(game)) == ("GERMANY", ["Remove A Bur", "Remove A Ruh"])
    game.step(0)
    assert {str(unit) for unit in game.batch.positions()[0].units} == {
        "A SPA", "F MAR", "A PAR", "A RUH"
    }  # fmt: skip


def open_to(game: dragoman_v0.DragomanAECEnv) -> list[str]:
    """The orders that the agent whose turn it is can choose."""
    observation, *_ = game.last()
    slot = int(observation["observation"]["slot"][0])
    texts = game.orders(game.agent_selection)[slot]
    return [texts[k] for k in np.flatnonzero(observation["action_mask"])]


def test_a_game_is_rendered(standard_game: dragoman_v0.DragomanParallelEnv) -> None:
    text = standard_game.render()
    assert text.startswith("S1901M\nAUSTRIA: A BUD, F TRI, A VIE; 3 centres: BUD TRI VIE")
    standard_game.render_mode = "svg"
    assert standard_game.render().startswith("<svg")
    standard_game.render_mode = "rgb_array"
    pixels = standard_game.render()
    assert (pixels.dtype, pixels.shape[1:]) == (np.uint8, (1000, 3))
    standard_game.render_mode = None
    assert standard_game.render() is None
    with pytest.raises(DragomanError, match="render_mode is one of ansi, svg, rgb_array"):
        dragoman_v0.parallel_env(render_mode="human")


@pytest.fixture
def standard_game() -> dragoman_v0.DragomanParallelEnv:
    game = dragoman_v0.parallel_env(render_mode="ansi")
    game.reset(seed=0)
    return game


def test_an_action_of_another_shape_is_refused(
    standard_game: dragoman_v0.DragomanParallelEnv,
) -> None:
    with pytest.raises(DragomanError, match="a number for each of 17 slots"):
        standard_game.step({"FRANCE": [0, 1, 2]})
    seen, *_ = standard_game.step({})
    assert (seen["FRANCE"]["observation"]["prev_orders"][:, 0] <= 1).all()
