"""The worth of orders to a power. With a number of evaluations it is found by playing on (see
``bots.joint``); without, the turn is judged with them and with what the others will probably order,
and what everybody has then is compared: that takes a thousandth of a second, and nothing compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from random import Random
from typing import Final

from dragoman.board import Board, Unit, province_of
from dragoman.bots.bot import View
from dragoman.bots.engine.dumb import order_units
from dragoman.bots.engine.forms import USUAL
from dragoman.bots.partner.nearness import nearness_on
from dragoman.bots.visibility import numbered_view
from dragoman.game import Variant, process
from dragoman.orders import Move, Order, unit_of
from dragoman.rules import PhaseKind, Position
from dragoman.rules.judge.legal import orders_numbered
from dragoman.values import FrozenMap

SAMPLES: Final = 2
"""How often the others' orders are guessed."""
_CENTER, _OCCUPIED, _FELT = 2.0, 1.0, 0.25
"""What a centre counts for, a unit in one that is another's, and what is within reach."""
_SEEDS: Final = (1 << 48) - 1


class Scales:
    """Weighs orders of a power in a movement, always against the same guesses."""

    def __init__(self, view: View, friends: frozenset[str], evaluations: int = 0) -> None:
        self._view, self._friends, self._evaluations = view, friends, evaluations

    @cached_property
    def _felt(self) -> _Felt:
        return _Felt(self._view.variant.board, self._view.position)

    @cached_property
    def _guesses(self) -> list[dict[str, tuple[Order, ...]]]:
        """Orders that the others may give, by the DumbBot idea; friends leave it alone."""
        view = self._view
        found: list[dict[str, tuple[Order, ...]]] = []
        for orders in _guessed(view.variant, view.position, view.power, view.seed):
            guess: dict[str, tuple[Order, ...]] = {}
            for unit, order in orders.items():
                if self._is_unfriendly(unit, order):
                    continue
                guess[unit.power] = (*guess.get(unit.power, ()), order)
            found.append(guess)
        return found

    def _is_unfriendly(self, unit: Unit, order: Order) -> bool:
        """True if a friend would go where the power stands, or into its centre."""
        if unit.power not in self._friends or not isinstance(order, Move):
            return False
        goal, position = province_of(order.target), self._view.position
        there = position.by_province.get(goal)
        owner = position.owners.get(goal)
        return self._view.power in (owner, there.power if there else None)

    def worth(
        self,
        orders: Mapping[Unit, Order],
        others: Mapping[Unit, Order] | None = None,
    ) -> float:
        """The share of the board that orders are worth, from 0 to 1, where these of others are
        given, too."""
        return self.shares(orders, others)[self._view.power]

    def shares(
        self, orders: Mapping[Unit, Order], others: Mapping[Unit, Order] | None = None
    ) -> Mapping[str, float]:
        """The same for every power."""
        view = self._view
        if self._evaluations:
            from dragoman.bots.joint import Agreement, worth

            agreed = Agreement(FrozenMap({**orders, **(others or {})}), self._friends)
            return worth(view, agreed, evaluations=self._evaluations).share
        found = dict.fromkeys(view.variant.board.powers, 0.0)
        for guess in self._guesses:
            given = {**_with(guess, others or {}), view.power: tuple(orders.values())}
            after = process(view.variant, view.position, given, view.rule_set).position
            for power, share in self._shares(after).items():
                found[power] += share / len(self._guesses)
        return found

    def _shares(self, after: Position) -> Mapping[str, float]:
        """The share of squares that each power has in a position."""
        board = self._view.variant.board
        centers = frozenset(board.centers)
        felt = self._felt if after.owners == self._view.position.owners else _Felt(board, after)
        counts = self._view.position.phase.season == "F" and after.phase.kind is PhaseKind.RETREAT
        held = dict.fromkeys(board.powers, 0.0)
        occupied = _CENTER if counts else _OCCUPIED
        for owner in after.owners.values():
            held[owner] += _CENTER
        for unit in after.units:
            place = province_of(unit.location)
            if place in centers and after.owners.get(place) != unit.power:
                held[unit.power] += occupied
                if (owner := after.owners.get(place)) is not None:
                    held[owner] -= occupied
            held[unit.power] += _FELT * felt[unit]
        squares = {power: max(0.0, one) ** 2 for power, one in held.items()}
        whole = sum(squares.values()) or 1.0
        return {power: one / whole for power, one in squares.items()}


class _Felt(dict[Unit, float]):
    """For units what is within their reach that is not their power's, as centres are owned in a
    position; worked out when it is asked for."""

    def __init__(self, board: Board, position: Position) -> None:
        self._near, self._owner_of = nearness_on(board), position.owners.get

    def __missing__(self, unit: Unit) -> float:
        owner_of, power = self._owner_of, unit.power
        reach = self._near[unit.kind, unit.location].items()
        found = sum([felt for one, felt in reach if owner_of(one) != power])
        self[unit] = found
        return found


@lru_cache(maxsize=16)
def _guessed(
    variant: Variant, position: Position, power: str, seed: int
) -> list[Mapping[Unit, Order]]:
    """The orders of all units of other powers by the DumbBot idea, some times."""
    view = View(variant, position, power, seed)
    seen, calendar = numbered_view(view), variant.calendar_under(view.rule_set)
    found: list[Mapping[Unit, Order]] = []
    for sample in range(SAMPLES):
        codes = [0] * seen.tables.provinces
        luck = Random(f"{seed} {sample}").randrange(_SEEDS)
        for number in range(seen.tables.powers):
            if number == seen.number:
                continue
            order_units(seen.tables, seen.sight, seen.work, number, USUAL, luck, codes)
        units = zip(position.units, codes, strict=False)
        numbers = {unit: code for unit, code in units if unit.power != power}
        given = variant.board, position, view.rule_set, calendar
        found.append(orders_numbered(*given, numbers))
    return found


def _with(
    guess: Mapping[str, tuple[Order, ...]], others: Mapping[Unit, Order]
) -> dict[str, tuple[Order, ...]]:
    """A guess with some orders given."""
    found = dict(guess)
    for unit, order in others.items():
        place = province_of(unit.location)
        kept = (one for one in found.get(unit.power, ()) if _place(one) != place)
        found[unit.power] = (*kept, order)
    return found


def _place(order: Order) -> str:
    unit = unit_of(order)
    return "" if unit is None else province_of(unit.location)
