"""Bots in Machiavelli: what they order is legal and paid for, and serves an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

import pytest

from dragoman.board import Unit
from dragoman.bots import BOTS, Bot, View
from dragoman.bots.known import plays
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant, process
from dragoman.orders import (
    Besiege,
    Borrow,
    Convoy,
    Expense,
    Move,
    Order,
    Purpose,
    UnitRef,
)
from dragoman.orders.order import EXPENSES
from dragoman.rules import Position, RuleSet

MACHIAVELLI = load_variant("machiavelli")
BRIBES = (Purpose.BUY, Purpose.DISBAND)
NAMES = [name for name in BOTS if plays(name, MACHIAVELLI)]


def under(variant: Variant, preset: str = "", *answers: str) -> Variant:
    rules = RuleSet.preset(preset) if preset else variant.rule_set
    return replace(variant, rule_set=rules.with_settings(*answers))


def played(
    variant: Variant, bots: Mapping[str, Bot], phases: int, seed: int = 7
) -> list[Resolution]:
    """Some phases in which all that is ordered is legal, and is carried out or paid for."""
    dice, found = Random(seed), list[Resolution]()
    position = Game(variant, seed=seed).position
    for _ in range(phases):
        orders = dict[str, tuple[Order, ...]]()
        for power, bot in bots.items():
            view = View(variant, position, power, dice.randrange(1 << 40))
            orders[power] = tuple(bot(view))
            check(view, orders[power])
        found.append(process(variant, position, orders, variant.rule_set))
        position, account = found[-1].position, found[-1].account
        assert not found[-1].unused or (
            account is not None and any(one.order.purpose in BRIBES for one in account.spendings)
        )
        if found[-1].winners:
            break
    return found


def check(view: View, orders: Sequence[Order]) -> None:
    bought = {one.target for one in orders if isinstance(one, Expense)}
    legal = {
        order
        for unit, given in view.everybodys_orders().items()
        if unit.power == view.power or UnitRef(unit.location, unit.kind) in bought
        for order in given
    }
    units = [one for one in orders if not isinstance(one, Expense | Borrow)]
    assert {*units} <= legal, f"{view.position.phase} {view.power}"
    if (means := view.means) is None:
        assert units == [*orders]
        return
    spent = [order for order in orders if isinstance(order, Expense)]
    borrowed = sum(order.ducats for order in orders if isinstance(order, Borrow))
    assert borrowed <= means.credit
    assert [order.number for order in spent] == [*range(1, len(spent) + 1)]
    assert len(spent) <= EXPENSES
    assert sum(order.ducats or 0 for order in spent) <= means.treasury + borrowed
    offered = {(one.purpose, one.target): one for one in means.expenses}
    for order in spent:
        assert (order.ducats or 0) >= offered[order.purpose, order.target].minimum


@pytest.mark.parametrize(
    "variant",
    [
        under(MACHIAVELLI, "", "plague=yes", "fortresses=yes"),
        under(MACHIAVELLI, "machiavelli-basic"),
        under(MACHIAVELLI, "", "loans=no", "assassination=no", "garrisons=no", "summer=no"),
        load_variant("mach2_fotl"),
    ],
    ids=["dice", "basic", "bare", "second"],
)
def test_every_order_is_legal_and_used(variant: Variant) -> None:
    mixed = {one: BOTS[NAMES[at % len(NAMES)]] for at, one in enumerate(variant.players)}
    found = played(variant, mixed, 12)
    assert [one.orders for one in found] == [one.orders for one in played(variant, mixed, 12)]


def test_it_beats_those_who_order_at_random() -> None:
    variant = load_variant("mach2_fotl")
    for seed, power in enumerate(variant.players):
        bots = {one: BOTS["prince" if one == power else "random"] for one in variant.players}
        last = played(variant, bots, 30, seed)[-1].position
        cities = {
            one: sum(last.owners.get(at) == one for at in variant.board.centers)
            for one in variant.players
        }
        assert max(cities, key=cities.__getitem__) == power, f"{power}: {cities}"


# Positions made for one purpose


def orders_in(position: Position, power: str, seed: int = 3) -> list[Order]:
    return list(BOTS["prince"](View(MACHIAVELLI, position, power, seed)))


def standing(power: str, *units: tuple[str, str], ducats: int = 0) -> Position:
    """The beginning of the game, in which a power has other units, and so many ducats."""
    start = Game(MACHIAVELLI, seed=1).position
    assert start.affairs is not None
    placed = tuple(Unit(power, kind, at) for kind, at in units)
    others = tuple(one for one in start.units if one.power != power)
    affairs = replace(start.affairs, treasuries={**start.affairs.treasuries, power: ducats})
    return replace(start, units=(*others, *placed), affairs=affairs)


def test_it_besieges_a_city_in_its_land_and_ends_the_siege() -> None:
    position = standing("VENICE", ("A", "MAN"))
    siege = Besiege(UnitRef("MAN", "A"))
    assert siege in orders_in(position, "VENICE")
    assert position.affairs is not None
    begun = replace(position, affairs=replace(position.affairs, sieges=frozenset({"MAN"})))
    assert siege in orders_in(begun, "VENICE")


def test_it_buys_what_brings_more_than_it_costs_and_keeps_what_the_winter_takes() -> None:
    rich = standing("MILAN", ("A", "PAV"), ("A", "CRE"), ducats=30)
    spent = [one for one in orders_in(rich, "MILAN") if isinstance(one, Expense)]
    assert spent and {one.purpose for one in spent} <= {*BRIBES, Purpose.COUNTER}
    poor = standing("MILAN", ("A", "PAV"), ("A", "CRE"), ducats=5)
    assert not [one for one in orders_in(poor, "MILAN") if isinstance(one, Expense)]


def test_it_relieves_the_hungry() -> None:
    position = standing("NAPLES", ("G", "MES_CITY"), ("F", "PAL"), ducats=12)
    assert position.affairs is not None
    hungry = replace(position, affairs=replace(position.affairs, famine=frozenset({"MES"})))
    found = orders_in(hungry, "NAPLES")
    assert any(
        isinstance(one, Expense) and (one.purpose, one.target) == (Purpose.RELIEF, "MES")
        for one in found
    )


def test_a_fleet_carries_an_army_to_where_there_is_more_to_take() -> None:
    position = standing("TURKEY", ("A", "TUN"), ("F", "WMS"), ("F", "SAR"))
    found = orders_in(position, "TURKEY")
    convoys = [one for one in found if isinstance(one, Convoy)]
    moves = [one for one in found if isinstance(one, Move)]
    assert convoys and convoys[0].convoyed == UnitRef("TUN", "A")
    assert any(one.unit == UnitRef("TUN", "A") for one in moves)
