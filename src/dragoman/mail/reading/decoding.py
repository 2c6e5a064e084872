"""Text and headers from bytes, whatever a mail says of them: many say nothing, and some what is not
so."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from ipaddress import ip_address, ip_network
from typing import Any, Final

from dragoman.judge.outbox.letters import is_mail_address
from dragoman.values import FrozenMap

# Text

_LARGER: Final = FrozenMap(
    {
        "ascii": "cp1252",
        "iso8859-1": "cp1252",
        "iso8859-9": "cp1254",
        "gb2312": "gb18030",
        "gbk": "gb18030",
        "shift_jis": "cp932",
        "euc_kr": "cp949",
    }
)
"""The character sets that programs mean which name the smaller one."""
_NO_LETTERS: Final = ("unicode_escape", "raw_unicode_escape", "idna", "punycode", "undefined")
"""Codecs of Python that no mail is written in."""
_WEST: Final = ("ascii", "cp1252", "iso8859-1", "iso8859-9", "iso8859-15", "cp1254", "mac-roman")
"""Of one byte each, where letters of UTF-8 are seen as two or three odd ones: nobody writes those
one after the other."""


def decoded(data: bytes, declared: str = "") -> str:
    """The text that bytes are, in the set of letters that their mail declares or, where that cannot
    be, in the one that they seem to be in."""
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        declared = "utf-16"  # as editors save files, whatever mail programs call them
    name = _known(declared)
    text = _utf8(data) if name in ("", "utf-8") or name in _WEST else None
    if text is None and name:
        text = _strictly(data, _LARGER.get(name, name))
    if text is None:
        text = _utf8(data)
    if text is None and name not in ("", "utf-8") and name not in _WEST:
        text = data.decode(_LARGER.get(name, name), "replace")
    if text is None:
        text = _strictly(data, "cp1252") or data.decode("latin-1")
    return clean(text)


def clean(text: str) -> str:
    """A text with lines that end alike, and a sign in place of what is not a letter and cannot be
    stored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    return "".join(one if _is_good(one) else "\ufffd" for one in text)


def _is_good(letter: str) -> bool:
    return letter >= " " or letter in "\n\t" if letter < "\x7f" else not _is_odd(ord(letter))


def _is_odd(number: int) -> bool:
    """DEL, the controls after it, and halves of letters."""
    return 0x7F <= number <= 0x9F or 0xD800 <= number <= 0xDFFF


def _known(declared: str) -> str:
    """The set of letters that a mail names; empty where there is no such thing."""
    try:
        # A NUL in a name is an error of another kind.
        name = codecs.lookup(declared.strip().strip("\"'").replace("\0", "")).name
        # What has no letters at all, as base64, cannot write one.
        " ".encode(name)
    except (LookupError, ValueError):
        return ""
    return "" if name.replace("-", "_") in _NO_LETTERS else name


def _utf8(data: bytes) -> str | None:
    return _strictly(data, "utf-8")


def _strictly(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except ValueError:
        return None


# Headers

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
"""Networks of one's own machines, which hand mails on to each other."""


def headers(message: Message[Any, Any], name: str) -> Iterator[str]:
    """The text of each header of a name, in one line; encoded words decoded."""
    for known, value in message.raw_items():
        if known.lower() == name.lower():
            yield _text(str(value)[:_LONGEST])


def header(message: Message[Any, Any], name: str) -> str:
    """The text of the first header of a name; empty where there is none."""
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
