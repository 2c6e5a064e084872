"""DipWork's winterer: what it asks the game master about retreats, builds and removals."""

from __future__ import annotations

import re
from dataclasses import replace

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.game import Resolution, process
from dragoman.games.dipwork.workspace import DipworkWorkspace, StepError
from dragoman.orders import Build, Disband, Order, Remove, Retreat, UnitRef, scan_order
from dragoman.reports import explain
from dragoman.rules import (
    Dislodged,
    Position,
    Result,
    build_sites,
    builds_due,
    right_hand_retreat,
)

_SUMMER = ("summer", "s", "sommer", "no", "n", "nein")
_WINTER = ("winter", "w", "yes", "y", "ja", "j")
_DISBANDED = ("ex", "d", "disband")
_NO_ORDER = "nmr"
"""The answer for a unit whose player sent no retreat: it is disbanded too."""


def ask_retreats(
    workspace: DipworkWorkspace, moves: Resolution
) -> tuple[dict[str, tuple[Order, ...]], bool]:
    """The retreats of each power as the game master answers, and whether winter follows.

    The suggestion follows Just's right-hand rule; an empty answer takes it. ``nmr`` means that no
    order was received (zeNoRetReceived).
    """
    given: dict[str, tuple[Order, ...]] = {}
    for dislodged in moves.position.dislodged:
        power = dislodged.unit.power
        retreat = _retreat(workspace, moves, dislodged)
        given[power] = (*given.get(power, ()), *([] if retreat is None else [retreat]))
    usual = "winter" if workspace.game.start.phase.season in ("F", "W") else "summer"
    while True:
        answer = (
            workspace.dialogue.ask("Summer, or winter with builds and removals?", usual).lower()
            or usual
        )
        if answer in (*_SUMMER, *_WINTER):
            return given, answer in _WINTER
        workspace.dialogue.say(f"{answer!r} is not an answer; type summer or winter")


def ask_adjustments(
    workspace: DipworkWorkspace, before: Resolution
) -> tuple[Resolution | None, Position]:
    """The builds and removals, as the game master answers, and the position after them."""
    position = before.position
    if position.phase.letter != "A":
        return None, position
    variant, atlas = workspace.game.variant, workspace.atlas
    given: dict[str, tuple[Order, ...]] = {}
    for nation in atlas.nations:
        power = atlas.power_of[nation.word]
        due = builds_due(variant.board, position, power, variant.rule_set)
        can_build = due > 0 and build_sites(variant.board, position, power, variant.rule_set)
        if can_build or due < 0:
            given[power] = _adjustments(workspace, position, power, due)
    resolution = process(variant, position, given)
    return resolution, resolution.position


def _retreat(workspace: DipworkWorkspace, moves: Resolution, dislodged: Dislodged) -> Order | None:
    atlas, unit = workspace.atlas, dislodged.unit
    named = UnitRef(unit.location, unit.kind)
    outcome = moves.outcome(unit)
    attacker = outcome.dislodged_by
    by_convoy = attacker is not None and moves.outcome(attacker).by_convoy
    suggested = None
    if by_convoy:
        workspace.dialogue.say(
            "  The attack came by convoy: the right-hand rule says nothing about it"
        )
    else:
        there = attacker.location if attacker else None
        suggested = right_hand_retreat(dislodged, _around(workspace, unit), there)
    ways = ", ".join(atlas.field_of[to] for to in dislodged.options)
    usual = atlas.field_of[suggested] if suggested else "ex"
    who = f"{atlas.nation_of[unit.power]} {unit.kind} {atlas.field_of[unit.location]}"
    origin = f" from {atlas.field_of[attacker.location]}" if attacker else ""
    while True:
        answer = workspace.dialogue.ask(
            f"{who} was driven out{origin}. Retreat to {ways} or ex?", usual
        )
        answer = answer.strip() or usual
        if answer.lower() == _NO_ORDER:
            return None
        if answer.lower() in _DISBANDED:
            return Disband(named)
        text = f"{unit.kind} {atlas.field_of[unit.location]}-{answer}"
        order = scan_order(text, workspace.board, "R", workspace.scan_options)
        if isinstance(order, Retreat):
            order = Retreat(named, order.target)
            judged = process(workspace.game.variant, moves.position, {unit.power: (order,)})
            if judged.outcome(unit).result is Result.SUCCEEDS:
                return order
        workspace.dialogue.say(f"{who} cannot retreat to {answer!r}; it can go to {ways}")


def _around(workspace: DipworkWorkspace, unit: Unit) -> tuple[str, ...]:
    """The locations next to a unit, clockwise as FIELDS.TXT lists the borders."""
    atlas = workspace.atlas
    geography = atlas.geography
    here, kind = atlas.field_of[unit.location], atlas.unit_number(unit.kind)
    found: list[str] = []
    for border in geography.borders:
        if border.start == here:
            to = geography.arrival(border, kind) or border.target
            if to in atlas.location_of:
                found.append(atlas.location_of[to])
    return tuple(found)


def _adjustments(
    workspace: DipworkWorkspace, position: Position, power: str, due: int
) -> tuple[Order, ...]:
    """The builds or removals of one power, asked for until they are legal."""
    atlas = workspace.atlas
    nation = atlas.nation_of[power]
    variant = workspace.game.variant
    if due > 0:
        sites = build_sites(variant.board, position, power, variant.rule_set)
        where = ", ".join(atlas.field_of[site] for site in sites)
        question, usual = (
            f"{nation} has {due}{_points(workspace)} to build in {where}. Builds?",
            "-",
        )
    else:
        units = ", ".join(
            f"{unit.kind} {atlas.field_of[unit.location]}" for unit in position.units_of(power)
        )
        question = f"{nation} has {-due}{_points(workspace)} too many of {units}. Removals?"
        usual = ""
    while True:
        answer = workspace.dialogue.ask(question, usual).strip() or usual
        if due < 0 and not answer:
            what = f"no removals were given for {nation}"
            remedy = "run the winterer again and name the units to remove"
            raise StepError(Diagnostic("removals-missing", what, remedy))
        orders = _orders(workspace, position, power, answer, due > 0)
        if orders is not None:
            return orders


def _points(workspace: DipworkWorkspace) -> str:
    """The unit of what is due: points, where some units cost more or less than one."""
    costs = [f"{unit.word} {unit.costs}" for unit in workspace.atlas.units]
    usual = all(unit.costs == 1 for unit in workspace.atlas.units)
    return "" if usual else f" points ({', '.join(costs)})"


def _orders(
    workspace: DipworkWorkspace, position: Position, power: str, answer: str, builds: bool
) -> tuple[Order, ...] | None:
    """The orders in an answer; None, after saying why, if they are not legal."""
    orders: list[Order] = []
    for text in re.split(r"[,;]", answer):
        words = text.strip().lstrip("+-").strip()
        if not words:
            continue
        order = scan_order(
            f"{words} {'B' if builds else 'D'}", workspace.board, "A", workspace.scan_options
        )
        if isinstance(order, Disband):
            order = Remove(order.unit)
        if not isinstance(order, Build | Remove):
            workspace.dialogue.say(
                f"{words!r} does not name a unit and a field; write as in: A Vie, F Tri"
            )
            return None
        orders.append(order)
    judged = process(workspace.game.variant, _alone(position, power), {power: orders})
    for outcome in judged.outcomes:
        if outcome.unit.power != power:
            continue
        if outcome.order is None:
            workspace.dialogue.say("That is not enough: more units have to go")
            return None
        if outcome.result is not Result.SUCCEEDS:
            workspace.dialogue.say(explain(workspace.game.variant, judged, outcome.unit))
            if outcome.reason == "not-built-there":
                workspace.dialogue.say(_letters(workspace, outcome.unit))
            return None
    return tuple(orders)


def _letters(workspace: DipworkWorkspace, unit: Unit) -> str:
    """Why a unit cannot be built in a field: their letters have none in common."""
    atlas = workspace.atlas
    field = atlas.geography.by_name[atlas.field_of[unit.location]]
    allowed = atlas.units[atlas.unit_number(unit.kind) - 1].allowed_in
    return f"{field.name} is {field.kind}, and {unit.kind} has AllowedIn={allowed}"


def _alone(position: Position, power: str) -> Position:
    """The position as far as it matters to the winter of one power: its own units, and any in its
    centres, where it builds."""
    own = {center for center, owner in position.owners.items() if owner == power}
    near = (u for u in position.units if u.power == power or province_of(u.location) in own)
    return replace(position, units=tuple(near))
