"""How a game ends."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.board import Board
from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.words import said

_ENDINGS = {
    "victory": "won by {powers}",
    "draw": "drawn between {powers}",
    "concession": "conceded to {powers}",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: ``victory``, ``draw`` or ``concession``, and the powers it names."""

    how: str
    powers: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.told())

    def told(self) -> str:
        """How the game ended, as a message."""
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
