"""A mail carried out: each command by what does it, lines that are none as orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from dragoman.mail.carrying import (
    files,
    helping,
    looking,
    mastering,
    ordering,
    playing,
    pressing,
    setting,
    signing,
)
from dragoman.mail.carrying.hiding import hide_in_line
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.language.reading import Command, Line, Misread, Reading, hides
from dragoman.mail.language.verbs import LACKING, VERBS, Whom
from dragoman.mail.language.wording import words
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_Do: TypeAlias = Callable[[Session, Command], Outcome]

DO: Final = FrozenMap[str, _Do](
    {
        "register": signing.register,
        "confirm": signing.confirm,
        "iam": signing.iam,
        "create": signing.create,
        "signon": signing.signon,
        "signoff": signing.signoff,
        "resign": signing.resign,
        "decline": signing.decline,
        "observe": signing.observe,
        "list": looking.list_games,
        "whogame": looking.who_game,
        "summary": looking.summary,
        "history": looking.history,
        "get": files.get,
        "version": helping.version,
        "help": helping.help_,
        "orders": ordering.orders,
        "phase": ordering.phase,
        "clear": ordering.clear,
        "press": pressing.press,
        "broadcast": pressing.press,
        "vote": playing.vote,
        "propose": playing.propose,
        "set": setting.set_flags,
        "become": mastering.become,
        "process": mastering.process,
        "rollback": mastering.roll_back,
        "dice": mastering.dice,
        **{
            verb.key: mastering.giving(verb.gives, verb.done)
            for verb in VERBS.values()
            if verb.gives is not None
        },
    }
)
"""What does each command."""

_ALSO_SHUT_OUT: Final = frozenset(
    ("signon", "create", "signoff", "register", "confirm", "iam", "list", "version", "help", "get")
)
"""What is carried out after a sign-on that failed."""


def carry_out(s: Session, reading: Reading) -> None:
    """Carry a mail out, one command after the other."""
    s.items = reading.items
    for item in reading.items:
        match item:
            case Line():
                ordering.take_line(s, item)
            case Misread():
                written = item.written
                if hides(item) and len(written.split()) > 1:
                    written = f"{written.split()[0]} ****"
                s.add([(item.line, written)], [_usage(s, item)], True)
                if item.key in ("signon", "create"):
                    signing.shut_out(s)
            case Command():
                _carry(s, item)
    ordering.settle(s)
    _tell_unread(s, "behind", reading.behind)
    _tell_unread(s, "too-many", reading.too_many)


def _tell_unread(s: Session, key: str, numbers: tuple[int, ...]) -> None:
    if not numbers:
        return
    first, last = min(numbers), max(numbers)
    lines = str(first) if first == last else f"{first}-{last}"
    s.add((), [s.say(key, lines=lines)], key == "too-many", first)


def _carry(s: Session, command: Command) -> None:
    try:
        _check(s, command)
        came = DO.get(command.key, _lacking)(s, command)
    except ActionRefused as refused:
        came = Outcome(s.told((refused.diagnostic,)), True)
    if came.told or command.key not in ("set", "orders", "signoff"):
        written = hide_in_line(command.written, [*s.secrets, *s.secret_words])
        s.add([(command.line, written)], came.told, came.is_wrong)
    if came.failed:
        s.add((), came.failed, is_wrong=True, at=command.line)


def _check(s: Session, command: Command) -> None:
    """See that a command is for whoever speaks.

    Raises:
        ActionRefused: if not.
    """
    if s.shut_out and command.key in VERBS and command.key not in _ALSO_SHUT_OUT:
        raise ActionRefused("shut-out", s.say("shut-out"))
    if not s.person and command.key in VERBS and VERBS[command.key].whom is not Whom.ANYBODY:
        raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))


def _lacking(s: Session, command: Command) -> Outcome:
    """What another judge has and ours has not, and what to write instead."""
    told = [_instead(s, command.key)]
    if command.body:
        first, last = command.line + 1, command.line + len(command.body)
        lines = str(first) if first == last else f"{first}-{last}"
        told.append(s.say("lacking-text", lines=lines))
    return Outcome(tuple(told), True)


def _instead(s: Session, key: str) -> str:
    return s.say(f"lacking{key}", site=s.judge.site.address)


def _usage(s: Session, item: Misread) -> str:
    if item.key in LACKING:
        return _instead(s, item.key)
    usage = words(s.language)["help"][item.key]["usage"]
    return s.say("misread", usage=usage, name=VERBS[item.key].name)
