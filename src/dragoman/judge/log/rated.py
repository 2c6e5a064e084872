"""Who is rated for a game that is over, and at which place.

A power counts for whoever had it first. If he gave it up or lost it while it was alive he is last,
whatever his successor made of it; the successor is not rated, for he took over what another had
made. So nobody gains by leaving, and nobody loses by helping out.

Places are by the points of the game's scoring system. Without one, those who won or shared the
game are first and all others second.
"""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.judge.log.result import result_of
from dragoman.judge.log.state import JudgedGame
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Rated:
    """Whose rating a power counts for, and at which place; several may share one."""

    user: int
    place: int


def rated_players(g: JudgedGame) -> Mapping[str, Rated]:
    """Who is rated, by the power that he had first; nobody if the game is not rated, is not over
    or was not played to its end."""
    result = result_of(g)
    if result is None or not result.is_rated:
        return {}
    if result.points:
        worth = {power: result.points.get(power, 0) for power in g.seats}
    else:
        worth = {power: int(power in result.powers) for power in g.seats}
    order = sorted(set(worth.values()), reverse=True)
    places = {power: order.index(points) + 1 for power, points in worth.items()}
    last = max(2, len(order))
    left = {(one.power, one.user) for one in g.departures}
    found: dict[str, Rated] = {}
    for power, seat in g.seats.items():
        first = seat.past[0] if seat.past else seat.user
        if first is None or any(one.user == first for one in found.values()):
            continue
        is_gone = seat.user != first and (power, first) in left
        found[power] = Rated(first, last if is_gone else places[power])
    return found if len(found) > 1 else {}
