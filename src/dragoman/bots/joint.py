"""Orders found together with others: what was agreed is ordered, allies are spared, and how
much that is worth to each power comes of playing on. It needs machine code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from statistics import fmean, stdev
from typing import Any, Final

from dragoman.board import Unit
from dragoman.bots.agreements import NOTHING, Agreement, give
from dragoman.bots.bot import View
from dragoman.bots.compiled import machine
from dragoman.bots.engine.rows import see
from dragoman.bots.engine.terms import is_as_agreed
from dragoman.bots.searcher import Searcher, check_room, last_year_of, outcomes_of, searcher_of
from dragoman.bots.visibility import orders_of_codes
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind
from dragoman.rules.engine.codes import HOLD, MOVE, NONE, SUPPORT
from dragoman.rules.engine.packed_orders import packed, packed_kind, packed_other
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.legal import orders_numbered
from dragoman.values import FrozenMap

_TRIES: Final = 10
"""One evaluation in so many tries what was found anew, with and without the agreement."""
_REMEMBERED: Final = 16
"""How many outcomes without an agreement are kept."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of an agreement: what each power comes to in the second winter from now, as a share
    of the sum of squares, with the best orders found for the power with it, and without."""

    orders: tuple[Order, ...]
    """The power's orders with it."""
    share: Mapping[str, float]
    """What each power comes to with it, ..."""
    gain: Mapping[str, float]
    """... by how much that is more than without, ..."""
    error: Mapping[str, float] = field(repr=False)
    """... and the standard error of that."""


@dataclass(frozen=True, slots=True)
class JointPlan:
    """Orders of two powers that are worth it together: supports and convoys for units of the other,
    the orders of those, and whatever else these need."""

    orders: Mapping[Unit, Order]
    gain: Mapping[str, float]
    """By how much more every power comes to than with what both would order otherwise, ..."""
    error: Mapping[str, float] = field(repr=False)
    """... and the standard error of that."""


def best(view: View, agreed: Agreement = NOTHING, evaluations: int = 2_000) -> list[Order]:
    """The best orders found for the power: what was agreed for its units, and for the rest what
    goes best with that.

    Raises:
        ValueError: if an agreed order is not legal, or for a unit that is not there.
    """
    return list(orders_of_codes(view, _plan(view, agreed, evaluations)))


def worth(
    view: View, agreed: Agreement, without: Agreement = NOTHING, evaluations: int = 2_000
) -> Worth:
    """The worth of an agreement against that of another (none), all tried with the same luck. The
    power orders what it finds best with what is agreed; the units of others for which nothing is
    agreed do as the DumbBot idea has it.

    Raises:
        ValueError: if an agreed order is not legal, or for a unit that is not there.
    """
    known = (
        *(view.variant, view.position, view.power, view.seed, view.last_year, evaluations),
        *(frozenset(without.orders.items()), without.allies, without.goodwill),
        frozenset(without.demilitarised.items()),
    )
    base = _KNOWN.get(known)
    if base is None:
        base = _outcomes_under(view, without, evaluations)[1]
        while len(_KNOWN) >= _REMEMBERED:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[known] = base
    codes, outcomes = _outcomes_under(view, agreed, evaluations)
    powers = enumerate(view.variant.board.powers)
    share = FrozenMap({power: fmean(outcomes[number]) for number, power in powers})
    return Worth(tuple(orders_of_codes(view, codes)), share, *_compared(view, outcomes, base))


_KNOWN: dict[tuple[Any, ...], list[list[float]]] = {}


def shares_with(
    view: View, sets: Sequence[Mapping[Unit, Order]], agreed: Agreement = NOTHING, tries: int = 60
) -> list[float]:
    """The shares that the power comes to with each of several sets of orders, on top of what is
    ``agreed``, all with the same luck.

    Raises:
        ValueError: if an order is not legal, or for a unit that is not there.
    """
    searcher, shares = searcher_of(view.variant), list[float]()
    for orders in sets:
        searcher.see(view)
        give(searcher, view, replace(agreed, orders={**agreed.orders, **orders}))
        outcomes = outcomes_of(searcher, view, tries)
        shares.append(fmean(outcomes[searcher.powers[view.power]]))
    return shares


def joint_plans(
    view: View, partner: str, agreed: Agreement = NOTHING, evaluations: int = 4_000
) -> list[JointPlan]:
    """Plans of the power and a partner for a movement by which both come to more: a unit of one
    helps one of the other. The best for the one that it is worse for comes first. Both first find
    the orders that they would give otherwise; what is ``agreed`` anyway goes for all of it.

    Raises:
        ValueError: if an agreed order is not legal, or for a unit that is not there.
    """
    if view.position.phase.kind is not PhaseKind.MOVEMENT:
        return []
    searcher, numbers = searcher_of(view.variant), board_index(view.variant.board).power
    room, units, pair = searcher.room, view.position.units, (view.power, partner)
    for power in pair:
        searcher.see(view)
        give(searcher, view, agreed)
        codes = searcher.found(replace(view, power=power), evaluations // 5)
        room.lengths[numbers[power]] = len(codes)
        for place, code in enumerate(codes):
            room.found[numbers[power], place] = code
            room.of[numbers[power], place] = room.own[place]
    searcher.see(view)
    given = searcher.evaluator, room, numbers[view.power], numbers[partner], evaluations * 3 // 10
    count = machine()["pair_row"](*given, last_year_of(view))
    check_room(count >= 0)
    own = [row for row, unit in enumerate(units) if unit.power in pair and room.agreed[row] == NONE]
    found = [0, *(int(room.sequence[place]) for place in range(count))]
    sets = [dict(zip(own, room.sets[index][: len(own)].tolist(), strict=True)) for index in found]
    tries = max(2, evaluations * 3 // 10 // len(sets))
    outcomes = [_outcomes(searcher, view, codes, tries) for codes in sets]
    plans: list[JointPlan] = []
    for number in range(1, len(sets)):
        each = outcomes[number]
        gain, error = _compared(view, each, outcomes[0])
        is_new = not any(each == other for other in outcomes[1:number])
        if is_new and all(gain[power] > error[power] for power in pair):
            orders = _orders_of_plan(view, searcher, sets[0], sets[number])
            plans.append(JointPlan(orders, gain, error))
    return plans


def _orders_of_plan(
    view: View, searcher: Searcher, before: Mapping[int, int], codes: Mapping[int, int]
) -> Mapping[Unit, Order]:
    """The orders that differ from those before, and those of the units that these help."""
    units, places = view.position.units, searcher.evaluator.tables.province_of
    locations = board_index(view.variant.board).location
    at = {places[locations[units[row].location]]: row for row in codes}
    rows = {row for row, code in codes.items() if code != before[row]}
    for row in tuple(rows):
        if packed_kind(codes[row]) >= SUPPORT and packed_other(codes[row]) < len(places):
            rows |= {at[place] for place in [places[packed_other(codes[row])]] if place in at}
    calendar = view.variant.calendar_under(view.rule_set)
    given = view.variant.board, view.position, view.rule_set, calendar
    return FrozenMap(orders_numbered(*given, {units[row]: codes[row] for row in sorted(rows)}))


def _outcomes_under(
    view: View, agreed: Agreement, evaluations: int
) -> tuple[list[int], list[list[float]]]:
    """The power's orders under an agreement, as numbers, and what every power comes to with them,
    in each try."""
    codes = _plan(view, agreed, evaluations * 2 // 5)
    movement = view.position.phase.kind is PhaseKind.MOVEMENT
    own = dict(zip(_own(view), codes, strict=True)) if movement else {}
    tries = max(2, evaluations // _TRIES)
    return codes, _outcomes(searcher_of(view.variant), view, own, tries)


def _outcomes(
    searcher: Searcher, view: View, codes: Mapping[int, int], tries: int
) -> list[list[float]]:
    """All that the powers come to under the agreement that the searcher has, and with more orders,
    in each try, with the same luck whatever these are."""
    agreed = searcher.room.agreed
    before = [int(agreed[row]) for row in codes]
    for row, code in codes.items():
        agreed[row] = code
    outcomes = outcomes_of(searcher, view, tries)
    for row, code in zip(codes, before, strict=True):
        agreed[row] = code
    return outcomes


def _compared(
    view: View, outcomes: list[list[float]], base: list[list[float]]
) -> tuple[FrozenMap[str, float], FrozenMap[str, float]]:
    """The gain of every power, on average, and its standard error."""
    each = zip(view.variant.board.powers, outcomes, base, strict=True)
    gains = {
        power: [one - other for one, other in zip(of, without, strict=True)]
        for power, of, without in each
    }
    return (
        FrozenMap({power: fmean(of) for power, of in gains.items()}),
        FrozenMap({power: stdev(of) / len(of) ** 0.5 for power, of in gains.items()}),
    )


def _plan(view: View, agreed: Agreement, evaluations: int) -> list[int]:
    """The orders found for the power under an agreement, as numbers; the searcher has that then."""
    searcher = searcher_of(view.variant)
    searcher.see(view)
    give(searcher, view, agreed)
    codes = searcher.found(view, evaluations)
    if view.position.phase.kind is not PhaseKind.MOVEMENT:
        return codes
    rest = iter(codes)
    given = [int(searcher.room.agreed[row]) for row in _own(view)]
    found = [next(rest) if code == NONE else code for code in given]
    if agreed.goodwill > 0:
        for place, row in enumerate(_own(view)):
            if given[place] == NONE and packed_kind(found[place]) == HOLD:
                found[place] = _help_of(searcher, view, agreed, row)
    return found


def _help_of(searcher: Searcher, view: View, agreed: Agreement, row: int) -> int:
    """The order of a unit that would only hold: to support an ally's, best of all one that moves,
    in what it was agreed to do; else to hold. It stands as firmly as before."""
    room, sight = searcher.room, searcher.evaluator.sight
    listed = searcher.batch.legal_orders(searcher.batch.pack([view.position]))
    legal = listed.codes[listed.starts[row] : listed.starts[row + 1]].tolist()
    allies = {searcher.powers[ally] for ally in agreed.allies}
    see(searcher.evaluator.tables, room.before, sight)
    places, found = searcher.evaluator.tables.province_of, packed(HOLD, 0, NONE, NONE)
    for code in legal:
        if packed_kind(code) != SUPPORT or packed_other(code) >= len(places):
            continue
        helped = sight.at[places[packed_other(code)]]
        order = NONE if helped == NONE else int(room.agreed[helped])
        is_agreed = order != NONE and is_as_agreed(searcher.evaluator, order, code)
        if is_agreed and sight.owner[helped] in allies:
            if packed_kind(order) == MOVE:
                return code
            found = code
    return found


def _own(view: View) -> list[int]:
    """Where the power's units stand among all units of the position."""
    units = view.position.units
    return [row for row, unit in enumerate(units) if unit.power == view.power]
