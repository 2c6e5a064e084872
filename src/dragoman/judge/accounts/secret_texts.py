"""Secrets that are handed out once, and kept as hashes alone."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

_LETTERS: Final = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Of codes that people copy: none is taken for another, and no words come of them."""
_CODE_LETTERS: Final = 10


def new_secret() -> str:
    """A text that nobody guesses."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """A code to be mailed, in two halves: 48 bits, which few attempts at it and an hour make
    enough."""
    code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))
    return f"{code[: _CODE_LETTERS // 2]}-{code[_CODE_LETTERS // 2 :]}"


def read_code(text: str) -> str:
    """A code as it was mailed, from how somebody typed it."""
    code = "".join(letter for letter in text.upper() if letter in _LETTERS)
    return f"{code[: _CODE_LETTERS // 2]}-{code[_CODE_LETTERS // 2 :]}"


def hashed(secret: str) -> str:
    """What is kept of a secret that is long enough not to be guessed."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
