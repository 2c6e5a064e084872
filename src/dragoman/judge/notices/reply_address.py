"""Addresses that mails of the judge are answered to, ``judge+SIGNED@host``: each stands for whoever
got the mail, for the game that it was about and, where it was press, for that message.

What is signed is good for as long as he has the seat that he had. Who sees such an address learns
nothing from it: in some games nobody may know who plays what.
"""

from __future__ import annotations

import hmac
from base64 import b32decode, b32encode
from collections.abc import Iterable
from hashlib import sha256
from struct import Struct
from typing import Final

from dragoman.judge.log.state import JudgedGame
from dragoman.quick_dataclass import dataclass

PURPOSE: Final = "replies"
"""The name of the secret."""
_FORM: Final = Struct(">III")
_TAG: Final = 10
"""Bytes of a signature. Nobody guesses 80 bits at so many mails an hour as the judge takes."""
_LENGTH: Final = _TAG + _FORM.size
_LETTERS: Final = -(-_LENGTH * 8 // 5)
LONGEST_NAME: Final = 64 - _LETTERS - 1
"""Letters before the ``@`` of the judge's own address, so that with a signed part there are no more
than mail allows."""


@dataclass(frozen=True, slots=True)
class Signed:
    """The person, game and message that an address stands for. ``game`` is 0 where it was about no
    game, or several; ``message`` is the number of a message, 0 where it was no press."""

    person: int
    game: int
    message: int = 0


def reply_address(judge: str, secret: bytes, g: JudgedGame | None, about: Signed) -> str:
    """The address, of a judge that takes its mail at ``judge``. ``g`` is the game, where it is
    about one."""
    tag = _tag(secret, about, _standing(g, about.person))
    given = tag + _veiled(secret, tag, _FORM.pack(about.person, about.game, about.message))
    name, _, host = judge.rpartition("@")
    return f"{name}+{b32encode(given).decode().rstrip('=').lower()}@{host}"


def signed_part(judge: str, recipients: Iterable[str]) -> str:
    """The signed part of the first of these addresses that has one; empty where none has."""
    name, _, host = judge.casefold().rpartition("@")
    for one in recipients:
        to, _, at = one.casefold().rpartition("@")
        if at == host and to.startswith(f"{name}+"):
            return to[len(name) + 1 :]
    return ""


def claimed(secret: bytes, signed: str) -> Signed | None:
    """The person, game and message that a signed part claims to stand for; ``is_good`` says whether
    it does. None where it cannot be one."""
    given = _bytes(signed)
    if given is None:
        return None
    tag, rest = given[:_TAG], given[_TAG:]
    return Signed(*_FORM.unpack(_veiled(secret, tag, rest)))


def is_good(secret: bytes, signed: str, about: Signed, g: JudgedGame | None) -> bool:
    """True if a signed part was made by this judge, for somebody who is in the game what he was
    then. Who had no seat then may have one now."""
    given = _bytes(signed)
    if given is None:
        return False
    good = False
    for standing in (_standing(g, about.person), ""):
        good |= hmac.compare_digest(given[:_TAG], _tag(secret, about, standing))
    return good


def _standing(g: JudgedGame | None, person: int) -> str:
    """The power that somebody plays, and since when."""
    power = g.players.get(person) if g is not None else None
    if g is None or power is None:
        return ""
    since = g.seats[power].since
    return f"{power} {since.isoformat() if since is not None else ''}"


def _tag(secret: bytes, about: Signed, standing: str) -> bytes:
    said = f"{about.person} {about.game} {about.message} {standing}".encode()
    return hmac.new(secret, b"seat\0" + said, sha256).digest()[:_TAG]


def _veiled(secret: bytes, tag: bytes, data: bytes) -> bytes:
    """Bytes as nobody else reads them, or the other way round."""
    veil = hmac.new(secret, b"veil\0" + tag, sha256).digest()
    return bytes(one ^ other for one, other in zip(data, veil, strict=False))


def _bytes(signed: str) -> bytes | None:
    if len(signed) != _LETTERS or not signed.isascii():
        return None
    try:
        given = b32decode(signed.upper() + "=" * (-_LETTERS % 8))
    except ValueError:
        return None
    return given[:_LENGTH] if len(given) >= _LENGTH else None
