"""Clubs: their pages, with games, ladder and calendar, and what their people do there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.formats.calendar_files import CalendarEvent, calendar_file
from dragoman.judge.clubs.clubs import LONGEST_ABOUT, LONGEST_TITLE, Club, ClubMember, ClubRole
from dragoman.judge.clubs.ladder import ladder
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import Stage
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games, listed_games
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, moment_in
from dragoman.web.pages.html.rendering import OwnVisit, Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.lists.feeds import answered, atom, course_of
from dragoman.web.pages.lists.games import game_cards
from dragoman.web.problems import Problem, page_router, refused, status_of
from dragoman.web.responses import tagged
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path, Request
    from fastapi.responses import RedirectResponse, Response


router = page_router("/clubs")

ClubName = Annotated[str, Path(max_length=40)]
MOST_LISTED: Final = 100
MOST_RUNGS: Final = 50
LAST_GAMES: Final = 12
_JUST_PAST: Final = timedelta(hours=12)
"""For so long a date stands in the calendar after it began."""


@dataclass(frozen=True, slots=True)
class ClubMoment:
    """Something in a club's calendar: a date that a head put there (``number``), or the deadline of
    a game (``game``)."""

    at: datetime
    title: str
    number: int = 0
    game: int = 0


# All clubs


@router.get("")
def show_clubs(visit: VisitHere) -> Response:
    """The clubs of the judge."""
    return _clubs_page(visit)


@router.post("")
def found(visit: OwnVisit, form: FormHere) -> Response:
    """Found a club."""
    name = form.text("name").strip().lower()
    try:
        visit.state.judge.clubs.found(
            visit.caller.actor,
            name,
            form.text("title"),
            form.text("about"),
            form.text("is_open") != "no",
            visit.now,
        )
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return _clubs_page(visit, status_of(told), told, form)
    return RedirectResponse(f"/clubs/{name}", 303)


def _clubs_page(
    visit: Visit, status: int = 200, told: Told = (), form: SentForm | None = None
) -> Response:
    clubs = visit.state.judge.clubs
    shown: dict[str, Any] = {
        "clubs": clubs.all(MOST_LISTED),
        "own": clubs.of(visit.user) if visit.user else [],
        "told": told,
        "form": form or SentForm({}),
        "longest_title": LONGEST_TITLE,
        "longest_about": LONGEST_ABOUT,
    }
    return page(visit, "clubs.html", status, **shown)


# A club


@router.get("/{name}")
def show_club(visit: VisitHere, name: ClubName) -> Response:
    """A club: who is in it, its games, its ladder, its calendar."""
    return _club_page(visit, visit.state.judge.clubs.club(name))


@router.get("/{name}/calendar.ics")
def give_calendar(request: Request, visit: VisitHere, name: ClubName) -> Response:
    """The calendar of a club for calendar programs (iCalendar), as everybody may know it."""
    club = visit.state.judge.clubs.club(name)
    games = _listed(visit, club, Actor())
    events = [
        CalendarEvent(
            visit.address(f"/games/{one.game}#{one.at:%Y%m%dT%H%M}")
            if one.game
            else visit.address(f"/clubs/{name}#date-{one.number}"),
            one.title,
            one.at,
            visit.address(f"/games/{one.game}" if one.game else f"/clubs/{name}"),
        )
        for one in _moments(visit, club, games)
    ]
    file = calendar_file(club.title, events, visit.now)
    return tagged(request, file, "text/calendar; charset=utf-8")


@router.get("/{name}/feed.atom")
def feed_of_club(request: Request, visit: VisitHere, name: ClubName) -> Response:
    """The course of the games of a club, the last first."""
    club = visit.state.judge.clubs.club(name)
    games = [one.game for one in _listed(visit, club, Actor())[:MOST_LISTED]]
    told = course_of(visit, games)
    return answered(request, atom(visit, f"/clubs/{name}", club.title, told, club.founded))


@router.post("/{name}/{act}")
def act_in_club(
    visit: OwnVisit, name: ClubName, act: Annotated[str, Path(max_length=20)], form: FormHere
) -> Response:
    """Do something in a club, and come back to it."""
    if act not in _ACTS:
        raise refused("no-page", f"nothing here is called {act!r}")
    club = visit.state.judge.clubs.club(name)
    try:
        _ACTS[act](visit, club, form)
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return _club_page(visit, club, status_of(told), told)
    except Problem as problem:
        return _club_page(visit, club, problem.status, problem.diagnostics)
    return RedirectResponse("/clubs" if act == "dissolve" else f"/clubs/{name}", 303)


def _club_page(visit: Visit, club: Club, status: int = 200, told: Told = ()) -> Response:
    judge = visit.state.judge
    members = judge.clubs.members(club.number)
    role = next((one.role for one in members if one.person == visit.user), None)
    is_in = role in (ClubRole.HEAD, ClubRole.MEMBER)
    inside = [one for one in members if one.role is not ClubRole.ASKING]
    games = _listed(visit, club, visit.caller.actor, is_in)
    rungs = ladder(judge.database, club.number, frozenset(one.person for one in inside))
    shown: dict[str, Any] = {
        "club": club,
        "role": role.value if role else "",
        "members": inside,
        "asking": _asking(members) if role is ClubRole.HEAD else [],
        "names": judge.accounts.people.names(frozenset(one.person for one in members)),
        "open": game_cards(visit, [one for one in games if one.stage == Stage.FORMING.value]),
        "running": game_cards(visit, [one for one in games if one.stage in _GO_ON]),
        "over": game_cards(
            visit, [one for one in games if one.stage == Stage.OVER.value][:LAST_GAMES]
        ),
        "all_games": games,
        "own_games": _own_games(visit, {one.game for one in games}) if is_in else [],
        "ladder": rungs[:MOST_RUNGS],
        "moments": _moments(visit, club, games),
        "zone": visit.zone,
        "longest_title": LONGEST_TITLE,
        "longest_about": LONGEST_ABOUT,
        "told": told,
    }
    return page(visit, "club.html", status, **shown)


_GO_ON: Final = (Stage.RUNNING.value, Stage.PAUSED.value)


def _asking(members: list[ClubMember]) -> list[ClubMember]:
    return [one for one in members if one.role is ClubRole.ASKING]


def _listed(visit: Visit, club: Club, actor: Actor, is_member: bool = False) -> list[ListedGame]:
    """The games of a club: those that somebody finds in lists; a member sees that there are
    others."""
    judge = visit.state.judge
    numbers = judge.clubs.games(club.number)
    return listed_games(judge.database, numbers, actor, finds_all=is_member)


def _own_games(visit: Visit, there: set[int]) -> list[ListedGame]:
    """Games of one's own that are not the club's yet."""
    search = GameSearch(part="master")
    found = find_games(visit.state.judge.database, search, visit.caller.actor, MOST_LISTED)
    return [one for one in found if one.game not in there]


def _moments(visit: Visit, club: Club, games: list[ListedGame]) -> list[ClubMoment]:
    """The things ahead in a club: dates, and deadlines of its games."""
    due = in_words("%(game)s: orders are due", visit.language)
    dates = [
        ClubMoment(one.at, one.title, number=one.number)
        for one in visit.state.judge.clubs.dates(club.number, visit.now - _JUST_PAST)
    ]
    deadlines = [
        ClubMoment(datetime.fromisoformat(when), due % {"game": one.title}, game=one.game)
        for one in games
        if one.stage == Stage.RUNNING.value and (when := one.summary["deadline"])
    ]
    return sorted((*dates, *deadlines), key=lambda one: (one.at, one.title))


# What people do in a club

_Act = Callable[[Visit, Club, SentForm], object]


def _number(form: SentForm, field: str) -> int:
    text = form.text(field)
    if not text.isdecimal() or int(text) > LARGEST_ID:
        raise refused("wrong-field", f"{text!r} is no number", "open the page again")
    return int(text)


def _change(visit: Visit, club: Club, form: SentForm) -> None:
    visit.state.judge.clubs.change(
        visit.caller.actor,
        club.number,
        form.text("title"),
        form.text("about"),
        form.text("is_open") != "no",
    )


def _add_game(visit: Visit, club: Club, form: SentForm) -> None:
    game, judge = _number(form, "game"), visit.state.judge
    masters = visit.game(game).masters
    judge.clubs.add_game(visit.caller.actor, club.number, game, masters)


def _add_date(visit: Visit, club: Club, form: SentForm) -> None:
    at = moment_in(form.text("at").strip(), form.text("zone"))
    clubs = visit.state.judge.clubs
    clubs.add_date(visit.caller.actor, club.number, at, form.text("title"), visit.now)


def _dissolve(visit: Visit, club: Club, form: SentForm) -> None:
    if form.text("sure") != club.name:
        what = "this cannot be undone"
        raise refused("not-sure", what, "write the name that the club's address has")
    visit.state.judge.clubs.dissolve(visit.caller.actor, club.number)


_ACTS: Final[Mapping[str, _Act]] = {
    "join": lambda v, c, f: v.state.judge.clubs.join(v.caller.actor, c.number, v.now),
    "leave": lambda v, c, f: v.state.judge.clubs.leave(v.caller.actor, c.number),
    "admit": lambda v, c, f: v.state.judge.clubs.admit(
        v.caller.actor, c.number, _number(f, "person"), v.now
    ),
    "remove": lambda v, c, f: v.state.judge.clubs.remove(
        v.caller.actor, c.number, _number(f, "person")
    ),
    "name-head": lambda v, c, f: v.state.judge.clubs.name_head(
        v.caller.actor, c.number, _number(f, "person")
    ),
    "step-down": lambda v, c, f: v.state.judge.clubs.step_down(v.caller.actor, c.number),
    "change": _change,
    "add-game": _add_game,
    "remove-game": lambda v, c, f: v.state.judge.clubs.remove_game(
        v.caller.actor, c.number, _number(f, "game")
    ),
    "add-date": _add_date,
    "remove-date": lambda v, c, f: v.state.judge.clubs.remove_date(
        v.caller.actor, c.number, _number(f, "number")
    ),
    "dissolve": _dissolve,
}
"""What can be done in a club, by the end of the address of its form."""
