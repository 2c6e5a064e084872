"""The ways in which entrants of a contest sit down together: one against copies of another, or
mixed."""

from __future__ import annotations

from enum import Enum
from random import Random


class Meeting(Enum):
    """The ways in which entrants sit down together."""

    USUAL = "usual"
    """Of two the first against copies of the second; more of them mixed."""
    ONE = "one"
    """The first plays one power against copies of each other in turn."""
    EACH = "each"
    """Each plays one power against copies of each other."""
    MIXED = "mixed"
    """All together, each with as many powers as the others."""


def pairs_met(count: int, meeting: Meeting) -> list[tuple[int, int]]:
    """The pairs of which the first plays one power against copies of the second; none where all
    are mixed."""
    if meeting is Meeting.MIXED or (meeting is Meeting.USUAL and count != 2):
        return []
    ones = range(count) if meeting is Meeting.EACH else (0,)
    return [(one, other) for one in ones for other in range(count) if one != other]


def steps_along(dice: Random, count: int, seats: int) -> list[int]:
    """The position of each power's player along the round: all different where there are enough,
    and each as often as the others, or once more."""
    found: list[int] = []
    while len(found) < seats:
        found += dice.sample(range(count), count)
    found = found[:seats]
    dice.shuffle(found)
    return found
