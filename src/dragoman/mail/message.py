"""A mail that came in, with all that is peculiar to mail already dealt with, and the answer to
one."""

from __future__ import annotations

import re
from typing import Final

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a mail, or goes with one."""

    name: str
    kind: str
    """Its media type, as ``text/plain``."""
    data: bytes


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that came with a mail and holds what somebody wrote."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplySeat:
    """The meaning of a signed reply address: an account, the game, and what is answered there.

    ``thread`` is a thread of press as ``judge.views.press_view`` names them (``ALL``,
    ``ENGLAND+FRANCE``); empty where orders and commands are asked for.
    """

    person: int
    game: int
    thread: str = ""


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail as the judge reads it.

    ``text`` is plain, decoded, without quoted text and signature, which are kept apart, and
    ``attachments`` are what came beside it: of them ``written`` are read as well, and ``unread``
    are the names of those that may hold something and cannot be read.
    ``seat`` is what the address stands for that it came to, if its signature is right: so whoever
    writes there is who the address was made for. ``is_verified`` says that the receiving server
    vouches for the sender's address. ``came_over`` is the machine from which our own servers had
    it, as the first of them says; empty where none does.
    """

    message_id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    seat: ReplySeat | None = None
    is_verified: bool = False
    quoted: str = ""
    signature: str = ""
    came_over: str = ""
    written: tuple[WrittenFile, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """The text with that of its files below it."""
        return "\n".join((self.text, *(one.text for one in self.written)))


# Answers, before they are made mails

_REPLY: Final = re.compile(r"\s*(?:re|aw|antw)\s*:", re.I)


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """Some lines of an answer under a heading. ``is_fixed`` says that they are columns or orders,
    of which the white space counts."""

    heading: str
    lines: tuple[str, ...]
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map that goes with an answer: of a phase that was judged, or of the position at hand. What
    is on it is what ``person`` may see."""

    game: int
    person: int
    phase: str = ""


@dataclass(frozen=True, slots=True)
class MailAnswer:
    """One mail back to whoever wrote. ``person`` is the account that was recognised, 0 where none
    was; ``game`` the game it is about, 0 where it is about several or none."""

    subject: str
    parts: tuple[AnswerPart, ...]
    language: str
    person: int = 0
    game: int = 0
    files: tuple[Attachment, ...] = ()
    pictures: tuple[MapPicture, ...] = ()

    @property
    def text(self) -> str:
        """The whole of it as plain text."""
        return "\n\n".join(
            "\n".join((*((part.heading, "") if part.heading else ()), *part.lines))
            for part in self.parts
        )


def is_reply(subject: str) -> bool:
    """True if a subject says that its mail answers another."""
    return _REPLY.match(subject) is not None


def subject_of_answer(subject: str) -> str:
    """The subject of the answer to a mail that has this one."""
    return subject if is_reply(subject) else f"Re: {subject}"
