"""How a kind of game is played: its beginning, its phases, and what can be ordered in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from dragoman import rules
from dragoman.game.kind import Facet

if TYPE_CHECKING:
    from dragoman.board import Unit
    from dragoman.diagnostics import Diagnostic
    from dragoman.game.json_object import JsonObject
    from dragoman.game.variant import Variant
    from dragoman.machiavelli import Account, Means, Roll
    from dragoman.machiavelli.dice_names import DiceNames
    from dragoman.orders import Order
    from dragoman.rules import (
        Affairs,
        Calendar,
        Orders,
        PhaseKind,
        PhaseResult,
        Position,
        RuleSet,
    )


class Play:
    """How Diplomacy is played, and every kind of game that says nothing else."""

    is_plain: bool = True
    """Whether programs that know Diplomacy alone can play it, and their files have room for it."""
    holds_unordered: bool = True
    """Whether a unit without an order does the same as one that is ordered to hold."""
    builds_one_a_place: bool = True
    """Whether of several builds in a province one alone can count."""
    passing_reasons: frozenset[str] = frozenset()
    """The reasons against an order that others may do away with before anything moves."""

    # The course of a game.

    def calendar(self, variant: Variant, rule_set: RuleSet) -> Calendar:
        """The phases of a year."""
        return variant.calendar

    def begin(
        self,
        variant: Variant,
        rule_set: RuleSet,
        seed: int | None = None,
        thrown: Sequence[Roll] = (),
    ) -> tuple[Position, Account | None]:
        """The position in which a game begins, and how that came about where something happens
        before it. Dice are rolled from the seed, or else from a number chosen at random, but for
        those ``thrown`` on a table."""
        return variant.start, None

    def judge(
        self,
        variant: Variant,
        position: Position,
        orders: Orders,
        rule_set: RuleSet,
        thrown: Sequence[Roll] = (),
    ) -> tuple[PhaseResult, Account | None]:
        """What comes of a phase, and the account of what happened in it besides."""
        board, wins = variant.board, variant.victory_centers
        return rules.resolve(board, position, orders, rule_set, variant.calendar, wins), None

    # What can be ordered.

    def legal_orders(
        self, variant: Variant, position: Position, rule_set: RuleSet
    ) -> dict[Unit, tuple[Order, ...]]:
        """The orders that each unit may be given."""
        return rules.legal_orders(variant.board, position, rule_set, variant.calendar)

    def means(self, variant: Variant, position: Position, rule_set: RuleSet) -> dict[str, Means]:
        """What each power has, and can spend it on; nothing where there is no money."""
        return {}

    def builds_due(
        self, variant: Variant, position: Position, rule_set: RuleSet
    ) -> Mapping[str, int]:
        """The number of builds that each power is due in an adjustment, below zero of removals;
        nothing where money is the limit."""
        board = variant.board
        return {one: rules.builds_due(board, position, one, rule_set) for one in board.powers}

    def orders_due(
        self, variant: Variant, position: Position, power: str, rule_set: RuleSet
    ) -> int | None:
        """The number of builds or removals that a power has to order in an adjustment; None where
        it orders as many as it likes."""
        return abs(rules.builds_due(variant.board, position, power, rule_set))

    def most_units(self, variant: Variant) -> int | None:
        """The most units that its map feeds; None where something else keeps them few."""
        return max(len(variant.board.centers), len(variant.start.units))

    # What is said of orders.

    def two_orders(self, phase: PhaseKind, rule_set: RuleSet) -> str:
        """The rule on several orders for one unit: ``first``, ``last`` or ``neither`` counts."""
        return rule_set.two_orders

    def cited(self, source: str) -> str:
        """The source that is cited where a rule of Diplomacy has this one; empty is the source of
        what Diplomacy has no rule for."""
        return source

    def spent_in_vain(
        self, variant: Variant, position: Position, account: Account
    ) -> Iterator[tuple[Order, str, bool]]:
        """The orders for money that come to nothing, each with the reason, and whether that is so
        whatever others do first."""
        return iter(())

    # Dice, and what a position holds besides units and owners.

    def dice(self, variant: Variant) -> DiceNames | None:
        """The names of the dice; None where none are thrown."""
        return None

    def seed_of(self, position: Position) -> int | None:
        """The number from which the next dice of a position are rolled; None if there is none."""
        return None

    def faults(self, variant: Variant, position: Position) -> tuple[Diagnostic, ...]:
        """What is impossible about a position besides what its board says."""
        return ()

    def location(self, variant: Variant, kind: str, named: str) -> str:
        """The location of a unit of a kind whose place is written so."""
        return named

    def read_affairs(self, fields: JsonObject, variant: Variant) -> Affairs | None:
        """The affairs in the object of a position.

        Raises:
            FormatError: if they cannot be read, or there can be none.
        """
        if "affairs" in fields:
            raise fields.wrong("affairs", "wrong-field", "only games of Machiavelli have affairs")
        return None

    # For those that know nothing else.

    def diplomacy_in(self, variant: Variant) -> Variant:
        """The variant of Diplomacy in a variant: what programs that know nothing else are told."""
        return variant


PLAY: Final = Facet("play", Play)
