"""Nothing that an account of a movement says is false.

Every claim of every explanation of turns drawn at random is held against what can be found out
without it. ``DRAGOMAN_TEST_TURNS=5000`` looks at that many of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from claims import Claim, claims
from crowded_campaigns import campaign, sieges
from random_phases import crowded_turn, legal_turn, turns
from truth import Truth, falsehoods

from dragoman.formats import load_variant
from dragoman.game import Resolution, Variant
from dragoman.reports import explanations
from dragoman.rules import PhaseKind

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
