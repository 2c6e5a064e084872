"""Starting, pausing and changing the clock; the secret end of a round."""

from __future__ import annotations

from datetime import datetime, timedelta

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup
from dragoman.tournament.commands.rounds import (
    AddTime,
    PauseClock,
    ResumeClock,
    SetEndTime,
    SetSeasonLength,
    StartRound,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.settling import settled
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.round_clock import Clock, Running, Season

_LEAST = timedelta(seconds=30)
"""The shortest season."""
_LAST_YEAR = 1999


def start(t: Tournament, command: StartRound, now: datetime) -> list[Event]:
    """Start a round's clock, now or at a moment to come."""
    number, at = command.round, lookup.moment(command.at, now)
    round_ = lookup.drawn_round(t, number)
    if round_.started:
        raise ActionRefused("started-already", f"round {number} has started already")
    if not round_.published:
        what = f"the roster of round {number} is still secret"
        raise ActionRefused("not-published", what, f"publish it: publish {number}")
    return [ev.RoundStarted(number, at.isoformat())]


def set_end_time(t: Tournament, command: SetEndTime, now: datetime) -> list[Event]:
    """Note when the round is to end; for the director alone (NZ1999, rule 3)."""
    number, at = command.round, lookup.moment(command.time, now)
    round_ = lookup.round_(t, number)
    if round_.ended is not None:
        raise ActionRefused("ended-already", f"round {number} has ended")
    return [ev.EndTimeSet(number, at.isoformat())]


def pause(t: Tournament, command: PauseClock, now: datetime) -> list[Event]:
    """Stop the clock of the hall, or of one table."""
    number, at = lookup.round_meant(t, command.round), lookup.moment(command.at, now)
    clock, key = _clock(t, number, command.board)
    if clock.paused:
        raise ActionRefused("paused-already", f"the clock {_of(key)} stands already", "resume it")
    if clock.read(at).running is Running.WAITING:
        raise ActionRefused("not-running", f"the clock {_of(key)} has not started yet")
    _check_order(clock, at)
    return [ev.Paused(number, at.isoformat(), key)]


def resume(t: Tournament, command: ResumeClock, now: datetime) -> list[Event]:
    """Set the clock going again."""
    number, at = lookup.round_meant(t, command.round), lookup.moment(command.at, now)
    clock, key = _clock(t, number, command.board)
    if not clock.paused:
        raise ActionRefused("not-paused", f"the clock {_of(key)} is not paused")
    if not key and any(
        table.clock is not None and not table.clock.paused
        for table in t.rounds[number].tables.values()
    ):
        raise ActionRefused(
            "table-runs", "a table's own clock runs already", "resume the boards one by one"
        )
    _check_order(clock, at)
    return [ev.Resumed(number, at.isoformat(), key)]


def add_time(t: Tournament, command: AddTime, now: datetime) -> list[Event]:
    """Give one season more time, or less."""
    number, season = lookup.round_meant(t, command.round), command.season
    seconds = lookup.length(command.time) * (-1 if command.less else 1)
    clock, key = _clock(t, number, command.board)
    when = _season(clock, season, now)
    if not seconds:
        raise ActionRefused("nothing-to-change", "no time is no change")
    if clock.add(when, seconds).deadline(when) <= now < clock.deadline(when):
        what = f"{when} would be over at once"
        raise ActionRefused("over-at-once", what, "take less time away")
    if clock.add(when, seconds).length(when) < _LEAST:
        what = f"{when} would have less than {_LEAST.seconds} seconds"
        raise ActionRefused("too-short", what, "take less time away")
    return [ev.TimeAdded(number, lookup.typed(season, when), seconds, key, now.isoformat())]


def set_length(t: Tournament, command: SetSeasonLength, now: datetime) -> list[Event]:
    """Set how long seasons are from one on; by default from the next."""
    number, season = lookup.round_meant(t, command.round), command.season
    seconds = lookup.length(command.time)
    clock, key = _clock(t, number, command.board)
    when = _season(clock, season, now) if season else clock.read(now).season.next
    if when.year > _LAST_YEAR:
        what = f"no season comes after {clock.read(now).season.spoken}, to which the clock has come"
        raise ActionRefused("bad-season", what, "end the round, or correct its start")
    if timedelta(seconds=seconds) < _LEAST:
        raise ActionRefused("too-short", f"a season has at least {_LEAST.seconds} seconds")
    if when <= clock.read(now).season:
        raise ActionRefused(
            "too-late",
            f"{when} is running or over",
            "set the length of a season to come; for the one running, add or take time",
        )
    return [ev.LengthSet(number, lookup.typed(season, when), seconds, key, now.isoformat())]


def is_early_shortening(t: Tournament, number: int, change: Event) -> bool:
    """True if times are shortened before the year the preset has for it (rule 6: 1908)."""
    change = settled(t, change)
    if not isinstance(change, ev.LengthSet):
        return False
    clock, _ = _clock(t, number, change.board)
    when = Season.parse(change.season)
    shorter = change.seconds < clock.length(when).total_seconds()
    return shorter and when.year <= t.rules.clock.shorten_after


def _clock(t: Tournament, number: int, board: str) -> tuple[Clock, str]:
    """The clock meant, and the key of the board, empty for the hall's."""
    round_ = lookup.started_round(t, number)
    if round_.ended is not None:
        raise ActionRefused("ended-already", f"round {number} has ended, and its clock with it")
    assert round_.clock is not None
    if not board:
        return round_.clock, ""
    table = lookup.playing(t, board)
    if table.round != number:
        raise ActionRefused("other-round", f"board {table.key} is not in round {number}")
    return table.clock or round_.clock, table.key


def _season(clock: Clock, text: str | None, now: datetime) -> Season:
    if text is None:
        return clock.read(now).season
    try:
        when = Season.parse(text)
    except ValueError as error:
        raise ActionRefused("bad-season", str(error)) from None
    if when < clock.read(now).season:
        raise ActionRefused("too-late", f"{when} is over", "only a season to come can be changed")
    return when


def _check_order(clock: Clock, at: datetime) -> None:
    last = max((p.end or p.begin for p in clock.pauses), default=clock.start)
    if at < last:
        what = f"the clock was changed later than that, at {last:%H:%M:%S}"
        raise ActionRefused("out-of-order", what, "name a later moment, or undo that first")


def _of(key: str) -> str:
    return f"of board {key}" if key else "of the hall"
