"""Loeb's program that talks, and what else he thought of: each switch has an effect."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from dragoman.board import Unit
from dragoman.bots import Heard, LoebBot, Press, Stages, View, conversed, loeb_book
from dragoman.bots.loeb_last_look import with_wishes
from dragoman.bots.loeb_press import claims_of, wishes_of
from dragoman.bots.loeb_stages import ALLIED, NEUTRAL
from dragoman.bots.visibility import numbered_view
from dragoman.formats import load_variant
from dragoman.game import Resolution, process
from dragoman.orders import Hold, Move, Order, Support, UnitRef
from dragoman.press.dpp.messages import (
    AskedPlan,
    AskedUnits,
    IWill,
    Message,
    No,
    TheyWill,
    Yes,
    YouShould,
)
from dragoman.rules import Position, legal_orders
from dragoman.values import FrozenMap

STANDARD = load_variant("standard")
POWERS = tuple(STANDARD.board.powers)
FALL, SPRING = STANDARD.calendar.phase(2, 1903), STANDARD.calendar.phase(0, 1903)
WEST, EAST = frozenset({"ENGLAND", "FRANCE", "GERMANY"}), frozenset({"AUSTRIA", "ITALY", "RUSSIA"})


def bot_of(power: str, press: Press | None = None, **given: object) -> LoebBot:
    """A program that knows who else is of its kin: these trust each other."""
    kin = WEST if power in WEST else EAST
    return LoebBot(press=press or Press(), kin=kin, **given)  # type: ignore[arg-type]


def orders_by(views: dict[str, View], bots: dict[str, LoebBot]) -> dict[str, tuple[Order, ...]]:
    return {power: tuple(bots[power](view)) for power, view in views.items()}


@cache
def game_of_talkers() -> tuple[tuple[dict[str, View], dict[str, View], Resolution], ...]:
    """Of each movement of a short game the views before and after people spoke, and what came."""
    position, history, found = STANDARD.start, (), []
    heard: dict[str, tuple[Heard, ...]] = dict.fromkeys(POWERS, ())
    bots = {power: bot_of(power) for power in POWERS}
    while position.phase.year < 1904:
        before = {
            power: View(
                *(STANDARD, position, power, 10 * len(history) + number),
                game=number,
                history=history,
                heard=heard[power],
            )
            for number, power in enumerate(POWERS)
        }
        after = conversed(bots, before)
        heard = {power: view.heard for power, view in after.items()}
        resolution = process(STANDARD, position, orders_by(after, bots), STANDARD.rule_set)
        assert not resolution.unused
        if position.phase.letter == "M":
            found.append((before, after, resolution))
        position, history = resolution.position, (*history, resolution)
    return tuple(found)


def said_in_game() -> set[type[Message]]:
    return {
        type(one.message)
        for _, after, _ in game_of_talkers()
        for view in after.values()
        for one in view.heard
    }


@pytest.mark.slow
def test_programs_tell_ask_wish_and_answer() -> None:
    assert {IWill, YouShould, AskedPlan, AskedUnits} <= said_in_game()
    assert {Yes, No} & said_in_game()


def test_a_power_without_units_has_nothing_to_say() -> None:
    gone = tuple(unit for unit in STANDARD.start.units if unit.power != "ENGLAND")
    view = View(STANDARD, replace(STANDARD.start, units=gone), "ENGLAND", 1)
    assert list(bot_of("ENGLAND").says(view, 0)) == []


@pytest.mark.slow
def test_what_is_promised_is_ordered() -> None:
    """They change their minds while they talk, and say so; nobody of them is ever caught lying."""
    changes = 0
    for _, after, resolution in game_of_talkers():
        for view in after.values():
            for power in POWERS:
                promised: dict[str, Order] = {}
                for one in view.heard:
                    if (one.sender, one.phase) == (power, view.position.phase):
                        for order in one.message.orders if isinstance(one.message, IWill) else ():
                            where = order.unit.location  # type: ignore[union-attr]
                            changes += where in promised
                            promised[where] = order
                given = set(map(str, resolution.orders[power]))
                assert {str(order) for order in promised.values()} <= given
    assert changes > 0


@pytest.mark.slow
@pytest.mark.parametrize("switch", ["claims", "importance", "shared", "discussed", "suggestions"])
def test_every_switch_of_press_changes_what_is_said_or_ordered(switch: str) -> None:
    bots = {power: bot_of(power, replace(Press(), **{switch: False})) for power in POWERS}
    for before, after, resolution in game_of_talkers():
        others = conversed(bots, before)
        if others != after or orders_by(others, bots) != dict(resolution.orders):
            return
    raise AssertionError(switch)


def heard(sender: str, message: Message, turn: int = 0) -> Heard:
    return Heard(FALL, turn, sender, message)


FAR = tuple(
    Unit(power, "A", place)
    for power, place in (
        ("RUSSIA", "MOS"),
        ("TURKEY", "ARM"),
        ("AUSTRIA", "BUD"),
        ("ITALY", "APU"),
    )
)
"""Others, so that who is trusted most is not trusted least as well."""


def planned(
    units: tuple[Unit, ...], owners: dict[str, str], *said: Heard, press: Press | None = None
) -> dict[str, Order]:
    there = {unit.power for unit in units}
    far = tuple(unit for unit in FAR if unit.power not in there)
    more = () if "GERMANY" in there else (Unit("GERMANY", "A", "PRU"),)
    position = Position(FALL, (*units, *far, *more), FrozenMap(owners))
    view = View(STANDARD, position, "FRANCE", 3, heard=said, game=1)
    orders = bot_of("FRANCE", press, uses_fall_book=False)(view)
    return {order.unit.location: order for order in orders}  # type: ignore[union-attr]


def test_an_ally_who_goes_somewhere_is_left_to_it() -> None:
    units = Unit("FRANCE", "A", "PIC"), Unit("ENGLAND", "F", "NTH")
    going = heard("ENGLAND", IWill((Move(UnitRef("NTH", "F"), "BEL"),)))
    alone = planned(units, {"PAR": "FRANCE"})
    assert alone["PIC"] == Move(UnitRef("PIC", "A"), "BEL")
    assert planned(units, {"PAR": "FRANCE"}, going)["PIC"] != alone["PIC"]
    deaf = replace(Press(), discussed=False, claims=False)
    assert planned(units, {"PAR": "FRANCE"}, going, press=deaf) == alone


def test_a_wish_of_an_ally_is_fulfilled_by_who_would_only_hold() -> None:
    units = Unit("FRANCE", "A", "MAR"), Unit("GERMANY", "A", "BUR")
    wish = Support(UnitRef("MAR", "A"), UnitRef("BUR", "A"), "GAS")
    held, view = {units[0]: Hold(UnitRef("MAR", "A"))}, wished(units, wish)
    (given,) = with_wishes(view, wishes_of(view, STAND), held).values()
    assert str(given) == str(wish)
    busy = {units[0]: Move(UnitRef("MAR", "A"), "SPA")}
    assert with_wishes(view, wishes_of(view, STAND), busy) == busy
    beyond = Support(UnitRef("MAR", "A"), UnitRef("BUR", "A"), "MUN")
    view = wished(units, beyond)
    assert with_wishes(view, wishes_of(view, STAND), held) == held, "it is not legal"
    enemy = [NEUTRAL] * len(POWERS)
    assert wishes_of(view, enemy) == []


STAND = [ALLIED if power == "GERMANY" else NEUTRAL for power in POWERS]


def wished(units: tuple[Unit, ...], wish: Order) -> View:
    position = Position(FALL, units, FrozenMap({"MAR": "FRANCE", "MUN": "GERMANY"}))
    return View(STANDARD, position, "FRANCE", 3, heard=(heard("GERMANY", YouShould((wish,))),))


def test_what_neutrals_and_enemies_say_is_heard_a_little() -> None:
    """A unit of whom it is said that it goes elsewhere counts for less where it could have gone."""
    units = (
        *(Unit("FRANCE", "A", place) for place in ("BUR", "PIC", "PAR")),
        *(Unit("RUSSIA", "A", place) for place in ("MUN", "RUH", "BEL")),
    )
    view = View(
        STANDARD,
        Position(FALL, units, FrozenMap({"BUR": "FRANCE"})),
        "FRANCE",
        3,
        heard=(
            heard("TURKEY", TheyWill("RUSSIA", (Move(UnitRef("MUN", "A"), "BOH"),))),
            heard("RUSSIA", IWill((Move(UnitRef("RUH", "A"), "HOL"),))),
            heard("GERMANY", IWill((Support(UnitRef("BEL", "A"), UnitRef("RUH", "A"), "HOL"),))),
        ),
    )
    number = STANDARD.board.powers
    stand = [ALLIED if power == "GERMANY" else NEUTRAL for power in number]
    places = claims_of(view, numbered_view(view), stand, Press()).places
    assert {belief for _, belief in places.values()} == {0.3, 1.0} and len(places) == 3
    assert not claims_of(view, numbered_view(view), stand, replace(Press(), claims=False)).places


def test_who_lies_is_trusted_least() -> None:
    units = Unit("GERMANY", "A", "MUN"), Unit("FRANCE", "A", "PAR")
    before = Position(SPRING, units, FrozenMap({"PAR": "FRANCE", "MUN": "GERMANY"}))
    order = Move(UnitRef("MUN", "A"), "TYR")
    resolution = process(STANDARD, before, {"GERMANY": (order,)}, STANDARD.rule_set)
    bot = bot_of("FRANCE")
    for claim, lies in ((order, False), (Move(UnitRef("MUN"), "BOH"), True)):
        said = Heard(SPRING, 0, "GERMANY", IWill((claim,)))
        owners = {"PAR": "FRANCE", "MUN": "GERMANY", "MOS": "RUSSIA"}
        position = Position(FALL, units, FrozenMap(owners))
        view = View(STANDARD, position, "FRANCE", 1, history=(resolution,), heard=(said,))
        assert (bot.trust(view)[-1] == "GERMANY") == lies
        assert bot.offences(view)["GERMANY"] == lies
        honest = replace(bot, press=replace(Press(), lies=False))
        assert honest.trust(view)[0] == "GERMANY"


def test_kin_come_first_and_grudges_last() -> None:
    view = View(STANDARD, STANDARD.start, "TURKEY", 1, game=4)
    usual = LoebBot().trust(view)
    assert LoebBot(kin=frozenset({usual[-1]})).trust(view) == [usual[-1], *usual[:-1]]
    grudges = FrozenMap({usual[0]: 2, usual[1]: 1})
    assert LoebBot(grudges=grudges).trust(view) == [*usual[2:], usual[1], usual[0]]


@pytest.mark.parametrize("power", POWERS)
def test_the_book_goes_on_in_fall(power: str) -> None:
    """After each opening of spring there is one that fits, unless it was for no fall that the book
    has; all are legal."""
    known, where = 0, 0
    for opening in loeb_book.SPRING[power]:
        legal = legal_orders(STANDARD.board, STANDARD.start, STANDARD.rule_set)
        chosen = [
            next(order for order in orders if _goal(order) == opening.targets[unit.location])
            for unit, orders in legal.items()
            if unit.power == power
        ]
        resolution = process(STANDARD, STANDARD.start, {power: tuple(chosen)}, STANDARD.rule_set)
        position = resolution.position
        view = View(STANDARD, position, power, 1, history=(resolution,))
        by_book = tuple(LoebBot()(view))
        fits = [
            each
            for each in loeb_book.FALL[power]
            if set(each.targets) == {unit.location for unit in position.units_of(power)}
        ]
        allowed = legal_orders(STANDARD.board, position, STANDARD.rule_set)
        assert {*by_book} <= {order for orders in allowed.values() for order in orders}
        known += any(
            {order.unit.location: _goal(order) for order in by_book}  # type: ignore[union-attr]
            == dict(each.targets)
            for each in fits
        )
        where += len(fits) > 0
    assert known == where > 0


def _goal(order: Order) -> str | None:
    match order:
        case Hold():
            return ""
        case Move(via_convoy=False):
            return order.target
        case Support():
            return f"{order.supported.location}-{order.target or order.supported.location}"
        case _:
            return None


def test_the_book_of_fall_is_a_switch() -> None:
    spring = process(
        STANDARD,
        STANDARD.start,
        {"TURKEY": (Move(UnitRef("ANK", "F"), "CON"), Move(UnitRef("CON", "A"), "BUL"))},
        STANDARD.rule_set,
    )
    view = View(STANDARD, spring.position, "TURKEY", 1, history=(spring,))
    by_book = {order.unit.location: _goal(order) for order in LoebBot()(view)}  # type: ignore[union-attr]
    assert by_book == {"CON": "AEG", "BUL": "GRE", "SMY": "CON"}
    without = LoebBot(uses_fall_book=False)
    assert any(set(without(replace(view, seed=seed))) != set(LoebBot()(view)) for seed in range(9))


def english(fleets: str, armies: str, germans: str, seed: int, stages: Stages) -> set[str]:
    """The orders of England in a fall, all centres of the North being those of who stands there, or
    else its own."""
    units = (
        *(Unit("ENGLAND", "F", place) for place in fleets.split()),
        *(Unit("ENGLAND", "A", place) for place in armies.split()),
        *(Unit("GERMANY", "A", place) for place in germans.split()),
    )
    centers = ("LON", "EDI", "LVP", "NWY", "DEN", "HOL", "BEL", "BRE", "KIE", "SWE")
    owners = {place: "GERMANY" if place in germans.split() else "ENGLAND" for place in centers}
    position = Position(FALL, units, FrozenMap(owners))
    return {str(order) for order in LoebBot(stages)(View(STANDARD, position, "ENGLAND", seed))}


def test_fleets_that_would_hold_carry_armies_that_would() -> None:
    given = "NTH ENG", "YOR DEN SWE LON PIC", "CLY EDI", 417
    orders = english(*given, Stages())
    assert {"A Lon - Bel", "F Eng C A Lon - Bel"} <= orders
    without = english(*given, Stages(convoys=False))
    assert {"A Lon H", "F Eng S F Nth"} <= without
    assert len(orders - without) == 2


def test_idle_units_help_first_where_too_few_aim_if_that_is_switched_on() -> None:
    given = "NWG SKA", "LVP CLY EDI BRE", "YOR SWE HOL", 18
    at_once = english(*given, Stages(concurrent=True))
    at_last = english(*given, Stages())
    assert at_once - at_last and len(at_once - at_last) == 1
