"""A mail answered: who wrote it, what stands in it, what came of that."""

from __future__ import annotations

from datetime import datetime

from dragoman.judge.service import Judge
from dragoman.mail.answer import Answer
from dragoman.mail.carrying.doing import carry_out
from dragoman.mail.carrying.pressing import reply
from dragoman.mail.carrying.session import Outcome, Session
from dragoman.mail.carrying.transcript import answer_of
from dragoman.mail.language.reading import Command, Reading, read
from dragoman.mail.message import IncomingMail
from dragoman.refusal import ActionRefused


def answer(judge: Judge, mail: IncomingMail, now: datetime) -> Answer:
    """Carry out what a mail says, and what to answer: always one mail, whatever it says.

    Whoever wrote is known by the reply address that he wrote to, by his address where the receiving
    server vouches for it, or by a password in the mail.

    Raises:
        ActionRefused: if the database does not answer.
    """
    s = Session(judge, mail, now)
    _recognise(s)
    reading = read(mail.text)
    thread = mail.seat.thread if mail.seat is not None and s.person else ""
    if thread and not _has_commands(reading):
        _reply(s, thread)
    else:
        carry_out(s, reading)
    return answer_of(s)


def _recognise(s: Session) -> None:
    """Find out who speaks, as far as that can be known before the mail is read."""
    seat = s.mail.seat
    vouched = s.judge.accounts.sign_ins.person_at(s.mail.sender) if s.mail.is_verified else None
    number = seat.person if seat is not None else vouched
    if number is None or not _may_come_in(s.judge, number):
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


def _has_commands(reading: Reading) -> bool:
    """Whether a mail that answers press says plainly that it is something else."""
    found = [one for one in reading.items if isinstance(one, Command)]
    return any(one.key in ("signon", "press", "broadcast") and one.is_closed for one in found)


def _reply(s: Session, thread: str) -> None:
    try:
        came = reply(s, thread, s.mail.text)
    except ActionRefused as refused:
        came = Outcome(s.told((refused.diagnostic,)), True)
    s.add((), came.told, came.is_wrong)
