"""A mail answered: its sender is recognised, it is read and carried out, and its answer written."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from dragoman.judge.service import Judge
from dragoman.judge.storage.audit import note_reading
from dragoman.judge.views.readings import audited, reading_book
from dragoman.mail.execution.dispatch import carry_out
from dragoman.mail.execution.press import is_for_the_judge, reply
from dragoman.mail.execution.session import MailSession
from dragoman.mail.execution.subject_and_files import (
    read_whole,
    tell_files,
    tell_not_sent,
    with_subject,
)
from dragoman.mail.execution.transcript import answer_of
from dragoman.mail.language.parser import MailCommand, MailLine, ParsedMail
from dragoman.mail.message import IncomingMail, MailAnswer
from dragoman.mail.reading.mail import language_of
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

_CODE: Final = re.compile(r"\b[2-9BCDFGHJKMNPQRSTVWXYZ]{5}-[2-9BCDFGHJKMNPQRSTVWXYZ]{5}\b")
"""A code as it is mailed: see ``judge.accounts.credentials``."""


def answer(judge: Judge, mail: IncomingMail, now: datetime) -> MailAnswer:
    """Carry out what a mail says, and what to answer: always one mail, whatever it says.

    Whoever wrote is known by the reply address that he wrote to, by his address where the receiving
    server vouches for it, or by a password in the mail.

    Raises:
        ActionRefused: if the database does not answer.
    """
    with reading_book() as book:
        given = _answer(judge, mail, now)
    note_reading(judge.database, *audited(book))
    return given


def _answer(judge: Judge, mail: IncomingMail, now: datetime) -> MailAnswer:
    s = MailSession(judge, mail, now)
    _recognise(s)
    reading = _read(mail)
    thread = mail.seat.thread if mail.seat is not None and s.person else ""
    if thread and not is_for_the_judge(s, reading):
        reply(s, thread)
        tell_not_sent(s)
    else:
        if thread and not _has_press(reading):
            s.add((), [s.say("reply-is-none")])
        tell_files(s)
        carry_out(s, with_subject(s, reading))
    return answer_of(s)


def _read(mail: IncomingMail) -> ParsedMail:
    """The parsed mail and its files. Whoever answers the mail with a code, which is in its subject,
    confirms by that."""
    reading = read_whole(mail)
    code = _CODE.search(mail.subject)
    if code is None or not all(isinstance(one, MailLine) for one in reading.items):
        return reading
    confirm = MailCommand("confirm", FrozenMap({"code": code[0]}), 0, f"CONFIRM {code[0]}")
    return ParsedMail((confirm, *reading.items), reading.behind, reading.too_many)


def _recognise(s: MailSession) -> None:
    """Find out who speaks, as far as that can be known before the mail is read."""
    seat = s.mail.seat
    vouched = s.judge.accounts.sign_ins.person_at(s.mail.sender) if s.mail.is_verified else None
    number = seat.person if seat is not None else vouched
    if number is None or not _may_come_in(s.judge, number):
        s.language = language_of(f"{s.mail.subject}\n{s.mail.text}") or s.language
        return
    s.person = number
    s.learn_wishes()
    if seat is not None:
        s.game = seat.game
        s.by_reply = vouched != number
        s.bound = seat.game if s.by_reply else 0


def _may_come_in(judge: Judge, number: int) -> bool:
    try:
        person = judge.accounts.people.person(number)
    except ActionRefused:
        return False
    return not person.blocked and not person.is_deleted


def _has_press(reading: ParsedMail) -> bool:
    found = (one.key for one in reading.items if isinstance(one, MailCommand))
    return any(key in ("press", "broadcast") for key in found)
