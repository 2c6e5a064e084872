"""One player's part in one game: what standings and awards are made of."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.scoring import Ending, GameResult, Scoring


class Class(IntEnum):
    """What became of a player in a game; more is better (NZ1999, appendix B, part 4)."""

    ABANDONED = 0
    LOSS = 1
    """Another player won."""
    ELIMINATION = 2
    """Out of a game that was drawn."""
    DRAW = 3
    WIN = 4


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One player's part in one game.

    ``scores`` are what the scoring system gives the powers of the game; ``points`` is what this
    player takes from it, which is something else where the director ruled so. ``board`` is the
    letter of the table.
    """

    player: str
    round: int
    board: str
    power: str
    result: GameResult
    scores: Mapping[str, Fraction]
    points: Fraction

    @property
    def centers(self) -> int:
        return self.result.center_count(self.power)

    @property
    def is_win(self) -> bool:
        return self.result.soloist == self.power

    @property
    def is_in_draw(self) -> bool:
        """Whether the player had a centre when the game ended in a draw."""
        return self.power in self.result.sharers

    def class_of(self, dead_in_solo: Class = Class.LOSS) -> Class:
        """What became of the player. ``dead_in_solo`` is for who was out when another won.

        A survivor that a draw left out has lost.
        """
        if self.result.ending is Ending.ABANDONED:
            return Class.ABANDONED
        if self.is_win:
            return Class.WIN
        if self.is_in_draw:
            return Class.DRAW
        if self.centers:
            return Class.LOSS
        return dead_in_solo if self.result.soloist else Class.ELIMINATION


def play(
    players: Mapping[str, str],
    round_number: int,
    board: str,
    result: GameResult,
    scoring: Scoring,
    rulings: Mapping[str, Fraction] | None = None,
) -> tuple[PlayedGame, ...]:
    """The parts of all players of a game. ``players`` goes from power to player.

    ``rulings`` are points that the director gave a player instead of the score, as zero for who
    had help from outside (NZ1999, rule 22); the scores of the others stay.

    Raises:
        MissingData: if the scoring needs what the record of the game does not say.
    """
    scores = scoring.score(result)
    rulings = rulings or {}
    return tuple(
        PlayedGame(
            player,
            round_number,
            board,
            power,
            result,
            scores,
            rulings.get(player, scores[power]),
        )
        for power, player in players.items()
    )
