"""What events about press and notes do to a game."""

from __future__ import annotations

from dataclasses import replace

from dragoman.judge.log import events as ev
from dragoman.judge.log.fold_registry import Entry, on
from dragoman.judge.log.state import Act, HeldMessage, JudgedGame, Message, Report


@on(ev.MessageSent)
def _message_sent(g: JudgedGame, event: ev.MessageSent, entry: Entry) -> None:
    phase, sent = str(g.phase), (event.sender, event.to, event.text, event.signed)
    g.messages.append(Message(event.number, entry.at, phase, entry.by, *sent))


@on(ev.MessageHeld)
def _message_held(g: JudgedGame, event: ev.MessageHeld, entry: Entry) -> None:
    sent = (event.sender, event.to, event.text, event.signed)
    g.held.append(HeldMessage(event.number, entry.at, entry.by, *sent))


@on(ev.MessageLetThrough)
def _message_let_through(g: JudgedGame, event: ev.MessageLetThrough, entry: Entry) -> None:
    one = g.held[event.held - 1]
    g.held[event.held - 1] = replace(one, outcome="let-through")
    sent = (one.author, one.sender, one.to, one.text, one.signed)
    g.messages.append(Message(event.number, entry.at, str(g.phase), *sent))


@on(ev.MessageTurnedBack)
def _message_turned_back(g: JudgedGame, event: ev.MessageTurnedBack, entry: Entry) -> None:
    one = g.held[event.held - 1]
    g.held[event.held - 1] = replace(one, outcome="turned-back", why=event.why)


@on(ev.MessageHidden)
def _message_hidden(g: JudgedGame, event: ev.MessageHidden, entry: Entry) -> None:
    index = event.number - 1
    g.messages[index] = replace(g.messages[index], hidden=event.why)
    g.acts.append(Act(entry.at, entry.by, "hide-message", event.why))


@on(ev.MessageReported)
def _message_reported(g: JudgedGame, event: ev.MessageReported, entry: Entry) -> None:
    g.reports.append(Report(entry.at, event.number, event.power, event.why))


@on(ev.Silenced)
def _silenced(g: JudgedGame, event: ev.Silenced, entry: Entry) -> None:
    if event.silenced:
        g.silenced.add(event.power)
    else:
        g.silenced.discard(event.power)
    what = "silence" if event.silenced else "give-press-back"
    g.acts.append(Act(entry.at, entry.by, f"{what} {event.power}", event.why))


@on(ev.Muted)
def _muted(g: JudgedGame, event: ev.Muted, entry: Entry) -> None:
    if event.muted:
        g.muted.add((event.power, event.other))
    else:
        g.muted.discard((event.power, event.other))


@on(ev.BotSpoke)
def _bot_spoke(g: JudgedGame, event: ev.BotSpoke, entry: Entry) -> None:
    g.spoken[event.power] = (*g.spoken.get(event.power, ()), len(g.messages))


@on(ev.NoteSaved)
def _note_saved(g: JudgedGame, event: ev.NoteSaved, entry: Entry) -> None:
    g.notes[event.power, event.phase] = event.text
