"""Press as somebody may read it: message by message, in threads, searched; and his notes.

A thread is who is in it, as the reader knows: a message that somebody else signed stands where
it seems to belong, for all but who wrote it. How far somebody has read is his own, and no part
of the game: interfaces keep it, a number for each thread, and hand it in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from dragoman.judge.log.state import MASTER, HeldMessage, JudgedGame, PressMessage
from dragoman.judge.views.game_view import time_text
from dragoman.judge.views.viewer import Viewer
from dragoman.views import Moment, Told, View

ALL = "ALL"
"""The thread of public press."""
NOBODY = "-"
"""Who signed, in the name of a thread, where nobody did."""
MOST = 200
"""Messages at a time, at most."""


_From = TypedDict("_From", {"from": str})
_Signed = TypedDict(
    "_Signed", {"from": Annotated[str, Told(description="Empty where nobody signed it.")]}
)
_With = TypedDict("_With", {"with": list[str]})


class MessageShape(View, _Signed):
    number: int
    at: Moment
    phase: str
    thread: str
    to: list[str]
    """Powers, or `MASTER`; empty for all."""
    text: str
    hidden: str
    """Why a master hid it, if one did."""
    signed: NotRequired[str]


class HeldShape(View, _From):
    """A message that a master has to let through."""

    number: int
    """For `let-through` and `turn-back`; when it is sent it has another one."""
    at: Moment
    to: list[str]
    text: str
    signed: str
    outcome: str
    """`turned-back`, or empty while it waits."""
    why: str
    """Why a master turned it back."""


class ThreadShape(View, _With):
    thread: str
    messages: int
    unread: int
    last: MessageShape


class ReportShape(View):
    at: Moment
    by: str
    why: str
    about: str
    """The power that is complained of."""
    message: MessageShape | None
    """The message that is complained of; none where it is how that power is played."""


def press_view(
    viewer: Viewer,
    after: int = 0,
    before: int | None = None,
    thread: str = "",
    search: str = "",
    limit: int | None = None,
    *,
    with_muted: bool = False,
) -> list[MessageShape]:
    """The messages that he may read, oldest first: those numbered between ``after`` and
    ``before``, of one thread, with all words of the search in them. With a limit the last so
    many, so that ``before`` the first of them the search goes on; without, all. Messages of those
    whom he has muted are left out unless he asks for them."""
    words = search.casefold().split()
    found: list[MessageShape] = []
    end = len(viewer.g.messages) if before is None else max(0, before - 1)
    # For a thread nearly all are looked through, and whoever asks has its fellows told, too.
    asked = viewer.letters if thread else viewer.g.messages[max(0, after) : end]
    for one in reversed(asked):
        if limit is not None and len(found) >= min(limit, MOST):
            break
        if not after < one.number <= end or not viewer.may_read(one):
            continue
        if viewer.has_muted(one) and not with_muted:
            continue
        if thread and thread_of(viewer, one) != thread:
            continue
        if not words or all(word in one.text.casefold() for word in words):
            found.append(message_view(viewer, one))
    return found[::-1]


def message_view(viewer: Viewer, one: PressMessage) -> MessageShape:
    """A message as he may read it."""
    if viewer.is_master and not viewer.is_for(one) and MASTER not in (one.sender, *one.to):
        viewer.enter_letter(thread_of(viewer, one))
    found: MessageShape = {
        "number": one.number,
        "at": time_text(one.at),
        "phase": one.phase,
        "thread": thread_of(viewer, one),
        "from": viewer.sender_of(one),
        "to": list(one.to),
        "text": one.text,
        "hidden": one.hidden,
    }
    if viewer.is_master or one.sender == viewer.power:
        found["signed"] = one.signed
    return found


def thread_of(viewer: Viewer, one: PressMessage) -> str:
    """The thread in which a message stands for him: ``ALL``, or who is in it, as
    ``ENGLAND+FRANCE``."""
    if not one.to:
        return ALL
    return thread_between(viewer.g, {viewer.sender_of(one) or NOBODY, *one.to})


def thread_between(g: JudgedGame, names: set[str]) -> str:
    """The thread of powers, the master or whoever else: powers stand as the board has them."""
    powers = [power for power in g.seats if power in names]
    return "+".join([*powers, *sorted(names - set(powers))])


def threads_view(viewer: Viewer, read: Mapping[str, int] | None = None) -> list[ThreadShape]:
    """His threads, the one with the latest message first: who is in them, the last message, and
    how many he has not read. ``read`` has for each thread the number of the last message that he
    has; what he wrote himself he has read, and what was opened to him at the end is not counted."""
    marks = read or {}
    names: dict[tuple[str, tuple[str, ...]], str] = {}
    messages: dict[str, list[PressMessage]] = {}
    for one in viewer.letters:
        if not viewer.has_muted(one):
            key = (viewer.sender_of(one), one.to)
            name = names.get(key) or names.setdefault(key, thread_of(viewer, one))
            messages.setdefault(name, []).append(one)
    threads = sorted(messages.items(), key=lambda thread: -thread[1][-1].number)
    return [
        {
            "thread": name,
            "with": [] if name == ALL else name.split("+"),
            "messages": len(found),
            "unread": sum(
                one.number > marks.get(name, 0)
                and not _is_own(viewer, one)
                and not viewer.is_opened(one)
                for one in found
            ),
            "last": message_view(viewer, found[-1]),
        }
        for name, found in threads
    ]


def _is_own(viewer: Viewer, one: PressMessage) -> bool:
    return viewer.power is not None and one.sender == viewer.power


def held_view(viewer: Viewer) -> list[HeldShape]:
    """Messages that a master has not let through: for him those that wait, for whoever wrote them
    also those that were turned back."""
    return [
        held_message_view(one)
        for one in viewer.g.held
        if viewer.sees_held(one)
        and (not one.outcome or (one.outcome == "turned-back" and one.sender == viewer.power))
    ]


def held_message_view(one: HeldMessage) -> HeldShape:
    """A message that a master has to let through, as whoever wrote it and the master read it."""
    return {
        "number": one.number,
        "at": time_text(one.at),
        "from": one.sender,
        "to": list(one.to),
        "text": one.text,
        "signed": one.signed,
        "outcome": one.outcome,
        "why": one.why,
    }


def notes_view(viewer: Viewer) -> dict[str, str]:
    """Notes that he wrote down for himself, by phase; under no phase those for the game."""
    return {
        phase: text
        for (power, phase), text in viewer.g.notes.items()
        if power == viewer.power and text
    }


def reports_view(viewer: Viewer) -> list[ReportShape]:
    """Reports to the masters about messages and players; for masters alone."""
    g = viewer.g
    if not viewer.is_master:
        return []
    return [
        {
            "at": time_text(one.at),
            "by": one.power,
            "why": one.why,
            "about": one.other or viewer.sender_of(g.messages[one.number - 1]),
            "message": message_view(viewer, g.messages[one.number - 1]) if one.number else None,
        }
        for one in g.reports
    ]
