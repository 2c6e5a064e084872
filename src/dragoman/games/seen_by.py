"""A game by the eyes of one power, where its rules have fog: for a game master who sends each
player what is for him."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.board import UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.game import Game, Resolution
from dragoman.game.sight import as_seen, in_sight, told_of
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position


@dataclass(frozen=True)
class Eyes:
    """The eyes of a power in a game."""

    game: Game
    power: str

    def position(self, position: Position) -> Position:
        """A position as the power sees it."""
        return as_seen(self.game.variant.board, position, self.power, self.game.rule_set)

    def hidden(self, position: Position) -> frozenset[str]:
        """The provinces that are out of its sight in a position."""
        board, rules = self.game.variant.board, self.game.rule_set
        return frozenset(board.provinces) - in_sight(board, position, self.power, rules)

    def told(self, resolution: Resolution) -> Resolution:
        """A phase that was judged, as far as the power is told of it."""
        return told_of(self.game.variant.board, resolution, self.power)

    def orders(self, orders: Mapping[str, tuple[Order, ...]]) -> dict[str, tuple[Order, ...]]:
        """Its own orders among those that were given."""
        return {power: given for power, given in orders.items() if power == self.power}


def eyes_of(game: Game, power: str) -> tuple[Eyes | None, tuple[Diagnostic, ...]]:
    """The eyes of a power, by whatever name; none, with a diagnostic, where there is no such power
    or no fog."""
    if game.rule_set.sight == "all":
        what = "by the rules of this game every power sees the whole board"
        remedy = "make a game of fog_of_war, or of any variant with --set sight=borders"
        return None, (Diagnostic("no-fog", what, remedy),)
    try:
        return Eyes(game, game.variant.board.power_called(power)), ()
    except UnknownName as error:
        return None, (error.diagnostic,)
