"""What the games of a contest come to for each entrant, and how strong that says they are."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.table import Estimate, mean, proportion
from dragoman.extras import is_installed
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """The figures of an entrant. Where it played several powers of a game, a game's share is the
    mean of theirs; a game is won or topped with any of them."""

    name: str
    games: int
    share: Estimate
    solos: Estimate
    tops: Estimate
    by_power: tuple[tuple[str, int, float], ...]
    """For each power how often it was played, and the mean share."""
    rating: tuple[float, float] | None
    """Of OpenSkill (Plackett and Luce): the likeliest strength, and how far off that may be. None
    where openskill is not installed."""
    faults: int
    """In how many games it failed."""


def standings_of(contest: Contest, results: Sequence[GameResult]) -> tuple[Standing, ...]:
    """The figures of all who played, the best share first."""
    ratings = rating_course(contest, results)
    found = [
        _standing(contest, results, number, ratings[-1][number] if ratings else None)
        for number in range(len(contest.entrants))
        if any(number in result.players for result in results)
    ]
    return tuple(sorted(found, key=lambda one: -one.share.value))


def rating_course(
    contest: Contest, results: Sequence[GameResult]
) -> list[tuple[tuple[float, float], ...]]:
    """The ratings of all entrants after each game; none where openskill is not installed.

    Who won is first and all others are last; else places go by shares. An entrant with several
    powers has one place, by the mean of their shares.
    """
    if not is_installed("openskill"):
        return []
    from dragoman.judge.log.rated import Rated
    from dragoman.judge.results.reckoning import AT_FIRST, rate

    now = dict.fromkeys(range(len(contest.entrants)), AT_FIRST)
    found: list[tuple[tuple[float, float], ...]] = []
    for result in results:
        shares = {one: _share(result, one) for one in sorted(set(result.players))}
        order = sorted(set(shares.values()), reverse=True)
        now |= rate([Rated(one, order.index(share) + 1) for one, share in shares.items()], now)
        found.append(tuple((now[one].mu, now[one].sigma) for one in sorted(now)))
    return found


def _share(result: GameResult, entrant: int) -> float:
    seats = result.seats_of(entrant)
    return sum(map(result.share, seats)) / len(seats)


def _standing(
    contest: Contest,
    results: Sequence[GameResult],
    number: int,
    rating: tuple[float, float] | None,
) -> Standing:
    played = [(result, result.seats_of(number)) for result in results if number in result.players]
    count, name = len(played), contest.entrants[number].name
    shares: dict[int, list[float]] = {}
    for result, seats in played:
        for seat in seats:
            shares.setdefault(seat, []).append(result.share(seat))
    powers = tuple(find_variant(contest.variant).board.powers)
    own = {result.game: {powers[seat] for seat in seats} for result, seats in played}
    failed = sum(
        any(fault.partition(" ")[0] in own[result.game] for fault in result.faults)
        for result, _ in played
    )
    return Standing(
        name,
        count,
        mean(tuple(_share(result, number) for result, _ in played)),
        proportion(sum(result.winner in seats for result, seats in played), count),
        proportion(sum(any(map(result.is_top, seats)) for result, seats in played), count),
        tuple(
            (power, len(shares[seat]), sum(shares[seat]) / len(shares[seat]))
            for seat, power in enumerate(powers)
            if seat in shares
        ),
        rating,
        failed,
    )


def standings_text(contest: Contest, standings: Sequence[Standing], games: int) -> str:
    """The figures as lines of text."""
    width = max(len(one.name) for one in standings)
    lines = [
        f"{len(contest.entrants)} entrants, {contest.variant} to {contest.last_year}, seed "
        f"{contest.seed}: {games} games",
        f"{'':{width}}  games  share of squares      solos                 rating",
    ]
    for one in standings:
        rating = "" if one.rating is None else f"{one.rating[0]:.1f} ±{one.rating[1]:.1f}"
        failed = f"  failed in {one.faults}" if one.faults else ""
        line = f"{one.name:{width}}  {one.games:5}  {one.share}  {one.solos}  {rating}{failed}"
        lines.append(line.rstrip())
    if standings[0].rating is None:
        lines.append("ratings need openskill: pip install 'dragoman[judge]'")
    return "\n".join(lines)
