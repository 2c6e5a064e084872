"""Puzzles for browsers that register while the judge is under attack: a proof of work by the
protocol of Altcha (version 1), which asks no third party and shows nobody a picture.

A puzzle is a salt and the SHA-256 of the salt with a number behind it; to find the number takes a
browser about a second, to check it a microsecond. The salt says until when it is good, and ends
with ``&``, lest digits of the number be taken for digits of that moment. Each is good once.
"""

from __future__ import annotations

import binascii
import hmac
import json
import re
import secrets
from base64 import b64decode
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, TypedDict, cast

from dragoman.extras import extra
from dragoman.judge.storage.database import Database, insert_new
from dragoman.judge.storage.registration_tables import spent_puzzles
from dragoman.judge.storage.signing import secret_of
from dragoman.refusal import ActionRefused

with extra("judge"):
    import sqlalchemy as sa

MOST: Final = 600_000
"""The largest number: a phone of 2020 tries all in two or three seconds."""
GOOD_FOR: Final = timedelta(minutes=30)
_ALGORITHM: Final = "SHA-256"
_PURPOSE: Final = "puzzles"
_LONGEST: Final = 2000
_SALT: Final = re.compile(r"[0-9a-f]{24}\?expires=(\d{1,12})&")


class Puzzle(TypedDict):
    """A puzzle as the protocol has it."""

    algorithm: str
    challenge: str
    maxnumber: int
    salt: str
    signature: str


class Puzzles:
    """The puzzles of a judge: each of its processes knows those of the others."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, now: datetime) -> Puzzle:
        """A new puzzle.

        Raises:
            ActionRefused: if the database does not answer.
        """
        salt = f"{secrets.token_hex(12)}?expires={int((now + GOOD_FOR).timestamp())}&"
        challenge = _challenge(salt, secrets.randbelow(MOST + 1))
        return {
            "algorithm": _ALGORITHM,
            "challenge": challenge,
            "maxnumber": MOST,
            "salt": salt,
            "signature": self._signature(challenge),
        }

    def check(self, solution: str, now: datetime) -> str:
        """The signature of the puzzle that somebody solved, in base64 as the protocol has it.

        Raises:
            ActionRefused: if it is no solution, none of ours, or too old.
        """
        told = _read(solution)
        salt, challenge, number = (told.get(name) for name in ("salt", "challenge", "number"))
        dated = _SALT.fullmatch(salt) if isinstance(salt, str) else None
        if dated is None or type(number) is not int or told.get("algorithm") != _ALGORITHM:
            raise _wrong()
        right = _challenge(dated[0], number)
        signature = self._signature(right)
        if not (0 <= number <= MOST and challenge == right and told.get("signature") == signature):
            raise _wrong()
        if int(dated[1]) < now.timestamp():
            raise _wrong()
        return signature

    def spend(self, connection: sa.Connection, signature: str, now: datetime) -> None:
        """Note that a puzzle was used, in the transaction at hand.

        Raises:
            ActionRefused: if it was used before.
        """
        row = {"signature": signature, "until": now.astimezone(UTC) + GOOD_FOR}
        new = insert_new(connection, spent_puzzles).values(row)
        if connection.execute(new).rowcount != 1:
            raise _wrong()

    def _signature(self, challenge: str) -> str:
        secret = secret_of(self._database, _PURPOSE)
        return hmac.digest(secret, challenge.encode(), "sha256").hex()


def _challenge(salt: str, number: int) -> str:
    return sha256(f"{salt}{number}".encode()).hexdigest()


def _read(solution: str) -> dict[str, Any]:
    try:
        told = json.loads(b64decode(solution[:_LONGEST], validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise _wrong() from None
    return cast(dict[str, Any], told) if isinstance(told, dict) else {}


def _wrong() -> ActionRefused:
    what = "the puzzle of this form was not solved, is too old, or was used already"
    return ActionRefused("wrong-puzzle", what, "open the page again and send the form")
