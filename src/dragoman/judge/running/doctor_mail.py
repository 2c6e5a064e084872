"""The doctor on mail: the server that it leaves through, and the ways in."""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.judge.outbox.mail_carriers import greet
from dragoman.judge.outbox.sending import Undelivered
from dragoman.judge.running.configuration import Configuration, without_password
from dragoman.judge.running.findings import Finding, fault
from dragoman.judge.running.mail_certificate import good_until, tls_of
from dragoman.refusal import ActionRefused

_SOON: Final = timedelta(days=14)
"""How long before a certificate ends that is told."""


def look_at_mail(told: Configuration) -> Finding:
    """A finding on the way of mails that leave."""
    if not told.mail_server:
        return Finding(f"mail: files in {told.mail_folder}")
    faults: tuple[Diagnostic, ...] = ()
    if not (told.mail_from or told.mail_address):
        faults = fault("no-sender", "mails have no sender", "set mail_from")
    try:
        greet(told.mail_server)
    except Undelivered as error:
        what = f"the mail server does not take mails: {error}"
        faults += fault("mail-server-away", what, "see to mail_server; mails wait until then")
    return Finding(f"mail: {without_password(told.mail_server)}", faults)


def look_at_mail_coming_in(told: Configuration, now: datetime) -> Iterator[Finding]:
    """Findings on the way of incoming mail; none where the judge takes none."""
    if not told.mail_address:
        if told.mail_port or told.mail_tls_port or told.mail_maildir:
            what = "mails are to be taken, and the judge has no address for them"
            yield Finding("mail coming in", fault("no-mail-address", what, "set mail_address"))
        return
    yield Finding(f"mail coming in: to {told.mail_address}")
    if told.mail_maildir:
        yield _maildir(Path(told.mail_maildir))
    if told.mail_certificate or told.mail_key or told.mail_tls_port:
        yield _mail_certificate(told, now)
    if told.mail_port:
        yield _mail_port(told, told.mail_port, smtplib.SMTP)
    if told.mail_tls_port:
        # It is this machine, by an address that no certificate names.
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        yield _mail_port(told, told.mail_tls_port, partial(smtplib.SMTP_SSL, context=context))


def _maildir(folder: Path) -> Finding:
    if not all((folder / part).is_dir() for part in ("new", "cur", "tmp")):
        what = f"{folder} is no folder of mails: it has new, cur and tmp in it"
        return Finding("mail folder", fault("no-maildir", what, "make one, with maildirmake"))
    if not all(os.access(folder / part, os.R_OK | os.W_OK | os.X_OK) for part in ("new", "cur")):
        what = f"the mails in {folder} cannot be read and moved"
        remedy = "give the folder to the user that the judge runs as"
        return Finding("mail folder", fault("closed-maildir", what, remedy))
    return Finding(f"mail folder: {folder}")


def _mail_certificate(told: Configuration, now: datetime) -> Finding:
    try:
        tls_of(told)
    except ActionRefused as refused:
        return Finding("mail certificate", (refused.diagnostic,))
    end = good_until(told)
    faults: tuple[Diagnostic, ...] = ()
    if end - now < _SOON:
        ends = f"{end:%Y-%m-%d}"
        what = (
            f"the certificate for mail has ended, on {ends}"
            if end < now
            else (f"the certificate for mail ends on {ends}")
        )
        faults = fault("old-certificate", what, "get another, and start `judge mail` again")
    return Finding(f"mail certificate: {told.mail_certificate}", faults)


def _mail_port(told: Configuration, port: int, connect: Callable[..., smtplib.SMTP]) -> Finding:
    where = f"{told.mail_listen}:{port}"
    host = told.mail_listen if told.mail_listen != "0.0.0.0" else "127.0.0.1"
    try:
        with connect(host, port, timeout=10) as server:
            server.ehlo()
            server.docmd("MAIL", "FROM:<>")
            code, _ = server.docmd("RCPT", f"TO:<{told.mail_address}>")
    except (OSError, smtplib.SMTPException) as error:
        what = f"nobody takes mails at {where}: {type(error).__name__}"
        remedy = "run `dragoman judge mail --serve`, or `serve --mail`"
        return Finding("mail port", fault("mail-door-closed", what, remedy))
    if code != 250:
        what = f"whoever listens at {where} takes no mail to {told.mail_address}"
        remedy = "see that it is the judge, and has these settings"
        return Finding("mail port", fault("another-mail-door", what, remedy))
    return Finding(f"mail port: {where} takes mails")
