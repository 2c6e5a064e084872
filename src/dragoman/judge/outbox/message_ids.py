"""Message IDs of the judge's mails, signed so that a report about one can be told from a forged
one."""

from __future__ import annotations

import hmac
import re
from datetime import datetime
from hashlib import sha256
from typing import Final

from dragoman.quick_dataclass import dataclass

PURPOSE: Final = "letters"
"""The name of the secret."""
_NAME: Final = re.compile(r"<(\d{1,12})\.(\d{1,12})\.([0-9a-f]{16})@[^<>\s]{1,255}>")


@dataclass(frozen=True, slots=True)
class LetterName:
    """The number of a letter in the outbox, and when it was written, in seconds: a number may be
    given again."""

    number: int
    written: int


def message_id(secret: bytes, number: int, created: datetime, host: str) -> str:
    """The ``Message-ID`` of a letter: the same at each try, and signed."""
    name = LetterName(number, int(created.timestamp()))
    return f"<{number}.{name.written}.{_signature(secret, name)}@{host}>"


def names_in(text: str, secret: bytes) -> tuple[LetterName, ...]:
    """The letters of the judge whose names stand in a text, each once."""
    found = {
        name: None
        for number, written, signature in _NAME.findall(text)
        for name in [LetterName(int(number), int(written))]
        if hmac.compare_digest(signature, _signature(secret, name))
    }
    return tuple(found)


def _signature(secret: bytes, name: LetterName) -> str:
    text = f"{name.number}.{name.written}".encode()
    return hmac.new(secret, text, sha256).hexdigest()[:16]
