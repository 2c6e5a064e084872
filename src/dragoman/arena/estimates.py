"""Figures with the intervals that chance leaves, where games of a round hang together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final

from dragoman.quick_dataclass import dataclass

_Z: Final = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the interval in which the true one is in 95 of a hundred such samples."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def mean(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """The mean of values from 0 to 1, with Student's interval; all that is possible for a single
    cluster. ``clusters`` says for each what it belongs to: what is in one may hang together, and
    clusters are independent."""
    value = fmean(values)
    count = len(set(clusters))
    if count < 2:
        return Estimate(value, 0.0, 1.0)
    width = student(count - 1) * sqrt(_variance(values, clusters))
    return Estimate(value, max(0.0, value - width), min(1.0, value + width))


def proportion(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """How often something was so: a value is 1 where it was, 0 where not, or between. Wilson's
    interval, of fewer games where those of a cluster hang together so that they say less."""
    value = fmean(values)
    count = float(len(values))
    plain = value * (1 - value) / count
    if plain > 0 and len(set(clusters)) > 1:
        spread = _variance(values, clusters) * (count - 1) / count / plain
        count /= max(spread, 1.0)
    square = _Z * _Z / count
    middle = (value + square / 2) / (1 + square)
    width = _Z / (1 + square) * sqrt(value * (1 - value) / count + square / (4 * count))
    return Estimate(value, max(0.0, middle - width), min(1.0, middle + width))


def _variance(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    """Of the mean: from how far the sum of each cluster is from what it would be."""
    value = fmean(values)
    off: dict[Hashable, float] = {}
    for one, cluster in zip(values, clusters, strict=True):
        off[cluster] = off.get(cluster, 0.0) + one - value
    count = len(off)
    return count / (count - 1) * sum(one * one for one in off.values()) / len(values) ** 2


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
