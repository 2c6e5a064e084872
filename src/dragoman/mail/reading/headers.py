"""What stands in the headers of a mail, as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from ipaddress import ip_address, ip_network
from typing import Any, Final

from dragoman.judge.outbox.letters import is_mail_address
from dragoman.mail.reading.charsets import clean, decoded

_LONGEST: Final = 10_000
"""Letters of a header that are looked at."""
_MOST: Final = 100
"""Addresses, or mails referred to, that are looked at."""
_ID: Final = re.compile(r"<([^<>\s]{1,400})>")
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT: Final = re.compile(r"\([^()]*\)")
_IN_BRACKETS: Final = re.compile(r"\[((?:IPv6:)?[0-9A-Fa-f:.]{3,45})\]")
_OLD_INSIDE: Final = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
_INSIDE: Final = tuple(map(ip_network, (*_OLD_INSIDE, "::1", "fc00::/7", "fe80::/10")))
"""Where machines of one's own stand, which hand mails on to each other."""


def headers(message: Message[Any, Any], name: str) -> Iterator[str]:
    """What each header of a name says, in one line; encoded words decoded."""
    for known, value in message.raw_items():
        if known.lower() == name.lower():
            yield _text(str(value)[:_LONGEST])


def header(message: Message[Any, Any], name: str) -> str:
    """What the first header of a name says; empty where there is none."""
    return next(headers(message, name), "")


def addresses(text: str) -> tuple[str, ...]:
    """The addresses in a header, without the names of those they belong to."""
    bare = _COMMENT.sub(" ", _QUOTED.sub(" ", text))
    found: list[str] = []
    for one in bare.split(",")[:_MOST]:
        inside = re.search(r"<([^<>]*)>", one)
        address = (inside[1] if inside else one).strip()
        if is_mail_address(address):
            found.append(address)
    return tuple(found)


def message_ids(text: str) -> tuple[str, ...]:
    """The names of mails in a header, without their brackets; the last ones, where there are too
    many."""
    return tuple(_ID.findall(text)[-_MOST:])


def clean_name(name: str) -> str:
    """The name of a file that came with a mail: without the folders it lay in at home."""
    return _text(name[:_LONGEST]).replace("\\", "/").rpartition("/")[2][:200]


def _text(value: str) -> str:
    """A header's value: what came in more than seven bits is in some set of letters."""
    raw = value.encode("utf-8", "surrogateescape")
    line = " ".join(decoded(raw).split())
    if "=?" not in line:
        return line
    try:
        parts = decode_header(line)
    except (HeaderParseError, ValueError):
        return line
    text = "".join(
        one if isinstance(one, str) else decoded(one, charset or "") for one, charset in parts
    )
    return " ".join(clean(text).split())


def came_over(received: Iterable[str]) -> str:
    """The address of the machine from which our own servers had a mail, by the ``Received`` headers
    of it, the latest first: the first that is outside. What stands below anybody may have
    written."""
    for one in received:
        for written in _IN_BRACKETS.findall(one.partition(" by ")[0]):
            try:
                found = ip_address(written.removeprefix("IPv6:"))
            except ValueError:
                continue
            if not any(found in network for network in _INSIDE):
                return str(found)
    return ""
