"""Voyages: armies that fleets take over the water, over several and those of others, too."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Final

from dragoman.board import Board, Unit, province_of
from dragoman.bots.bot import View
from dragoman.bots.partner.nearness import nearness_on
from dragoman.game import Variant
from dragoman.orders import Convoy, Move, Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position
from dragoman.values import FrozenMap

_LEAST: Final = 0.3
"""By how much a place has to be nearer to centres for an army to be taken there."""

Legal = Mapping[Unit, tuple[Order, ...]]


@dataclass(frozen=True, slots=True)
class Voyage:
    """A way of an army over the water."""

    army: Unit
    goal: str
    orders: Mapping[Unit, Order]
    """Of the army and all the fleets that take it."""
    gain: float
    """By how much it is nearer then to what it may take."""


def voyages(
    view: View,
    legal: Legal,
    armies_of: str,
    fleets_of: Collection[str],
    friends: Collection[str],
    closed: Collection[str] = (),
) -> list[Voyage]:
    """The voyages of a power's armies on fleets of some powers to where more is to be taken that
    is no friend's, the best first: into empty provinces that are not ``closed``."""
    near, position = nearness_on(view.variant.board), view.position
    offered = _convoys(view.variant, position)
    spared = {armies_of, *friends}

    @cache
    def prospect(kind: str, location: str) -> float:
        felt = near[kind, location].items()
        return sum(one for center, one in felt if position.owners.get(center) not in spared)

    found: list[Voyage] = []
    for army in position.units_of(armies_of) if offered else ():
        here = province_of(army.location)
        goals = {goal for begin, goal in offered if begin == here}
        if not goals:
            continue
        goals -= {province_of(to) for to in view.variant.board.reach(army.kind, army.location)}
        before = prospect(army.kind, army.location)
        for move in legal.get(army, ()):
            if not isinstance(move, Move) or (goal := province_of(move.target)) not in goals:
                continue
            if goal in closed or goal in position.by_province:
                continue
            every = offered[here, goal]
            fleets = {fleet: order for fleet, order in every.items() if fleet.power in fleets_of}
            gain = prospect(army.kind, move.target) - before
            if gain > _LEAST and (chain := _chain(view.variant.board, army, goal, fleets)):
                orders = {army: move, **{fleet: fleets[fleet] for fleet in chain}}
                found.append(Voyage(army, goal, FrozenMap(orders), gain))
    return sorted(found, key=lambda one: (-one.gain, len(one.orders), str(one.orders)))


@lru_cache(maxsize=4)
def _convoys(
    variant: Variant, position: Position
) -> Mapping[tuple[str, str], Mapping[Unit, Order]]:
    """The orders of fleets that could take an army, by where it stands and where it goes."""
    found: dict[tuple[str, str], dict[Unit, Order]] = {}
    every = View(variant, position, position.units[0].power, 0).everybodys_orders()
    for fleet, orders in every.items():
        for order in orders:
            if isinstance(order, Convoy):
                way = province_of(order.convoyed.location), province_of(order.target)
                found.setdefault(way, {})[fleet] = order
    return found


def _chain(board: Board, army: Unit, goal: str, fleets: Collection[Unit]) -> tuple[Unit, ...]:
    """The fewest fleets by which an army comes to a place; none if it does not."""
    beside = {
        fleet: {province_of(to) for to in board.reach(fleet.kind, fleet.location)}
        for fleet in fleets
    }
    ways = [(fleet,) for fleet in beside if province_of(army.location) in beside[fleet]]
    seen = {way[-1] for way in ways}
    while ways:
        for way in ways:
            if goal in beside[way[-1]]:
                return way
        ways = [
            (*way, fleet)
            for way in ways
            for fleet in beside
            if fleet not in seen and province_of(fleet.location) in beside[way[-1]]
        ]
        seen |= {way[-1] for way in ways}
    return ()
