"""Games in which several units stand in one high sea: their orders, sets and records."""

import json
from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.diagnostics import has_errors
from dragoman.formats import load_variant, read_saved_game, write_saved_game
from dragoman.game import Game, Intent, Variant, read_record, results, write_record
from dragoman.orders import write
from dragoman.rules import Phase, RuleSet

ARCHIPELAGO = load_variant("archipelago")
CROWD = tuple(
    Unit(power, "F", at)
    for power, at in [
        *[("AMBER", "GRE")] * 2,
        *[("BASALT", "GRE")] * 2,
        ("CORAL", "GRE"),
        ("AMBER", "AHV"),
        ("DRIFT", "ABA"),
    ]
)


def crowd(phase: str = "S1901M", owners: dict[str, str] | None = None) -> Variant:
    owned = ARCHIPELAGO.start.owners if owners is None else owners
    start = replace(ARCHIPELAGO.start, units=CROWD, phase=Phase.parse(phase), owners=owned)
    return replace(ARCHIPELAGO, start=start)


@pytest.fixture
def game() -> Game:
    return Game(crowd())


def orders(game: Game, power: str) -> list[str]:
    return [write(order) for order in game.orders(power)]


def test_the_last_orders_count_one_a_unit(game):
    assert game.order("Amber", "F gre-aba") == ()
    assert game.order("Amber", "F gre-bba; F ahv-scr") == ()
    assert orders(game, "Amber") == ["F GRE-ABA", "F GRE-BBA", "F AHV-SCR"]
    assert game.order("Amber", "F gre-cba") == ()
    assert orders(game, "Amber") == ["F GRE-BBA", "F AHV-SCR", "F GRE-CBA"]
    assert game.order("Coral", "F gre-aba") == ()
    assert game.order("Coral", "F gre-bba") == ()
    assert orders(game, "Coral") == ["F GRE-BBA"]


def test_whose_units_they_are(game):
    (fault,) = game.order("Drift", "F gre-aba")
    assert fault.code == "not-your-unit"
    assert "belong to Amber and Basalt and Coral" in fault.what
    (fault,) = game.order("Drift", "F out-sbe")
    assert fault.code == "no-such-unit"


@pytest.mark.parametrize(
    ("rule", "counting"),
    [("merge", ["F GRE-BBA", "F GRE-CBA"]), ("last", ["F GRE-CBA"])],
)
def test_sets_of_orders(rule, counting):
    game = Game(crowd(), RuleSet(order_sets=rule))
    game.submit("Amber", "F gre-aba; F gre-bba")
    game.submit("Amber", "F gre-cba", intent=Intent.ADDS)
    assert orders(game, "Amber") == counting


def test_sets_of_unknown_sequence():
    game = Game(crowd(), RuleSet(unordered_sets="merge"))
    game.submit("Amber", "F gre-aba; F gre-aba", dated=False)
    game.submit("Amber", "F gre-aba", dated=False)
    assert orders(game, "Amber") == ["F GRE-ABA", "F GRE-ABA"]


def test_standing_orders_are_for_those_without():
    game = Game(crowd(), RuleSet(standing_orders="yes"))
    assert game.order("Amber", "F gre-aba; F gre-bba", standing=True) == ()
    game.order("Amber", "F gre-cba")
    assert orders(game, "Amber") == ["F GRE-CBA", "F GRE-ABA"]


def test_none_of_them_is_lent():
    game = Game(crowd(), RuleSet(proxy_orders="beforehand"))
    (fault,) = game.proxy("Amber", "gre", "Basalt")
    assert fault.code == "not-allowed"
    assert game.proxy("Amber", "ahv", "Basalt") == ()


def test_equal_units_are_listed_once(game):
    listed = game.legal_orders()
    assert list(listed) == list(dict.fromkeys(game.position.units))
    texts = [write(order) for order in listed[Unit("AMBER", "F", "AHV")]]
    assert sorted(text for text in texts if "GRE" in text) == [
        "F AHV S BASALT F GRE-ABA",
        "F AHV S CORAL F GRE-ABA",
        "F AHV S F GRE-ABA",
    ]
    texts = [write(order) for order in listed[Unit("AMBER", "F", "GRE")]]
    assert texts.count("F GRE S F GRE-ABA") == texts.count("F GRE-ABA") == 1
    texts = [write(order) for order in listed[Unit("CORAL", "F", "GRE")]]
    assert "F GRE S F GRE-ABA" not in texts
    assert "F GRE S AMBER F GRE-ABA" in texts


def played(game: Game) -> Game:
    game.order("Amber", "F gre-aba; F gre S F gre-aba; F ahv S F gre-aba")
    game.order("Basalt", "F gre-bba; F gre-bba")
    game.order("Coral", "F gre S Basalt F gre-bba")
    game.process()
    return game


def test_results_tell_units_of_one_name_apart(game):
    resolution = played(game).resolution
    assert resolution is not None
    assert results(resolution.outcomes, resolution.phase.kind) == {
        "F AHV": [],
        "F GRE": [],
        "F GRE #2": [],
        "F GRE #3": [],
        "F GRE #4": ["bounce"],
        "F GRE #5": [],
        "F ABA": ["dislodged"],
    }
    assert [resolution.outcome(o.unit) for o in resolution.outcomes] == list(resolution.outcomes)


def test_removals_tell_units_of_one_name_apart():
    game = Game(crowd("W1901A", {"AHV": "AMBER", "BHV": "BASALT", "CHV": "CORAL", "DHV": "DRIFT"}))
    assert game.order("Amber", "remove F gre") == ()
    assert game.order("Amber", "remove F gre") == ()
    assert orders(game, "Amber") == ["F GRE D", "F GRE D"]
    resolution = game.process()
    told = results(resolution.outcomes, resolution.phase.kind)
    assert told["F GRE"] == told["F GRE #2"] == [""]
    assert list(map(str, game.position.units_of("AMBER"))) == ["F AHV"]


def test_it_is_recorded_and_undone(game):
    played(game)
    game.order("Basalt", "F gre H")
    again, faults = read_record(write_record(game), lambda _: game.variant)
    assert faults == ()
    assert again == game
    game.undo()
    assert game.position.units == crowd().start.units
    assert orders(game, "Basalt") == ["F GRE-BBA", "F GRE-BBA"]


def test_a_saved_game_counts_equal_units(game):
    text = write_saved_game(played(game))
    again, faults = read_saved_game(text, lambda _: game.variant)
    assert again is not None
    assert again.position.units == game.position.units
    assert not has_errors(faults)
    saved = json.loads(text)
    units = saved["phases"][-1]["state"]["units"]
    units["BASALT"].append("F GRE")
    again, faults = read_saved_game(json.dumps(saved), lambda _: game.variant)
    assert "other-position" in [fault.code for fault in faults]
    assert again is not None
    assert len(again.position.units_of("BASALT")) == 3
