"""What goes into the orders box, what comes late, and when reading begins (rules 9 and 12)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules.late_orders import next_reader
from dragoman.tournament.rules.season import Season


def put_in(
    t: Tournament, key: str, texts: Sequence[str], season: str | None, at: datetime
) -> list[Event]:
    """Orders are put into the box at a moment; after "Time" for their season they are late.

    Without a season they are for the first one whose box is still open: the season just
    over while its reading has not begun, else the one being negotiated.
    """
    table = finding.playing(t, key)
    when = _open_season(t, table, at) if season is None else _read(season)
    clock = t.clock_of(table)
    assert clock is not None
    late = at > clock.deadline(when)
    return _entered(table, texts, when, at, late)


def put_in_late(
    t: Tournament, key: str, texts: Sequence[str], season: str | None, at: datetime
) -> list[Event]:
    """Orders came after "Time" was called, whatever the clock says of the moment."""
    table = finding.playing(t, key)
    when = finding.season(t, table, season, at, over=True)
    return _entered(table, texts, when, at, late=True)


def begin_reading(
    t: Tournament,
    key: str,
    missing: Sequence[str],
    absent: Sequence[str],
    season: str | None,
    at: datetime,
) -> list[Event]:
    """The box is closed and reading begins; ``missing`` powers have no orders in it.

    Names the reader: the next power clockwise that has a centre, is not ``absent``.
    """
    table = finding.playing(t, key)
    when = finding.season(t, table, season, at, over=True)
    if when in table.readings:
        raise ActionRefused("read-already", f"the orders of {when.spoken} were read already")
    if table.readings and when < max(table.readings):
        raise ActionRefused("read-already", f"the orders of {max(table.readings).spoken} were read")
    without = finding.powers(table.variant, missing)
    for power in without:
        _check_alive(table, power)
        if power in table.box.get(when, {}):
            what = f"the orders of {power.title()} for {when.spoken} are in the box"
            raise ActionRefused("orders-there", what)
    reader = reader_of(t, table, when, finding.powers(table.variant, absent))
    if reader is None:
        raise ActionRefused("nobody", f"nobody is left to read on board {table.key}")
    return [ev.ReadingBegan(table.key, str(when), without, reader)]


def reader_of(t: Tournament, table: Table, season: Season, absent: Collection[str]) -> str | None:
    """Who reads the orders of a season first, and after them everybody else's."""
    rules = t.rules.box
    earlier = [reading for when, reading in sorted(table.readings.items()) if when < season]
    gone = set(rules.border) - set(table.survivors)
    return next_reader(
        rules.border,
        rules.first_reader,
        season,
        earlier[-1].reader if earlier else None,
        gone | set(absent),
        rules.pointer,
    )


def _entered(
    table: Table, texts: Sequence[str], when: Season, at: datetime, late: bool
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
        ev.OrdersIn(table.key, str(when), power, at.isoformat(timespec="seconds"), late)
        for power in found
    ]


def _open_season(t: Tournament, table: Table, at: datetime) -> Season:
    clock = t.clock_of(table)
    assert clock is not None
    over = clock.expired(at)
    if over is not None and table.box.get(over) and over not in table.readings:
        return over
    return clock.read(at).season


def _check_alive(table: Table, power: str) -> None:
    """A power without a centre may still have units until the winter, but only in its last
    year; after a count without it nobody waits for its orders."""
    if not table.last_counts[power]:
        what = f"{power.title()} is eliminated on board {table.key}"
        raise ActionRefused("eliminated", what)


def _read(season: str) -> Season:
    try:
        return Season.parse(season)
    except ValueError as error:
        raise ActionRefused("bad-season", str(error)) from None
