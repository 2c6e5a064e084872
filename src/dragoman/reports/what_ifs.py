"""The what-if of a phase: how it would have come out without some of its orders, unit by unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from dragoman.board import Unit, UnknownName
from dragoman.errors import checked
from dragoman.game import Resolution, Variant, orders_called, without
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Maintain,
    MoneyOrder,
    Move,
    Order,
    Remove,
    Support,
    write,
)
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import given
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.accounts.retreat_orders import retreat_options
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import (
    Data,
    LocationKey,
    Part,
    PowerKey,
    Statement,
    WrittenOrder,
    say,
)
from dragoman.reports.story import STORY, StoryKind
from dragoman.rules import Outcome, PhaseKind, Result


@dataclass(frozen=True, slots=True)
class Change:
    """A unit that fared otherwise: what became of its order, and what would have. None stands for
    a build or removal that one of them has and the other has not."""

    unit: Unit
    was: Outcome | None
    instead: Outcome | None


@dataclass(frozen=True)
class WhatIf:
    """A phase as it came out, and as it would have without some of its orders.

    ``taken`` are these orders, each with the power that gave it, and ``instead`` is the phase
    resolved without them.
    """

    variant: Variant
    resolution: Resolution
    taken: tuple[tuple[str, Order], ...]
    instead: Resolution

    @property
    def _story(self) -> StoryKind:
        return STORY.of(self.variant)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every unit that would have fared otherwise. Of a unit whose own order is taken away it
        counts only whether it is dislodged, removed or built: that it stays goes without saying."""
        if self.resolution.phase.kind is PhaseKind.ADJUSTMENT:
            return tuple(self._adjustments())
        return tuple(self._of_units())

    @cached_property
    def centers(self) -> dict[str, tuple[str | None, str | None]]:
        """The places that would have another owner now, with the one they have and the one they
        would have; empty where only one of the two phases ended the year."""
        now, then = self.resolution.position, self.instead.position
        if now.phase != then.phase:
            return {}
        places = self.variant.board.provinces
        owners = {place: (now.owners.get(place), then.owners.get(place)) for place in places}
        return {place: pair for place, pair in owners.items() if pair[0] != pair[1]}

    def text(self, language: str = "en", unit: str = "") -> str:
        """The differences, a line for each unit; with a unit, named as
        ``A BUR`` or by its place, only for that one.

        Raises:
            UnknownName: if no such unit had anything to do with the phase.
            ValueError: if there are no words for the language.
        """
        phrasebook = Phrasebook(self.variant, language)
        return "\n".join(phrasebook.sentence(one) for one in self.statements(unit))

    def statements(self, unit: str = "") -> tuple[Statement, ...]:
        """The statements of the text, before it is said in any language."""
        orders = tuple(_written(power, order) for power, order in self.taken)
        if unit:
            return self._about(unit, orders)
        besides = self._story.changes(self.resolution, self.instead, self.taken)
        lines = (*map(self._line, self.changes), *self._owners(), *besides)
        return (say("otherwise.other" if lines else "otherwise.same", orders=orders), *lines)

    def data(self, unit: str = "") -> dict[str, Data]:
        """The same as JSON can hold it."""
        changes = self._changes_of(unit) if unit else self.changes
        found: dict[str, Data] = {
            "without": [write(order) for _, order in self.taken],
            "changes": [
                {
                    "power": change.unit.power,
                    "unit": str(change.unit).strip(),
                    "was": _outcome_data(self.resolution, self.variant, change.was),
                    "instead": _outcome_data(self.instead, self.variant, change.instead),
                }
                for change in changes
            ],
            "centers": {
                center: {"was": was, "instead": instead}
                for center, (was, instead) in self.centers.items()
            },
            "winners": {
                "was": list(self.resolution.winners),
                "instead": list(self.instead.winners),
            },
        }
        more = self._story.changes_data(self.resolution, self.instead, self.taken)
        return {**found, **more}

    # Which units.

    def _of_units(self) -> Iterator[Change]:
        """Movement and retreats."""
        for was, instead in self._story.pairs(self.resolution, self.instead):
            if was is None or instead is None:
                known = was or instead
                assert known is not None
                yield Change(known.unit, was, instead)
                continue
            ends = self._end(self.resolution, was), self._end(self.instead, instead)
            if self._is_taken(was):
                ends = ends[0][1:], ends[1][1:]
            if ends[0] != ends[1] or was.unit.power != instead.unit.power:
                yield Change(was.unit, was, instead)

    def _is_taken(self, outcome: Outcome) -> bool:
        return (outcome.unit.power, outcome.order) in self.taken

    def _end(self, resolution: Resolution, outcome: Outcome) -> tuple[object, ...]:
        """The outcome of an order, then that of the unit besides."""
        if resolution.phase.kind is PhaseKind.RETREAT:
            return (outcome.result, outcome.moved_to), None
        if outcome.dislodged_by is None:
            return (outcome.result, outcome.moved_to), None
        ways = retreat_options(ResolvedPhase(self.variant, resolution), outcome.unit)
        told = isinstance(outcome.treated_as, Move | Support)
        return outcome.result if told else None, ways

    def _adjustments(self) -> Iterator[Change]:
        """Builds and removals, which one of the two may have and the other not."""
        was, instead = _by_order(self.resolution), _by_order(self.instead)
        for key in dict.fromkeys((*was, *instead)):
            for one, other in zip_longest(was.get(key, ()), instead.get(key, ())):
                if other is None and one is not None and self._is_taken(one):
                    continue
                known = one or other
                ends = [
                    None if end is None else (end.result, end.order is None) for end in (one, other)
                ]
                if known is not None and ends[0] != ends[1]:
                    yield Change(known.unit, one, other)

    def _changes_of(self, unit: str) -> tuple[Change, ...]:
        names = [
            (outcome, (str(outcome.unit), outcome.unit.location, _province(outcome.unit)))
            for resolution in (self.resolution, self.instead)
            for outcome in resolution.outcomes
        ]
        if not any(unit.upper() in called for _, called in names):
            what = f"{unit} had no order in {self.resolution.phase}"
            raise UnknownName("unit", unit, what=what)
        meant = [outcome.unit for outcome, called in names if unit.upper() in called]
        return tuple(change for change in self.changes if change.unit in meant)

    # Saying it.

    def _about(self, unit: str, orders: tuple[Part, ...]) -> tuple[Statement, ...]:
        changes = self._changes_of(unit)
        if not changes:
            return (say("otherwise.same-for", orders=orders, unit=LocationKey(unit)),)
        return (say("otherwise.other", orders=orders), *map(self._line, changes))

    def _line(self, change: Change) -> Statement:
        known = change.was or change.instead
        assert known is not None
        return say(
            "otherwise.line",
            what=given(known),
            power=PowerKey(change.unit.power),
            was=self._fared(self.resolution, change.was, change),
            would=self._fared(self.instead, change.instead, change),
        )

    def _fared(self, resolution: Resolution, outcome: Outcome | None, change: Change) -> Part:
        """The fate of a unit, as the end of a sentence; whose it was too, where that differs."""
        known = change.was or change.instead
        assert known is not None
        if outcome is None and resolution.phase.kind is PhaseKind.MOVEMENT:
            return say("fared.bribed")
        if outcome is None:
            built = isinstance(known.treated_as, Build)
            return say("fared.not-built" if built else "fared.stayed")
        both = {end.unit.power for end in (change.was, change.instead) if end is not None}
        if len(both) > 1:
            fate = self._fate(resolution, outcome)
            parts = fate if isinstance(fate, tuple) else (fate,)
            return (say("fared.of", power=PowerKey(outcome.unit.power)), *parts)
        return self._fate(resolution, outcome)

    def _fate(self, resolution: Resolution, outcome: Outcome) -> Part:
        match resolution.phase.kind:
            case PhaseKind.RETREAT:
                return _retreated(outcome)
            case PhaseKind.ADJUSTMENT:
                return _adjusted(outcome)
            case PhaseKind.MOVEMENT:
                pass
        fared = [_moved(outcome)]
        if outcome.dislodged_by is not None:
            turn = ResolvedPhase(self.variant, resolution)
            ways = tuple(map(LocationKey, retreat_options(turn, outcome.unit)))
            dislodged = say("fared.dislodged", choices=ways) if ways else say("fared.destroyed")
            if outcome.result in (Result.DISLODGED, Result.SUCCEEDS):
                return dislodged
            fared.append(dislodged)
        return tuple(fared)

    def _owners(self) -> Iterator[Statement]:
        nobody = say("otherwise.nobody")
        for center, owners in self.centers.items():
            was, would = (nobody if owner is None else PowerKey(owner) for owner in owners)
            yield say("otherwise.owner", place=LocationKey(center), was=was, would=would)
        if self.resolution.winners != self.instead.winners:
            both = self.resolution.winners, self.instead.winners
            was, would = (tuple(map(PowerKey, powers)) or nobody for powers in both)
            yield say("otherwise.winner", was=was, would=would)


def _written(power: str, order: Order) -> Part:
    """An order; one for money with whose it is, as no unit says that."""
    if not isinstance(order, MoneyOrder):
        return WrittenOrder(order)
    return say("otherwise.order", order=WrittenOrder(order), power=PowerKey(power))


@checked
def what_if(variant: Variant, resolution: Resolution, *called: str | Order | Unit) -> WhatIf:
    """The result of a phase without some of its orders, called as they were written,
    or by their unit or its place.

    In a movement phase a unit without its order holds, in a retreat phase it is disbanded; what
    was to be built or removed is not. Everything else is judged as it was.

        >>> print(what_if(variant, game.resolution, "A MAR S A PAR-BUR").text())
        Without A Mar S A Par–Bur this would have come out otherwise:
        A Par–Bur (France): moved to Bur; otherwise bounced.

    Raises:
        UnknownName: if there was no such order; ``candidates`` are those that might be meant.
    """
    found = Counter[tuple[str, Order]]()
    for name in called:
        found |= Counter(orders_called(variant, resolution, name))
    taken = tuple(found.elements())
    return WhatIf(variant, resolution, taken, without(variant, resolution, taken))


def _by_order(resolution: Resolution) -> dict[tuple[Unit, type[Order]], Sequence[Outcome]]:
    found: dict[tuple[Unit, type[Order]], list[Outcome]] = {}
    for outcome in resolution.outcomes:
        found.setdefault((outcome.unit, type(outcome.treated_as)), []).append(outcome)
    return {**found}


def _province(unit: Unit) -> str:
    return unit.location.partition("/")[0]


def _moved(outcome: Outcome) -> Statement:
    if outcome.moved_to is not None:
        return say("fared.moved", place=LocationKey(outcome.moved_to))
    if outcome.result is not Result.SUCCEEDS:
        return _mark(outcome)
    match outcome.treated_as:
        case Support():
            return say("fared.stood")
        case Convoy():
            return say("fared.convoyed")
        case Besiege():
            return say("fared.besieged")
        case Convert():
            return say("fared.converted")
        case _:
            return say("fared.held")


def _retreated(outcome: Outcome) -> Statement:
    if outcome.moved_to is not None:
        return say("fared.retreated", place=LocationKey(outcome.moved_to))
    return say("fared.met" if outcome.result is Result.BOUNCES else "fared.disbanded")


def _adjusted(outcome: Outcome) -> Statement:
    if outcome.result is not Result.SUCCEEDS:
        return _mark(outcome)
    match outcome.treated_as:
        case Build():
            return say("fared.built" if outcome.order else "fared.judge-built")
        case Maintain():
            return say("fared.maintained")
        case Remove():
            return say("fared.removed" if outcome.order else "fared.disorder")
        case _:
            return say("fared.waived")


def _mark(outcome: Outcome) -> Statement:
    return say(f"marks.{outcome.result.value.replace(' ', '-')}")


def _outcome_data(
    resolution: Resolution, variant: Variant, outcome: Outcome | None
) -> dict[str, Data] | None:
    if outcome is None:
        return None
    found: dict[str, Data] = {
        "order": None if outcome.order is None else write(outcome.order),
        "result": outcome.result.value,
        "reason": outcome.reason,
    }
    if resolution.phase.kind is not PhaseKind.ADJUSTMENT:
        found["moved_to"] = outcome.moved_to
    if resolution.phase.kind is PhaseKind.MOVEMENT:
        by = outcome.dislodged_by
        found["dislodged_by"] = None if by is None else str(by)
        if by is not None:
            turn = ResolvedPhase(variant, resolution)
            found["retreats"] = list(retreat_options(turn, outcome.unit))
    return found
