"""The figures of a match of policies and bots: points by any scoring system and by power, how many
orders were legal, and how strong that says they are.

Intervals are drawn by bootstrap over rounds: in a round each plays each power as often as the
others, and its games have one seed in common, so that they hang together; rounds are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from statistics import NormalDist
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from dragoman.arena.contest import FEWEST_ROUNDS, Contest, ContestGame
from dragoman.arena.standings import (
    Estimate,
    Pair,
    Skill,
    pairs_of,
    pairs_text,
    skill_course,
    student,
)
from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.scoring import (
    START_YEAR,
    GameResult,
    MissingData,
    ResultEnding,
    Scoring,
    choose_scoring,
)

with extra("env"):
    import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from dragoman.env.answers import Ints

    Numbers = npt.NDArray[np.float64]

RESAMPLED: Final = 2_000
"""So many samples of rounds are drawn for an interval."""
_RATED: Final = 400
"""The same for Elo, which takes longer."""
_SEED: Final = 1
_MIDDLE: Final = 1500.0


@dataclass(frozen=True, slots=True)
class MatchLine:
    """The figures of one entrant, where it played one power against copies of ``against``, or mixed
    with all others (``""``)."""

    name: str
    against: str
    games: int
    score: Estimate
    """Points by the scoring system of the match, for a power and game."""
    squares: Estimate
    """The share of the sum of squares, all of it for a victory."""
    solos: Estimate
    legal: float
    """Of the orders that were due the share that was given and legal."""
    by_power: tuple[tuple[str, int, Estimate], ...]
    """For each power how many games there were, and the points."""


@dataclass(frozen=True, slots=True)
class MatchRating:
    """The strength of an entrant: ``elo`` is on the scale of chess, 1,500 on average of all."""

    name: str
    elo: Estimate
    openskill: Skill | None
    """None where openskill is not installed."""


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """All figures of a match."""

    scoring: str
    games: int
    rounds: int
    equals: float
    """The share of squares among equals."""
    lines: tuple[MatchLine, ...]
    ratings: tuple[MatchRating, ...]
    pairs: tuple[Pair, ...]
    """How often each came out ahead of each other."""


def scoring_called(named: str) -> Scoring:
    """The scoring system of a name.

    Raises:
        ActionRefused: if there is none.
    """
    chosen, faults = choose_scoring(named)
    if chosen is None:
        one = faults[0]
        raise ActionRefused(one.code, one.what, one.remedy, one.candidates)
    return chosen


def match_figures(
    contest: Contest, results: Sequence[ContestGame], scoring: str = "sum-of-squares"
) -> MatchFigures:
    """The figures of the games of a contest that is ``counted``.

    Raises:
        ActionRefused: if there is no such scoring system, or it asks for more than a game tells.
        ValueError: if there are no games, or their years were not kept.
    """
    if not results or not all(one.years for one in results):
        raise ValueError("there are no games whose years were kept")
    games = _Games(contest, results, scoring_called(scoring))
    groups = contest.pairs or [(number, -1) for number in range(len(contest.entrants))]
    lines = [games.line(one, other) for one, other in groups]
    return MatchFigures(
        scoring,
        len(results),
        games.rounds,
        1 / contest.seats,
        tuple(line for line in lines if line is not None),
        _ratings(contest, results),
        pairs_of(contest, results),
    )


# Points


class _Games:
    """The games of a match as arrays: a row for each game, a column for each power."""

    def __init__(self, contest: Contest, results: Sequence[ContestGame], scoring: Scoring) -> None:
        self._contest = contest
        self._powers = tuple(contest.powers)
        self._players: Ints = np.array([one.players for one in results], np.int64)
        numbers = sorted({contest.round_of(one.game) for one in results})
        place = {number: row for row, number in enumerate(numbers)}
        self.rounds = len(numbers)
        self._round: Ints = np.array([place[contest.round_of(one.game)] for one in results])
        seats = range(contest.seats)
        self._score: Numbers = np.array([_scored(self._powers, one, scoring) for one in results])
        self._squares: Numbers = np.array([[one.share(seat) for seat in seats] for one in results])
        self._won: Numbers = np.array([[one.winner == seat for seat in seats] for one in results],
                                      np.float64)  # fmt: skip
        self._orders: Ints = np.array([one.orders for one in results], np.int64)
        self._weights = round_weights(self.rounds)

    def line(self, one: int, other: int) -> MatchLine | None:
        """The figures of an entrant against another, or mixed (-1); None where it did not play."""
        here = self._players == one
        if other >= 0:
            here &= here.sum(axis=1, keepdims=True) == 1
            here &= (self._players == other).any(axis=1, keepdims=True)
        if not here.any():
            return None
        due, legal = (int(self._orders[..., column][here].sum()) for column in (0, 1))
        by_power = [
            (power, int(here[:, seat].sum()), self._mean(self._score, _only(here, seat)))
            for seat, power in enumerate(self._powers)
            if here[:, seat].any()
        ]
        names = [entrant.name for entrant in self._contest.entrants]
        return MatchLine(
            names[one],
            names[other] if other >= 0 else "",
            int(here.any(axis=1).sum()),
            self._mean(self._score, here),
            self._mean(self._squares, here),
            self._mean(self._won, here),
            legal / due if due else 1.0,
            tuple(by_power),
        )

    def _mean(self, values: Numbers, here: npt.NDArray[np.bool_]) -> Estimate:
        """The mean of values of powers, with its interval over rounds."""
        sums = np.zeros((2, self.rounds))
        np.add.at(sums[0], self._round, np.where(here, values, 0).sum(axis=1))
        np.add.at(sums[1], self._round, here.sum(axis=1))
        value = float(sums[0].sum() / sums[1].sum())
        totals, counts = (self._weights @ row for row in sums)
        return spread_of(value, totals[counts > 0] / counts[counts > 0], self.rounds)


def _only(here: npt.NDArray[np.bool_], seat: int) -> npt.NDArray[np.bool_]:
    found = np.zeros_like(here)
    found[:, seat] = here[:, seat]
    return found


def round_weights(rounds: int) -> Numbers:
    """The number of times that each round is drawn in each of ``RESAMPLED`` samples of as many
    rounds as there are, ``(samples, rounds)``: the same whenever it is asked."""
    dice = np.random.default_rng(_SEED)
    return dice.multinomial(rounds, np.full(rounds, 1 / rounds), RESAMPLED).astype(np.float64)


def spread_of(value: float, drawn: Numbers, rounds: int) -> Estimate:
    """A figure with the middle 95 of a hundred of those drawn, and as much more as few rounds ask
    for: the expanded percentile interval (Hesterberg 2015, What Teachers Should Know about the
    Bootstrap, 4.2)."""
    if rounds < 2 or not len(drawn):
        return Estimate(value, -inf, inf)
    tail = NormalDist().cdf(-student(rounds - 1) * sqrt(rounds / (rounds - 1)))
    low, high = np.quantile(drawn, (tail, 1 - tail))
    return Estimate(value, float(low), float(high))


def _scored(powers: Sequence[str], result: ContestGame, scoring: Scoring) -> tuple[float, ...]:
    """The points of a game for each power.

    Raises:
        ActionRefused: if the scoring system asks for more than a game tells.
    """
    won = powers[result.winner] if result.winner >= 0 else ""
    # Scoring systems count 1901 as the first year, whatever a variant calls it.
    counts = {START_YEAR + place: row for place, row in enumerate(result.years)}
    ending = ResultEnding.SOLO if won else ResultEnding.TIME_DRAW
    game = GameResult(tuple(powers), MappingProxyType(counts), ending, won, frozenset())
    try:
        points = scoring.score(game)
    except MissingData as missing:
        what = f"this scoring system needs more than a game tells: {missing}"
        raise ActionRefused("not-scored", what, "choose another: dragoman tournament") from None
    return tuple(float(points[power]) for power in powers)


# Strength


def _ratings(contest: Contest, results: Sequence[ContestGame]) -> tuple[MatchRating, ...]:
    """The strengths of all entrants, the strongest first."""
    count = len(contest.entrants)
    numbers = sorted({contest.round_of(one.game) for one in results})
    place = {number: row for row, number in enumerate(numbers)}
    ahead = np.zeros((len(numbers), count, count))
    for result in results:
        shares = {one: result.share_of(one) for one in sorted(set(result.players))}
        for one, own in shares.items():
            for other, its in shares.items():
                if one != other:
                    points = 0.5 if own == its else float(own > its)
                    ahead[place[contest.round_of(result.game)], one, other] += points
    elos = elo_of(ahead.sum(axis=0))
    weights = round_weights(len(numbers))[:_RATED]
    resampled = (weights @ ahead.reshape(len(numbers), -1)).reshape(-1, count, count)
    drawn = np.array([elo_of(one) for one in resampled])
    course = skill_course(contest, results)
    found = [
        MatchRating(
            contest.entrants[number].name,
            spread_of(float(elos[number]), drawn[:, number], len(numbers)),
            course[-1][1][number] if course else None,
        )
        for number in range(count)
    ]
    return tuple(sorted(found, key=lambda one: -one.elo.value))


def elo_of(ahead: Numbers) -> Numbers:
    """Elo of entrants from how often each was ahead of each, ``(entrants, entrants)``; who had the
    same counts half. These are the strengths by which what was seen is likeliest (Bradley and Terry
    1952, by the steps of Hunter 2004), whatever the sequence of the games; a game that was neither
    won nor lost is added for each two that met, so that nobody is infinitely strong."""
    met = ahead + ahead.T > 0
    wins = ahead + met / 2
    played = wins + wins.T
    strength = np.ones(len(ahead))
    for _ in range(10_000):
        with np.errstate(invalid="ignore", divide="ignore"):
            each = np.where(played > 0, played / (strength[:, None] + strength[None, :]), 0.0)
        new = wins.sum(axis=1) / np.maximum(each.sum(axis=1), 1e-300)
        new = np.where(met.any(axis=1), new, 1.0)
        new /= np.exp(np.log(new).mean())
        is_done = bool(np.abs(np.log(new / strength)).max() < 1e-9)
        strength = new
        if is_done:
            break
    return np.log(strength) * (400 / log(10)) + _MIDDLE


# As text


def match_text(contest: Contest, figures: MatchFigures) -> str:
    """The figures as lines of text."""
    shown = [_called(one) for one in figures.lines]
    width = max(map(len, [*shown, *(one.name for one in figures.ratings)]))
    lines = [
        f"{len(contest.entrants)} entrants, {contest.variant} to {contest.last_year}, seed "
        f"{contest.seed}: {figures.games} games in {figures.rounds} rounds",
        f"score: {figures.scoring}; share of squares among equals: {figures.equals:.3f}; intervals "
        "of 95 %, by bootstrap over rounds",
        f"{'':{width}}  games  {'score':27}  {'share of squares':20}  {'solos':20}  legal orders",
    ]
    for name, one in zip(shown, figures.lines, strict=True):
        score = _points(one.score)
        figure = f"{score:27}  {one.squares!s:20}  {one.solos!s:20}  {100 * one.legal:.2f} %"
        lines.append(f"{name:{width}}  {one.games:5}  {figure}")
    lines += ["", *_table_by_power(contest, figures, shown)]
    lines += ["", f"{'':{width}}  {'Elo':27}  OpenSkill µ, σ"]
    for rating in figures.ratings:
        skill = rating.openskill
        told = "" if skill is None else f"{skill.mu:.1f}, {skill.sigma:.1f}"
        elo = f"{rating.elo.value:.0f} [{rating.elo.low:.0f}, {rating.elo.high:.0f}]"
        lines.append(f"{rating.name:{width}}  {elo:27}  {told}".rstrip())
    if any(one.openskill is None for one in figures.ratings):
        lines.append("OpenSkill's figures need openskill: pip install 'dragoman[judge]'")
    if figures.rounds < FEWEST_ROUNDS:
        lines.append(f"Of fewer than {FEWEST_ROUNDS} rounds intervals come out too narrow.")
    named = [(number, one.name) for number, one in enumerate(contest.entrants)]
    return "\n".join([*lines, "", pairs_text(figures.pairs, named)])


def _called(line: MatchLine) -> str:
    return f"{line.name} against {line.against}" if line.against else line.name


def _points(estimate: Estimate) -> str:
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}]"


def _table_by_power(contest: Contest, figures: MatchFigures, shown: Sequence[str]) -> list[str]:
    """Points by power: a line for each, a column for each entrant."""
    widths = [max(len(name), 24) for name in shown]
    first = max(len(power.name) for power in contest.powers.values())
    head = "  ".join(f"{name:{wide}}" for name, wide in zip(shown, widths, strict=True))
    found = [f"{'score as':{first}}  {head}".rstrip()]
    for key, power in contest.powers.items():
        row = (
            f"{_cell(line, key):{wide}}" for line, wide in zip(figures.lines, widths, strict=True)
        )
        found.append(f"{power.name:{first}}  {'  '.join(row)}".rstrip())
    return found


def _cell(line: MatchLine, power: str) -> str:
    return next((_points(score) for key, _, score in line.by_power if key == power), "")
