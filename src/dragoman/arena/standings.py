"""Standings of a contest: points of each entrant, how strong that says they are, and how far chance
may have had its part in it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final

from dragoman.arena.contest import Contest, ContestGame
from dragoman.extras import is_installed
from dragoman.quick_dataclass import dataclass

# Figures with the intervals that chance leaves, where games of a round hang together

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
    """The frequency of something: a value is 1 where it was, 0 where not, or between. Wilson's
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
    """The half width of the interval in standard errors: Student's quantile for so many degrees
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


# Pairs


@dataclass(frozen=True, slots=True)
class Pair:
    """Of the games in which two both played how often the one had the greater share; where they had
    the same, half counts."""

    one: str
    other: str
    numbers: tuple[int, int]
    """Of the two entrants: who plays against copies of itself has one name, and is two of them."""
    games: int
    ahead: Estimate


def pairs_of(contest: Contest, results: Sequence[ContestGame]) -> tuple[Pair, ...]:
    """All pairs that met, each both ways."""
    names = [one.name for one in contest.entrants]
    met: dict[tuple[int, int], tuple[list[float], list[int]]] = {}
    cluster = contest.clusters(results)
    for result in results:
        shares = {one: result.share_of(one) for one in sorted(set(result.players))}
        for one, own in shares.items():
            for other, its in shares.items():
                if one != other:
                    ahead, clusters = met.setdefault((one, other), ([], []))
                    ahead.append(0.5 if own == its else 1.0 if own > its else 0.0)
                    clusters.append(cluster[result.game])
    return tuple(
        Pair(
            names[one],
            names[other],
            (one, other),
            len(ahead),
            proportion(ahead, clusters),
        )
        for (one, other), (ahead, clusters) in sorted(met.items())
    )


def pairs_text(pairs: Sequence[Pair], entrants: Sequence[tuple[int, str]]) -> str:
    """The matrix as lines of text: who is in the line against who is in the column. Entrants are
    their numbers and names."""
    cells = {pair.numbers: _cell(pair.ahead) for pair in pairs}
    names = [name for _, name in entrants]
    first = max(len("ahead of"), *map(len, names))
    widths = [max(len(name), 10) for name in names]
    head = "  ".join(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    lines = [f"{'ahead of':{first}}  {head}"]
    for one, name in entrants:
        row = (
            f"{cells.get((one, other), '–' if one == other else ''):>{width}}"
            for (other, _), width in zip(entrants, widths, strict=True)
        )
        lines.append(f"{name:{first}}  {'  '.join(row)}".rstrip())
    return "\n".join(lines)


def _cell(ahead: Estimate) -> str:
    reach = max(ahead.high - ahead.value, ahead.value - ahead.low)
    return f"{ahead.value:.2f} ±{reach:.2f}"


_MOST_POINTS: Final = 200


@dataclass(frozen=True, slots=True)
class Skill:
    """OpenSkill's figures after Plackett and Luce, as of the last game: ``mu`` is the strength that
    they come to, which begins at 25, and ``sigma`` how unsure the model still is of it. They hang
    on the sequence of the games, and are no interval of what these say: the shares have that."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class EntrantStanding:
    """The figures of an entrant. Where it played several powers of a game, a game's share is the
    mean of theirs; a game is won or topped with any of them."""

    name: str
    number: int
    """Of the entrant."""
    games: int
    share: Estimate
    solos: Estimate
    tops: Estimate
    by_power: tuple[tuple[str, int, float], ...]
    """For each power how often it was played, and the mean share."""
    openskill: Skill | None
    """None where openskill is not installed."""
    faults: int
    """In how many games it failed."""


Course = Sequence[tuple[int, tuple[Skill, ...]]]
"""The number of games that had been played, and the figures of all entrants then: after some two
hundred of the games, the last one among them."""


def standings_of(
    contest: Contest, results: Sequence[ContestGame], course: Course | None = None
) -> tuple[EntrantStanding, ...]:
    """The figures of all who played, the best share first. ``course`` is what ``skill_course``
    gave, which takes longest, if it was asked already."""
    course = skill_course(contest, results) if course is None else course
    where = contest.clusters(results)
    found = [
        _standing(contest, results, number, course[-1][1][number] if course else None, where)
        for number in range(len(contest.entrants))
        if any(number in result.players for result in results)
    ]
    return tuple(sorted(found, key=lambda one: -one.share.value))


def skill_course(contest: Contest, results: Sequence[ContestGame]) -> Course:
    """OpenSkill's figures of all entrants; none where openskill is not installed.

    Who won is first and all others are last; else places go by shares. An entrant with several
    powers has one place, by the mean of their shares.
    """
    if not is_installed("openskill"):
        return []
    from dragoman.judge.log.result import RatedPlayer
    from dragoman.judge.results.rating_update import AT_FIRST, rate

    now = dict.fromkeys(range(len(contest.entrants)), AT_FIRST)
    found: list[tuple[int, tuple[Skill, ...]]] = []
    step = max(1, len(results) // _MOST_POINTS)
    for number, result in enumerate(results):
        shares = {one: result.share_of(one) for one in sorted(set(result.players))}
        order = sorted(set(shares.values()), reverse=True)
        now |= rate(
            [RatedPlayer(one, order.index(share) + 1) for one, share in shares.items()], now
        )
        if number % step == 0 or number == len(results) - 1:
            skills = tuple(Skill(now[one].mu, now[one].sigma) for one in sorted(now))
            found.append((number + 1, skills))
    return found


def _standing(
    contest: Contest,
    results: Sequence[ContestGame],
    number: int,
    skill: Skill | None,
    where: Mapping[int, int],
) -> EntrantStanding:
    powers = tuple(contest.powers)
    shares, wins, tops, clusters = list[float](), list[bool](), list[bool](), list[int]()
    played, total, failed = [0] * len(powers), [0.0] * len(powers), 0
    for result in results:
        if not (seats := result.seats_of(number)):
            continue
        shares.append(result.share_of(number))
        wins.append(result.winner in seats)
        tops.append(any(map(result.is_top, seats)))
        clusters.append(where[result.game])
        for seat in seats:
            played[seat] += 1
            total[seat] += result.share(seat)
        own = {powers[seat] for seat in seats} if result.faults else ()
        failed += any(fault.partition(" ")[0] in own for fault in result.faults)
    return EntrantStanding(
        contest.entrants[number].name,
        number,
        len(shares),
        mean(shares, clusters),
        proportion(wins, clusters),
        proportion(tops, clusters),
        tuple(
            (power, played[seat], total[seat] / played[seat])
            for seat, power in enumerate(powers)
            if played[seat]
        ),
        skill,
        failed,
    )


def standings_text(
    contest: Contest, standings: Sequence[EntrantStanding], results: Sequence[ContestGame]
) -> str:
    """The figures as lines of text, and who came out ahead of whom."""
    width = max(len(one.name) for one in standings)
    lines = [
        f"{len(contest.entrants)} entrants, {contest.variant} to {contest.last_year}, seed "
        f"{contest.seed}: {len(results)} games",
        f"{'':{width}}  games  share of squares      solos                 OpenSkill µ, σ",
    ]
    for one in standings:
        skill = (
            "" if one.openskill is None else f"{one.openskill.mu:.1f}, {one.openskill.sigma:.1f}"
        )
        failed = f"  failed in {one.faults}" if one.faults else ""
        line = f"{one.name:{width}}  {one.games:5}  {one.share}  {one.solos}  {skill}{failed}"
        lines.append(line.rstrip())
    if standings[0].openskill is None:
        lines.append("OpenSkill's figures need openskill: pip install 'dragoman[judge]'")
    lines += [
        "",
        pairs_text(pairs_of(contest, results), [(one.number, one.name) for one in standings]),
    ]
    return "\n".join(lines)


# Tables of two


@dataclass(frozen=True, slots=True)
class PairedTable:
    """The figures of the first of two entrants, who played one power a game."""

    games: int
    share: Estimate
    """Of the sum of squares."""
    solos: Estimate
    """The share of the games that it won."""
    tops: Estimate
    """In how many nobody had more."""
    parity: float
    """The share among equals."""
    by_seat: tuple[tuple[str, int, Estimate], ...]
    """For each power how many games there were, and the share."""


def table_of(contest: Contest, results: Sequence[ContestGame]) -> PairedTable:
    """The figures of one against copies of another.

    Raises:
        ValueError: if there are no games.
    """
    if not results:
        raise ValueError("there are no games to count")
    powers = tuple(contest.powers)
    played = [(result, result.seats_of(0)[0]) for result in results]
    where = contest.clusters(results)
    clusters = [where[result.game] for result in results]
    by_seat = [
        (power, [(result, where[result.game]) for result, seat in played if seat == number])
        for number, power in enumerate(powers)
    ]
    return PairedTable(
        len(results),
        mean([result.share(seat) for result, seat in played], clusters),
        proportion([result.winner == seat for result, seat in played], clusters),
        proportion([result.is_top(seat) for result, seat in played], clusters),
        1 / len(powers),
        tuple(
            (
                power,
                len(found),
                mean([one.share(number) for one, _ in found], [cluster for _, cluster in found]),
            )
            for number, (power, found) in enumerate(by_seat)
            if found
        ),
    )


def table_text(contest: Contest, table: PairedTable) -> str:
    """The figures as lines of text."""
    lines = [
        f"{contest.entrants[0].name} against {contest.entrants[1].name}, {contest.variant} to "
        f"{contest.last_year}, seed {contest.seed}: {table.games} games",
        f"share of squares  {table.share}  (equals: {table.parity:.3f})",
        f"solos             {table.solos}",
        f"most centres      {table.tops}",
    ]
    names = contest.powers
    width = max(len(names[power].name) for power, _, _ in table.by_seat)
    lines += [
        f"  {names[power].name:{width}}  {games:4}  {share}"
        for power, games, share in table.by_seat
    ]
    return "\n".join(lines)
