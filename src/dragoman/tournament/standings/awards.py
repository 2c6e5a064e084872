"""The best game of each power."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from dragoman.tournament.standings.comparison import Comparison, compare_games
from dragoman.tournament.standings.played import Class, PlayedGame


class BestBy(Enum):
    """What makes a game of a power the best, before games are compared as in ties."""

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
