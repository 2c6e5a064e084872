"""Places in a game, and what ties do to the points for them.

The powers of a game go by their number in its ``powers``. A *group* is the powers that share
places; the groups of a game come in the order of their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dragoman.tournament.scoring.result import START_YEAR, GameResult

Groups = tuple[tuple[int, ...], ...]


def by_centers(game: GameResult) -> Groups:
    """The powers by their final centres; the dead share the last places."""
    return _grouped([(count,) for count in game.centers])


def by_centers_and_elimination(game: GameResult) -> Groups:
    """The powers by their final centres, the dead by how long they lasted.

    Raises:
        MissingData: if the year of an elimination is not known.
    """
    return _grouped(
        [
            (count, game.elimination_year(power) or 0)
            for power, count in zip(game.powers, game.centers, strict=True)
        ]
    )


def by_race(game: GameResult) -> Groups:
    """The powers by their final centres, ties by the last earlier year in which one was ahead.

    The start is no year. Reads all the counts there are.
    """
    years = sorted((year for year in game.counts if year > START_YEAR), reverse=True)
    return _grouped([tuple(game.counts[y][i] for y in years) for i in range(len(game.powers))])


def split(groups: Groups, worth: Sequence[int | Fraction]) -> list[Fraction]:
    """Each of a group gets the average of what its places are worth; a missing place is 0."""
    points = [Fraction(0)] * sum(map(len, groups))
    first = 0
    for group in groups:
        share = Fraction(sum(worth[first : first + len(group)])) / len(group)
        for i in group:
            points[i] = share
        first += len(group)
    return points


def lower(groups: Groups, worth: Sequence[int | Fraction]) -> list[Fraction]:
    """Each of a group gets what the last of its places is worth; a missing place is 0."""
    points = [Fraction(0)] * sum(map(len, groups))
    last = -1
    for group in groups:
        last += len(group)
        for i in group:
            points[i] = Fraction(worth[last] if last < len(worth) else 0)
    return points


def place(game: GameResult, power: str) -> tuple[int, int]:
    """A power's place by centres, and how many share it: (1, 1) is alone in front."""
    count = game.center_count(power)
    return 1 + sum(other > count for other in game.centers), game.centers.count(count)


def lead(game: GameResult) -> int:
    """The centres by which the leader is ahead of the second; 0 where two or more lead."""
    first, second = sorted(game.centers, reverse=True)[:2]
    return first - second


def toppers(game: GameResult) -> tuple[int, ...]:
    """The powers with the most centres."""
    return by_centers(game)[0]


def behind(game: GameResult, most: int) -> tuple[int, ...]:
    """The powers that are at most so many centres behind the top."""
    top = max(game.centers)
    return tuple(i for i, count in enumerate(game.centers) if top - count <= most)


def shared(among: Iterable[int], pot: int | Fraction, powers: int) -> list[Fraction]:
    """A pot shared evenly by some of so many powers; the others get nothing."""
    sharers = set(among)
    return [Fraction(pot, len(sharers)) if i in sharers else Fraction(0) for i in range(powers)]


def _grouped(keys: Sequence[tuple[int, ...]]) -> Groups:
    """The numbers of the keys, the highest keys first, equal ones together."""
    order = sorted(set(keys), reverse=True)
    return tuple(tuple(i for i, key in enumerate(keys) if key == worth) for worth in order)
