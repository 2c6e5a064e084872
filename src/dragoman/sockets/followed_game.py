"""A game as whoever sits in it follows it, by what the game master of DPP tells: the orders and
what came of them. Where the units stand is worked out from that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from dragoman.game import Game, Resolution, Variant
from dragoman.orders import Convoy, Move, Order
from dragoman.press.dpp.messages import Annotated, Note, TurnResults
from dragoman.refusal import ActionRefused
from dragoman.rules import RuleSet
from dragoman.sockets.dpp_results import start_results, turn_results

_REMEDY = "name the variant with --variant, and the rules of that game with --rules and --set"
_NOT_GIVEN = Note("NMR")

_Facts: TypeAlias = dict[tuple[str, Order], frozenset[Note]]


class FollowedGame:
    """A game of which results are told in turn, from the beginning. Its own units may be given
    orders meanwhile."""

    def __init__(self, variant: Variant, rule_set: RuleSet) -> None:
        self._variant, self._rule_set = variant, rule_set
        self._before: Game | None = None
        self._last: TurnResults | None = None
        self.game = Game(variant, rule_set)

    def is_repeated(self, told: TurnResults) -> bool:
        """Whether these results were the last that were told."""
        return self._last == told

    def is_start(self, told: TurnResults) -> bool:
        """Whether this tells where the game begins."""
        return told.turn == start_results(self.game.start).turn

    def begin(self, told: TurnResults) -> None:
        """Follow the game from its beginning, perhaps once more.

        Raises:
            ActionRefused: if it begins elsewhere.
        """
        if _facts(told) != _facts(start_results(self.game.start)):
            what = f"the game there does not begin as {self._variant.title} does"
            raise ActionRefused("other-game", what, _REMEDY)
        self._before, self.game = self.game, Game(self._variant, self._rule_set)
        self._last = told

    def caught_up(self) -> None:
        """All was told again: orders for the turn at hand are kept, if it is the same."""
        before, self._before = self._before, None
        if before is not None and before.position == self.game.position:
            self.game.restore(before.pending, None)

    def go_on(self, told: TurnResults) -> Resolution:
        """What came of the turn at hand, as it is told.

        Raises:
            ActionRefused: if it is another turn, or the results do not follow from the orders.
        """
        game = self.game
        if game.ending is not None or told.turn != game.phase:
            what = f"{told.turn} is told, and here the game stands in {game.ending or game.phase}"
            raise ActionRefused("other-game", what, _REMEDY)
        wanted = _facts(told)
        for results in (told, _by_sea(told)):
            tried = game.copy()
            for power in self._variant.board.powers:
                tried.clear(power)
            for power, orders in results.results:
                tried.order(power, [one.order for one in orders if _NOT_GIVEN not in one.notes])
            resolution = tried.provisional()
            found = _facts(turn_results(resolution))
            if found == wanted:
                game.adopt(resolution)
                self._last = told
                return resolution
        odd = next((key for key in wanted if wanted[key] != found.get(key)), None)
        which = f": {odd[0]}, {odd[1]}" if odd else ""
        what = f"what is told of {told.turn} does not follow from its orders{which}"
        raise ActionRefused("other-game", what, _REMEDY)


def _by_sea(told: TurnResults) -> TurnResults:
    """The results with the armies going by sea for which a convoy is ordered: DPP does not say."""
    ways = {
        (one.order.convoyed.location, one.order.target)
        for one in _all(told)
        if isinstance(one.order, Convoy)
    }

    def sent(one: Annotated) -> Annotated:
        order = one.order
        if isinstance(order, Move) and (order.unit.location, order.target) in ways:
            return replace(one, order=replace(order, via_convoy=True))
        return one

    results = tuple((power, tuple(map(sent, orders))) for power, orders in told.results)
    return replace(told, results=results)


def _all(told: TurnResults) -> Iterable[Annotated]:
    return (one for _, orders in told.results for one in orders)


def _facts(told: TurnResults) -> _Facts:
    """What is told of each order, however it is sorted."""
    return {
        (power, one.order): frozenset(map(_sorted, one.notes))
        for power, orders in told.results
        for one in orders
    }


def _sorted(note: Note) -> Note:
    return replace(note, retreats=tuple(sorted(note.retreats)))
