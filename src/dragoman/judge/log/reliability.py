"""The reliability of players: the share of their deadlines that they kept.

All of it follows from the logs of his games, and nobody can write it up:

- Only deadlines count at which the power had something to order. Orders that the judge can read,
  or a word that one is ready, keep one, if he gave them himself: a master's help, or orders that
  stand for every turn, say nothing of him.
- It does not count what he announced that he would be away for, nor a phase that began before he
  took the seat, nor one that a master judged ahead of time, nor what was rolled back.
- Phases of less than an hour, and games of which he is a master, count nothing for him, and of
  one game no more than ``MOST_OF_A_GAME`` deadlines: nobody becomes reliable at one table with
  friends in an afternoon.
- A power that he gave up or lost while it was alive counts as ``A_DEPARTURE`` deadlines missed,
  whoever took it over.

A figure of a hundred takes many games: everybody begins as if he had kept eight deadlines of ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from dragoman.judge.log.state import JudgedGame
from dragoman.quick_dataclass import dataclass

MOST_OF_A_GAME: Final = 60
A_DEPARTURE: Final = 10
SHORTEST: Final = timedelta(hours=1)
_AT_FIRST_DUE: Final = 10
_AT_FIRST_KEPT: Final = 8


@dataclass(frozen=True, slots=True)
class Conduct:
    """The conduct of one player in one game, or in all: deadlines that were his, those that he
    kept, and powers that he left."""

    due: int = 0
    kept: int = 0
    departures: int = 0


def conduct(g: JudgedGame) -> Mapping[int, Conduct]:
    """The conduct of each player in a game, by account."""
    found: dict[int, Conduct] = {}
    for one in g.dues:
        if one.kept is None or one.lasted < SHORTEST or one.user in g.masters:
            continue
        before = found.get(one.user, Conduct())
        found[one.user] = replace(before, due=before.due + 1, kept=before.kept + one.kept)
    for user, one in found.items():
        if one.due > MOST_OF_A_GAME:
            kept = round(one.kept * MOST_OF_A_GAME / one.due)
            found[user] = replace(one, due=MOST_OF_A_GAME, kept=kept)
    for left in g.departures:
        before = found.get(left.user, Conduct())
        found[left.user] = replace(before, departures=before.departures + 1)
    return found


def reliability(games: Iterable[Conduct]) -> int:
    """The deadlines that a player keeps of a hundred, as far as these games tell."""
    due, kept = _AT_FIRST_DUE, _AT_FIRST_KEPT
    for one in games:
        due += one.due + A_DEPARTURE * one.departures
        kept += one.kept
    return 100 * kept // due
