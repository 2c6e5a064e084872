"""Answers as mails: in the thread of what they answer, to be answered in turn."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from dragoman.judge.notices.reply_address import PURPOSE, Signed, reply_address
from dragoman.judge.outbox.html_mail import MailBlock, page
from dragoman.judge.outbox.letters import File, Mail, MapToDraw
from dragoman.judge.service import Judge
from dragoman.judge.storage.signing import secret_of
from dragoman.mail.execution.redaction import without_password
from dragoman.mail.message import AnswerPart, IncomingMail, MailAnswer, is_reply, subject_of_answer
from dragoman.values import FrozenMap
from dragoman.words import word_file

_MOST_REFERENCES: Final = 20


def words_of(language: str, key: str, **parts: object) -> str:
    """A sentence of the mail service by its key, its gaps filled."""
    text: str = word_file(Path(__file__).with_name("words"), language)["told"][key]
    return text.format_map({name: str(part) for name, part in parts.items()})


def plain_answer(language: str, subject: str, lines: Iterable[str], person: int = 0) -> MailAnswer:
    """An answer of the mail service itself."""
    return MailAnswer(subject, (AnswerPart("", tuple(lines)),), language, person)


def reply(judge: Judge, mail: IncomingMail, answer: MailAnswer) -> Mail:
    """An answer as a mail to whoever wrote.

    Raises:
        ActionRefused: if the database does not answer.
    """
    site = judge.site
    subject = answer.subject
    if mail.subject and not is_reply(subject):
        subject = subject_of_answer(without_password(mail.subject))
    headers = {"Auto-Submitted": "auto-replied"}
    if mail.message_id:
        before = (*mail.references, mail.message_id)[-_MOST_REFERENCES:]
        headers["In-Reply-To"] = f"<{mail.message_id}>"
        headers["References"] = " ".join(f"<{one}>" for one in before)
    if site.mail:
        headers["Reply-To"] = _answered_to(judge, answer)
    below = site.address.rstrip("/")
    if answer.game:
        below += f"/games/{answer.game}"
    text = f"{answer.text}\n\n-- \n{below}\n"
    blocks = (MailBlock("\n".join(one.lines), one.heading, one.is_fixed) for one in answer.parts)
    html = page(answer.language, answer.subject, blocks, below)
    maps = tuple(
        MapToDraw(one.game, one.person, one.phase, answer.language) for one in answer.pictures
    )
    files = tuple(File(one.name, one.kind, one.data) for one in answer.files)
    return Mail(
        mail.sender,
        subject,
        text,
        answer.person or None,
        FrozenMap(headers),
        html,
        maps,
        files,
    )


def _answered_to(judge: Judge, answer: MailAnswer) -> str:
    """The address for an answer to the answer: that of his seat, if it is about one game of his,
    and else to an address of his own, so that he need not say who he is."""
    site = judge.site
    if not answer.person:
        return site.mail
    g = judge.games.load(answer.game) if answer.game else None
    secret = secret_of(judge.database, PURPOSE)
    return reply_address(site.mail, secret, g, Signed(answer.person, answer.game))
