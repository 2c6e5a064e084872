"""`dragoman env match`: policies and bots measured, and a curriculum by what was measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from math import inf
from pathlib import Path
from random import Random

import numpy as np
import pytest

from dragoman.arena import Contest, ContestGame, Meeting, Sprt, SprtCourse, entrant_called, run
from dragoman.arena.playing import play_games
from dragoman.arena.results_file import read_contest
from dragoman.env import (
    STAGES,
    BatchEnv,
    BotSeats,
    Curriculum,
    CurriculumStage,
    SeatEnv,
    match_figures,
    match_text,
    share_of,
)
from dragoman.env.match import elo_of, round_weights, spread_of
from dragoman.errors import DragomanError
from dragoman.refusal import ActionRefused
from tests.arena.dask_cluster import cluster_in
from tests.env.conftest import SMALL, env_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]
P = "policy:tests.env.match_policies"


def contest(*texts: str, **terms: object) -> Contest:
    terms = {"last_year": 1902, "counted": True, **terms}
    return Contest(tuple(map(entrant_called, texts)), **terms)


def results(of: Contest, games: int) -> list[ContestGame]:
    return [one.result for one in play_games(of, range(games))]


# Games


@pytest.mark.parametrize("policy", ["last", "remembering", "Garbled:3"])
def test_a_policy_plays_alike_by_itself_and_among_many(policy: str) -> None:
    """As a bot, game by game, it is shown what an environment shows, the last movement too."""
    batched = contest(f"{P}:{policy}", "civil-disorder")
    assert batched.is_batched
    alone = contest(f"{P}:{policy}", "idle=dragoman.bots:civil_disorder")
    assert not alone.is_batched
    for many, one in zip(results(batched, 3), results(alone, 3), strict=True):
        assert (many.centers, many.years) == (one.centers, one.years)
        due, legal = many.orders[many.game % 7]
        its_due, its_legal = one.orders[many.game % 7]
        assert due - legal == its_due - its_legal
        assert due <= its_due <= due + 2, "the arena also plays the last winter"
        assert (legal < due) == (policy == "Garbled:3")
        assert one.orders[(many.game + 1) % 7][1] == 0, "civil disorder orders nothing"


def test_games_come_out_the_same_whatever_is_played_with_them() -> None:
    of = contest(f"{P}:remembering", "dumbbot", "random", meeting=Meeting.MIXED)
    whole = results(of, 9)
    assert [one.result for one in play_games(of, [7, 2])] == [whole[7], whole[2]]
    assert len({of.seed_of(game) for game in range(3)}) == 1, "a round has one seed"
    assert of.seed_of(2) != of.seed_of(3)


@pytest.mark.parametrize(
    ("meeting", "length", "met"),
    [
        (Meeting.ONE, 14, {(0, 1), (0, 2)}),
        (Meeting.EACH, 42, {(a, b) for a in range(3) for b in range(3) if a != b}),
    ],
)
def test_each_plays_one_power_as_often_as_the_others(meeting, length, met) -> None:
    of = contest("a=random", "b=dumbbot", "c=civil-disorder", meeting=meeting)
    assert of.round_length == length
    seen: dict[tuple[int, int], list[int]] = {}
    for game in range(length):
        players = of.seating(game)
        (one,) = {player for player in players if players.count(player) == 1}
        (other,) = {*players} - {one}
        seen.setdefault((one, other), []).append(players.index(one))
    assert {*seen} == met and all(sorted(found) == [*range(7)] for found in seen.values())
    assert Contest.from_plain(json.loads(json.dumps(of.described()))) == of


def test_any_bot_of_the_arena_plays_seats_of_an_environment() -> None:
    """With its history: what it orders is what it orders in the arena's own games."""
    env = BatchEnv("standard", 2, last_year=1902, autoreset="disabled", seed=4)
    bot = BotSeats("loeb")
    while not env.done.all():
        actions = bot(env)
        asked = (env.observation.counts > 0) & ~env.done[:, None, None]
        assert (actions[asked] >= 0).all() or any(map(env.is_adjustment, range(2)))
        env.step(actions)
    assert [len(course.history) for course in bot._courses.values()] == [
        int(phases) - 1 for phases in env.phases
    ]
    seats = SeatEnv("standard", 2, others="loeb", last_year=1901)
    seats.reset(seed=1)
    seats.step(np.zeros((2, seats.batch.sizes.slots), int))
    with pytest.raises(DragomanError, match="no policy is called 'lowb'"):
        SeatEnv(SMALL, 2, others="lowb")


@pytest.mark.parametrize(("policy", "told"), [("broken", "no net"), ("crooked", "shape \\(3,\\)")])
def test_a_policy_that_fails_is_told_of(policy: str, told: str) -> None:
    with pytest.raises(ActionRefused, match=told):
        results(contest(f"{P}:{policy}", "random"), 1)


# Executors


def test_any_executor_and_one_that_loses_a_worker(tmp_path: Path, monkeypatch) -> None:
    """In a thread, in processes, and on a cluster of which a worker is killed in the middle."""
    of = contest(f"{P}:killer", "dumbbot", meeting=Meeting.ONE)
    with ThreadPoolExecutor(2) as executor:
        first = run(of, 21, tmp_path / "a.jsonl", executor)
    with ProcessPoolExecutor(1) as executor:
        assert run(of, 21, tmp_path / "b.jsonl", executor) == first
    pytest.importorskip("distributed")
    (tmp_path / "kill-me").touch()
    source = str(Path(__file__).parents[2])
    environment = dict(os.environ, PYTHONPATH=source, KILL_ME=str(tmp_path / "kill-me"))
    asked = [sys.executable, "-m", "dragoman", "env", "match", *(one.text for one in of.entrants)]
    asked += ["--last-year", "1902", "--games", "21", "--file", "c.jsonl", "--json", "--dask"]
    with cluster_in(tmp_path, environment) as where:
        ran = subprocess.run(
            [*asked, where],
            cwd=tmp_path,
            env=dict(os.environ, PYTHONPATH=source),
            capture_output=True,
            text=True,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr
    assert not (tmp_path / "kill-me").exists(), "a worker was killed"
    assert read_contest(tmp_path / "c.jsonl") == (of, first)
    figures = json.loads(ran.stdout)
    assert figures["games"] == 21 and figures["lines"][0]["legal"] == 1.0


# Figures


def game(number: int, seat: int, share: float, winner: int = -1) -> ContestGame:
    players = tuple(int(one != seat) for one in range(7))
    own = round((share / (1 - share) * 6) ** 0.5 * 10_000) if winner < 0 else 0
    centers = tuple(own if one == seat else 10_000 for one in range(7))
    orders = tuple((4, 3 if one == seat else 4) for one in range(7))
    return ContestGame(number, players, centers, winner, 1902, (), ((3,) * 7, centers), orders)


def test_figures_by_hand() -> None:
    of = contest("a=dumbbot", "b=random", meeting=Meeting.ONE)
    games = [game(n, n % 7, 0.2, winner=0 if n == 0 else -1) for n in range(70)]
    found = match_figures(of, games, "sum-of-squares")
    (line,) = found.lines
    assert (line.name, line.against, line.games, found.rounds) == ("a", "b", 70, 10)
    assert line.squares.value == pytest.approx((69 * 0.2 + 1) / 70, abs=1e-4)
    assert line.score.value == pytest.approx(100 * line.squares.value, abs=1e-2)
    assert line.solos.value == pytest.approx(1 / 70) and line.legal == 0.75
    first, *others = line.by_power
    assert (first[0], first[1]) == ("AUSTRIA", 10) and first[2].value > others[0][2].value
    assert line.squares.low == pytest.approx(0.2, abs=1e-4), "nine rounds of ten are alike"
    assert found.ratings[0].name == "a" and found.ratings[0].elo.value > 1700
    assert sum(one.elo.value for one in found.ratings) == pytest.approx(3000)
    assert "a against b" in match_text(of, found) and "75.00 %" in match_text(of, found)
    dss = match_figures(of, games, "draw-size")
    assert dss.lines[0].score.value == pytest.approx((69 * 100 / 7 + 100) / 70)
    with pytest.raises(ActionRefused, match="scoring"):
        match_figures(of, games, "squares-of-sums")


def test_intervals_hold_where_games_of_a_round_are_alike() -> None:
    """The seven games of a round say no more than one, and of two hundred matches of twelve rounds
    about 190 have the truth in their intervals."""
    inside, weights = 0, round_weights(12)
    for seed in range(200):
        dice = Random(seed)
        means = np.array([dice.betavariate(1, 6) for _ in range(12)])
        found = spread_of(float(means.mean()), weights @ means / 12, 12)
        inside += found.low <= 1 / 7 <= found.high
    assert 176 <= inside <= 199
    assert spread_of(0.5, np.array([0.5]), 1).high == inf


def test_elo_is_what_was_seen() -> None:
    even = elo_of(np.array([[0.0, 5], [5, 0]]))
    assert even == pytest.approx([1500, 1500])
    often = elo_of(np.array([[0.0, 7500], [2500, 0]]))
    assert often[0] - often[1] == pytest.approx(400 * np.log10(3), abs=0.1)
    chain = elo_of(np.array([[0.0, 3000, 0], [1000, 0, 3000], [0, 1000, 0]]))
    assert chain[0] - chain[2] == pytest.approx(800 * np.log10(3), abs=1), "who never met, too"
    never = elo_of(np.array([[0.0, 50, 0], [0, 0, 0], [0, 0, 0]]))
    assert np.isfinite(never).all() and never[2] == pytest.approx(1500, abs=1)


@pytest.mark.parametrize("is_upper", [False, True])
@pytest.mark.parametrize("alike", [True, False])
def test_the_test_errs_as_seldom_as_it_says_though_rounds_are_alike(alike, is_upper) -> None:
    """Hypotheses: a share of 0.143, or of 0.18. All games of a round come out the same, which
    would mislead a test that took them for independent; or each by itself."""
    wrong, games = 0, 0
    for seed in range(300):
        dice, found = Random(seed), SprtCourse(Sprt(0.143, 0.18), 7, by_rounds=True)
        share = 0.18 if is_upper else 0.143
        for number in range(7 * 3000):
            if number % 7 == 0 or not alike:
                drawn = dice.betavariate(7 * share, 7 * (1 - share))
            if found.add(game(number, number % 7, drawn)):
                break
        wrong += found.found != (0.18 if is_upper else 0.143)
        games += found.games
        assert found.games % 7 == 0
    assert wrong <= 27, "one of twenty, and thrice what chance may add"
    assert games / 300 < (1000 if alike else 650)


# Curriculum


def test_a_curriculum_goes_on_when_a_stage_is_passed() -> None:
    stages = (
        CurriculumStage("nobody", SMALL, "civil-disorder", 0.8, 4),
        CurriculumStage("chance", SMALL, "random", 0.6, 4),
        CurriculumStage("one against two", "hundred", "loeb", 0.3, 1, seat="FRANCE"),
    )
    course = Curriculum(stages, seed=3)
    assert course.env(4, shaping=0.1).others is not None and not course.is_over
    assert not course.measure(f"{P.removeprefix('policy:')}:last", 20) and course.place == 0
    assert course.measure("dumbbot", 20) and course.measure("dumbbot", 20)
    assert course.stage.name == "one against two"
    env = course.env(2)
    assert {env.batch.powers[one] for one in env.seats} == {"FRANCE"}
    assert env.batch.last_year == 1434
    assert [name for name, _ in course.measured] == ["nobody", "nobody", "chance"]
    assert not course.measured[0][1].low >= 0.8 <= course.measured[1][1].low
    with pytest.raises(DragomanError, match="for two rounds"):
        share_of("random", stages[0], 3)
    with pytest.raises(DragomanError, match="a stage at least"):
        Curriculum(())


def test_the_stages_that_come_along_can_be_played_and_equals_are_at_parity() -> None:
    for stage in STAGES:
        seats = len(env_of(stage.variant, 16).agents)
        if stage.others == "dumbbot":
            share = share_of("dumbbot", stage, 6 * seats)
            assert share.low <= 1 / seats <= share.high and stage.passed_at > 1 / seats
