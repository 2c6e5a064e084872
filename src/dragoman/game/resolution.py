"""One phase of a game, resolved: from a position and orders to the next position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from dragoman.board import Board, Unit
from dragoman.game.calendar import DIPLOMACY, spoken
from dragoman.game.results import words
from dragoman.game.variant import Variant
from dragoman.orders import write
from dragoman.rules import (
    Orders,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Refused,
    RuleSet,
    Settled,
    adjust,
    build_sites,
    builds_due,
    move,
    retreat,
)

_RESOLVE = {
    PhaseKind.MOVEMENT: move,
    PhaseKind.RETREAT: retreat,
    PhaseKind.ADJUSTMENT: adjust,
}


@dataclass(frozen=True)
class Resolution:
    """What came of the orders of one phase.

    ``before`` is the position the orders met, ``position`` the next one in which there is
    something to decide. ``refused`` are the orders that were not used. ``winners`` is
    empty while the game goes on.
    """

    before: Position
    orders: Orders
    rule_set: RuleSet
    outcomes: tuple[Outcome, ...]
    refused: tuple[Refused, ...]
    position: Position
    winners: tuple[str, ...] = ()

    @property
    def phase(self) -> Phase:
        """The phase that was resolved."""
        return self.before.phase

    def outcome(self, unit: Unit | str) -> Outcome:
        """What became of a unit's order; the unit may be given as ``F LON`` or ``LON``.

        Raises:
            KeyError: if no order of such a unit was resolved in this phase.
        """
        for outcome in self.outcomes:
            if unit in (outcome.unit, str(outcome.unit), outcome.unit.location):
                return outcome
        raise KeyError(f"{unit} had no order in {self.phase}")

    @cached_property
    def destroyed(self) -> tuple[Unit, ...]:
        """The units driven out with nowhere to go: they leave the board at once."""
        waiting = {dislodged.unit for dislodged in self.position.dislodged}
        return tuple(
            outcome.unit
            for outcome in self.outcomes
            if outcome.dislodged_by is not None and outcome.unit not in waiting
        )

    def __str__(self) -> str:
        lines = [spoken(self.phase)]
        for power, outcomes in _by_power(self.outcomes).items():
            told = ", ".join(_told(outcome, self.phase.kind) for outcome in outcomes)
            lines.append(f"{power.title()}: {told}")
        if self.destroyed:
            lines.append(f"Destroyed: {', '.join(map(str, self.destroyed))}")
        for dislodged in self.position.dislodged if self.phase.kind is PhaseKind.MOVEMENT else ():
            lines.append(f"{dislodged.unit} may retreat to {', '.join(dislodged.options)}")
        if self.winners:
            lines.append(f"The game is won by {', '.join(self.winners).title()}")
        else:
            lines.append(f"Next: {spoken(self.position.phase)}")
        return "\n".join(lines)


def process(
    variant: Variant, position: Position, orders: Orders, rule_set: RuleSet | None = None
) -> Resolution:
    """Resolve one phase; nothing is changed.

    The rule set is the variant's own unless another is given. The next position lies in the
    next phase with something to decide: a retreat phase only if some dislodged unit has
    somewhere to go (the others are disbanded at once), an adjustment phase only if some
    power can build or must remove.
    """
    resolve = _RESOLVE[position.phase.kind]
    rule_set = rule_set or variant.rule_set
    settled = resolve(variant.board, position, orders, rule_set)
    after, winners = next_position(variant, position, settled, rule_set)
    kept = {power: tuple(orders[power]) for power in variant.board.powers if orders.get(power)}
    return Resolution(
        position,
        MappingProxyType(kept),
        rule_set,
        settled.outcomes,
        settled.refused,
        after,
        winners,
    )


def winners(owners: Mapping[str, str], victory_centers: int) -> tuple[str, ...]:
    """The power that owns the centres victory needs, and more than any other power."""
    leaders = Counter(owners.values()).most_common(2)
    if not leaders or leaders[0][1] < victory_centers:
        return ()
    if len(leaders) > 1 and leaders[1][1] == leaders[0][1]:
        return ()
    return (leaders[0][0],)


def next_position(
    variant: Variant, before: Position, settled: Settled, rule_set: RuleSet
) -> tuple[Position, tuple[str, ...]]:
    """The position in the next phase with something to decide, and who has won by then."""
    phase = before.phase
    owners = before.owners
    dislodged = tuple(d for d in settled.dislodged if d.options)
    while True:
        phase = DIPLOMACY.after(phase)
        match phase.kind:
            case PhaseKind.MOVEMENT:
                return Position(phase, settled.units, owners), ()
            case PhaseKind.RETREAT if dislodged:
                return Position(phase, settled.units, owners, dislodged, settled.contested), ()
            case PhaseKind.ADJUSTMENT:
                owners = _owners_after(variant.board, settled.units, owners, rule_set)
                after = Position(phase, settled.units, owners)
                won = winners(owners, variant.victory_centers)
                if won or _adjusts(variant.board, after, rule_set):
                    return after, won
            case _:
                pass


def _owners_after(
    board: Board, units: Iterable[Unit], owners: Mapping[str, str], rule_set: RuleSet
) -> Mapping[str, str]:
    """Who owns each centre when the year ends: who stands there, else who owned it before."""
    standing = {board.province_of[unit.location]: unit.power for unit in units}
    taken = {center: standing[center] for center in board.centers if center in standing}
    found = {**owners, **taken}
    if rule_set.hong_kong == "unowned":
        for power, places in board.hong_kong.items():
            found = {c: p for c, p in found.items() if not (p == power and c in places)}
    return found


def _adjusts(board: Board, position: Position, rule_set: RuleSet) -> bool:
    """Whether any power has a unit to build and room for it at home, or one to remove."""
    for power in {*position.owners.values(), *(unit.power for unit in position.units)}:
        due = builds_due(board, position, power, rule_set)
        if due < 0 or (due > 0 and build_sites(board, position, power, rule_set)):
            return True
    return False


def _by_power(outcomes: Iterable[Outcome]) -> dict[str, list[Outcome]]:
    powers: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        powers.setdefault(outcome.unit.power, []).append(outcome)
    return powers


def _told(outcome: Outcome, kind: PhaseKind) -> str:
    said = [word for word in words(outcome, kind) if word]
    if outcome.order is None:
        said.insert(0, "no order")
    return write(outcome.order or outcome.treated_as) + (f" ({', '.join(said)})" if said else "")
