"""Reports of mail servers that a mail of the judge could not be delivered (RFC 3464), and what
older servers write in place of them."""

from __future__ import annotations

import re
from email.message import Message
from typing import Any, Final, cast

from dragoman.judge.outbox.letter_names import LetterName, names_in
from dragoman.mail.reading.headers import header

_FOR_GOOD: Final = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b|\b55[0-4]\b")
_FOR_NOW: Final = re.compile(r"\b4\.\d{1,3}\.\d{1,3}\b|\b4[25][0-9]\b")
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
        return _FOR_GOOD.search(text) is not None and _FOR_NOW.search(text) is None
    blocks = [
        block
        for part in told
        if isinstance(part.get_payload(), list)
        for block in cast("list[Message[Any, Any]]", part.get_payload())
    ]
    return any(
        header(one, "Action").strip().casefold() == "failed"
        and header(one, "Status").strip().startswith("5")
        for one in blocks
    )


def _all_text(message: Message[Any, Any]) -> str:
    headers = "\n".join(str(value) for part in message.walk() for value in part.values())
    return f"{headers}\n{chr(10).join(_texts(message))}"[:_LONGEST]


def _texts(message: Message[Any, Any]) -> list[str]:
    found: list[str] = []
    for part in message.walk():
        if part.get_content_maintype() == "text":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                found.append(content.decode("latin-1"))
    return found
