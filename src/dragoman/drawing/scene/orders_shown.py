"""The orders of a picture, as they were given or as they were judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.game import Resolution
from dragoman.orders import Build, Convoy, Move, Order, unit_of
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.rules import Outcome, PhaseKind, Position, Result


@dataclass(frozen=True)
class DrawnOrder:
    """An order, and what became of it; ``result`` is None where that is not known yet.

    ``via`` are the locations of the fleets that carry a move, in order. ``text`` is the order
    in words. ``beside`` is that of the unit's piece.
    """

    unit: Unit
    order: Order
    result: Result | None = None
    via: tuple[str, ...] = ()
    text: str = ""
    beside: int = 0

    @property
    def failed(self) -> bool:
        return self.result not in (None, Result.SUCCEEDS)


def in_rows(units: Iterable[Unit]) -> Iterator[tuple[Unit, int]]:
    """Each unit, with how many stand before it in the same place."""
    seen: Counter[str] = Counter()
    for unit in units:
        yield unit, seen[unit.location]
        seen[unit.location] += 1


def judged_orders(phrasebook: Phrasebook, resolution: Resolution) -> Iterator[DrawnOrder]:
    orders = [_shown(outcome) for outcome in resolution.outcomes]
    rows = in_rows(outcome.unit for outcome in resolution.outcomes)
    moving = resolution.phase.kind is PhaseKind.MOVEMENT
    for outcome, shown, (_, place) in zip(resolution.outcomes, orders, rows, strict=True):
        beside = place if moving else 0
        if unit_of(shown) is None or outcome.is_idle:
            continue  # nobody gave it an order, and a ring around a city is a siege
        text = phrasebook.order(shown)
        if outcome.result is not Result.SUCCEEDS:
            mark = outcome.result.value.replace(" ", "-")
            text += f" ({phrasebook.word(f'marks.{mark}')})"
        order = shown
        if isinstance(order, Move) and outcome.moved_to is not None:
            order = replace(order, target=outcome.moved_to)
        via: tuple[str, ...] = ()
        if isinstance(order, Move) and outcome.by_convoy:
            fleets = [
                other.unit.location
                for other, helps in zip(resolution.outcomes, orders, strict=True)
                if _carries(helps, order)
                and (other.result is Result.SUCCEEDS or outcome.result is not Result.SUCCEEDS)
            ]
            via = _way(phrasebook.variant.board, outcome.unit.location, order.target, fleets)
        yield DrawnOrder(outcome.unit, order, outcome.result, via, text, beside)


def _shown(outcome: Outcome) -> Order:
    """The order as the judge carried it out; one that was impossible as it was given."""
    if outcome.result in (Result.ILLEGAL, Result.FAILS) and outcome.order is not None:
        return outcome.order
    return outcome.treated_as


def given_orders(
    phrasebook: Phrasebook, position: Position, orders: Mapping[str, Iterable[Order]]
) -> Iterator[DrawnOrder]:
    board = phrasebook.variant.board
    units = position.units
    if position.phase.kind is PhaseKind.RETREAT:
        units = tuple(dislodged.unit for dislodged in position.dislodged)
    standing = list(in_rows(units))
    given = [(power, order) for power, some in orders.items() for order in some]
    for power, order in given:
        named = unit_of(order)
        if named is None:
            continue
        if isinstance(order, Build):
            unit, beside = Unit(power, named.kind or "", named.location), 0
        else:
            found = [
                (unit.power == power, -number)
                for number, (unit, _) in enumerate(standing)
                if _province(unit.location) == _province(named.location)
            ]
            if not found:
                continue
            number = -max(found)[1]
            unit, beside = standing[number]
            if len(found) > 1:  # the next order for this high sea is the next unit's
                del standing[number]
        via: tuple[str, ...] = ()
        if isinstance(order, Move):
            convoys = [o for _, o in given if isinstance(o, Convoy) and _carries(o, order)]
            fleets = [convoy.unit.location for convoy in convoys]
            via = _way(board, unit.location, order.target, fleets)
        yield DrawnOrder(unit, order, None, via, phrasebook.order(order), beside)


def _carries(order: Order, move: Move) -> bool:
    """True if an order is to convoy this move."""
    return (
        isinstance(order, Convoy)
        and _province(order.convoyed.location) == _province(move.unit.location)
        and _province(order.target) == _province(move.target)
    )


def _way(board: Board, start: str, goal: str, fleets: Iterable[str]) -> tuple[str, ...]:
    """The shortest row of fleets from one shore to another; without one, no fleets at all."""
    near = neighbours(board)
    places = {_province(fleet): fleet for fleet in fleets}
    here = _province(start)
    ways: list[tuple[str, ...]] = [()]
    while ways:
        longer: list[tuple[str, ...]] = []
        for way in ways:
            last = way[-1] if way else here
            if way and _province(goal) in near.get(last, ()):
                return tuple(places[place] for place in way)
            longer += [
                (*way, place)
                for place in places
                if place not in way and place in near.get(last, ())
            ]
        ways = longer
    return ()


def _province(location: str) -> str:
    return location.partition("/")[0]
