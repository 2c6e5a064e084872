"""Values that an event leaves to the clock and the table: the season that nobody typed, what is
late.

It is looked up when the event is carried out, on the tournament as it then is. So whoever corrects
a start or a pause corrects with it all that was read from the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from dragoman.rules import Phase
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import START_YEAR, Round, Tournament, TournamentTable
from dragoman.tournament.rules.judged_phase import game_of, judge_again
from dragoman.tournament.rules.round_clock import FIRST, Clock, Season
from dragoman.values import FrozenMap


def settled(t: Tournament, event: Event) -> Event:
    """The event with everything filled in. What the clock does not say stays open."""
    match event:
        case ev.OrdersIn():
            return _orders(t, event)
        case ev.ReadingBegan(season=""):
            return _with(event, _expired(t, event.board, event.at))
        case ev.VoteOpened():
            table = t.table(event.board)
            named = _with(event, _running(t, event.board, event.at)) if not event.season else event
            return replace(named, survivors=table.survivors)
        case ev.VoteClosed(season=""):
            opened = t.table(event.board).vote_open
            return replace(event, season=opened.season) if opened is not None else event
        case ev.CallRefused(season=""):
            return _with(event, _running(t, event.board, event.at))
        case ev.GameEnded(season="", how="time-draw"):
            return _with(event, _expired(t, event.board, event.at))
        case ev.GameEnded(season=""):
            return _with(event, _running(t, event.board, event.at))
        case ev.RoundEnded(season=""):
            return _with(event, _common_deadline(t, t.rounds[event.round], _moment(event.at)))
        case ev.TimeAdded(season=""):
            return _with(event, _of_clock(t, event, lambda season: season))
        case ev.LengthSet(season=""):
            return _with(event, _of_clock(t, event, lambda season: season.next))
        case ev.Adjudicated():
            return _judged(t, event)
        case ev.Penalised(kind="season-suspension", season=""):
            return _with(event, _running(t, event.board, event.at))
        case _:
            return event


def open_season(t: Tournament, table: TournamentTable, clock: Clock, at: datetime) -> Season:
    """The season whose orders are being put into the box: the one just over while its reading has
    not begun, else the one being negotiated."""
    over = clock.expired(at)
    if over is not None and table.box.get(over) and over not in table.readings:
        return over
    return clock.read(at).season


def _orders(t: Tournament, event: ev.OrdersIn) -> ev.OrdersIn:
    table, at = t.table(event.board), _moment(event.at)
    clock = t.clock_of(table)
    if clock is None:
        return event
    season = Season.parse(event.season) if event.season else None
    if season is None:
        season = clock.expired(at) if event.late else open_season(t, table, clock, at)
    if season is None:
        return event
    late = event.late if event.late is not None else at > clock.deadline(season)
    return replace(event, season=str(season), late=late)


def phase_at_hand(t: Tournament, table: TournamentTable) -> Phase:
    """The phase that a table which is judged from its orders has come to."""
    return game_of(table.variant.name, t.rules.tables, table.record, table.key).phase


def _judged(t: Tournament, event: ev.Adjudicated) -> ev.Adjudicated:
    """The phase judged again, if it is not any more what was judged."""
    table = t.table(event.board)
    disorder = t.disorder_in(table, Phase.parse(event.phase))
    if event.disorder is None or (disorder == event.disorder and not table.rejudged):
        return event
    if str(phase_at_hand(t, table)) != event.phase:
        return event
    found = judge_again(
        table.variant.name,
        t.rules.tables,
        table.record,
        table.key,
        event.orders,
        tuple(event.rulings.items()),
        disorder,
    )
    return replace(
        event,
        record=found.record,
        report=found.report,
        counts=FrozenMap(found.counts),
        disorder=disorder,
    )


def _with(event: Event, season: Season | None) -> Event:
    changed: dict[str, str] = {"season": str(season)} if season is not None else {}
    return replace(event, **changed)  # pyright: ignore[reportArgumentType]


def _running(t: Tournament, board: str, at: str) -> Season | None:
    clock = t.clock_of(t.table(board))
    return clock.read(_moment(at)).season if clock is not None else None


def _expired(t: Tournament, board: str, at: str) -> Season | None:
    clock = t.clock_of(t.table(board))
    return clock.expired(_moment(at)) if clock is not None else None


def _common_deadline(t: Tournament, round_: Round, at: datetime) -> Season | None:
    """The deadline that passed last on every board that still plays, if it is one and the same."""
    clocks = [t.clock_of(table) for table in round_.in_the_hall if not table.ending]
    if not clocks:
        # All games had ended, however long the clock ran on.
        last = max(table.final_year or START_YEAR for table in round_.tables.values())
        return Season(last, True) if last > START_YEAR else FIRST
    passed = {clock.expired(at) for clock in clocks if clock is not None}
    return passed.pop() if len(passed) == 1 else None


def _of_clock(
    t: Tournament, event: ev.TimeAdded | ev.LengthSet, meant: Callable[[Season], Season]
) -> Season | None:
    clock = t.clock_of(t.table(event.board)) if event.board else t.rounds[event.round].clock
    return meant(clock.read(_moment(event.at)).season) if clock is not None else None


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)
