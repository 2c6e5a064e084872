"""Orders that the units of a power can be given, in few letters: for a board that offers all of it
at once and asks for nothing while somebody orders.

Units go by how orders name them (``A MUN``, ``F STP/SC``, ``G ROM``; the second of one name on a
high sea is ``F GRE #2``). An order is a list that
begins with its kind: ``["h"]`` hold, ``["m", "BUR"]`` move, ``["m", "NWY", 1]`` move by convoy,
``["s", "A BUR"]`` and ``["s", "A BUR", "PAR"]`` support, ``["c", "A LON", "NWY"]`` convoy,
``["r", "TYR"]`` retreat, ``["d"]`` disband or remove, ``["b"]`` build, ``["w"]`` waive, and
``["x", "A ROM besieges"]`` any other as it is written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NotRequired

from dragoman.board import Unit, province_of
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.game import Game
from dragoman.game.order_sets import due
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    write,
)
from dragoman.remembered import Remembered, remembered
from dragoman.rules import PhaseKind, Position, builds_due
from dragoman.views import View

MOST_CHAINS: Final = 8
"""So many ways over the water are offered for each that an army could be carried."""
_MOST_WAYS: Final = 64
"""So many beginnings of ways are followed at once."""

_known: Remembered[tuple[Any, ...], Choices] = Remembered()


class UnitChoices(View):
    """Orders that a unit can be given; kinds that it cannot are left out. Units go by how orders
    name them, as `A MUN`."""

    h: NotRequired[int]
    """1 if it can hold."""
    m: NotRequired[list[str]]
    """Where it can move."""
    v: NotRequired[dict[str, list[list[str]]]]
    """Where it can be carried, and by which fleets: the shortest ways first. What is no place of
    `m`, too, is reached in no other way, and needs no `VIA`."""
    s: NotRequired[dict[str, list[str]]]
    """The units that it can support, and to where; `.` to hold."""
    c: NotRequired[dict[str, list[str]]]
    """The units that it can carry, and to where."""
    r: NotRequired[list[str]]
    """Where it can retreat."""
    d: NotRequired[int]
    """1 if it can be disbanded or removed."""
    x: NotRequired[list[tuple[str, str]]]
    """Any other order as it is written, and the place that it is for, if it is for one."""


class Choices(View):
    """Orders that the units of a power can be given."""

    units: dict[str, UnitChoices]
    builds: NotRequired[list[str]]
    """The units that could be built, as they would stand."""
    due: NotRequired[int]
    """How many are to be built; removed, where that is less than nothing."""
    waive: NotRequired[bool]
    """Whether builds can be waived."""


def choices(
    game: Game, power: str, possible: Mapping[Unit, tuple[Order, ...]] | None = None
) -> Choices:
    """Orders that the units of a power can be given in the phase at hand: the legal ones, where
    others are not ``possible``. In an adjustment of Diplomacy also how many builds are due
    (removals, where that is less than nothing)."""
    own = game.legal_orders(power) if possible is None else possible
    count = sum(map(len, own.values()))
    key = (game.variant, game.rule_set, game.position, power, count)
    if (known := _known.get(key)) is not None:
        return known
    found, orders = _choices(game, power, own), count
    # It is asked for again after each change of a sheet.
    return _known.keep(key, found, 2_000 + 40 * orders)


def _choices(game: Game, power: str, own: Mapping[Unit, tuple[Order, ...]]) -> Choices:
    found: dict[str, UnitChoices] = {}
    chains = _chains(game, game.legal_orders())
    builds: list[str] = []
    for unit, orders in own.items():
        if any(isinstance(one, Waive) for one in orders):
            continue
        if any(isinstance(one, Build) for one in orders):
            builds.append(str(unit))
            continue
        found[str(unit)] = _of_unit(orders, unit, chains)
    for name, count in several(game.position, power).items():
        found |= {numbered(name, one): found[name] for one in range(2, count + 1) if name in found}
    said: Choices = {"units": found}
    if game.phase.kind is PhaseKind.ADJUSTMENT:
        said["builds"] = builds
        if due(game.variant, game.position, power, game.rule_set) is not None:
            said["due"] = builds_due(game.variant.board, game.position, power, game.rule_set)
            said["waive"] = game.rule_set.waive_builds == "yes"
    return said


def several(position: Position, power: str) -> dict[str, int]:
    """The number of units of a power that have one name, where more than one does: on a high
    sea."""
    names = Counter(str(unit) for unit in position.units if unit.power == power)
    return {name: count for name, count in names.items() if count > 1}


def numbered(name: str, number: int) -> str:
    """The name that the board has for the second of several units of one name: ``F GRE #2``."""
    return name if number == 1 else f"{name} #{number}"


def order_data(order: Order, position: Position) -> list[str | int]:
    """An order in few letters. The units that it names are told as they stand in the position,
    however they were written."""
    match order:
        case Hold():
            return ["h"]
        case Move(target=target, via_convoy=via, route=()):
            return ["m", target, 1] if via else ["m", target]
        case Support(supported=other, target=None):
            return ["s", named(other, position)]
        case Support(supported=other, target=str(target)):
            return ["s", named(other, position), target]
        case Convoy(convoyed=other, target=target):
            return ["c", named(other, position), target]
        case Retreat(target=target) if not order.is_into_city:
            return ["r", target]
        case Disband() | Remove():
            return ["d"]
        case Build():
            return ["b"]
        case Waive():
            return ["w"]
        case _:
            return ["x", write(order)]


def named(ref: UnitRef, position: Position, power: str = "") -> str:
    """The name in orders of the unit that one names, by where it stands: of several in one province
    that of the power, then the one of the same kind."""
    here = [
        unit
        for unit in (*position.units, *(one.unit for one in position.dislodged))
        if province_of(unit.location) == province_of(ref.location)
    ]
    if not here:
        return str(Unit("", ref.kind or "", ref.location))
    return str(max(here, key=lambda unit: (unit.power == power, unit.kind == ref.kind)))


def _of_unit(
    orders: Sequence[Order], unit: Unit, chains: Mapping[tuple[str, str], list[list[str]]]
) -> UnitChoices:
    found: UnitChoices = {}
    both = {one.target for one in orders if isinstance(one, Move) and one.via_convoy}
    for order in orders:
        match order:
            case Hold():
                found["h"] = 1
            case Move(target=target, via_convoy=False, route=()) if (
                target not in both and (unit.location, target) in chains
            ):  # nobody goes there on foot
                found.setdefault("v", {})[target] = chains[unit.location, target]
            case Move(target=target, via_convoy=False, route=()):
                found.setdefault("m", []).append(target)
            case Move(target=target, via_convoy=True, route=()):
                ways = chains.get((unit.location, target), [])
                found.setdefault("v", {})[target] = ways
            case Support(supported=other, target=target):
                found.setdefault("s", {}).setdefault(_told(other), []).append(target or ".")
            case Convoy(convoyed=other, target=target):
                found.setdefault("c", {}).setdefault(_told(other), []).append(target)
            case Retreat(target=target) if not order.is_into_city:
                found.setdefault("r", []).append(target)
            case Disband() | Remove():
                found["d"] = 1
            case Move(target=target):
                found.setdefault("x", []).append((write(order), target))
            case _:
                found.setdefault("x", []).append((write(order), ""))
    return found


@remembered(lambda told: 200)
def _told(other: UnitRef) -> str:
    """A unit as an order that helps it names it."""
    return write(Support(other, other)).partition(" S ")[2]


def _chains(
    game: Game, legal: Mapping[Unit, tuple[Order, ...]]
) -> dict[tuple[str, str], list[list[str]]]:
    """The ways over the water from each army to each shore, the shortest first: by which fleets,
    each as orders name it."""
    fleets: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for unit, orders in legal.items():
        for order in orders:
            if isinstance(order, Convoy):
                key = (order.convoyed.location, order.target)
                fleets[key][province_of(unit.location)] = str(unit)
    near = neighbours(game.variant.board) if fleets else {}
    return {key: list(_ways(near, key, carriers)) for key, carriers in fleets.items()}


def _ways(
    near: Mapping[str, frozenset[str]], way: tuple[str, str], carriers: Mapping[str, str]
) -> Iterator[list[str]]:
    start, goal = (province_of(one) for one in way)
    shores = near.get(goal, frozenset())
    growing: list[tuple[str, ...]] = [(one,) for one in carriers if one in near.get(start, ())]
    given = 0
    while growing:
        longer: list[tuple[str, ...]] = []
        for one in growing:
            if one[-1] in shores:
                yield [carriers[place] for place in one]
                given += 1
                if given == MOST_CHAINS:
                    return
            after = near.get(one[-1], frozenset())
            longer += [(*one, place) for place in carriers if place in after and place not in one]
        growing = longer[:_MOST_WAYS]
