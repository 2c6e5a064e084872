"""Games in text for PettingZoo: its own tests pass, and both ways come to the same games."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from dragoman.env import BatchEnv
from dragoman.env.rewards import reward_called
from dragoman.env.text import PRESS_WORDS, TalkRules, TextGame, text_v0
from dragoman.env.text.text_v0 import FinishedGame
from dragoman.errors import DragomanError
from dragoman.game import Game
from tests.env.conftest import env_of
from tests.env.test_pettingzoo import EXPECTED
from tests.env.text.random_games import DUEL, STANDARD, phases
from tests.env.text.test_text_game import chosen

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]


@pytest.mark.parametrize(("variant", "cycles"), [(STANDARD, 16), (DUEL, 40)])
def test_the_tests_of_pettingzoo_pass(variant: str, cycles: int) -> None:
    talk: dict[str, Any] = {"variant": variant, "talk": TalkRules(), "tries": 2, "last_year": 1902}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        parallel_api_test(text_v0.parallel_env(**talk), cycles)
        api_test(text_v0.env(**talk), cycles)
        parallel_seed_test(lambda: text_v0.parallel_env(**talk), cycles)
        seed_test(lambda: text_v0.env(**talk), cycles)
    said = {str(one.message) for one in warned}
    a_text = "Action space for each agent probably should be"
    assert {text for text in said if not text.startswith((*EXPECTED, a_text))} == set()


def test_both_ways_come_to_the_same_games() -> None:
    arguments: dict[str, Any] = {"variant": DUEL, "talk": TalkRules(rounds=2), "last_year": 1904}
    together, singly = text_v0.parallel_env(**arguments), text_v0.env(**arguments)
    together.reset(seed=1)
    singly.reset(seed=1)
    paid = dict[str, float]()
    while together.agents:
        texts = {agent: written(together.table, agent) for agent in together.table.asked}
        _, rewards, *_ = together.step(texts)
        paid |= rewards
    totals = dict.fromkeys(singly.possible_agents, 0.0)
    for agent in singly.agent_iter():
        _, reward, ended, late, _ = singly.last()
        totals[agent] += reward
        singly.step(None if ended or late else written(singly.table, agent))
    assert together.table.record() == singly.table.record() and len(singly.table.said) > 8
    assert paid == totals and sum(paid.values()) > 0


def written(table: TextGame, power: str) -> str:
    """An answer that hangs on the power and the moment alone."""
    dice = Random(f"{power} {table.game.phase} {table.stage} {table.round}")
    return f"ALL: {dice.random()}" if table.stage == "press" else chosen(table, power, dice)


def test_the_observation_says_what_may_be_said() -> None:
    game = text_v0.parallel_env(talk=TalkRules(rounds=1, words=9, level=20))
    seen, _ = game.reset()
    (france, stage) = seen["FRANCE"], seen["FRANCE"]["stage"]
    assert (stage, france["words_left"][0]) == (0, 9) and "You play France" in france["state"]
    allowed = [w for w, one in zip(PRESS_WORDS, france["press_mask"], strict=True) if one]
    assert "XDO" in allowed and "AND" not in allowed and "words of people" not in allowed
    seen, _, _, _, infos = game.step({"FRANCE": "ENGLAND: PRP (PCE (FRA ENG))\nITALY: AND"})
    assert seen["ENGLAND"]["heard"] == "FRANCE to ENGLAND: PRP (PCE (FRA ENG))"
    assert seen["ITALY"]["heard"] == "" and not seen["FRANCE"]["press_mask"].any()
    (fault,) = infos["FRANCE"]["answer"]["diagnostics"]
    assert (fault["code"], fault["line"]) == ("not-of-this-level", 2)
    assert "AND" in seen["FRANCE"]["told"] and seen["FRANCE"]["stage"] == 1


def test_who_is_not_asked_and_writes_is_told() -> None:
    start = "W1901A | FRANCE: A SPA; ITALY: A ROM | FRANCE: PAR, SPA; ITALY: NAP | - | -"
    game = text_v0.parallel_env()
    seen, _ = game.reset(options={"start": start})
    assert (seen["FRANCE"]["asked"], seen["ITALY"]["asked"]) == (1, 0)
    *_, infos = game.step({"ITALY": "A Rom - Ven", "FRANCE": "Build A Par"})
    assert infos["ITALY"] == {"not_asked": "A Rom - Ven"}
    assert infos["FRANCE"]["answer"]["read"][0]["judged"] == "Build A Par"
    assert game.table.game.resolution is not None


def test_rows_of_a_batch_are_games_to_begin_at() -> None:
    batch: BatchEnv = env_of(STANDARD)
    batch.reset(seed=5)
    for _ in range(6):
        batch.step_random()
    game = text_v0.env(last_year=1910)
    for position in batch.positions([0, 1, 2]):
        game.reset(options={"start": position})
        assert game.table.game.position == position


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_points_are_those_that_a_batch_pays_for_the_same_game(seed: int) -> None:
    batch: BatchEnv = env_of(DUEL, games=1, last_year=1904, autoreset="disabled")
    batch.reset(seed=seed)
    game, paid = Game(DUEL), batch.rewards
    while not batch.done[0]:
        actions = batch.draw_actions().copy()
        for power in batch.agents:
            chosen_ones = actions[0, batch.powers.index(power)].tolist()
            slots = batch.orders(0, power)
            game.order(power, [slot[k] for slot, k in zip(slots, chosen_ones, strict=False)])
        paid = batch.step(actions).rewards
        game.process()
    told = FinishedGame(game)
    years = int(batch.counted_years[0]) - batch.first_counted + 1
    assert told.history[0].tolist()[:years] == batch.history[0, :years].tolist()
    assert (told.first_counted, told.counted_years[0]) == (batch.first_counted, 1904)
    assert told.winners[0] == batch.winners[0] == -1
    reward = reward_called("sum-of-squares")
    assert reward is not None and (reward(told, np.arange(1)) == paid).all() and paid.any()


def test_endings_are_told_to_rewards() -> None:
    (*_, game) = phases(DUEL, 12)
    game.draw()
    assert FinishedGame(game).agreed.all() and FinishedGame(game).winners[0] == -1
    game.undo()
    game.concede(game.survivors[0])
    won = FinishedGame(game)
    assert not won.agreed.any() and won.winners[0] == won.powers.index(game.survivors[0])


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(DragomanError, match="render_mode is 'ansi' or None"):
        text_v0.env(render_mode="svg")
    with pytest.raises(DragomanError, match="welfare is paid each winter"):
        text_v0.parallel_env(reward="welfare")
    with pytest.raises(DragomanError, match="no reward is called"):
        text_v0.parallel_env(reward="riches")
    game = text_v0.parallel_env(render_mode="ansi", reward="none")
    game.reset()
    assert str(game.render()).startswith("Diplomacy, spring 1901")
    assert np.int64(1) in game.observation_space("FRANCE")["asked"]
