"""Promises: by whom, to whom, of what and for when; and whether they were kept.

A promise is one part of what was agreed on: of an offer that was accepted each power owes its own
part, and who says what he will do owes that. All is read from what was heard and said, so that
nothing has to be remembered besides.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from dragoman.board import province_of
from dragoman.bots.bot import View
from dragoman.bots.partner.hearing import in_daide
from dragoman.game import Resolution
from dragoman.orders import Convoy, Move, Order, Support, UnitRef, unit_of
from dragoman.press.daide import speech as s
from dragoman.press.daide.order_patterns import NamedOrder, WaivedBuild
from dragoman.press.daide.speech import Arrangement, Speech
from dragoman.press.exchange import FAR, Exchange
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind, Position
from dragoman.values import FrozenMap

Offer: TypeAlias = "s.Proposal | s.Insisting | s.Suggestion | s.Conditional"
_NEVER: Final = 1 << 30
_LASTING: Final = (s.Peace, s.Alliance, s.Demilitarised, s.Distribution)
"""What lasts until it is broken or taken back; all else is for the turn in which it was said."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A promise of one power to another."""

    by: str
    to: str
    what: Arrangement
    """Peace, an alliance, a zone, an order or none, and so on: one thing."""
    first: Phase
    last: Phase
    number: int
    """The place in what was heard and said where it was given."""
    until: int = _NEVER
    """The place where it was taken back."""

    @property
    def key(self) -> tuple[frozenset[str], int]:
        """The same for all that two agreed on at a time."""
        return frozenset((self.by, self.to)), self.number

    def holds_in(self, phase: Phase) -> bool:
        """True if it is for a phase, and was not taken back."""
        return self.until == _NEVER and self.first <= phase <= self.last


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said."""

    number: int
    phase: Phase
    by: str
    to: str
    said: Speech


def conversation(view: View) -> list[Line]:
    """All that was heard and said, in turn, in DAIDE. An answer that names no message is about what
    was said last to whoever gives it."""
    me, board = view.power, view.variant.board
    at = {one.before.phase: one.before for one in view.history}
    told = [(one.number, one.phase, one.sender, me, one.message) for one in view.heard]
    told += [(one.number, one.phase, me, one.to, one.message) for one in view.spoken]
    last: dict[tuple[str, str], Speech] = {}
    found: list[Line] = []
    for number, phase, by, to, message in sorted(told, key=lambda one: one[0]):
        position = at.get(phase, view.position)
        exchange = Exchange(board, by, to, position, last.get((to, by)))
        for said in in_daide(message, exchange):
            last[by, to] = said
            found.append(Line(number, phase, by, to, said))
    return found


def exchange_with(view: View, lines: Sequence[Line], power: str) -> Exchange:
    """The state of the conversation in which a power now says something to the partner."""
    mine = [one.said for one in lines if one.by == view.power and one.to == power]
    last = mine[-1] if mine else None
    return Exchange(view.variant.board, power, view.power, view.position, last)


def promises_in(lines: Iterable[Line]) -> list[Promise]:
    """The promises to a power and by it that were given so far, also those that are over."""
    found: list[Promise] = []
    offers: dict[tuple[str, str], list[Speech]] = {}
    for line in lines:
        made = offers.setdefault((line.by, line.to), [])
        match line.said:
            case s.Proposal() | s.Insisting() | s.Suggestion() | s.Conditional():
                if isinstance(line.said, s.Proposal) and _is_end(line.said.arrangement):
                    _end(found, line, _ended(line.said.arrangement))
                made.append(line.said)
            case s.Agreeing(message) if message in offers.get((line.to, line.by), ()):
                for arrangement in agreed_by(message):
                    found += _given(arrangement, line, line.by, line.to)
                    found += _given(arrangement, line, line.to, line.by)
            case s.Fact(claim) if not isinstance(claim, s.Question):
                if _is_end(claim):
                    _end(found, line, _ended(claim))
                else:
                    found += _given(claim, line, line.by, line.to)
            case s.Cancelling(message):
                offers[line.by, line.to] = [one for one in made if one != message]
                for arrangement in agreed_by(message):
                    _end(found, line, arrangement)
            case _:
                pass
    return found


def agreed_by(offer: Speech) -> Iterator[Arrangement]:
    """The arrangements that there are if an offer is accepted."""
    match offer:
        case s.Proposal(arrangement) | s.Insisting(arrangement) | s.Suggestion(arrangement):
            yield arrangement
        case s.Fact(claim) if not isinstance(claim, s.Question):
            yield claim
        case s.Conditional(condition, message, _):
            yield condition
            yield from agreed_by(message)
        case _:
            return


def parts_of(arrangement: Arrangement) -> Iterator[tuple[s.Period | None, Arrangement]]:
    """The single parts of an arrangement, each with the time that it is for, if one is named; of a
    choice there are none, for nothing of it is certain."""
    match arrangement:
        case s.AllOf(parts):
            for one in parts:
                yield from parts_of(one)
        case s.During(period, inside):
            for _, one in parts_of(inside):
                yield period, one
        case s.OneOf() | s.Choice():
            return
        case _:
            yield None, arrangement


def orders_in(offer: Speech) -> Iterator[Order]:
    """The orders of units in an offer."""
    for arrangement in agreed_by(offer):
        for _, one in parts_of(arrangement):
            if isinstance(one, s.Ordering) and not isinstance(one.order, WaivedBuild):
                yield one.order


def _given(arrangement: Arrangement, line: Line, by: str, to: str) -> Iterator[Promise]:
    """The part of a power in an arrangement."""
    for period, one in parts_of(arrangement):
        if by not in bound_by(one):
            continue
        first, last = span_of(period, line.phase, one)
        yield Promise(by, to, one, first, last, line.number)


def span_of(period: s.Period | None, now: Phase, what: Arrangement) -> tuple[Phase, Phase]:
    """The first and the last phase that an arrangement is for."""
    if period is None:
        return now, FAR if isinstance(what, _LASTING) else now
    return period if isinstance(period, tuple) else (period, period)


def bound_by(arrangement: Arrangement) -> Sequence[str]:
    """The powers that owe something by a single arrangement."""
    match arrangement:
        case s.Peace(powers) | s.Alliance(powers, _) | s.Demilitarised(powers, _):
            return powers
        case s.Ordering(order) | s.Opposite(s.Ordering(order)):
            return (owner_of(order),)
        case s.Distribution(shares):
            return [power for power, _ in shares]
        case s.Occupation(units):
            return [unit.power or "" for unit in units]
        case s.Favour(debtor, _):
            return (debtor,)
        case _:
            return ()


def owner_of(order: NamedOrder) -> str:
    """The power whose unit an order is for."""
    if isinstance(order, WaivedBuild):
        return order.power
    unit = unit_of(order)
    return (unit.power if unit else None) or ""


def _is_end(arrangement: Arrangement) -> bool:
    """True if something is said not to be, or to be no longer."""
    return isinstance(arrangement, s.NoAgreement) or (
        isinstance(arrangement, s.Opposite) and isinstance(arrangement.of, _LASTING)
    )


def _ended(arrangement: Arrangement) -> Arrangement | None:
    match arrangement:
        case s.NoAgreement(about) if not isinstance(about, s.Question):
            return about
        case s.Opposite(inside):
            return inside
        case _:
            return None


def _end(found: list[Promise], line: Line, what: Arrangement | None) -> None:
    """Note that what was agreed between two is over. With peace the alliance ends, too."""
    pair = {line.by, line.to}
    for place, one in enumerate(found):
        if {one.by, one.to} != pair or one.until != _NEVER:
            continue
        war = isinstance(what, s.Peace) and isinstance(one.what, s.Peace | s.Alliance)
        if war or one.what == what:
            found[place] = Promise(
                one.by, one.to, one.what, one.first, one.last, one.number, line.number
            )


# Kept or broken


@dataclass(frozen=True, slots=True)
class Deed:
    """A promise in a phase: it was kept, or broken by an order."""

    promise: Promise
    phase: Phase
    kept: bool
    order: Order | None = None
    """The order by which it was broken, if it was by one."""


def deeds(view: View, promises: Sequence[Promise]) -> list[Deed]:
    """All promises in all movements so far, kept or broken, the first first. What was agreed at a
    time is over between two when one has broken it."""
    moved = [one for one in view.history if one.before.phase.kind is PhaseKind.MOVEMENT]
    phases = [one.before.phase for one in moved]
    held: list[list[Promise]] = [[] for _ in moved]
    for one in promises:
        first, last = bisect_left(phases, one.first), bisect_right(phases, one.last)
        if one.until != _NEVER:
            last = min(last, bisect_left(phases, _ended_in(view, one)))
        for place in range(first, last):
            held[place].append(one)
    found: list[Deed] = []
    over: set[tuple[frozenset[str], int]] = set()
    for resolution, those in zip(moved, held, strict=True):
        allowed = {gist(one.what.order) for one in those if isinstance(one.what, s.Ordering)}
        attacks = _attacks_in(resolution, allowed)
        done: list[Deed] = []
        for one in those:
            if one.key not in over:
                done += _deeds_in(one, resolution, attacks)
        over |= {one.promise.key for one in done if not one.kept}
        found += done
    return found


def _ended_in(view: View, promise: Promise) -> Phase:
    """The phase in which a promise was taken back: before its orders were given."""
    said = (*view.heard, *view.spoken)
    return next((one.phase for one in said if one.number == promise.until), promise.first)


def _attacks_in(
    resolution: Resolution, allowed: Collection[tuple[str, ...]]
) -> dict[tuple[str, str], Order]:
    """The first order of each power that attacks another, by the two of them, but for what was
    agreed on (``allowed``): that goes, or helps to go, to where it stands or into its centre."""
    found: dict[tuple[str, str], Order] = {}
    for powers, what, order in _every_attack(resolution.before, FrozenMap(resolution.orders)):
        if what not in allowed:
            found.setdefault(powers, order)
    return found


@lru_cache(maxsize=256)
def _every_attack(
    before: Position, orders: FrozenMap[str, Sequence[Order]]
) -> Sequence[tuple[tuple[str, str], tuple[str, ...], Order]]:
    """All attacks of a movement by the two powers, with the gist of the order."""
    found: list[tuple[tuple[str, str], tuple[str, ...], Order]] = []
    for power, given in orders.items():
        for order in given:
            place = goal_of(order)
            if place is None:
                continue
            there = before.by_province.get(place)
            for foe in {before.owners.get(place), None if there is None else there.power}:
                if foe is not None:
                    found.append(((power, foe), gist(order), order))
    return tuple(found)


def _deeds_in(
    promise: Promise, resolution: Resolution, attacks: Mapping[tuple[str, str], Order]
) -> Iterator[Deed]:
    phase, given = resolution.before.phase, resolution.orders.get(promise.by, ())
    match promise.what:
        case s.Ordering(order) if not isinstance(order, WaivedBuild):
            wanted = gist(order)
            same = [one for one in given if _place(one) == wanted[1]]
            if same:
                kept = any(fulfils(one, order) for one in same)
                yield Deed(promise, phase, kept, None if kept else same[0])
        case s.Opposite(s.Ordering(order)):
            broken = next((one for one in given if fulfils(one, order)), None)
            yield Deed(promise, phase, broken is None, broken)
        case s.Peace() | s.Alliance():
            broken = attacks.get((promise.by, promise.to))
            yield Deed(promise, phase, broken is None, broken)
        case s.Demilitarised(_, provinces):
            broken = next((one for one in given if goal_of(one) in provinces), None)
            yield Deed(promise, phase, broken is None, broken)
        case _:
            return


def goal_of(order: Order) -> str | None:
    """The province into which an order goes, or helps to go."""
    match order:
        case Move(target=target) | Convoy(target=target):
            return province_of(target)
        case Support(target=str() as target):
            return province_of(target)
        case _:
            return None


def gist(order: NamedOrder | Order) -> tuple[str, ...]:
    """The gist of an order, by provinces: whatever it says besides of kinds, coasts and powers."""
    if isinstance(order, WaivedBuild):
        return ("Waive",)
    parts = [type(order).__name__]
    for field in ("unit", "supported", "convoyed"):
        ref: UnitRef | None = getattr(order, field, None)
        parts.append("" if ref is None else province_of(ref.location))
    target: str | None = getattr(order, "target", None)
    return (*parts, province_of(target) if target else "")


def fulfils(given: Order, wanted: NamedOrder | Order) -> bool:
    """True if an order does what another says; a unit that is to hold may as well support."""
    found, sought = gist(given), gist(wanted)
    return found == sought or (sought[0] == "Hold" and found[0] in ("Support", "Convoy"))


def _place(order: Order) -> str:
    return gist(order)[1]


def in_force(promises: Iterable[Promise], phase: Phase) -> list[Promise]:
    """Those that hold in a phase."""
    return [one for one in promises if one.holds_in(phase)]
