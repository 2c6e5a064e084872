"""Mails, calls and pushes, as they are written into the outbox."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.judge.storage.database import insert_new
from dragoman.judge.storage.tables import notices, outbox
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

with extra("judge"):
    import sqlalchemy as sa


@dataclass(frozen=True, slots=True)
class MapToDraw:
    """A map that goes with a mail: of a phase of a game that was judged or, where none is named, as
    the game stands when the mail leaves; and nothing on it that ``person`` may not see. It is drawn
    as the mail leaves, for it is large, and the same for many."""

    game: int
    person: int
    phase: str = ""
    language: str = "en"


@dataclass(frozen=True, slots=True)
class File:
    """A file that goes with a mail; ``kind`` is its media type."""

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one address. ``person`` is whom it is for, where that is an account: what waits
    goes with it when that is deleted. ``headers`` stand beside those that every mail has, or in
    place of them. ``html`` says the same as ``text``, as a page with a place for the maps."""

    to: str
    subject: str
    text: str
    person: int | None = None
    headers: Mapping[str, str] = field(default_factory=FrozenMap[str, str])
    html: str = ""
    maps: tuple[MapToDraw, ...] = ()
    files: tuple[File, ...] = ()


@dataclass(frozen=True, slots=True)
class WebhookCall:
    """A text that is sent to an address on the web (``POST``), signed with a secret where there is
    one. ``kind`` is the kind of the text."""

    to: str
    text: str
    secret: str = ""
    kind: str = "application/json"
    person: int | None = None
    headers: Mapping[str, str] = field(default_factory=FrozenMap[str, str])


@dataclass(frozen=True, slots=True)
class Push:
    """A text for one browser: sealed with its ``key`` and ``auth`` as it leaves. Of several that
    wait with one ``topic`` the browser is told the last."""

    to: str
    text: str
    key: str
    auth: str
    topic: str
    person: int | None = None
    headers: Mapping[str, str] = field(default_factory=FrozenMap[str, str])


Letter: TypeAlias = Mail | WebhookCall | Push

_KINDS: Final = FrozenMap[str, type[Letter]]({"mail": Mail, "call": WebhookCall, "push": Push})
LONGEST_ADDRESS: Final = 254
"""Of mail, by RFC 5321."""
_ADDRESS: Final = re.compile(
    r"[^\s@<>(),;:\\\"\[\]\x00-\x1f]+@[^\s@<>(),;:\\\"\[\]\x00-\x1f.]+(\.[^\s@<>(),;:\\\"\[\]\x00-\x1f.]+)+"
)


def is_mail_address(text: str) -> bool:
    """True if mail can be sent there, as far as its form goes."""
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


def queue_notices(
    connection: sa.Connection, game: int, after: int, last: int, now: datetime
) -> None:
    """Have people mailed of the events of a game that are numbered after one and up to another,
    once the transaction at hand is over, and not at all if that fails. With no event between,
    have their reminders of deadlines set anew."""
    row = {"game": game, "after": after, "last": last, "due": now, "tries": 0}
    connection.execute(sa.insert(notices).values(row))


def read_letter(row: Any) -> Letter:
    """The letter of a row of the outbox."""
    data: dict[str, Any] = {**row.data, "headers": FrozenMap[str, str](row.data["headers"])}
    if "maps" in data:
        data["maps"] = tuple(MapToDraw(*one) for one in data["maps"])
    if "files" in data:
        data["files"] = tuple(File(name, kind, b64decode(b)) for name, kind, b in data["files"])
    return _KINDS[row.kind](to=row.to, person=row.person, **data)


def _data(letter: Letter) -> dict[str, Any]:
    headers = dict(letter.headers)
    if isinstance(letter, Mail):
        found: dict[str, Any] = {"subject": letter.subject, "text": letter.text}
        found["headers"] = headers
        if letter.html:
            found["html"] = letter.html
        if letter.maps:
            found["maps"] = [[one.game, one.person, one.phase, one.language] for one in letter.maps]
        if letter.files:
            found["files"] = [
                [one.name, one.kind, b64encode(one.data).decode()] for one in letter.files
            ]
        return found
    if isinstance(letter, Push):
        sealed = {"key": letter.key, "auth": letter.auth, "topic": letter.topic}
        return {"text": letter.text, **sealed, "headers": headers}
    return {
        "text": letter.text,
        "secret": letter.secret,
        "kind": letter.kind,
        "headers": headers,
    }
