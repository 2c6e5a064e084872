"""Saved games of the `diplomacy` package, read and written."""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from dragoman.diagnostics import has_errors
from dragoman.formats import load_variant, read_saved_game, write_saved_game
from dragoman.game import Ending, Game, Variant
from dragoman.rules import Phase, Position, RuleSet

DATA = Path(__file__).parents[2] / "data" / "diplomacy-package.json.gz"


@pytest.fixture(scope="module")
def package() -> dict[str, Any]:
    return json.loads(gzip.decompress(DATA.read_bytes()))


@pytest.fixture(scope="module")
def standard() -> Variant:
    return load_variant("standard")


def reread(game: Game) -> Game:
    again, faults = read_saved_game(write_saved_game(game), rule_set=game.rule_set)
    assert faults == ()
    assert again is not None
    return again


def facts(phase: dict[str, Any]) -> dict[str, Any]:
    """What a phase of a saved game says, without regard to the order it is said in."""
    state = phase["state"]
    retreats = {u: o for power in state["retreats"].values() for u, o in power.items()}
    return {
        "name": phase["name"],
        "units": {power: sorted(units) for power, units in state["units"].items()},
        "centers": {power: sorted(owned) for power, owned in state["centers"].items()},
        "retreats": {unit: sorted(options) for unit, options in retreats.items()},
        "orders": {p: sorted(given) for p, given in phase["orders"].items() if given},
    }


def test_a_game_of_the_package_is_replayed(package: dict[str, Any]) -> None:
    game, faults = read_saved_game(json.dumps(package))
    assert faults == ()
    assert game is not None
    assert len(game.history) == 30
    assert game.ending == Ending("draw", ("FRANCE", "TURKEY"))
    assert game.rule_set == RuleSet(via_without_convoy="by-land-if-possible")


def test_a_game_of_the_package_is_written_back(package: dict[str, Any]) -> None:
    game, _ = read_saved_game(json.dumps(package))
    assert game is not None
    written = json.loads(write_saved_game(game, package["id"]))
    assert {key: written[key] for key in ("id", "map")} == {
        key: package[key] for key in ("id", "map")
    }
    assert [*map(facts, written["phases"])] == [*map(facts, package["phases"])]


def test_the_same_words_for_results(package: dict[str, Any]) -> None:
    """Of supports and convoys the package calls more void: those of no use to their power."""
    game, _ = read_saved_game(json.dumps(package))
    assert game is not None
    for ours, theirs in zip(
        json.loads(write_saved_game(game))["phases"], package["phases"], strict=True
    ):
        assert ours["results"].keys() == theirs["results"].keys()
        for unit, said in theirs["results"].items():
            if "void" not in said:
                assert (ours["name"], unit, ours["results"][unit]) == (ours["name"], unit, said)


def test_other_rules_and_what_then_differs(package: dict[str, Any]) -> None:
    """Where the package goes by land for want of a convoy, DATC 4.A.3 has the army stay."""
    game, faults = read_saved_game(json.dumps(package), rule_set=RuleSet())
    assert game is not None
    assert {fault.code for fault in faults} == {"other-position"}
    assert not has_errors(faults)
    assert "from the orders follows" in faults[0].what
    assert len(game.history) == 30


def test_the_plainer_layout(package: dict[str, Any]) -> None:
    plain = {
        "variant": package["map"],
        "phases": [
            {
                "phase": phase["name"],
                **{key: phase["state"][key] for key in ("units", "centers", "retreats")},
                "orders": {power: given or [] for power, given in phase["orders"].items()},
                "results": phase["results"],
            }
            for phase in package["phases"][:-2]
        ],
    }
    for phase in plain["phases"]:
        phase["retreats"] = {power: units for power, units in phase["retreats"].items() if units}
    game, faults = read_saved_game(json.dumps(plain))
    whole, _ = read_saved_game(json.dumps(package))
    assert faults == ()
    assert game is not None
    assert whole is not None
    assert game.history == whole.history[: len(game.history)]
    assert game.orders("France") == whole.history[len(game.history)].orders["FRANCE"]


def test_nothing_comes_after_the_end(package: dict[str, Any]) -> None:
    phases = package["phases"]
    text = json.dumps({**package, "phases": [*phases[:3], phases[-1], *phases[3:]]})
    game, _ = read_saved_game(text)
    assert game is not None
    assert len(game.history) == 3
    assert game.ending is not None


def test_an_end_without_a_note(standard: Variant) -> None:
    game = Game(standard, position=_nearly_won(standard))
    game.process()
    saved = json.loads(write_saved_game(game))
    saved["phases"][-1]["state"]["note"] = ""
    again, _ = read_saved_game(json.dumps(saved))
    assert again is not None
    assert again.ending == Ending("victory", ("ENGLAND",))


@pytest.mark.parametrize("how", ["draw", "concession", "victory", "none"])
def test_endings(standard: Variant, how: str) -> None:
    game = Game(standard)
    game.order("England", "F lon-nth, A lvp-yor")
    game.process()
    if how == "victory":
        game = Game(standard, position=_nearly_won(standard))
        game.process()
    elif how == "draw":
        game.draw(["England", "Italy"])
    elif how == "concession":
        game.concede("Turkey")
    assert (game.ending.how if game.ending else "none") == how
    again = reread(game)
    assert again.ending == game.ending
    assert again == game


def _nearly_won(standard: Variant) -> Position:
    owners = dict.fromkeys(standard.board.centers[:18], "ENGLAND")
    return Position(Phase.parse("F1901M"), standard.start.units_of("ENGLAND"), owners)


def test_orders_are_written_in_full(standard: Variant) -> None:
    game = Game(standard)
    game.order("England", "lon-nth, edi S lon-nth, liverpool-wal-eng-bel")
    game.order("Russia", "F stp-bot, A gal-bud")
    game.process()
    written = json.loads(write_saved_game(game))["phases"][0]["orders"]
    assert sorted(written["ENGLAND"]) == ["A LVP - BEL", "F EDI S F LON - NTH", "F LON - NTH"]
    assert written["RUSSIA"] == ["F STP/SC - BOT"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "cut-short"),
        ('{"map": "standard", "phases": [', "cut-short"),
        ("[]", "wrong-field"),
        ("{}", "missing-field"),
        ('{"map": "atlantis", "phases": []}', "unknown-variant"),
        ('{"map": "standard", "phases": []}', "missing-field"),
        ('{"map": "standard", "phases": [{"name": "COMPLETED"}]}', "missing-field"),
        ('{"map": "standard", "phases": [{"name": "S1901"}]}', "wrong-field"),
        ('{"map": "standard", "phases": [{"name": "U1901M"}]}', "wrong-field"),
        ('{"map": "standard", "phases": [{"phase": "S1901M", "units": 5}]}', "wrong-field"),
        (
            '{"map": "standard", "phases": [{"phase": "S1901M", "units": {"ITALY": ["A X"]}}]}',
            "impossible-position",
        ),
        (
            '{"map": "standard", "phases": [{"phase": "S1901M", "orders": {"NARNIA": []}}]}',
            "unknown-power",
        ),
    ],
)
def test_what_is_no_saved_game(text: str, code: str) -> None:
    game, (fault,) = read_saved_game(text, source="saved.json")
    assert (game, fault.code, fault.source) == (None, code, "saved.json")


def test_an_order_that_cannot_be_read_is_left_out(package: dict[str, Any]) -> None:
    first, *rest = package["phases"]
    spoilt = {**first, "orders": {**first["orders"], "ITALY": ["A ROM - ATLANTIS"]}}
    game, faults = read_saved_game(json.dumps({**package, "phases": [spoilt, *rest]}))
    assert game is not None
    assert faults[0].code == "unknown-place"
    assert "phases[0].orders.ITALY" in faults[0].what


@pytest.mark.slow
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_what_is_played_is_read_back(standard: Variant, seed: int) -> None:
    chance = random.Random(seed)
    game = Game(standard)
    for _ in range(8):
        legal = game.legal_orders()
        for power in standard.board.powers:
            mine = [orders for unit, orders in legal.items() if unit.power == power]
            game.order(power, [chance.choice(orders) for orders in mine])
        game.process()
    assert reread(game) == game
