"""Orders as numbers of a fixed list, as networks have them whose output has a place for each order
there is.

``DeepmindActions`` makes DeepMind's list by its rule (google-deepmind/diplomacy, README and
``environment/action_utils.py``): 18,584 words of 32 bits, of which an index is the rank.
``ListedOrders`` is any list of orders in the words of the ``diplomacy`` package: DipNet's or
fairdiplomacy's, which ``dragoman.env.order_lists`` makes by their rules, or one of your own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Protocol

from dragoman.board import Board
from dragoman.env.areas import deepmind_provinces
from dragoman.errors import DragomanError
from dragoman.extras import extra
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
    write,
)

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.game_rows import GameRows

# DeepMind's numbers for types of orders.
CONVOY_TO, CONVOY, HOLD, MOVE_TO, SUPPORT_HOLD, SUPPORT_MOVE_TO = 1, 2, 3, 4, 5, 6
DISBAND, RETREAT_TO, BUILD_ARMY, BUILD_FLEET, REMOVE, WAIVE = 8, 9, 10, 11, 12, 13
_INDEX_SHIFT: Final = 48


class OrderList(Protocol):
    """A list of orders, each of which has an index."""

    def index(self, order: Order) -> int:
        """The index of an order.

        Raises:
            DragomanError: if it is not in the list.
        """
        ...


def indices(listed: OrderList, env: GameRows) -> npt.NDArray[np.int32]:
    """The indices of all actions of an environment, ``(games, powers, slots, choices)``; -1 for
    those that are closed. It is worked out in Python, for each order once: some milliseconds a
    game.

    Raises:
        DragomanError: if an order is not in the list.
    """
    found = np.full((*env.actions.shape, env.sizes.choices), -1, np.int32)
    known: dict[Order, int] = {}
    for game in range(env.games):
        for place, power in enumerate(env.powers):
            if env.observation.counts[game, place, 0]:
                for slot, orders in enumerate(env.orders(game, power)):
                    for order in orders:
                        if order not in known:
                            known[order] = listed.index(order)
                    found[game, place, slot, : len(orders)] = [known[one] for one in orders]
    return found


class ListedOrders:
    """A list of orders in the words of the ``diplomacy`` package: ``A PAR - BUR``, ``F BRE B``,
    ``WAIVE``. Where the list has a move only as one by convoy, or a support only without its coast,
    that is meant. Builds of a winter may be one entry, sorted and joined by ``;``. What is there
    twice has its last place, as in fairdiplomacy's program."""

    def __init__(self, board: Board, orders: Iterable[str]) -> None:
        self._board = board
        self._places = {text: place for place, text in enumerate(orders)}

    def index(self, order: Order) -> int:
        """The index of an order.

        Raises:
            DragomanError: if it is not in the list.
        """
        text = write(order, "diplomacy", self._board)
        for meant in _meanings(text):
            if meant in self._places:
                return self._places[meant]
        raise DragomanError(f"{text} is not in the list")

    def index_of_builds(self, orders: Sequence[Order]) -> int:
        """The index of builds that are one entry.

        Raises:
            DragomanError: if they are not in the list.
        """
        text = ";".join(sorted(write(order, "diplomacy", self._board) for order in orders))
        if text not in self._places:
            raise DragomanError(f"{text} is not in the list")
        return self._places[text]


def _meanings(text: str) -> Iterator[str]:
    """An order as it may be written in a list."""
    yield text
    if " - " in text and " S " not in text and " C " not in text:
        yield f"{text} VIA"
        yield text.removesuffix(" VIA")
    if " S " in text:
        yield text.rpartition("/")[0]
        named, dash, target = text.partition(" - ")
        yield named.rpartition("/")[0] + dash + target.partition("/")[0]


class DeepmindActions:
    """DeepMind's actions. The list is that of the standard map. A support names no coast, so the
    supports of a fleet's moves to two coasts are one action.

    Raises:
        DragomanError: if the board is another.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._number = {key: place for place, key in enumerate(deepmind_provinces(board))}

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The low words of all actions, by their index."""
        return tuple(sorted({*self._made()}))

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {word: place for place, word in enumerate(self.words)}

    def index(self, order: Order) -> int:
        """The index of an order.

        Raises:
            DragomanError: if it is not in the list.
        """
        try:
            return self._places[self.word(order)]
        except KeyError:
            raise DragomanError(f"{order} is none of DeepMind's actions") from None

    def action(self, order: Order) -> int:
        """The action of 64 bits: the index above the word.

        Raises:
            DragomanError: if it is not in the list.
        """
        return self.index(order) << _INDEX_SHIFT | self.word(order)

    def word(self, order: Order) -> int:
        """The word of 32 bits that says what an order is."""
        match order:
            case Waive():
                return WAIVE
            case Hold(unit=unit):
                return self._word(HOLD, unit.location)
            case Move(unit=unit, target=target, via_convoy=via):
                is_step = self._province(target) in self._steps[self._province(unit.location)]
                if via or not is_step:
                    return self._word(CONVOY_TO, unit.location, self._province(target))
                return self._word(MOVE_TO, unit.location, target)
            case Support(unit=unit, supported=other, target=None):
                return self._word(SUPPORT_HOLD, unit.location, self._province(other.location))
            case Support(unit=unit, supported=other, target=str(target)):
                target = self._province(target)
                return self._word(SUPPORT_MOVE_TO, unit.location, target, other.location)
            case Convoy(unit=unit, convoyed=other, target=target):
                target = self._province(target)
                return self._word(CONVOY, unit.location, target, other.location)
            case Retreat(unit=unit, target=target):
                return self._word(RETREAT_TO, unit.location, target)
            case Disband(unit=unit):
                return self._word(DISBAND, unit.location)
            case Remove(unit=unit):
                return self._word(REMOVE, unit.location)
            case Build(unit=unit):
                kind = BUILD_ARMY if unit.kind == "A" else BUILD_FLEET
                flag = _flag(unit.location) << 8 if unit.kind == "F" else 0
                return self._word(kind, unit.location) | flag
            case _:
                raise DragomanError(f"{order} is none of DeepMind's actions")

    def _word(self, kind: int, unit: str, target: str = "", third: str = "") -> int:
        word = kind | self._number[self._province(unit)] << 9
        if target:
            word |= self._number[self._province(target)] << 17 | _flag(target) << 16
        if third:
            word |= self._number[self._province(third)] << 25
        return word

    def _province(self, location: str) -> str:
        return self._board.province_of[location]

    # The whole list

    @cached_property
    def _steps(self) -> Mapping[str, set[str]]:
        """For each province those that some unit can go to from there."""
        found: dict[str, set[str]] = {key: set() for key in self._number}
        for path in self._board.paths:
            found[self._province(path.source)].add(self._province(path.target))
        return found

    def _made(self) -> Iterator[int]:
        yield WAIVE
        for province in self._number:
            for kind in (HOLD, DISBAND, REMOVE):
                yield self._word(kind, province)
        for path in self._board.paths:
            yield self._word(MOVE_TO, path.source, path.target)
            yield self._word(RETREAT_TO, path.source, path.target)
        for homes in self._board.homes.values():
            yield from self._builds(homes)
        seas = _Seas(self._board, self._steps)
        for unit, targets in self._steps.items():
            for target in targets:
                yield self._word(SUPPORT_HOLD, unit, target)
                for other in self._number:
                    comes = target in self._steps[other] or target in seas.shores(other, unit)
                    if other not in (unit, target) and comes:
                        yield self._word(SUPPORT_MOVE_TO, unit, target, other)
        for army in seas.coasts:
            for target, fleets in seas.chains(army).items():
                yield self._word(CONVOY_TO, army, target)
                for fleet in fleets:
                    yield self._word(CONVOY, fleet, target, army)

    def _builds(self, homes: Iterable[str]) -> Iterator[int]:
        for home in homes:
            yield self._word(BUILD_ARMY, home)
            for location, province in self._board.province_of.items():
                if province == home and location in self._board.stands["F"]:
                    yield self._word(BUILD_FLEET, home) | _flag(location) << 8


def _flag(location: str) -> int:
    """DeepMind's flag of a coast: set for the south coast of a province with two."""
    return int(location.endswith("/SC"))


class _Seas:
    """The ways of convoys on a board."""

    def __init__(self, board: Board, steps: Mapping[str, set[str]]) -> None:
        places = board.province_of
        afloat = {places[one] for one in board.stands["F"]}
        ashore = {places[one] for one in board.stands["A"]}
        self.seas = frozenset(afloat - ashore)
        self.coasts = tuple(one for one in steps if one in afloat and one in ashore)
        self._steps = steps

    def shores(self, army: str, without: str) -> set[str]:
        """The provinces that an army can be convoyed to if a fleet does not help."""
        if army not in self.coasts:
            return set()
        left = [one for one in self._steps[army] if one in self.seas and one != without]
        seen = {*left}
        while left:
            for one in self._steps[left.pop()]:
                if one in self.seas and one != without and one not in seen:
                    seen.add(one)
                    left.append(one)
        landed = {one for sea in seen for one in self._steps[sea] if one in self.coasts}
        return landed - {army}

    def chains(self, army: str) -> Mapping[str, set[str]]:
        """For each province that an army can be convoyed to the fleets that can have a part in a
        chain that passes no sea twice."""
        found: dict[str, set[str]] = {}

        def go_on(sea: str, passed: frozenset[str]) -> None:
            for one in self._steps[sea]:
                if one in self.coasts and one != army:
                    found.setdefault(one, set()).update(passed)
                elif one in self.seas and one not in passed:
                    go_on(one, passed | {one})

        for sea in self._steps[army] & self.seas:
            go_on(sea, frozenset((sea,)))
        return found
