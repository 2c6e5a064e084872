"""Phases resolved again without some of their orders, and how these orders are called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.board import Unit, UnknownName
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, orders_called, process, without
from dragoman.orders import Build, Hold, Move, Order, Remove, Support, UnitRef, Waive, scan
from dragoman.rules import Dislodged, Phase, Position, RuleSet

STANDARD = load_variant("standard")


def resolved(position: Position, rule_set: RuleSet | None = None, **texts: str) -> Resolution:
    letter = position.phase.kind.value
    orders = {
        power: [one.order for one in scan(text, STANDARD.board, letter).orders]
        for power, text in texts.items()
    }
    return process(STANDARD, position, orders, rule_set)


@pytest.fixture
def spring() -> Resolution:
    units = (
        Unit("FRANCE", "A", "PAR"),
        Unit("FRANCE", "A", "MAR"),
        Unit("GERMANY", "A", "BUR"),
        Unit("GERMANY", "F", "SPA/SC"),
    )
    position = Position(Phase.parse("S1901M"), units)
    return resolved(
        position, FRANCE="A par-bur; A mar S A par-bur", GERMANY="A bur H; F spa/sc-lyo"
    )


def test_a_unit_without_its_order_holds(spring: Resolution) -> None:
    (support,) = orders_called(STANDARD, spring, "A mar S A par-bur")
    instead = without(STANDARD, spring, [support])
    assert [type(order) for order in instead.orders["FRANCE"]] == [Move, Hold]
    assert instead.outcome("A PAR").moved_to is None
    assert instead.outcome("A BUR").dislodged_by is None
    assert instead.before == spring.before and instead.orders["GERMANY"] == spring.orders["GERMANY"]


@pytest.mark.parametrize(
    "called",
    [
        "A MAR S A PAR-BUR",
        "mar s par - bur",
        "France A Marseilles supports A Paris - Burgundy",
        "A Marseille unterstützt A Paris nach Burgund",
        "mar",
        "A mar",
        "Marseille",
        Support(UnitRef("MAR"), UnitRef("PAR"), "BUR"),
        Unit("FRANCE", "A", "MAR"),
    ],
)
def test_every_way_to_call_an_order(spring: Resolution, called: str | Order | Unit) -> None:
    assert orders_called(STANDARD, spring, called) == (("FRANCE", spring.orders["FRANCE"][1]),)


def test_an_order_is_called_without_its_coast(spring: Resolution) -> None:
    expected = (("GERMANY", spring.orders["GERMANY"][1]),)
    for called in ("F spa-lyo", "F spa/sc - lyo", "spa/sc", "F SPA/NC", "fleet spain"):
        assert orders_called(STANDARD, spring, called) == expected, called


@pytest.mark.parametrize(
    ("called", "candidates"),
    [
        ("A mar H", ["A MAR S A PAR-BUR"]),
        ("A mar-bur", ["A MAR S A PAR-BUR"]),
        ("F mar", ["A PAR-BUR", "A MAR S A PAR-BUR", "A BUR H", "F SPA/SC-LYO"]),
        ("Germany A par-bur", ["A PAR-BUR", "A MAR S A PAR-BUR", "A BUR H", "F SPA/SC-LYO"]),
        ("ven", ["A PAR-BUR", "A MAR S A PAR-BUR", "A BUR H", "F SPA/SC-LYO"]),
        ("xyzzy", ["A PAR-BUR", "A MAR S A PAR-BUR", "A BUR H", "F SPA/SC-LYO"]),
        ("", ["A PAR-BUR", "A MAR S A PAR-BUR", "A BUR H", "F SPA/SC-LYO"]),
        ("\0;\n", ["A PAR-BUR", "A MAR S A PAR-BUR", "A BUR H", "F SPA/SC-LYO"]),
    ],
)
def test_orders_that_were_not_given(spring: Resolution, called: str, candidates: list[str]) -> None:
    with pytest.raises(UnknownName, match="was given in S1901M") as raised:
        orders_called(STANDARD, spring, called)
    assert list(raised.value.candidates) == candidates


def test_taking_what_was_not_given_is_an_error(spring: Resolution) -> None:
    with pytest.raises(ValueError, match=r"not ordered in S1901M: A Mar H \(FRANCE\)"):
        without(STANDARD, spring, [("FRANCE", Hold(UnitRef("MAR", "A")))])


def test_one_of_two_orders_leaves_the_other() -> None:
    position = Position(Phase.parse("S1901M"), (Unit("FRANCE", "A", "PAR"),))
    resolution = resolved(position, FRANCE="A par-bur; A par-pic")
    assert resolution.outcome("A PAR").moved_to is None
    instead = without(STANDARD, resolution, orders_called(STANDARD, resolution, "A par-pic"))
    assert instead.outcome("A PAR").moved_to == "BUR"
    assert len(orders_called(STANDARD, resolution, "par")) == 2


def test_a_dislodged_unit_without_its_order_is_disbanded() -> None:
    vienna = Dislodged(Unit("AUSTRIA", "A", "VIE"), ("GAL", "TYR"), "BOH")
    warsaw = Dislodged(Unit("RUSSIA", "A", "WAR"), ("GAL",), "SIL")
    position = Position(Phase.parse("S1901R"), (), dislodged=(vienna, warsaw))
    resolution = resolved(position, AUSTRIA="A vie R gal", RUSSIA="A war-gal")
    taken = orders_called(STANDARD, resolution, "A war - gal")
    instead = without(STANDARD, resolution, taken)
    assert instead.outcome("A VIE").moved_to == "GAL"
    assert not resolution.position.units and len(instead.position.units) == 1


def test_builds_and_removals() -> None:
    owners = {"PAR": "FRANCE", "MAR": "FRANCE"} | dict.fromkeys(("LON", "EDI", "LVP"), "ENGLAND")
    units = tuple(Unit("FRANCE", "A", place) for place in ("BUR", "GAS", "PIC"))
    units += (Unit("ENGLAND", "F", "NTH"), Unit("ENGLAND", "F", "NWG"))
    position = Position(Phase.parse("W1901A"), units, owners)
    resolution = resolved(position, FRANCE="A bur D", ENGLAND="build F lon; build F edi; waive")
    assert [type(order) for order in resolution.orders["ENGLAND"]] == [Build, Build, Waive]
    assert isinstance(resolution.orders["FRANCE"][0], Remove)
    instead = without(STANDARD, resolution, orders_called(STANDARD, resolution, "F lon"))
    assert Unit("ENGLAND", "F", "EDI") in instead.position.units
    assert Unit("ENGLAND", "F", "EDI") not in resolution.position.units
    taken = orders_called(STANDARD, resolution, "remove A bur")
    assert len(without(STANDARD, resolution, taken).position.units_of("FRANCE")) == 2
    assert orders_called(STANDARD, resolution, "waive") == (("ENGLAND", Waive()),)


# Orders for money.


@pytest.fixture
def campaign() -> Resolution:
    game = Game("machiavelli", seed=1)
    game.order("Milan", "expense 1: 3 d famine relief MIL; expense 2: 3 d famine relief CRE")
    game.order("Venice", "expense 1: 3 d famine relief MIL; A pad H")
    return game.process()


@pytest.mark.parametrize(
    ("called", "meant"),
    [
        ("expense 1", [("MILAN", 1), ("VENICE", 1)]),
        ("expense 1: 3 d famine relief MIL", [("MILAN", 1), ("VENICE", 1)]),
        ("Milan: expense 1", [("MILAN", 1)]),
        ("Mailand: Ausgabe 2", [("MILAN", 2)]),
        ("Venice: expense 1: 3 d famine relief MIL", [("VENICE", 1)]),
    ],
)
def test_an_expenditure_goes_by_its_number_and_by_whose_it_is(
    campaign: Resolution, called: str, meant: list[tuple[str, int]]
) -> None:
    found = orders_called(load_variant("machiavelli"), campaign, called)
    assert [(power, getattr(order, "number", 0)) for power, order in found] == meant


def test_an_expenditure_that_was_not_made(campaign: Resolution) -> None:
    with pytest.raises(UnknownName, match="Venice: expense 2"):
        orders_called(load_variant("machiavelli"), campaign, "Venice: expense 2")


def test_money_that_is_not_spent_stays(campaign: Resolution) -> None:
    variant = load_variant("machiavelli")
    taken = orders_called(variant, campaign, "Venice: expense 1")
    now, then = campaign.position.affairs, without(variant, campaign, taken).position.affairs
    assert now is not None and then is not None
    assert then.treasuries["VENICE"] == now.treasuries["VENICE"] + 3
    assert then.treasuries["MILAN"] == now.treasuries["MILAN"]


def test_who_is_left_without_an_order_puts_no_rebellion_down() -> None:
    """Only a hold by order does."""
    variant = load_variant("machiavelli")
    beginning = Game(variant, seed=1).start
    assert beginning.affairs is not None
    affairs = replace(beginning.affairs, rebellions=frozenset({"PAV"}))
    game = Game(variant, position=replace(beginning, affairs=affairs))
    game.order("Milan", "A pav H")
    resolution = game.process()
    instead = without(variant, resolution, orders_called(variant, resolution, "A pav"))
    now, then = resolution.position.affairs, instead.position.affairs
    assert now is not None and then is not None
    assert (now.rebellions, then.rebellions) == (frozenset(), frozenset({"PAV"}))
