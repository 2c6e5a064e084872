"""Between our orders and outcomes and the records of ``*.ORD`` files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from dragoman.board import Unit, province_of
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import NOWHERE, OrdCode, OrdField, OrdRecord
from dragoman.formats.dipwork.orders.error_numbers import (
    IDENTICAL_RETREATS,
    NO_RETREAT,
    RETREAT,
    number_of_outcome,
)
from dragoman.formats.dipwork.orders.order_text import order_text
from dragoman.game import Resolution
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Support,
    UnitRef,
)
from dragoman.rules import Orders, Outcome, Position, Result


def orders_to_ord(orders: Orders, position: Position, atlas: Atlas) -> tuple[OrdRecord, ...]:
    """Orders of a movement phase as ``SCANNED.ORD`` and ``PARSED.ORD`` have them.

    Orders for places that the variant does not have, and those of other phases, are left out.
    """
    writing = _Writing(atlas, position)
    found: list[OrdRecord] = []
    for power, given in orders.items():
        for order in given:
            if isinstance(order, Hold | Move | Support | Convoy):
                line = writing.ordered(power, order)
                if line.place:
                    found.append(line)
    return tuple(found)


def moves_to_ord(resolution: Resolution, atlas: Atlas) -> tuple[OrdRecord, ...]:
    """A resolved movement phase as ``CONFLCED.ORD`` has it.

    A unit that must retreat has the field its attacker came from as its target; the fields
    that stand-offs left empty follow at the end.
    """
    writing = _Writing(atlas, resolution.before)
    lines = [writing.judged(outcome) for outcome in resolution.outcomes]
    return (*lines, *_standoffs(resolution, atlas))


def round_to_ord(
    moves: Resolution,
    retreats: Resolution | None,
    adjustments: Resolution | None,
    atlas: Atlas,
    earlier: Iterable[OrdRecord] = (),
) -> tuple[OrdRecord, ...]:
    """A whole round as ``WINTERED.ORD`` has it: moves, then retreats, then builds and removals.

    ``retreats`` and ``adjustments`` are None where there were none. What ``earlier`` records of
    the moves knew is carried on.
    """
    writing = _Writing(atlas, moves.before)
    known = _by_unit(earlier)
    gone_to = {o.unit: o for o in retreats.outcomes} if retreats else {}
    stands: dict[str, int] = {}
    lines: list[OrdRecord] = []
    for outcome in moves.outcomes:
        line = _carried(writing.judged(outcome), known)
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
            built = OrdRecord(nation, unit, order=OrdCode.BUILDUP, target=place, leader=nation)
            lines.append(replace(built, comment=text))
        elif isinstance(outcome.treated_as, Remove | Disband):
            index = stands.get(outcome.unit.location)
            if index is None:  # it stood there without an order of this round
                lines.append(OrdRecord(nation, unit, place, OrdCode.BUILDUP, leader=nation))
            elif lines[index].order == OrdCode.RETREAT:
                lines[index] = replace(
                    lines[index], target=NOWHERE, other_order=OrdCode.BUILDUP, reference=place
                )
            else:
                lines[index] = replace(
                    lines[index], place=place, order=OrdCode.BUILDUP, target=NOWHERE
                )
    return tuple(lines)


def carried_on(lines: Iterable[OrdRecord], earlier: Iterable[OrdRecord]) -> tuple[OrdRecord, ...]:
    """Records with what an earlier step knew of the same units: who leads them, the words of their
    orders, and the numbers of what was wrong where those are higher."""
    known = _by_unit(earlier)
    return tuple(_carried(line, known) for line in lines)


def place_of(location: str, atlas: Atlas) -> OrdField:
    """The numbers of a location; nowhere for one the variant does not have."""
    field = atlas.field_of.get(location)
    if field is None:
        return NOWHERE
    over = atlas.field_of[province_of(location)]
    return OrdField(atlas.number_of[field], atlas.number_of[over])


def _by_unit(lines: Iterable[OrdRecord]) -> dict[tuple[int, int], OrdRecord]:
    return {(line.nation, line.place.over): line for line in lines if line.place}


def _carried(line: OrdRecord, known: Mapping[tuple[int, int], OrdRecord]) -> OrdRecord:
    before = known.get((line.nation, line.place.over))
    if before is None or not line.place:
        return line
    words = before.comment or line.comment
    error = max(line.error, before.error)
    return replace(line, error=error, leader=before.leader, comment=words)


def _standoffs(resolution: Resolution, atlas: Atlas) -> Iterator[OrdRecord]:
    for key in sorted(resolution.position.contested):
        yield OrdRecord(order=OrdCode.STANDOFF, target=place_of(key, atlas))


def _retreated(line: OrdRecord, retreat: Outcome | None, atlas: Atlas) -> tuple[OrdRecord, str]:
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
    line = replace(line, order=OrdCode.RETREAT, target=target, other_order=0, reference=NOWHERE)
    return replace(line, error=error), end or ""


class _Writing:
    def __init__(self, atlas: Atlas, position: Position) -> None:
        self.atlas = atlas
        self.position = position
        self.standing = position.by_province

    def ordered(self, power: str, order: Hold | Move | Support | Convoy) -> OrdRecord:
        atlas = self.atlas
        unit = self._unit(order.unit)
        nation, leader = atlas.nation_number(unit.power), atlas.nation_number(power)
        line = OrdRecord(
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
                return replace(line, order=OrdCode.MOVE, target=place_of(target, atlas))
            case Support(_, other, target) | Convoy(_, other, target):
                code = OrdCode.SUPPORT if isinstance(order, Support) else OrdCode.CONVOY
                helped = self._unit(other)
                return replace(
                    line,
                    order=code,
                    other_nation=atlas.nation_number(helped.power),
                    other_unit=atlas.unit_number(helped.kind),
                    target=place_of(helped.location, atlas),
                    other_order=OrdCode.HOLD if target is None else OrdCode.MOVE,
                    reference=NOWHERE if target is None else place_of(target, atlas),
                )

    def judged(self, outcome: Outcome) -> OrdRecord:
        unit, treated = outcome.unit, outcome.treated_as
        if not isinstance(treated, Hold | Move | Support | Convoy):
            treated = Hold(UnitRef(unit.location, unit.kind))
        line = self.ordered(unit.power, treated)
        if outcome.order is not None:
            line = replace(line, comment=order_text(outcome.order, self.atlas, self.position))
        line = replace(line, error=number_of_outcome(outcome))
        if outcome.dislodged_by is not None:
            source = place_of(outcome.dislodged_by.location, self.atlas)
            moved = isinstance(treated, Move)
            return replace(
                line,
                order=OrdCode.ATTACKED_FROM,
                target=source,
                other_nation=0,
                other_unit=0,
                other_order=OrdCode.MOVE if moved else 0,
                reference=line.target if moved else NOWHERE,
            )
        if isinstance(treated, Move):
            moved = OrdCode.CONVOYED_MOVE if outcome.by_convoy else OrdCode.MOVE
            failed = outcome.moved_to is None
            return replace(line, order=OrdCode.FAILED_MOVE if failed else moved)
        return line

    def _unit(self, named: UnitRef) -> Unit:
        """The unit that an order names; what it leaves out is that of the unit there."""
        standing = self.standing.get(province_of(named.location))
        if standing is not None:
            power, kind = named.power or standing.power, named.kind or standing.kind
            return Unit(power, kind, named.location)
        return Unit(named.power or "", named.kind or "", named.location)
