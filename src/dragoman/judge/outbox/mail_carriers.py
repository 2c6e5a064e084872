"""Carriers of mails: through a server, or into a folder where none is set."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Callable, Generator
from contextlib import contextmanager
from email.errors import MessageError
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from email.utils import format_datetime
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import unquote, urlsplit

from dragoman.files import write_atomically
from dragoman.judge.outbox.html_mail import MAPS
from dragoman.judge.outbox.letters import Mail, MapToDraw, is_mail_address
from dragoman.judge.outbox.message_ids import message_id
from dragoman.judge.outbox.sending import NOBODY_THERE, POLICY, Carrier, LetterDelivery, Undelivered
from dragoman.refusal import ActionRefused

_NOBODY: Final = (550, 551, 553)
"""What servers say to an address at which nobody is; and to much else."""
_STATUS: Final = re.compile(r"5\.\d{1,3}\.\d{1,3}\b")

_SECONDS = 20
"""How long a server may take for each answer."""
_ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")

Draw: TypeAlias = Callable[[MapToDraw], bytes | None]
"""Draws a map as PNG; None where there is none to be had, and the mail leaves without it."""


def mail_carrier(server: str, sender: str, folder: Path, draw: Draw = lambda _: None) -> Carrier:
    """Sends mails through ``smtp://user:password@host:port`` (encrypted as soon as the server
    offers it) or ``smtps://``, if its certificate is good; where that is empty, they become files
    in a folder. ``draw`` makes the maps that go with them.

    Raises:
        ActionRefused: if the address of the server, or the sender, cannot be one.
    """
    if not server:
        return _Folder(sender or "judge@localhost", folder, draw).carry
    if not is_mail_address(sender):
        what = f"{sender!r} is not a mail address"
        raise ActionRefused("wrong-sender", what, "say who mails are from")
    return _Server(server, sender, draw).carry


def greet(server: str) -> None:
    """Call a server as for a mail, sign in there, and leave again without one.

    Raises:
        Undelivered: if it could not have been brought.
    """
    with _refusals(urlsplit(server).hostname or ""), _Server(server, "", lambda _: None).connect():
        pass


class _Folder:
    def __init__(self, sender: str, folder: Path, draw: Draw) -> None:
        self._sender, self._folder, self._draw = sender, folder, draw

    def carry(self, delivery: LetterDelivery) -> None:
        text = _message(delivery, self._sender, self._draw).as_bytes()
        path = self._folder / f"{delivery.number:08}.eml"
        try:
            # There are codes in them that open accounts.
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(path, text, mode=0o600)
        except OSError as error:
            raise Undelivered(f"{self._folder}: {error.strerror}") from None


class _Server:
    def __init__(self, address: str, sender: str, draw: Draw) -> None:
        parts = urlsplit(address)
        self._sender, self._draw = sender, draw
        try:
            self._host, port = parts.hostname or "", parts.port
        except ValueError:
            port = None
            self._host = ""
        if parts.scheme not in ("smtp", "smtps") or not self._host:
            what = "the address of the mail server begins with smtp:// or smtps:// and a host"
            raise ActionRefused("wrong-mail-server", what)
        self._encrypted = parts.scheme == "smtps"
        self._port = port or (465 if self._encrypted else 25)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def carry(self, delivery: LetterDelivery) -> None:
        message = _message(delivery, self._sender, self._draw)
        with _refusals(self._host), self.connect() as server:
            server.send_message(message, self._sender, [delivery.letter.to])

    def connect(self) -> smtplib.SMTP:
        """A server that has been greeted and takes mails."""
        if self._encrypted:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, timeout=_SECONDS, context=self._context
            )
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=_SECONDS)
        try:
            self._greet(server)
        except BaseException:
            server.close()
            raise
        return server

    @cached_property
    def _context(self) -> ssl.SSLContext:
        """The certificates to trust, which take long to read."""
        context = ssl.create_default_context()
        if self._host in _ON_THIS_MACHINE:
            # Mail servers come with a certificate that they made themselves, and nobody listens.
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context

    def _greet(self, server: smtplib.SMTP) -> None:
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=self._context)
            server.ehlo()
        elif self._user and not self._encrypted and self._host not in _ON_THIS_MACHINE:
            what = "the server offers no encryption: the password is not sent"
            raise Undelivered(f"{self._host}: {what}")
        if self._user:
            server.login(self._user, self._password)


@contextmanager
def _refusals(host: str) -> Generator[None]:
    """Tell in words of our own what a server says, or that there is none.

    Raises:
        Undelivered: if it refuses something, or does not answer.
    """
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        code, text = next(iter(error.recipients.values()))
        nobody = code in _NOBODY and _is_about_address(text)
        raise Undelivered(_told(code, text), code >= 500, nobody) from None
    except smtplib.SMTPDataError as error:
        code = error.smtp_code
        raise Undelivered(_told(code, error.smtp_error), for_good=code >= 500) from None
    except smtplib.SMTPResponseException as error:
        # The server does not want us, whatever we bring: somebody has to set that right.
        raise Undelivered(_told(error.smtp_code, error.smtp_error)) from None
    except (OSError, smtplib.SMTPException) as error:
        raise Undelivered(f"{host}: {error or type(error).__name__}") from None


def _message(delivery: LetterDelivery, sender: str, draw: Draw) -> EmailMessage:
    letter = delivery.letter
    assert isinstance(letter, Mail)
    host = sender.rpartition("@")[2]
    headers = {
        "From": sender,
        "To": letter.to,
        "Subject": " ".join(letter.subject.split()),
        "Date": format_datetime(delivery.written),
        "Message-ID": message_id(delivery.secret, delivery.number, delivery.written, host),
        "Auto-Submitted": "auto-generated",
        **letter.headers,
    }
    message = EmailMessage(policy=SMTP)
    try:
        for name, value in headers.items():
            message[name] = value
        message.set_content(letter.text)
        if letter.html:
            _add_page(message, letter, draw)
        for one in letter.files:
            kind, _, subkind = one.kind.partition("/")
            message.add_attachment(one.data, kind, subkind, filename=one.name)
    except (ValueError, MessageError) as error:
        raise Undelivered(f"this is no mail: {error}", for_good=True) from None
    return message


def _add_page(message: EmailMessage, letter: Mail, draw: Draw) -> None:
    """Say the same as a page, with its maps: mail programs show no others than those that come
    along."""
    drawn = [(one, made) for one in letter.maps if (made := draw(one)) is not None]
    shown = "".join(
        f'<p><img src="cid:map{number}@dragoman" alt="{escape(one.phase)}" style="max-width:100%">'
        for number, (one, _) in enumerate(drawn)
    )
    message.add_alternative(letter.html.replace(MAPS, shown), subtype="html")
    page = list(message.iter_parts())[-1]
    assert isinstance(page, MIMEPart)
    for number, (one, made) in enumerate(drawn):
        name = f"game-{one.game}-{one.phase or 'map'}.png"
        cid = f"<map{number}@dragoman>"
        page.add_related(made, "image", "png", cid=cid, filename=name, disposition="inline")


def _is_about_address(text: bytes | str) -> bool:
    """True if a server that refuses an address says that nobody is there."""
    said = _told(0, text)[2:]
    status = _STATUS.match(said)
    if status is None:
        return POLICY.search(said) is None
    return NOBODY_THERE.fullmatch(status[0]) is not None


def _told(code: int, text: bytes | str) -> str:
    said = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {' '.join(said.split())}"
