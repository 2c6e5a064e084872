"""Orders for money as a game takes them."""

from dataclasses import replace

import pytest

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Game, Intent, process
from dragoman.orders import Borrow, Expense, Pay, Purpose, Retreat, UnitRef
from dragoman.rules import Dislodged, Phase, RuleSet

VARIANT = load_variant("machiavelli")


@pytest.fixture
def game() -> Game:
    return Game(VARIANT)


def written(game: Game, power: str = "Milan") -> list[str]:
    return [str(order) for order in game.orders(power)]


@pytest.mark.rule("X-J")
def test_a_later_order_for_the_same_money_takes_the_place_of_the_earlier(game: Game) -> None:
    game.submit("Milan", "expense 1: 6 d counter-bribe A mil; pay 2 d to Florence; A mil H")
    more = "expense 1: 9 d counter-bribe A pav; pay 3 d to Florence"
    game.submit("Milan", more, intent=Intent.ADDS)
    assert written(game) == [
        "A Mil H",
        "expense 1: 9 d counter-bribe A Pav",
        "pay 3 d to Florence",
    ]
    game.submit("Milan", "expense 1: none", intent=Intent.ADDS)
    assert written(game) == ["A Mil H", "pay 3 d to Florence", "expense 1: none"]
    before = game.position.affairs
    assert before is not None
    left = before.treasuries["MILAN"] - 3
    game.process()
    assert game.position.affairs is not None
    assert game.position.affairs.treasuries["MILAN"] == left


def test_who_buys_a_unit_orders_it(game: Game) -> None:
    (fault,) = game.submit("Milan", "A are H")
    assert fault.code == "not-your-unit"
    faults = game.submit("Milan", "18 d buy A are; A are H")
    assert not any(fault.is_error for fault in faults)
    assert written(game) == ["expense 1: 18 d buy A Are", "A Are H"]


def test_two_texts_do_not_share_a_number(game: Game) -> None:
    faults = game.submit("Milan", ["3 d relief mil", "3 d relief pav"])
    assert [fault.code for fault in faults if fault.is_error] == ["expense-twice"]
    faults = game.submit("Milan", [Expense(5, Purpose.RELIEF, "MIL")])
    assert [fault.code for fault in faults if fault.is_error] == ["fifth-expense"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3 d famine relief mil", "not needed"),
        ("18 d buy A are", "not near"),
        ("6 d buy G mon", "it takes 9 ducats, and 6 count"),
        ("9 d cause rebellion mil", "own land"),
        ("A mil lifts the siege", "no siege"),
    ],
)
def test_what_cannot_succeed_is_told(game: Game, text: str, why: str) -> None:
    found = [fault for fault in game.submit("Milan", text) if fault.code == "hopeless-order"]
    assert len(found) == 1
    assert why in found[0].what
    assert not found[0].is_error


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Pay(0, "FRANCE"), "no-amount"),
        (Pay(-3), "no-amount"),
        (Borrow(0, 1), "no-amount"),
        (Borrow(5, 3), "no-term"),
        (Expense(1, Purpose.RELIEF, "MIL", 0), "no-amount"),
        (Expense(1, Purpose.RELIEF, "MIL", 10_000), "no-amount"),
    ],
)
def test_amounts_that_cannot_be_written_are_not_taken(
    game: Game, order: Borrow | Expense | Pay, code: str
) -> None:
    (fault,) = game.submit("Milan", [order])
    assert (fault.code, fault.is_error) == (code, True)
    assert not game.orders("Milan")
    assert not game.submit(
        "Milan", [Pay(3, "FRANCE"), Expense(1, Purpose.COUNTER, UnitRef("MIL", "A"))]
    )


def test_an_elite_unit_costs_more() -> None:
    start = VARIANT.start
    units = [unit for unit in start.units if unit.location not in ("MON", "FOR")]
    elite = Unit("FRANCE", "Ap", "FOR")
    variant = replace(VARIANT, start=replace(start, units=(*units, elite)))
    assert variant.start.affairs is None or variant.start.affairs.treasuries
    warnings = Game(variant).submit("Milan", "18 d buy A for")
    assert any(
        "it takes 36 ducats" in one.what and "elite professional" in one.what for one in warnings
    )


def test_orders_that_are_no_text_name_what_there_is(game: Game) -> None:
    for order in (
        Pay(3, "NOBODY"),
        Expense(1, Purpose.RELIEF, "NOWHERE"),
        Expense(1, Purpose.ASSASSINATE, "MILANO"),
        Expense(1, Purpose.BUY, UnitRef("NOWHERE", "A")),
    ):
        with pytest.raises(ValueError, match="there is no"):
            game.submit("Milan", order)
    assert not game.submit("Milan", Borrow(3, 1))


def test_a_retreat_into_a_closed_strait_that_gives_way_is_told_as_what_was_ordered() -> None:
    unit = Unit("TURKEY", "F", "GON")
    start = replace(
        Game(VARIANT).position,
        phase=Phase.parse("U1454R"),
        units=(Unit("NAPLES", "F", "ETS"), Unit("NAPLES", "F", "MES")),
        dislodged=(Dislodged(unit, ("ION", "TIV"), "ETS"),),
    )
    wanted = RuleSet.preset("machiavelli").with_settings("strait_retreats=lost")
    gon = UnitRef("GON", "F")
    for rule, reason in (("first", "another-order-counts"), ("neither", "contradicting-orders")):
        rules = replace(wanted, two_orders=rule)
        orders = {"TURKEY": (Retreat(gon, "TIV"), Retreat(gon, "ION"))}
        done = process(VARIANT, start, orders, rules)
        unused = {(str(one.order), one.reason) for one in done.unused}
        assert ("F Gon R Ion", reason) in unused, unused
        assert not any("Disband" in order for order, _ in unused)


@pytest.mark.parametrize("rules", ["money=yes", "money=no"])
def test_orders_of_an_adjustment_add_up(rules: str) -> None:
    winter = replace(VARIANT.start, phase=Phase.parse("W1454A"))
    game = Game(VARIANT, RuleSet.preset("machiavelli").with_settings(rules), winter)
    units = game.units("Milan")
    for unit in units:
        assert not game.order("Milan", f"remove {unit}")
    assert len(game.orders("Milan")) == len(units) > 1
    game.order("Milan", "maintain A mil")
    assert len(game.orders("Milan")) == len(units)
