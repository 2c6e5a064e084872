"""Nothing that an account of a movement says is false.

Every claim of every explanation of turns drawn at random is held against what can be found out
without it. ``DRAGOMAN_TEST_TURNS=5000`` looks at that many of each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest
from claims import Claim, claims
from crowded_campaigns import any_orders, campaign, crowded, sieges
from random_phases import any_rule_set, crowded_turn, legal_turn, turns
from random_turns import random_orders, random_position
from truth import Truth, falsehoods

from dragoman.formats import load_variant
from dragoman.game import Resolution, Variant, process
from dragoman.game.order_checks import hopeless_orders
from dragoman.machiavelli import Spent
from dragoman.orders import Order
from dragoman.reports import explanations
from dragoman.rules import PRESETS, PhaseKind, Position, Result, RuleSet

TURNS = turns(80)
PARTS = 4
KINDS = ("crowded", "legal", "campaign", "sieges")


def drawn(kind: str, seed: int) -> Iterator[tuple[Variant, Resolution]]:
    """The movements of one kind of turn."""
    dice = Random(seed)
    diplomacy = kind in ("crowded", "legal")
    variant = load_variant("standard" if diplomacy else ("machiavelli2", "machiavelli")[seed % 2])
    found = {
        "crowded": lambda: crowded_turn(variant, dice, seed),
        "legal": lambda: iter([legal_turn(variant, dice)]),
        "campaign": lambda: campaign(variant, dice),
        "sieges": lambda: iter([sieges(variant, dice)]),
    }[kind]()
    for resolution in found:
        if resolution.phase.kind is PhaseKind.MOVEMENT:
            yield variant, resolution


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_false_is_said_of_a_few_turns(kind: str) -> None:
    check(kind, range(1000, 1006))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_false_is_said(kind: str, part: int) -> None:
    check(kind, range(part, TURNS, PARTS))


def check(kind: str, seeds: range) -> None:
    for seed in seeds:
        for variant, resolution in drawn(kind, seed):
            found = falsehoods(variant, resolution, explanations(variant, resolution))
            assert not list(found), f"{kind}, seed {seed}"


FALSE = {
    "went to": 0.95,
    "came through": 1.0,
    "stands there": 0.95,
    "dislodged": 1.0,
    "strength on the way": 0.85,
    "strength at home": 0.9,
    "strength in the siege": 0.9,
    "helped on the way by": 0.95,
    "helped at home by": 0.95,
    "cut by": 0.95,
    "counted": 0.6,
    "was attacked": 0.4,
    "starved out": 0.6,
    "counted in the siege of": 0.9,
}
"""The share of changed claims that are found to be false at least."""


@pytest.mark.slow
def test_what_is_false_is_found() -> None:
    """The claims of a few turns, each changed a little: those that have to be false are."""
    told: dict[str, list[bool]] = {}
    for kind in KINDS:
        for seed in range(30):
            for variant, resolution in drawn(kind, seed):
                truth, dice = Truth(variant, resolution), Random(seed)
                for explanation in explanations(variant, resolution):
                    for claim in claims(explanation):
                        other = changed(claim, list(truth.outcomes), dice)
                        if other != claim and claim.aspect in FALSE:
                            told.setdefault(claim.aspect, []).append(not truth.holds(other))
    shares = {aspect: sum(found) / len(found) for aspect, found in told.items()}
    assert set(shares) == set(FALSE)
    assert {a: share for a, share in shares.items() if share < FALSE[a]} == {}


def changed(claim: Claim, places: list[str], dice: Random) -> Claim:
    """The same about another unit, or with another value."""
    if claim.aspect in ("came through", "dislodged"):
        return replace(claim, value=not claim.value)
    if claim.value is True:
        return replace(claim, subject=dice.choice(places))
    if isinstance(claim.value, int):
        return replace(claim, value=claim.value + 2)
    if isinstance(claim.value, tuple):
        return replace(claim, value=(*claim.value, dice.choice(places)))
    return replace(claim, value=dice.choice(places))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_said_to_be_hopeless_comes_to_nothing(part: int) -> None:
    """An order that cannot succeed does not, whatever the others do."""
    for seed in range(part, TURNS, PARTS):
        dice = Random(seed)
        names = "standard", ("machiavelli2", "machiavelli")[seed % 2]
        for variant in map(load_variant, names):
            position, rule_set, order = drawn_position(variant, dice)
            mine = order()
            for power, orders in sorted(mine.items()):
                told = list(hopeless_orders(variant, position, power, orders, rule_set))
                for _ in range(3):
                    given = {**order(), power: orders}
                    done = results(process(variant, position, given, rule_set), power)
                    for hopeless, fault in told:
                        if " as things stand: " not in fault.what:
                            assert done.get(id(hopeless)) not in DONE, f"seed {seed}: {fault}"


DONE = (Result.SUCCEEDS, Spent.DONE, Spent.COUNTED)


def drawn_position(
    variant: Variant, dice: Random
) -> tuple[Position, RuleSet, Callable[[], Mapping[str, Sequence[Order]]]]:
    """A position, a rule set, and what gives orders for all powers."""
    if variant.scenario is None:
        position = random_position(variant.board, dice, dice.randint(5, 30))
        return position, any_rule_set(dice), lambda: random_orders(variant.board, position, dice)
    campaign_rules = PRESETS[variant.name]
    position = crowded(variant, dice, campaign_rules)
    return position, campaign_rules, lambda: any_orders(variant, position, dice)


def results(resolution: Resolution, power: str) -> dict[int, object]:
    """What became of each order of a power, by the order itself."""
    found: dict[int, object] = {}
    if resolution.account is not None:
        found = {id(one.order): one.result for one in resolution.account.spendings}
    mine = (one for one in resolution.outcomes if one.unit.power == power)
    return found | {id(one.order): one.result for one in mine}
