"""Explanations of one turn agree with each other and with what would have happened otherwise.

What an explanation says did not count is taken away, and nothing else in the turn may change.
A run of the suite looks at four hundred turns; ``DRAGOMAN_TEST_TURNS=10000`` at that many.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from case_judging import variant_of
from contradictions import contradictions
from random_phases import crowded_turn, legal_turn, play, turns
from turns_to_explain import TRIALS, resolutions

from dragoman.formats import load_variant
from dragoman.game import Resolution, Variant, without
from dragoman.orders import Move, Order, Waive
from dragoman.reports import Explanation, explanations
from dragoman.rules import SWITCHES, Outcome, PhaseKind, Result, RuleSet

TURNS = turns(400)
PARTS = 20
VARIANTS = ("standard", "crowded", "chaos", "britain", "isthmus", "white_winter", "archipelago")
PHASES_PLAYED = 20

NO_DIFFERENCE = frozenset(
    {
        "support.own",
        "support.vain",
        "support.in-vain",
        "support.quiet",
        "order.void",
        "order.unused",
        "order.impossible",
        "gateway.unused",
    }
)
"""The sentences that say of an order that it made no difference."""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_explanations_of_random_turns(part: int) -> None:
    for variant, resolution, where in drawn(part):
        check(variant, resolution, where)


@pytest.mark.slow
def test_explanations_of_rule_cases() -> None:
    for trial in TRIALS.values():
        for resolution in resolutions(trial):
            check(variant_of(trial), resolution, trial.id)


def drawn(part: int) -> Iterator[tuple[Variant, Resolution, str]]:
    """Every one of ``PARTS`` parts of the turns to look at: mostly on the standard map."""
    for seed in range(part, TURNS, PARTS):
        dice = Random(seed)
        name = "standard" if seed % 2 else dice.choice(VARIANTS)
        variant, where = load_variant(name), f"seed {seed} on {name}"
        kind = seed // PARTS % 10
        if kind < 7:
            found = crowded_turn(variant, dice, seed)
        elif kind < 9 or seed % (PHASES_PLAYED // 2):
            found = iter([legal_turn(variant, dice)])
        else:
            found = play(variant, dice, PHASES_PLAYED)
        for resolution in found:
            yield variant, resolution, where


def check(variant: Variant, resolution: Resolution, where: str) -> None:
    found = explanations(variant, resolution)
    assert not list(contradictions(found)), where
    for explanation in found:
        for place in said_to_be_contested(explanation):
            assert is_contested(resolution, place), f"{where}: {explanation.text()}"
    if resolution.phase.kind is PhaseKind.MOVEMENT:
        for explanation in found:
            if said_to_make_no_difference(explanation):
                assert makes_no_difference(variant, resolution, explanation), (
                    f"{where}: {explanation.text()}"
                )


def said_to_be_contested(explanation: Explanation) -> Iterator[str]:
    closed = explanation.data().get("closed", {})
    assert isinstance(closed, dict)
    for place, why in closed.items():
        assert isinstance(why, dict)
        assert why["says"] != "closed.unlisted", explanation.text()
        if why["says"] == "closed.stand-off":
            yield place


def is_contested(resolution: Resolution, place: str) -> bool:
    """Whether a move to the province failed, and nobody stands there."""
    if resolution.phase.kind is PhaseKind.RETREAT:
        return place in resolution.before.contested
    return any(
        isinstance(outcome.treated_as, Move)
        and _province(outcome.treated_as.target) == place
        and outcome.moved_to is None
        and outcome.result is not Result.NO_CONVOY
        for outcome in resolution.outcomes
    )


def said_to_make_no_difference(explanation: Explanation) -> bool:
    about = explanation.about
    if not isinstance(about, Outcome) or about.order is None or about.result is Result.FAILS:
        return False
    return any(said.key in NO_DIFFERENCE for said in explanation.statements)


def makes_no_difference(variant: Variant, resolution: Resolution, explanation: Explanation) -> bool:
    """Whether all others fare alike when the unit has no order and holds."""
    about = explanation.about
    assert isinstance(about, Outcome)
    power = about.unit.power

    def is_its(order: Order) -> bool:
        if about.unit.location in variant.board.high_seas:
            return order is about.order
        return not isinstance(order, Waive) and _province(order.unit.location) == _province(
            about.unit.location
        )

    taken = [(power, order) for order in resolution.orders[power] if is_its(order)]
    instead = without(variant, resolution, taken)
    if reads_together(resolution.rule_set) and _read(resolution, about) != _read(instead, about):
        return True  # it did, but in how the orders of others are read
    was, now = resolution.position, instead.position
    return (
        _ends(resolution) == _ends(instead)
        and (was.units, was.dislodged) == (now.units, now.dislodged)
        and was.contested == now.contested
    )


def reads_together(rule_set: RuleSet) -> bool:
    """Whether an order may have a say in what another means (DATC 4.C, 4.E.2, 4.E.3)."""
    answers = {getattr(rule_set, name) for name in SWITCHES if name.startswith(("kind", "power"))}
    together = rule_set.read_together == "together" or rule_set.implied_orders == "yes"
    return together or "unless-proper" in answers


def _read(resolution: Resolution, about: Outcome) -> list[tuple[object, ...]]:
    others = (outcome for outcome in resolution.outcomes if outcome.unit != about.unit)
    return [(outcome.treated_as, outcome.result is Result.ILLEGAL) for outcome in others]


def _ends(resolution: Resolution) -> list[tuple[object, ...]]:
    units = (outcome for outcome in resolution.outcomes if outcome.unit.kind)
    return [(outcome.unit, outcome.moved_to, outcome.dislodged_by) for outcome in units]


def _province(location: str) -> str:
    return location.partition("/")[0]
