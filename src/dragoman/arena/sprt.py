"""The sequential probability ratio test: a contest of two ends as soon as its games have decided
between two guesses of the first one's share."""

from __future__ import annotations

from math import inf, log
from typing import Final

from dragoman.arena.contest import GameResult
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

FEWEST: Final = 8
"""Rounds before anything is decided: how far shares scatter has to be known."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """What is to be decided: whether the share is ``lower``, or ``upper``. ``alpha`` is how often
    ``upper`` may be found where ``lower`` is true, ``beta`` the other way round.

    Raises:
        ActionRefused: if these are no two shares, or no chances.
    """

    lower: float
    upper: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not 0 <= self.lower < self.upper <= 1:
            what = f"{self.lower} and {self.upper} are no two shares, the lower one first"
            raise ActionRefused("bad-sprt", what, "write --sprt 0.143 0.18, say")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            what = f"{self.alpha} and {self.beta} are no chances of an error"
            raise ActionRefused("bad-sprt", what, "write numbers between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the logarithm of the ratio has to come to: Wald's bounds."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class SprtCourse:
    """How a test goes. It takes the shares of whole rounds, in which each power was played once,
    for normal, with the variance that they show (the generalised test). ``add`` is given each game
    in turn."""

    def __init__(self, test: Sprt, seats: int) -> None:
        self.test = test
        self.games = 0
        self.ratio = 0.0
        """The logarithm of the ratio, as of the last whole round."""
        self._seats = seats
        self._round = 0.0
        self._rounds = 0
        self._sum = self._squares = 0.0

    @property
    def found(self) -> float | None:
        """The share that was decided for; None as long as nothing is decided."""
        low, high = self.test.bounds
        if self._rounds < FEWEST or low < self.ratio < high:
            return None
        return self.test.upper if self.ratio >= high else self.test.lower

    def add(self, result: GameResult) -> bool:
        """Count a game; whether it is decided."""
        self.games += 1
        self._round += result.share(result.seats_of(0)[0]) / self._seats
        if self.games % self._seats == 0:
            self._rounds += 1
            self._sum += self._round
            self._squares += self._round**2
            self._round = 0.0
            self._reckon()
        return self.found is not None

    def _reckon(self) -> None:
        if self._rounds < 2:
            return
        count, test = self._rounds, self.test
        value = self._sum / count
        variance = max(self._squares - count * value * value, 0.0) / (count - 1)
        gain = (test.upper - test.lower) * (2 * value - test.lower - test.upper)
        if variance > 1e-18:
            self.ratio = count * gain / (2 * variance)
        else:
            self.ratio = 0.0 if gain == 0 else (inf if gain > 0 else -inf)


def sprt_text(course: SprtCourse) -> str:
    """What a test came to, as a line of text."""
    test, (low, high) = course.test, course.test.bounds
    found = course.found
    came = f"log-likelihood ratio {course.ratio:.2f}, bounds {low:.2f} and {high:.2f}"
    errors = f"errors {test.alpha:g} and {test.beta:g}"
    if found is None:
        said = f"undecided between {test.lower:g} and {test.upper:g}"
    else:
        other = test.lower if found == test.upper else test.upper
        said = f"a share of {found:g}, not {other:g}"
    return f"SPRT              {said}, after {course.games} games ({came}; {errors})"


def sprt_data(course: SprtCourse) -> dict[str, object]:
    """The same as plain data."""
    test, (low, high) = course.test, course.test.bounds
    ratio = max(min(course.ratio, 1e9), -1e9)  # JSON has no infinity
    return {
        "lower": test.lower,
        "upper": test.upper,
        "alpha": test.alpha,
        "beta": test.beta,
        "ratio": ratio,
        "bounds": [low, high],
        "games": course.games,
        "found": course.found,
    }
