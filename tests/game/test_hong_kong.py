"""A province like Hong Kong from the turn it is taken to the builds, as the manual says and as
nJudge does it."""

from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game
from dragoman.rules import Phase, RuleSet, build_sites, builds_due

MANUAL = load_variant(Path(__file__).parents[1] / "cases" / "njudge" / "boards" / "manual")
START = replace(
    MANUAL.start,
    phase=Phase.parse("F1901M"),
    units=(Unit("CHINA", "F", "CHS"), Unit("ENGLAND", "F", "LON")),
    owners={"CAN": "CHINA", "SHA": "CHINA", "LON": "ENGLAND", "MAC": "ENGLAND"},
)


def after_taking(place: str, choice: str) -> Game:
    """The builds after China's fleet has gone to a province in fall."""
    game = Game(replace(MANUAL, start=START), RuleSet(hong_kong=choice))
    assert game.order("China", f"F chs - {place}") == ()
    game.process()
    assert game.phase.letter == "A"
    return game


@pytest.mark.parametrize(
    ("place", "choice", "owner", "due"),
    [
        ("mac", "no", "CHINA", 2),
        ("mac", "manual", "CHINA", 1),
        ("mac", "unowned", None, 1),
        ("hk", "no", "CHINA", 2),
        ("hk", "manual", "CHINA", 1),
        ("hk", "unowned", None, 1),
    ],
)
def test_it_does_not_count(place, choice, owner, due):
    game = after_taking(place, choice)
    assert game.position.owners.get(place.upper()) == owner
    assert builds_due(MANUAL.board, game.position, "CHINA", game.rule_set) == due


@pytest.mark.parametrize(
    ("choice", "sites"),
    [("manual", {"CAN", "SHA", "MAC"}), ("unowned", {"CAN", "SHA"}), ("no", {"CAN", "SHA", "MAC"})],
)
def test_where_its_own_home_can_be_built(choice, sites):
    """Macau is a Chinese home centre: owned, it can be built in; owned by nobody, it cannot."""
    position = replace(START, phase=Phase.parse("W1901A"), units=())
    owners = {"CAN": "CHINA", "SHA": "CHINA"} | ({} if choice == "unowned" else {"MAC": "CHINA"})
    rules = RuleSet(hong_kong=choice)
    found = build_sites(MANUAL.board, replace(position, owners=owners), "CHINA", rules)
    assert set(found) == sites


def test_england_counts_and_builds():
    game = Game(
        replace(MANUAL, start=replace(START, owners={**START.owners, "HK": "ENGLAND"})), RuleSet()
    )
    game.process()
    assert builds_due(MANUAL.board, game.position, "ENGLAND", game.rule_set) == 2
    assert "HK" in build_sites(MANUAL.board, game.position, "ENGLAND", game.rule_set)
