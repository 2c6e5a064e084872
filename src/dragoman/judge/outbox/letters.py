"""Mails and calls, as they are written into the outbox."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.judge.storage.database import insert_new
from dragoman.judge.storage.outbox_tables import outbox
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one address. ``person`` is whom it is for, where that is an account: what waits
    goes with it when that is deleted. ``headers`` stand beside those that every mail has."""

    to: str
    subject: str
    text: str
    person: int | None = None
    headers: Mapping[str, str] = field(default_factory=FrozenMap[str, str])


@dataclass(frozen=True, slots=True)
class Call:
    """A text that is sent to an address on the web (``POST``), signed with a secret where there is
    one. ``kind`` is the kind of the text."""

    to: str
    text: str
    secret: str = ""
    kind: str = "application/json"
    person: int | None = None
    headers: Mapping[str, str] = field(default_factory=FrozenMap[str, str])


Letter: TypeAlias = Mail | Call

_KINDS: Final = FrozenMap[str, type[Letter]]({"mail": Mail, "call": Call})
LONGEST_ADDRESS: Final = 254
"""Of mail, by RFC 5321."""
_ADDRESS: Final = re.compile(
    r"[^\s@<>(),;:\\\"\[\]\x00-\x1f]+@[^\s@<>(),;:\\\"\[\]\x00-\x1f.]+(\.[^\s@<>(),;:\\\"\[\]\x00-\x1f.]+)+"
)


def is_mail_address(text: str) -> bool:
    """Whether mail can be sent there, as far as its form goes."""
    return len(text) <= LONGEST_ADDRESS and bool(_ADDRESS.fullmatch(text))


def post(connection: sa.Connection, letter: Letter, now: datetime, once: str = "") -> None:
    """Have a letter sent once the transaction at hand is over, and not at all if that fails.

    ``once`` names what it is about: a second letter of that name is not written.
    """
    kind, data = next(
        (name, _data(letter)) for name, one in _KINDS.items() if isinstance(letter, one)
    )
    row = {
        "kind": kind,
        "to": letter.to,
        "person": letter.person,
        "data": data,
        "once": once or None,
        "created": now,
        "due": now,
        "tries": 0,
        "error": "",
    }
    connection.execute(insert_new(connection, outbox).values(row))


def read_letter(row: Any) -> Letter:
    """The letter of a row of the outbox."""
    data: dict[str, Any] = {**row.data, "headers": FrozenMap[str, str](row.data["headers"])}
    return _KINDS[row.kind](to=row.to, person=row.person, **data)


def _data(letter: Letter) -> dict[str, Any]:
    headers = dict(letter.headers)
    if isinstance(letter, Mail):
        return {"subject": letter.subject, "text": letter.text, "headers": headers}
    return {
        "text": letter.text,
        "secret": letter.secret,
        "kind": letter.kind,
        "headers": headers,
    }
