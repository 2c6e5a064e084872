"""Mails that nobody answers: what machines wrote, lest two of them write to each other for ever."""

from __future__ import annotations

from email.message import Message
from typing import Any, Final

from dragoman.mail.reading.headers import addresses, header

_BULK: Final = ("bulk", "junk", "list", "auto_reply", "auto-reply")
_MACHINES: Final = ("mailer-daemon", "postmaster", "noreply", "no-reply", "donotreply", "bounce")
_OF_LISTS: Final = ("List-Id", "List-Unsubscribe", "List-Post")
_OF_ANSWERERS: Final = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply-From", "X-Mail-Autoreply")


def why_passed_over(message: Message[Any, Any], came_from: str | None, own: str) -> str:
    """Why a mail is not answered; empty where it may be. ``came_from`` is the sender that the
    server was told, ``own`` the judge's own address."""
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
    """Whether an address is the judge's, with a signed part or without."""
    name, _, host = address.casefold().rpartition("@")
    own_name, _, own_host = own.casefold().rpartition("@")
    return bool(own) and host == own_host and name.partition("+")[0] == own_name
