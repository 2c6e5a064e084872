"""The sequential test: a contest of two ends as soon as its games have decided between two guesses
of the first one's share."""

from __future__ import annotations

from math import log, log1p
from typing import Final

from dragoman.arena.contest import ContestGame
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

_LEAST_SHARE: Final = 1e-6
_LEAST_ERROR: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Sprt:
    """The question of a test: whether the share is ``lower``, or ``upper``. ``alpha`` is how often
    ``upper`` may be found where ``lower`` is true, ``beta`` the other way round.

    Raises:
        ActionRefused: if these are no two shares, or no chances.
    """

    lower: float
    upper: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not _LEAST_SHARE <= self.lower < self.upper <= 1 - _LEAST_SHARE:
            what = f"{self.lower} and {self.upper} are no two shares, the lower one first"
            remedy = "write --sprt 0.143 0.18, say: above 0 and below 1"
            raise ActionRefused("bad-sprt", what, remedy)
        if not (_LEAST_ERROR <= self.alpha < 0.5 and _LEAST_ERROR <= self.beta < 0.5):
            what = f"{self.alpha} and {self.beta} are no chances of an error"
            raise ActionRefused(
                "bad-sprt", what, f"write numbers from {_LEAST_ERROR:.9f} to below 0.5"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the logarithms of the ratios, that against ``lower`` and that
        against ``upper``: one as great is as rare as the error that is allowed."""
        return -log(self.alpha), -log(self.beta)


class SprtCourse:
    """The course of a test. ``add`` is given each game in turn.

    Two ratios say how much speaks against each of the guesses: the products, over all games, of
    ``1 + stake * (share - lower)`` and of ``1 + stake * (upper - share)``. Where a guess is true
    its ratio is not expected to grow, whatever shares look like: in a round, in which each power is
    played once, they are on average what was guessed, and a product is greatest where its factors
    are alike. So it ever comes to 1/alpha in no more than alpha of all contests (Ville's
    inequality): no variance can be taken for too small, and no rounds are too few. How far shares
    scattered in earlier rounds says only how much is staked: what lets a ratio grow fastest in the
    worst case that has their mean and variance, which is that as many as can be are 0, or 1.

    ``by_rounds``: games of a round are not independent of each other, as where they have one seed.
    Then a round is one factor, of its mean.
    """

    def __init__(self, test: Sprt, seats: int, by_rounds: bool = False) -> None:
        self.test, self._by_rounds = test, by_rounds
        self.games = 0
        self.ratios = (0.0, 0.0)
        """The logarithms of the ratios as of the last whole round: against the lower share, and
        against the upper one."""
        self._seats = seats
        self._round: list[float] = []
        self._count = 0
        self._sum = self._squares = 0.0

    @property
    def found(self) -> float | None:
        """The share that was decided for; None as long as nothing is decided."""
        (lower, upper), (most_lower, most_upper) = self.ratios, self.test.bounds
        if lower < most_lower and upper < most_upper:
            return None
        return self.test.upper if lower - most_lower > upper - most_upper else self.test.lower

    def add(self, result: ContestGame) -> bool:
        """Count a game; whether it is decided."""
        self.games += 1
        self._round.append(result.share(result.seats_of(0)[0]))
        if len(self._round) == self._seats:
            self._reckon()
        return self.found is not None

    def _reckon(self) -> None:
        """Count a whole round, by stakes that hang on earlier ones."""
        if self._by_rounds:
            self._round[:] = [sum(self._round) / len(self._round)]
        low, high = self.test.lower, self.test.upper
        scatter = self._scatter()
        against_low = (high - low) / (high - low + scatter * (1 - high)) / low
        against_high = (high - low) / (high - low + scatter * low) / (1 - high)
        lower, upper = self.ratios
        self.ratios = (
            lower + sum(log1p(against_low * (share - low)) for share in self._round),
            upper + sum(log1p(against_high * (high - share)) for share in self._round),
        )
        self._count += len(self._round)
        self._sum += sum(self._round)
        self._squares += sum(share * share for share in self._round)
        self._round.clear()

    def _scatter(self) -> float:
        """The scatter of shares, as a part of that of games that are only won and lost.
        A round of such games is taken for played before the first."""
        count = self._count
        value = self._sum / count if count else 0.0
        middle = (self.test.lower + self.test.upper) / 2
        before = middle * (1 - middle)  # of the mean of a round a part as great as it has seats
        seen = before / self._seats if self._by_rounds else before * self._seats
        whole = before if self._by_rounds else seen
        squares = max(self._squares - count * value * value, 0.0)
        return (seen + squares) / (whole + count * value * (1 - value))


def sprt_text(course: SprtCourse) -> str:
    """The result of a test as a line of text."""
    test = course.test
    found = course.found
    came = ", ".join(
        f"{ratio:.2f} of {most:.2f} against {share:g}"
        for share, ratio, most in zip(
            (test.lower, test.upper), course.ratios, test.bounds, strict=True
        )
    )
    errors = f"errors {test.alpha:g} and {test.beta:g}"
    if found is None:
        said = f"undecided between {test.lower:g} and {test.upper:g}"
    else:
        other = test.lower if found == test.upper else test.upper
        said = f"a share of {found:g}, not {other:g}"
    return f"SPRT              {said}, after {course.games} games (log ratios {came}; {errors})"


def sprt_data(course: SprtCourse) -> dict[str, object]:
    """The same as plain data."""
    test = course.test
    return {
        "lower": test.lower,
        "upper": test.upper,
        "alpha": test.alpha,
        "beta": test.beta,
        "ratios": list(course.ratios),
        "bounds": list(test.bounds),
        "games": course.games,
        "found": course.found,
    }
