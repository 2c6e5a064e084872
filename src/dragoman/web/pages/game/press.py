"""Press on the page of a game: a pane for each power and group, letters by phase, and a search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Annotated, Final, TypedDict

from dragoman.drawing.scene.picture import colours_of
from dragoman.extras import extra
from dragoman.judge.log.state import MASTER, Stage
from dragoman.judge.storage.marks import set_mark
from dragoman.judge.views.press_view import (
    ALL,
    NOBODY,
    HeldShape,
    MessageShape,
    ThreadShape,
    held_view,
    press_view,
    thread_between,
    threads_view,
)
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.rendering import Visit, VisitHere
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Depends, Query
    from fastapi.responses import RedirectResponse, Response
    from markupsafe import Markup, escape

router = page_router("/games/{game}")

NEW: Final = "new"
"""The pane in which several are chosen."""
_MOST_LETTERS: Final = 60
_MOST_FOUND: Final = 50
_LATER: Final = 20
"""Letters after one that was looked for, which stand with it."""
_AROUND: Final = 160
"""Letters of the alphabet before and after what was found in a message."""


@dataclass(frozen=True, slots=True)
class PressPlace:
    """The place in his press that somebody looks at: the thread, or the answers to a search;
    letters before one, or around one. Who ``peeks`` has not read what he is shown."""

    thread: str = ""
    before: int = 0
    around: int = 0
    find: str = ""
    peeks: bool = False


async def _place(
    thread: Annotated[str, Query(max_length=400)] = "",
    before: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    letter: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    find: Annotated[str, Query(max_length=200)] = "",
    peek: bool = False,
) -> PressPlace:
    # In an address a plus is a space.
    return PressPlace(thread.replace(" ", "+"), before, letter, find.strip(), peek)


PressPlaceHere = Annotated[PressPlace, Depends(_place)]


@dataclass(frozen=True, slots=True)
class PressPane:
    """A pane that can be opened: with a power, with everybody, or with several."""

    thread: str
    power: str
    """The only other one in it; empty where several are."""
    colour: str
    """That of the power on the map; empty for whoever has none."""
    unread: int
    has_letters: bool


@dataclass(frozen=True, slots=True)
class FoundLetter:
    """A letter that was found, with the words in question marked; ``around`` shortens a long one
    to where they stand."""

    letter: MessageShape
    around: Markup


class PressShown(TypedDict):
    panes: list[PressPane]
    thread: str
    """The pane that is open: a thread, or ``NEW``."""
    to: tuple[str, ...] | None
    """Those who get what is written there: none for all; None while that is to be chosen."""
    signatures: tuple[str, ...]
    """The names that he can sign with, if there is a choice: empty for his own, ``-`` for none."""
    unread: int
    """Letters unread in all threads."""
    last_unread: int
    """The last letter shown that he has not been known to read; 0 if there is none."""
    letters: list[tuple[str, list[MessageShape]]]
    """By phase."""
    held: list[HeldShape]
    """His own that a master has not let through."""
    muted: frozenset[str]
    """Those whose letters are folded."""
    older: int
    newer: int | None
    """The letter before which the next later ones stand; 0 for the latest of all."""
    find: str
    found: list[FoundLetter]
    found_before: int


def press_shown(
    visit: Visit, game: int, viewer: Viewer, place: PressPlace, marks: Mapping[str, int]
) -> PressShown:
    """The press of a game for its page, with what its reader has marked as read of it. A thread
    that is asked for by name is read with that."""
    g, database = viewer.g, visit.state.judge.database
    threads = threads_view(viewer, marks)
    panes = list(_panes(viewer, threads, visit.caller.look.apart))
    thread = _thread_asked(viewer, place.thread, panes)
    letters, older, newer = _window(viewer, thread, place)
    unread = sum(one["unread"] for one in threads)
    last = letters[-1]["number"] if letters and viewer.power else 0
    if last <= marks.get(thread, 0):
        last = 0
    elif set(place.thread.split("+")) == set(thread.split("+")) and not place.peeks:
        set_mark(database, visit.user, game, thread, last)
        unread -= sum(one.unread for one in panes if one.thread == thread)
        panes = [replace(one, unread=0) if one.thread == thread else one for one in panes]
        last = 0
    found = _found(viewer, place)
    return {
        "panes": panes,
        "thread": thread,
        "to": _addressees(viewer, thread),
        "signatures": _signatures(viewer),
        "unread": unread,
        "last_unread": last,
        "letters": [
            (phase, list(several)) for phase, several in groupby(letters, lambda one: one["phase"])
        ],
        "held": [one for one in held_view(viewer) if _is_written_in(viewer, one, thread)],
        "muted": frozenset(other for power, other in g.muted if power == viewer.power),
        "older": older,
        "newer": newer,
        "find": place.find,
        "found": found,
        "found_before": found[-1].letter["number"] if len(found) == _MOST_FOUND else 0,
    }


def _panes(viewer: Viewer, threads: Sequence[ThreadShape], is_apart: bool) -> Iterator[PressPane]:
    """The panes: with unread messages first, then the latest, and those between others last; then
    of all he could write to."""
    painted = colours_of(viewer.g.game.variant, is_apart)
    colours = {power: one.fill for power, one in painted.items()}
    me = _me(viewer)

    def is_own(thread: ThreadShape) -> bool:
        return thread["thread"] == ALL or me in thread["with"]

    for one in sorted(threads, key=lambda thread: (not thread["unread"], not is_own(thread))):
        others = [name for name in one["with"] if name != me]
        power = others[0] if len(others) == 1 else ""
        yield PressPane(one["thread"], power, colours.get(power, ""), one["unread"], True)
    known = {one["thread"] for one in threads}
    for thread, power in _possible(viewer):
        if thread not in known:
            yield PressPane(thread, power, colours.get(power, ""), 0, False)


def _possible(viewer: Viewer) -> Iterator[tuple[str, str]]:
    """Threads with everybody and with each whom he can write to alone."""
    g, me = viewer.g, _me(viewer)
    if not me:
        return
    is_free = g.stage is Stage.OVER or me == MASTER
    if is_free or "public" in g.settings.press:
        yield ALL, ""
    for other in (*g.seats, MASTER):
        if other != me and (is_free or other == MASTER or "private" in g.settings.press):
            yield thread_between(g, {me, other}), other


def _me(viewer: Viewer) -> str:
    """The name under which he writes; empty for whoever looks on."""
    return MASTER if viewer.is_master and not viewer.power else viewer.power or ""


def _thread_asked(viewer: Viewer, asked: str, panes: Sequence[PressPane]) -> str:
    """The pane that opens: the one that he asked for, if there is or can be such a thread for him,
    else the first with letters."""
    known = {one.thread for one in panes}
    g, names, me = viewer.g, set(asked.split("+")), _me(viewer)
    if (ordered := thread_between(g, names)) in known or (asked == NEW and me):
        return ordered
    if me in names and names <= {*g.seats, MASTER} and len(names) > 1:
        return ordered
    return next((one.thread for one in panes if one.has_letters), NEW if me else ALL)


def _addressees(viewer: Viewer, thread: str) -> tuple[str, ...] | None:
    if thread == ALL:
        return ()
    if _me(viewer) not in thread.split("+"):
        return None
    others = [one for one in thread.split("+") if one != _me(viewer)]
    is_known = all(one in (*viewer.g.seats, MASTER) for one in others)
    return tuple(others) if others and is_known else None


def _signatures(viewer: Viewer) -> tuple[str, ...]:
    g, kinds = viewer.g, viewer.g.settings.press
    if not viewer.power or g.stage is Stage.OVER or "all-grey" in kinds:
        return ()
    nobody = (NOBODY,) if "grey" in kinds else ()
    others = tuple(one for one in g.seats if one != viewer.power) if "fake" in kinds else ()
    return ("", *nobody, *others) if nobody or others else ()


def _window(
    viewer: Viewer, thread: str, place: PressPlace
) -> tuple[list[MessageShape], int, int | None]:
    """The letters of a thread that are shown at once, the first of them if there are older ones,
    and the letter before which later ones stand."""
    before, newer = place.before, None
    if place.around:
        later = press_view(viewer, after=place.around, thread=thread, with_muted=True)
        before = later[_LATER]["number"] if len(later) > _LATER else 0
    if before:
        later = press_view(viewer, after=before - 1, thread=thread, with_muted=True)
        newer = later[_MOST_LETTERS]["number"] if len(later) > _MOST_LETTERS else 0
    limit = _MOST_LETTERS + 1
    found = press_view(viewer, 0, before or None, thread, limit=limit, with_muted=True)
    shown = found[-_MOST_LETTERS:]
    return shown, shown[0]["number"] if len(found) > len(shown) else 0, newer


def _is_written_in(viewer: Viewer, held: HeldShape, thread: str) -> bool:
    me = _me(viewer)
    there = thread_between(viewer.g, {me, *held["to"]}) if held["to"] else ALL
    return held["from"] == me and there == thread


def _found(viewer: Viewer, place: PressPlace) -> list[FoundLetter]:
    """The letters with all words of a search, the latest first."""
    if not place.find:
        return []
    before = place.before or None
    letters = press_view(viewer, before=before, search=place.find, limit=_MOST_FOUND)
    return [FoundLetter(one, marked(one["text"], place.find.split())) for one in letters[::-1]]


def marked(text: str, words: Iterable[str]) -> Markup:
    """A text with words marked; of a long one what is around the first of them."""
    longest_first = sorted(words, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE)
    first = pattern.search(text)
    at = first.start() if first else 0
    start, end = max(0, at - _AROUND), at + 2 * _AROUND
    before = "…" if start else ""
    after = "…" if end < len(text) else ""
    parts = [escape(before)]
    for piece in re.split(f"({pattern.pattern})", text[start:end], flags=re.IGNORECASE):
        is_word = pattern.fullmatch(piece) is not None
        parts.append(Markup("<mark>{}</mark>").format(piece) if is_word else escape(piece))
    return Markup("").join([*parts, escape(after)])


# What is done there


def check_addressed(form: SentForm) -> None:
    """See that it is said who gets a message: nobody ticked is not everybody.

    Raises:
        Problem: if nobody is chosen, or everybody and some.
    """
    is_to_all, some = form.text("all") == "yes", [one for one in form.every("to") if one]
    if is_to_all and some:
        raise refused("two-addresses", "this is for all and for some", "choose one of the two")
    if not is_to_all and not some and "to" not in form:
        raise refused("unaddressed", "nobody is chosen who gets this", "choose powers, or all")


def thread_addressed(viewer: Viewer, form: SentForm) -> str:
    """The thread in which a message stands that was written in a form."""
    to = {one.upper() for one in form.every("to") if one}
    return thread_between(viewer.g, {_me(viewer), *to}) if to else ALL


@router.post("/unread")
def mark_unread(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Put a message aside, with what came after it in its thread, to be read later. The page of the
    game would read it anew; the way goes home, where it is told of."""
    number, thread = form.text("number"), form.text("thread")
    there = press_view(viewer, thread=thread) if thread and viewer.power else []
    if number not in {str(one["number"]) for one in there}:
        raise refused("no-message", "there is no such message for you", "open the page again")
    set_mark(visit.state.judge.database, visit.user, game, thread, int(number) - 1)
    return RedirectResponse("/", 303)
