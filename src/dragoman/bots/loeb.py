"""Daniel Loeb's program of 1983 as he described it in 1990, without press.

Its drawbacks are those that he named: no convoys, no long-term strategy, no stabs.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from dragoman.bots.bot import View
from dragoman.bots.loeb_book import BOOK, Opening
from dragoman.bots.loeb_stages import ALLIED, ENEMY, NEUTRAL, OWN, Plan, Stages
from dragoman.bots.sighted import Sighted, orders_of_codes, sighted, ways_of
from dragoman.game import Resolution
from dragoman.orders import Build, Hold, Move, Order, Remove, Retreat, Support, unit_of
from dragoman.quick_dataclass import dataclass
from dragoman.rules import PhaseKind
from dragoman.rules.judge.board_index import board_index

_TRUSTED: Final = 2
"""How many at the top of the list are allies, and at the bottom enemies."""


@dataclass(frozen=True, slots=True)
class LoebBot:
    """Loeb's third strategy, "somewhat serious". Switches are his bracketed extensions."""

    stages: Stages = Stages()
    uses_book: bool = True
    """Whether spring 1901 is played by the book, on the board that it is for."""
    allies_may_recover: bool = True
    """Extension: a power that moves into its own home centre is no less trusted for it."""

    def __call__(self, view: View) -> Iterable[Order]:
        seen = sighted(view)
        trusted = self.trust(view)
        if self.uses_book and not view.history:
            opening = _by_the_book(view, trusted[-_TRUSTED:])
            if opening:
                return opening
        plan = Plan(seen, _stand(view, trusted), self.stages, Random(view.seed))
        kind = view.position.phase.kind
        if kind is PhaseKind.MOVEMENT:
            codes = plan.codes()
            return orders_of_codes(view, [codes[unit] for unit in seen.own])
        if kind is PhaseKind.RETREAT:
            return _retreats(view, plan)
        return _adjustments(view, seen, plan)

    def trust(self, view: View) -> list[str]:
        """The other powers, the most trustworthy first: at random at the beginning, and whoever
        tried to move into a centre of one's own is the last from then on. Who is out of the
        game is left out."""
        board = view.variant.board
        found = [power for power in board.powers if power != view.power]
        Random(view.game).shuffle(found)
        for resolution in view.history:
            for power, orders in resolution.orders.items():
                if power in found and any(
                    isinstance(order, Move)
                    and self._offends(view, power, board.province_of[order.target], resolution)
                    for order in orders
                ):
                    found.remove(power)
                    found.append(power)
        position = view.position
        there = {unit.power for unit in position.units} | set(position.owners.values())
        return [power for power in found if power in there]

    def _offends(self, view: View, power: str, place: str, resolution: Resolution) -> bool:
        if resolution.before.owners.get(place) != view.power:
            return False
        province = view.variant.board.provinces[place]
        return not (self.allies_may_recover and province.home == power)


def _stand(view: View, trusted: list[str]) -> list[int]:
    """What each power is to the program, in board order."""
    allies, enemies = trusted[:_TRUSTED], trusted[-_TRUSTED:]
    found: list[int] = []
    for power in view.variant.board.powers:
        if power == view.power:
            found.append(OWN)
        elif power in enemies:
            found.append(ENEMY)
        else:
            found.append(ALLIED if power in allies else NEUTRAL)
    return found


def _by_the_book(view: View, enemies: list[str]) -> list[Order]:
    """The orders of an opening; none where the units are not those of the book."""
    for opening in BOOK.get(view.power, ()):
        if not opening.enemies or not enemies or set(opening.enemies) & set(enemies):
            return _opened(view, opening)
    return []


def _opened(view: View, opening: Opening) -> list[Order]:
    found: list[Order] = []
    for unit, orders in view.legal_orders().items():
        wanted = opening.targets.get(unit.location)
        chosen = [order for order in orders if _says(order) == wanted]
        if wanted is None or not chosen:
            return []
        found.append(chosen[0])
    return found if len(found) == len(opening.targets) else []


def _says(order: Order) -> str | None:
    """What an order has in the book."""
    match order:
        case Hold():
            return ""
        case Move(via_convoy=False):
            return order.target
        case Support() if order.target is not None:
            return f"{order.supported.location}-{order.target}"
        case _:
            return None


def _retreats(view: View, plan: Plan) -> list[Order]:
    """Nobody disbands who can go somewhere; no two go to one place."""
    n = board_index(view.variant.board)
    taken: set[str] = set()
    found: list[Order] = []
    for unit, orders in view.legal_orders().items():
        ways = [
            order
            for order in orders
            if isinstance(order, Retreat) and n.board.province_of[order.target] not in taken
        ]
        kind = n.kind[unit.kind]
        best = max(ways, key=lambda way: plan.worth_at(kind, n.location[way.target]), default=None)
        found.append(orders[-1] if best is None else best)
        if best is not None:
            taken.add(n.board.province_of[best.target])
    return found


def _adjustments(view: View, seen: Sighted, plan: Plan) -> list[Order]:
    """Builds where most is at stake, removals where least is."""
    n, due = board_index(view.variant.board), view.due
    (ways,) = ways_of(view)
    costs = seen.tables.cost

    def worth(order: Order) -> float:
        unit = unit_of(order)
        assert unit is not None and unit.kind is not None
        return plan.worth_at(n.kind[unit.kind], n.location[unit.location])

    taken: set[str] = set()
    found: list[Order] = []
    for order in sorted(ways.values(), key=worth, reverse=due > 0):
        unit = unit_of(order)
        assert unit is not None and unit.kind is not None
        place, cost = n.board.province_of[unit.location], costs[n.kind[unit.kind]]
        if isinstance(order, Remove) and due < 0:
            due += cost
        elif isinstance(order, Build) and place not in taken and cost <= due:
            due -= cost
        else:
            continue
        taken.add(place)
        found.append(order)
    return found
