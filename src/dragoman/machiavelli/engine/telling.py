"""Writing down what happens."""

from __future__ import annotations

from dragoman.machiavelli.engine.realm import Realm


def tell(r: Realm, what: int, place: int, power: int, number: int) -> None:
    """Write down that something happened."""
    row = r.event_count
    r.events.what[row] = what
    r.events.place[row] = place
    r.events.power[row] = power
    r.events.number[row] = number
    r.event_count = row + 1
