"""Daniel Loeb's program of 1983 as he described it in 1990, with the extensions that he thought of.

Its drawbacks are those that he named: no long-term strategy, no stabs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from dragoman.board import Unit
from dragoman.bots.bot import ROUNDS, View
from dragoman.bots.loeb_book import FALL, SPRING, BookOpening
from dragoman.bots.loeb_last_look import with_convoys, with_wishes
from dragoman.bots.loeb_press import (
    Press,
    answers,
    claims_of,
    first_words,
    lied,
    present,
    wishes_of,
)
from dragoman.bots.loeb_stages import ALLIED, ENEMY, NEUTRAL, NO_CLAIMS, OWN, Plan, Stages
from dragoman.bots.visibility import NumberedView, numbered_view, orders_of_codes, ways_of
from dragoman.game import Resolution
from dragoman.orders import Build, Hold, Move, Order, Remove, Retreat, Support, unit_of
from dragoman.press.dpp.messages import Message
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind
from dragoman.rules.judge.board_index import board_index
from dragoman.values import FrozenMap

_TRUSTED: Final = 2
"""How many at the top of the list are allies, and at the bottom enemies."""
_FALL_1901: Final = Phase.parse("F1901M")


@dataclass(frozen=True, slots=True)
class LoebBot:
    """Loeb's third strategy, "somewhat serious". Switches are his bracketed extensions."""

    stages: Stages = Stages()
    press: Press | None = None
    """How it talks (see ``dragoman.bots.bot``); None for a program that does not."""
    uses_book: bool = True
    """Whether spring 1901 is played by the book, on the board that it is for, ..."""
    uses_fall_book: bool = True
    """... and extension: fall 1901, where an opening has come to what the book knows."""
    allies_may_recover: bool = True
    """Extension: a power that moves into its own home centre is no less trusted for it."""
    kin: frozenset[str] = frozenset()
    """Powers that are known to be played by this program, too: they are trusted before others."""
    grudges: Mapping[str, int] = FrozenMap()
    """Extension: how often whoever plays a power now offended in earlier games (see ``offences``):
    who did less is trusted more."""

    def __call__(self, view: View) -> Iterable[Order]:
        seen = numbered_view(view)
        trusted = self.trust(view)
        kind = view.position.phase.kind
        if kind is PhaseKind.MOVEMENT:
            return self._planned(view, seen, trusted, ROUNDS - 1)[1].values()
        plan = Plan(seen, _stand(view, trusted), self.stages, Random(view.seed))
        if kind is PhaseKind.RETREAT:
            return _retreats(view, plan)
        return _adjustments(view, seen, plan)

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Message]]:
        """The messages to its allies before a movement (see ``loeb_press``): its orders first, then
        answers."""
        if self.press is None or view.position.phase.kind is not PhaseKind.MOVEMENT:
            return []
        trusted, seen = self.trust(view), numbered_view(view)
        allies = [power for power in trusted[:_TRUSTED] if view.position.units_of(power)]
        plan, orders = self._planned(view, seen, trusted, turn)
        if turn == 0:
            return list(first_words(view, plan, self.press, allies, orders))
        told = self._planned(view, seen, trusted, turn - 1)[1]
        last = [one for one in present(view) if one.turn == turn - 1]
        return list(answers(view, last, plan, self.press, allies, orders, told))

    def _planned(
        self, view: View, seen: NumberedView, trusted: Sequence[str], turn: int
    ) -> tuple[Plan, dict[Unit, Order]]:
        """The orders of a movement, and the plan that they come from, by what was heard when one
        spoke for the last time: so nothing changes after that."""
        stand = _stand(view, trusted)
        heard = tuple(one for one in present(view) if one.turn < turn)
        view = replace(view, heard=heard)
        claims = NO_CLAIMS if self.press is None else claims_of(view, seen, stand, self.press)
        plan = Plan(seen, stand, self.stages, Random(view.seed), claims)
        codes = plan.codes()
        units = view.position.units_of(view.power)
        given = orders_of_codes(view, [codes[unit] for unit in seen.own])
        orders = dict(zip(units, given, strict=True))
        opening = self._opening(view, trusted[-_TRUSTED:])
        if opening:
            return plan, opening
        if self.stages.convoys:
            orders = with_convoys(view, plan, orders)
        if self.press is not None and self.press.suggestions:
            orders = with_wishes(view, wishes_of(view, stand), orders)
        return plan, orders

    def trust(self, view: View) -> list[str]:
        """The other powers, the most trustworthy first: at random at the beginning, but copies of
        the program before others and whoever offended in earlier games behind them; and whoever
        offends is the last from then on. Who is out of the game is left out."""
        found = [power for power in view.variant.board.powers if power != view.power]
        Random(view.game).shuffle(found)
        found.sort(key=lambda power: (power not in self.kin, self.grudges.get(power, 0)))
        for resolution in view.history:
            for power in resolution.orders:
                if power in found and self._has_offended(view, power, resolution):
                    found.remove(power)
                    found.append(power)
        position = view.position
        there = {unit.power for unit in position.units} | set(position.owners.values())
        return [power for power in found if power in there]

    def offences(self, view: View) -> dict[str, int]:
        """In how many phases of the game each other power offended: for ``grudges`` of the next."""
        return {
            power: sum(self._has_offended(view, power, resolution) for resolution in view.history)
            for power in view.variant.board.powers
            if power != view.power
        }

    def _has_offended(self, view: View, power: str, resolution: Resolution) -> bool:
        """True if a power tried to move into a centre of one's own, or lied."""
        province_of = view.variant.board.province_of
        return any(
            isinstance(order, Move)
            and self._intrudes(view, power, province_of[order.target], resolution)
            for order in resolution.orders.get(power, ())
        ) or (self.press is not None and self.press.lies and lied(view.heard, resolution, power))

    def _intrudes(self, view: View, power: str, place: str, resolution: Resolution) -> bool:
        if resolution.before.owners.get(place) != view.power:
            return False
        province = view.variant.board.provinces[place]
        return not (self.allies_may_recover and province.home == power)

    def _opening(self, view: View, enemies: Sequence[str]) -> dict[Unit, Order]:
        """The orders of the book; none where it has none for these units."""
        book: Sequence[BookOpening] = ()
        if self.uses_book and not view.history:
            book = SPRING.get(view.power, ())
        elif self.uses_fall_book and view.position.phase == _FALL_1901:
            book = FALL.get(view.power, ())
        for opening in book:
            if not opening.enemies or not enemies or set(opening.enemies) & set(enemies):
                found = _opened(view, opening)
                if found:
                    return found
        return {}


def _stand(view: View, trusted: Sequence[str]) -> list[int]:
    """The standing of each power with the program, in board order."""
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


def _opened(view: View, opening: BookOpening) -> dict[Unit, Order]:
    found: dict[Unit, Order] = {}
    for unit, orders in view.legal_orders().items():
        wanted = opening.targets.get(unit.location)
        chosen = [order for order in orders if _says(order) == wanted]
        if wanted is None or not chosen:
            return {}
        found[unit] = chosen[0]
    return found if len(found) == len(opening.targets) else {}


def _says(order: Order) -> str | None:
    """The entry of an order in the book."""
    match order:
        case Hold():
            return ""
        case Move(via_convoy=False):
            return order.target
        case Support():
            return f"{order.supported.location}-{order.target or order.supported.location}"
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


def _adjustments(view: View, seen: NumberedView, plan: Plan) -> list[Order]:
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
