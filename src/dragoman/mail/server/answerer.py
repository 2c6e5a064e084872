"""Mails that wait are answered, each exactly once, whichever process dies on the way."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from email.message import Message
from typing import Any, Final, TypeAlias

from dragoman.judge.accounts.bounces import came_back, is_heard_from
from dragoman.judge.accounts.credentials import address_key
from dragoman.judge.accounts.rate_limits import RateLimit, attempts_left, take_attempts
from dragoman.judge.outbox.letters import Mail, post
from dragoman.judge.outbox.message_ids import PURPOSE
from dragoman.judge.running.log_lines import log
from dragoman.judge.service import Judge
from dragoman.judge.storage.quiet import quiet_since
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.storage.upkeep import upkeep_of
from dragoman.mail.execution.redaction import without_secrets
from dragoman.mail.language.parser import MailCommand, read
from dragoman.mail.message import AnswerPart, IncomingMail, MailAnswer
from dragoman.mail.reading.mail import language_of, message_of, read_mail
from dragoman.mail.server.automatic_mail import came_back_for_good, why_passed_over
from dragoman.mail.server.inbox import MOST_TRIES, Inbox, QueuedMail
from dragoman.mail.server.mailed_variant import (
    files_of_a_variant,
    tried_by,
    with_variant,
    without_files_of_a_variant,
)
from dragoman.mail.server.replies import plain_answer, reply, words_of
from dragoman.mail.server.sender_auth import (
    MailSender,
    ReplyAddress,
    SenderAuth,
    sender_auth,
    sender_of,
)
from dragoman.refusal import ActionRefused

Answering: TypeAlias = Callable[[Judge, IncomingMail, datetime], MailAnswer]
"""Carries out what a mail says."""

FROM_ONE: Final = RateLimit("mails from", 60, 240)
"""Mails of somebody with an account, of which it is proven that they are his."""
FROM_STRANGER: Final = RateLimit("mails from a stranger", 6, 6)
"""Mails of which nobody knows whether their sender wrote them, from one place in his name: an
answer may go to somebody who never wrote. What others send in his name counts for nothing where he
proves that he is it."""
TOLD: Final = RateLimit("told of too many mails", 1, 1)
"""The limit of notes that somebody writes too many mails."""
TOLD_OF_FORGED: Final = RateLimit("told of forged mails", 1, 1)
_FEW: Final = 2
"""With so many mails left, or fewer, somebody is told how many there are."""
_PROVING: Final = frozenset(("signon", "create", "iam", "confirm"))
"""Commands with a password or a code."""


class Answerer:
    """Answers the mails of a judge, one after the other; any number may do so at once.

    What a mail's commands do, its answer, and that it was answered, are one transaction: so a mail
    is carried out once or not at all. ``answering`` knows the commands; ``servers`` are those whose
    word on senders is believed, ``admin`` the address that is told of mails that could not be
    answered.

    The judge that it opens is its own: games that it remembers may be ahead of the database while a
    mail is carried out, and where that fails all of it is forgotten.
    """

    def __init__(
        self,
        open_judge: Callable[[], Judge],
        answering: Answering,
        servers: Collection[str] = (),
        admin: str = "",
    ) -> None:
        self._open, self._answering, self._admin = open_judge, answering, admin
        self._servers = frozenset(one.casefold() for one in servers)
        self._judge = open_judge()

    def close(self) -> None:
        """Let go of the database."""
        self._judge.close()

    def work(self, now: datetime) -> bool:
        """Answer the mail that waits longest; whether there was one.

        Raises:
            ActionRefused: if the database does not answer.
        """
        database = self._judge.database
        if quiet_since(database) is not None or upkeep_of(database).is_read_only:
            return False
        incoming = Inbox(self._judge.database)
        waiting = incoming.next(now)
        if waiting is None:
            return False
        if waiting.tries > MOST_TRIES:
            self._give_up(incoming, waiting, now)
            return True
        try:
            self._handle(incoming, waiting, now)
        except Exception as error:
            # The database may be away, or a game at fault: what was begun is undone already.
            self._begin_anew()
            code = error.diagnostic.code if isinstance(error, ActionRefused) else ""
            log().error("a mail was not answered", number=waiting.number, tries=waiting.tries,
                        code=code, exc_info=error)  # fmt: skip
            Inbox(self._judge.database).put_back(waiting, now)
        return True

    def _begin_anew(self) -> None:
        self._judge.close()
        self._judge = self._open()

    def _handle(self, incoming: Inbox, waiting: QueuedMail, now: datetime) -> None:
        judge = self._judge
        message = message_of(waiting.raw)
        if why := why_passed_over(message, waiting.came_from, judge.site.mail):
            self._pass_over(incoming, waiting, self._came_back(message, now) or why, now)
            return
        mail = read_mail(message, waiting.recipients)
        word = sender_auth(message, self._servers, mail.sender)
        written_in = language_of(f"{mail.subject}\n{mail.text}") or "en"
        sender = sender_of(judge, mail.sender, mail.recipients, written_in)
        if word is SenderAuth.NO:
            told_of_it = self._told_of_forged(sender, mail, now)
            self._pass_over(incoming, waiting, "forged", now, told_of_it)
            return
        mail = replace(mail, seat=sender.seat, is_verified=word is SenderAuth.YES)
        is_over = not self._takes(*_counted(sender, mail), now)
        if is_over and not _may_prove(mail):
            told_of_it = self._told_of_limit(sender, mail, now)
            self._pass_over(incoming, waiting, "too-many", now, told_of_it)
            return
        told = _refused(sender, mail)
        looks_at_files = told is None and not is_over
        files = files_of_a_variant(mail.attachments) if looks_at_files else None
        if files is not None:
            mail = replace(mail, unread=without_files_of_a_variant(mail.unread))
        # Takes long, so before anybody has to wait for this transaction.
        tried = tried_by(judge, files, sender, now) if files is not None else None
        with judge.database.together():
            if not incoming.close(waiting, "answered"):
                return  # another was quicker
            answer = told
            if answer is None and (tried is None or mail.whole.strip()):
                answer = without_secrets(self._answering(judge, mail, now), mail)
                answer = _with_hint(answer, mail)
            if files is not None and tried is not None:
                known = sender.person if mail.seat is not None or mail.is_verified else 0
                person = answer.person if answer is not None else known
                answer = with_variant(judge, files, tried, sender, person, answer, now)
            assert answer is not None
            if is_over and not answer.person:
                log().info("a mail is not answered", number=waiting.number, code="too-many")
                return
            answer = _with_warning(judge, answer, sender, mail, now)
            _post(judge, reply(judge, mail, answer), waiting, now)
        if answer.person and (mail.seat is not None or mail.is_verified):
            is_heard_from(judge.database, mail.sender)
        log().info("a mail is answered", number=waiting.number, user=answer.person,
                   game=answer.game)  # fmt: skip

    def _pass_over(
        self,
        incoming: Inbox,
        waiting: QueuedMail,
        why: str,
        now: datetime,
        told: Mail | None = None,
    ) -> None:
        """Carry nothing out; ``told`` is what whoever wrote is told of that."""
        with self._judge.database.together():
            if not incoming.close(waiting, why):
                return
            if told is not None:
                _post(self._judge, told, waiting, now)
        log().info("a mail is passed over", number=waiting.number, code=why)

    def _came_back(self, message: Message[Any, Any], now: datetime) -> str:
        """Note that a mail of the judge came back for good; what the report is called then, empty
        where it is none. A forged one is none: nobody else can sign the names of our mails."""
        database = self._judge.database
        letter = came_back_for_good(message, secret_of(database, PURPOSE))
        if letter is None or not came_back(database, self._judge.site, letter, now):
            return ""
        return "came-back"

    def _told_of_forged(self, sender: MailSender, mail: IncomingMail, now: datetime) -> Mail | None:
        """The note, sent once in a while, about a mail that another sent to a reply address of his:
        others know it, or his mails lose on their way what they are known by."""
        if sender.seat is None or not self._takes(TOLD_OF_FORGED, address_key(mail.sender), now):
            return None
        return self._not_read(sender, mail, words_of(sender.language, "forged"))

    def _takes(self, limit: RateLimit, name: str, now: datetime) -> bool:
        """Count something for somebody; whether it is within the limit."""
        try:
            take_attempts(self._judge.database, now, (limit, name))
        except ActionRefused as refused:
            if refused.diagnostic.code != "too-many-attempts":
                raise
            return False
        return True

    def _told_of_limit(self, sender: MailSender, mail: IncomingMail, now: datetime) -> Mail | None:
        """The note, sent once in a while, to somebody who writes more than is read."""
        limit, name = _counted(sender, mail)
        if not self._takes(TOLD, name, now):
            return None
        told = words_of(sender.language, "too-many", count=round(limit.an_hour))
        return self._not_read(sender, mail, told)

    def _not_read(self, sender: MailSender, mail: IncomingMail, told: str) -> Mail:
        return reply(self._judge, mail, _not_carried_out(sender, told))

    def _give_up(self, incoming: Inbox, waiting: QueuedMail, now: datetime) -> None:
        """Tell whoever wrote, and whoever runs the judge, of a mail that cannot be carried out."""
        judge = self._judge
        log().error("a mail was given up", number=waiting.number, tries=waiting.tries)
        mail = read_mail(message_of(waiting.raw), waiting.recipients)
        language = language_of(f"{mail.subject}\n{mail.text}") or "en"
        told = plain_answer(language, words_of(language, "not-read"),
                            (words_of(language, "failed"),))  # fmt: skip
        with judge.database.together():
            if not incoming.close(waiting, "given-up"):
                return
            if mail.sender:
                _post(judge, reply(judge, mail, told), waiting, now)
            if self._admin:
                text = f"Mail {waiting.number} could not be answered; the log says why.\n"
                letter = Mail(self._admin, "A mail could not be answered", text)
                _post(judge, letter, waiting, now, "admin")


def _counted(sender: MailSender, mail: IncomingMail) -> tuple[RateLimit, str]:
    """The limit for such a mail, and the name that it counts for: as those of whoever is proven to
    have written them, or as those that come from one place in a name."""
    address = address_key(mail.sender)
    if sender.seat is None and not mail.is_verified:
        return FROM_STRANGER, f"{address}\0{mail.came_over}"
    if sender.person:
        return FROM_ONE, f"person {sender.person}"
    return FROM_STRANGER, f"{address}\0vouched for"


def _may_prove(mail: IncomingMail) -> bool:
    """True if a mail of nobody in particular may hold what proves who wrote it: it is looked at
    even if others have written too many in his name, as passwords and codes have limits of their
    own."""
    if mail.seat is not None or mail.is_verified:
        return False
    items = read(f"{mail.subject}\n{mail.whole}").items
    return any(isinstance(one, MailCommand) and one.key in _PROVING for one in items)


def _with_hint(answer: MailAnswer, mail: IncomingMail) -> MailAnswer:
    """An answer to a mail that is nothing but an older one, with a word about that."""
    if mail.whole.strip() or not mail.quoted.strip():
        return answer
    hint = AnswerPart("", tuple(words_of(answer.language, "only-quoted").split("\n")))
    return replace(answer, parts=(*answer.parts, hint))


def _with_warning(
    judge: Judge, answer: MailAnswer, sender: MailSender, mail: IncomingMail, now: datetime
) -> MailAnswer:
    """An answer with a word about the few mails that are read after this one. Whoever has proven
    by a password who he is may go on."""
    limit, name = _counted(sender, mail)
    left = attempts_left(judge.database, now, limit, name)
    if left > _FEW or (limit is FROM_STRANGER and answer.person):
        return answer
    key = "few-left" if limit is FROM_ONE else "few-left-of-stranger"
    told = words_of(answer.language, key, count=left, an_hour=round(limit.an_hour))
    return replace(answer, parts=(*answer.parts, AnswerPart("", tuple(told.split("\n")))))


def _refused(sender: MailSender, mail: IncomingMail) -> MailAnswer | None:
    """The answer to a mail that is not read."""
    if sender.reply is ReplyAddress.OVER:
        key = "reply-over"
    elif sender.reply is ReplyAddress.ANOTHERS:
        key = "reply-anothers"
    else:
        return None
    return _not_carried_out(sender, words_of(sender.language, key))


def _not_carried_out(sender: MailSender, told: str) -> MailAnswer:
    subject = words_of(sender.language, "not-read")
    return plain_answer(sender.language, subject, told.split("\n"), sender.person)


def _post(judge: Judge, letter: Mail, waiting: QueuedMail, now: datetime, which: str = "") -> None:
    """Have an answer sent: of each kind one to a mail, whatever happens."""
    once = f"mail {waiting.number} {waiting.received.isoformat()} {which}".rstrip()
    with judge.database.writing() as connection:
        post(connection, letter, now, once=once)
