"""Judged phases of a game: the final ones, the last adjudication, and the data of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.files import text_of
from dragoman.game import FormatError, Game, Resolution, Variant, dice_json, parse, results
from dragoman.game.variant import PLAY
from dragoman.games.folder import GameFolder, OpenGame
from dragoman.games.order_sheet import read_sheet
from dragoman.orders import write
from dragoman.rules import Orders, Phase, Position
from dragoman.words import said


def resolution_of(
    folder: GameFolder, opened: OpenGame, phase: str | None
) -> tuple[Resolution | None, tuple[Diagnostic, ...]]:
    """The resolution to be explained: of the named phase, else the last adjudication,
    accepted or not."""
    game = opened.game
    waiting = opened.judged is not None and game.ending is None
    if phase is None and not waiting and game.resolution is not None:
        return game.resolution, ()
    try:
        named = game.phase if phase is None else Phase.parse(phase)
    except ValueError as error:
        return None, (Diagnostic("unknown-phase", str(error)),)
    if named == game.phase and waiting:
        return last_adjudication(folder, opened)
    found = next((r for r in game.history if r.phase == named), None)
    if found is not None:
        return found, ()
    known = [str(resolution.phase) for resolution in game.history]
    return None, (
        Diagnostic(
            "not-judged",
            said("{phase} was not judged", phase=str(named)),
            said("judge with: dragoman adjudicate {game}", game=folder.path),
            str(folder.path),
            candidates=tuple(known),
        ),
    )


def phases_before(game: Game, resolution: Resolution) -> tuple[Resolution, ...]:
    """The phases of a game before one that was judged."""
    return tuple(takewhile(lambda one: one.phase != resolution.phase, game.history))


def last_adjudication(
    folder: GameFolder, opened: OpenGame
) -> tuple[Resolution | None, tuple[Diagnostic, ...]]:
    """The last adjudication, provided that judging again gives the same.

    So a game master never accepts anything but what he has read: no order changed since, no
    game that has moved on, no result of another version of Dragoman.
    """
    source = str(folder.result_data)
    again = said("judge with: dragoman adjudicate {game}", game=folder.path)
    if opened.judged is None:
        return None, (Diagnostic("nothing-to-accept", "nothing was judged yet", again, source),)
    text, faults = text_of(opened.judged, source)
    if faults:
        return None, faults
    try:
        anyway = parse(text).flag("anyway", False)
    except FormatError as error:
        return None, (replace(error.diagnostic, remedy=again).at(source),)
    sheet = read_sheet(opened.sheet, opened)
    usable = sheet.is_usable if anyway else not has_errors(sheet.diagnostics)
    if not usable or text != judged_data(opened.game.variant, sheet.resolution, anyway):
        what = "the orders or the game were changed after this was judged"
        return None, (Diagnostic("changed-since", what, again, source),)
    return sheet.resolution, ()


def judged_data(variant: Variant, resolution: Resolution, anyway: bool) -> str:
    """An adjudication as it is stored, to be compared with before it is accepted."""
    data = {**resolution_data(variant, resolution), "anyway": anyway}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# As data: the words of the game's record


def resolution_data(variant: Variant, resolution: Resolution) -> dict[str, Any]:
    """The outcomes of a phase, and the position it leads to."""
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
    """The units and centres of each power; dislodged units are marked with ``*``."""
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
    """The state of a game."""
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
