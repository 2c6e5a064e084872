"""The simple players: civil disorder and random, of Loeb's program of 1983, and DumbBot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from dragoman.board import Board
from dragoman.bots.bot import View
from dragoman.bots.engine.dumb import order_adjustments, order_retreats, order_units
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.visibility import numbered_view, orders_of_codes, ways_of
from dragoman.game.variant import PLAY
from dragoman.orders import Build, Disband, Maintain, Order, Remove, unit_of
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind


def civil_disorder(view: View) -> Iterable[Order]:
    """Every unit holds, and disbands when it is dislodged; nothing is built. Where units must go,
    the first that came in are the first to go (``View.entered``); where they are paid for, all
    are, as far as there is money."""
    if view.position.phase.kind is not PhaseKind.ADJUSTMENT:
        return []
    if kept := maintained(view):
        return kept
    if view.due >= 0:
        return []
    units = sorted(view.legal_orders(), key=lambda unit: view.entered.get(unit, 0))
    return _paid(view, (view.legal_orders()[unit][0] for unit in units))


def random_legal(view: View) -> Iterable[Order]:
    """Any legal order for each unit, each as likely as the others; retreats wherever there is
    one, or none, as that is legal, too; as many builds and removals as are due. In Machiavelli no
    unit is given up in a campaign, and money goes to every unit, then to new ones, and to nothing
    else."""
    dice = Random(view.seed)
    found = view.legal_orders()
    if view.position.phase.kind is not PhaseKind.ADJUSTMENT:
        return [dice.choice(_kept(view, orders)) for orders in found.values()]
    choices = [order for orders in found.values() for order in orders]
    dice.shuffle(choices)
    if (means := view.means) is not None:
        kept = maintained(view)
        return [*kept, *_afforded(view, choices, means.treasury - upkeep_of(view, kept))]
    return _paid(view, choices)


def _kept(view: View, orders: Sequence[Order]) -> Sequence[Order]:
    """Of the orders of a unit those by which it is not given up in a campaign."""
    if view.position.phase.kind is PhaseKind.RETREAT:
        return orders
    return [order for order in orders if not isinstance(order, Disband)]


def maintained(view: View) -> list[Order]:
    """Orders that keep every unit of the power, the first ones first where money is short; none
    where units are not paid for."""
    found = (order for orders in view.legal_orders().values() for order in orders)
    return [order for order in found if isinstance(order, Maintain)]


def upkeep_of(view: View, kept: Iterable[Order]) -> int:
    """The ducats that the units cost which are kept, built or bought."""
    units = (unit_of(order) for order in kept)
    cost, board = PLAY.of(view.variant).cost_of_unit, view.variant.board
    return sum(cost(board, unit.kind) for unit in units if unit and unit.kind)


def _afforded(view: View, choices: Iterable[Order], ducats: int) -> Iterable[Order]:
    """Of builds as many as there is money for, one in an area."""
    taken: set[str] = set()
    for order in choices:
        cost = upkeep_of(view, (order,))
        area = area_of(view.variant.board, order)
        if isinstance(order, Build) and cost <= ducats and area not in taken:
            taken.add(area)
            ducats -= cost
            yield order


def area_of(board: Board, order: Order) -> str:
    """The province in which a unit stands that is ordered, or around the city that it stands in."""
    unit = unit_of(order)
    assert unit is not None
    province = board.provinces[board.province_of[unit.location]]
    return province.city_of or province.key


def _paid(view: View, choices: Iterable[Order]) -> Iterable[Order]:
    """Of builds or removals as many as are due, no two builds in a province."""
    board, due = view.variant.board, view.due
    taken: set[str] = set()
    for order in choices:
        unit = unit_of(order)
        if due == 0 or unit is None or not isinstance(order, Build | Remove):
            continue
        province = board.province_of[unit.location]
        if isinstance(order, Remove):
            due += board.kinds[view.position.by_location[unit.location].kind].cost
            yield order
            if due >= 0:
                return
        elif province not in taken and unit.kind and board.kinds[unit.kind].cost <= due:
            taken.add(province)
            due -= board.kinds[unit.kind].cost
            yield order


# The DumbBot idea as a bot, in plain Python.

_STATES = (1 << 48) - 1


@dataclass(frozen=True, slots=True)
class DumbBot:
    """Sends each unit where it is worth most, and lets the others help (see ``engine.dumb``)."""

    temper: Temper = USUAL

    def __call__(self, view: View) -> Iterable[Order]:
        seen = numbered_view(view)
        state = [view.seed & _STATES]
        given = seen.tables, seen.sight, seen.work, seen.number
        kind = view.position.phase.kind
        codes = [0] * seen.tables.provinces
        if kind is PhaseKind.MOVEMENT:
            order_units(*given, self.temper, state[0], codes)
            return orders_of_codes(view, [codes[unit] for unit in seen.own])
        ways = ways_of(view)
        listed = [code for coded in ways for code in coded]
        if kind is PhaseKind.RETREAT:
            order_retreats(*given, listed, [len(coded) for coded in ways], codes)
            return orders_of_codes(view, [codes[row] for row, one in enumerate(ways) if one])
        end = order_adjustments(
            *given, view.due, self.temper.noise, state, listed, 0, len(listed), codes, 0
        )
        return orders_of_codes(view, codes[:end])
