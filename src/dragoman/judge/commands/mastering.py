"""Commands of masters and of the clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from dragoman.game import FormatError, read_dice
from dragoman.judge.commands import command as c
from dragoman.judge.commands.bots import play_bots
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.forming import begins_by_itself
from dragoman.judge.commands.judging import judge_phase, lacking, what_is_due
from dragoman.judge.commands.lookup import phase_called
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.commands.seats import no_master_plays
from dragoman.judge.log import events as ev
from dragoman.judge.log.bot_seats import bots_are_due
from dragoman.judge.log.on_board import check_crowd, position_of
from dragoman.judge.log.settings import PressOpening
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.log.table import TABLE
from dragoman.judge.log.times import timetable
from dragoman.refusal import ActionRefused

BETWEEN_REMINDERS: Final = timedelta(hours=1)
TOO_MUCH_WORK: Final = "too-much-work"
OF_THE_JUDGE: Final = ("vote", "absence", TOO_MUCH_WORK)
"""Reasons for deadlines and pauses that no master gave."""


def process_now(g: JudgedGame, command: c.ProcessNow, actor: Actor, now: datetime) -> Decision:
    if g.is_homemade or bots_are_due(g):
        return Decision((ev.JudgingAsked(),) if g.asked is None else ())
    return Decision(judge_phase(g, now))


def remind(g: JudgedGame, command: c.Remind, actor: Actor, now: datetime) -> Decision:
    """Remind those who are missing. A master who plays is told the same whoever they are: nothing
    tells him whether somebody has ordered."""
    if g.reminded is not None and now - g.reminded < BETWEEN_REMINDERS:
        what = "the players were reminded less than an hour ago"
        raise ActionRefused("reminded-already", what, "wait a while, or write to them")
    missing = lacking(g)
    if not missing and actor.power(g) is None:
        raise ActionRefused("nobody-missing", "everybody has ordered")
    return Decision((ev.Reminded(missing),))


def set_deadline(g: JudgedGame, command: c.SetDeadline, actor: Actor, now: datetime) -> Decision:
    if command.deadline <= now:
        what = "this moment is over"
        raise ActionRefused("deadline-is-over", what, "process the phase, or choose a later one")
    if command.deadline - now > timedelta(days=365):
        raise ActionRefused("deadline-too-far", "that is more than a year away", "pause the game")
    if command.why in OF_THE_JUDGE:
        what = f"{command.why!r} is what the judge says of its own deadlines"
        raise ActionRefused("reason-of-the-judge", what, "say it in other words")
    return Decision((ev.DeadlineSet(command.deadline.isoformat(), command.why),))


def pause(g: JudgedGame, command: c.Pause, actor: Actor, now: datetime) -> Decision:
    if command.why in OF_THE_JUDGE:
        what = f"{command.why!r} is what the judge says of its own pauses"
        raise ActionRefused("reason-of-the-judge", what, "say it in other words")
    return Decision((ev.Paused(command.why),))


def resume(g: JudgedGame, command: c.Resume, actor: Actor, now: datetime) -> Decision:
    """Go on; there is as much time left as there was, but never less than an hour, or a tenth of
    what the phase has."""
    whole = timetable(g.settings, g.phase.kind).deadline(g.phase.kind, now) - now
    left = max(timedelta(seconds=g.left), min(timedelta(hours=1), whole / 10))
    return Decision((ev.Resumed((now + left).isoformat()),))


def roll_back(g: JudgedGame, command: c.RollBack, actor: Actor, now: datetime) -> Decision:
    phase = phase_called(g, command.phase)
    reopens = g.stage is Stage.OVER and phase == g.phase and not g.game.winners
    if phase not in [one.phase for one in g.history] and not reopens:
        had = tuple(str(one.phase) for one in g.history)
        raise ActionRefused("phase-not-judged", f"{phase} has not been judged", candidates=had)
    if g.stage is Stage.OVER and g.settings.press_opens is not PressOpening.NEVER:
        what = "the letters of this game are open since its end, and it cannot go on"
        raise ActionRefused("letters-opened", what, "set up another game")
    deadline = timetable(g.settings, phase.kind).deadline(phase.kind, now)
    return Decision((ev.RolledBack(str(phase), deadline.isoformat(), command.why),))


def set_position(g: JudgedGame, command: c.SetPosition, actor: Actor, now: datetime) -> Decision:
    try:
        given = TABLE.of(g.game.variant).with_secrets_of(g.game.position, command.position)
        position = position_of(g.game.variant, g.game.rule_set, given)
        check_crowd(g.game.variant, position)
    except FormatError as error:
        return Decision((), (error.diagnostic,), refused=True)
    if position.phase != g.phase:
        what = f"the phase at hand is {g.phase}, not {position.phase}"
        raise ActionRefused("another-phase", what, "roll back to a phase to change the turn")
    if position == g.game.position:
        return Decision()
    return Decision((ev.PositionSet(position.to_dict(), command.why),))


def throw_dice(g: JudgedGame, command: c.ThrowDice, actor: Actor, now: datetime) -> Decision:
    lines = [line for line in command.text.splitlines() if line.strip()]
    _, faults = read_dice(g.game.variant, lines)
    if faults:
        return Decision((), faults, refused=True)
    text = "\n".join(lines)
    return Decision((ev.DiceThrown(text),) if text != g.dice else ())


def promote(g: JudgedGame, command: c.Promote, actor: Actor, now: datetime) -> Decision:
    if command.user in g.masters:
        return Decision()
    plays = command.user in g.players or command.user in g.applicants
    if plays and (why := no_master_plays(g.settings)):
        raise ActionRefused("master-plays", why, "choose somebody who does not play")
    return Decision((ev.MasterJoined(command.user),))


def demote(g: JudgedGame, command: c.Demote, actor: Actor, now: datetime) -> Decision:
    if command.user not in g.masters:
        raise ActionRefused("no-master", "this is not a master of this game")
    if len(g.masters) == 1 and g.stage is not Stage.OVER:
        what = "a game has a master"
        raise ActionRefused("last-master", what, "make somebody else a master first")
    return Decision((ev.MasterLeft(command.user),))


def step_down(g: JudgedGame, command: c.StepDown, actor: Actor, now: datetime) -> Decision:
    if actor.user not in g.masters:
        raise ActionRefused("no-master", "you are not a master of this game")
    if len(g.masters) == 1 and g.stage is not Stage.OVER:
        what = "a game has a master"
        raise ActionRefused("last-master", what, "make somebody else a master first")
    return Decision((ev.MasterLeft(actor.user),))


def terminate(g: JudgedGame, command: c.Terminate, actor: Actor, now: datetime) -> Decision:
    return Decision((ev.Ended("terminated", why=command.why),))


def tick(g: JudgedGame, command: c.Tick, actor: Actor, now: datetime) -> Decision:
    return Decision(begins_by_itself(g, now) or play_bots(g, now) or what_is_due(g, now))


def halt(g: JudgedGame, command: c.Halt, actor: Actor, now: datetime) -> Decision:
    return Decision((ev.Paused(TOO_MUCH_WORK),))
