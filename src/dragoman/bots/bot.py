"""A bot: a function from what it sees to its orders, which may talk before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from dragoman.board import Unit
from dragoman.game import Resolution, Variant
from dragoman.game.variant import PLAY
from dragoman.orders import Order
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import as_read
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, Position, RuleSet
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.machiavelli import Means
    from dragoman.press.press_texts import Said


@dataclass(frozen=True, slots=True)
class Heard:
    """A message that a bot was sent before a phase."""

    phase: Phase
    turn: int
    """How often each had spoken in the phase before this was said."""
    sender: str
    message: Said
    """In DPP where that has words for it, else in DAIDE."""
    number: int = 0
    """Its place in all that the power heard and said."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A message that a bot sent before a phase."""

    phase: Phase
    to: str
    message: Said
    number: int = 0
    """Its place in all that the power heard and said."""


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
    """What was said to the power in this phase and before (see ``dragoman.bots.bot``), ..."""
    spoken: tuple[Spoken, ...] = ()
    """... and what it said itself."""

    @property
    def rule_set(self) -> RuleSet:
        return self.variant.rule_set

    def legal_orders(self) -> dict[Unit, tuple[Order, ...]]:
        """The orders that each of the power's units may be given (see
        ``dragoman.rules.legal_orders``); in an adjustment phase those of units to be built,
        removed or, where they are paid for, maintained."""
        found = self.everybodys_orders()
        return {unit: orders for unit, orders in found.items() if unit.power == self.power}

    def everybodys_orders(self) -> Mapping[Unit, tuple[Order, ...]]:
        """The orders that each unit on the board may be given."""
        return _possible(self.variant, self.position).orders

    @property
    def means(self) -> Means | None:
        """The money of the power, and what it can be spent on; None where there is none. What is
        spent is ordered among the orders of units."""
        return _possible(self.variant, self.position).means.get(self.power)

    @property
    def due(self) -> int:
        """The points that the power has to spend on builds; below zero what it has to gain by
        removals. Where units cost one each, how many; 0 where units are paid for."""
        variant = self.variant
        found = PLAY.of(variant).builds_due(variant, self.position, variant.rule_set)
        return found.get(self.power, 0)


@dataclass(frozen=True, slots=True)
class Possible:
    """All that can be ordered in a position, which bots of several powers ask for."""

    orders: Mapping[Unit, tuple[Order, ...]]
    means: Mapping[str, Means]


@lru_cache(maxsize=4)
def _possible(variant: Variant, position: Position) -> Possible:
    play, rules = PLAY.of(variant), variant.rule_set
    orders = play.legal_orders(variant, position, rules)
    return Possible(orders, play.means(variant, position, rules))


class Bot(Protocol):
    """A player that is a program: any function, or object that can be called, like this."""

    def __call__(self, view: View) -> Iterable[Order]:
        """The orders of ``view.power`` in ``view.position``. Units without one hold, disband or
        are left to the rules."""
        ...


# What bots say to each other before they order, in the languages of programs.

ROUNDS: Final = 3
"""How often each may speak before a movement."""
REPLIES: Final = 3
"""How often what was just said may be answered, and that answered again."""


@runtime_checkable
class Talker(Protocol):
    """A bot that talks."""

    def __call__(self, view: View) -> Iterable[Order]: ...

    def says(self, view: View, turn: int) -> Iterable[tuple[str, Said]]:
        """The messages that it sends to powers, when its turn to speak comes for the first time in
        a phase (0), the second (1), and so on; what it has heard is in ``view.heard``."""
        ...


@runtime_checkable
class Replier(Talker, Protocol):
    """A bot that answers at once what it is told."""

    def replies(self, view: View, heard: Sequence[Heard]) -> Iterable[tuple[str, Said]]:
        """The messages with which it answers some that it has just heard; they are the last in
        ``view.heard``."""
        ...


@runtime_checkable
class Thinker(Protocol):
    """A bot that says what it thinks, for the log of an arena."""

    def __call__(self, view: View) -> Iterable[Order]: ...

    def thoughts(self, view: View) -> Iterable[Mapping[str, str | float]]:
        """The thoughts with which it orders, as rows: each with a ``why``."""
        ...


@runtime_checkable
class Voter(Protocol):
    """A bot that votes on how a game is to end."""

    def __call__(self, view: View) -> Iterable[Order]: ...

    def agrees_to(self, view: View, how: str, powers: tuple[str, ...]) -> bool:
        """True if it agrees to a ``draw`` of these powers, or of all, or to a ``concession`` to the
        one named."""
        ...

    def would_end(self, view: View) -> tuple[str, tuple[str, ...]] | None:
        """The end that it would propose by itself, if it would one."""
        ...


def conversed(bots: Mapping[str, Bot], views: Mapping[str, View]) -> dict[str, View]:
    """The views of bots after those that talk have spoken to each other ``ROUNDS`` times, with what
    they heard and said. All speak at a time, and those who answer at once do; what they say comes
    to those who talk, as text.

    Raises:
        Unsayable: if one says what the protocol has no word for.
    """
    found = dict(views)
    talkers = {power: bot for power, bot in bots.items() if isinstance(bot, Talker)}
    for turn in range(ROUNDS):
        told: list[tuple[str, str, Said]] = [
            (sender, to, message)
            for sender, bot in talkers.items()
            for to, message in bot.says(found[sender], turn)
        ]
        for _ in range(REPLIES):
            new = _deliver(found, talkers, told, turn)
            told = [
                (power, to, message)
                for power, heard in new.items()
                for to, message in _replies(talkers[power], found[power], heard)
            ]
        _deliver(found, talkers, told, turn)
    return found


def _replies(bot: Bot, view: View, heard: Sequence[Heard]) -> Iterable[tuple[str, Said]]:
    return bot.replies(view, heard) if isinstance(bot, Replier) else ()


def _deliver(
    views: dict[str, View],
    talkers: Mapping[str, Bot],
    told: Iterable[tuple[str, str, Said]],
    turn: int,
) -> dict[str, list[Heard]]:
    """Put what was told into the views of who said and who hears it; what each heard."""
    found: dict[str, list[Heard]] = {}
    for sender, to, message in told:
        if to not in talkers or to == sender:
            continue
        said, heard = views[sender], views[to]
        phase, variant = said.position.phase, said.variant
        try:
            read = as_read(message, variant)
        except Unsayable:  # as on a board that DAIDE has too few numbers for
            continue
        spoken = Spoken(phase, to, message, _next(said))
        views[sender] = replace(said, spoken=(*said.spoken, spoken))
        one = Heard(phase, turn, sender, read, _next(heard))
        views[to] = replace(heard, heard=(*heard.heard, one))
        found.setdefault(to, []).append(one)
    return found


def _next(view: View) -> int:
    return len(view.heard) + len(view.spoken)
