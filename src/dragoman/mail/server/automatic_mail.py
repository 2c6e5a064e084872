"""Mails that machines wrote: automatic answers, lists, and reports that a mail of the judge could
not be delivered."""

from __future__ import annotations

import re
from email.message import Message
from typing import Any, Final, cast

from dragoman.judge.outbox.message_ids import LetterName, names_in
from dragoman.judge.outbox.sending import NOBODY_THERE, POLICY
from dragoman.mail.reading.decoding import addresses, header

# Mails that are not answered, lest two machines write to each other for ever

_BULK: Final = ("bulk", "junk", "list", "auto_reply", "auto-reply")
_MACHINES: Final = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "bounce")
_OF_LISTS: Final = ("List-Id", "List-Unsubscribe", "List-Post")
_OF_ANSWERERS: Final = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "X-Mail-Autoreply")


def why_passed_over(message: Message[Any, Any], came_from: str | None, own: str) -> str:
    """The reason why a mail is not answered; empty where it may be. ``came_from`` is the sender
    that the server was told, ``own`` the judge's own address."""
    if came_from is not None and came_from.strip() in ("", "<>"):
        return "bounce"
    returned = header(message, "Return-Path")
    # As mail servers write that there is nobody to write back to.
    if returned and returned.strip("<> ").partition("@")[0].casefold() in ("", "mailer-daemon"):
        return "bounce"
    if message.get_content_type() in ("multipart/report", "message/delivery-status"):
        return "report"
    said = header(message, "Auto-Submitted").partition(";")[0].strip().casefold()
    if said not in ("", "no"):
        return "auto-submitted"
    if header(message, "Precedence").strip().casefold() in _BULK:
        return "precedence"
    if any(header(message, name) for name in _OF_LISTS):
        return "mailing-list"
    if any(header(message, name) for name in _OF_ANSWERERS):
        return "auto-submitted"
    senders = addresses(header(message, "From"))
    if not senders:
        return "no-sender"
    for one in (*senders, *addresses(header(message, "Sender"))):
        if is_own(one, own):
            return "own-address"
    if senders[0].partition("@")[0].casefold() in _MACHINES:
        return "machine"
    return ""


def is_own(address: str, own: str) -> bool:
    """True if an address is the judge's, with a signed part or without."""
    name, _, host = address.casefold().rpartition("@")
    own_name, _, own_host = own.casefold().rpartition("@")
    return bool(own) and host == own_host and name.partition("+")[0] == own_name


# Bounces (RFC 3464), and what older servers write in place of them

_STATUS: Final = re.compile(r"(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])")
_FOR_GOOD: Final = re.compile(r"(?<![\d.])55[013](?![\d.])")
_FOR_NOW: Final = re.compile(r"(?<![\d.])4[25]\d(?![\d.])")
_QUOTED: Final = re.compile(
    r"^\s*(?:Return-Path|Received|DKIM-Signature|Message-ID|From):", re.I | re.M
)
"""The beginning of the mail that came back."""
_LONGEST: Final = 200_000
"""So many letters of a report are looked through."""


def came_back_for_good(message: Message[Any, Any], secret: bytes) -> LetterName | None:
    """The letter of the judge that a report says will never be delivered; None where it says
    something else, is about another's mail, or about several."""
    if not _is_for_good(message):
        return None
    # The mail that came back has its name in its own headers, whole or not.
    found = names_in(_all_text(message), secret)
    return found[0] if len(found) == 1 else None


def _is_for_good(message: Message[Any, Any]) -> bool:
    told = [part for part in message.walk() if part.get_content_type() == "message/delivery-status"]
    if not told:
        text = "\n".join(_texts(message))[:_LONGEST]
        if (quoted := _QUOTED.search(text)) is not None:
            text = text[: quoted.start()]
        if found := _STATUS.findall(text):
            return all(map(NOBODY_THERE.fullmatch, found))
        said = _FOR_GOOD.search(text) is not None and _FOR_NOW.search(text) is None
        return said and POLICY.search(text) is None
    blocks = [
        block
        for part in told
        if isinstance(part.get_payload(), list)
        for block in cast("list[Message[Any, Any]]", part.get_payload())
    ]
    return any(
        header(one, "Action").strip().casefold() == "failed"
        and any(map(NOBODY_THERE.fullmatch, header(one, "Status").split()[:1]))
        for one in blocks
    )


def _all_text(message: Message[Any, Any]) -> str:
    """All but the report's own headers: what answers a mail, as somebody's who is away, names it
    there."""
    parts = [*message.walk()][1:]
    headers = "\n".join(str(value) for part in parts for value in part.values())
    return f"{headers}\n{chr(10).join(_texts(message))}"[:_LONGEST]


def _texts(message: Message[Any, Any]) -> list[str]:
    found: list[str] = []
    for part in message.walk():
        if part.get_content_maintype() == "text":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                found.append(content.decode("latin-1"))
    return found
