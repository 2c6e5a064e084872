"""Events that chance decides, and a record of everything that happens.

Dice can be rolled again: each is named, and comes from the name and the game's seed. So judging a
phase again rolls the same. What somebody says was thrown counts instead.
"""

from __future__ import annotations

from typing import Final

from dragoman.machiavelli.engine.realm import Realm
from dragoman.rules.engine.turn import Turn

# Dice

_LOW: Final = (1 << 31) - 1
_EVEN: Final = _LOW // 6 * 6
"""Numbers from here on would make the first faces likelier."""


def roll(t: Turn, r: Realm, purpose: int, power: int, number: int) -> int:
    """A die, from 1 to 6, which is recorded. Its name is the phase, what it is rolled for, for
    whom (NONE for everybody), and which die of these it is."""
    die = thrown(r, purpose, power, number)
    if die == 0:
        state = r.seed & _LOW
        state = mixed(state, (r.seed >> 31) & _LOW)
        state = mixed(state, t.year)
        state = mixed(state, t.phase)
        state = mixed(state, purpose)
        state = mixed(state, power)
        state = mixed(state, number)
        while state >= _EVEN:
            state = mixed(state, 1)
        die = state % 6 + 1
    row = r.roll_count
    r.rolls.purpose[row] = purpose
    r.rolls.power[row] = power
    r.rolls.number[row] = number
    r.rolls.die[row] = die
    r.roll_count = row + 1
    return die


def mixed(state: int, value: int) -> int:
    """A number of 31 bits in which each bit hangs on every bit of both."""
    state = (state ^ (value * 0x1E3779B1)) & _LOW
    for _ in range(2):
        state = ((state ^ (state >> 16)) * 0x45D9F3B) & _LOW
    return state ^ (state >> 16)


def thrown(r: Realm, purpose: int, power: int, number: int) -> int:
    """The die that somebody says was thrown, 0 if nobody does."""
    for row in range(r.thrown_count):
        if (
            r.thrown.purpose[row] == purpose
            and r.thrown.power[row] == power
            and r.thrown.number[row] == number
        ):
            return r.thrown.die[row]
    return 0


# The record of events


def record_event(r: Realm, what: int, place: int, power: int, number: int) -> None:
    """Write down that something happened."""
    row = r.event_count
    r.events.what[row] = what
    r.events.place[row] = place
    r.events.power[row] = power
    r.events.number[row] = number
    r.event_count = row + 1
