"""A mail that came in, with all that is peculiar to mail already dealt with."""

from __future__ import annotations

from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a mail, or goes with one."""

    name: str
    kind: str
    """Its media type, as ``text/plain``."""
    data: bytes


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that came with a mail and holds what somebody wrote."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Seat:
    """What a signed reply address stands for: an account, the game, and what is answered there.

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
    seat: Seat | None = None
    is_verified: bool = False
    quoted: str = ""
    signature: str = ""
    came_over: str = ""
    written: tuple[TextFile, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """The text with that of its files below it."""
        return "\n".join((self.text, *(one.text for one in self.written)))
