"""DipWork's winterer: retreats, builds and removals, written down or asked of the game master."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork import BUILDUPS, RETREATS, Atlas, OrdersFile, WinterLine
from dragoman.game import Resolution, process
from dragoman.games.dipwork.workspace import DipworkWorkspace, StepError
from dragoman.orders import (
    Build,
    Disband,
    Order,
    PhaseLetter,
    Remove,
    Retreat,
    UnitRef,
    scan,
    unit_of,
)
from dragoman.quick_dataclass import dataclass
from dragoman.reports import explain
from dragoman.rules import (
    Dislodged,
    Position,
    Result,
    build_sites,
    builds_due,
    right_hand_retreat,
)
from dragoman.words import said

_SUMMER = ("summer", "s", "sommer", "no", "n", "nein")
_WINTER = ("winter", "w", "yes", "y", "ja", "j")
_DISBANDED = ("ex", "d", "disband")
_NO_ORDER = "nmr"
"""The answer for a unit whose player sent no retreat: it is disbanded too."""


def ask_retreats(
    workspace: DipworkWorkspace, moves: Resolution, written: WrittenWinter
) -> tuple[dict[str, tuple[Order, ...]], bool]:
    """The retreats of each power as the game master answers, and whether winter follows.

    The suggestion follows Just's right-hand rule; an empty answer takes it. ``nmr`` means that no
    order was received (zeNoRetReceived). What is ``written`` is not asked for.
    """
    given: dict[str, tuple[Order, ...]] = {}
    for dislodged in moves.position.dislodged:
        power = dislodged.unit.power
        retreat = _retreat(workspace, moves, dislodged, written)
        given[power] = (*given.get(power, ()), *([] if retreat is None else [retreat]))
    is_winter = workspace.game.start.phase.season in ("F", "W") or bool(written.builds)
    if written.is_any:
        return given, is_winter
    usual = "winter" if is_winter else "summer"
    while True:
        answer = (
            workspace.dialogue.ask("Summer, or winter with builds and removals?", usual).lower()
            or usual
        )
        if answer in (*_SUMMER, *_WINTER):
            return given, answer in _WINTER
        workspace.dialogue.say(
            said("{answer!r} is not an answer; type summer or winter", answer=answer)
        )


def ask_adjustments(
    workspace: DipworkWorkspace, before: Resolution, written: WrittenWinter
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
            given[power] = _adjustments(workspace, position, power, due, written)
    resolution = process(variant, position, given)
    return resolution, resolution.position


def _retreat(
    workspace: DipworkWorkspace, moves: Resolution, dislodged: Dislodged, written: WrittenWinter
) -> Order | None:
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
    origin = said(" from {field}", field=atlas.field_of[attacker.location]) if attacker else ""
    given = _written_retreats(workspace, unit, written)
    while True:
        if given:
            answer = given.pop(0)
            workspace.dialogue.say(
                said(
                    "{who} was driven out{origin}: {answer}", who=who, origin=origin, answer=answer
                )
            )
        else:
            question = said(
                "{who} was driven out{origin}. Retreat to {ways} or ex?",
                who=who,
                origin=origin,
                ways=ways,
            )
            answer = workspace.dialogue.ask(question, usual).strip() or usual
        if answer.lower() == _NO_ORDER:
            return None
        if answer.lower() in _DISBANDED:
            return Disband(named)
        order = _read(workspace, f"{unit.kind} {atlas.field_of[unit.location]}-{answer}", "R")
        if isinstance(order, Retreat):
            order = Retreat(named, order.target)
            judged = process(workspace.game.variant, moves.position, {unit.power: (order,)})
            if judged.outcome(unit).result is Result.SUCCEEDS:
                return order
        workspace.dialogue.say(
            said(
                "{who} cannot retreat to {answer!r}; it can go to {ways}",
                who=who,
                answer=answer,
                ways=ways,
            )
        )


def _written_retreats(workspace: DipworkWorkspace, unit: Unit, written: WrittenWinter) -> list[str]:
    """The entries about a unit in the list of its power, as answers to where it goes."""
    found: list[str] = []
    for line in written.retreats.get(unit.power, ()):
        head, dash, target = line.text.partition("-")
        words = head.split()
        if not dash and words and words[-1].lower() in (*_DISBANDED, _NO_ORDER):
            head, target = " ".join(words[:-1]), words[-1]
        named = _read(workspace, f"{head} disbands", "R") if target else None
        about = None if named is None else unit_of(named)
        if about and province_of(about.location) == province_of(unit.location):
            written.used.add(line.line)
            found.append(target.strip())
    return found


def _read(workspace: DipworkWorkspace, text: str, phase: PhaseLetter) -> Order | None:
    """The order in a text; names are corrected as those of ``ORDERS.TXT`` are, and it is said."""
    found = scan(text, workspace.board, phase, workspace.scan_options)
    if len(found.orders) != 1 or any(fault.is_error for fault in found.diagnostics):
        return None
    for fault in found.diagnostics:
        workspace.dialogue.say(said("  {fault}", fault=fault.what))
    return found.orders[0].order


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
    workspace: DipworkWorkspace, position: Position, power: str, due: int, written: WrittenWinter
) -> tuple[Order, ...]:
    """The builds or removals of one power: those written, or asked for until they are legal."""
    atlas = workspace.atlas
    nation = atlas.nation_of[power]
    variant = workspace.game.variant
    if due > 0:
        sites = build_sites(variant.board, position, power, variant.rule_set)
        where = ", ".join(atlas.field_of[site] for site in sites)
        question, usual = (
            said(
                "{nation} has {due}{points} to build in {where}. Builds?",
                nation=nation,
                due=due,
                points=_points(workspace),
                where=where,
            ),
            "-",
        )
    else:
        units = ", ".join(
            f"{unit.kind} {atlas.field_of[unit.location]}" for unit in position.units_of(power)
        )
        question = said(
            "{nation} has {due}{points} too many of {units}. Removals?",
            nation=nation,
            due=-due,
            points=_points(workspace),
            units=units,
        )
        usual = ""
    if (rows := written.builds.get(power)) is not None and (rows or due > 0):
        answer = ", ".join(row.text for row in rows)
        workspace.dialogue.say(said("{question} {answer}", question=question, answer=answer or "-"))
        if (orders := _orders(workspace, position, power, answer, due > 0)) is not None:
            written.used.update(row.line for row in rows)
            return orders
    while True:
        answer = workspace.dialogue.ask(question, usual).strip() or usual
        if due < 0 and not answer:
            what = said("no removals were given for {nation}", nation=nation)
            remedy = "run the winterer again and name the units to remove"
            raise StepError(Diagnostic("removals-missing", what, remedy))
        orders = _orders(workspace, position, power, answer, due > 0)
        if orders is not None:
            return orders


def _points(workspace: DipworkWorkspace) -> str:
    """The unit of what is due: points, where some units cost more or less than one."""
    costs = [f"{unit.word} {unit.costs}" for unit in workspace.atlas.units]
    usual = all(unit.costs == 1 for unit in workspace.atlas.units)
    return "" if usual else said(" points ({costs})", costs=", ".join(costs))


def _orders(
    workspace: DipworkWorkspace, position: Position, power: str, answer: str, builds: bool
) -> tuple[Order, ...] | None:
    """The orders in an answer; None, after saying why, if they are not legal."""
    orders: list[Order] = []
    for text in re.split(r"[,;]", answer):
        words = text.strip().lstrip("+-").strip()
        if not words:
            continue
        order = _read(workspace, f"{words} {'builds' if builds else 'disbands'}", "A")
        if isinstance(order, Disband):
            order = Remove(order.unit)
        if not isinstance(order, Build | Remove):
            workspace.dialogue.say(
                said(
                    "{words!r} does not name a unit and a field; write as in: A Vie, F Tri",
                    words=words,
                )
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
            language = workspace.dialogue.language
            workspace.dialogue.say(
                explain(workspace.game.variant, judged, outcome.unit, language=language)
            )
            if outcome.reason == "not-built-there":
                workspace.dialogue.say(_letters(workspace, outcome.unit))
            return None
    return tuple(orders)


def _letters(workspace: DipworkWorkspace, unit: Unit) -> str:
    """The reason why a unit cannot be built in a field: their letters have none in common."""
    atlas = workspace.atlas
    field = atlas.geography.by_name[atlas.field_of[unit.location]]
    allowed = atlas.units[atlas.unit_number(unit.kind) - 1].allowed_in
    return said(
        "{field} is {kind}, and {unit} has AllowedIn={allowed}",
        field=field.name,
        kind=field.kind,
        unit=unit.kind,
        allowed=allowed,
    )


def _alone(position: Position, power: str) -> Position:
    """The position as far as it matters to the winter of one power: its own units, and any in its
    centres, where it builds."""
    own = {center for center, owner in position.owners.items() if owner == power}
    near = (u for u in position.units if u.power == power or province_of(u.location) in own)
    return replace(position, units=tuple(near))


# Answers in ``ORDERS.TXT``, for which nobody has to be asked


@dataclass(frozen=True)
class WrittenWinter:
    """The lines of each power's lists; a power without a list is absent. ``used`` collects the
    numbers of the lines that were answers."""

    retreats: Mapping[str, tuple[WinterLine, ...]]
    builds: Mapping[str, tuple[WinterLine, ...]]
    used: set[int]

    @property
    def is_any(self) -> bool:
        return bool(self.retreats or self.builds)


def written_winter(orders: OrdersFile | None, atlas: Atlas) -> WrittenWinter:
    """The lists of a file of orders."""
    found: dict[str, dict[str, tuple[WinterLine, ...]]] = {RETREATS: {}, BUILDUPS: {}}
    powers = {
        spelling.lower(): atlas.power_of[nation.word]
        for nation in atlas.nations
        for spelling in (nation.name, *nation.spellings)
    }
    for line in orders.winter if orders is not None else ():
        power = powers.get(line.nation.lower())
        if power is not None and line.keyword in found:
            lists = found[line.keyword]
            lists[power] = (*lists.get(power, ()), *([line] if line.text else []))
    return WrittenWinter(found[RETREATS], found[BUILDUPS], set())


def unused(written: WrittenWinter, orders: OrdersFile | None) -> tuple[Diagnostic, ...]:
    """A warning for each line that was no answer to anything."""
    source = "" if orders is None else orders.name
    lines = [
        line
        for lists in (written.retreats, written.builds)
        for rows in lists.values()
        for line in rows
    ]
    return tuple(
        Diagnostic(
            "unused-order",
            said("{text!r} in {keyword} was not used", text=line.text, keyword=line.keyword),
            "mend it, or take it out if it is of another round",
            source,
            line.line,
            1,
            severity=Severity.WARNING,
        )
        for line in sorted(lines, key=lambda line: line.line)
        if line.line not in written.used
    )
