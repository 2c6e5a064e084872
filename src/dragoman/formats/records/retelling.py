"""Histories that another program judged, judged again: the positions that it recorded stand, and
each that does not follow from the orders here is told of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.game import Game, Resolution, Variant, process
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position, RuleSet

OTHER_POSITION = "other-position"
"""The code of what tells that a recorded position does not follow from the orders."""


@dataclass(frozen=True, slots=True)
class RecordedPhase:
    """A phase as another program recorded it: its position, and the orders that counted. There is
    no position where it cannot be: then the one stands that follows. Where that program does not
    say where dislodged units may go (``has_options`` false), they have none."""

    position: Position | None
    orders: Mapping[str, tuple[Order, ...]]
    has_options: bool = True


@dataclass(frozen=True, slots=True)
class OtherPosition:
    """A recorded position that does not follow from the orders of the phase before it: the facts
    that do follow and are not recorded, and those recorded in their place. Contested provinces and
    where attackers came from are not recorded, so not compared."""

    phase: Phase
    ours: tuple[str, ...]
    theirs: tuple[str, ...]

    @property
    def diagnostic(self) -> Diagnostic:
        """A warning that says so."""
        phase, (follows, recorded_is) = self.phase, map(_listed, (self.ours, self.theirs))
        what = f"{phase}: from the orders follows {follows}; recorded is {recorded_is}"
        return Diagnostic(
            OTHER_POSITION, what, "what was recorded stands", severity=Severity.WARNING
        )


def retold(
    variant: Variant, rules: RuleSet, phases: Iterable[RecordedPhase]
) -> tuple[Game, tuple[Diagnostic, ...]]:
    """The game of these phases, the last of which is at hand, and a warning for each recorded
    position that does not follow from the orders before it."""
    known = tuple(phases)
    first = known[0].position
    assert first is not None
    game = Game(variant, rules, first)
    told: list[Diagnostic] = []
    for one, following in pairwise(known):
        resolution = process(variant, game.position, one.orders, rules)
        recorded = following.position
        if recorded is not None and not following.has_options:
            recorded = with_options(recorded, resolution.position)
        if recorded is not None and (other := difference(resolution, recorded)):
            told.append(other.diagnostic)
            resolution = replace(resolution, position=recorded)
        game.adopt(replace(resolution, winners=()))
    return game, tuple(told)


def with_options(position: Position, judged: Position) -> Position:
    """A position whose dislodged units may go where those of another may, as far as they are the
    same."""
    options = {one.unit: one for one in judged.dislodged}
    known = tuple(options.get(one.unit, one) for one in position.dislodged)
    return replace(position, dislodged=known)


def difference(resolution: Resolution, recorded: Position) -> OtherPosition | None:
    """The difference of the next position from the recorded one, if there is one."""
    ours, theirs = _facts(resolution.position), _facts(recorded)
    if ours == theirs:
        return None
    more, missing = ((one - other).elements() for one, other in ((ours, theirs), (theirs, ours)))
    return OtherPosition(resolution.phase, tuple(sorted(more)), tuple(sorted(missing)))


def _facts(position: Position) -> Counter[str]:
    """The facts of a position as they are recorded, one text for each fact; two for two equal
    units."""
    return Counter(
        (
            f"phase {position.phase}",
            *(f"{unit.power} {unit}" for unit in position.units),
            *(f"{owner} owns {center}" for center, owner in position.owners.items()),
            *(f"{d.unit.power} {d}" for d in position.dislodged),
            *(f"{d} may go to {to}" for d in position.dislodged for to in d.options),
        )
    )


def _listed(facts: tuple[str, ...]) -> str:
    return ", ".join(facts) or "nothing else"
