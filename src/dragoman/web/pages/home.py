"""The first page, and lists of games: what waits for whoever is signed in, what all can join."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from dragoman.extras import extra
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.listing import Listed, Search, find_games
from dragoman.judge.storage.marks import read_marks
from dragoman.judge.views.press_view import threads_view
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.web.door import LARGEST_ID
from dragoman.web.pages.game_words import GameWords
from dragoman.web.pages.rendering import Visit, VisitHere, page

with extra("judge"):
    from fastapi import APIRouter, Query
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)

MOST_OWN: Final = 40
"""Games of one's own that the first page looks into."""
MOST_LISTED: Final = 30
_KINDS: Final[dict[str, Search]] = {
    "open": Search(is_open=True),
    "running": Search(stage=Stage.RUNNING.value),
    "over": Search(stage=Stage.OVER.value),
    "mine": Search(part="any"),
    "watched": Search(part="observer"),
}
Kind = Literal["open", "running", "over", "mine", "watched"]


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of one's own: what it asks for, and how many messages are unread. ``waits`` is in a
    few words what is to be done; empty for nothing."""

    listed: Listed
    power: str
    phase: str
    deadline: str | None
    waits: str
    unread: int


@router.get("/")
def show_home(visit: VisitHere) -> Response:
    """What waits for whoever is signed in; for others, what this is."""
    database, actor = visit.door.judge.database, visit.caller.actor
    joinable = find_games(database, Search(is_open=True), actor, 6)
    if visit.caller.is_visitor:
        running = find_games(database, Search(stage=Stage.RUNNING.value), actor, 1)
        return page(visit, "welcome.html", games=joinable, shown=running)
    listed = find_games(database, Search(part="any"), actor, MOST_OWN)
    own = [_own_game(visit, one) for one in listed if one.stage != Stage.OVER.value]
    own.sort(key=lambda one: (not one.waits, one.deadline or "9", one.listed.game))
    mine = {one.game for one in listed}
    others = [one for one in joinable if one.game not in mine]
    return page(visit, "home.html", own=own, games=others)


@router.get("/games")
def show_games(
    visit: VisitHere,
    kind: Kind = "open",
    title: Annotated[str, Query(max_length=80)] = "",
    before: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
) -> Response:
    """A list of games: of a kind, with words in their titles, those before one."""
    if visit.caller.is_visitor and _KINDS[kind].part:
        kind = "open"
    asked = _KINDS[kind]
    search = Search(asked.stage, "", title.strip(), asked.is_open, asked.part, before)
    found = find_games(visit.door.judge.database, search, visit.caller.actor, MOST_LISTED + 1)
    more = found[MOST_LISTED - 1].game if len(found) > MOST_LISTED else 0
    shown: dict[str, Any] = {"kind": kind, "title": title, "more": more}
    return page(visit, "games.html", games=found[:MOST_LISTED], **shown)


def _own_game(visit: Visit, listed: Listed) -> OwnGame:
    g = visit.door.judge.games.load(listed.game)
    viewer = Viewer(g, visit.caller.actor)
    words = GameWords(viewer, visit.language)
    power = viewer.power or ""
    marks = read_marks(visit.door.judge.database, visit.user, listed.game)
    unread = sum(int(one["unread"]) for one in threads_view(viewer, marks))
    waits = ""
    if g.stage is Stage.FORMING:
        waits = "" if not viewer.is_master else "it has not begun"
    elif viewer.actor.user in g.invited:
        waits = "you are invited"
    elif power and power in tuple(g.has_to_order()):
        if not g.has_ordered(power):
            waits = "orders"
        elif not g.is_ready(power):
            waits = "ready?"
    deadline = g.deadline.isoformat() if g.deadline and g.stage is Stage.RUNNING else None
    phase = "" if g.stage is Stage.FORMING else words.phase(g.phase)
    return OwnGame(listed, words.power(power) if power else "", phase, deadline, waits, unread)
