"""Campaigns of Machiavelli drawn at random: a corner of Italy full of units, sieges, rebellions and
bribes, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dragoman.board import AUTONOMOUS, Board, Terrain, Unit
from dragoman.game import Resolution, Variant, process
from dragoman.machiavelli import Scenario
from dragoman.orders import (
    Ally,
    Besiege,
    Borrow,
    Build,
    Convert,
    Convoy,
    Expense,
    GiveChit,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    Order,
    Pay,
    Purpose,
    Remove,
    Retreat,
    Support,
    UnitRef,
)
from dragoman.rules import PRESETS, Affairs, Loan, Phase, PhaseKind, Position, RuleSet

_SWITCHES = (
    "equal_bribes=die",
    "bribe_nearness=control",
    "bribe_nearness=anywhere",
    "rebels_help=all",
    "siege_left=goes-on",
    "siege_strength=not-weaker",
    "plague=yes",
    "storms=yes",
    "fortresses=yes",
    "movement_disband=yes",
    "upkeep=default",
    "expense_order=by-power",
    "assassination=no",
    "loans=no",
)


def campaign(variant: Variant, dice: Random) -> Iterator[Resolution]:
    """A campaign, and the retreats and adjustments that follow from it."""
    preset = dice.choice((variant.name, variant.name, f"{variant.name}-basic"))
    switches = dice.sample(_SWITCHES, dice.randint(0, 3))
    rule_set = PRESETS[preset].with_settings(*switches)
    position = crowded(variant, dice, rule_set)
    while True:
        orders = any_orders(variant, position, dice)
        resolution = process(variant, position, orders, rule_set)
        yield resolution
        position = resolution.position
        if resolution.winners or position.phase.kind is PhaseKind.MOVEMENT:
            return


def sieges(variant: Variant, dice: Random) -> Resolution:
    """The moves of a campaign in which strength decides sieges: besiegers go on, garrisons come out
    or stay, and everybody near helps one of the two."""
    kept = (
        "siege_strength=not-weaker",
        dice.choice(("besieged_converts=yes", "besieged_converts=no")),
    )
    rule_set = PRESETS[variant.name].with_settings(*kept)
    position = crowded(variant, dice, rule_set)
    affairs, scenario = position.affairs, variant.scenario
    assert affairs is not None and scenario is not None
    at = {unit.location.partition("/")[0]: unit for unit in position.units}
    inside = {area: at.get(scenario.cities[area].place) for area in affairs.sieges}
    orders: dict[str, list[Order]] = {}
    for place, unit in at.items():
        near = [area for area in sorted(affairs.sieges) if _reaches(variant, unit, area)]
        order: Order = Hold(_ref(unit))
        if place in affairs.sieges:
            order = Besiege(_ref(unit))
        elif unit in inside.values():
            order = Convert(_ref(unit), dice.choice("AF") + unit.kind[1:])
        elif near and dice.random() < 0.8:
            area = dice.choice(near)
            order = Support(_ref(unit), _ref(dice.choice([at[area], inside[area] or at[area]])))
        elif near:
            order = Move(_ref(unit), dice.choice(near))
        if unit.power != AUTONOMOUS and dice.random() < 0.95:
            orders.setdefault(unit.power, []).append(order)
    return process(variant, position, orders, rule_set)


def _reaches(variant: Variant, unit: Unit, area: str) -> bool:
    return area in variant.board.reach(unit.kind, unit.location)


def crowded(variant: Variant, dice: Random, rule_set: RuleSet) -> Position:
    """A position in which some powers crowd a few provinces."""
    board, scenario = variant.board, variant.scenario
    assert scenario is not None
    areas = _corner(board, scenario, dice)
    powers = dice.sample(list(scenario.players), 3)
    units: list[Unit] = []
    owners = _homes(scenario, areas)
    for area in areas:
        owner = dice.choice([*powers, None])
        city = scenario.cities.get(area)
        is_land = board.provinces[area].terrain is Terrain.LAND
        if owner is not None and is_land:
            owners[area] = owner
        if city is not None:
            owners |= {city.place: dice.choice(powers)} if dice.random() < 0.8 else {}
        kinds = [k for k in "AF" if any(at in board.stands[k] for at in _locations(board, area))]
        if kinds and dice.random() < 0.6:
            kind = dice.choice(kinds)
            at = dice.choice([x for x in _locations(board, area) if x in board.stands[kind]])
            units.append(Unit(dice.choice(powers), kind + _soldiers(dice), at))
        is_free = city is not None and not city.is_one_place and city.is_fortified
        if city is not None and is_free and city.value and dice.random() < 0.4:
            holder = dice.choice([*powers, AUTONOMOUS])
            units.append(Unit(holder, "G" + _soldiers(dice), city.place))
    if rule_set.garrisons == "no":
        units = [unit for unit in units if unit.kind[0] != "G"]
    phase = Phase.parse(dice.choice(("S1455M", "U1455M", "F1455M")))
    affairs = _affairs(variant, scenario, units, owners, areas, dice)
    return Position(phase, tuple(units), owners, affairs=affairs)


def _homes(scenario: Scenario, areas: list[str]) -> dict[str, str]:
    """Who is at home outside these areas has everything there, and stays in the game by it."""
    owners: dict[str, str] = {}
    for area, country in scenario.country_of.items():
        if area not in areas and country in scenario.players:
            owners[area] = country
            if (city := scenario.cities.get(area)) is not None:
                owners[city.place] = country
    return owners


def _soldiers(dice: Random) -> str:
    return dice.choice("cmp") if dice.random() < 0.1 else ""


def _locations(board: Board, area: str) -> tuple[str, ...]:
    return tuple(board.provinces[area].locations)


def _corner(board: Board, scenario: Scenario, dice: Random) -> list[str]:
    """A dozen areas that hang together."""
    near: dict[str, set[str]] = {}
    for path in board.paths:
        ends = [board.province_of[end] for end in (path.source, path.target)]
        if all(board.provinces[end].city_of is None for end in ends):
            near.setdefault(ends[0], set()).add(ends[1])
    found = [dice.choice(sorted(near))]
    while len(found) < 12:
        around = sorted({other for area in found for other in near[area]} - set(found))
        found.append(dice.choice(around))
    return found


def _affairs(
    variant: Variant,
    scenario: Scenario,
    units: list[Unit],
    owners: dict[str, str],
    areas: list[str],
    dice: Random,
) -> Affairs:
    at = {unit.location.partition("/")[0]: unit for unit in units}
    sieges: set[str] = set()
    rebellions: set[str] = set()
    for area in areas:
        city = scenario.cities.get(area)
        if area in owners and dice.random() < 0.2:
            rebellions.add(area)
            if city is not None and city.is_fortified and city.value and city.place not in at:
                rebellions.add(city.place)
        inside = None if city is None or city.is_one_place else at.get(city.place)
        if inside is not None and area in at and at[area].power != inside.power:
            sieges |= {area} if dice.random() < 0.5 else set()
    loans = {
        power: (Loan(dice.randint(1, 20), 5, dice.randint(1, 6)),)
        for power in scenario.players
        if dice.random() < 0.15
    }
    return Affairs(
        treasuries={power: dice.choice((0, 5, 12, 30, 60)) for power in scenario.players},
        homes=scenario.opening.holders,
        loans=loans,
        chits={
            power: tuple(p for p in scenario.players if p != power and dice.random() < 0.8)
            for power in scenario.players
        },
        sieges=frozenset(sieges),
        rebellions=frozenset(rebellions),
        famine=frozenset(dice.sample(areas, 2)),
        victory_cities=15,
        seed=dice.randrange(1 << 30),
    )


# Orders.


def any_orders(variant: Variant, position: Position, dice: Random) -> dict[str, list[Order]]:
    """Orders for the phase; most can be carried out, some cannot, some units have none."""
    orders: dict[str, list[Order]] = {}
    scenario = variant.scenario
    assert scenario is not None
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            moves = {unit: _move(variant, unit, dice) for unit in position.units}
            for unit in position.units:
                if unit.power != AUTONOMOUS and dice.random() < 0.92:
                    order = _order(variant, position, unit, moves, dice)
                    orders.setdefault(unit.power, []).append(order)
            for power in sorted({unit.power for unit in position.units} - {AUTONOMOUS}):
                orders.setdefault(power, []).extend(_money(variant, position, power, dice))
        case PhaseKind.RETREAT:
            for one in position.dislodged:
                if dice.random() < 0.9:
                    retreat = Retreat(_ref(one.unit), dice.choice(one.options))
                    orders.setdefault(one.unit.power, []).append(retreat)
        case PhaseKind.ADJUSTMENT:
            for unit in position.units:
                if unit.power != AUTONOMOUS and dice.random() < 0.9:
                    kind = Maintain if dice.random() < 0.8 else Remove
                    orders.setdefault(unit.power, []).append(kind(_ref(unit)))
            for power in scenario.players:
                city = dice.choice(list(scenario.cities.values()))
                kind = dice.choice(("A", "F", "G", "Am"))
                place = city.place if kind == "G" else city.province
                if place in variant.board.stands[kind]:
                    orders.setdefault(power, []).append(Build(UnitRef(place, kind)))
    return orders


def _ref(unit: Unit) -> UnitRef:
    return UnitRef(unit.location, unit.kind)


def _move(variant: Variant, unit: Unit, dice: Random) -> Order:
    ways = [
        to
        for to in sorted(variant.board.reach(unit.kind, unit.location))
        if variant.board.provinces[variant.board.province_of[to]].city_of is None
    ]
    if not ways or dice.random() < 0.4:
        return Hold(_ref(unit))
    return Move(_ref(unit), dice.choice(ways))


def _order(
    variant: Variant, position: Position, unit: Unit, moves: dict[Unit, Order], dice: Random
) -> Order:
    ref, draw = _ref(unit), dice.random()
    if unit.kind[0] == "G":
        if draw < 0.4:
            return Convert(ref, "A" + unit.kind[1:])
        province = variant.board.provinces[unit.location].city_of
        coming = [m for m in moves.values() if isinstance(m, Move) and m.target == province]
        if coming and draw < 0.7:
            return Support(ref, dice.choice(coming).unit, province)
        return Hold(ref)
    if draw < 0.12:
        return Besiege(ref)
    if draw < 0.15:
        return LiftSiege(ref)
    if draw < 0.25:
        return Convert(ref, "G" + unit.kind[1:])
    if draw < 0.3 and unit.kind[0] == "F":
        armies = [m for m in moves.values() if isinstance(m, Move) and m.unit.kind == "A"]
        if armies:
            army = dice.choice(armies)
            return Convoy(ref, army.unit, army.target)
    others = [(other, m) for other, m in moves.items() if other is not unit]
    if draw < 0.6 and others:
        other, move = dice.choice(others)
        return Support(ref, _ref(other), move.target if isinstance(move, Move) else None)
    return moves[unit]


def _money(variant: Variant, position: Position, power: str, dice: Random) -> Iterator[Order]:
    scenario = variant.scenario
    assert scenario is not None
    others = [other for other in scenario.players if other != power]
    for number in range(1, 5):
        if dice.random() < 0.6:
            yield _expense(variant, position, number, others, dice)
    if dice.random() < 0.2:
        yield Borrow(dice.randint(1, 30), dice.choice((1, 2)))
    if dice.random() < 0.3:
        yield Pay(dice.randint(1, 20), dice.choice([None, *others]))
    if dice.random() < 0.2:
        yield GiveChit(*dice.sample(others, 2))
    if dice.random() < 0.2:
        yield Ally(dice.choice(others))


def _expense(
    variant: Variant, position: Position, number: int, others: list[str], dice: Random
) -> Expense:
    ducats = dice.choice((None, None, 3, 6, 9, 12, 18, 20, 24, 36))
    purpose = dice.choice([*Purpose, Purpose.BUY, Purpose.COUNTER, Purpose.DISBAND])
    if purpose is Purpose.ASSASSINATE:
        return Expense(number, purpose, dice.choice(others), ducats)
    unit = dice.choice(position.units)
    if purpose is Purpose.SET_FREE and unit.kind[0] != "G":
        purpose = Purpose.BUY
    if purpose.is_for_unit:
        return Expense(number, purpose, _ref(unit), ducats)
    province = variant.board.provinces[variant.board.province_of[unit.location]]
    return Expense(number, purpose, province.city_of or province.key, ducats)
