"""Which of two games is the better one (NZ1999, appendix B, part 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.scoring import MissingData
from dragoman.tournament.scoring.finishing_places import place
from dragoman.tournament.standings.played import Class, PlayedGame

Worth = tuple[int | Fraction, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the rules for comparing games are read.

    ``dead_in_solo`` is what somebody was who was out when another won: the text that 98f came
    from counts the dead among the losing players, so a loss. ``margins`` are what the last
    steps subtract: tournament points, or centres.
    """

    dead_in_solo: Class = Class.LOSS
    margins_in_centers: bool = False


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
    """How long the eliminated lasted, by Fall counts.

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
"""What games are compared by, the first that differs deciding."""
