"""What people may be called, and what a password has to be."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from dragoman.refusal import ActionRefused

LONGEST_NAME: Final = 30
SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 256
MOST_BOUNCES: Final = 3
"""After so many mails that came back for good an address gets no notices any more."""
_BETWEEN: Final = " -_.'’"
_RESERVED: Final = frozenset(
    ("admin", "administrator", "judge", "dragoman", "master", "gm", "observer", "clock", "nobody")
)


def name_key(name: str) -> str:
    """What two names may not share: neither case nor width of letters tells people apart, nor
    what stands between them."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in folded if unicodedata.category(letter)[0] in "LMN")


def address_key(address: str) -> str:
    """What two addresses of mail may not share."""
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
    if name_key(name) in _RESERVED:
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
