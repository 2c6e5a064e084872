"""The first page: what waits for whoever is signed in, what all can join, and a game that begins
with one click."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dragoman.bots.characters import MIXED
from dragoman.drawing.scene.picture import colours_of
from dragoman.extras import extra
from dragoman.judge.commands.voting import voters
from dragoman.judge.log.settings import LONGEST_TITLE, Entry
from dragoman.judge.log.state import Stage
from dragoman.judge.solo import begin_solo, go_on
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games
from dragoman.judge.storage.marks import read_marks
from dragoman.judge.views.press_view import threads_view
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.web.pages.html.bots import offered_bots
from dragoman.web.pages.html.forms import FormHere
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.house_markdown import html_of
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.games import game_cards, variant_title
from dragoman.web.pages.lists.share import shared_front
from dragoman.web.pages.lists.showcase import (
    FIRST,
    caption_of,
    ground_of,
    movements,
    shown_game,
    width_of,
)
from dragoman.web.pages.moderation.reporting import SANCTIONS
from dragoman.web.pages.people.guests import arrive
from dragoman.web.problems import page_router
from dragoman.web.variants import variant_called

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response

router = page_router()

MOST_OWN: Final = 60
"""Games of one's own that the first page looks into."""
MOST_OTHERS: Final = 6
TASKS: Final = {
    "orders": "orders",
    "ready?": "orders",
    "you are invited": "joining",
    "a vote": "votes",
    "players to let in": "joining",
    "it can begin": "joining",
}
"""Tasks that a game may have for somebody, with the part of its page where he does each."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of one's own: what it asks for, and how many messages are unread."""

    game: int
    title: str
    variant: str
    power: str
    power_key: str
    part: str
    phase: str
    deadline: str | None
    is_paused: bool
    tasks: tuple[str, ...]
    unread: int
    thread: str
    """The thread of the latest unread message."""


@router.get("/")
def show_home(visit: VisitHere) -> Response:
    """The tasks of whoever is signed in; for visitors, an introduction."""
    database, actor = visit.state.judge.database, visit.caller.actor
    joinable = find_games(database, GameSearch(is_open=True), actor, MOST_OTHERS)
    if visit.caller.is_visitor:
        return page(visit, "welcome.html", games=game_cards(visit, joinable), **front_of(visit))
    listed = find_games(database, GameSearch(part="any"), actor, MOST_OWN + 1)
    going_on = [one for one in listed if one.stage != Stage.OVER.value]
    own = [_own_game(visit, one) for one in going_on[:MOST_OWN]]
    own.sort(key=lambda one: (not one.tasks, one.deadline or "9", one.game))
    mine = {one.game for one in listed}
    others = game_cards(visit, [one for one in joinable if one.game not in mine])
    return page(
        visit,
        "home.html",
        own=own,
        waiting=sum(bool(one.tasks) for one in own),
        unread=sum(one.unread for one in own),
        has_more=len(listed) > MOST_OWN,
        was_over=any(one.stage == Stage.OVER.value for one in listed),
        games=others,
        places=TASKS,
        powers=powers_of(visit),
        bots=offered_bots(shown_game().variant),
        decided=visit.state.judge.moderation.sanctions.told_of(visit.user, visit.now),
        kinds=SANCTIONS,
        reported=_reported(visit),
    )


def _reported(visit: Visit) -> int:
    """The number of reports and appeals that wait for somebody who moderates."""
    actor, moderation = visit.caller.actor, visit.state.judge.moderation
    if not (actor.is_moderator or actor.is_admin):
        return 0
    waiting = {one.subject for one in moderation.reports.queue(actor)}
    return len(waiting) + len(moderation.sanctions.appealed(actor))


TITLE: Final = "Against six bots"
"""The title of a game that begins with one click, in the language of whoever plays it ..."""
OTHER_TITLE: Final = "%(variant)s, against bots"
"""... where it is another than the standard game."""
STANDARD: Final = "standard"
"""The variant of whoever chooses none."""


@router.post("/play")
def play_now(visit: VisitHere, form: FormHere) -> Response:
    """Begin a game against bots in all other seats, as ``power`` or whatever the lot says, and go
    there: of the ``variant`` that was chosen, or the standard game against six. Who is not signed
    in plays as a guest."""
    judge, bot = visit.state.judge, form.text("bot") or MIXED
    variant, title = form.text("variant") or STANDARD, in_words(TITLE, visit.language)
    if variant != STANDARD:
        named = variant_called(visit.state, variant).title
        title = in_words(OTHER_TITLE, visit.language) % {"variant": named}
    with judge.database.together():
        arrival = arrive(visit, form.text("name"))
        game = begin_solo(
            *(judge.games, arrival.actor, visit.now, title[:LONGEST_TITLE]),
            *(form.text("power"), bot, variant),
        )
    go_on(judge.games, game, visit.now)
    return arrival.keep(visit, RedirectResponse(f"/games/{game}", 303))


def front_of(visit: Visit) -> dict[str, Any]:
    """The contents of the front page besides open tables: a game that plays, and what there is to
    play at once."""
    welcome = visit.site.texts.text("welcome", visit.language)
    return {
        "welcome": welcome,
        "welcome_html": html_of(welcome.text) if welcome is not None else "",
        "ground": ground_of(visit),
        "first": FIRST,
        "width": width_of(visit),
        "turns": len(movements()),
        "shown": caption_of(visit, FIRST),
        "shared": shared_front(visit),
        "may_play": visit.state.judge.accounts.guests.may_come(visit.now),
        "powers": powers_of(visit),
        "bots": offered_bots(shown_game().variant),
    }


@dataclass(frozen=True, slots=True)
class ShownPower:
    """A power of the standard game on the front page."""

    key: str
    name: str
    colour: str
    character: str


SIDES: Final = {
    "AUSTRIA": "Surrounded by neighbours: strong with a friend or two, soon gone without.",
    "ENGLAND": "An island with fleets: hard to reach, and slow to get onto the mainland.",
    "FRANCE": "Many ways to grow, and few enemies who can get at it early.",
    "GERMANY": "In the middle: quick to grow, and everybody's neighbour.",
    "ITALY": "Between east and west: it decides which of them has a war on two sides.",
    "RUSSIA": "Begins with four units, and has as many borders to watch.",
    "TURKEY": "In its corner hard to beat, and a long way from everybody else.",
}
"""The powers of the standard game, and what it is like to play them."""


def powers_of(visit: Visit) -> list[ShownPower]:
    """The powers of the standard game in their colours."""
    variant = shown_game().variant
    painted = colours_of(variant, visit.caller.look.apart)
    return [
        ShownPower(key, variant.power_name(key, visit.language), painted[key].fill, character)
        for key, character in SIDES.items()
    ]


def _own_game(visit: Visit, listed: ListedGame) -> OwnGame:
    g = visit.state.judge.games.load(listed.game)
    viewer = Viewer(g, visit.caller.actor)
    words = GameWords(viewer, visit.language)
    power = viewer.power or ""
    marks = read_marks(visit.state.judge.database, visit.user, listed.game)
    threads = [one for one in threads_view(viewer, marks) if one["unread"]]
    return OwnGame(
        listed.game,
        listed.title,
        variant_title(visit, listed.variant),
        words.power(power) if power else "",
        power,
        _part(viewer),
        "" if g.stage is Stage.FORMING or not viewer.may_look else words.phase(g.phase),
        g.deadline.isoformat() if g.deadline and g.stage is Stage.RUNNING else None,
        g.stage is Stage.PAUSED,
        tuple(_tasks(viewer)),
        sum(one["unread"] for one in threads),
        threads[0]["thread"] if threads else "",
    )


PARTS: Final = ("master", "you are watching", "you are waiting for a seat")
"""Roles in a game without a power."""


def _part(viewer: Viewer) -> str:
    g, user = viewer.g, viewer.actor.user
    if user in g.masters:
        return PARTS[0]
    return PARTS[2] if user in g.applicants else PARTS[1] if user in g.observers else ""


def _tasks(viewer: Viewer) -> Iterator[str]:
    """The tasks that a game has for him."""
    g, user = viewer.g, viewer.actor.user
    power = viewer.power or ""
    if user in g.invited and not power and user not in g.applicants:
        yield "you are invited"
    is_master = user in g.masters
    asking = (one for who, one in g.applicants.items() if who not in g.invited)
    if is_master and g.settings.entry is Entry.MASTER and any(not one.admitted for one in asking):
        yield "players to let in"
    is_full = len(g.players) + len(g.applicants) >= len(g.seats)
    if is_master and g.stage is Stage.FORMING and is_full:
        yield "it can begin"
    if g.stage is Stage.RUNNING and power and power in tuple(g.has_to_order()):
        if not g.has_ordered(power):
            yield "orders"
        elif not g.is_ready(power):
            yield "ready?"
    for one in g.open_proposals():
        if power in voters(g, one) and power not in one.votes:
            yield "a vote"
            break
