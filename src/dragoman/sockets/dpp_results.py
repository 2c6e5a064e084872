"""Turns and orders as DPP's game master tells them: each order with its notes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from dragoman.board import province_of
from dragoman.game import Game, Resolution
from dragoman.orders import (
    Build,
    Convoy,
    Move,
    Order,
    Remove,
    Support,
    UnitRef,
    Waive,
    unit_of,
)
from dragoman.press.daide.notes import NOTES_FOR
from dragoman.press.dpp.messages import Annotated, Note, Prediction, Results, TurnResults
from dragoman.press.dpp.vocabulary import turn_number, turn_numbered
from dragoman.rules import Outcome, PhaseKind, Position, Result
from dragoman.sockets.orders_due import defaults, with_order
from dragoman.values import FrozenMap

_WORDS: Mapping[Result, str] = FrozenMap(
    {
        Result.SUCCEEDS: "VLD",
        Result.UNUSED: "VLD",
        Result.DISBANDS: "VLD",
        Result.FAILS: "FLD",
        Result.BLOCKED: "FLD",
        Result.CUT: "CUT",
        Result.DISRUPTED: "DSR",
        Result.NO_CONVOY: "NSO",
        Result.VOID: "NSO",
    }
)
_BY_NOTE: Final = FrozenMap({"FAR": "FAR", "NSU": "NSU", "NYU": "NSU"})
"""What DPP says for notes of DAIDE; for all others it has ``HUH``."""
_ILLEGAL: Final = (Result.ILLEGAL, Result.EXCESS)


def turn_results(resolution: Resolution) -> TurnResults:
    """What came of a turn."""
    where = {d.unit: d.options for d in resolution.position.dislodged}
    found: dict[str, list[Annotated]] = {}
    for outcome in resolution.outcomes:
        notes = tuple(_notes(outcome, where.get(outcome.unit, ())))
        order = outcome.order or outcome.treated_as
        if not isinstance(order, Waive):
            plain = as_told(order, resolution.before)
            found.setdefault(outcome.unit.power, []).append(Annotated(plain, notes))
    return TurnResults(resolution.phase, _in_order(found))


def start_results(position: Position) -> TurnResults:
    """Where the game begins, told as what came of the turn before: all units were built."""
    found: dict[str, list[Annotated]] = {}
    for unit in position.units:
        built = Build(UnitRef(unit.location, unit.kind))
        found.setdefault(unit.power, []).append(Annotated(built, (Note("VLD"),)))
    return TurnResults(turn_numbered(turn_number(position.phase) - 1), _in_order(found))


def submitted(
    game: Game, power: str, kept: Sequence[Order], orders: Sequence[Order]
) -> tuple[tuple[Order, ...], Prediction | None]:
    """The orders of a power with those submitted now, and what is to be said if any is wrong or
    lacking: such orders are not kept. In an adjustment they replace all that were kept, and builds
    that are not ordered are given up."""
    is_adjustment = game.phase.kind is PhaseKind.ADJUSTMENT
    now: tuple[Order, ...] = () if is_adjustment else tuple(kept)
    wrong: list[Annotated] = []
    for order in orders:
        word = _fault(game, power, now, order)
        if word:
            wrong.append(Annotated(_plain(order), (Note(word),)))
        else:
            now = with_order(now, order)
    lacking = defaults(game, power, now)
    if lacking and all(isinstance(one, Waive) for one in lacking):
        now, lacking = (*now, *lacking), ()
    wrong += [Annotated(_plain(order), (Note("NMR"),)) for order in lacking]
    return now, Prediction(((power, tuple(wrong)),)) if wrong else None


def as_told(order: Order, position: Position) -> Order:
    """An order as DPP has it: with the kind and the coast of each unit, and no seas on the way."""
    return _plain(_named_fully(order, position))


def _fault(game: Game, power: str, kept: Sequence[Order], order: Order) -> str:
    """The note on an order that cannot be; empty where it can."""
    named = unit_of(order)
    tried = game.copy()
    tried.clear(power)
    among = with_order(kept, order) if isinstance(order, Build | Remove) else (order,)
    tried.order(power, among)
    found = tried.provisional()
    for outcome in found.outcomes:
        if outcome.unit.power != power or outcome.order != order:
            continue
        if outcome.result in _ILLEGAL:
            return _word_for(outcome.reason)
        if named is not None and named.kind and outcome.unit.kind != named.kind:
            return "NSU"
        return ""
    reasons = [one.reason for one in found.unused if one.order == order]
    return _word_for(reasons[0]) if reasons else "NSU"


def _word_for(reason: str) -> str:
    return _BY_NOTE.get(NOTES_FOR.get(reason, ""), "HUH")


def _notes(outcome: Outcome, retreats: Iterable[str]) -> Iterable[Note]:
    if outcome.order is None:
        yield Note("NMR")
    elif outcome.result in _ILLEGAL:
        yield Note(_word_for(outcome.reason))
    elif outcome.result is Result.BOUNCES:
        yield Note("FLD" if _is_beaten(outcome) else "BNC")
    elif outcome.result is Result.PARADOX:
        yield Note("CUT" if isinstance(outcome.treated_as, Support) else "DSR")
    elif outcome.result is not Result.DISLODGED:
        yield Note(_WORDS[outcome.result])
    if outcome.dislodged_by is not None:
        yield Note("RET", tuple(retreats))


def _is_beaten(outcome: Outcome) -> bool:
    """Whether something stronger stood against a move; what holds out only because it is of the
    same power does not count."""
    force = outcome.force
    if force is None or force.why_zero == "own":
        return False
    return any(other.halves > force.halves for other in outcome.met)


def _plain(order: Order) -> Order:
    """The order as DPP has it: units without their powers, no seas on the way."""
    unit = unit_of(order)
    if unit is None:
        return order
    order = replace(order, unit=_unnamed(unit))
    match order:
        case Support():
            return replace(order, supported=_unnamed(order.supported))
        case Convoy():
            return replace(order, convoyed=_unnamed(order.convoyed))
        case Move():
            return Move(order.unit, order.target)
        case _:
            return order


def _unnamed(unit: UnitRef) -> UnitRef:
    return UnitRef(unit.location, unit.kind)


def _in_order(found: Mapping[str, Sequence[Annotated]]) -> Results:
    return tuple((power, tuple(orders)) for power, orders in found.items())


def _named_fully(order: Order, position: Position) -> Order:
    """An order with the kind and the coast of each unit, as people need not write them."""
    unit = unit_of(order)
    if unit is None or isinstance(order, Build):
        return order
    order = replace(order, unit=_standing(unit, position))
    if isinstance(order, Support):
        return replace(order, supported=_standing(order.supported, position))
    if isinstance(order, Convoy):
        return replace(order, convoyed=_standing(order.convoyed, position))
    return order


def _standing(unit: UnitRef, position: Position) -> UnitRef:
    province = province_of(unit.location)
    if position.phase.kind is PhaseKind.RETREAT:
        found = position.dislodged_by_province.get(province)
    else:
        found = position.by_province.get(province)
    if found is None or (unit.kind and unit.kind != found.kind):
        return unit
    return UnitRef(found.location, found.kind)
