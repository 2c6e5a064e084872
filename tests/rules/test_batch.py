"""The compiled batch path beside the plain path: the same results and the same next positions.

How many turns are compared is set by DRAGOMAN_TEST_TURNS; a million is what a release should
see. All tests that compile are in this file and in one group, so that with several workers
only one compiles.
"""

from __future__ import annotations

import copy
import os
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np
import pytest
from random_turns import (
    OrderLists,
    random_adjustments,
    random_orders,
    random_position,
    random_retreats,
)

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.orders import Build, Move, Order, Remove, Retreat, UnitRef
from dragoman.rules import (
    PRESETS,
    SWITCHES,
    PhaseKind,
    Position,
    Result,
    RuleSet,
)
from dragoman.rules.batch import Batch

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]

TURNS = int(os.environ.get("DRAGOMAN_TEST_TURNS", "2500"))
CHUNK = 250
LAST_YEAR = 1912

STANDARD = load_variant("standard")
BOARD = STANDARD.board

WRITTEN = {"implied_orders": "no", "support_disordered": "yes"}
"""Choices about orders that are missing or loosely written; in a batch none is."""


@cache
def judge(rules: RuleSet, threads: int = 1) -> Batch:
    return Batch(BOARD, rules, STANDARD.victory_centers, threads)


def rule_sets() -> Iterator[RuleSet]:
    """Each preset, and between them rule sets with every choice made by lot; for ever."""
    dice = Random(0)
    while True:
        for preset in PRESETS.values():
            yield preset.replace(**WRITTEN)
            lot = {name: dice.choice(s.choices).word for name, s in SWITCHES.items()}
            yield RuleSet(**{**lot, **WRITTEN})


def beginnings(count: int, seed: int) -> list[Position]:
    """Positions of random games in all years, and crowds that no game leads to."""
    dice = Random(seed)
    cells = judge(RuleSet()).pack([STANDARD.start] * (count // 2))
    played = [
        judge(RuleSet()).unpack(judge(RuleSet()).play(cells[i : i + 1], 1901 + i % 9, seed + i)[0])
        for i in range(count // 2)
    ]
    crowds = [
        random_position(BOARD, dice, dice.choice((4, 8, 16, 34, 60)), powers=dice.randint(2, 7))
        for _ in range(count - len(played))
    ]
    return [position for (position,) in played] + crowds


def drawn(position: Position, dice: Random) -> OrderLists:
    """Orders that clash, most of them legal, each of them one that a batch can be given."""
    if position.phase.kind is PhaseKind.MOVEMENT:
        wild = dice.choice((0.0, 0.05, 0.3))
        return random_orders(BOARD, position, dice, wild)
    if position.phase.kind is PhaseKind.RETREAT:
        orders = random_retreats(BOARD, position, dice)
        options = {d.unit.location: d.options for d in position.dislodged}
        return {
            power: tuple(o for o in list_ if _exact(o, options)) for power, list_ in orders.items()
        }
    orders = random_adjustments(BOARD, position, dice)
    return {
        power: tuple(o for o in list_ if _is_packable(o, power, position))
        for power, list_ in orders.items()
    }


def _exact(order: Order, options: dict[str, tuple[str, ...]]) -> bool:
    """Not a retreat to the wrong coast, which the plain path might put right."""
    if not isinstance(order, Retreat):
        return True
    allowed = options[order.unit.location]
    return order.target in allowed or BOARD.province_of[order.target] not in {
        BOARD.province_of[to] for to in allowed
    }


def _is_packable(order: Order, power: str, position: Position) -> bool:
    """A build in the power's own centre or a removal of its own unit: a batch knows no others."""
    if isinstance(order, Build):
        return position.owners.get(BOARD.province_of[order.unit.location]) == power
    if isinstance(order, Remove):
        return Unit(power, str(order.unit.kind), order.unit.location) in position.units
    return True


def check_same(batch: Batch, resolution: Resolution, row: np.ndarray, got: np.ndarray) -> None:
    """The batch's next position and results are those of the plain path."""
    expected = resolution.position
    (position,) = batch.unpack(row[np.newaxis])
    assert position.phase == expected.phase
    assert position.units == expected.units
    assert position.owners == expected.owners
    assert position.contested == expected.contested
    assert [(d.unit, d.options) for d in position.dislodged] == [
        (d.unit, d.options) for d in expected.dislodged
    ]
    winner = batch.winner(row)
    assert ((winner,) if winner else ()) == resolution.winners
    results = batch.results(got)
    if resolution.phase.kind is PhaseKind.ADJUSTMENT:
        ordered = [o for o in resolution.outcomes if o.order is not None]
        for (result, _), outcome in zip(results, ordered, strict=False):
            assert (result is Result.SUCCEEDS) == (outcome.result is Result.SUCCEEDS), outcome
        return
    for (result, dislodged), outcome in zip(results, resolution.outcomes, strict=False):
        assert (result, dislodged) == (outcome.result, outcome.dislodged_by is not None), outcome


def test_batch_and_plain_agree() -> None:
    seen: Counter[str] = Counter()
    positions: list[Position] = []
    rule_set = rule_sets()
    for chunk in range(-(-TURNS // CHUNK)):
        dice = Random(chunk)
        rules = next(rule_set)
        batch = judge(rules)
        positions = [p for p in positions if p.phase.year <= LAST_YEAR]
        positions += beginnings(CHUNK - len(positions), chunk)
        orders = [drawn(position, dice) for position in positions]
        cells = batch.pack(positions)
        after, results = batch.process(cells, batch.pack_orders(cells, orders))
        resolutions = [
            process(STANDARD, position, given, rules)
            for position, given in zip(positions, orders, strict=True)
        ]
        for resolution, row, got in zip(resolutions, after, results, strict=True):
            check_same(batch, resolution, row, got)
            seen[resolution.phase.kind.name] += 1
            seen.update(o.result.name for o in resolution.outcomes)
        positions = [r.position for r in resolutions if not r.winners]
    if TURNS >= 10_000:  # else what is rare may not have come up
        results = set(Result) - {Result.BLOCKED}  # no gateways here
        assert seen.keys() >= {kind.name for kind in PhaseKind} | {r.name for r in results}


def test_legal_orders_need_no_check() -> None:
    """Orders listed as legal come to the same whether or not they are checked again."""
    for rules in (RuleSet(), PRESETS["1971"], PRESETS["njudge"]):
        batch = judge(rules)
        states = batch.states(300, seed=3)
        cells = batch.pack(beginnings(300, 5))
        for _ in range(4):
            codes = batch.random_orders(cells, states)
            after, results = batch.process(cells, codes)
            trusted, same = batch.process(cells, codes, checked=True)
            assert np.array_equal(after, trusted)
            assert np.array_equal(results, same)
            cells = after


def test_no_positions_at_all() -> None:
    batch = judge(RuleSet())
    cells = batch.pack([])
    after, results = batch.process(cells, batch.pack_orders(cells, []))
    assert len(after) == len(results) == 0 and batch.unpack(after) == []


def test_positions_come_back_as_they_were_packed() -> None:
    batch = judge(RuleSet())
    dice = Random(2)
    positions = beginnings(100, 2)
    for _ in range(6):
        for position, again in zip(positions, batch.unpack(batch.pack(positions)), strict=True):
            assert (again.phase, again.units, again.owners, again.contested) == (
                position.phase,
                position.units,
                position.owners,
                position.contested,
            )
            for out, was in zip(again.dislodged, position.dislodged, strict=True):
                assert (out.unit, out.options) == (was.unit, was.options)
                assert out.came_from in (was.came_from, None)
        positions = [process(STANDARD, p, drawn(p, dice)).position for p in positions]


def test_random_games_are_games() -> None:
    """Games played at random to the end: positions that can be, whatever the threads."""
    one, two = judge(RuleSet()), judge(RuleSet(), threads=2)
    cells = one.pack([STANDARD.start] * 300)
    after, phases = one.play(cells, LAST_YEAR, seed=1)
    again, same_phases = two.play(cells, LAST_YEAR, seed=1)
    assert np.array_equal(after, again) and np.array_equal(phases, same_phases)
    assert not np.array_equal(after, one.play(cells, LAST_YEAR, seed=2)[0])
    assert np.array_equal(cells, one.pack([STANDARD.start] * 300))
    for row, position in zip(after, one.unpack(after), strict=True):
        assert position.faults(BOARD) == ()
        winner = one.winner(row)
        if winner is None:
            assert position.phase.year == LAST_YEAR + 1 and position.phase.letter == "M"
            for power in BOARD.powers:
                assert len(position.units_of(power)) <= len(position.centers_of(power))
        else:
            assert len(position.centers_of(winner)) >= STANDARD.victory_centers


def test_a_won_game_stays() -> None:
    batch = Batch(BOARD, victory_centers=3, threads=1)
    cells = batch.pack([STANDARD.start] * 20)
    after, _ = batch.play(cells, 1950, seed=4)
    winners = [batch.winner(row) for row in after]
    assert any(winners)
    codes = batch.random_orders(after, batch.states(20))
    again, _ = batch.process(after, codes)
    assert all(
        np.array_equal(row, same)
        for row, same, winner in zip(after, again, winners, strict=True)
        if winner
    )


def test_threads_do_not_matter() -> None:
    cells = judge(RuleSet()).pack(beginnings(101, 8))
    codes = judge(RuleSet()).random_orders(cells, Batch.states(len(cells)))
    one = judge(RuleSet()).process(cells, codes)
    two = judge(RuleSet(), threads=3).process(cells, codes)
    assert all(map(np.array_equal, one, two))


def test_a_batch_is_pickled_and_copied() -> None:
    start = load_variant("standard").start
    batch = Batch(BOARD, RuleSet(two_orders="last"), 20, threads=1)
    for twin in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        assert (twin.board, twin.rule_set, twin.victory_centers) == (BOARD, batch.rule_set, 20)
        assert twin.pack([start]).tolist() == batch.pack([start]).tolist()


@pytest.mark.parametrize("preset", ["datc", "njudge", "nz1999"])
def test_a_route_is_packed_where_it_means_no_more_than_via(preset: str) -> None:
    """As it asks for a convoy then, like "via"; there is no room for a route that is kept to."""
    batch = Batch(BOARD, RuleSet.preset(preset))
    named = Move(UnitRef("LON", "A"), "BEL", route=("ENG",))
    if preset == "datc":
        via = Move(UnitRef("LON", "A"), "BEL", via_convoy=True)
        assert batch.order_number("ENGLAND", named) == batch.order_number("ENGLAND", via)
    else:
        with pytest.raises(KeyError, match="route"):
            batch.order_number("ENGLAND", named)


@pytest.mark.parametrize(
    "misuse",
    [
        lambda b, cells, codes: b.process(cells[0], codes),
        lambda b, cells, codes: b.process(cells[:, :10], codes),
        lambda b, cells, codes: b.process(cells.astype(float), codes),
        lambda b, cells, codes: b.process(cells, codes[0]),
        lambda b, cells, codes: b.process_many(cells, codes),
        lambda b, cells, codes: b.process_many(cells[0], codes[0]),
        lambda b, cells, codes: b.legal_orders(cells[:, :10]),
        lambda b, cells, codes: b.legal_orders(cells + 60_000),
        lambda b, cells, codes: b.random_orders(cells[0], b.states(1)),
        lambda b, cells, codes: b.random_orders(cells, b.states(1)),
        lambda b, cells, codes: b.random_orders(cells, b.states(2).astype(float)),
        lambda b, cells, codes: b.play(cells[:, :10], 1903),
        lambda b, cells, codes: b.unpack(cells[0]),
        lambda b, cells, codes: b.columns(cells.astype(np.int64)),
        lambda b, cells, codes: b.pack_orders(cells[0], [{}]),
    ],
)
def test_what_are_no_packed_positions_is_refused(misuse) -> None:
    """The kernel would read past their end."""
    batch = judge(RuleSet())
    cells = batch.pack([STANDARD.start] * 2)
    with pytest.raises(ValueError, match=r"needed are|as pack makes them"):
        misuse(batch, cells, batch.random_orders(cells, batch.states(2)))
