"""Positions and resolutions as programs read them: the words of the game's record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dragoman.game import Game, Resolution, Variant, dice_json, results
from dragoman.game.play import PLAY
from dragoman.orders import write
from dragoman.rules import Orders, Position


def resolution_data(variant: Variant, resolution: Resolution) -> dict[str, Any]:
    """What came of a phase, and the position it leads to."""
    return {
        "phase": str(resolution.phase),
        "orders": orders_data(resolution.orders),
        "results": results(resolution.outcomes, resolution.phase.kind, resolution.destroyed),
        "refused": [
            {"power": one.power, "order": write(one.order), "reason": one.reason}
            for one in resolution.unused
        ],
        "next": position_data(resolution.position),
        "winners": list(resolution.winners),
        **dice_json(variant, resolution.account),
        **({} if resolution.account is None else {"account": resolution.account.data()}),
    }


def position_data(position: Position) -> dict[str, Any]:
    """Who stands where and owns what; dislodged units are marked with ``*``."""
    units: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    centers: dict[str, list[str]] = {}
    for unit in position.units:
        units.setdefault(unit.power, []).append(str(unit))
    for dislodged in position.dislodged:
        unit = dislodged.unit
        units.setdefault(unit.power, []).append(str(dislodged))
        retreats.setdefault(unit.power, {})[str(unit)] = list(dislodged.options)
    for center, owner in position.owners.items():
        centers.setdefault(owner, []).append(center)
    found: dict[str, Any] = {
        "phase": str(position.phase),
        "units": units,
        "centers": centers,
        "retreats": retreats,
    }
    if position.affairs is not None:
        found["affairs"] = position.affairs.data()
    return found


def orders_data(orders: Orders) -> dict[str, list[str]]:
    """The orders of each power, as text."""
    return {power: [write(order) for order in given] for power, given in orders.items()}


def game_data(game: Game) -> dict[str, Any]:
    """Where a game stands."""
    ending = game.ending
    found: dict[str, Any] = {
        "variant": game.variant.name,
        **position_data(game.position),
        "builds": _builds(game),
        "ending": None if ending is None else {"how": ending.how, "powers": list(ending.powers)},
    }
    return found


def _builds(game: Game) -> Mapping[str, int]:
    """In an adjustment phase, how many builds each power is due; below zero, removals. Where
    armies are paid in ducats nothing is due."""
    if game.phase.letter != "A":
        return {}
    due = PLAY.of(game.variant).builds_due(game.variant, game.position, game.rule_set)
    return {power: due[power] for power in game.survivors if due.get(power)}
