"""Press and notes."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.judge.commands import command as c
from dragoman.judge.commands.command import Decision
from dragoman.judge.commands.judging import lacking
from dragoman.judge.commands.lookup import (
    check_reason,
    own_power,
    phase_called,
    power_called,
    readers_called,
)
from dragoman.judge.commands.permissions import Actor, GameRole
from dragoman.judge.log import events as ev
from dragoman.judge.log.settings import PressOpening
from dragoman.judge.log.state import MASTER, OBSERVER, HeldMessage, JudgedGame, PressMessage, Stage
from dragoman.judge.log.times import timetable
from dragoman.judge.time.rhythm import written_length
from dragoman.refusal import ActionRefused

LONGEST_MESSAGE: Final = 20_000
MOST_REPORTS: Final = 5
"""Reports of one power about another."""
NOBODY: Final = "-"
_HELD: Final = Diagnostic(
    "message-held", "a master reads this message before it is sent", severity=Severity.WARNING
)
_OPENS: Final = {
    PressOpening.PLAYERS: Diagnostic(
        "letter-opens",
        "once the game is over, all players can read this letter",
        severity=Severity.WARNING,
    ),
    PressOpening.ALL: Diagnostic(
        "letter-opens",
        "once the game is over, everybody can read this letter",
        severity=Severity.WARNING,
    ),
}
"""What is said of a letter between powers that will be read by others."""


def send(g: JudgedGame, command: c.Send, actor: Actor, now: datetime) -> Decision:
    sender = _sender(g, actor)
    to = readers_called(g, command.to)
    if not command.text.strip():
        raise ActionRefused("no-text", "there is nothing to send")
    if len(command.text) > LONGEST_MESSAGE:
        what = f"a message has at most {LONGEST_MESSAGE} letters"
        raise ActionRefused("message-too-long", what, "send it in parts")
    signed = _signature(g, sender, command.signed)
    if sender != MASTER and to != (MASTER,):
        if sender in g.silenced:
            what = "a master took press from you"
            raise ActionRefused("silenced", what, "write to MASTER")
        if g.stage is not Stage.OVER:
            _check_press(g, sender, to, signed, now)
        if g.settings.press_approved and g.stage is not Stage.OVER:
            held = ev.MessageHeld(len(g.held) + 1, sender, to, command.text, signed)
            return Decision((held,), (_HELD, *_said_of_opening(g, sender, to)))
    number = len(g.messages) + 1
    sent = ev.MessageSent(number, sender, to, command.text, signed)
    return Decision((sent,), _said_of_opening(g, sender, to))


def _said_of_opening(g: JudgedGame, sender: str, to: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    is_between_powers = bool(to) and MASTER not in (sender, *to) and g.stage is not Stage.OVER
    opening = g.settings.press_opens
    return (_OPENS[opening],) if is_between_powers and opening in _OPENS else ()


def hide_message(g: JudgedGame, command: c.HideMessage, actor: Actor, now: datetime) -> Decision:
    message = _message(g, command.number)
    check_reason(command.why)
    if message.hidden:
        return Decision()
    return Decision((ev.MessageHidden(command.number, command.why),))


def report_message(
    g: JudgedGame, command: c.ReportMessage, actor: Actor, now: datetime
) -> Decision:
    power, message = own_power(g, actor), _message(g, command.number)
    if message.to and power not in message.to:
        # Nobody learns of messages that he has not got.
        raise ActionRefused("no-message", f"there is no message {command.number}")
    check_reason(command.why)
    if any((one.number, one.power) == (command.number, power) for one in g.reports):
        raise ActionRefused("reported-already", "you have told the masters of it")
    return Decision((ev.MessageReported(command.number, power, command.why),))


def silence(g: JudgedGame, command: c.Silence, actor: Actor, now: datetime) -> Decision:
    power = power_called(g, command.power)
    check_reason(command.why)
    if (power in g.silenced) == command.silenced:
        return Decision()
    return Decision((ev.Silenced(power, command.silenced, command.why),))


def report_power(g: JudgedGame, command: c.ReportPower, actor: Actor, now: datetime) -> Decision:
    power, other = own_power(g, actor), power_called(g, command.other)
    if power == other:
        raise ActionRefused("own-power", "nobody reports himself")
    check_reason(command.why)
    if sum((one.power, one.other) == (power, other) for one in g.reports) >= MOST_REPORTS:
        raise ActionRefused("reported-already", "you have told the masters of it")
    return Decision((ev.MessageReported(0, power, command.why, other),))


def _message(g: JudgedGame, number: int) -> PressMessage:
    if not 1 <= number <= len(g.messages):
        raise ActionRefused("no-message", f"there is no message {number}")
    return g.messages[number - 1]


def mute(g: JudgedGame, command: c.Mute, actor: Actor, now: datetime) -> Decision:
    power, other = own_power(g, actor), power_called(g, command.other)
    if power == other:
        raise ActionRefused("own-power", "nobody can mute himself")
    if ((power, other) in g.muted) == command.muted:
        return Decision()
    return Decision((ev.Muted(power, other, command.muted),))


def save_note(g: JudgedGame, command: c.SaveNote, actor: Actor, now: datetime) -> Decision:
    power = own_power(g, actor)
    phase = str(phase_called(g, command.phase)) if command.phase else ""
    if len(command.text) > LONGEST_MESSAGE:
        raise ActionRefused("note-too-long", f"a note has at most {LONGEST_MESSAGE} letters")
    if g.notes.get((power, phase), "") == command.text:
        return Decision()
    return Decision((ev.NoteSaved(power, phase, command.text),))


def _sender(g: JudgedGame, actor: Actor) -> str:
    """The writer: a power, a master who plays none, or somebody who looks on."""
    if power := actor.power(g):
        return power
    return MASTER if GameRole.MASTER in actor.roles(g) else OBSERVER


def _signature(g: JudgedGame, sender: str, wanted: str) -> str:
    """The name under which the message is shown."""
    if "all-grey" in g.settings.press and sender not in (MASTER, OBSERVER) and not wanted:
        return ""
    if not wanted or wanted == sender:
        return sender
    if wanted == NOBODY:
        return ""
    if wanted.upper() in (MASTER, OBSERVER):
        raise ActionRefused("not-the-master", "only the master signs as the master")
    return power_called(g, wanted)


def _check_press(
    g: JudgedGame, sender: str, to: tuple[str, ...], signed: str, now: datetime
) -> None:
    if sender == OBSERVER and (to or signed != sender):
        what = "those who look on write to all, or to MASTER"
        raise ActionRefused("no-such-press", what)
    if sender == OBSERVER and not g.settings.observers_write:
        what = "those who look on do not write in this game"
        raise ActionRefused("no-such-press", what, "write to MASTER")
    allowed = set(g.settings.press)
    kinds = {"public" if not to else "private"}
    if not signed:
        kinds.add("all-grey" if "all-grey" in allowed else "grey")
    elif signed != sender:
        kinds.add("fake")
    elif "all-grey" in allowed and sender != OBSERVER:
        raise ActionRefused("no-such-press", "nobody signs press in this game", "sign with -")
    for kind in sorted(kinds - allowed):
        what = f"there is no {kind} press in this game"
        raise ActionRefused("no-such-press", what, candidates=g.settings.press)
    if g.stage is Stage.FORMING:
        return
    kind = g.phase.kind.name.lower()
    if kind not in g.settings.press_in:
        what = f"there is no press in a phase of {kind}"
        raise ActionRefused("no-press-now", what, "wait for the next phase")
    closes = timetable(g.settings).press_closes
    if closes and g.deadline is not None and now >= g.deadline - closes:
        what = f"press has ended {written_length(closes)} before the deadline"
        raise ActionRefused("no-press-now", what, "wait for the next phase")
    if g.settings.late_silent and g.waits and sender in lacking(g):
        what = "in this game whoever is late with his orders writes to nobody but the master"
        raise ActionRefused("no-press-now", what, "send your orders first")


# Approval by a master


def let_through(g: JudgedGame, command: c.LetThrough, actor: Actor, now: datetime) -> Decision:
    held = _held(g, command.number)
    if held.outcome == "let-through":
        return Decision()
    return Decision((ev.MessageLetThrough(held.number, len(g.messages) + 1),))


def turn_back(g: JudgedGame, command: c.TurnBack, actor: Actor, now: datetime) -> Decision:
    held = _held(g, command.number)
    check_reason(command.why)
    if held.outcome == "let-through":
        what = "this message was sent already"
        raise ActionRefused("sent-already", what, "hide it, with a reason")
    if (held.outcome, held.why) == ("turned-back", command.why):
        return Decision()
    return Decision((ev.MessageTurnedBack(held.number, command.why),))


def _held(g: JudgedGame, number: int) -> HeldMessage:
    if not 1 <= number <= len(g.held):
        raise ActionRefused("no-message", f"there is no message {number} that waits")
    return g.held[number - 1]
