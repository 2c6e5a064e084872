"""Who wrote a mail: by the address that it came to, and what is known of the one it came from."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from dragoman.judge.commands.permissions import Actor
from dragoman.judge.notices.reply_address import PURPOSE, claimed, is_good, signed_part
from dragoman.judge.service import Judge
from dragoman.judge.storage.signing import secret_of
from dragoman.judge.views.press_view import thread_of
from dragoman.judge.views.viewer import Viewer
from dragoman.mail.message import Seat
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused


class Reply(Enum):
    """What the address is worth that a mail came to."""

    PLAIN = "plain"
    """The judge's own."""
    GOOD = "good"
    OVER = "over"
    """Signed by nobody, or for a seat that he has no longer."""
    ANOTHERS = "another's"
    """Made for somebody with another address."""


@dataclass(frozen=True, slots=True)
class Sender:
    """``person`` is the account whose address a mail came from, 0 where there is none: whoever
    likes can write that into a mail. ``seat`` is what is proved."""

    person: int
    language: str
    reply: Reply
    seat: Seat | None = None


def sender_of(
    judge: Judge, address: str, recipients: Iterable[str], language: str = "en"
) -> Sender:
    """Who wrote from an address to these, in a language: he is answered in it, unless he has chosen
    another.

    Raises:
        ActionRefused: if the database does not answer.
    """
    person = judge.accounts.sign_ins.person_at(address) or 0
    if person:
        language = judge.accounts.wishes.of(Actor(person), person).language
    signed = signed_part(judge.site.mail, recipients)
    if not signed:
        return Sender(person, language, Reply.PLAIN)
    secret = secret_of(judge.database, PURPOSE)
    about = claimed(secret, signed)
    if about is None:
        return Sender(person, language, Reply.OVER)
    try:
        g = judge.games.load(about.game) if about.game else None
    except ActionRefused as refused:
        if refused.diagnostic.code != "no-game":
            raise
        return Sender(person, language, Reply.OVER)
    if not is_good(secret, signed, about, g):
        return Sender(person, language, Reply.OVER)
    if about.person != person:
        return Sender(person, language, Reply.ANOTHERS)
    thread = ""
    if g is not None and 0 < about.message <= len(g.messages):
        viewer, message = Viewer(g, Actor(person)), g.messages[about.message - 1]
        thread = thread_of(viewer, message) if viewer.reads(message) else ""
        if not thread:
            return Sender(person, language, Reply.OVER)
    return Sender(person, language, Reply.GOOD, Seat(person, about.game, thread))
