"""Passwords are left out of answers, which repeat what was written, also where the line was not
understood, as ``SINGON F17 SECRET``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Final

from dragoman.judge.accounts.credentials import SHORTEST_PASSWORD
from dragoman.mail.message import IncomingMail, MailAnswer

_PASSWORD: Final = re.compile(
    r"((?:password|passwort|kennwort)\s*(?:\bis\b|\bist\b|:|=)?\s*)(\S{4,})", re.I
)
_SIGNS_ON: Final = re.compile(
    r"((?:(?:\bsign\s*on|(?<=\S\s)create)\b\s+\S+|(?<=\S\s)i am(?: also)?\s+\S+@\S+"
    r"|\bsignon\w\S*)\s+)\S.*",
    re.I,
)
"""Also in the middle of a line, where it is no command."""
_WORDS: Final = ("signon", "anmelden", "register", "create", "password", "passwort", "kennwort")
_NEAR: Final = 0.75
_MOST_LINES: Final = 200
_DOTS: Final = "****"
_NOT_DONE: Final = "!!"
"""The mark before the reason why a line was not carried out."""


def without(text: str, secrets: Sequence[str]) -> str:
    """A text without these passwords. What is too short to be one here is hidden where it was
    written alone: it might stand anywhere."""
    for secret in sorted(secrets, key=len, reverse=True):
        if len(secret) >= SHORTEST_PASSWORD:
            text = text.replace(secret, _DOTS)
    return text


def hide_in_line(written: str, secrets: Iterable[str]) -> str:
    """A line of the mail without these passwords, however short they are."""
    for secret in secrets:
        if secret:
            written = re.sub(rf"(?<!\S){re.escape(secret)}(?!\S)", _DOTS, written)
    return written


def passwords_named(text: str) -> list[str]:
    """The words that a text calls passwords."""
    return [found[2] for found in _PASSWORD.finditer(text)]


def without_passwords(line: str) -> str:
    """A line without what stands where passwords do."""
    return _PASSWORD.sub(rf"\1{_DOTS}", _SIGNS_ON.sub(rf"\1{_DOTS}", line))


def without_secrets(answer: MailAnswer, mail: IncomingMail) -> MailAnswer:
    """An answer to a mail in which the rest of lines is left out that may have been meant to sign
    on."""
    hidden = {line: without_password(line) for line in _lines(mail.whole)}
    hidden = {line: shown for line, shown in hidden.items() if line != shown}
    parts = tuple(replace(part, lines=_shown(part.lines, hidden)) for part in answer.parts)
    return replace(answer, parts=parts, subject=without_password(answer.subject))


def without_password(line: str) -> str:
    """A line to the word that follows one after which passwords stand, or seem to."""
    words = list(re.finditer(r"\S+", line))
    for at, word in enumerate(words):
        if not _is_near(word[0].strip(".,:;!?\"'()").casefold()):
            continue
        is_glued = word[0][-1].isdigit()  # SIGNON17: the game is named already
        names_a_game = word[0].casefold()[:1] in "sacr" and at + 1 < len(words) and not is_glued
        end = words[at + names_a_game].end()
        return f"{line[:end]} {_DOTS}" if line[end:].strip() else line
    return line


def _shown(lines: Sequence[str], hidden: Mapping[str, str]) -> tuple[str, ...]:
    found: list[str] = []
    for at, line in enumerate(lines):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        for written, shown in hidden.items():
            line = line.replace(written, shown)  # noqa: PLW2901
        if _DOTS in line and below.lstrip().startswith(_NOT_DONE):
            # It was not done, so whatever stands behind may be more of the password.
            line = f"{line.partition(_DOTS)[0]}{_DOTS}"  # noqa: PLW2901
        found.append(line)
    return tuple(found)


def _lines(text: str) -> list[str]:
    found = (line.strip() for line in text.split("\n")[: 10 * _MOST_LINES])
    return [line for line in found if line][:_MOST_LINES]


def _is_near(word: str) -> bool:
    if not 5 <= len(word) <= 14:
        return False
    return any(SequenceMatcher(None, one, word).ratio() >= _NEAR for one in _WORDS)
