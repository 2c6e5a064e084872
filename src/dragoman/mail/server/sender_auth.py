"""The sender of a mail: by the reply address that it came to, by the address it came from, and by
the word of the server that received it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from email.message import Message
from enum import Enum
from typing import Any, Final

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.notices.reply_address import PURPOSE, claimed, is_good, signed_part
from dragoman.judge.service import Judge
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.views.press_view import thread_of
from dragoman.judge.views.viewer import Viewer
from dragoman.mail.message import ReplySeat
from dragoman.mail.reading.decoding import headers
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

# The sender by the addresses of a mail


class ReplyAddress(Enum):
    """The kinds of addresses that a mail may come to."""

    PLAIN = "plain"
    """The judge's own."""
    GOOD = "good"
    OVER = "over"
    """Signed by nobody, or for a seat that he has no longer."""
    ANOTHERS = "another's"
    """Made for somebody with another address."""


@dataclass(frozen=True, slots=True)
class MailSender:
    """``person`` is the account whose address a mail came from, 0 where there is none: whoever
    likes can write that into a mail. ``seat`` is what is proved."""

    person: int
    language: str
    reply: ReplyAddress
    seat: ReplySeat | None = None


def sender_of(
    judge: Judge, address: str, recipients: Iterable[str], language: str = "en"
) -> MailSender:
    """The sender of a mail from an address to these. He is answered in the language, unless he has
    chosen another.

    Raises:
        ActionRefused: if the database does not answer.
    """
    person = judge.accounts.sign_ins.person_at(address) or 0
    if person:
        language = judge.accounts.wishes.of(Actor(person), person).language
    signed = signed_part(judge.site.mail, recipients)
    if not signed:
        return MailSender(person, language, ReplyAddress.PLAIN)
    secret = secret_of(judge.database, PURPOSE)
    about = claimed(secret, signed)
    if about is None:
        return MailSender(person, language, ReplyAddress.OVER)
    try:
        g = judge.games.load(about.game) if about.game else None
    except ActionRefused as refused:
        if refused.diagnostic.code != "no-game":
            raise
        return MailSender(person, language, ReplyAddress.OVER)
    if not is_good(secret, signed, about, g):
        return MailSender(person, language, ReplyAddress.OVER)
    if about.person != person:
        return MailSender(person, language, ReplyAddress.ANOTHERS)
    thread = ""
    if g is not None and 0 < about.message <= len(g.messages):
        viewer, message = Viewer(g, Actor(person)), g.messages[about.message - 1]
        thread = thread_of(viewer, message) if viewer.reads(message) else ""
        if not thread:
            return MailSender(person, language, ReplyAddress.OVER)
    return MailSender(person, language, ReplyAddress.GOOD, ReplySeat(person, about.game, thread))


# Authentication by the receiving server (RFC 8601)

_RESULT: Final = re.compile(r"([a-z0-9-]{1,30})\s*+=\s*+([a-z]{1,20})\b([^;]*+)", re.I)
_PROPERTY: Final = re.compile(r"\b(header|smtp)\.([a-z-]{1,20})\s*+=\s*+([^\s;]+)", re.I)
_COMMENT: Final = re.compile(r"\([^()]*+\)")


class SenderAuth(Enum):
    """The word of a receiving server on a sender's address."""

    YES = "yes"
    NO = "no"
    """It is forged, by what the owner of the domain says."""
    UNKNOWN = "unknown"


def sender_auth(message: Message[Any, Any], servers: Collection[str], sender: str) -> SenderAuth:
    """The word of the trusted servers on a sender's address. Only the first such header counts: a
    server puts its own above whatever the sender brought along."""
    domain = sender.rpartition("@")[2].casefold()
    for one in headers(message, "Authentication-Results"):
        server, _, rest = _COMMENT.sub(" ", one).partition(";")
        if server.split()[:1] and server.split()[0].casefold() in servers:
            return _judged(rest, domain)
    return SenderAuth.UNKNOWN


def _judged(text: str, domain: str) -> SenderAuth:
    found: dict[str, set[str]] = {}
    for result in _RESULT.finditer(text):
        method, outcome = result[1].casefold(), result[2].casefold()
        named = {
            f"{one[1]}.{one[2]}".casefold(): one[3].strip("<>\"'").rpartition("@")[2].casefold()
            for one in _PROPERTY.finditer(result[3])
        }
        if method == "dmarc" and _speaks_for(named.get("header.from", domain), domain):
            found.setdefault("dmarc", set()).add(outcome)
        elif method == "dkim":
            signer = named.get("header.d") or named.get("header.i", "")
            good = outcome == "pass" and _speaks_for(signer, domain)
            found.setdefault("dkim", set()).add("pass" if good else "none")
        elif method == "spf":
            server = named.get("smtp.mailfrom", "")
            aligned = _speaks_for(server, domain)
            good = outcome if outcome == "fail" or (outcome == "pass" and aligned) else "none"
            found.setdefault("spf", set()).add(good)
    dmarc = found.get("dmarc", set())
    if "fail" in dmarc:
        return SenderAuth.NO
    if "pass" in dmarc or "pass" in found.get("dkim", ()):
        return SenderAuth.YES
    if "fail" in found.get("spf", ()):
        return SenderAuth.NO
    return SenderAuth.YES if "pass" in found.get("spf", ()) else SenderAuth.UNKNOWN


def _speaks_for(server: str, domain: str) -> bool:
    """True if a domain is the sender's or one above it."""
    return bool(server) and "." in server and (domain == server or domain.endswith(f".{server}"))
