"""Single games of players, which of two is the better one, and the best of each power."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cmp_to_key
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.scoring import GameResult, MissingData, ResultEnding, Scoring
from dragoman.tournament.scoring.finishing_places import place


class Class(IntEnum):
    """The result of a player in a game; more is better (NZ1999, appendix B, part 4)."""

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
        """True if the player had a centre when the game ended in a draw."""
        return self.power in self.result.sharers

    def class_of(self, dead_in_solo: Class = Class.LOSS) -> Class:
        """The result of the player. ``dead_in_solo`` is for who was out when another won.

        A survivor that a draw left out has lost.
        """
        if self.result.ending is ResultEnding.ABANDONED:
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


# Comparison of games (NZ1999, appendix B, part 4)

Worth = tuple[int | Fraction, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A reading of the rules for comparing games.

    ``dead_in_solo`` is what somebody was who was out when another won: the text that 98f came
    from counts the dead among the losing players, so a loss. ``margins`` are what the last
    steps subtract: tournament points, or centres.
    """

    dead_in_solo: Class = Class.LOSS
    margins_in_centers: bool = False
    without: frozenset[str] = frozenset()
    """The steps that are left out, as they look at what the record of a game does not say."""


def compare_games(one: PlayedGame, other: PlayedGame, comparison: Comparison) -> int:
    """More than 0 if the first game is the better, less if the second is, 0 if they are equal.

    Raises:
        MissingData: if a step has to look at what the record of a game does not say.
    """
    return deciding_step(one, other, comparison)[0]


def deciding_step(one: PlayedGame, other: PlayedGame, comparison: Comparison) -> tuple[int, str]:
    """As ``compare_games``, and what told the games apart; nothing if they are equal.

    Raises:
        MissingData: if a step has to look at what the record of a game does not say.
    """
    for name, worth in STEPS.items():
        if name in comparison.without:
            continue
        first, second = worth(one, comparison), worth(other, comparison)
        if first != second:
            return (1 if first > second else -1), name
    return 0, ""


def best_first(games: Iterable[PlayedGame], comparison: Comparison) -> list[PlayedGame]:
    """Games from the best to the worst; equal ones keep their order.

    Raises:
        MissingData: if a step has to look at what the record of a game does not say.
    """

    def compare(one: PlayedGame, other: PlayedGame) -> int:
        return compare_games(other, one, comparison)

    return sorted(games, key=cmp_to_key(compare))


def _class(game: PlayedGame, comparison: Comparison) -> Worth:
    """Win, draw, elimination, loss."""
    return (game.class_of(comparison.dead_in_solo),)


def _points(game: PlayedGame, comparison: Comparison) -> Worth:
    del comparison
    return (game.points,)


def _place(game: PlayedGame, comparison: Comparison) -> Worth:
    """Alone is better than shared, shared by two better than by three."""
    del comparison
    rank, equals = place(game.result, game.power)
    return -rank, -equals


def _survival(game: PlayedGame, comparison: Comparison) -> Worth:
    """The survival of the eliminated, by Fall counts.

    The rule speaks of two that were eliminated. Somebody alive counts as lasting longer, or
    three games could each be better than the next.
    """
    del comparison
    year = game.result.elimination_year(game.power)
    return year is None, year or 0


def _last_count(game: PlayedGame, comparison: Comparison) -> Worth:
    """The centres of the eliminated in the last Fall they held any."""
    del comparison
    result = game.result
    year = result.elimination_year(game.power)
    if year is None:
        return (0,)
    if year - 1 not in result.counts:
        raise MissingData(
            Diagnostic(
                "missing-year",
                f"{game.player}'s game in round {game.round} has to be compared, and the centres "
                f"of {year - 1} are not known",
                "enter the counts of that year",
            )
        )
    return (result.center_count(game.power, year - 1),)


def _margins(game: PlayedGame, comparison: Comparison) -> Worth:
    """The own score less that of the first, the second and so on, zero for the eliminated."""
    result = game.result
    own = game.centers if comparison.margins_in_centers else game.points
    standing = sorted(
        ((count, game.scores[p]) for p, count in zip(result.powers, result.centers, strict=True)),
        reverse=True,
    )
    return tuple(
        own - (count if comparison.margins_in_centers else score if count else 0)
        for count, score in standing
    )


STEPS: dict[str, Callable[[PlayedGame, Comparison], Worth]] = {
    "class": _class,
    "points": _points,
    "place": _place,
    "survival": _survival,
    "last-count": _last_count,
    "margins": _margins,
}
"""Comparisons of games, of which the first that differs decides."""


BY_YEARS: Final = frozenset(("survival", "last-count"))
"""The steps that look at more than the last counts of a game."""


# The best game of each power


class BestBy(Enum):
    """The measure of a power's best game, before games are compared as in ties."""

    POINTS = "points"
    COMPARISON = "comparison"
    """The comparison of games alone, which begins with win, draw, elimination, loss."""
    CENTERS = "centers"
    """Centres at the end, all that lost to a solo behind the others."""


def best_countries(
    games: Iterable[PlayedGame],
    by: BestBy = BestBy.POINTS,
    comparison: Comparison | None = None,
    unranked: Iterable[str] = (),
) -> Mapping[str, tuple[PlayedGame, ...]]:
    """The best game of each power, or several that are equal: the award is shared.

    The powers come in the order of the games. ``unranked`` players get no award.

    Raises:
        MissingData: if a tie can only be broken with what the record of a game does not say.
    """
    comparison = comparison or Comparison()
    left_out = set(unranked)
    best: dict[str, list[PlayedGame]] = {}
    for game in games:
        if game.player in left_out:
            continue
        leaders = best.setdefault(game.power, [])
        better = _compare(game, leaders[0], by, comparison) if leaders else 1
        if better > 0:
            leaders[:] = [game]
        elif better == 0:
            leaders.append(game)
    return {power: tuple(leaders) for power, leaders in best.items()}


def _compare(one: PlayedGame, other: PlayedGame, by: BestBy, comparison: Comparison) -> int:
    if by is BestBy.POINTS and one.points != other.points:
        return 1 if one.points > other.points else -1
    if by is BestBy.CENTERS:
        first, second = (
            (game.class_of() not in (Class.LOSS, Class.ABANDONED), game.centers)
            for game in (one, other)
        )
        if first != second:
            return 1 if first > second else -1
    return compare_games(one, other, comparison)
