"""Lists of legal orders: of a game, of a variant, or of a board alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman import rules as on_boards
from dragoman.board import Board, Unit, UnknownName
from dragoman.errors import WrongArgument, checked
from dragoman.game.variant import PLAY, Variant
from dragoman.orders import Order
from dragoman.rules import Position, RuleSet, rules_called

if TYPE_CHECKING:
    from dragoman.game.game import Game


class LegalOrders(dict[Unit, tuple[Order, ...]]):
    """The legal orders of each unit, which may be named as well: ``["F LON"]``, ``["LON"]``."""

    def __getitem__(self, unit: Unit | str) -> tuple[Order, ...]:
        if isinstance(unit, Unit):
            return super().__getitem__(unit)
        for one, orders in self.items():
            if unit in (str(one), one.location):
                return orders
        what = f"no unit {unit!r} has orders to be given"
        raise UnknownName("unit", unit, [*map(str, self)], what)


@checked
def legal_orders(
    of: Game | Variant | Board,
    position: Position | None = None,
    rules: RuleSet | str | None = None,
) -> LegalOrders:
    """The orders that each unit could be given: of a game as it stands; of a variant in a position,
    by default where it begins, under rules, by default its own; or on a board, where both have to
    be said.

        >>> legal_orders(Game("standard"))["F LON"]

    See ``dragoman.rules.legal_orders`` on units to be built.

    Raises:
        WrongArgument: if something is missing that has to be said, or a game is given more than
            it needs.
    """
    if isinstance(of, Variant):
        rule_set = of.rule_set if rules is None else rules_called(rules)
        return LegalOrders(PLAY.of(of).legal_orders(of, position or of.start, rule_set))
    if isinstance(of, Board):
        if position is None or rules is None:
            raise WrongArgument(
                "legal_orders of a board needs a position and rules, as in "
                'legal_orders(board, position, "datc"); of a variant it needs neither'
            )
        return LegalOrders(on_boards.legal_orders(of, position, rules))
    if not callable(getattr(of, "legal_orders", None)):
        raise WrongArgument(f"of has to be a Game, a Variant or a Board, not {of!r:.60}")
    if position is not None or rules is not None:
        raise WrongArgument(
            "legal_orders of a game takes neither a position nor rules: it has its own"
        )
    return of.legal_orders()
