"""Numbers that do not fill the tables: who stands down, or how many seats are to be filled."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from dragoman.diagnostics import Diagnostic
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class OddNumbers:
    """The two ways to make full tables (NZ1999, rule 5).

    ``stand_down`` players sit out at ``fewer_tables``, or ``fill`` seats go to game masters and
    to players who take a second one at ``more_tables``. Both are 0 when the tables are full.
    """

    stand_down: int
    fewer_tables: int
    fill: int
    more_tables: int


def odd_numbers(present: int, size: int) -> OddNumbers:
    """Numbers of those who would have to stand down, or of seats to be filled instead."""
    tables, over = divmod(present, size)
    return OddNumbers(over, tables, size - over if over else 0, tables + (over > 0))


def choose_stand_downs(
    players: Iterable[str],
    count: int,
    seed: int,
    volunteers: Sequence[str] = (),
    stood_down: Mapping[str, int] | None = None,
) -> tuple[str, ...]:
    """Players who sit out: volunteers first, then who did so least often, then by lot.

    Raises:
        ValueError: if there are not so many players.
    """
    pool = sorted(set(players))
    if not 0 <= count <= len(pool):
        raise ValueError(f"{count} of {len(pool)} players cannot stand down")
    random.Random(seed).shuffle(pool)
    often = stood_down or {}
    pool.sort(key=lambda player: (player not in volunteers, often.get(player, 0)))
    return tuple(pool[:count])


def check_attendance(
    number: int, players: Sequence[str], size: int, two_seats: Iterable[str] = ()
) -> tuple[Diagnostic, ...]:
    """Faults that keep the players of a round from being drawn to tables.

    ``two_seats`` are those who are meant to be in ``players`` twice.
    """
    faults: list[Diagnostic] = []
    odd = odd_numbers(len(players), size)
    if odd.fill or not players:
        faults.append(
            Diagnostic(
                "odd-numbers",
                f"{len(players)} seats do not make full tables of {size} in round {number}",
                f"let {odd.stand_down} stand down, or fill {odd.fill} more seats with game masters "
                "or second seats"
                if players
                else "enter who plays",
            )
        )
    doublers = set(two_seats)
    for player, seats in sorted(Counter(players).items()):
        if seats > 2 or (seats > 1 and player not in doublers):
            faults.append(
                Diagnostic(
                    "two-seats",
                    f"{player} is in round {number} {seats} times",
                    "leave one out, or say that this player takes two seats",
                )
            )
        elif seats > len(players) // size:
            faults.append(
                Diagnostic(
                    "two-seats",
                    f"{player} cannot take two seats in round {number}: it has one table",
                    "let a game master take one",
                )
            )
    return tuple(faults)
