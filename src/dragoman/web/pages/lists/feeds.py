"""Feeds (Atom, RFC 4287) of what everybody may know: the turns of games, and how games ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Final
from xml.etree import ElementTree

from dragoman.extras import extra
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.notices.event_messages import phase_report
from dragoman.judge.results.archive import Filters, archive
from dragoman.judge.storage.game_store import latest_entries
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Phrasebook
from dragoman.web.languages import reader_of
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere
from dragoman.web.pages.html.wording import in_words
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Path, Request
    from fastapi.responses import Response


router = page_router()

ATOM: Final = "http://www.w3.org/2005/Atom"
MOST_TOLD: Final = 20
_COURSE: Final = (ev.Began, ev.Judged, ev.RolledBack, ev.Ended)
"""The kinds of events that feeds tell."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """Something that a feed tells: ``path`` is the page about it, and with ``kind`` and ``at`` what
    it is known by."""

    kind: str
    path: str
    title: str
    at: datetime
    text: str = ""


@router.get("/games/{game}/feed.atom")
def feed_of_game(request: Request, visit: VisitHere, game: GameNumber) -> Response:
    """The turns of a game with their results, the last first."""
    viewer = Viewer(visit.game(game), Actor())
    if not viewer.may_look:
        raise refused("not-to-be-seen", "only its players see this game until it is over")
    visit.state.buckets.take("explanations", visit.caller.key, visit.state.limits.explanations)
    title, page = viewer.g.settings.title, f"/games/{game}"
    told = course_of(visit, [game], with_reports=True)
    return answered(request, atom(visit, page, title, told, viewer.g.created))


@router.get("/people/{number}/feed.atom")
def feed_of_person(
    request: Request, visit: VisitHere, number: Annotated[int, Path(ge=1, le=LARGEST_ID)]
) -> Response:
    """The ends of the games of somebody, as far as everybody may know, the last first."""
    judge = visit.state.judge
    person = judge.accounts.people.person(number)
    if person.is_deleted:
        raise refused("no-person", f"there is no account {number}")
    found = archive(judge.database, Filters(player=number), Actor(), "", MOST_TOLD)
    told = course_of(visit, [one["game"] for one in found.games], kinds=(ev.Ended,))
    return answered(request, atom(visit, f"/people/{number}", person.name, told, person.created))


# What feeds are made of


def course_of(
    visit: Visit,
    games: Sequence[int],
    kinds: Sequence[type[ev.Event]] = _COURSE,
    with_reports: bool = False,
) -> list[FeedEntry]:
    """The latest of what happened in games, as everybody may know it; turns that were undone since
    are not among it."""
    store = visit.state.judge.games
    viewers = {game: Viewer(store.load(game), Actor()) for game in games}
    seen = {game: one for game, one in viewers.items() if one.may_look}
    words = {game: GameWords(one, visit.language) for game, one in seen.items()}
    found: list[FeedEntry] = []
    told: set[tuple[int, str]] = set()
    for game, entry in latest_entries(store.database, [*seen], kinds, 2 * MOST_TOLD):
        key = (game, entry.event.phase if isinstance(entry.event, ev.Judged) else "")
        if key[1] and key in told:
            continue  # judged once more after it was rolled back
        told.add(key)
        if one := _told(visit, game, seen[game], words[game], entry, with_reports):
            found.append(one)
    return found[:MOST_TOLD]


def _told(
    visit: Visit,
    game: int,
    viewer: Viewer,
    words: GameWords,
    entry: GameLogEntry,
    with_reports: bool,
) -> FeedEntry | None:
    g, at, event = viewer.g, datetime.fromisoformat(entry.at), entry.event
    path, title, kind = f"/games/{game}", g.settings.title, type(event).__name__
    match event:
        case ev.Judged(phase=phase) if any(str(one.phase) == phase for one in g.history):
            book = Phrasebook(g.game.variant, visit.language)
            text = ""
            if with_reports and viewer.sees_board:
                text, _ = phase_report(viewer, phase, book, {})
            where = f"{path}/turns/{phase}" if viewer.sees_board else path
            return FeedEntry(kind, where, f"{title}: {words.phase(phase)}", at, text)
        case ev.Began():
            begun = in_words("The game begins", visit.language)
            return FeedEntry(kind, path, f"{title}: {begun}", at)
        case ev.RolledBack(phase=phase):
            back = in_words("Back to %(phase)s", visit.language) % {"phase": words.phase(phase)}
            return FeedEntry(kind, path, f"{title}: {back}", at)
        case ev.Ended() if g.ending is not None:
            ending = words.ending({"how": g.ending[0], "powers": g.ending[1]})
            return FeedEntry(kind, path, f"{title}: {ending}", at)
        case _:
            return None


def atom(visit: Visit, page: str, title: str, told: Iterable[FeedEntry], since: datetime) -> bytes:
    """A feed about a page; ``since`` is when it changed last if nothing is told."""
    ElementTree.register_namespace("", ATOM)
    entries = list(told)
    feed = ElementTree.Element(f"{{{ATOM}}}feed")
    _text(feed, "id", visit.address(page))
    _text(feed, "title", title)
    _text(feed, "updated", (entries[0].at if entries else since).isoformat())
    _link(feed, visit.address(page), "alternate", "text/html")
    _link(feed, visit.address(f"{page}/feed.atom"), "self", "application/atom+xml")
    author = ElementTree.SubElement(feed, f"{{{ATOM}}}author")
    _text(author, "name", visit.state.judge.site.title)
    for one in entries:
        entry = ElementTree.SubElement(feed, f"{{{ATOM}}}entry")
        _text(entry, "id", f"{visit.address(one.path)}#{one.kind}-{one.at:%Y%m%dT%H%M%S.%f}")
        _text(entry, "title", one.title)
        _text(entry, "updated", one.at.isoformat())
        _link(entry, visit.address(one.path), "alternate", "text/html")
        _text(entry, "content" if one.text else "summary", one.text or one.title)
    return ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)


def answered(request: Request, feed: bytes) -> Response:
    """The answer with a feed, in the language of whoever asks."""
    return tagged(request, feed, "application/atom+xml; charset=utf-8", language=reader_of(request))


def _text(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{ATOM}}}{name}").text = text


def _link(parent: ElementTree.Element, address: str, relation: str, kind: str) -> None:
    given = {"href": address, "rel": relation, "type": kind}
    ElementTree.SubElement(parent, f"{{{ATOM}}}link", given)
