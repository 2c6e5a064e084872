"""Passwords are kept as argon2 has them, and looked at as long whether there is one or not."""

from __future__ import annotations

from functools import cached_property

from dragoman.extras import extra
from dragoman.judge.accounts.secret_texts import new_secret

with extra("judge"):
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError


class Passwords:
    """Hashes passwords and compares them. Whoever wants cheaper hashes brings his own hasher."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        return self._hasher.hash(_encoded(password))

    def fits(self, kept: str | None, password: str) -> bool:
        """True if this is the password. Where none is kept, it takes as long to say no."""
        try:
            fits = self._hasher.verify(kept or self._nobodys, _encoded(password))
        except (VerificationError, InvalidHashError):
            return False
        return fits and kept is not None

    def is_old(self, kept: str) -> bool:
        """True if a password should be hashed anew, as that is done otherwise by now."""
        return self._hasher.check_needs_rehash(kept)

    @cached_property
    def _nobodys(self) -> str:
        return self._hasher.hash(new_secret())


def _encoded(password: str) -> bytes:
    # Whatever somebody sends is a password or another one, and never an error.
    return password.encode("utf-8", "surrogatepass")
