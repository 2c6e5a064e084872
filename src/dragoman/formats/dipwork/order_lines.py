"""Between our orders and outcomes and the records of ``*.ORD`` files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.formats.dipwork.atlas import Atlas
from dragoman.formats.dipwork.error_numbers import (
    IDENTICAL_RETREATS,
    IMPOSSIBLE_CONVOYED_MOVE,
    NO_RETREAT,
    RETREAT,
    number_of_outcome,
    result_of,
)
from dragoman.formats.dipwork.ord_file import NOWHERE, Code, OrderLine, Place
from dragoman.formats.dipwork.order_text import order_text
from dragoman.game import Resolution
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Named,
    Order,
    Remove,
    Support,
    scan_order,
)
from dragoman.rules import Orders, Outcome, Position, Result

_MOVES = (Code.MOVE, Code.CONVOYED_MOVE, Code.FAILED_MOVE)
_SUPPORTS = (Code.SUPPORT, Code.SUPPORT_HOLD, Code.SUPPORT_MOVE)


def lines_of_orders(orders: Orders, position: Position, atlas: Atlas) -> tuple[OrderLine, ...]:
    """Orders of a movement phase as ``SCANNED.ORD`` and ``PARSED.ORD`` have them.

    Orders for places that the variant does not have, and those of other phases, are left out.
    """
    writing = _Writing(atlas, position)
    found: list[OrderLine] = []
    for power, given in orders.items():
        for order in given:
            if isinstance(order, Hold | Move | Support | Convoy):
                line = writing.ordered(power, order)
                if line.place:
                    found.append(line)
    return tuple(found)


def lines_of_moves(resolution: Resolution, atlas: Atlas) -> tuple[OrderLine, ...]:
    """A resolved movement phase as ``CONFLCED.ORD`` has it.

    A unit that must retreat has the field its attacker came from as its target; the fields
    that stand-offs left empty follow at the end.
    """
    writing = _Writing(atlas, resolution.before)
    lines = [writing.judged(outcome) for outcome in resolution.outcomes]
    return (*lines, *_standoffs(resolution, atlas))


def lines_of_round(
    moves: Resolution,
    retreats: Resolution | None,
    adjustments: Resolution | None,
    atlas: Atlas,
) -> tuple[OrderLine, ...]:
    """A whole round as ``WINTERED.ORD`` has it: moves, then retreats, then builds and removals.

    ``retreats`` and ``adjustments`` are None where there were none.
    """
    writing = _Writing(atlas, moves.before)
    gone_to = {o.unit: o for o in retreats.outcomes} if retreats else {}
    stands: dict[str, int] = {}
    lines: list[OrderLine] = []
    for outcome in moves.outcomes:
        line = writing.judged(outcome)
        end = outcome.moved_to or outcome.unit.location
        if outcome.dislodged_by is not None:
            line, end = _retreated(line, gone_to.get(outcome.unit), atlas)
        if end:
            stands[end] = len(lines)
        lines.append(line)
    for outcome in adjustments.outcomes if adjustments else ():
        if outcome.result is not Result.SUCCEEDS:
            continue
        place = place_of(outcome.unit.location, atlas)
        nation, unit = atlas.nation_number(outcome.unit.power), atlas.unit_number(outcome.unit.kind)
        text = order_text(outcome.treated_as, atlas)
        if isinstance(outcome.treated_as, Build):
            built = OrderLine(nation, unit, order=Code.BUILDUP, target=place, leader=nation)
            lines.append(replace(built, comment=text))
        elif isinstance(outcome.treated_as, Remove | Disband):
            index = stands.get(outcome.unit.location)
            if index is None:  # it stood there without an order of this round
                lines.append(OrderLine(nation, unit, place, Code.BUILDUP, leader=nation))
            elif lines[index].order == Code.RETREAT:
                lines[index] = replace(
                    lines[index], target=NOWHERE, other_order=Code.BUILDUP, reference=place
                )
            else:
                lines[index] = replace(
                    lines[index], place=place, order=Code.BUILDUP, target=NOWHERE
                )
    return tuple(lines)


def orders_of_lines(
    lines: Iterable[OrderLine], atlas: Atlas, board: Board
) -> dict[str, tuple[Order, ...]]:
    """The orders of each power that some records hold, by whose orders they were.

    The order of a unit that had to retreat, or was removed, stands in the comment alone.
    """
    found: dict[str, list[Order]] = {}
    reading = _Reading(atlas, board)
    for line in lines:
        unit, order = reading.unit(line), reading.order(line)
        if unit is not None and order is not None:
            leader = reading.power(line.leader) or unit.power
            found.setdefault(leader, []).append(order)
    return {power: tuple(orders) for power, orders in found.items()}


def outcomes_of_lines(
    lines: Sequence[OrderLine], atlas: Atlas, board: Board
) -> tuple[Outcome, ...]:
    """What became of each unit of ``CONFLCED.ORD`` or ``WINTERED.ORD`` in the movement phase.

    The records do not hold strengths, nor all reasons that we tell apart.
    """
    reading = _Reading(atlas, board)
    arrived: dict[str, Unit] = {}
    for line in lines:
        unit, target = reading.unit(line), reading.location(line.target)
        if unit and target and line.order in (Code.MOVE, Code.CONVOYED_MOVE):
            arrived[board.province_of[target]] = unit
    return tuple(filter(None, (reading.outcome(line, arrived) for line in lines)))


def place_of(location: str, atlas: Atlas) -> Place:
    """The numbers of a location; nowhere for one the variant does not have."""
    field = atlas.field_of.get(location)
    if field is None:
        return NOWHERE
    over = atlas.field_of[location.partition("/")[0]]
    return Place(atlas.number_of[field], atlas.number_of[over])


def _standoffs(resolution: Resolution, atlas: Atlas) -> Iterator[OrderLine]:
    for key in sorted(resolution.position.contested):
        yield OrderLine(order=Code.STANDOFF, target=place_of(key, atlas))


def _retreated(line: OrderLine, retreat: Outcome | None, atlas: Atlas) -> tuple[OrderLine, str]:
    """The record of a unit after its retreat, and where it stands then."""
    target, error = NOWHERE, RETREAT
    end = retreat.moved_to if retreat is not None else None
    if end:
        target = place_of(end, atlas)
    elif retreat is not None and retreat.result is Result.BOUNCES:
        error = IDENTICAL_RETREATS
    elif retreat is not None and retreat.order is None:
        error = NO_RETREAT
    error = max(error, line.error)
    return replace(line, order=Code.RETREAT, target=target, error=error), end or ""


class _Writing:
    def __init__(self, atlas: Atlas, position: Position) -> None:
        self.atlas = atlas
        self.position = position
        self.standing = {unit.location.partition("/")[0]: unit for unit in position.units}

    def ordered(self, power: str, order: Hold | Move | Support | Convoy) -> OrderLine:
        atlas = self.atlas
        unit = self._unit(order.unit)
        nation, leader = atlas.nation_number(unit.power), atlas.nation_number(power)
        line = OrderLine(
            nation or leader,
            atlas.unit_number(unit.kind),
            place_of(unit.location, atlas),
            leader=leader,
            comment=order_text(order, atlas, self.position),
        )
        match order:
            case Hold():
                return line
            case Move(_, target):
                return replace(line, order=Code.MOVE, target=place_of(target, atlas))
            case Support(_, other, target) | Convoy(_, other, target):
                code = Code.SUPPORT if isinstance(order, Support) else Code.CONVOY
                helped = self._unit(other)
                return replace(
                    line,
                    order=code,
                    other_nation=atlas.nation_number(helped.power),
                    other_unit=atlas.unit_number(helped.kind),
                    target=place_of(helped.location, atlas),
                    other_order=Code.HOLD if target is None else Code.MOVE,
                    reference=NOWHERE if target is None else place_of(target, atlas),
                )

    def judged(self, outcome: Outcome) -> OrderLine:
        unit, treated = outcome.unit, outcome.treated_as
        if not isinstance(treated, Hold | Move | Support | Convoy):
            treated = Hold(Named(unit.location, unit.kind))
        line = self.ordered(unit.power, treated)
        if outcome.order is not None:
            line = replace(line, comment=order_text(outcome.order, self.atlas, self.position))
        line = replace(line, error=number_of_outcome(outcome))
        if outcome.dislodged_by is not None:
            source = place_of(outcome.dislodged_by.location, self.atlas)
            return replace(
                line,
                order=Code.ATTACKED_FROM,
                target=source,
                other_nation=0,
                other_unit=0,
                other_order=0,
                reference=NOWHERE,
            )
        if isinstance(treated, Move):
            moved = Code.CONVOYED_MOVE if outcome.by_convoy else Code.MOVE
            failed = outcome.moved_to is None
            return replace(line, order=Code.FAILED_MOVE if failed else moved)
        return line

    def _unit(self, named: Named) -> Unit:
        """The unit an order means, where there is one; else what it says of it."""
        standing = self.standing.get(named.location.partition("/")[0])
        if standing is not None:
            return standing
        return Unit(named.power or "", named.kind or "", named.location)


class _Reading:
    def __init__(self, atlas: Atlas, board: Board) -> None:
        self.atlas = atlas
        self.board = board

    def power(self, number: int) -> str | None:
        nations = self.atlas.nations
        if not 1 <= number <= len(nations):
            return None
        return self.atlas.power_of[nations[number - 1].word]

    def location(self, place: Place) -> str | None:
        fields = self.atlas.numbered
        if not 1 <= place.field <= len(fields):
            return None
        return self.atlas.location_of[fields[place.field - 1]]

    def unit(self, line: OrderLine) -> Unit | None:
        """The unit of a record; None for a stand-off, a build, or numbers that mean nothing."""
        return self._unit(line.nation, line.unit, line.place)

    def order(self, line: OrderLine) -> Order | None:
        unit = self.unit(line)
        if unit is None:
            return None
        written = self._written(line, unit)
        if written is not None:
            return written
        return self._coded(line, unit)

    def outcome(self, line: OrderLine, arrived: Mapping[str, Unit]) -> Outcome | None:
        unit = self.unit(line)
        if unit is None:
            return None
        given = self.order(line)
        treated = self._coded(line, unit) or given or Hold(Named(unit.location, unit.kind))
        is_dislodged = line.order in (Code.ATTACKED_FROM, Code.RETREAT)
        if is_dislodged and given is not None:
            treated = given
        moved_to = None
        if isinstance(treated, Move) and line.order in (Code.MOVE, Code.CONVOYED_MOVE):
            moved_to = treated.target
        result, reason = result_of(line.error, treated, moved_to is not None)
        if line.error == IMPOSSIBLE_CONVOYED_MOVE and line.order == Code.FAILED_MOVE:
            result, reason = Result.NO_CONVOY, "no-convoy-ordered"
        by = arrived.get(self.board.province_of[unit.location]) if is_dislodged else None
        return Outcome(
            unit,
            given,
            treated,
            result,
            reason,
            dislodged_by=by,
            moved_to=moved_to,
            by_convoy=line.order == Code.CONVOYED_MOVE,
        )

    def _unit(self, nation: int, kind: int, place: Place) -> Unit | None:
        power, location = self.power(nation), self.location(place)
        units = self.atlas.units
        if power is None or location is None or not 1 <= kind <= len(units):
            return None
        return Unit(power, units[kind - 1].word, location)

    def _coded(self, line: OrderLine, unit: Unit) -> Order | None:
        """The order that the numbers of a record tell; None where they tell something else."""
        named = Named(unit.location, unit.kind)
        target, reference = self.location(line.target), self.location(line.reference)
        other = self._unit(line.other_nation, line.other_unit, line.target)
        if line.order in (Code.HOLD, Code.NOTHING):
            return Hold(named)
        if line.order in _MOVES and target:
            return Move(named, target)
        if line.order in (*_SUPPORTS, Code.CONVOY) and target:
            helped = Named(target, other.kind if other else None, other.power if other else None)
            if line.order == Code.CONVOY:
                return Convoy(named, helped, reference) if reference else None
            return Support(named, helped, reference)
        return None

    def _written(self, line: OrderLine, unit: Unit) -> Order | None:
        """The order in a comment, where the numbers tell another one or none."""
        coded = self._coded(line, unit)
        if coded is not None and (line.error < 100 or not isinstance(coded, Hold)):
            return None
        order = scan_order(line.comment, self.board)
        if isinstance(order, Hold | Move | Support | Convoy):
            return order
        return None
