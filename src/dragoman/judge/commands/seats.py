"""How seats change hands while a game runs, and absences."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.answer import Answer
from dragoman.judge.commands.entering import check_entry
from dragoman.judge.commands.finding import power_called
from dragoman.judge.commands.reserves import refill
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.settings import Entry
from dragoman.judge.log.state import JudgedGame
from dragoman.refusal import ActionRefused

LONGEST_ABSENCE: Final = timedelta(days=21)
ABSENCE_A_YEAR: Final = timedelta(days=42)


def take_seat(g: JudgedGame, command: c.TakeSeat, actor: Actor, now: datetime) -> Answer:
    power = power_called(g, command.power)
    check_entry(g, actor, command.code)
    if g.settings.entry is Entry.MASTER and actor.user not in g.invited:
        what = "a master lets people into this game"
        raise ActionRefused("master-lets-in", what, "join, and name the power")
    if power not in g.vacant:
        free = ", ".join(g.vacant) or "no power"
        raise ActionRefused("seat-taken", f"{power} cannot be taken over", f"open is {free}")
    if g.is_programs(power) != actor.is_program:
        who = "a program" if g.is_programs(power) else "a person"
        raise ActionRefused("programs-seat", f"{power} is played by {who}")
    return Answer((ev.Seated(power, actor.user),))


def resign(g: JudgedGame, command: c.Resign, actor: Actor, now: datetime) -> Answer:
    return _vacate(g, ev.Vacated(g.players[actor.user], "resigned"))


def eject(g: JudgedGame, command: c.Eject, actor: Actor, now: datetime) -> Answer:
    power = power_called(g, command.power)
    if g.seats[power].user is None:
        raise ActionRefused("no-player", f"{power} has no player")
    return _vacate(g, ev.Vacated(power, "ejected", command.why))


def _vacate(g: JudgedGame, vacated: ev.Vacated) -> Answer:
    is_alive = vacated.power in g.game.survivors
    return Answer((vacated, *refill(g, (vacated.power,) if is_alive else ())))


def announce_absence(
    g: JudgedGame, command: c.AnnounceAbsence, actor: Actor, now: datetime
) -> Answer:
    start, end = max(command.start, now), command.end
    if end <= start:
        raise ActionRefused("no-absence", "an absence ends after it begins")
    if end - start > LONGEST_ABSENCE:
        what = f"nobody may be away for more than {LONGEST_ABSENCE.days} days at once"
        raise ActionRefused("absence-too-long", what, "find somebody to take your seat over")
    year = now - timedelta(days=365)
    taken = sum(
        (till - max(since, year) for since, till in g.absences.get(actor.user, ()) if till > year),
        timedelta(),
    )
    if taken + (end - start) > ABSENCE_A_YEAR:
        what = f"a game waits for nobody for more than {ABSENCE_A_YEAR.days} days a year"
        raise ActionRefused("absent-too-often", what)
    return Answer((ev.Absent(actor.user, start.isoformat(), end.isoformat()),))


def end_absence(g: JudgedGame, command: c.EndAbsence, actor: Actor, now: datetime) -> Answer:
    if not any(end > now for _, end in g.absences.get(actor.user, ())):
        return Answer()
    return Answer((ev.AbsenceEnded(actor.user),))
