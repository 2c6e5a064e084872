"""What the server that received a mail says of its sender (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Collection
from email.message import Message
from enum import Enum
from typing import Any, Final

from dragoman.mail.reading.headers import headers

_RESULT: Final = re.compile(r"([a-z0-9-]{1,30})\s*+=\s*+([a-z]{1,20})\b([^;]*+)", re.I)
_PROPERTY: Final = re.compile(r"\b(header|smtp)\.([a-z-]{1,20})\s*+=\s*+([^\s;]+)", re.I)
_COMMENT: Final = re.compile(r"\([^()]*+\)")


class Vouched(Enum):
    """Whether a sender's address is whose it says."""

    YES = "yes"
    NO = "no"
    """It is forged, by what the owner of the domain says."""
    UNKNOWN = "unknown"


def vouched(message: Message[Any, Any], servers: Collection[str], sender: str) -> Vouched:
    """What the servers that we believe say of a sender's address. Only the first such header
    counts: a server puts its own above whatever the sender brought along."""
    domain = sender.rpartition("@")[2].casefold()
    for one in headers(message, "Authentication-Results"):
        server, _, rest = _COMMENT.sub(" ", one).partition(";")
        if server.split()[:1] and server.split()[0].casefold() in servers:
            return _judged(rest, domain)
    return Vouched.UNKNOWN


def _judged(text: str, domain: str) -> Vouched:
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
        return Vouched.NO
    if "pass" in dmarc or "pass" in found.get("dkim", ()):
        return Vouched.YES
    if "fail" in found.get("spf", ()):
        return Vouched.NO
    return Vouched.YES if "pass" in found.get("spf", ()) else Vouched.UNKNOWN


def _speaks_for(server: str, domain: str) -> bool:
    """Whether a domain is the sender's or one above it."""
    return bool(server) and "." in server and (domain == server or domain.endswith(f".{server}"))
