"""Names, addresses, passwords and codes: the rules for them, and the hashes that are kept."""

from __future__ import annotations

import re
import secrets
import unicodedata
from functools import cached_property
from hashlib import sha256
from typing import Final

from dragoman.extras import extra
from dragoman.judge.storage.name_keys import look_key, name_key
from dragoman.refusal import ActionRefused

with extra("judge"):
    from argon2 import PasswordHasher
    from argon2.exceptions import InvalidHashError, VerificationError


LONGEST_NAME: Final = 30
SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 256
MOST_BOUNCES: Final = 3
"""After so many mails that came back for good an address gets no notices any more."""
_BETWEEN: Final = " -_.'’"
_RESERVED: Final = (
    "admin", "administrator", "clock", "dragoman", "gm", "judge", "master", "mod", "moderator",
    "nobody", "observer", "operator", "staff", "support",
)  # fmt: skip


def address_key(address: str) -> str:
    """The key of an address of mail, which no two may share."""
    return printable(unicodedata.normalize("NFKC", address).casefold())


def printable(text: str) -> str:
    """A text in one line, without what cannot be shown or stored."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def checked_name(text: str) -> str:
    """A name as it will be shown.

    Raises:
        ActionRefused: if nobody may be called that.
    """
    name = re.sub(" +", " ", unicodedata.normalize("NFKC", text)).strip()
    if not 2 <= len(name) <= LONGEST_NAME or not name_key(name):
        raise _wrong_name(f"a name has 2 to {LONGEST_NAME} letters")
    for letter in name:
        if letter not in _BETWEEN and unicodedata.category(letter)[0] not in "LMN":
            raise _wrong_name(f"a name has letters and digits, no {letter!r}")
    # Letters that look alike are of different scripts, and a name needs but one.
    if len(scripts := {_script(letter) for letter in name if letter.isalpha()}) > 1:
        raise _wrong_name(f"a name has letters of one script, not {' and '.join(sorted(scripts))}")
    if look_key(name) in map(look_key, _RESERVED):
        raise _wrong_name(f"nobody may be called {name}")
    return name


def checked_password(text: str, name: str) -> str:
    """A password, as it is hashed.

    Raises:
        ActionRefused: if it is too easy, or too long to be hashed by everybody who likes.
    """
    password = unicodedata.normalize("NFC", text)
    remedy = "take several words"
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        what = f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters"
        raise ActionRefused("wrong-password-length", what, remedy)
    if len(set(password)) < 4 or name_key(name) == name_key(password):
        raise ActionRefused("easy-password", "this password is too easy to guess", remedy)
    return password


def given_password(text: str) -> str:
    """A password as it was typed at a sign-in, in the form that is hashed; one that is too long
    is none."""
    return unicodedata.normalize("NFC", text[: LONGEST_PASSWORD + 1])


def _script(letter: str) -> str:
    """The script of a letter by its name. Those of Japan are written together."""
    script = unicodedata.name(letter, "?").partition(" ")[0].partition("-")[0].lower()
    return "japanese" if script in ("cjk", "hiragana", "katakana", "katakana-hiragana") else script


def _wrong_name(what: str) -> ActionRefused:
    return ActionRefused("wrong-name", what, "choose another")


# Secrets that are handed out once, and kept as hashes alone

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
    """The hash that is kept of a secret that is long enough not to be guessed."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


# Passwords, which argon2 hashes; comparing takes as long where there is none


class Passwords:
    """Hashes passwords and compares them. Whoever wants cheaper hashes brings his own hasher."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def hash(self, password: str) -> str:
        """The hash that is kept of a password."""
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
