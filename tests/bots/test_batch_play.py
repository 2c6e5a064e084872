"""Bots compiled, on packed positions: the same orders as in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from dragoman.bots import DumbBot, Temper, View, civil_disorder
from dragoman.bots.batch_play import BatchPlay
from dragoman.formats import load_variant
from dragoman.rules import PhaseKind
from dragoman.rules.engine.packed_orders import packed_other
from dragoman.values import FrozenMap

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled_bots")]

STANDARD = load_variant("standard")
STATE = np.array([7], np.int64)
POWERS = list(STANDARD.board.powers)


@pytest.fixture(scope="module")
def play() -> BatchPlay:
    return BatchPlay(STANDARD)


def some_positions(play: BatchPlay, games: int, phases: int):
    """Positions of games between random players and others, the latest first."""
    batch = play.batch
    cells, states = batch.pack([STANDARD.start] * games), batch.states(games, 3)
    mixed = ["dumbbot", "random", "dumbbot", "dumbbot", "random", "dumbbot", "civil-disorder"]
    found = []
    for _ in range(phases):
        cells, _ = batch.process(cells, play.orders(cells, mixed, states))
        found.append(cells)
    return np.concatenate(found)


def test_the_dumbbot_plain_and_compiled_is_one(play: BatchPlay) -> None:
    kinds = set[PhaseKind]()
    for position in play.batch.unpack(some_positions(play, 3, 14)):
        cells = play.batch.pack([position])
        kinds.add(position.phase.kind)
        for number, power in enumerate(POWERS):
            bots = ["civil-disorder"] * 7
            bots[number] = "dumbbot"
            codes = play.orders(cells, bots, np.array([number + 5], np.int64))
            plain = DumbBot()(View(STANDARD, position, power, number + 5))
            if position.phase.kind is PhaseKind.ADJUSTMENT:
                own = [play.batch.order_number(power, order) for order in plain]
                assert own == [code for code in codes[0].tolist() if code in own]
            else:
                wanted = play.batch.pack_orders(cells, [{power: plain}])
                assert np.array_equal(wanted[0], codes[0])
    assert kinds == set(PhaseKind)


def test_who_is_idle_removes_the_same_units_plain_and_compiled(play: BatchPlay) -> None:
    removed = 0
    for position in play.batch.unpack(some_positions(play, 8, 10)):
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            codes = play.orders(play.batch.pack([position]), ["civil-disorder"] * 7, STATE.copy())
            entered = FrozenMap({unit: place for place, unit in enumerate(position.units)})
            plain = [
                play.batch.order_number(power, order)
                for power in POWERS
                for order in civil_disorder(View(STANDARD, position, power, 1, entered))
            ]
            assert codes[0][: len(plain) + 1].tolist() == [*plain, -1]
            removed += len(plain)
    assert removed > 3


def test_games_are_the_same_with_the_same_seeds(play: BatchPlay) -> None:
    cells = play.batch.pack([STANDARD.start] * 14)
    bots = [["dumbbot" if p == g % 7 else "random" for p in range(7)] for g in range(14)]
    once = play.play(cells, bots, play.batch.states(14, 1), 1906)
    again = play.play(cells, bots, play.batch.states(14, 1), 1906)
    assert np.array_equal(once, again)
    other = play.play(cells, bots, play.batch.states(14, 2), 1906)
    assert not np.array_equal(once, other)


def test_each_power_has_a_temper_of_its_own(play: BatchPlay) -> None:
    noisy, cells, bots = Temper(60, 3, 30), play.batch.pack([STANDARD.start] * 3), ["dumbbot"] * 7
    given = cells, [bots] * 3, play.batch.states(3, 1), 1904
    alone = BatchPlay(STANDARD, noisy).play(*given)
    found = [
        play.play(*given[:2], play.batch.states(3, 1), 1904, tempers=[tempers] * 3)
        for tempers in ([noisy] * 7, [Temper(50, 5, 0)] * 7, [noisy, *[Temper(50, 5, 0)] * 6])
    ]
    assert np.array_equal(found[0], alone)
    assert np.array_equal(found[1], play.play(*given[:2], play.batch.states(3, 1), 1904))
    assert not any(np.array_equal(found[2], other) for other in found[:2])


def test_the_dumbbot_beats_random_players(play: BatchPlay) -> None:
    """One against six, seats rotated: 0.97 of all points in 210 games, here in a tenth of them."""
    cells = play.batch.pack([STANDARD.start] * 21)
    bots = [["dumbbot" if p == g % 7 else "random" for p in range(7)] for g in range(21)]
    last = play.batch.columns(play.play(cells, bots, play.batch.states(21, 8), 1910))
    held = np.array([[(owners == p).sum() for p in range(7)] for owners in last.owners])
    shares = held**2 / (held**2).sum(axis=1, keepdims=True)
    assert shares[np.arange(21), np.arange(21) % 7].mean() > 0.7


def test_a_game_year_by_year_is_the_game_played_at_once(play: BatchPlay) -> None:
    """Who searches knows when the game ends, and not when it is looked at."""
    bots, budgets = [["search", *["dumbbot"] * 6]], [[400] * 7]
    start, last = play.batch.pack([STANDARD.start]), 1903
    once = play.play(start, bots, STATE.copy(), last, budgets)
    cells, states = start, STATE.copy()
    for year in range(1901, last + 1):
        cells = play.play(cells, bots, states, last, budgets, until=year)
        assert play.batch.columns(cells).year[0] == year + 1
    assert np.array_equal(cells, once)


def test_units_on_a_high_sea_are_removed_by_their_power() -> None:
    """A removal names whose unit it is, as several stand there: what was drawn is what is taken."""
    variant = load_variant("archipelago")
    play = BatchPlay(variant)
    cells = play.batch.pack([variant.start] * 40)
    states = play.batch.states(len(cells), seed=1)
    removed = 0
    for _ in range(90):
        drawn = play.batch.random_orders(cells, states.copy())
        codes = play.orders(cells, ["random"] * len(variant.board.powers), states)
        seen = [p.phase.kind is PhaseKind.ADJUSTMENT for p in play.batch.unpack(cells)]
        for row in range(len(cells)):
            taken = sorted(codes[row][codes[row] >= 0])
            assert not seen[row] or taken == sorted(drawn[row][drawn[row] >= 0])
            places = play.evaluator.tables.locations
            removed += seen[row] and any(packed_other(int(code)) >= places for code in taken)
        cells, _ = play.batch.process(cells, codes)
    assert removed
