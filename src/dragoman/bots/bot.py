"""A bot: a function from what it sees to its orders, which may talk before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from dragoman.board import Board, Unit
from dragoman.game import Resolution, Variant
from dragoman.orders import Order
from dragoman.press.dpp.language import read_message, write_message
from dragoman.press.dpp.messages import Message
from dragoman.press.dpp.vocabulary import vocabulary_of
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position, RuleSet, legal_orders
from dragoman.rules.judge.adjustments import builds_due
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.press.dpp.messages import Message


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that a bot was sent before a phase."""

    phase: Phase
    turn: int
    """How often each had spoken in the phase before this was said."""
    sender: str
    message: Message


@dataclass(frozen=True, slots=True)
class View:
    """The view of a bot that is asked for orders: a position, and for whom it plays."""

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
    """What was said to the power in this phase and before (see ``dragoman.bots.bot``)."""

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
        """The points that the power has to spend on builds; below zero what it has to gain by
        removals. Where units cost one each, how many."""
        return builds_due(self.variant.board, self.position, self.power, self.variant.rule_set)


class Bot(Protocol):
    """A player that is a program: any function, or object that can be called, like this."""

    def __call__(self, view: View) -> Iterable[Order]:
        """The orders of ``view.power`` in ``view.position``. Units without one hold, disband or
        are left to the rules."""
        ...


# What bots say to each other before they order, in DPP.

ROUNDS: Final = 3
"""How often each may speak before a movement."""


@runtime_checkable
class Talker(Protocol):
    """A bot that talks."""

    def __call__(self, view: View) -> Iterable[Order]: ...

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Message]]:
        """The messages that it sends to powers, when its turn to speak comes for the first time in
        a phase (0), the second (1), and so on; what it has heard is in ``view.heard``."""
        ...


def conversed(bots: Mapping[str, Bot], views: Mapping[str, View]) -> dict[str, View]:
    """The views of bots after those that talk have spoken to each other ``ROUNDS`` times, with what
    they heard. All speak at a time; what they say comes to those who talk, too, as text of the
    protocol.

    Raises:
        Unsayable: if one says what the protocol has no word for.
    """
    found = dict(views)
    talkers = {power: bot for power, bot in bots.items() if isinstance(bot, Talker)}
    for turn in range(ROUNDS):
        told = [
            (sender, to, _as_text(found[sender].variant.board, message))
            for sender, bot in talkers.items()
            for to, message in bot.says(found[sender], turn)
            if to in talkers and to != sender
        ]
        for sender, to, text in told:
            view = found[to]
            message = read_message(text, vocabulary_of(view.variant.board))
            heard = Heard(view.position.phase, turn, sender, message)
            found[to] = replace(view, heard=(*view.heard, heard))
    return found


def _as_text(board: Board, message: Message) -> str:
    return write_message(message, vocabulary_of(board))
