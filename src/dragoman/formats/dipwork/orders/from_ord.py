"""From the records of ``*.ORD`` files to our orders and outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dragoman.board import Board, Unit
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import (
    OrdCode,
    OrdField,
    OrdRecord,
    is_removed_after_retreat,
    retreats_to,
)
from dragoman.formats.dipwork.orders.error_numbers import (
    MISSING_ORDER,
    SEVERAL_HOLD,
    TWO_ORDERS_HOLD,
    result_of,
)
from dragoman.formats.dipwork.orders.order_text import order_of_text
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
)
from dragoman.rules import Outcome

_MOVES = (OrdCode.MOVE, OrdCode.CONVOYED_MOVE, OrdCode.FAILED_MOVE)
_SUPPORTS = (OrdCode.SUPPORT, OrdCode.SUPPORT_HOLD, OrdCode.SUPPORT_MOVE)


def orders_from_ord(
    lines: Iterable[OrdRecord], atlas: Atlas, board: Board
) -> dict[str, tuple[Order, ...]]:
    """The orders of each power that some records hold, by whose orders they were.

    The order of a unit that had to retreat, if it was no move, and that of a unit that was
    removed stand in the comment alone.
    """
    found: dict[str, list[Order]] = {}
    reading = _Reading(atlas, board)
    for line in lines:
        unit, order = reading.unit(line), reading.order(line)
        if unit is not None and order is not None:
            leader = reading.power(line.leader) or unit.power
            found.setdefault(leader, []).append(order)
    return {power: tuple(orders) for power, orders in found.items()}


def coded_order(line: OrdRecord, atlas: Atlas) -> Order | None:
    """The order that the numbers of a record tell, without its comment."""
    codes = _Codes(atlas)
    unit = codes.unit(line)
    return None if unit is None else codes.coded(line, unit)


def outcomes_from_ord(
    lines: Sequence[OrdRecord], atlas: Atlas, board: Board
) -> tuple[Outcome, ...]:
    """The outcome of each unit of ``CONFLCED.ORD`` or ``WINTERED.ORD`` in the movement phase.

    The records do not hold strengths, nor all reasons that we tell apart.
    """
    reading = _Reading(atlas, board)
    arrived: dict[str, Unit] = {}
    for line in lines:
        unit, target = reading.unit(line), reading.location(line.target)
        if unit and target and line.order in (OrdCode.MOVE, OrdCode.CONVOYED_MOVE):
            arrived[board.province_of[target]] = unit
    return tuple(filter(None, (reading.outcome(line, arrived) for line in lines)))


def retreats_from_ord(
    lines: Iterable[OrdRecord], atlas: Atlas, board: Board, before_2_0_7: bool = False
) -> dict[str, tuple[Order, ...]]:
    """The retreats that ``WINTERED.ORD`` holds, by power; also of units that were removed then."""
    found: dict[str, list[Order]] = {}
    reading = _Reading(atlas, board)
    for line in lines:
        unit = reading.unit(line)
        if unit is not None and line.order == OrdCode.RETREAT:
            named = UnitRef(unit.location, unit.kind)
            target = reading.location(retreats_to(line, before_2_0_7))
            order = Retreat(named, target) if target else Disband(named)
            found.setdefault(unit.power, []).append(order)
    return {power: tuple(orders) for power, orders in found.items()}


def builds_from_ord(
    lines: Iterable[OrdRecord], atlas: Atlas, board: Board, before_2_0_7: bool = False
) -> dict[str, tuple[Order, ...]]:
    """The builds and removals that ``WINTERED.ORD`` holds, by power."""
    found: dict[str, list[Order]] = {}
    reading = _Reading(atlas, board)
    for line in lines:
        gone = is_removed_after_retreat(line, before_2_0_7)
        if line.order != OrdCode.BUILDUP and not gone:
            continue
        is_build = not gone and bool(line.target)
        place = line.reference if gone else line.target if is_build else line.place
        unit = reading.unit_at(line, place)
        if unit is not None:
            named = UnitRef(unit.location, unit.kind)
            order = Build(named) if is_build else Remove(named)
            found.setdefault(unit.power, []).append(order)
    return {power: tuple(orders) for power, orders in found.items()}


class _Codes:
    """The meanings of the numbers of a record."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas

    def power(self, number: int) -> str | None:
        nations = self.atlas.nations
        if not 1 <= number <= len(nations):
            return None
        return self.atlas.power_of[nations[number - 1].word]

    def location(self, place: OrdField) -> str | None:
        fields = self.atlas.numbered
        if not 1 <= place.field <= len(fields):
            return None
        return self.atlas.location_of[fields[place.field - 1]]

    def unit(self, line: OrdRecord) -> Unit | None:
        """The unit of a record; None for a stand-off, a build, or numbers that mean nothing."""
        return self.unit_at(line, line.place)

    def unit_at(self, line: OrdRecord, place: OrdField) -> Unit | None:
        """The unit of a record at another place that the record names."""
        return self._unit(line.nation, line.unit, place)

    def _unit(self, nation: int, kind: int, place: OrdField) -> Unit | None:
        power, location = self.power(nation), self.location(place)
        units = self.atlas.units
        if power is None or location is None or not 1 <= kind <= len(units):
            return None
        return Unit(power, units[kind - 1].word, location)

    def coded(self, line: OrdRecord, unit: Unit) -> Order | None:
        """The order that the numbers of a record tell; None where they tell something else."""
        named = UnitRef(unit.location, unit.kind)
        target, reference = self.location(line.target), self.location(line.reference)
        other = self._unit(line.other_nation, line.other_unit, line.target)
        if line.order in (OrdCode.HOLD, OrdCode.NOTHING):
            return Hold(named)
        if line.order in _MOVES and target:
            return Move(named, target)
        if line.order == OrdCode.ATTACKED_FROM and line.other_order == OrdCode.MOVE and reference:
            return Move(named, reference)
        if line.order in (*_SUPPORTS, OrdCode.CONVOY) and target:
            helped = UnitRef(target, other.kind if other else None, other.power if other else None)
            if line.order == OrdCode.CONVOY:
                return Convoy(named, helped, reference) if reference else None
            return Support(named, helped, reference)
        return None


class _Reading(_Codes):
    """The same with a board, on which the words of a comment are read."""

    def __init__(self, atlas: Atlas, board: Board) -> None:
        super().__init__(atlas)
        self.board = board

    def order(self, line: OrdRecord) -> Order | None:
        unit = self.unit(line)
        if unit is None:
            return None
        if line.error in (SEVERAL_HOLD, TWO_ORDERS_HOLD):  # whatever its words say
            return Hold(UnitRef(unit.location, unit.kind))
        written = self._written(line, unit)
        if written is not None:
            return written
        return self.coded(line, unit)

    def outcome(self, line: OrdRecord, arrived: Mapping[str, Unit]) -> Outcome | None:
        unit = self.unit(line)
        if unit is None:
            return None
        given = self.order(line)
        treated = self.coded(line, unit) or given or Hold(UnitRef(unit.location, unit.kind))
        is_dislodged = line.order in (OrdCode.ATTACKED_FROM, OrdCode.RETREAT)
        if is_dislodged and given is not None:
            treated = given
        moved_to = None
        if isinstance(treated, Move) and line.order in (OrdCode.MOVE, OrdCode.CONVOYED_MOVE):
            moved_to = treated.target
        result, reason = result_of(line.error, treated, moved_to is not None)
        by = arrived.get(self.board.province_of[unit.location]) if is_dislodged else None
        return Outcome(
            unit,
            None if line.error == MISSING_ORDER else given,
            treated,
            result,
            reason,
            dislodged_by=by,
            moved_to=moved_to,
            by_convoy=line.order == OrdCode.CONVOYED_MOVE,
        )

    def _written(self, line: OrdRecord, unit: Unit) -> Order | None:
        """The order in a comment, where the numbers tell another one or none."""
        coded = self.coded(line, unit)
        if coded is not None and (line.error < 100 or not isinstance(coded, Hold)):
            return None
        order = order_of_text(line.comment, self.board)
        if isinstance(order, Hold | Move | Support | Convoy):
            return order
        return None
