"""Units that may stand out of sight: orders that count on them can be given and are doubted no more
than any other, whatever stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dragoman.board import Board, Unit
from dragoman.game import Game
from dragoman.game.sight import in_sight
from dragoman.orders import Convoy, Order, Support, UnitRef
from dragoman.rules import PhaseKind, Position


def orders_in_fog(game: Game, power: str) -> dict[Unit, tuple[Order, ...]]:
    """Orders that each unit of a power can be given in a game as the power sees it: the legal ones,
    and support for whatever may come from a province that it does not see."""
    found = game.legal_orders(power)
    if game.phase.kind is not PhaseKind.MOVEMENT:
        return found
    board, hidden = game.variant.board, _hidden(game, power)
    return {
        unit: (*orders, *_unseen_supports(board, unit, hidden)) for unit, orders in found.items()
    }


def supposed(game: Game, power: str, orders: Iterable[Order]) -> Position:
    """The position of a game as a power sees it, with the units that its orders help where it does
    not see if they are there, and with fleets in all seas that it does not see."""
    board, hidden = game.variant.board, _hidden(game, power)
    another = next((one for one in board.powers if one != power), power)
    there: dict[str, Unit] = {}
    for order in orders:
        if isinstance(order, Support | Convoy):
            ref = order.supported if isinstance(order, Support) else order.convoyed
            helped = _standing(board, ref, another)
            if helped is not None and board.province_of[helped.location] in hidden:
                there[board.province_of[helped.location]] = helped
    for key in hidden:
        if board.provinces[key].terrain.is_water and key in board.stands.get("F", ()):
            there.setdefault(key, Unit(another, "F", key))
    position = game.position
    return replace(position, units=(*position.units, *there.values()))


def _hidden(game: Game, power: str) -> frozenset[str]:
    board = game.variant.board
    return frozenset(board.provinces) - in_sight(board, game.position, power, game.rule_set)


def _unseen_supports(board: Board, unit: Unit, hidden: frozenset[str]) -> Iterator[Order]:
    """Supports of a unit for the moves of units out of sight to where it could move itself."""
    near = {
        board.province_of[one.target]
        for one in board.paths
        if one.kind == unit.kind and one.source == unit.location and not one.halves_lost
    }
    helper = UnitRef(unit.location, unit.kind)
    for path in board.paths:
        comes_unseen = board.province_of[path.source] in hidden
        if comes_unseen and board.province_of[path.target] in near:
            yield Support(helper, UnitRef(path.source, path.kind), path.target)


def _standing(board: Board, ref: UnitRef, power: str) -> Unit | None:
    """A unit as an order names it: without a kind an army on land, and a fleet at sea."""
    province = board.province_of.get(ref.location)
    if province is None:
        return None
    is_water = board.provinces[province].terrain.is_water
    kind = ref.kind or ("F" if is_water else "A")
    places = (ref.location, province, *board.provinces[province].locations)
    location = next((one for one in places if one in board.stands.get(kind, ())), None)
    return None if location is None else Unit(ref.power or power, kind, location)
