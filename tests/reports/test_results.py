"""The results of a turn as somebody is shown them first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from random_phases import crowded_turn, turns

from dragoman.formats import load_variant
from dragoman.game import Game, Resolution
from dragoman.reports.results import NextStep, TurnResults, next_step, turn_results
from dragoman.rules import PhaseKind
from dragoman.words import LANGUAGES
from tests.variants.samples import sample

STANDARD = load_variant("standard")
PLAYED = (
    {
        "ENGLAND": "F LON-NTH; F EDI-NWG; A LVP-YOR",
        "GERMANY": "A MUN-BUR; F KIE-DEN; A BER-KIE",
        "FRANCE": "A PAR-BUR; A MAR S A PAR-BUR; F BRE-MAO",
        "RUSSIA": "F STP/SC-BOT",
        "AUSTRIA": "A VIE-BOH; A BUD-SER",
        "ITALY": "A VEN-TYR",
        "TURKEY": "A CON-BUL",
    },
    {
        "ENGLAND": "F NTH C A YOR-BEL; A YOR-BEL",
        "GERMANY": "A KIE-HOL; F DEN-SWE; A MUN-BUR",
        "FRANCE": "A BUR-MUN; A MAR-SPA; F MAO-POR",
        "RUSSIA": "F BOT-SWE",
        "ITALY": "A TYR-VIE; A ROM-VEN",
        "AUSTRIA": "A SER-BUL; F TRI S A SER-BUL",
        "TURKEY": "A BUL-SER",
    },
)


@pytest.fixture(scope="module")
def year() -> Game:
    game = Game(STANDARD)
    for orders in PLAYED:
        for power, text in orders.items():
            game.order(power, text.replace("; ", "\n"))
        game.process()
    return game


def told(results: TurnResults) -> list[tuple[bool | None, str, str]]:
    return [(one.is_done, one.text, one.reason) for one in results.orders]


def of(game: Game, power: str, language: str = "en", whole: bool = True) -> TurnResults:
    turn = game.history[-1]
    return turn_results(STANDARD, [turn], power, language, earlier=game.history[:-1], whole=whole)


def test_ones_own_orders_come_with_reasons_in_numbers(year: Game) -> None:
    germany = of(year, "GERMANY")
    assert germany.headline == "1 of your 3 orders succeeded"
    assert [(one.text, one.is_gain) for one in germany.chips] == [
        ("+ Denmark and Holland: 5 centres", True)
    ]
    assert sorted(told(germany), key=lambda one: one[1]) == [
        (False, "Denmark → Sweden", "Bounced with Gulf of Bothnia, 1 against 1"),
        (True, "Kiel → Holland", "Unopposed"),
        (False, "Munich → Burgundy", "Burgundy came the other way, 1 against 1"),
    ]
    (bounced,) = [one for one in germany.orders if one.unit == "A MUN"]
    assert "strength 1 against 1" in bounced.explanation


def test_what_was_not_ordered_neither_succeeded_nor_failed(year: Game) -> None:
    england = of(year, "ENGLAND")
    assert england.headline == "All your 2 orders succeeded"
    assert (None, "Norwegian Sea holds", "No order: it held") in told(england)
    assert (True, "North Sea convoys Yorkshire → Belgium", "Carried Yorkshire") in told(england)


def test_a_unit_that_was_driven_out_says_so() -> None:
    game = Game(STANDARD)
    game.order("FRANCE", "A PAR-BUR\nA MAR S A PAR-BUR")
    game.order("GERMANY", "A MUN-BUR")
    game.process()
    game.order("FRANCE", "A BUR-MUN")
    game.order("GERMANY", "A MUN H\nA BER S A MUN")
    game.order("ITALY", "A VEN-TYR")
    game.process()
    (fate,) = [one for one in of(game, "FRANCE").orders if one.unit == "A BUR"]
    assert fate.reason == "Germany stood there, 1 against 2"
    (fate,) = [one for one in of(game, "GERMANY").orders if one.unit == "A MUN"]
    assert fate.reason == "Held, 2 against 1"
    (fate,) = [one for one in of(game, "GERMANY").orders if one.unit == "A BER"]
    assert fate.reason == "Made it 2 in Munich"
    game.order("FRANCE", "A BUR-MUN\nA MAR H")
    game.order("ITALY", "A TYR S A BUR-MUN")
    game.process()
    results = of(game, "GERMANY")
    (fate,) = [one for one in results.orders if one.unit == "A MUN"]
    assert fate.reason == "Driven out by France from Burgundy, 1 against 2"
    assert "Munich: driven out" in [one.text for one in results.chips]
    assert ("Germany", "driven out of Munich by France") in [
        (one.name, one.text) for one in of(game, "").elsewhere
    ]
    (fate,) = [one for one in of(game, "FRANCE").orders if one.unit == "A BUR"]
    assert fate.reason == "Drove Germany out, 2 against 1"
    (fate,) = [one for one in of(game, "ITALY").orders if one.unit == "A TYR"]
    assert fate.reason == "Made it 2 in Munich"


def test_elsewhere_are_the_gains_of_others(year: Game) -> None:
    found = [(one.name, one.text) for one in of(year, "GERMANY").elsewhere]
    assert ("England", "took Belgium") in found
    assert ("Italy", "took Vienna (from Austria)") in found
    assert not any(name == "Germany" for name, _ in found)


def test_who_looks_on_is_told_what_changed(year: Game) -> None:
    results = of(year, "")
    assert "centres changed hands" in results.headline
    assert (results.orders, results.chips) == ((), ())
    assert {"England", "Germany", "Italy"} <= {one.name for one in results.elsewhere}


def test_of_a_blind_game_nothing_is_told_of_others(year: Game) -> None:
    for power in STANDARD.board.powers:
        results = of(year, power, whole=False)
        assert results.elsewhere == ()
        own = {STANDARD.power_name(power)}
        others = {STANDARD.power_name(one) for one in STANDARD.board.powers} - own
        for one in results.orders:
            assert one.explanation == ""
            assert not any(name in one.reason for name in others)
            assert "against" not in one.reason
    assert of(year, "", whole=False).headline == "Judged"


def test_the_next_step_is_named_with_what_one_has_to_do(year: Game) -> None:
    position = year.position
    if position.phase.kind is PhaseKind.RETREAT:
        year.process()
        position = year.position
    assert str(position.phase) == "W1901A"
    assert next_step(STANDARD, position, 2, ["FRANCE"]) == NextStep("Winter 1901: you build 2", "")
    assert next_step(STANDARD, position, -1, ()).label == "Winter 1901: you remove 1"
    assert next_step(STANDARD, position, 0, ["FRANCE", "ITALY"]) == NextStep(
        "To Winter 1901", "France and Italy build or remove first"
    )
    assert next_step(STANDARD, position, 1, (), "de").label == "Winter 1901: du baust 1 auf"
    assert next_step(STANDARD, position, None, ()).label == "Winter 1901: you have orders to give"


def random_turns() -> Iterator[Resolution]:
    for seed in range(turns(25)):
        yield from crowded_turn(STANDARD, Random(seed), seed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_has_a_short_reason(language: str) -> None:
    for turn in random_turns():
        for power in STANDARD.board.powers:
            results = turn_results(STANDARD, [turn], power, language)
            assert results.headline
            assert all(one.reason and one.text for one in results.orders)


@pytest.mark.parametrize("name", ["standard", *sample()])
def test_every_variant_has_results(name: str) -> None:
    variant = load_variant(name)
    game = Game(variant)
    turn = game.process()
    for power in ("", *variant.board.powers):
        results = turn_results(variant, [turn], power, "de")
        assert results.headline
        assert {one.unit for one in results.orders} <= {str(o.unit) for o in turn.outcomes}
