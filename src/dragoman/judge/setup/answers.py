"""The answers that a judge is set up by: how each is read, and what is wrong with it."""

from __future__ import annotations

import re
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Final
from urllib.parse import unquote, urlsplit

from dragoman.judge.accounts.credentials import checked_name
from dragoman.judge.outbox.letters import is_mail_address
from dragoman.judge.running.setting_checks import LONGEST_TITLE
from dragoman.judge.storage.database import read_address
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

SQLITE: Final = "sqlite:////var/lib/dragoman/judge.db"
POSTGRESQL: Final = "postgresql://dragoman@/judge?host=/var/run/postgresql"
"""A database of PostgreSQL on this machine, which knows the user `dragoman` by itself."""
NO_MAIL: Final = "none"

_LABEL: Final = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_LONGEST_HOST: Final = 253


@dataclass(frozen=True, slots=True)
class Admin:
    """The person who gets the first account, and mails when something needs a person."""

    name: str
    mail: str


@dataclass(frozen=True, slots=True)
class SetupAnswers:
    """The five answers: a name, the host of its address, the server that mails leave through (none
    if empty), the database, and an admin (None where there is one)."""

    name: str
    host: str
    mail_server: str
    database: str
    admin: Admin | None

    @property
    def mail_from(self) -> str:
        """The sender of mails: whoever signs in at the server, if that is an address."""
        user = unquote(urlsplit(self.mail_server).username or "")
        return user if is_mail_address(user) else f"judge@{self.host}"


def read_name(text: str) -> str:
    """The name of a judge.

    Raises:
        ActionRefused: if it is none.
    """
    name = " ".join(text.split())
    if not 0 < len(name) <= LONGEST_TITLE or not name.isprintable():
        what = f"a name has from 1 to {LONGEST_TITLE} letters"
        raise ActionRefused("wrong-name", what, "as Diplomacy in Springfield")
    return name


def read_host(text: str) -> str:
    """The host at which people will reach a judge, of an address or a host alone.

    Raises:
        ActionRefused: if no certificate can be had for it.
    """
    remedy = "write the whole name of the machine, as judge.example.org"
    given = text.strip()
    parts = urlsplit(given if "://" in given else f"https://{given}")
    if parts.scheme != "https":
        what = f"a judge is reached by https, not by {parts.scheme}"
        raise ActionRefused("wrong-address", what, remedy)
    try:
        port = parts.port
        host = (parts.hostname or "").rstrip(".").encode("idna").decode().lower()
    except (ValueError, UnicodeError):
        raise ActionRefused("wrong-address", f"{text!r} is no address", remedy) from None
    if port not in (None, 443) or parts.path not in ("", "/") or parts.query or parts.username:
        what = f"{text!r} says more than a host: the judge has one for itself"
        raise ActionRefused("wrong-address", what, remedy)
    if _is_number(host):
        what = f"{host} is a number: nobody gives a certificate for it"
        raise ActionRefused("wrong-address", what, remedy)
    labels = host.split(".")
    if len(host) > _LONGEST_HOST or not all(map(_LABEL.fullmatch, labels)):
        raise ActionRefused("wrong-address", f"{text!r} is no name of a machine", remedy)
    if len(labels) < 2 and host != "localhost":
        raise ActionRefused("wrong-address", f"{host!r} is known on your network alone", remedy)
    return host


def read_mail_server(text: str) -> str:
    """The server that mails leave through; empty for none.

    Raises:
        ActionRefused: if it is no address of a server.
    """
    given = text.strip()
    if given.lower() in ("", NO_MAIL):
        return ""
    parts = urlsplit(given if "://" in given else f"smtp://{given}")
    remedy = (
        "write smtps://USER:PASSWORD@mail.example.org, with %23 for # and %2F for /, "
        f"smtp://localhost for the server of this machine, or {NO_MAIL}"
    )
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or port == -1:
        what = "this is no address of a mail server"
        raise ActionRefused("wrong-mail-server", what, remedy)
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        what = "something stands after the mail server, perhaps the rest of a password"
        raise ActionRefused("wrong-mail-server", what, remedy)
    if parts.username and not parts.password:
        raise ActionRefused("wrong-mail-server", "the password is missing", remedy)
    return parts._replace(path="").geturl()


def read_database(text: str) -> str:
    """The address of a database, of which the two on this machine have names.

    Raises:
        ActionRefused: if it is none, or not to be reached by a service.
    """
    given = text.strip()
    found = {"": SQLITE, "sqlite": SQLITE, "postgresql": POSTGRESQL}.get(given.lower(), given)
    url, _ = read_address(found)
    if url.drivername == "sqlite" and not (url.database or "").startswith("/var/lib/dragoman/"):
        what = "the services may write in /var/lib/dragoman alone"
        raise ActionRefused("wrong-database", what, "write sqlite, or postgresql")
    return found


def read_admin(text: str) -> Admin:
    """A name and an address of mail, as ``Ann <ann@example.org>``.

    Raises:
        ActionRefused: if one of them is missing, or cannot be.
    """
    name, mail = parseaddr(text)
    if not name and " " in text.strip():
        name, _, mail = text.strip().rpartition(" ")
    if not name or not is_mail_address(mail):
        what = f"{text!r} is not a name and an address of mail"
        raise ActionRefused("wrong-admin", what, "write Ann <ann@example.org>")
    return Admin(checked_name(name), mail)


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
