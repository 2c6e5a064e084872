"""Press: what stands between ``PRESS`` and ``ENDPRESS``, and answers to mails with press."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dragoman.judge.commands import command as c
from dragoman.judge.log.state import MASTER, OBSERVER, JudgedGame
from dragoman.judge.views.press_view import ALL, NOBODY
from dragoman.mail.carrying.finding import game_meant, power_named, powers_named
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.carrying.sheets import sort_lines
from dragoman.mail.carrying.transcript import echo
from dragoman.mail.language.reading import Command, Line, read
from dragoman.refusal import ActionRefused


def press(s: Session, command: Command) -> Outcome:
    """Write to powers, or to all: ``PRESS TO E F``, ``GREY PRESS TO ALL``."""
    game_meant(s)
    g = s.g()
    if not command.is_closed and (fault := _orders_in(g, command)):
        what = s.say("press-not-ended", line=fault.line, text=echo(fault.text))
        raise ActionRefused("press-not-ended", what, s.say("press-remedy"))
    to = _readers(s, g, command)
    signed = _signature(s, g, command)
    text = "\n".join(command.body).strip("\n")
    came = s.act(c.Send(text, to, signed))
    return _sent(s, g, came, to)


def reply(s: Session, thread: str, text: str) -> Outcome:
    """Answer in a thread of press, as its mails may be answered."""
    g = s.g()
    own = g.players.get(s.person) or (MASTER if s.person in g.masters else OBSERVER)
    if thread == ALL:
        to: tuple[str, ...] = ()
    else:
        to = tuple(name for name in thread.split("+") if name not in (own, OBSERVER))
        if NOBODY in to:
            raise ActionRefused("unsigned", s.say("reply-unsigned"), s.say("reply-unsigned-remedy"))
        to = to or (own,)
    return _sent(s, g, s.act(c.Send(text.strip("\n"), to)), to)


def _sent(s: Session, g: JudgedGame, came: object, to: Sequence[str]) -> Outcome:
    from dragoman.judge.commands.answer import Answer

    assert isinstance(came, Answer)
    book = s.book(g)
    names = [s.say("the-master") if one == MASTER else book.power(one) for one in to]
    held = any(one.code == "message-held" for one in came.told)
    key = "press-held" if held else "press-sent"
    told = s.outcome(came, key, powers=", ".join(names) or s.say("everybody"))
    if held and not told.is_wrong:
        return Outcome(told.told[:1])
    return told


def _readers(s: Session, g: JudgedGame, command: Command) -> tuple[str, ...]:
    if command.key == "broadcast":
        return ()
    text = command.part("to").rstrip(" :.")
    if not text:
        return ()
    met = re.fullmatch(
        r"(?:all|everybody|alle)\b(?:[\s,]*(?:but|except|außer)\s+(.+))?", text, re.I
    )
    if met is None:
        return powers_named(s, g, text, master=True)
    if met[1] is None:
        return ()
    apart = powers_named(s, g, met[1])
    own = g.players.get(s.person)
    left = tuple(p for p in g.game.survivors if p not in apart and p != own)
    if not left:
        raise ActionRefused("nobody-left", s.say("nobody-left"))
    return left


def _signature(s: Session, g: JudgedGame, command: Command) -> str:
    """Who it shall seem to be from: empty for who writes."""
    kinds = re.findall(r"\w+", command.part("kinds").casefold())
    named = command.part("from") or command.part("after")
    if named:
        who = re.sub(r"^from\s+", "", named, flags=re.I).rstrip(" :.")
        if who.casefold() in ("nobody", "-", "niemand"):
            return NOBODY
        return power_named(s, g, who)
    if "grey" in kinds or "gray" in kinds:
        return NOBODY
    if "fake" in kinds:
        raise ActionRefused("from-whom", s.say("fake-from-whom"), s.say("fake-remedy"))
    return ""


def _orders_in(g: JudgedGame, command: Command) -> Line | None:
    """The first line of press without an end that would be an order or a command."""
    lines = [Line(text, command.line + n) for n, text in enumerate(command.body, 1)]
    found = [*sort_lines(lines, g.game.variant.board, g.phase.kind.value).orders]
    for item in read("\n".join(command.body)).items:
        if isinstance(item, Command):
            found.append(Line(item.written, command.line + item.line))
    return min(found, key=lambda one: one.line, default=None)
