"""The result of a game that is over: points by a scoring system of tournaments, and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.scoring import (
    START_YEAR,
    GameResult,
    ResultEnding,
    choose_scoring,
    yearly_counts,
)

_ENDINGS: Mapping[str, ResultEnding] = {
    "victory": ResultEnding.SOLO,
    "concession": ResultEnding.SOLO,
    "draw": ResultEnding.VOTED_DRAW,
    "limit": ResultEnding.TIME_DRAW,
    "abandoned": ResultEnding.ABANDONED,
    "terminated": ResultEnding.ABANDONED,
}


@dataclass(frozen=True, slots=True)
class JudgedResult:
    """The end of a game. ``players`` are those who had each power in the end; ``points`` are by
    the scoring system of the settings, empty without one; ``is_rated`` says whether it counts for
    ratings."""

    how: str
    powers: tuple[str, ...]
    players: Mapping[str, int]
    points: Mapping[str, Fraction]
    is_rated: bool


def result_of(g: JudgedGame) -> JudgedResult | None:
    """The result of a game; None while it goes on.

    Only a rated game that was played to its end counts: not one that was abandoned or that a
    master ended.
    """
    if g.stage is not Stage.OVER or g.ending is None:
        return None
    how, powers = g.ending
    players = {power: user for user, power in g.players.items()}
    found = JudgedResult(how, powers, players, points(g), g.settings.rated)
    return found if is_played(found) else replace(found, is_rated=False)


def is_played(result: JudgedResult) -> bool:
    """True if a game was played to its end: not abandoned, nor ended by a master."""
    return _ENDINGS[result.how] is not ResultEnding.ABANDONED


def points(g: JudgedGame) -> Mapping[str, Fraction]:
    """Points of each power; none where the settings name no system."""
    if not g.settings.scoring or g.stage is not Stage.OVER:
        return {}
    scoring, _ = choose_scoring(g.settings.scoring, g.settings.scoring_settings)
    return {} if scoring is None else scoring.score(game_result(g))


def game_result(g: JudgedGame) -> GameResult:
    """The record of a game that is over, as tournaments count it."""
    assert g.ending is not None
    how, sharers = g.ending
    powers, counts = tuple(g.seats), counts_by_year(g)
    ending = _ENDINGS[how]
    return GameResult(
        powers,
        counts,
        ending,
        soloist=sharers[0] if ending is ResultEnding.SOLO else "",
        drawn=frozenset(sharers) if ending is ResultEnding.VOTED_DRAW else frozenset(),
        eliminated=dict(_eliminated(counts, powers)),
    )


def counts_by_year(g: JudgedGame) -> Mapping[int, tuple[int, ...]]:
    """The centres of each power, in the sequence of the seats, by year: at the start (1900), and
    after each autumn that was judged, the first of them 1901."""
    return yearly_counts(g.game.start, g.history, tuple(g.seats))


def _eliminated(
    counts: Mapping[int, tuple[int, ...]], powers: tuple[str, ...]
) -> Iterator[tuple[str, int]]:
    """The powers without a centre in the end, and the year after the last in which they had one;
    for those that had none from the beginning on, the first."""
    for number, power in enumerate(powers):
        owned = [year for year in counts if counts[year][number]]
        if max(counts) not in owned:
            yield power, max(owned, default=START_YEAR) + 1


# Places for ratings
#
# A power counts for whoever had it first. If he gave it up or lost it while it was alive he is
# last, whatever his successor made of it; the successor is not rated, for he took over what another
# had made. So nobody gains by leaving, and nobody loses by helping out.
#
# Places are by the points of the game's scoring system. Without one, those who won or shared the
# game are first and all others second.


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A player whose rating a game counts for, and his place; several may share one."""

    user: int
    place: int


def rated_players(g: JudgedGame) -> Mapping[str, RatedPlayer]:
    """Players who are rated, by the power that each had first; none if the game is not rated, is
    not over or was not played to its end."""
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
    found: dict[str, RatedPlayer] = {}
    for power, seat in g.seats.items():
        first = seat.past[0] if seat.past else seat.user
        if first is None or any(one.user == first for one in found.values()):
            continue
        is_gone = seat.user != first and (power, first) in left
        found[power] = RatedPlayer(first, last if is_gone else places[power])
    return found if len(found) > 1 else {}
