"""What players do while the game runs: seats, orders, readiness."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.judge.commands import command as c
from dragoman.judge.commands.answer import Answer
from dragoman.judge.commands.finding import own_power, phase_called, power_called
from dragoman.judge.commands.forming import check_entry
from dragoman.judge.commands.judging import all_ready, earliest, judge_phase, lacking
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event, Logged
from dragoman.judge.log.fold import apply
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.refusal import ActionRefused

LONGEST_SHEET: Final = 100_000
LONGEST_ABSENCE: Final = timedelta(days=21)
ABSENCE_A_YEAR: Final = timedelta(days=42)


def take_seat(g: JudgedGame, command: c.TakeSeat, actor: Actor, now: datetime) -> Answer:
    power = power_called(g, command.power)
    if actor.user in g.players:
        raise ActionRefused("plays-already", "you play in this game already")
    if actor.user in g.masters and g.settings.anonymous:
        what = "the master of an anonymous game knows who plays what"
        raise ActionRefused("master-plays", what, "let another be its master")
    if power not in g.vacant:
        free = ", ".join(g.vacant) or "no power"
        raise ActionRefused("seat-taken", f"{power} cannot be taken over", f"open is {free}")
    check_entry(g, command.code)
    return Answer((ev.Seated(power, actor.user),))


def resign(g: JudgedGame, command: c.Resign, actor: Actor, now: datetime) -> Answer:
    return Answer((ev.Vacated(g.players[actor.user], "resigned"),))


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


# Orders.


def save_orders(g: JudgedGame, command: c.SaveOrders, actor: Actor, now: datetime) -> Answer:
    """Keep a sheet as it was written. What the judge cannot understand is told and stays on the
    sheet, for nothing that a player wrote is thrown away; it is not judged."""
    power = own_power(g, actor, command.power)
    phase = phase_called(g, command.phase)
    if phase < g.phase:
        raise ActionRefused("phase-is-over", f"{phase} has been judged", "order for a later one")
    if len(command.text) > LONGEST_SHEET:
        what = f"a sheet of orders has at most {LONGEST_SHEET} letters"
        raise ActionRefused("sheet-too-long", what)
    at_hand = phase == g.phase
    told = check_sheet(g, power, command.text) if at_hand else ()
    before = g.sheets.get((power, str(phase)))
    if before is not None and before.text == command.text:
        return Answer((), told)
    saved = ev.OrdersSaved(power, str(phase), command.text)
    if not at_hand:
        return Answer((saved,), told)
    return Answer((saved, *_then(g, (saved,), actor, now)), told)


def check_sheet(g: JudgedGame, power: str, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a sheet for the phase at hand."""
    game = g.game.copy()
    if standing := g.standing.get(power):
        game.order(power, standing, standing=True)
    return game.order(power, text) if text.strip() else ()


def save_standing(g: JudgedGame, command: c.SaveStanding, actor: Actor, now: datetime) -> Answer:
    power = own_power(g, actor, command.power)
    if len(command.text) > LONGEST_SHEET:
        what = f"a sheet of orders has at most {LONGEST_SHEET} letters"
        raise ActionRefused("sheet-too-long", what)
    if g.game.rule_set.standing_orders == "no" and command.text.strip():
        what = "orders that stand for every turn are not allowed in this game"
        raise ActionRefused("not-allowed", what, "order each turn")
    told = g.game.copy().order(power, command.text, standing=True) if command.text.strip() else ()
    if g.standing.get(power, "") == command.text:
        return Answer((), told)
    return Answer((ev.StandingSaved(power, command.text),), told)


def set_ready(g: JudgedGame, command: c.SetReady, actor: Actor, now: datetime) -> Answer:
    power = own_power(g, actor, command.power)
    if power not in tuple(g.has_to_order()):
        what = f"{power} has nothing to order in {g.phase}"
        raise ActionRefused("nothing-to-order", what)
    if g.ready.get(power) == command.ready:
        return Answer()
    said = ev.ReadySet(power, command.ready)
    return Answer((said, *_then(g, (said,), actor, now)))


def _then(
    g: JudgedGame, events: tuple[ev.OrdersSaved | ev.ReadySet, ...], actor: Actor, now: datetime
) -> tuple[Event, ...]:
    """The judging that follows at once when with these events nobody is awaited any more."""
    if g.stage is not Stage.RUNNING or g.settings.moderated:
        return ()
    after = replace(g, sheets=dict(g.sheets), ready=dict(g.ready))
    for event in events:
        apply(after, Logged(after.number + 1, now.isoformat(), actor.user, event))
    return judge_phase(after, now) if _is_complete(after, now) else ()


def _is_complete(g: JudgedGame, now: datetime) -> bool:
    if all_ready(g) and earliest(g) <= now:
        return True
    # A game that waits goes on as soon as the last who was late has ordered.
    return bool(g.awaited) and not lacking(g)
