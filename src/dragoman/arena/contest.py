"""A contest: one entrant against copies of another, every seat as often as the others."""

from __future__ import annotations

from typing import Any

from dragoman.arena.entrant import Entrant, entrant_called
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. Game ``i`` has the one in seat ``i`` modulo the number of powers."""

    one: Entrant
    others: Entrant
    variant: str = "standard"
    last_year: int = 1910
    """The year after which a game that nobody has won ends."""
    seed: int = 1
    """Where all randomness comes from."""

    def seat(self, game: int) -> int:
        """The number of the power that the one plays."""
        return game % len(find_variant(self.variant).board.powers)

    def described(self) -> dict[str, Any]:
        """The contest as plain data."""
        return {
            "one": self.one.text,
            "others": self.others.text,
            "variant": self.variant,
            "last_year": self.last_year,
            "seed": self.seed,
        }

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Contest:
        """The contest that ``described`` gave.

        Raises:
            ActionRefused: if an entrant is not known.
        """
        return cls(
            entrant_called(data["one"]),
            entrant_called(data["others"]),
            data["variant"],
            data["last_year"],
            data["seed"],
        )


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game of a contest ended."""

    game: int
    seat: int
    centers: tuple[int, ...]
    """Of each power, in board order."""
    winner: int
    """The number of the power that won, -1 for none."""
    year: int

    @property
    def share(self) -> float:
        """What the one made of it: its share of the sum of squares, all of it for a victory."""
        if self.winner >= 0:
            return float(self.winner == self.seat)
        total = sum(held * held for held in self.centers)
        return self.centers[self.seat] ** 2 / total if total else 0.0

    @property
    def is_top(self) -> bool:
        """Whether nobody had more."""
        if self.winner >= 0:
            return self.winner == self.seat
        return self.centers[self.seat] == max(self.centers)
