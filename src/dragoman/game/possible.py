"""What can be ordered in a position of a variant, of Diplomacy or of Machiavelli."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dragoman.board import Unit
from dragoman.game.variant import Variant
from dragoman.orders import Order
from dragoman.rules import Position, RuleSet, legal_orders

if TYPE_CHECKING:  # Diplomacy does without it
    from dragoman.machiavelli import Means


def possible_orders(
    variant: Variant, position: Position, rule_set: RuleSet
) -> dict[Unit, tuple[Order, ...]]:
    """The orders that each unit may be given (see ``dragoman.rules.legal_orders``, of Machiavelli
    ``dragoman.machiavelli.legal_orders``)."""
    calendar = variant.calendar_under(rule_set)
    if variant.ground is None:
        return legal_orders(variant.board, position, rule_set, calendar)
    from dragoman.machiavelli.judge.legal import legal_orders as legal_on_ground

    return legal_on_ground(variant.board, variant.ground, position, rule_set, calendar)


def possible_means(variant: Variant, position: Position, rule_set: RuleSet) -> dict[str, Means]:
    """What each power has and can spend it on (see ``dragoman.machiavelli.means``); nothing of
    anybody in Diplomacy."""
    if variant.ground is None:
        return {}
    from dragoman.machiavelli.judge.means import means

    calendar = variant.calendar_under(rule_set)
    return means(variant.board, variant.ground, position, rule_set, calendar)
