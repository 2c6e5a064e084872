"""Commands of a mail carried out one after the other; lines that are none are taken for orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from dragoman.mail.execution import actions, orders, press, queries, registering, settings, sign_on
from dragoman.mail.execution.redaction import hide_in_line
from dragoman.mail.execution.session import CommandOutcome, MailSession
from dragoman.mail.language.parser import MailCommand, MailLine, MisreadCommand, ParsedMail, hides
from dragoman.mail.language.verbs import LACKING, VERBS, Whom, words
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_Do: TypeAlias = Callable[[MailSession, MailCommand], CommandOutcome]

DO: Final = FrozenMap[str, _Do](
    {
        "register": registering.register,
        "confirm": registering.confirm,
        "iam": registering.iam,
        "create": sign_on.create,
        "signon": sign_on.signon,
        "signoff": sign_on.signoff,
        "resign": sign_on.resign,
        "decline": sign_on.decline,
        "observe": sign_on.observe,
        "appeal": actions.appeal,
        "list": queries.list_games,
        "whogame": queries.who_game,
        "summary": queries.summary,
        "history": queries.history,
        "get": queries.get,
        "version": queries.version,
        "help": queries.help_,
        "orders": orders.orders,
        "phase": orders.phase,
        "clear": orders.clear,
        "press": press.press,
        "broadcast": press.press,
        "vote": actions.vote,
        "propose": actions.propose,
        "set": settings.set_flags,
        "become": actions.become,
        "process": actions.process,
        "rollback": actions.roll_back,
        "dice": actions.dice,
        **{
            verb.key: actions.judge_command(verb.gives, verb.done)
            for verb in VERBS.values()
            if verb.gives is not None
        },
        "invite": actions.invite,
    }
)
"""The function of each command, by its key."""

_ALSO_SHUT_OUT: Final = frozenset(
    ("signon", "create", "signoff", "register", "confirm", "iam", "list", "version", "help", "get")
)
"""Commands that are carried out even after a sign-on that failed."""


def carry_out(s: MailSession, reading: ParsedMail) -> None:
    """Carry a mail out, one command after the other."""
    s.items = reading.items
    for item in reading.items:
        match item:
            case MailLine():
                orders.take_line(s, item)
            case MisreadCommand():
                written = item.written
                if hides(item) and len(written.split()) > 1:
                    written = f"{written.split()[0]} ****"
                s.add([(item.line, written)], [_usage(s, item)], True)
                if item.key in ("signon", "create"):
                    sign_on.shut_out(s)
            case MailCommand():
                _carry(s, item)
    orders.settle(s)
    _tell_unread(s, "behind", reading.behind)
    _tell_unread(s, "too-many", reading.too_many)


def _tell_unread(s: MailSession, key: str, numbers: tuple[int, ...]) -> None:
    if not numbers:
        return
    first, last = min(numbers), max(numbers)
    lines = str(first) if first == last else f"{first}-{last}"
    s.add((), [s.say(key, lines=lines)], key == "too-many", first)


def _carry(s: MailSession, command: MailCommand) -> None:
    try:
        _check(s, command)
        came = DO.get(command.key, _lacking)(s, command)
    except ActionRefused as refused:
        came = CommandOutcome(s.told((refused.diagnostic,)), True)
    if came.told or command.key not in ("set", "orders", "signoff"):
        written = hide_in_line(command.written, [*s.secrets, *s.secret_words])
        s.add([(command.line, written)], came.told, came.is_wrong)
    if came.failed:
        s.add((), came.failed, is_wrong=True, at=command.line)


def _check(s: MailSession, command: MailCommand) -> None:
    """See that a command is for whoever speaks.

    Raises:
        ActionRefused: if not.
    """
    if s.shut_out and command.key in VERBS and command.key not in _ALSO_SHUT_OUT:
        raise ActionRefused("shut-out", s.say("shut-out"))
    if not s.person and command.key in VERBS and VERBS[command.key].whom is not Whom.ANYBODY:
        raise ActionRefused("who-are-you", s.say("who"), s.say("who-remedy"))


def _lacking(s: MailSession, command: MailCommand) -> CommandOutcome:
    """The answer to a command that other judges have and ours lacks: what to write instead."""
    told = [_instead(s, command.key)]
    if command.body:
        first, last = command.line + 1, command.line + len(command.body)
        lines = str(first) if first == last else f"{first}-{last}"
        told.append(s.say("lacking-text", lines=lines))
    return CommandOutcome(tuple(told), True)


def _instead(s: MailSession, key: str) -> str:
    return s.say(f"lacking{key}", site=s.judge.site.address)


def _usage(s: MailSession, item: MisreadCommand) -> str:
    if item.key in LACKING:
        return _instead(s, item.key)
    usage = words(s.language)["help"][item.key]["usage"]
    return s.say("misread", usage=usage, name=VERBS[item.key].name)
