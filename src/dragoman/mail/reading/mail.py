"""A mail from its bytes, whatever they are, and the language that it is written in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from email import message_from_bytes
from email.message import Message
from email.parser import BytesHeaderParser
from functools import cache
from typing import Any, Final

from dragoman.mail.message import IncomingMail
from dragoman.mail.reading.cutting import Cut, cut
from dragoman.mail.reading.decoding import addresses, came_over, header, headers, message_ids
from dragoman.mail.reading.parts import parts_of
from dragoman.words import LANGUAGES, facts

_MOST_PARTS: Final = 200
"""Parts of a mail; one of more is no letter, and takes long to take apart."""
_TO: Final = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")


def message_of(raw: bytes) -> Message[Any, Any]:
    """A mail in its parts; its headers alone where there are too many of those."""
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    # A pipe may begin with the line by which mailboxes tell mails apart.
    if raw.startswith(b"From "):
        raw = raw.partition(b"\n")[2]
    if raw.lower().count(b"content-type:") <= _MOST_PARTS:
        try:
            return message_from_bytes(raw)
        except (RecursionError, ValueError, LookupError, TypeError, AttributeError):
            pass  # the parser does not say what it may raise
    found = BytesHeaderParser().parsebytes(raw)
    for name in ("Content-Type", "Content-Transfer-Encoding"):
        del found[name]
    found["Content-Type"] = "application/octet-stream"
    return found


def read_mail(message: Message[Any, Any], recipients: Iterable[str] = ()) -> IncomingMail:
    """The mail, parsed. ``recipients`` are those that the server was told, whatever the mail
    says."""
    named = (one for name in _TO for value in headers(message, name) for one in addresses(value))
    senders = addresses(header(message, "From"))
    parts = parts_of(message)
    found: Cut = cut(parts.text)
    return IncomingMail(
        message_id="".join(message_ids(header(message, "Message-ID"))[:1]),
        sender=senders[0] if senders else "",
        recipients=tuple(dict.fromkeys((*recipients, *named))),
        subject=header(message, "Subject"),
        text=found.own,
        attachments=parts.files,
        in_reply_to="".join(message_ids(header(message, "In-Reply-To"))[:1]),
        references=message_ids(header(message, "References")),
        quoted=found.quoted,
        signature=found.signature,
        came_over=came_over(headers(message, "Received")),
        written=parts.written,
        unread=parts.unread,
    )


# Language, as far as the commonest words tell

_LONGEST: Final = 20_000
_WORD: Final = re.compile(r"\b[^\W\d_]+\b")
"""Letters of a code, which have digits beside them, are no words."""


def language_of(text: str) -> str:
    """The language, as ``en``; empty where that is not plain."""
    found = Counter(
        language
        for word in _WORD.findall(text[:_LONGEST])
        for language in _common().get(word.casefold(), ())
    )
    (language, most), (_, next_most) = (*found.most_common(2), ("", 0), ("", 0))[:2]
    return language if most > next_most else ""


@cache
def _common() -> Mapping[str, tuple[str, ...]]:
    """From each of the commonest words to the languages that it is of."""
    found: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        for word in dict.fromkeys(facts(language)["common"].casefold().split()):
            found[word] = (*found.get(word, ()), language)
    return found
