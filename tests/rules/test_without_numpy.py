"""What machine code does for those who have no NumPy: the same as for those who have it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from case_files import CASES

from dragoman.errors import DragomanError
from dragoman.formats import load_variant
from dragoman.native.grid import Grid, as_grid, given_out
from dragoman.rules.batch import Batch
from dragoman.rules.batch.random_states import random_states

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

PROGRAM = """
import json, sys
from hashlib import sha256

def digest(array):
    return sha256(repr(array.tolist()).encode()).hexdigest()

from dragoman.bots.batch_play import BatchPlay
from dragoman.formats import load_variant
from dragoman.formats.records import turn_lines
from dragoman.formats.records.fast_turn_lines import FastTurns
from dragoman.formats.records.turn_lines import resolve_chunks

told = []
for name in ("standard", *sys.argv[1:]):
    play = BatchPlay(load_variant(name))
    batch = play.batch
    cells = batch.pack([play.variant.start] * 40)
    states = batch.states(40, seed=5)
    for _ in range(9):
        codes = batch.random_orders(cells, states)
        cells, results = batch.process(cells, codes)
        told += map(digest, (codes, cells, results))
    told += map(digest, batch.legal_orders(cells))
    positions = batch.unpack(cells)
    told.append(digest(batch.pack(positions)))
    told += [str(position.phase) for position in positions[:3]]
    told.append(digest(batch.pack_orders(cells, [{}] * 40)))
    after, phases = batch.play(batch.pack([play.variant.start] * 3), 1903, seed=1)
    told += map(digest, (after, phases, batch.process_many(after[0], codes[:2])[0]))
    seats = [["dumbbot"] * len(batch.board.powers)] * 2
    told.append(digest(play.play(batch.pack([play.variant.start] * 2), seats, states[:2], 1902)))

from dragoman.game.variant import PLAY
from dragoman.machiavelli.batch.campaigns import Campaigns

variant = load_variant("machiavelli")
rules = variant.rule_set
campaigns = Campaigns(variant.board, variant.scenario, rules, variant.calendar_under(rules))
cells = campaigns.pack([PLAY.of(variant).begin(variant, rules, seed)[0] for seed in range(5)])
states = batch.states(5, seed=5)
for _ in range(6):
    codes = campaigns.random_orders(cells, states)
    cells = campaigns.process(cells, codes)
    told += map(digest, (codes, cells))
told += map(str, campaigns.unpack(cells) + campaigns.winners(cells))
told += map(digest, campaigns.play(cells, 1457, seed=1))

judged, answers = [], FastTurns.answers
FastTurns.answers = lambda fast, chunk: judged.append(chunk.count) or answers(fast, chunk)
turn_lines.WARM_FROM = turn_lines.BUILD_FROM = 0
turn = {"phase": "S1901M", "units": {"FRANCE": ["A PAR", "F BRE"]}, "orders": {"FRANCE": []}}
lines = [json.dumps(turn | {"id": n}) for n in range(3)]
told += resolve_chunks([lines[:1], lines[1:]])
assert sum(judged) == 3
print(json.dumps([*told, sys.modules.get("numpy") is not None]))
"""
CORES = str(CASES / "cores/boards/coring")
WITHOUT = "import sys; sys.modules['numpy'] = None\n"


def run(program: str) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-c", program, CORES], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_batches_bots_and_streams_need_no_numpy() -> None:
    without, beside = run(WITHOUT + PROGRAM), run(PROGRAM)
    assert without[:-1] == beside[:-1]
    assert beside[-1] and len(without) > 80


@pytest.mark.parametrize("seed", [0, 7, 1 << 40, (1 << 150) + 12345])
def test_a_seed_means_what_it_means_to_numpy(seed: int) -> None:
    for least in (1, 0):
        expected = np.random.default_rng(seed).integers(least, 1 << 48, 300, dtype=np.int64)
        assert random_states(300, seed, least).tolist() == expected.tolist()


def test_a_seed_is_not_below_zero() -> None:
    with pytest.raises(DragomanError, match="below zero: -1"):
        Batch.states(1, seed=-1)


def test_grids_and_arrays_share_their_memory() -> None:
    array = np.arange(12, dtype=np.uint16).reshape(3, 4)
    grid = as_grid(array, "u2", "numbers")
    assert grid.tolist() == array.tolist() and grid[1, 2] == 6
    grid[1, 2] = 99
    grid[2][0] = 77
    assert array[1, 2] == 99 and array[2, 0] == 77
    again = given_out(grid)
    again[0, 0] = 55
    assert grid[0, 0] == 55 and grid[0].tolist() == [55, 1, 2, 3]
    assert grid[1:].tolist() == grid.some([1, 2]).tolist() == array[1:].tolist()
    assert grid == as_grid(array, "u2", "numbers") and grid.copy() == grid != grid[1:]
    assert as_grid(array[:0], "u2", "numbers").shape == (0, 4)


def test_arrays_that_do_not_lie_in_one_piece_are_copied() -> None:
    array = np.arange(12, dtype=np.uint16).reshape(3, 4)
    assert as_grid(array[:, :2], "u2", "numbers").tolist() == [[0, 1], [4, 5], [8, 9]]
    array.flags.writeable = False
    grid = as_grid(array, "u2", "numbers", may_write=True)
    grid[0, 0] = 9
    assert array[0, 0] == 0


@pytest.mark.parametrize("given", [[[1, 2]], np.zeros((1, 2)), Grid("i8", (1, 2))])
def test_others_are_refused(given: Any) -> None:
    with pytest.raises(DragomanError, match=r"needed (is|are)"):
        as_grid(given, "u2", "numbers")
    batch = Batch(load_variant("standard").board)
    with pytest.raises(DragomanError, match=r"has to be an Array|needed are rows"):
        batch.process(given, given)
