"""Press: what stands between ``PRESS`` and ``ENDPRESS``, and answers to mails with press."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dragoman.judge.commands import command as c
from dragoman.judge.log.state import MASTER, OBSERVER, JudgedGame
from dragoman.judge.views.press_view import ALL, NOBODY
from dragoman.mail.answer import Part
from dragoman.mail.carrying.finding import game_meant, power_named, powers_named
from dragoman.mail.carrying.for_the_judge import for_the_judge, is_all_for_the_judge
from dragoman.mail.carrying.hiding import without_password, without_passwords
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.carrying.sheets import sort_lines
from dragoman.mail.carrying.transcript import echo
from dragoman.mail.language.reading import (
    Command,
    Line,
    Reading,
    ends_press,
    lines_of,
    without_controls,
)
from dragoman.refusal import ActionRefused

_TAKEN: Final = frozenset(
    ("set", "clear", "orders", "phase", "vote", "propose", "signon", "signoff", "press",
     "broadcast", "list", "whogame", "summary", "history", "get", "version", "help")
)  # fmt: skip
"""What is done for whoever writes nothing else in an answer to press. All other commands end
something, or are a master's, and are also words of a letter: ``Resign!``"""


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


def is_for_the_judge(s: Session, reading: Reading) -> bool:
    """Whether a mail that answers press is none itself: it says so plainly, or holds nothing but
    orders and commands of which none is also a word of letters."""
    commands = [one for one in reading.items if isinstance(one, Command)]
    if any(one.key in ("signon", "press", "broadcast") and one.is_closed for one in commands):
        return True
    g, text = s.g(), s.mail.whole
    if not is_all_for_the_judge(text, _meant_for_the_judge(g, text), g.game.variant.board):
        return False
    return not reading.too_many and all(one.key in _TAKEN for one in commands)


def reply(s: Session, thread: str) -> None:
    """Answer in a thread of press, as its mails may be answered. What may be meant for the judge is
    sent to nobody: of a mail with such lines nothing is, and whoever wrote is asked."""
    g = s.g()
    text = without_controls(s.mail.text).strip("\n")
    try:
        to = _readers_of(s, g, thread)
        if held := _meant_for_the_judge(g, text):
            _ask(s, g, text, held, to)
            return
        came = _sent(s, g, s.act(c.Send(text, to)), to)
    except ActionRefused as refused:
        came = Outcome(s.told((refused.diagnostic,)), True)
    quoted: tuple[str, ...] = ()
    if not came.is_wrong:
        shown, is_whole = _shown(text)
        quoted = tuple(f"> {line}".rstrip() for line in shown)
        quoted += () if is_whole else (s.say("reply-quoted-without"),)
    s.add((), (*came.told, *quoted), came.is_wrong)


def _readers_of(s: Session, g: JudgedGame, thread: str) -> tuple[str, ...]:
    """To whom an answer in a thread goes; empty for all."""
    if thread == ALL:
        return ()
    own = g.players.get(s.person) or (MASTER if s.person in g.masters else OBSERVER)
    to = tuple(name for name in thread.split("+") if name not in (own, OBSERVER))
    if NOBODY in to:
        raise ActionRefused("unsigned", s.say("reply-unsigned"), s.say("reply-unsigned-remedy"))
    return to or (own,)


def _meant_for_the_judge(g: JudgedGame, text: str) -> tuple[Line, ...]:
    return for_the_judge(text, g.game.variant.board, g.phase.kind.value)


def _ask(s: Session, g: JudgedGame, text: str, held: Sequence[Line], to: Sequence[str]) -> None:
    """Ask what is meant, with all that was written, so that it need not be written again."""
    readers = _named(s, g, to)
    s.add([(one.line, _without(one.text)) for one in held],
          [s.say("reply-held", powers=readers)], True)  # fmt: skip
    letters = ", ".join("MASTER" if one == MASTER else one for one in to)
    head = f"PRESS TO {letters}" if to else "BROADCAST"
    shown, is_whole = _shown(text)
    asked = [s.say("reply-if-orders"), "", s.say("reply-if-press")]
    asked += [] if is_whole else [s.say("reply-held-without")]
    s.parts.append(Part("", tuple(asked)))
    lines = (line for line in shown if not ends_press(line))
    s.parts.append(Part("", (head, *lines, "ENDPRESS"), is_fixed=True))


def _shown(text: str) -> tuple[tuple[str, ...], bool]:
    """The lines of press as they are repeated, and whether nothing of them is hidden."""
    lines = lines_of(text)
    shown = tuple(map(_without, lines))
    return shown, shown == tuple(lines)


def _without(line: str) -> str:
    """A line that is not carried out, without what may be a password on it."""
    return without_password(without_passwords(line))


def _sent(s: Session, g: JudgedGame, came: object, to: Sequence[str]) -> Outcome:
    from dragoman.judge.commands.command import Decision

    assert isinstance(came, Decision)
    held = any(one.code == "message-held" for one in came.told)
    key = "press-held" if held else "press-sent"
    told = s.outcome(came, key, powers=_named(s, g, to))
    if held and not told.is_wrong:
        return Outcome(told.told[:1])
    return told


def _named(s: Session, g: JudgedGame, to: Sequence[str]) -> str:
    book = s.book(g)
    names = (s.say("the-master") if one == MASTER else book.power(one) for one in to)
    return ", ".join(names) or s.say("everybody")


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
    """The first line of press without an end that would be an order or a command: here also a
    sentence with an order in it, for what follows the press is not known."""
    lines = [Line(text, number) for number, text in enumerate(command.body, 1)]
    found = [*sort_lines(lines, g.game.variant, g.phase.kind.value).orders]
    found += _meant_for_the_judge(g, "\n".join(command.body))
    first = min(found, key=lambda one: one.line, default=None)
    return None if first is None else Line(first.text, command.line + first.line)
