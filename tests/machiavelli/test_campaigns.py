"""Campaigns on rows of numbers: judged as the judge of objects does, compiled or not.

``DRAGOMAN_TEST_CAMPAIGNS`` sets how many random campaigns are played, compiled, on all scenarios;
of these a twentieth is played without compiled code as well.
"""

from __future__ import annotations

import hashlib
import os
from random import Random

import numpy as np
import pytest
from random_campaigns import SCENARIOS, campaigns, random_rules, scenario

from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.machiavelli import resolve
from dragoman.machiavelli.batch.campaigns import Campaigns
from dragoman.rules import PhaseKind, RuleSet

CAMPAIGNS = int(os.environ.get("DRAGOMAN_TEST_CAMPAIGNS", "1000"))
YEARS = 6


def batch(variant: Variant, rule_set: RuleSet, *, is_compiled: bool) -> Campaigns:
    calendar = variant.calendar_under(rule_set)
    return Campaigns(
        variant.board, variant.scenario, rule_set, calendar, threads=1, is_compiled=is_compiled
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS[::6])
def test_positions_come_back_from_their_rows(name: str) -> None:
    kinds = set[PhaseKind]()
    for seed in range(3):
        for variant, rule_set, resolution in campaigns(name, seed, 3):
            rows = batch(variant, rule_set, is_compiled=False)
            positions = [resolution.before, resolution.position]
            assert rows.unpack(rows.pack(positions)) == positions
            kinds.add(resolution.before.phase.kind)
    assert PhaseKind.MOVEMENT in kinds and PhaseKind.ADJUSTMENT in kinds


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS[::4])
def test_rows_are_judged_as_positions_are(name: str) -> None:
    """Each phase of a random game, from the same orders."""
    for seed in range(2):
        dice = Random(f"{name} {seed}")
        variant = scenario(name)
        rule_set = random_rules(variant, dice)
        calendar = variant.calendar_under(rule_set)
        rows = batch(variant, rule_set, is_compiled=False)
        position, _ = PLAY.of(variant).begin(variant, rule_set, seed)
        cells = rows.pack([position])
        states = np.array([dice.randrange(1 << 48)], dtype=np.int64)
        for _ in range(12):
            orders = rows.random_orders(cells, states)
            (given,) = rows.unpack_orders(cells, orders)
            judged = resolve(variant.board, variant.scenario, position, given, rule_set, calendar)
            cells = rows.process(cells, orders)
            assert rows.unpack(cells) == [judged.result.position]
            assert rows.winners(cells) == [judged.result.winner]
            assert judged.result.position is not None
            position = judged.result.position
            if judged.result.winner is not None or not position.units:
                break


def digest(cells: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(cells).tobytes()).hexdigest()


@pytest.mark.slow
def test_compiled_and_plain_campaigns_are_alike() -> None:
    """Whole games, and in a few games each position on the way."""
    played = seed = 0
    while played < CAMPAIGNS // 20:
        name = SCENARIOS[seed % len(SCENARIOS)]
        variant = scenario(name)
        rule_set = random_rules(variant, Random(f"alike {seed}"))
        position, _ = PLAY.of(variant).begin(variant, rule_set, seed)
        found: list[tuple[list[str], int]] = []
        for is_compiled in (True, False):
            rows = batch(variant, rule_set, is_compiled=is_compiled)
            cells = rows.pack([position])
            states = np.array([seed * 7919 + 13], dtype=np.int64)
            seen = [digest(rows.play(cells, variant.first_year + 2, seed)[0])]
            moves = 0
            for _ in range(20):
                if rows.winners(cells) != [None] or rows.unpack(cells)[0].units == ():
                    break
                moves += rows.unpack(cells)[0].phase.kind is PhaseKind.MOVEMENT
                orders = rows.random_orders(cells, states)
                cells = rows.process(cells, orders)
                seen += [digest(orders), digest(cells)]
            found.append((seen, moves))
        assert found[0] == found[1], (name, seed)
        played += found[0][1]
        seed += 1


@pytest.mark.slow
def test_random_campaigns_are_played_to_their_end() -> None:
    """Many games on each scenario, with every position that they come to one that can be."""
    played = share = 0
    while played < CAMPAIGNS:
        for name in SCENARIOS:
            variant = scenario(name)
            rule_set = random_rules(variant, Random(f"{share} {name}"))
            rows = batch(variant, rule_set, is_compiled=True)
            games = max(1, min(40, CAMPAIGNS // 1000))
            starts = [
                PLAY.of(variant).begin(variant, rule_set, share * 1000 + n)[0] for n in range(games)
            ]
            last, counts = rows.play(rows.pack(starts), variant.first_year + YEARS, share)
            played += int(counts.sum())
            for position in rows.unpack(last):
                assert not [fault for fault in position.faults(variant.board) if fault.is_error]
        share += 1
    assert played >= CAMPAIGNS
