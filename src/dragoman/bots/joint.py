"""Orders found together with others: what was agreed is ordered, allies are spared, and how
much that is worth to each power comes of playing on. It needs the extra ``fast``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from statistics import fmean, stdev
from typing import Any, Final

from dragoman.board import Unit
from dragoman.bots.batch_evaluator import room_for_outcomes
from dragoman.bots.bot import View
from dragoman.bots.compiled import machine
from dragoman.bots.searcher import Searcher, check_room, last_year_of, searcher_of
from dragoman.bots.visibility import orders_of_codes
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.packed_orders import packed_kind, packed_other, packed_target
from dragoman.rules.judge.board_index import board_index
from dragoman.values import FrozenMap

_TRIES: Final = 10
"""One evaluation in so many tries what was found anew, with and without the agreement."""
_REMEMBERED: Final = 16
"""How many plans are kept."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """All that a power takes for granted of a phase."""

    orders: Mapping[Unit, Order] = FrozenMap()
    """What units are going to do, own ones and others: what was agreed."""
    allies: frozenset[str] = frozenset()
    """Powers with which it is at peace: none of the two goes where the other has a unit or a
    centre, unless ``orders`` say so."""
    demilitarised: Mapping[str, frozenset[str]] = FrozenMap()
    """For powers the provinces that they have promised not to enter."""


NOTHING: Final = Agreement()


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
    given = evaluations * 2 // 5
    tries = max(2, evaluations // _TRIES)
    searcher, powers = searcher_of(view.variant), view.variant.board.powers
    known = (view.variant, view.position, view.power, view.seed, view.last_year, without)
    base = _KNOWN.get((*known, evaluations))
    if base is None:
        _, base = _tried(searcher, view, without, given, tries)
        while len(_KNOWN) >= _REMEMBERED:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[(*known, evaluations)] = base
    codes, under = _tried(searcher, view, agreed, given, tries)
    gains = under - base
    return Worth(
        tuple(orders_of_codes(view, codes)),
        FrozenMap({power: fmean(under[:, n]) for n, power in enumerate(powers)}),
        FrozenMap({power: fmean(gains[:, n]) for n, power in enumerate(powers)}),
        FrozenMap({power: stdev(gains[:, n]) / tries**0.5 for n, power in enumerate(powers)}),
    )


_KNOWN: dict[tuple[Any, ...], Any] = {}


def _tried(
    searcher: Searcher, view: View, agreed: Agreement, evaluations: int, tries: int
) -> tuple[list[int], Any]:
    """The power's orders under an agreement, as numbers, and what every power comes to with them: a
    row for each try."""
    codes = _plan(view, agreed, evaluations)
    if view.position.phase.kind is PhaseKind.MOVEMENT:
        for row, code in zip(_own(view), codes, strict=True):
            searcher.room.agreed[row] = code
    outcomes = room_for_outcomes(searcher.evaluator, tries)
    searcher.evaluator.state[0] = ~view.seed & _STATES
    given = searcher.evaluator, searcher.room, last_year_of(view), outcomes
    check_room(machine()["try_agreed"](*given))
    return codes, outcomes


_STATES: Final = (1 << 48) - 1


def _plan(view: View, agreed: Agreement, evaluations: int) -> list[int]:
    """The orders found for the power under an agreement, as numbers; the searcher has that then."""
    searcher = searcher_of(view.variant)
    searcher.see(view)
    _give(searcher, view, agreed)
    codes = searcher.found(view, evaluations)
    if view.position.phase.kind is not PhaseKind.MOVEMENT:
        return codes
    rest = iter(codes)
    given = [int(searcher.room.agreed[row]) for row in _own(view)]
    return [next(rest) if code == NONE else code for code in given]


def _own(view: View) -> list[int]:
    """Where the power's units stand among all units of the position."""
    units = view.position.units
    return [row for row, unit in enumerate(units) if unit.power == view.power]


def _give(searcher: Searcher, view: View, agreed: Agreement) -> None:
    """Have the searcher keep to agreed."""
    room, n = searcher.room, board_index(view.variant.board)
    tables, sight = searcher.evaluator.tables, searcher.evaluator.sight
    sight.has_terms[0] = 1
    room.partner[0] = NONE
    room.victory[0] = view.variant.victory_centers or 0
    for cell in range(len(sight.at_peace)):
        sight.at_peace[cell] = 0
    for ally in agreed.allies - {view.power}:
        own, other = n.power[view.power], n.power[ally]
        sight.at_peace[own * tables.powers + other] = sight.at_peace[
            other * tables.powers + own
        ] = 1
    for cell in range(len(sight.closed)):
        sight.closed[cell] = 0
    for power, places in agreed.demilitarised.items():
        for place in places:
            province = tables.province_of[n.location[place]]
            sight.closed[n.power[power] * tables.provinces + province] = 1
    for row in range(len(room.agreed)):
        room.agreed[row] = NONE
    if agreed.orders and view.position.phase.kind is PhaseKind.MOVEMENT:
        listed = searcher.batch.legal_orders(searcher.batch.pack([view.position]))
        rows = {unit: row for row, unit in enumerate(view.position.units)}
        for unit, order in agreed.orders.items():
            if unit not in rows:
                raise ValueError(f"there is no {unit} of {unit.power}")
            row = rows[unit]
            legal = listed.codes[listed.starts[row] : listed.starts[row + 1]].tolist()
            room.agreed[row] = _legal_code(searcher, unit, order, legal)


def _legal_code(searcher: Searcher, unit: Unit, order: Order, legal: list[int]) -> int:
    """The number of an order among those that are legal: the same, or one that differs from it in
    the coast of what it names, or in saying that it goes by convoy.

    Raises:
        ValueError: if there is none.
    """
    try:
        code = searcher.batch.order_number(unit.power, order)
    except KeyError:
        raise ValueError(f"{order} is no order that can be agreed on") from None
    if code in legal:
        return code
    places = searcher.evaluator.tables.province_of
    meant = _meaning(places, code)
    for one in legal:
        if _meaning(places, one) == meant:
            return one
    raise ValueError(f"{order} is not legal")


def _meaning(places: Any, code: int) -> tuple[int, ...]:
    """The sense of an order, by provinces."""
    named = packed_target(code), packed_other(code)
    return packed_kind(code), *(places[one] if 0 <= one < len(places) else one for one in named)
