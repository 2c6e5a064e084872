"""The state of a game: its facts, how it ended, what may be ordered, and a few lines about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from dragoman.board import Board, Unit, UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.game.result_words import spoken
from dragoman.orders import Order, UnitRef
from dragoman.orders.order import UnitNamed, unit_called
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

if TYPE_CHECKING:
    from dragoman.game.order_sets import Pending
    from dragoman.game.resolution import Resolution
    from dragoman.game.variant import Variant
    from dragoman.machiavelli import Account
    from dragoman.rules import Phase, Position, RuleSet

_ENDINGS = {
    "victory": "won by {powers}",
    "draw": "drawn between {powers}",
    "concession": "conceded to {powers}",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """The ending of a game: ``victory``, ``draw`` or ``concession``, and the powers it names."""

    how: str
    powers: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> str:
        """The ending of the game, as a message."""
        return said(_ENDINGS[self.how], powers=", ".join(self.powers).title())


def agreed_ending(
    how: str, named: Iterable[str], board: Board, survivors: Iterable[str]
) -> tuple[Ending, tuple[Diagnostic, ...]]:
    """The ending that names these powers, and what is wrong with it.

    Raises:
        UnknownName: if there is no such power.
    """
    keys = [board.power_called(name) for name in named]
    alive = frozenset(survivors)
    names = (board.powers[key].name for key in keys if key not in alive)
    faults = tuple(
        Diagnostic("eliminated-power", f"{name} has neither units nor centres left")
        for name in names
    )
    return Ending(how, tuple(power for power in board.powers if power in keys)), faults


class GameState(Protocol):
    """The facts of a ``Game``, for those who write them down."""

    variant: Variant
    rule_set: RuleSet
    start: Position
    opening: Account | None

    @property
    def position(self) -> Position: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def history(self) -> tuple[Resolution, ...]: ...
    @property
    def ending(self) -> Ending | None: ...
    @property
    def survivors(self) -> tuple[str, ...]: ...
    @property
    def pending(self) -> Pending: ...


class LegalOrders(dict[Unit, tuple[Order, ...]]):
    """The legal orders of each unit, which may be named as well: ``["F LON"]``, ``["LON"]``."""

    def __getitem__(self, unit: UnitNamed) -> tuple[Order, ...]:
        if isinstance(unit, Unit):
            return super().__getitem__(unit)
        if (found := unit_called(self, unit)) is None:
            what = f"no unit {str(unit)!r} has orders to be given"
            raise UnknownName("unit", str(unit), [*map(str, self)], what)
        return super().__getitem__(found)

    def __contains__(self, unit: object) -> bool:
        if isinstance(unit, UnitRef | str):
            return unit_called(self, unit) is not None
        return super().__contains__(unit)

    def get(self, unit: UnitNamed, default: Any = None) -> Any:
        """The orders of a unit; ``default`` if it has none to be given."""
        found = unit_called(self, unit)
        return default if found is None else super().__getitem__(found)


def standing_text(game: GameState) -> str:
    """The variant and the phase, then the units and the centres of each power that has any."""
    position = game.position
    lines = [f"{game.variant.title}, {game.ending or spoken(game.phase)}"]
    for power in game.survivors:
        units = [*map(str, position.units_of(power))]
        units += [str(d) for d in position.dislodged if d.unit.power == power]
        centers = len(position.centers_of(power))
        owned = "1 centre" if centers == 1 else f"{centers} centres"
        name = game.variant.board.powers[power].name
        lines.append(f"{name}: {', '.join(units) or 'no units'}; {owned}")
    return "\n".join(lines)
