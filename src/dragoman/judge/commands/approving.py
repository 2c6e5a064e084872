"""Press that a master has to let through first."""

from __future__ import annotations

from datetime import datetime

from dragoman.judge.commands import command as c
from dragoman.judge.commands.answer import Answer
from dragoman.judge.commands.finding import check_reason
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.state import HeldMessage, JudgedGame
from dragoman.refusal import ActionRefused


def let_through(g: JudgedGame, command: c.LetThrough, actor: Actor, now: datetime) -> Answer:
    held = _held(g, command.number)
    if held.outcome == "let-through":
        return Answer()
    return Answer((ev.MessageLetThrough(held.number, len(g.messages) + 1),))


def turn_back(g: JudgedGame, command: c.TurnBack, actor: Actor, now: datetime) -> Answer:
    held = _held(g, command.number)
    check_reason(command.why)
    if held.outcome == "let-through":
        what = "this message was sent already"
        raise ActionRefused("sent-already", what, "hide it, with a reason")
    if (held.outcome, held.why) == ("turned-back", command.why):
        return Answer()
    return Answer((ev.MessageTurnedBack(held.number, command.why),))


def _held(g: JudgedGame, number: int) -> HeldMessage:
    if not 1 <= number <= len(g.held):
        raise ActionRefused("no-message", f"there is no message {number} that waits")
    return g.held[number - 1]
