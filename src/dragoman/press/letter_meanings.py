"""The messages of a letter: what its clauses say on the board, as programs say it.

A clause that leaves open which unit is meant is about any of those that can do it. Whatever no unit
can do, or too many could, is left out, and told to be so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from dragoman.board import Unit, province_of
from dragoman.orders import Convoy, Hold, Move, Order, Support, UnitRef, unit_of
from dragoman.press.daide import speech as s
from dragoman.press.daide.positions import named_order
from dragoman.press.daide.speech import Arrangement, Speech
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.letter_clauses import ANSWERS, LetterClauses, ReadClause
from dragoman.press.letter_grammar import Found
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import LocationKey, PowerKey
from dragoman.rules import Phase, PhaseKind

LegalOrders: TypeAlias = "Mapping[Unit, tuple[Order, ...]]"
_MOST_CHOICES: Final = 6
_FACTS: Final = (
    "war",
    "keep_out",
    "will_move",
    "will_hold",
    "will_support",
    "will_convoy",
    "will_order",
)


@dataclass(frozen=True, slots=True)
class LetterMeaning:
    """The messages of a letter, and whether all of it was understood."""

    messages: tuple[Speech | dpp.Message, ...]
    is_whole: bool
    is_idle: bool = False
    """True if something of it is to be done by no unit that there is, or by too many."""
    is_whom: bool = False
    """True if an alliance is offered, and not said against whom."""
    is_unasked: bool = False
    """True if it says yes or no where nothing was offered."""


@dataclass(frozen=True, slots=True)
class LetterTable:
    """The board before writer and reader: the orders that each unit can be given, the offers that
    the reader last made the writer, and the last movement before."""

    exchange: Exchange
    legal: LegalOrders
    offers: Sequence[Speech] = ()
    before: Phase | None = None

    @property
    def both(self) -> tuple[str, str]:
        return self.exchange.sender, self.exchange.receiver

    def units(self, power: str) -> list[Unit]:
        if self.exchange.position.phase.kind is not PhaseKind.MOVEMENT:
            return []
        return [unit for unit in self.legal if unit.power == power]

    def orders(self, power: str) -> Iterator[Order]:
        for unit in self.units(power):
            yield from self.legal[unit]

    def named(self, power: str, order: Order) -> Arrangement:
        return s.Ordering(named_order(order, power, self.exchange.position))


def meaning_of(letter: LetterClauses, table: LetterTable) -> LetterMeaning:
    """The messages of a letter."""
    found: list[Speech | dpp.Message] = []
    idle = whom = unasked = unread = False
    for clause in letter.clauses:
        if clause.form == "whom":
            whom = True
            continue
        try:
            said = list(_speeches(clause, table))
        except Unsayable:
            said = []
        unasked = unasked or (clause.form in ANSWERS and not said)
        unread = unread or (clause.form == "why" and not said)
        idle = idle or not (said or unasked or unread)
        found += [one for one in said if one not in found]
    if _contradicts(found):
        return LetterMeaning((), False)
    return LetterMeaning(tuple(found), letter.is_read and not unread, idle, whom, unasked)


def _contradicts(said: Iterable[object]) -> bool:
    """True if a letter says one thing and its opposite."""
    claims = [
        one.claim if isinstance(one, s.Fact) else one.arrangement
        for one in said
        if isinstance(one, s.Fact | s.Proposal)
    ]
    return any(isinstance(one, s.Opposite) and one.of in claims for one in claims)


def _speeches(clause: ReadClause, table: LetterTable) -> Iterator[Speech | dpp.Message]:
    gaps = dict(clause.gaps)
    if clause.condition is not None:
        condition, then = _arrangement(clause.condition, table), _arrangement(clause, table)
        if condition is not None and then is not None and clause.condition.form not in _FACTS:
            message = s.Fact(then) if clause.form in _FACTS else s.Proposal(then)
            yield s.Conditional(condition, message)
        return
    if clause.form in ANSWERS:
        answer = s.Agreeing if clause.form == "yes" else s.Refusing
        yield from map(answer, table.offers)
    elif clause.form == "plans":
        yield dpp.AskedUnits(())
    elif clause.form == "why":
        if table.before is not None:
            yield s.Explanation(table.before, s.Proposal(s.Peace(table.both)))
    elif clause.form == "how":
        yield s.AskedPlan(LocationKey(province_of(str(gaps["place"]))))
    elif clause.form == "how_power":
        yield s.AskedPlan(PowerKey(_texts(gaps["power"])[0]))
    else:
        found = _arrangement(clause, table)
        if found is not None:
            is_own = clause.form in _FACTS or _is_order_of(found, table.exchange.sender, clause)
            yield s.Fact(found) if is_own else s.Proposal(found)


def _is_order_of(found: Arrangement, power: str, clause: ReadClause) -> bool:
    """True if an order is written that is for a unit of the writer."""
    if clause.form != "order" or not isinstance(found, s.Ordering):
        return False
    unit = unit_of(found.order) if isinstance(found.order, Order) else None
    return unit is not None and unit.power == power


def _texts(found: Found) -> tuple[str, ...]:
    assert isinstance(found, tuple)
    return found


def _provinces(found: Found) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(province_of, _texts(found))))


def _arrangement(clause: ReadClause, table: LetterTable) -> Arrangement | None:
    """The arrangement that a clause is about; None where it is none that could be, or not plain."""
    gaps = dict(clause.gaps)
    sender, me = table.both
    match clause.form:
        case "peace":
            return s.Peace(table.both)
        case "war":
            return s.Opposite(s.Peace(table.both))
        case "draw":
            return s.Draw()
        case "alliance":
            powers = tuple(dict.fromkeys(_texts(gaps["powers"])))
            return None if {*powers} & {*table.both} else s.Alliance(table.both, powers)
        case "zone":
            return s.Demilitarised(table.both, _provinces(gaps["places"]))
        case "out":
            return s.Demilitarised((me,), _provinces(gaps["places"]))
        case "keep_out":
            return s.Demilitarised((sender,), _provinces(gaps["places"]))
        case "order" | "will_order" | "not_order":
            return _written(clause.form, gaps["order"], table)
        case "bounce":
            return _bounce(str(gaps["place"]), table)
        case _:
            return _any(_asked(clause.form, gaps, table))


def _any(found: Iterable[Arrangement]) -> Arrangement | None:
    """One of several."""
    choices = tuple(dict.fromkeys(found))
    if len(choices) == 1:
        return choices[0]
    if not choices or len(choices) > _MOST_CHOICES:
        return None
    return s.OneOf(choices)


def _asked(form: str, gaps: Mapping[str, Found], table: LetterTable) -> Iterator[Arrangement]:
    """The orders that each would do what a clause is about."""
    sender, me = table.both
    actor = sender if form.startswith(("will_", "offer_")) else me
    helped = me if actor == sender else sender
    place = province_of(str(gaps.get("place", "")))
    start = province_of(str(gaps.get("from", "")))
    move = gaps.get("move")
    if isinstance(move, Move):
        place, start = province_of(move.target), province_of(move.unit.location)
    stands = table.exchange.position.by_province.get(place)
    kind = form.partition("_")[2] if actor == sender else form.partition("_")[0]
    stays = not start and stands is not None and stands.power == helped
    if kind == "support" and (form == "support_hold" or stays):
        place, start, is_hold = "", place, True
    else:
        is_hold = False
    for order in table.orders(actor):
        unit = unit_of(order)
        assert unit is not None
        match order:
            case Move(via_convoy=False) if kind == "move" and province_of(order.target) == place:
                if start in ("", province_of(unit.location)):
                    yield table.named(actor, order)
            case Hold() if kind == "hold" and province_of(unit.location) == place:
                yield table.named(actor, order)
            case Support() if kind == "support" and (order.target is None) is is_hold:
                if _helps(order, helped, place, start, table):
                    yield table.named(actor, order)
            case Convoy() if kind == "convoy" and province_of(order.target) == place:
                if _carries(order, helped, start, table):
                    yield table.named(actor, order)
            case _:
                pass


def _helps(order: Support, power: str, place: str, start: str, table: LetterTable) -> bool:
    if order.target is not None and province_of(order.target) != place:
        return False
    return _is_of(order.supported, power, start, table)


def _carries(order: Convoy, power: str, start: str, table: LetterTable) -> bool:
    return _is_of(order.convoyed, power, start, table)


def _is_of(ref: UnitRef, power: str, start: str, table: LetterTable) -> bool:
    at = province_of(ref.location)
    unit = table.exchange.position.by_province.get(at)
    return unit is not None and unit.power == power and start in ("", at)


def _written(form: str, order: Found, table: LetterTable) -> Arrangement | None:
    """An order as it is written, for a unit that stands there and could be given it."""
    sender, me = table.both
    if not isinstance(order, Hold | Move | Support | Convoy):
        return None
    at = province_of(order.unit.location)
    for unit in (*table.units(sender), *table.units(me)):
        if province_of(unit.location) != at or order.unit.kind not in (None, unit.kind):
            continue
        if form == ("will_order" if unit.power == me else "not_order"):
            return None
        legal = [one for one in table.legal[unit] if _is_same(one, order)]
        if len(legal) != 1:
            return None
        found = table.named(unit.power, legal[0])
        return s.Opposite(found) if form == "not_order" else found
    return None


def _is_same(legal: Order, written: Order) -> bool:
    """True if an order that can be given is the one that was written, maybe without kinds."""
    match legal, written:
        case Hold(), Hold():
            return True
        case Move(_, target, False), Move(_, wanted, False):
            return wanted in (target, province_of(target))
        case Support(_, helped, target), Support(_, wanted, goal):
            return _is_place(helped, wanted) and (target and province_of(target)) == (
                goal and province_of(goal)
            )
        case Convoy(_, carried, target), Convoy(_, wanted, goal):
            return _is_place(carried, wanted) and province_of(target) == province_of(goal)
        case _:
            return False


def _is_place(one: UnitRef, other: UnitRef) -> bool:
    return province_of(one.location) == province_of(other.location)


def _bounce(place: str, table: LetterTable) -> Arrangement | None:
    """Both go there, if it is plain with which units."""
    both: list[Arrangement] = []
    for power in table.both:
        going = _asked("will_move" if power == table.both[0] else "move", {"place": place}, table)
        ways = [*going]
        if len(ways) != 1:
            return None
        both += ways
    return s.AllOf(tuple(both))
