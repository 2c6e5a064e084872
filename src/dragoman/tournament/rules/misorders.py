"""What becomes of misorders: rule 16 of NZ1999, on top of the rule set of the same name.

An *illegal* order plainly asks for what cannot be done: the unit stands, and may not be
supported to hold. An *ambiguous* one could mean several things: the unit stands, and may be
supported. To move where an own unit stands is not illegal. The director has the last word
on every unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.board import Unit
from dragoman.game import Resolution, Variant, process
from dragoman.orders import Hold, Move, Order, UnitRef, unit_of
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Outcome, PhaseKind, Position, Result, RuleSet

ILLEGAL = "illegal"
AMBIGUOUS = "ambiguous"
RULINGS = (ILLEGAL, AMBIGUOUS)

_SEVERAL_MEANINGS = frozenset(
    ("coast-needed", "coast-missing", "support-needs-coast", "contradicting-orders")
)
"""The engine's reasons for which an order could have meant more than one thing. A coast left
out is among them also where one coast alone can be reached: nothing impossible is asked for."""


@dataclass(frozen=True, slots=True)
class Misorder:
    """A unit whose order is not followed. ``ruling`` is ``illegal`` or ``ambiguous``;
    ``by_director`` tells the director's word from the program's reading."""

    unit: Unit
    ruling: str
    reason: str
    by_director: bool = False


def judge(
    variant: Variant,
    position: Position,
    orders: Mapping[str, Sequence[Order]],
    rule_set: RuleSet,
    rulings: Mapping[str, str],
) -> tuple[Resolution, tuple[Misorder, ...]]:
    """Resolve a phase with every misorder treated as rule 16 has it.

    ``rulings`` are the director's, by the province of a unit. Only orders to move, support
    and convoy can be misorders in this sense; other phases are resolved as they are.
    """
    first = process(variant, position, orders, rule_set)
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return first, ()
    found = {m.unit: m for o in first.outcomes if (m := _misorder(variant, o, rulings)) is not None}
    if not found:
        return first, ()
    instead: dict[str, list[Order]] = {}
    for power, given in orders.items():
        for order in given:
            unit = _unit(position, variant, order)
            if unit is None or unit.power != power or unit not in found:
                instead.setdefault(power, []).append(order)
    for unit, misorder in found.items():
        named = UnitRef(unit.location, unit.kind)
        # Ordered to where it stands, a unit tries the impossible: rule sets with
        # impossible_move=counts-as-move let nobody support it to hold.
        here = variant.board.province_of[unit.location]
        order = Move(named, here) if misorder.ruling == ILLEGAL else Hold(named)
        instead.setdefault(unit.power, []).append(order)
    second = process(variant, position, instead, rule_set)
    written = {outcome.unit: outcome for outcome in first.outcomes}
    outcomes = tuple(
        replace(
            outcome,
            order=written[outcome.unit].order,
            result=Result.ILLEGAL,
            reason=found[outcome.unit].reason if not found[outcome.unit].by_director else "",
            treated_as=Hold(UnitRef(outcome.unit.location, outcome.unit.kind)),
        )
        if outcome.unit in found and written[outcome.unit].order is not None
        else outcome
        for outcome in second.outcomes
    )
    kept = {power: tuple(given) for power, given in orders.items() if given}
    return replace(second, orders=kept, outcomes=outcomes, unused=first.unused), tuple(
        found.values()
    )


def _misorder(variant: Variant, outcome: Outcome, rulings: Mapping[str, str]) -> Misorder | None:
    said = rulings.get(variant.board.province_of[outcome.unit.location])
    if said is not None:
        return Misorder(outcome.unit, said, outcome.reason, by_director=True)
    if outcome.order is None or outcome.result not in (Result.ILLEGAL, Result.FAILS):
        return None
    ruling = AMBIGUOUS if outcome.reason in _SEVERAL_MEANINGS else ILLEGAL
    return Misorder(outcome.unit, ruling, outcome.reason)


def _unit(position: Position, variant: Variant, order: Order) -> Unit | None:
    """The unit that an order is for, where one stands."""
    named = unit_of(order)
    if named is None:
        return None
    province_of = variant.board.province_of
    wanted = province_of.get(named.location, named.location)
    return next((u for u in position.units if province_of[u.location] == wanted), None)
