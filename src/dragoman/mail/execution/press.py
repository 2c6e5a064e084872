"""Press: between ``PRESS`` and ``ENDPRESS``, and in answers to mails with press; lines in it that
are meant for the judge are held back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from dragoman.board import Board
from dragoman.judge.commands import command as c
from dragoman.judge.log.conditional_orders import is_conditional
from dragoman.judge.log.state import MASTER, OBSERVER, JudgedGame
from dragoman.judge.views.press_view import ALL, NOBODY
from dragoman.mail.execution.lookup import game_meant, is_heading, power_named, powers_named
from dragoman.mail.execution.redaction import without_password, without_passwords
from dragoman.mail.execution.session import CommandOutcome, MailSession
from dragoman.mail.execution.sheets import is_title, says_something, sort_lines
from dragoman.mail.execution.transcript import echo
from dragoman.mail.language.parser import (
    MailCommand,
    MailLine,
    MisreadCommand,
    ParsedMail,
    ends_press,
    lines_of,
    read,
    without_controls,
    without_unseen,
)
from dragoman.mail.message import AnswerPart
from dragoman.orders import PhaseLetter, scan
from dragoman.refusal import ActionRefused

# Lines of press that seem to be meant for the judge: whoever answers press in a hurry may have
# meant to answer the judge, and his orders are nobody else's business. A line is such a one if an
# order is read from it, if it looks like one that was mistyped, or if it begins with a command. A
# sentence in which an order is named (``I will move A RUH-MUN``) is press.

_SENTENCE: Final = 6
"""From so many words on a line that begins as an order does, and goes on as none, is a sentence."""
_ENDS_IF: Final = re.compile(r"\s*(?:end\s*if|ende\s*wenn)\b", re.I)
_IN_PROSE: Final = "order-in-press"
_MAY_BE_PROSE: Final = frozenset(("unread-text", "unknown-order-word"))
_WORD: Final = re.compile(r"\s*\S+\s+")
_SENTENCE_ENDS: Final = re.compile(r"[.:;!?](?:\s+|$)")


def for_the_judge(text: str, board: Board, letter: PhaseLetter) -> tuple[MailLine, ...]:
    """The lines of a text that may be orders or commands. Lines that are too many to be read are
    among them, for nobody looked whether they are."""
    lines = [without_unseen(line) for line in lines_of(text)]
    numbers = {one.line for one in scan("\n".join(lines), board, letter).orders}
    numbers |= _commands(lines)
    has_end = any(_ENDS_IF.match(line) for line in lines)
    for number, line in enumerate(lines, 1):
        is_condition = is_conditional(line) and (has_end or line.split()[0].isupper())
        if number not in numbers and (is_condition or _is_order(line, board, letter)):
            numbers.add(number)
    return tuple(MailLine(lines[number - 1], number) for number in sorted(numbers))


def is_all_for_the_judge(text: str, found: tuple[MailLine, ...], board: Board) -> bool:
    """True if nothing but these lines stands in a text, headings and comments apart, and none of
    them is half a sentence."""
    numbers = {one.line for one in found}
    if not found or any(_has_prose(one.text, board) for one in found):
        return False
    return all(
        number in numbers or not says_something(line) or is_title(line) or is_heading(line)
        for number, line in enumerate(lines_of(text), 1)
    )


def _has_prose(line: str, board: Board) -> bool:
    return any(one.code == _IN_PROSE for one in scan(line, board).diagnostics)


def _commands(lines: list[str]) -> set[int]:
    """The lines of commands, and those that were not read."""
    found: set[int] = set()
    start = 0
    while True:
        reading = read("\n".join(lines[start:]))
        for item in reading.items:
            if isinstance(item, MailCommand):
                found |= set(range(start + item.line, start + max(item.line, item.end) + 1))
            elif isinstance(item, MisreadCommand):
                found.add(start + item.line)
        found |= {start + number for number in reading.too_many}
        if not reading.behind:
            return found
        start += min(reading.behind) - 1  # what stands behind a SIGNOFF is looked through, too


def _is_order(line: str, board: Board, letter: PhaseLetter) -> bool:
    """True if a line is an order or tries to be one, or a part of it does that by itself."""
    found = scan(line, board, letter)
    if found.orders:
        return True
    codes = {one.code for one in found.diagnostics if one.is_error}
    if not codes and not found.lost:
        return False
    is_prose = codes == {_IN_PROSE}
    is_prose |= codes <= _MAY_BE_PROSE and len(line.split()) >= _SENTENCE
    return not is_prose or any(scan(one, board, letter).orders for one in _parts(line))


def _parts(line: str) -> Iterator[str]:
    """A line without its first word, and its sentences: ``ok, A RUH-MUN``; ``We agree. A RUH-MUN``;
    ``My orders: A RUH-MUN``."""
    if (met := _WORD.match(line)) is not None:
        yield line[met.end() :]
    yield from _SENTENCE_ENDS.split(line)


# Press

_TAKEN: Final = frozenset(
    ("set", "clear", "orders", "phase", "vote", "propose", "signon", "signoff", "press",
     "broadcast", "list", "whogame", "summary", "history", "get", "version", "help")
)  # fmt: skip
"""Commands that are carried out where an answer to press holds nothing else. All other commands end
something, or are a master's, and are also words of a letter: ``Resign!``"""


def press(s: MailSession, command: MailCommand) -> CommandOutcome:
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


def is_for_the_judge(s: MailSession, reading: ParsedMail) -> bool:
    """True if a mail that answers press is none itself: it says so plainly, or holds nothing but
    orders and commands of which none is also a word of letters."""
    commands = [one for one in reading.items if isinstance(one, MailCommand)]
    if any(one.key in ("signon", "press", "broadcast") and one.is_closed for one in commands):
        return True
    g, text = s.g(), s.mail.whole
    if not is_all_for_the_judge(text, _meant_for_the_judge(g, text), g.game.variant.board):
        return False
    return not reading.too_many and all(one.key in _TAKEN for one in commands)


def reply(s: MailSession, thread: str) -> None:
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
        came = CommandOutcome(s.told((refused.diagnostic,)), True)
    quoted: tuple[str, ...] = ()
    if not came.is_wrong:
        shown, is_whole = _shown(text)
        quoted = tuple(f"> {line}".rstrip() for line in shown)
        quoted += () if is_whole else (s.say("reply-quoted-without"),)
    s.add((), (*came.told, *quoted), came.is_wrong)


def _readers_of(s: MailSession, g: JudgedGame, thread: str) -> tuple[str, ...]:
    """To whom an answer in a thread goes; empty for all."""
    if thread == ALL:
        return ()
    own = g.players.get(s.person) or (MASTER if s.person in g.masters else OBSERVER)
    to = tuple(name for name in thread.split("+") if name not in (own, OBSERVER))
    if NOBODY in to:
        raise ActionRefused("unsigned", s.say("reply-unsigned"), s.say("reply-unsigned-remedy"))
    return to or (own,)


def _meant_for_the_judge(g: JudgedGame, text: str) -> tuple[MailLine, ...]:
    return for_the_judge(text, g.game.variant.board, g.phase.kind.value)


def _ask(
    s: MailSession, g: JudgedGame, text: str, held: Sequence[MailLine], to: Sequence[str]
) -> None:
    """Ask what is meant, with all that was written, so that it need not be written again."""
    readers = _named(s, g, to)
    s.add([(one.line, _without(one.text)) for one in held],
          [s.say("reply-held", powers=readers)], True)  # fmt: skip
    letters = ", ".join("MASTER" if one == MASTER else one for one in to)
    head = f"PRESS TO {letters}" if to else "BROADCAST"
    shown, is_whole = _shown(text)
    asked = [s.say("reply-if-orders"), "", s.say("reply-if-press")]
    asked += [] if is_whole else [s.say("reply-held-without")]
    s.parts.append(AnswerPart("", tuple(asked)))
    lines = (line for line in shown if not ends_press(line))
    s.parts.append(AnswerPart("", (head, *lines, "ENDPRESS"), is_fixed=True))


def _shown(text: str) -> tuple[tuple[str, ...], bool]:
    """The lines of press as they are repeated, and whether nothing of them is hidden."""
    lines = lines_of(text)
    shown = tuple(map(_without, lines))
    return shown, shown == tuple(lines)


def _without(line: str) -> str:
    """A line that is not carried out, without what may be a password on it."""
    return without_password(without_passwords(line))


def _sent(s: MailSession, g: JudgedGame, came: c.Decision, to: Sequence[str]) -> CommandOutcome:
    held = any(one.code == "message-held" for one in came.told)
    key = "press-held" if held else "press-sent"
    told = s.outcome(came, key, powers=_named(s, g, to))
    if held and not told.is_wrong:
        return CommandOutcome((told.told[0], *told.told[2:]))  # it says that the master reads it
    return told


def _named(s: MailSession, g: JudgedGame, to: Sequence[str]) -> str:
    book = s.book(g)
    names = (s.say("the-master") if one == MASTER else book.power(one) for one in to)
    return ", ".join(names) or s.say("everybody")


def _readers(s: MailSession, g: JudgedGame, command: MailCommand) -> tuple[str, ...]:
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


def _signature(s: MailSession, g: JudgedGame, command: MailCommand) -> str:
    """The power it shall seem to be from: empty for who writes."""
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


def _orders_in(g: JudgedGame, command: MailCommand) -> MailLine | None:
    """The first line of press without an end that would be an order or a command: here also a
    sentence with an order in it, for what follows the press is not known."""
    lines = [MailLine(text, number) for number, text in enumerate(command.body, 1)]
    found = [*sort_lines(lines, g.game.variant, g.phase.kind.value).orders]
    found += _meant_for_the_judge(g, "\n".join(command.body))
    first = min(found, key=lambda one: one.line, default=None)
    return None if first is None else MailLine(first.text, command.line + first.line)
