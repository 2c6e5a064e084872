"""Who plays which power in which game.

The schedule comes in rounds of as many games as there are entrants, or groups of entrants of which
one at most may be in a game. In each round each of them plays each power once; where there are
fewer than powers, as often as the others. Who meets whom is drawn anew each round.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dragoman.arena.entrant import Entrant
from dragoman.arena.house_rules import HouseRules, groups


def seating(
    entrants: Sequence[Entrant], rules: HouseRules, seats: int, seed: int, game: int
) -> tuple[int, ...]:
    """The number of the entrant at each power of a game. Of two, the first plays one power and the
    second all others."""
    if len(entrants) == 2:
        return tuple(int(seat != game % seats) for seat in range(seats))
    members = groups(entrants, rules)
    count = len(members)
    turn, place = divmod(game, count)
    dice = Random(f"schedule {seed} {turn}")
    order = dice.sample(range(count), count)
    found = [members[order[(place + step) % count]] for step in _steps(dice, count, seats)]
    # Those of a group take turns.
    return tuple(group[(turn + seat) % len(group)] for seat, group in enumerate(found))


def round_length(entrants: Sequence[Entrant], rules: HouseRules, seats: int) -> int:
    """How many games a round has: of two entrants one for each power."""
    return seats if len(entrants) == 2 else len(groups(entrants, rules))


def _steps(dice: Random, count: int, seats: int) -> list[int]:
    """How far along the round each power's player is: all different where there are enough, and
    each as often as the others, or once more."""
    found: list[int] = []
    while len(found) < seats:
        found += dice.sample(range(count), count)
    found = found[:seats]
    dice.shuffle(found)
    return found
