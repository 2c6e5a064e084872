"""The results of turns as somebody is shown them first: a headline, his own orders with their
reasons in short, and what changed elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from dragoman.board import AUTONOMOUS, Unit
from dragoman.game import Resolution, Variant
from dragoman.orders import Build, Disband, Notation, Order, Remove, Retreat, Waive
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import given
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.accounts.short_reasons import known_reason, short_reason
from dragoman.reports.centers import as_known, centers_owned
from dragoman.reports.explaining import explained_outcome
from dragoman.reports.statements.phrasebook import PhrasebookInFull
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Statement,
    Verbatim,
    WrittenOrder,
    say,
)
from dragoman.rules import Outcome, PhaseKind, Position, Result


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order of one's own and what became of it. ``unit`` is named as the board names it,
    ``is_done`` is None where it was not ordered; ``reason`` is in short, ``explanation`` the whole,
    empty where that is not to be known."""

    phase: str
    unit: str
    kind: str
    text: str
    is_done: bool | None
    reason: str
    explanation: str


@dataclass(frozen=True, slots=True)
class PowerChange:
    """A gain, a loss, or something else that befell a power: what is said behind its name."""

    power: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ResultChip:
    """A gain or a loss of one's own in a few words: ``+ Belgium: 6 centres``."""

    text: str
    is_gain: bool


@dataclass(frozen=True, slots=True)
class TurnResults:
    """The results of the turns that were judged since somebody looked, the first of which is
    ``phase``, for who plays the ``power``, if he plays one."""

    phase: str
    power: str
    headline: str
    chips: tuple[ResultChip, ...]
    orders: tuple[OrderResult, ...]
    elsewhere: tuple[PowerChange, ...]


def turn_results(
    variant: Variant,
    turns: Sequence[Resolution],
    power: str = "",
    language: str = "en",
    *,
    earlier: Sequence[Resolution] = (),
    whole: bool = True,
    notation: Notation | None = None,
) -> TurnResults:
    """The results of some turns, one after the other, for who plays a power, or for somebody who
    looks on. ``earlier`` are the turns before. Where he does not see the ``whole`` board nothing is
    said but what became of his own orders and centres."""
    phrasebook = PhrasebookInFull(variant, language, notation=notation)
    own = [(turn, outcome) for turn in turns for outcome in _own_outcomes(turn, power)]
    before, after = turns[0].before, turns[-1].position
    elsewhere = tuple(_elsewhere(phrasebook, turns, power)) if whole else ()
    is_out = (
        bool(power) and power not in _alive(variant, after) and power in _alive(variant, before)
    )
    if is_out:
        headline = say("results.out")
    elif own:
        headline = _headline_of_own([outcome for _, outcome in own])
    else:
        headline = _headline_of_all(variant, turns) if whole else say("results.judged")
    return TurnResults(
        phase=str(turns[0].phase),
        power=power,
        headline=phrasebook.sentence(headline),
        chips=tuple(_chips(phrasebook, turns, power)) if power else (),
        orders=tuple(
            _order(phrasebook, ResolvedPhase(variant, turn, tuple(earlier)), outcome, whole)
            for turn, outcome in own
        ),
        elsewhere=elsewhere,
    )


# One's own.


def _own_outcomes(turn: Resolution, power: str) -> Iterator[Outcome]:
    """The outcomes of a power's units, and of its builds; not of builds that it waived."""
    for outcome in turn.outcomes:
        is_own = bool(power) and outcome.unit.power == power and bool(outcome.unit.kind)
        if is_own and not isinstance(outcome.order, Waive):
            yield outcome


def _headline_of_own(own: Sequence[Outcome]) -> Statement:
    ordered = [outcome for outcome in own if outcome.order is not None]
    done, count = sum(outcome.success for outcome in ordered), len(ordered)
    if not count:
        return say("results.no-orders")
    if done == count:
        return say("results.all", count=count)
    if not done:
        return say("results.none", count=count)
    return say("results.some", count=count, done=Verbatim(str(done)))


def _chips(
    phrasebook: PhrasebookInFull, turns: Sequence[Resolution], power: str
) -> Iterator[ResultChip]:
    variant = phrasebook.variant
    then = centers_owned(variant, turns[0].before, power)
    now = centers_owned(variant, turns[-1].position, power)
    gained = as_known(phrasebook, (center for center in now if center not in then))
    lost = as_known(phrasebook, (center for center in then if center not in now))
    count = say("count.centers", count=len(now))
    changes = [("results.gained", gained, True), ("results.lost", lost, False)]
    told = [(say(key, places=places), is_gain) for key, places, is_gain in changes if places]
    for number, (said, is_gain) in enumerate(told, 1):
        counted = say("results.counted", change=said, centers=count)
        yield ResultChip(phrasebook.say(counted if number == len(told) else said), is_gain)
    for turn in turns:
        driven_out = [o.unit for o in turn.outcomes if o.dislodged_by and o.unit.power == power]
        for unit in driven_out:
            key = "results.destroyed" if unit in turn.destroyed else "results.driven-out"
            yield ResultChip(phrasebook.say(say(key, place=LocationKey(unit.location))), False)


def _order(
    phrasebook: PhrasebookInFull, turn: ResolvedPhase, outcome: Outcome, whole: bool
) -> OrderResult:
    reason = short_reason(turn, outcome) if whole else known_reason(outcome)
    explanation = ""
    if whole:
        explained = explained_outcome(turn, outcome)
        explanation = explained.text(phrasebook.language, phrasebook.notation)
    return OrderResult(
        phase=str(turn.before.phase),
        unit=str(outcome.unit),
        kind=outcome.unit.kind,
        text=phrasebook.part(given(outcome)),
        is_done=None if outcome.order is None else outcome.success,
        reason=phrasebook.sentence(reason),
        explanation=explanation,
    )


# Everybody's.


def _headline_of_all(variant: Variant, turns: Sequence[Resolution]) -> Statement:
    """The most that changed, for somebody who had nothing to order."""
    outcomes = [outcome for turn in turns for outcome in turn.outcomes if outcome.unit.kind]
    before, after = turns[0].before, turns[-1].position
    centers = [c for c in variant.board.centers if before.owners.get(c) != after.owners.get(c)]
    done = [type(one.treated_as) for one in outcomes if one.result is Result.SUCCEEDS]
    counts = {
        "results.changed-hands": len(centers),
        "results.dislodged": sum(one.dislodged_by is not None for one in outcomes),
        "results.moved": sum(one.moved_to is not None for one in outcomes),
        "results.built": done.count(Build),
        "results.removed": done.count(Remove),
    }
    for key, count in counts.items():
        if count:
            return say(key, count=count)
    return say("results.judged")


def _elsewhere(
    phrasebook: PhrasebookInFull, turns: Sequence[Resolution], power: str
) -> Iterator[PowerChange]:
    """The gains and losses of others: centres, units, the game."""
    told: list[tuple[str, Statement]] = [
        *_taken(phrasebook, turns[0].before, turns[-1].position, power),
        *chain.from_iterable(_units_lost(turn, power) for turn in turns),
        *chain.from_iterable(_orders_of_others(turn, power) for turn in turns),
    ]
    variant = phrasebook.variant
    alive = _alive(variant, turns[-1].position)
    for one in variant.board.powers:
        if one != power and one in _alive(variant, turns[0].before) and one not in alive:
            told.append((one, say("results.eliminated")))
    for one, said in told:
        yield PowerChange(one, phrasebook.power(one), phrasebook.say(said))


def _taken(
    phrasebook: PhrasebookInFull, before: Position, after: Position, power: str
) -> Iterator[tuple[str, Statement]]:
    variant = phrasebook.variant
    for one in variant.board.powers:
        if one in (power, AUTONOMOUS):
            continue
        then = centers_owned(variant, before, one)
        taken = [c for c in centers_owned(variant, after, one) if c not in then]
        if taken:
            places = tuple(_place_and_owner(phrasebook, before, center) for center in taken)
            yield one, say("results.took", places=places)


def _place_and_owner(phrasebook: PhrasebookInFull, before: Position, center: str) -> Part:
    (place,) = as_known(phrasebook, [center])
    owner = before.owners.get(center, "")
    if owner in ("", AUTONOMOUS):
        return place
    return say("results.from", place=place, power=PowerKey(owner))


def _units_lost(turn: Resolution, power: str) -> Iterator[tuple[str, Statement]]:
    for outcome in turn.outcomes:
        by, unit = outcome.dislodged_by, outcome.unit
        if by is None or unit.power == power:
            continue
        key = "results.other-destroyed" if unit in turn.destroyed else "results.other-driven-out"
        parts: Mapping[str, Part] = {
            "place": LocationKey(unit.location),
            "power": PowerKey(by.power),
        }
        yield unit.power, say(key, **parts)


def _orders_of_others(turn: Resolution, power: str) -> Iterator[tuple[str, Statement]]:
    """The retreats, builds and removals of others that came about."""
    orders: dict[str, list[Order]] = {}
    for outcome in turn.outcomes:
        order = outcome.treated_as
        is_told = isinstance(order, Retreat | Disband | Build | Remove)
        is_done = outcome.result in (Result.SUCCEEDS, Result.DISBANDS)
        if is_told and is_done and outcome.unit.power != power:
            orders.setdefault(outcome.unit.power, []).append(order)
    for one, given_ in orders.items():
        yield one, say("results.did", orders=tuple(map(WrittenOrder, given_)))


def _alive(variant: Variant, position: Position) -> frozenset[str]:
    """The powers that have a unit or a centre."""
    have = Counter(unit.power for unit in position.units)
    have.update(one.unit.power for one in position.dislodged)
    have.update(position.owners.values())
    return frozenset(power for power in variant.board.powers if have[power])


# The next step.


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of a game: ``label`` names it with what one has to do in it, ``first`` who
    acts before oneself, if others do."""

    label: str
    first: str


def next_step(
    variant: Variant,
    position: Position,
    due: Sequence[Unit] | int | None,
    others: Iterable[str],
    language: str = "en",
) -> NextStep:
    """The next step, for somebody for whom these units are to be ordered, so many builds (below
    zero removals) are due, or something else that is not counted (None). ``others`` are the powers
    that have something to do in it."""
    phrasebook = PhrasebookInFull(variant, language)
    phase, kind = position.phase, position.phase.kind
    name = phrasebook.phase_in_short(phase)
    task: Statement | None
    match due:
        case None:
            task = say("results.you-order")
        case int():
            key = "results.you-build" if due > 0 else "results.you-remove"
            task = say(key, count=abs(due)) if due else None
        case _:
            key = "results.you-retreat" if kind is PhaseKind.RETREAT else "results.you-move"
            task = say(key, count=len(due)) if due else None
    if task is not None:
        label = say("results.next", phase=Verbatim(name), task=task)
        return NextStep(phrasebook.say(label), "")
    acting = tuple(map(PowerKey, others))
    keys = {
        PhaseKind.RETREAT: "results.first-retreat",
        PhaseKind.ADJUSTMENT: "results.first-adjust",
    }
    first = ""
    if acting and kind in keys:
        first = phrasebook.sentence(say(keys[kind], powers=acting))
    return NextStep(phrasebook.say(say("results.to", phase=Verbatim(name))), first)
