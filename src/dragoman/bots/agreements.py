"""Agreements of powers for a phase: what is taken for granted when orders are searched for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from dragoman.board import Unit
from dragoman.bots.bot import View
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.packed_orders import packed_kind, packed_other, packed_target
from dragoman.rules.judge.board_index import board_index
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.bots.searcher import Searcher


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
    goodwill: float = 0.0
    """How much of what its allies come to the power counts as its own, when it looks for orders: 0
    if it helps them only where it gains by that itself."""

    def spares(self, view: View, place: str) -> bool:
        """True of a province into which the power does not go."""
        if place in self.demilitarised.get(view.power, ()):
            return True
        unit = view.position.by_province.get(place)
        holders = {view.position.owners.get(place), unit.power if unit else None}
        return not holders.isdisjoint(self.allies)


NOTHING: Final = Agreement()


def give(searcher: Searcher, view: View, agreed: Agreement) -> None:
    """Have a searcher keep to an agreement of the power with others, in a position that it sees.

    Raises:
        ValueError: if an agreed order is not legal, or for a unit that is not there.
    """
    room, n = searcher.room, board_index(view.variant.board)
    tables, sight = searcher.evaluator.tables, searcher.evaluator.sight
    sight.has_terms[0] = 1
    room.partner[0] = NONE
    room.goodwill[0] = agreed.goodwill
    room.victory[0] = view.variant.victory_centers or 0
    for cell in range(len(sight.at_peace)):
        sight.at_peace[cell] = 0
    for ally in agreed.allies - {view.power}:
        own, other = n.power[view.power], n.power[ally]
        for one, spared in ((own, other), (other, own)):
            sight.at_peace[one * tables.powers + spared] = 1
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
