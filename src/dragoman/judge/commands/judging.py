"""How the phase at hand is judged, and when."""

from __future__ import annotations

from datetime import datetime, timedelta

from dragoman.game import Game, position_json
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event
from dragoman.judge.log.settings import Early, Missed, timetable
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.orders import write


def next_due(g: JudgedGame) -> datetime | None:
    """When the clock has to look at a game again; None while only people can move it on."""
    if g.stage is not Stage.RUNNING or g.deadline is None or g.settings.moderated:
        return None
    if all_ready(g):
        return min(earliest(g), g.deadline)
    if g.awaited:
        return g.grace
    return g.deadline


def all_ready(g: JudgedGame) -> bool:
    """Whether the phase may be judged before its deadline, as far as the players go."""
    if g.settings.early is Early.NEVER:
        return False
    return all(g.is_ready(power) for power in g.has_to_order() if g.seats[power].user is not None)


def earliest(g: JudgedGame) -> datetime:
    """When the phase at hand may be judged at the earliest."""
    assert g.began is not None
    return timetable(g.settings).earliest(g.began)


def lacking(g: JudgedGame) -> tuple[str, ...]:
    """The powers that have to order, have a player, and did not order."""
    return tuple(
        power
        for power in g.has_to_order()
        if g.seats[power].user is not None and not g.has_ordered(power)
    )


def what_is_due(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """What the clock does to a game: it judges, or waits for those who are late."""
    due = next_due(g)
    if due is None or due > now:
        return ()
    if all_ready(g):
        return judge_phase(g, now)
    missing = lacking(g)
    if not missing:
        return judge_phase(g, now)
    if back := _back_from_absence(g, missing, now):
        return (ev.DeadlineSet(back.isoformat(), "absence"),)
    grace = timetable(g.settings).grace
    if not g.awaited and grace:
        return (ev.Awaited(missing, (now + grace).isoformat()),)
    if g.settings.missed is Missed.WAIT:
        return (ev.Awaited(missing),)
    return judge_phase(g, now)


def judge_phase(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """Judge the phase at hand with what is on file, and open the next."""
    game = with_orders(g)
    missed = lacking(g)
    resolution = game.process()
    phase = str(resolution.phase)
    orders = {power: tuple(map(write, given)) for power, given in resolution.orders.items()}
    won = resolution.winners
    deadline = "" if won else _deadline(g, game, now)
    position = position_json(resolution.position)
    found: list[Event] = [ev.Judged(phase, orders, position, missed, won, deadline)]
    if won:
        found.append(ev.Ended("victory", won))
        return tuple(found)
    if g.settings.missed is Missed.REPLACE:
        found += (
            ev.Vacated(power, "missed")
            for power in missed
            if g.seats[power].missed + 1 >= g.settings.misses
        )
    return tuple(found)


def with_orders(g: JudgedGame) -> Game:
    """A copy of the game with the orders on file for the phase at hand."""
    game = g.game.copy()
    for power in g.seats:
        if standing := g.standing.get(power):
            game.order(power, standing, standing=True)
        sheet = g.sheets.get((power, str(g.phase)))
        if sheet is not None:
            game.order(power, sheet.text)
    return game


def first_deadline(g: JudgedGame, now: datetime) -> str:
    """When the first phase is due if the game begins now."""
    return _deadline(g, g.game, now)


def _deadline(g: JudgedGame, game: Game, now: datetime) -> str:
    return timetable(g.settings).deadline(game.phase.kind, now).isoformat()


def _back_from_absence(g: JudgedGame, missing: tuple[str, ...], now: datetime) -> datetime | None:
    """When the last of those is back who said that they would be away."""
    back: list[datetime] = []
    for power in missing:
        user = g.seats[power].user
        if user is None:
            continue
        back += (end for start, end in g.absences.get(user, ()) if start <= now < end)
    return max(back) + timedelta(seconds=1) if back else None
