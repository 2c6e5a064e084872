"""What goes into the orders box, what comes late, and when reading begins (rules 9 and 12)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.commands.tables import BeginReading, NoteLate, PutInOrders
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.settling import open_season
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules.season import Season


def put_in(t: Tournament, command: PutInOrders, now: datetime) -> list[Event]:
    """Orders are put into the box at a moment; after "Time" for their season they are late.

    Without a season they are for the first one whose box is still open: the season just
    over while its reading has not begun, else the one being negotiated.
    """
    table, season = finding.playing(t, command.board), command.season
    at = finding.moment(command.at, now)
    clock = t.clock_of(table)
    assert clock is not None
    if season is None:
        when = open_season(t, table, clock, at)
    else:
        when = finding.season(t, table, season, at, over=False)
    return _entered(table, command.powers, when, finding.typed(season, when), at, None)


def put_in_late(t: Tournament, command: NoteLate, now: datetime) -> list[Event]:
    """Orders came after "Time" was called, whatever the clock says of the moment."""
    table, season = finding.playing(t, command.board), command.season
    at = finding.moment(command.at, now)
    when = finding.season(t, table, season, at, over=True)
    return _entered(table, command.powers, when, finding.typed(season, when), at, True)


def begin_reading(t: Tournament, command: BeginReading, now: datetime) -> list[Event]:
    """The box is closed and reading begins; ``missing`` powers have no orders in it.

    The reader is the next power clockwise that has a centre and is not ``absent``, unless another
    is named.
    """
    table, season = finding.playing(t, command.board), command.season
    at = finding.moment(command.at, now)
    when = finding.season(t, table, season, at, over=True)
    if when in table.readings:
        raise ActionRefused("read-already", f"the orders of {when.spoken} were read already")
    without = finding.powers(table.variant, command.missing)
    for power in without:
        _check_alive(table, power)
        if power in table.box.get(when, {}):
            what = f"the orders of {power.title()} for {when.spoken} are in the box"
            raise ActionRefused("orders-there", what)
    away = finding.powers(table.variant, command.absent)
    named = finding.power(table.variant, command.reader) if command.reader else ""
    if not named and t.reader(table, when, away) is None:
        raise ActionRefused("nobody", f"nobody is left to read on board {table.key}")
    if named:
        _check_alive(table, named)
    said, moment = finding.typed(season, when), at.isoformat(timespec="seconds")
    return [ev.ReadingBegan(table.key, said, without, named, away, moment)]


def _entered(
    table: Table,
    texts: Sequence[str],
    when: Season,
    said: str,
    at: datetime,
    late: bool | None,
) -> list[Event]:
    if when in table.readings:
        what = f"the orders of {when.spoken} are being read; none are taken any more"
        raise ActionRefused("reading-begun", what)
    found = finding.powers(table.variant, texts)
    if not found:
        raise ActionRefused(
            "nobody", "no power was named", "type the letters of powers: A E F G I R T"
        )
    for power in found:
        _check_alive(table, power)
        if power in table.box.get(when, {}):
            what = f"the orders of {power.title()} for {when.spoken} are in the box already"
            raise ActionRefused("orders-there", what)
    return [
        ev.OrdersIn(table.key, said, power, at.isoformat(timespec="seconds"), late)
        for power in found
    ]


def _check_alive(table: Table, power: str) -> None:
    """A power without a centre may still have units until the winter, but only in its last
    year; after a count without it nobody waits for its orders."""
    if not table.last_counts[power]:
        what = f"{power.title()} is eliminated on board {table.key}"
        raise ActionRefused("eliminated", what)
