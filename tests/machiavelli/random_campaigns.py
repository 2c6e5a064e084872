"""Random legal campaigns of Machiavelli on the plain path: objects in, objects out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from dragoman.board import Unit
from dragoman.formats import load_variant
from dragoman.game import Resolution, Variant, process
from dragoman.game.variant import PLAY
from dragoman.machiavelli import Means
from dragoman.orders import (
    Ally,
    Besiege,
    Borrow,
    Build,
    Expense,
    GiveChit,
    Move,
    Order,
    Pay,
    Purpose,
    Remove,
    Support,
    UnitRef,
)
from dragoman.rules import PhaseKind, Position, RuleSet
from dragoman.rules.choices.machiavelli_switches import MACHIAVELLI_SWITCHES

SCENARIOS = (
    "machiavelli",
    "machiavelli2",
    "machiavelli_1983",
    "machiavelli_2a",
    "machiavelli_2b",
    "machiavelli_3a",
    "machiavelli_3b",
    "machiavelli_4",
    "machiavelli_5",
    "machiavelli_6",
    "machiavelli_7",
    "mach_aoc",
    "mach_eos",
    "mach_este",
    "mach_sfd1",
    "mach_sfd2",
    "mach_span",
    "mach2_eai",
    "mach2_fotl",
    "mach2_pa",
    "mach2_pamt",
    "mach2_sfd1",
    "mach2_sfd2",
    "mach2_span",
    "mach2_ttr",
)
"""Every scenario of both maps."""

_LOADED: dict[str, Variant] = {}


def scenario(name: str) -> Variant:
    if name not in _LOADED:
        _LOADED[name] = load_variant(name)
    return _LOADED[name]


def random_rules(variant: Variant, dice: Random) -> RuleSet:
    """The rules of the scenario with some answers of Machiavelli's switches thrown for."""
    chosen = {
        switch.name: dice.choice(switch.choices).word
        for switch in MACHIAVELLI_SWITCHES
        if dice.random() < 0.3
    }
    for name in ("money", "garrisons", "dice", "summer"):
        if dice.random() < 0.6:
            chosen.pop(name, None)
    settings = [f"{name}={answer}" for name, answer in chosen.items()]
    settings.append(f"coastal_convoys={dice.choice(('yes', 'no'))}")
    return variant.rule_set.with_settings(*settings)


def random_orders(
    variant: Variant, position: Position, rule_set: RuleSet, dice: Random
) -> dict[str, list[Order]]:
    """Legal orders for the phase of a position, each thrown for; now and then an order or a sum of
    money that is none."""
    orders: dict[str, list[Order]] = {power: [] for power in variant.scenario.players}
    possible = PLAY.of(variant).legal_orders(variant, position, rule_set)
    if position.phase.kind is PhaseKind.MOVEMENT:
        for power, means in PLAY.of(variant).means(variant, position, rule_set).items():
            orders[power] += random_money(power, means, dice)
        for unit, order in random_moves(possible, dice).items():
            for power, given in orders.items():
                if dice.random() < 0.95 and (power == unit.power or buys(given, unit)):
                    given.append(order)
    elif position.phase.kind is PhaseKind.RETREAT:
        for unit, listed in possible.items():
            if unit.power in orders and dice.random() < 0.95:
                orders[unit.power].append(dice.choice(listed))
    else:
        for unit, listed in possible.items():
            if isinstance(listed[0], Build):
                chosen = [listed[0]] * (dice.random() < 0.2)
            elif isinstance(listed[0], Remove):
                chosen = [listed[0]] * (dice.random() < 0.5)
            else:
                chosen = dice.choices(([listed[0]], [listed[1]], []), (85, 10, 5))[0]
            orders[unit.power] += chosen
    for given in orders.values():
        dice.shuffle(given)
    return orders


def random_moves(possible: Mapping[Unit, Sequence[Order]], dice: Random) -> dict[Unit, Order]:
    """An order for each unit: often to besiege, or to attack or support an attack by its side."""
    found: dict[Unit, Order] = {}
    owner = {unit.location: unit.power for unit in possible}
    for unit in dice.sample(sorted(possible, key=str), len(possible)):
        if unit in found:
            continue
        listed = possible[unit]
        wanted = [
            order
            for order in listed
            if isinstance(order, Besiege)
            or (isinstance(order, Move) and owner.get(order.target, unit.power) != unit.power)
        ]
        order = dice.choice(wanted if wanted and dice.random() < 0.5 else listed)
        found[unit] = order
        if isinstance(order, Move) and dice.random() < 0.6:
            support = Support(UnitRef("", ""), UnitRef(unit.location, unit.kind), order.target)
            for other, orders in possible.items():
                helps = replace(support, unit=UnitRef(other.location, other.kind))
                if other.power == unit.power and other is not unit and helps in orders:
                    found[other] = helps
    return found


def buys(orders: list[Order], unit: Unit) -> bool:
    """Whether a power pays for something that is done to a unit, perhaps to buy it."""
    wanted = UnitRef(unit.location, unit.kind)
    return any(isinstance(one, Expense) and one.target == wanted for one in orders)


def random_money(power: str, means: Means, dice: Random) -> list[Order]:
    """Orders for money of a power, some of them above its means."""
    found: list[Order] = []
    for number in range(1, 5):
        if means.expenses and dice.random() < 0.6:
            near = [one for one in means.expenses if one.purpose is not Purpose.REBEL]
            one = dice.choice(near if near and dice.random() < 0.8 else means.expenses)
            more = dice.choice((None, one.minimum, one.minimum + 3 * dice.randrange(4)))
            ducats = dice.randrange(40) if dice.random() < 0.1 else more
            found.append(one.order(number, ducats))
    if means.credit and dice.random() < 0.3:
        found.append(Borrow(dice.randrange(1, 30), dice.choice((1, 2))))
    if means.owes and dice.random() < 0.3:
        found.append(Pay(dice.randrange(1, 15)))
    if means.receivers and dice.random() < 0.2:
        found.append(Pay(dice.randrange(8), dice.choice(means.receivers)))
    if means.chits and means.receivers and dice.random() < 0.1:
        found.append(GiveChit(dice.choice(means.chits), dice.choice(means.receivers)))
    for other in means.receivers:
        if dice.random() < 0.1:
            found.append(Ally(other))
    return found


def campaigns(
    name: str, seed: int, years: int, *, thrown_rules: bool = True
) -> Iterator[tuple[Variant, RuleSet, Resolution]]:
    """A random game from the beginning, phase by phase, for so many years at most."""
    dice = Random(f"{name} {seed}")
    variant = scenario(name)
    rule_set = random_rules(variant, dice) if thrown_rules else variant.rule_set
    position, _ = PLAY.of(variant).begin(variant, rule_set, seed)
    end = position.phase.year + years
    while position.phase.year < end:
        orders = random_orders(variant, position, rule_set, dice)
        resolution = process(variant, position, orders, rule_set)
        yield variant, rule_set, resolution
        if resolution.winners or not resolution.position.units:
            return
        position = resolution.position
