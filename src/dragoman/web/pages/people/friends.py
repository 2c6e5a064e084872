"""One's people: whom one follows, friends, who plays what just now; and whom one shuns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.relations import playing_now
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.web.pages.html.forms import FormHere, Told, done
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import Response


router = page_router("/friends")


@dataclass(frozen=True, slots=True)
class FollowedPerson:
    """Somebody in one's list, and the games that he plays just now where everybody may know."""

    number: int
    name: str
    games: tuple[tuple[int, str], ...] = ()


@router.get("")
def show_friends(visit: OwnVisit, done: bool = False) -> Response:
    """The list of one's people."""
    return _friends_page(visit, is_done=done)


@router.post("/called")
def follow_called(visit: OwnVisit, form: FormHere) -> Response:
    """Follow somebody by his name."""
    name = form.text("name").strip()

    def follow() -> None:
        visit.state.buckets.take("names", visit.caller.key, visit.state.limits.names)
        person = visit.state.judge.accounts.people.called(name)
        if person is None or person.is_deleted:
            raise ActionRefused("no-person", f"nobody is called {name!r}", "write the whole name")
        relations = visit.state.judge.accounts.relations
        relations.follow(visit.caller.actor, person.number, visit.now)

    return done(follow, "/friends", lambda told, status: _friends_page(visit, status, told, name))


@router.post("/{act}/{number}")
def relate(
    visit: OwnVisit,
    form: FormHere,
    act: Annotated[str, Path(max_length=10)],
    number: Annotated[int, Path(ge=1, le=LARGEST_ID)],
) -> Response:
    """Follow somebody, shun him, or do neither any more; then one is back where one was."""
    if act not in _ACTS:
        raise refused("no-page", f"nothing here is called {act!r}")
    where = f"/people/{number}" if form.text("from") == "person" else "/friends"
    return done(
        lambda: _ACTS[act](visit, number),
        where,
        lambda told, status: _friends_page(visit, status, told),
    )


def _follow(visit: Visit, number: int) -> None:
    visit.state.judge.accounts.relations.follow(visit.caller.actor, number, visit.now)


def _shun(visit: Visit, number: int) -> None:
    visit.state.judge.accounts.relations.shun(visit.caller.actor, number, visit.now)


def _forget(visit: Visit, number: int) -> None:
    visit.state.judge.accounts.relations.forget(visit.caller.actor, number)


_ACTS: Final[Mapping[str, Callable[[Visit, int], None]]] = {
    "follow": _follow,
    "shun": _shun,
    "forget": _forget,
}


def _friends_page(
    visit: Visit, status: int = 200, told: Told = (), name: str = "", is_done: bool = False
) -> Response:
    accounts = visit.state.judge.accounts
    circle = accounts.relations.circle(visit.user)
    around = circle.follows | circle.followers | circle.shuns
    names = accounts.people.names(around)
    playing = playing_now(visit.state.judge.database, circle.follows)

    def listed(numbers: frozenset[int]) -> list[FollowedPerson]:
        found = [
            FollowedPerson(one, names.get(one, "?"), tuple(playing.get(one, ()))) for one in numbers
        ]
        return sorted(found, key=lambda one: (not one.games, one.name.casefold()))

    shown: dict[str, Any] = {
        "friends": listed(circle.friends),
        "follows": listed(circle.follows - circle.followers),
        "followers": listed(circle.followers - circle.follows),
        "shuns": listed(circle.shuns),
        "told": told,
        "written": name,
        "is_done": is_done,
    }
    return page(visit, "friends.html", status, **shown)


def friends_of(visit: Visit) -> dict[int, str]:
    """The friends of whoever is here, by their names; none of a visitor."""
    if not visit.user:
        return {}
    accounts = visit.state.judge.accounts
    names = accounts.people.names(accounts.relations.circle(visit.user).friends)
    return dict(sorted(names.items(), key=lambda one: one[1].casefold()))
