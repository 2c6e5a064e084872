"""What the games of a contest come to, with how far chance may have had its part in it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from dragoman.arena.contest import Contest, GameResult
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass

_Z: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the interval in which the true one is in 95 of a hundred such samples, if
    games are independent."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True, slots=True)
class Table:
    """The figures of the first of two entrants, who played one power a game."""

    games: int
    share: Estimate
    """Of the sum of squares."""
    solos: Estimate
    """How many of the games it won."""
    tops: Estimate
    """In how many nobody had more."""
    parity: float
    """What the share would be among equals."""
    by_seat: tuple[tuple[str, int, Estimate], ...]
    """For each power how many games there were, and the share."""


def table_of(contest: Contest, results: Sequence[GameResult]) -> Table:
    """The figures of one against copies of another.

    Raises:
        ValueError: if there are no games.
    """
    if not results:
        raise ValueError("there are no games to count")
    powers = tuple(find_variant(contest.variant).board.powers)
    played = [(result, result.seats_of(0)[0]) for result in results]
    by_seat = [
        (power, [result.share(seat) for result, seat in played if seat == number])
        for number, power in enumerate(powers)
    ]
    return Table(
        len(results),
        mean(tuple(result.share(seat) for result, seat in played)),
        proportion(sum(result.winner == seat for result, seat in played), len(results)),
        proportion(sum(result.is_top(seat) for result, seat in played), len(results)),
        1 / len(powers),
        tuple((power, len(shares), mean(shares)) for power, shares in by_seat if shares),
    )


def mean(shares: Sequence[float]) -> Estimate:
    """The mean of shares, with Student's interval; all that is possible for a single one."""
    value = fmean(shares)
    if len(shares) < 2:
        return Estimate(value, 0.0, 1.0)
    width = student(len(shares) - 1) * stdev(shares) / sqrt(len(shares))
    return Estimate(value, max(0.0, value - width), min(1.0, value + width))


def proportion(hits: int, count: int) -> Estimate:
    """How often something was so, with Wilson's interval."""
    value = hits / count
    square = _Z * _Z / count
    middle = (value + square / 2) / (1 + square)
    width = _Z / (1 + square) * sqrt(value * (1 - value) / count + square / (4 * count))
    return Estimate(value, max(0.0, middle - width), min(1.0, middle + width))


def student(freedom: int) -> float:
    """How many standard errors wide half of the interval is: Student's quantile for so many degrees
    of freedom, in Hill's expansion; exact for one and two of them."""
    if freedom == 1:
        return 12.706
    if freedom == 2:
        return 4.303
    z, n = _Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def table_text(contest: Contest, table: Table) -> str:
    """The figures as lines of text."""
    lines = [
        f"{contest.entrants[0].name} against {contest.entrants[1].name}, {contest.variant} to "
        f"{contest.last_year}, seed {contest.seed}: {table.games} games",
        f"share of squares  {table.share}  (equals: {table.parity:.3f})",
        f"solos             {table.solos}",
        f"most centres      {table.tops}",
    ]
    names = find_variant(contest.variant).board.powers
    width = max(len(names[power].name) for power, _, _ in table.by_seat)
    lines += [
        f"  {names[power].name:{width}}  {games:4}  {share}"
        for power, games, share in table.by_seat
    ]
    return "\n".join(lines)
