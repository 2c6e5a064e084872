"""Positions, orders, results and maps of ours as messages of DAIDE, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from dragoman.board import Board, Unit, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats import read_mdf, write_mdf
from dragoman.game import Resolution, Variant
from dragoman.orders import Convert, Convoy, Core, Hold, Order, Support, UnitRef, Waive, unit_of
from dragoman.press.daide.messages import MapDefinition, Now, OrderResult, Scores, Situation
from dragoman.press.daide.notes import NOTES_FOR
from dragoman.press.daide.order_patterns import NamedOrder, WaivedBuild
from dragoman.press.daide.tokens import from_text, to_text
from dragoman.press.grammar import Unsayable
from dragoman.rules import (
    Dislodged,
    Outcome,
    PhaseKind,
    Position,
    Result,
    builds_due,
)

# Positions.


def scores_of(position: Position, board: Board) -> Scores:
    """The centres of every power, and those of nobody if there are any, in map order."""
    owned = [
        (power, tuple(c for c in board.centers if position.owners.get(c) == power))
        for power in board.powers
    ]
    free = tuple(center for center in board.centers if center not in position.owners)
    return Scores((*owned, *([(None, free)] if free else [])))


def now_of(position: Position) -> Now:
    """The turn and the units of a position; dislodged ones beside those that dislodged them."""
    dislodged = {province_of(d.unit.location): d for d in position.dislodged}
    units: list[Unit | Dislodged] = []
    for unit in position.units:
        units.append(unit)
        if (driven := dislodged.pop(province_of(unit.location), None)) is not None:
            units.append(replace(driven, came_from=None))
    return Now(Situation(position.phase, (*units, *dislodged.values())))


def position_of(situation: Situation, scores: Scores) -> Position:
    """The position that two messages tell. They do not tell which provinces were left empty by a
    stand-off, nor where the attacker of a dislodged unit came from."""
    return Position(
        situation.turn,
        tuple(unit for unit in situation.units if isinstance(unit, Unit)),
        {center: power for power, centers in scores.centers if power for center in centers},
        tuple(unit for unit in situation.units if isinstance(unit, Dislodged)),
    )


# Maps.


def map_definition(variant: Variant) -> tuple[MapDefinition, tuple[Diagnostic, ...]]:
    """The map of a variant, and a list of what of the variant the message could not hold."""
    text, losses = write_mdf(variant)
    return MapDefinition(from_text(text)[1:]), losses


def read_map(
    definition: MapDefinition, name: str = ""
) -> tuple[Variant | None, tuple[Diagnostic, ...]]:
    """The variant of a message, and what is wrong with it; see ``formats.read_mdf``."""
    return read_mdf(to_text(("MDF", *definition.tokens)), name)


# Orders.


def named_order(order: Order, power: str, position: Position) -> NamedOrder:
    """An order of a power with the kind and the power of every unit in it, as they stand. What is
    supported or convoyed goes to a province: DAIDE has no coasts there.

    Raises:
        Unsayable: if there is no unit where it names one without its kind or its power.
    """
    if isinstance(order, Waive):
        return WaivedBuild(power)
    unit = unit_of(order)
    if unit is None:
        raise Unsayable(f"DAIDE has no order such as {order}")
    order = replace(order, unit=_named(unit, position, power))
    if isinstance(order, Support):
        target = None if order.target is None else province_of(order.target)
        return replace(order, supported=_named(order.supported, position), target=target)
    if isinstance(order, Convoy):
        helped, target = _named(order.convoyed, position), province_of(order.target)
        return replace(order, convoyed=helped, target=target)
    return order


def _named(unit: UnitRef, position: Position, power: str | None = None) -> UnitRef:
    if unit.kind is not None and (unit.power or power):
        return replace(unit, power=unit.power or power)
    province = province_of(unit.location)
    found = position.by_province.get(province)
    if found is None or (power and found.power != power):
        found = position.dislodged_by_province.get(province, found)
    if found is None:
        raise Unsayable(f"no unit stands in {unit.location}")
    return UnitRef(found.location, found.kind, found.power)


def plain_order(order: NamedOrder) -> tuple[str, Order]:
    """The power of an order, and the order."""
    if isinstance(order, WaivedBuild):
        return order.power, Waive()
    unit = unit_of(order)
    if unit is None or unit.power is None:
        raise Unsayable(f"of {order} it is not told whose it is")
    return unit.power, order


# Results.

_RESULTS: Final = {
    Result.SUCCEEDS: ("SUC",),
    Result.UNUSED: ("SUC",),
    Result.BOUNCES: ("BNC",),
    Result.FAILS: ("BNC",),
    Result.BLOCKED: ("BNC",),
    Result.CUT: ("CUT",),
    Result.DISRUPTED: ("DSR",),
    Result.NO_CONVOY: ("NSO",),
    Result.VOID: ("NSO",),
    Result.DISBANDS: ("SUC",),
    Result.DISLODGED: (),
}
_READ: Final = {
    "SUC": Result.SUCCEEDS,
    "BNC": Result.BOUNCES,
    "CUT": Result.CUT,
    "DSR": Result.DISRUPTED,
    "NSO": Result.VOID,
}


def result_words(outcome: Outcome) -> tuple[str, ...]:
    """The words of DAIDE for what became of an order, ``RET`` last if the unit was dislodged.

    What the rule for convoy paradoxes took out is ``CUT`` if it was a support, else ``DSR``. An
    order that could not be carried out has the note that its reason has.
    """
    if outcome.result is Result.PARADOX:
        said = ("CUT",) if isinstance(outcome.treated_as, Support) else ("DSR",)
    elif outcome.result in (Result.ILLEGAL, Result.EXCESS):
        said = (NOTES_FOR.get(outcome.reason, "FAR"),)
    else:
        said = _RESULTS[outcome.result]
    return said if outcome.dislodged_by is None else (*said, "RET")


def result_of(words: Sequence[str]) -> tuple[Result, bool]:
    """The result that these words tell, and whether the unit was dislodged. Some words stand for
    several results: it is the commonest of them."""
    found = next((_READ[word] for word in words if word in _READ), None)
    if found is None:
        found = Result.DISLODGED if "RET" in words else Result.ILLEGAL
    return found, "RET" in words


def order_results(
    resolution: Resolution, board: Board, *, any_orders: bool = False
) -> tuple[OrderResult, ...]:
    """The results of the orders of a phase, one for each unit, build, removal and waived build.

    An order that could not be carried out is told as what was done instead, or where
    ``any_orders`` may be given (``AOA``) as it was written, with a note. A unit that converts, or
    makes a core, is told as one that holds: there is no order for more.
    """
    return tuple(_results(resolution, board, any_orders))


def _results(resolution: Resolution, board: Board, any_orders: bool) -> Iterator[OrderResult]:
    before, kind = resolution.before, resolution.phase.kind
    done: dict[str, int] = {}
    for outcome in resolution.outcomes:
        power = outcome.unit.power
        is_void = outcome.result in (Result.ILLEGAL, Result.EXCESS)
        if is_void and kind is PhaseKind.ADJUSTMENT and not any_orders:
            continue
        done[power] = done.get(power, 0) + (not is_void)
        order, said = outcome.order or outcome.treated_as, result_words(outcome)
        if is_void and not any_orders:
            order = outcome.treated_as
            said = ("SUC",) if outcome.dislodged_by is None else ("RET",)
        if isinstance(order, Convert | Core):
            order = Hold(order.unit)
        yield OrderResult(resolution.phase, named_order(order, power, _with(outcome, before)), said)
    if kind is PhaseKind.ADJUSTMENT:
        for power in board.powers:
            due = builds_due(board, before, power, resolution.rule_set)
            for _ in range(due - done.get(power, 0)):
                yield OrderResult(resolution.phase, WaivedBuild(power), ("SUC",))


def _with(outcome: Outcome, position: Position) -> Position:
    """The position, with the unit of an outcome: one that was built did not stand there."""
    unit = outcome.unit
    known = (*position.units, *(d.unit for d in position.dislodged))
    if not unit.kind or unit in known:
        return position
    return replace(position, units=(*position.units, unit))
