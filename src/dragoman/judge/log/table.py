"""The side of a kind of game that the judge asks for: what can be counted, spent, kept secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.game import Game, Resolution, Variant
from dragoman.game.kind import Facet
from dragoman.orders import Order
from dragoman.rules import Position
from dragoman.values import FrozenMap

if TYPE_CHECKING:
    from dragoman.judge.log.settings import Settings

SeesSecrets: TypeAlias = Callable[[str], bool]
"""Whether somebody may know what a power keeps to itself."""
SeesOrder: TypeAlias = Callable[[str, Order], bool]
"""Whether somebody may know of an order of a power that was judged."""
Count: TypeAlias = Callable[[Position, str], int]
"""How much of something a power has."""


def _centers(position: Position, power: str) -> int:
    return len(position.centers_of(power))


def _units(position: Position, power: str) -> int:
    return len(position.units_of(power))


class TableKind:
    """The side of a kind of game that the judge asks for, answered as in Diplomacy."""

    counts: ClassVar[Mapping[str, Count]] = FrozenMap({"centers": _centers, "units": _units})
    """What conditions of orders can count, by its English name."""
    looks_back: ClassVar[bool] = False
    """Whether it takes the phases before in the same year to explain a phase."""

    def faults(self, settings: Settings) -> Iterator[Diagnostic]:
        """Faults of settings that do not go with such a game."""
        return iter(())

    # What is there.

    def means(self, game: Game, power: str) -> Mapping[str, Any] | None:
        """The means that a power can spend besides its units: a ``MeansShape``, if it has any."""
        return None

    def unpaid(self, game: Game, power: str, orders: Sequence[Order]) -> tuple[Unit, ...]:
        """The units that a power loses in the phase at hand because none of its orders keeps or
        removes them, where each has to be paid for."""
        return ()

    # What is secret.

    def only_for(self, power: str, order: Order) -> tuple[str, ...]:
        """The powers that alone may know of an order of one until the game is over; empty where
        that is no secret."""
        return ()

    def hide(self, position: dict[str, Any], sees: SeesSecrets) -> None:
        """Take out of the plain data of a position what somebody may not know."""

    def with_other_secrets(self, position: Position, sees: SeesSecrets) -> Position:
        """A position in which everything that nobody may know is other than it was, and nothing
        stands that somebody may not know."""
        return position

    def with_secrets_of(self, position: Position, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Plain data of a position with what nobody may know as it is in another."""
        return given

    def has_secrets(self, position: Position) -> bool:
        """True if there is something in a position that not even a master may know."""
        return False

    def account(
        self, variant: Variant, resolution: Resolution, sees: SeesOrder
    ) -> Mapping[str, Any] | None:
        """The events of a phase besides what units did, as somebody may know them: an
        ``AccountShape``, if there were any."""
        return None


TABLE: Final = Facet("table", TableKind)
