"""Better orders for units that would only hold: carry armies, or what allies wish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dragoman.board import Unit
from dragoman.bots.bot import View
from dragoman.bots.loeb_stages import Plan
from dragoman.orders import Convoy, Hold, Move, Order, Support, unit_of
from dragoman.rules.judge.board_index import board_index


def with_convoys(view: View, plan: Plan, orders: Mapping[Unit, Order]) -> dict[Unit, Order]:
    """Orders in which fleets that are idle carry armies that are to the best space beside the fleet
    that is empty and to which no own unit goes. One fleet carries: there are no chains."""
    found, legal = dict(orders), view.legal_orders()
    board, n = view.variant.board, board_index(view.variant.board)
    places = {board.province_of[unit.location]: unit for unit in found}

    def is_idle(unit: Unit) -> bool:
        match found[unit]:
            case Hold():
                return True
            case Support(supported=helped, target=None):  # of an own unit that nobody threatens
                place = board.province_of[helped.location]
                return place in places and not plan.is_threatened(n.location[place])
            case _:
                return False

    for fleet in orders:
        sea = board.province_of[fleet.location]
        taken = {board.province_of[to] for to in map(_goal, found.values()) if to is not None}
        taken |= {board.province_of[unit.location] for unit in view.position.units}
        best: tuple[float, Unit, Convoy, Move] | None = None
        for order in legal[fleet]:
            if not isinstance(order, Convoy) or not is_idle(fleet):
                continue
            here = board.province_of[order.convoyed.location]
            army, goal = places.get(here), board.province_of[order.target]
            if army is None or not is_idle(army) or goal in taken:
                continue
            beside = plan.near(n.location[sea])
            moves = [move for move in legal[army] if _goal(move) == order.target]
            gain = plan.importance[n.location[goal]] - plan.importance[n.location[here]]
            by_one = {n.location[here], n.location[goal]} <= beside
            by_land = n.location[goal] in plan.near(n.location[here])
            if by_one and not by_land and moves and gain > (best[0] if best else 0.0):
                move = moves[-1]
                assert isinstance(move, Move)
                best = gain, army, order, move
        if best is not None:
            _, army, found[fleet], found[army] = best
    return found


def with_wishes(
    view: View, wishes: Iterable[Order], orders: Mapping[Unit, Order]
) -> dict[Unit, Order]:
    """Orders in which units that hold do what allies wish, where it is legal."""
    found, legal = dict(orders), view.legal_orders()
    places = {unit.location: unit for unit in found}
    for wish in wishes:
        ref = unit_of(wish)
        unit = None if ref is None else places.get(ref.location)
        if unit is None or not isinstance(found[unit], Hold):
            continue
        same = [order for order in legal[unit] if said(order) == said(wish)]
        found[unit] = same[0] if same else found[unit]
    return found


def said(order: Order) -> tuple[str, ...]:
    """The gist of an order, whatever it names besides: a kind or a power of a unit."""
    parts = [type(order).__name__]
    for field in ("unit", "supported", "convoyed"):
        ref = getattr(order, field, None)
        parts.append("" if ref is None else ref.location)
    return (*parts, getattr(order, "target", None) or "")


def _goal(order: Order) -> str | None:
    return order.target if isinstance(order, Move) else None
