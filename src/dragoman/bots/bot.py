"""What a bot is: a function from what it sees to its orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from dragoman.board import Unit
from dragoman.game import Resolution, Variant
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position, RuleSet, legal_orders
from dragoman.rules.judge.adjustments import builds_due
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.press.dpp.messages import Message


@dataclass(frozen=True, slots=True)
class Heard:
    """What somebody said to a bot before a phase."""

    phase: Phase
    turn: int
    """How often each had spoken in the phase before this was said."""
    sender: str
    message: Message


@dataclass(frozen=True, slots=True)
class View:
    """What a bot sees when it is asked for orders: a position, and for whom it plays."""

    variant: Variant
    position: Position
    power: str
    seed: int
    """Where its randomness comes from: with the same view the same orders."""
    entered: Mapping[Unit, int] = FrozenMap()
    """When units came into the game, as a number that grows (see ``entered_after``); those that are
    not named were there from the start."""

    game: int = 0
    """A number that is the same in all phases of a game: for what is chosen at random once."""
    history: tuple[Resolution, ...] = ()
    """The phases of the game so far, as far as they are known, the oldest first."""
    players: Mapping[str, str] = FrozenMap()
    """Who plays which power, where that is told."""
    memory: str = ""
    """A folder for what it wants to remember; none, where nothing may be remembered."""
    last_year: int | None = None
    """The year with which the game ends at the latest, where that is known."""
    heard: tuple[Heard, ...] = ()
    """What was said to the power in this phase and before (see ``dragoman.bots.talk``)."""

    @property
    def rule_set(self) -> RuleSet:
        return self.variant.rule_set

    def legal_orders(self) -> dict[Unit, tuple[Order, ...]]:
        """The orders that each of the power's units may be given (see
        ``dragoman.rules.legal_orders``); in an adjustment phase those of units to be built or
        removed."""
        variant = self.variant
        calendar = variant.calendar_under(variant.rule_set)
        found = legal_orders(variant.board, self.position, variant.rule_set, calendar)
        return {unit: orders for unit, orders in found.items() if unit.power == self.power}

    @property
    def due(self) -> int:
        """How much the power has to spend on builds; below zero what it has to gain by removals.
        Where units cost one each, how many."""
        return builds_due(self.variant.board, self.position, self.power, self.variant.rule_set)


class Bot(Protocol):
    """A player that is a program: any function, or object that can be called, like this."""

    def __call__(self, view: View) -> Iterable[Order]:
        """The orders of ``view.power`` in ``view.position``. Units without one hold, disband or
        are left to the rules."""
        ...
