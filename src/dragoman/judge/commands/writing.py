"""Press and notes."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.commands.answer import Answer
from dragoman.judge.commands.finding import own_power, phase_called, power_called, readers_called
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import MASTER, JudgedGame, Stage
from dragoman.refusal import ActionRefused

LONGEST_MESSAGE: Final = 20_000
NOBODY: Final = "-"


def send(g: JudgedGame, command: c.Send, actor: Actor, now: datetime) -> Answer:
    sender = g.players.get(actor.user, MASTER)
    to = readers_called(g, command.to)
    if not command.text.strip():
        raise ActionRefused("no-text", "there is nothing to send")
    if len(command.text) > LONGEST_MESSAGE:
        what = f"a message has at most {LONGEST_MESSAGE} letters"
        raise ActionRefused("message-too-long", what, "send it in parts")
    signed = _signature(g, sender, command.signed)
    if sender != MASTER and to != (MASTER,) and g.stage is not Stage.OVER:
        _check_press(g, sender, to, signed)
    number = len(g.messages) + 1
    return Answer((ev.MessageSent(number, sender, to, command.text, signed),))


def hide_message(g: JudgedGame, command: c.HideMessage, actor: Actor, now: datetime) -> Answer:
    if not 1 <= command.number <= len(g.messages):
        raise ActionRefused("no-message", f"there is no message {command.number}")
    if not command.why.strip():
        raise ActionRefused("no-reason", "say why: the players can read it")
    if g.messages[command.number - 1].hidden:
        return Answer()
    return Answer((ev.MessageHidden(command.number, command.why),))


def mute(g: JudgedGame, command: c.Mute, actor: Actor, now: datetime) -> Answer:
    power, other = own_power(g, actor), power_called(g, command.other)
    if power == other:
        raise ActionRefused("own-power", "nobody can mute himself")
    if ((power, other) in g.muted) == command.muted:
        return Answer()
    return Answer((ev.Muted(power, other, command.muted),))


def save_note(g: JudgedGame, command: c.SaveNote, actor: Actor, now: datetime) -> Answer:
    power = own_power(g, actor)
    phase = str(phase_called(g, command.phase)) if command.phase else ""
    if len(command.text) > LONGEST_MESSAGE:
        raise ActionRefused("note-too-long", f"a note has at most {LONGEST_MESSAGE} letters")
    if g.notes.get((power, phase), "") == command.text:
        return Answer()
    return Answer((ev.NoteSaved(power, phase, command.text),))


def _signature(g: JudgedGame, sender: str, wanted: str) -> str:
    """Who the message shall seem to be from."""
    if not wanted or wanted == sender:
        return sender
    if wanted == NOBODY:
        return ""
    if wanted.upper() == MASTER:
        raise ActionRefused("not-the-master", "nobody signs as the master but the master")
    return power_called(g, wanted)


def _check_press(g: JudgedGame, sender: str, to: tuple[str, ...], signed: str) -> None:
    kinds = {"public" if not to else "private"}
    if not signed:
        kinds.add("grey")
    elif signed != sender:
        kinds.add("fake")
    for kind in sorted(kinds - set(g.settings.press)):
        what = f"there is no {kind} press in this game"
        raise ActionRefused("no-such-press", what, candidates=g.settings.press)
