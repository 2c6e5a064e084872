"""Who waits for a seat, and which of them takes one that is vacant."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.judge.log import events as ev
from dragoman.judge.log.settings import Entry
from dragoman.judge.log.state import JudgedGame


def refill(g: JudgedGame, powers: Iterable[str]) -> tuple[ev.Seated, ...]:
    """For each of these powers, that are or become vacant, the first in the waiting list who
    would have it."""
    found: dict[int, str] = {}
    for power in powers:
        for user in waiting(g, g.is_programs(power)):
            wishes = g.applicants[user].wishes
            if user not in found and (not wishes or power in wishes):
                found[user] = power
                break
    return tuple(ev.Seated(power, user) for user, power in found.items())


def waiting(g: JudgedGame, programs: bool) -> list[int]:
    """The people, or the programs, that wait for a seat and may have one, in their order."""
    return [
        user
        for user, one in g.applicants.items()
        if one.program == programs and (one.admitted or g.settings.entry is not Entry.MASTER)
    ]
