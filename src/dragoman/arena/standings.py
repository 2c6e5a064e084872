"""What the games of a contest come to for each entrant, and how strong that says they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.estimates import Estimate, mean, proportion
from dragoman.arena.pairs import pairs_of, pairs_text
from dragoman.extras import is_installed
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass

_MOST_POINTS: Final = 200


@dataclass(frozen=True, slots=True)
class Skill:
    """OpenSkill's figures after Plackett and Luce, as of the last game: ``mu`` is the strength that
    they come to, which begins at 25, and ``sigma`` how unsure the model still is of it. They hang
    on the sequence of the games, and are no interval of what these say: the shares have that."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Standing:
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
"""How many games had been played, and the figures of all entrants then: after some two hundred of
the games, the last one among them."""


def standings_of(
    contest: Contest, results: Sequence[GameResult], course: Course | None = None
) -> tuple[Standing, ...]:
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


def skill_course(contest: Contest, results: Sequence[GameResult]) -> Course:
    """OpenSkill's figures of all entrants; none where openskill is not installed.

    Who won is first and all others are last; else places go by shares. An entrant with several
    powers has one place, by the mean of their shares.
    """
    if not is_installed("openskill"):
        return []
    from dragoman.judge.log.rated import Rated
    from dragoman.judge.results.reckoning import AT_FIRST, rate

    now = dict.fromkeys(range(len(contest.entrants)), AT_FIRST)
    found: list[tuple[int, tuple[Skill, ...]]] = []
    step = max(1, len(results) // _MOST_POINTS)
    for number, result in enumerate(results):
        shares = {one: result.share_of(one) for one in sorted(set(result.players))}
        order = sorted(set(shares.values()), reverse=True)
        now |= rate([Rated(one, order.index(share) + 1) for one, share in shares.items()], now)
        if number % step == 0 or number == len(results) - 1:
            skills = tuple(Skill(now[one].mu, now[one].sigma) for one in sorted(now))
            found.append((number + 1, skills))
    return found


def _standing(
    contest: Contest,
    results: Sequence[GameResult],
    number: int,
    skill: Skill | None,
    where: Mapping[int, int],
) -> Standing:
    powers = tuple(find_variant(contest.variant).board.powers)
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
    return Standing(
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
    contest: Contest, standings: Sequence[Standing], results: Sequence[GameResult]
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
