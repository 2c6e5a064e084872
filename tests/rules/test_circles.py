"""The circles that the rule set had to decide, as outcomes tell them."""

from __future__ import annotations

from random import Random

import pytest
from case_files import Trial, read_all
from case_judging import orders_of, position_of, variant_of
from random_turns import random_orders, random_position

from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.rules import PRESETS, Outcome, Result, RuleSet

TRIALS = {trial.id: trial for case in read_all() for trial in case.trials}


def judged(trial: Trial) -> Resolution:
    variant = variant_of(trial)
    rule_set = RuleSet.preset(trial.case.rules).with_settings(*trial.settings)
    step = trial.scenarios[0][0]
    position = position_of(variant.board, step)
    return process(variant, position, orders_of(variant.board, step), rule_set)


def circle(trial: str, unit: str) -> list[str]:
    found = judged(TRIALS[trial]).outcome(unit).circle
    return [f"{link.unit} {link.what}" for link in found]


def test_a_paradox() -> None:
    expected = ["A BRE arrives", "F WAL moves", "F LON stands"]
    assert circle("6.F.14", "A BRE") == expected
    assert circle("6.F.14", "F WAL") == []
    assert circle("6.F.14[4.A.2=d]", "F WAL") == [*expected[1:], expected[0]]


def test_two_crossed_paradoxes_are_one_circle() -> None:
    assert circle("6.F.22", "A NWY") == [
        *("A NWY arrives", "F EDI moves", "F LON stands"),
        *("A BRE arrives", "F PIC moves", "F BEL stands"),
    ]


def test_only_the_army_in_the_circle_has_one() -> None:
    outcomes = judged(TRIALS["6.F.15"]).outcomes
    assert [str(outcome.unit) for outcome in outcomes if outcome.circle] == ["A BRE"]


def test_circles_of_weak_paths_and_gateways() -> None:
    assert circle("mx two supports", "A WES") == ["A WES stands", "A EAS stands"]
    assert circle("gateway in a ring", "F MEDS") == [
        *("F MEDS arrives", "F EGY moves", "F MEDS moves"),
    ]


def test_a_ring_of_moves_costs_nobody_anything() -> None:
    assert not any(outcome.circle for outcome in judged(TRIALS["6.C.1"]).outcomes)


@pytest.mark.slow
def test_every_unit_that_a_circle_cost_something_has_it() -> None:
    variants = [load_variant(name) for name in ("standard", "crowded", "britain")]
    found = 0
    for seed in range(400):
        dice = Random(seed)
        variant = dice.choice(variants)
        position = random_position(variant.board, dice, 50)
        orders = random_orders(variant.board, position, dice)
        rule_set = PRESETS[dice.choice(("datc", "nz1999"))]
        resolution = process(variant, position, orders, rule_set)
        for outcome in resolution.outcomes:
            assert bool(outcome.circle) == is_given_up(outcome), f"seed {seed}: {outcome}"
            if outcome.circle:
                found += 1
                assert outcome.circle[0].unit is outcome.unit
                assert len({*outcome.circle}) == len(outcome.circle) > 1
    assert found


def is_given_up(outcome: Outcome) -> bool:
    """Whether a convoy paradox stopped the move: one that could have been carried out."""
    return outcome.reason == "convoy-paradox" or (
        outcome.result is Result.FAILS and not outcome.reason
    )
