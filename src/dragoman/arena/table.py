"""What the games of a contest come to, with how far chance may have had its part in it."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.arena.contest import Contest, GameResult
from dragoman.arena.estimates import Estimate, mean, proportion
from dragoman.game import find_variant
from dragoman.quick_dataclass import dataclass


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
    where = contest.clusters(results)
    clusters = [where[result.game] for result in results]
    by_seat = [
        (power, [(result, where[result.game]) for result, seat in played if seat == number])
        for number, power in enumerate(powers)
    ]
    return Table(
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
