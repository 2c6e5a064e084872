"""Armies carried over the water by fleets of their own power."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

from dragoman.board import Unit
from dragoman.bots.prince.campaign import Campaign, UnitChoice
from dragoman.bots.prince.ground import ARMY_TYPE, FLEET_TYPE
from dragoman.bots.prince.outlook import Outlook
from dragoman.orders import Convoy, Move, UnitRef

_AT_LEAST: Final = 1.0
"""The least that a passage has to bring beyond what army and fleets would do without it."""


def carry(outlook: Outlook, campaign: Campaign) -> None:
    """Order the passages that bring more than what their units do already."""
    for army in outlook.own:
        if army.kind[0] != ARMY_TYPE:
            continue
        found = max(_passages(outlook, campaign, army), key=lambda one: one[0], default=None)
        if found is None or found[0] < _AT_LEAST:
            continue
        for unit, choice in found[1].items():
            campaign.choose(unit, choice)


def _passages(
    outlook: Outlook, campaign: Campaign, army: Unit
) -> Iterator[tuple[float, Mapping[Unit, UnitChoice]]]:
    """The passages of an army: the gain of each, with the choices of army and fleets."""
    ground = outlook.ground
    here = ground.area_of[army.location]
    steps = ground.near[ARMY_TYPE].get(here, ())
    for order in outlook.orders[army]:
        if not isinstance(order, Move):
            continue
        to = ground.area_of[order.target]
        if to in steps and not order.via_convoy:
            continue
        fleets = _fleets(outlook, army, order.target)
        route = _route(outlook, here, to, fleets)
        if route is None or any(campaign.chosen[one].helped for one in route):
            continue
        moved = {army: UnitChoice(order, to)}
        moved |= {one: UnitChoice(fleets[one], ground.area_of[one.location]) for one in route}
        yield campaign.gained(moved), moved


def _fleets(outlook: Outlook, army: Unit, target: str) -> dict[Unit, Convoy]:
    """The power's own fleets that can carry an army to a place, and the order that they do."""
    named = UnitRef(army.location, army.kind)
    return {
        unit: order
        for unit in outlook.own
        if unit.kind[0] == FLEET_TYPE
        for order in outlook.orders[unit]
        if isinstance(order, Convoy) and order.convoyed == named and order.target == target
    }


def _route(
    outlook: Outlook, here: str, to: str, fleets: Mapping[Unit, Convoy]
) -> tuple[Unit, ...] | None:
    """The fewest fleets that lie next to each other from an area to another."""
    near, area_of = outlook.ground.near[FLEET_TYPE], outlook.ground.area_of
    waiting: deque[tuple[str, tuple[Unit, ...]]] = deque([(here, ())])
    seen = {here}
    while waiting:
        at, route = waiting.popleft()
        for fleet in fleets:
            area = area_of[fleet.location]
            if area in seen or area not in near.get(at, ()):
                continue
            if to in near.get(area, ()):
                return (*route, fleet)
            seen.add(area)
            waiting.append((area, (*route, fleet)))
    return None
