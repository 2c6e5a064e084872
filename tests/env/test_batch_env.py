"""Games stepped in machine code are the games of the judge: each position, each choice."""

from __future__ import annotations

import gc
import os
import resource
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from dragoman.board import Unit
from dragoman.env import BatchEnv, Overflow
from dragoman.errors import DragomanError
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.rules import Phase, PhaseKind, Position, legal_orders
from dragoman.rules.batch import Batch
from dragoman.rules.engine.codes import NONE
from tests.env.conftest import SMALL, env_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("env")]

GAMES = int(os.environ.get("DRAGOMAN_TEST_GAMES", "2"))
STEPS = int(os.environ.get("DRAGOMAN_TEST_STEPS", "14"))


def judge_of(env: BatchEnv) -> Batch:
    variant = env.variant
    calendar = variant.calendar_under(variant.rule_set)
    return Batch(variant.board, variant.rule_set, variant.victory_centers, 1, calendar)


def codes_of(env: BatchEnv, actions: np.ndarray) -> np.ndarray:
    """What ``Batch.process`` is given for actions, made in Python of the padded codes."""
    judge = judge_of(env)
    legal = judge.legal_orders(env.rows)
    codes = np.full((env.games, len(env.variant.board.provinces)), NONE, np.int32)
    padded = env.padded_codes()
    for game in range(env.games):
        chosen = {}
        for power in range(len(env.powers)):
            for slot in range(env.sizes.slots):
                if env.observation.counts[game, power, slot]:
                    at = int(env.observation.at[game, power, slot])
                    code = padded[game, power, slot, actions[game, power, slot]]
                    chosen.setdefault((power, at), []).append(int(code))
        if env.is_adjustment(game):
            given = [code for own in chosen.values() for code in own if code & 3]
            codes[game, : len(given)] = given
            continue
        first = int(legal.rows[game])
        owners = legal.owners[first : int(legal.rows[game + 1])]
        places = unit_places(env, game)
        for row, (owner, place) in enumerate(zip(owners.tolist(), places, strict=False)):
            if (owner, place) in chosen:
                codes[game, row] = chosen[owner, place][0]
    return codes


def unit_places(env: BatchEnv, game: int) -> list[int]:
    """The locations of units, in the sequence in which the position is packed."""
    columns = judge_of(env).columns(env.rows[game : game + 1])
    if columns.dislodged_count[0]:
        return columns.dislodged_location[0, : columns.dislodged_count[0]].tolist()
    return columns.location[0, : columns.unit_count[0]].tolist()


@pytest.mark.parametrize("variant", ["standard", SMALL, "chaos"])
def test_steps_are_those_of_the_judge(variant: str) -> None:
    env = env_of(variant)
    env.reset(seed=3)
    judge, kinds = judge_of(env), Counter[str]()
    for _ in range(25):
        before, over = env.rows.copy(), env.done.copy()
        actions = env.draw_actions().copy()
        expected, _ = judge.process(before, codes_of(env, actions))
        kinds.update(one.phase.kind.name for one in env.positions())
        env.step(actions)
        same = (env.rows == expected).all(axis=1)
        assert same[~over].all()
    assert len(kinds) >= (2 if variant == SMALL else 3)


@pytest.mark.parametrize("variant", ["standard", SMALL])
def test_choices_are_all_legal_orders_and_nothing_else(variant: str) -> None:
    env = env_of(variant)
    env.reset(seed=4)
    rules, calendar = env.variant.rule_set, env.variant.calendar_under(env.variant.rule_set)
    for _ in range(12):
        for game, position in enumerate(env.positions()[:2]):
            legal = legal_orders(env.variant.board, position, rules, calendar)
            for number, power in enumerate(env.powers):
                offered = env.orders(game, power)
                own = [set(orders) for unit, orders in legal.items() if unit.power == power]
                if position.phase.kind is PhaseKind.ADJUSTMENT:
                    assert all(set(one) == set().union(*own) for one in offered)
                    due = int(env.observation.build_numbers[game, number])
                    assert len(offered) == abs(due)
                else:
                    assert sorted(map(str, offered[0])) if offered else not own
                    assert sorted(sorted(map(str, one)) for one in offered) == sorted(
                        sorted(map(str, one)) for one in own
                    )
                slots = env.observation.mask[game, number].sum(axis=1)
                counts = env.observation.counts[game, number]
                assert (slots == np.maximum(counts, 1)).all()
        env.step_random()


@pytest.mark.parametrize(("variant", "many", "steps"), [("standard", 64, 30), (SMALL, 4096, 12)])
def test_games_come_out_the_same_alone_together_and_in_threads(
    variant: str, many: int, steps: int
) -> None:
    keys, boards = [], []
    for games, threads in ((1, 1), (5, 2), (many, 1), (many, 2), (many, 8)):
        env = BatchEnv(variant, games, seed=11, threads=threads, last_year=1904)
        for _ in range(steps):
            env.step_random()
        keys.append(env.hash())
        boards.append(env.observation.board[: min(games, 64)].copy())
    most = len(boards[-1])
    for found, board in zip(keys, boards, strict=True):
        assert (found == keys[-1][: len(found)]).all()
        assert (board == boards[-1][: min(len(board), most)]).all()


@pytest.mark.parametrize("variant", ["standard", SMALL, "chaos", "hundred", "1900"])
def test_steps_are_those_of_the_plain_path(variant: str) -> None:
    """Orders as objects, judged as one game is, come to the positions that steps come to; as many
    games as `DRAGOMAN_TEST_GAMES` says, and so many steps of each as `DRAGOMAN_TEST_STEPS`."""
    env = BatchEnv(variant, GAMES, seed=5, autoreset="disabled")
    kinds = set[str]()
    for _ in range(STEPS):
        actions, going = env.draw_actions().copy(), np.flatnonzero(~env.done)
        expected = []
        for game in going:
            (position,) = env.positions([int(game)])
            orders = {
                power: [
                    own[k]
                    for own, k in zip(
                        env.orders(int(game), power), actions[game, place], strict=False
                    )
                ]
                for place, power in enumerate(env.powers)
            }
            kinds.add(position.phase.kind.name)
            expected.append(process(env.variant, position, orders).position)
        env.step(actions)
        for one, other in zip(env.positions(going.tolist()), expected, strict=True):
            assert difference_of(one, other) == ""
    assert {"MOVEMENT", "ADJUSTMENT"} <= kinds


def difference_of(one: Position, other: Position) -> str:
    """The facts in which two positions differ, in whatever sequence units stand."""
    found = []
    for what in ("phase", "units", "owners", "dislodged", "contested"):
        a, b = (getattr(position, what) for position in (one, other))
        if what in ("units", "dislodged"):
            a, b = sorted(map(str, a)), sorted(map(str, b))
        if a != b:
            found.append(f"{what}: {a} / {b}")
    return "; ".join(found)


def test_a_thousand_steps_take_no_more_memory() -> None:
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("this system does not tell how much memory a process has")
    env = BatchEnv(SMALL, 64, seed=3, threads=2, last_year=1903, shaping=0.1)
    page = resource.getpagesize()

    def resident() -> int:
        gc.collect()
        return int(statm.read_text().split()[1]) * page

    for _ in range(300):
        env.step_random()
    before = resident()
    for _ in range(1000):
        env.step_random()
    assert resident() - before < 2_000_000  # a row of each game in each step would be 12 MB


def test_arrays_are_shared_with_pytorch(standard: BatchEnv) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    seen = standard.observation
    boards = {name: torch.from_numpy(getattr(seen, name)) for name in ("board", "mask", "counts")}
    for name, tensor in boards.items():
        assert tensor.data_ptr() == getattr(seen, name).__array_interface__["data"][0]
    for _ in range(3):
        standard.step_random()
    assert all((tensor.numpy() == getattr(seen, name)).all() for name, tensor in boards.items())


def test_what_is_saved_goes_on_as_it_did(standard: BatchEnv) -> None:
    for _ in range(7):
        standard.step_random()
    saved = standard.save()
    observed = [np.array(one) for one in standard.observation]
    steps = [standard.step_random() for _ in range(1)]
    after, keys = standard.rows.copy(), standard.hash()
    rewards = steps[0].rewards.copy()
    standard.load(saved)
    assert all((a == b).all() for a, b in zip(observed, standard.observation, strict=True))
    assert (standard.step_random().rewards == rewards).all()
    assert (standard.rows == after).all() and (standard.hash() == keys).all()
    standard.load(saved[3:4], [9])
    assert (standard.rows[9] == saved_rows(standard, saved)[3]).all()
    with pytest.raises(DragomanError, match="as save\\(\\) makes them"):
        standard.load(saved[:2])


def saved_rows(env: BatchEnv, saved: np.ndarray) -> np.ndarray:
    other = env_of("standard", 16, seed=5)
    other.load(saved)
    return other.rows


def test_a_fork_is_the_same_game(standard: BatchEnv) -> None:
    for _ in range(9):
        standard.step_random()
    standard.fork(2, [0, 5])
    for _ in range(6):
        standard.step_random()
        assert (standard.rows[[0, 5]] == standard.rows[2]).all()
    assert (standard.observation.mask[0] == standard.observation.mask[2]).all()


def test_keys_tell_positions_apart_and_not_the_sequence_of_units() -> None:
    env = env_of("standard", 16)
    phase = Phase.parse("F1903M")
    units = (Unit("FRANCE", "A", "PAR"), Unit("ITALY", "F", "NAP"), Unit("ITALY", "A", "ROM"))
    judge = judge_of(env)
    rows = judge.pack([Position(phase, units), Position(Phase.parse("S1903M"), units)])
    rows = np.concatenate([rows, rows[:1]])
    first = judge.form.first_unit
    rows[2, first : first + 3] = rows[0, first : first + 3][::-1]
    env.put([0, 1, 2], rows)
    keys = env.hash()
    assert keys[0] == keys[2] != keys[1]
    seen = set()
    env.reset(seed=2)
    for _ in range(20):
        env.step_random()
        seen |= {(int(key), row.tobytes()) for key, row in zip(env.hash(), env.rows, strict=True)}
    assert len({key for key, _ in seen}) == len(seen)


def test_what_has_no_room_is_an_error_and_is_not_cut() -> None:
    with pytest.raises(Overflow, match="choices=") as refused:
        BatchEnv("standard", 2, choices=4)
    assert (refused.value.argument, refused.value.needed > 4) == ("choices", True)
    with pytest.raises(Overflow, match="slots=4"):
        BatchEnv("standard", 2, slots=3)
    with pytest.raises(Overflow, match="listed="):
        BatchEnv("standard", 2, listed=64)


def test_actions_that_stand_for_nothing_hold_and_are_counted(standard: BatchEnv) -> None:
    actions = np.full(standard.actions.shape, 500)
    step = standard.step(actions)
    assert step.infos["illegal"].tolist() == [22] * 16
    held = standard.observation.prev_orders[0]
    assert Counter(held[:, 0].tolist()) == {0: 60, 1: 22}
    start = {str(unit) for unit in standard.start.units}
    assert {str(unit) for unit in standard.positions()[0].units} == start


def test_of_two_builds_in_a_province_the_first_counts() -> None:
    env = env_of("standard", 16)
    units = (Unit("FRANCE", "A", "SPA"),)
    owners = {"PAR": "FRANCE", "MAR": "FRANCE", "SPA": "FRANCE"}
    rows = judge_of(env).pack([Position(Phase.parse("W1901A"), units, owners)])
    env.put([0], rows)
    france = env.powers.index("FRANCE")
    first, second = env.orders(0, "FRANCE")
    assert first == second
    texts = [str(order) for order in first]
    actions = np.zeros(env.actions.shape, int)
    actions[0, france, :2] = texts.index("Build F Mar"), texts.index("Build A Mar")
    step = env.step(actions)
    assert (step.infos["doubled"][0], step.infos["illegal"][0]) == (1, 0)
    assert {str(unit) for unit in env.positions()[0].units} == {"F MAR", "A SPA"}


def test_buffers_stay_where_they_are_and_are_not_copied(standard: BatchEnv) -> None:
    addresses = [one.__array_interface__["data"] for one in standard.observation]
    board = standard.observation.board
    before = board.copy()
    for _ in range(5):
        step = standard.step_random()
    assert [one.__array_interface__["data"] for one in step.observation] == addresses
    assert (board != before).any()
    assert (board.dtype, standard.observation.mask.dtype) == (np.int8, np.int8)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"games": 0}, "games and threads are 1 or more"),
        ({"last_year": 1900}, "last_year is 1901 or later"),
        ({"draw_years": 0}, "draw_years is 1 or more"),
        ({"autoreset": "never"}, "autoreset is one of"),
        ({"layout": "daide"}, "layout is 'board' or 'deepmind'"),
        ({"variant": SMALL, "layout": "deepmind"}, "only the standard map"),
        ({"reward": "sums-of-squares"}, "no reward is called"),
        ({"variant": "fog_of_war"}, "is played in fog"),
        ({"variant": "machiavelli"}, "not of Diplomacy"),
        ({"seed": -1}, "a seed is no number below zero"),
    ],
)
def test_arguments_that_cannot_be(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(DragomanError, match=said):
        BatchEnv(**arguments)  # type: ignore[arg-type]


def test_actions_of_another_shape_or_kind(standard: BatchEnv) -> None:
    with pytest.raises(DragomanError, match="whole numbers of shape"):
        standard.step(np.zeros((16, 7), int))
    with pytest.raises(DragomanError, match="whole numbers of shape"):
        standard.step(np.zeros(standard.actions.shape))


def test_positions_to_begin_with_come_from_anywhere(tmp_path: Path) -> None:
    env = env_of("standard", 16)
    game = load_variant("standard").start
    env.put([4], judge_of(env).pack([game]))
    assert env.positions([4]) == [game]
    with pytest.raises(DragomanError, match="numbered from 0 to 15"):
        env.put([16], judge_of(env).pack([game]))
