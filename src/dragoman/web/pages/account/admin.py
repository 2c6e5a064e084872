"""Pages of admins: the state of the judge, complaints, variants, people."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.judge.results.statistics import player_view
from dragoman.judge.running.doctor import look_over
from dragoman.judge.running.findings import Finding
from dragoman.judge.storage import game_store
from dragoman.judge.storage.game_lists import games_with_complaints
from dragoman.judge.views.press_view import ReportShape, reports_view
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording import problem_words
from dragoman.refusal import ActionRefused
from dragoman.web.callers import Caller, by_session
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import json_bytes
from dragoman.web.web_state import LARGEST_ID
from dragoman.words import in_language

with extra("judge"):
    from fastapi import Depends, Path, Query
    from fastapi.responses import RedirectResponse, Response


router = page_router("/admin")

ON_A_PAGE: Final = 50
_MOST_COMPLAINTS: Final = 20
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]


async def _admin(visit: VisitHere, caller: Annotated[Caller, Depends(by_session)]) -> Visit:
    if not caller.actor.is_admin:
        raise refused("not-allowed", "this is for admins of the judge")
    return visit


AdminVisit = Annotated[Visit, Depends(_admin)]


# The judge


@router.get("")
def show_judge(visit: AdminVisit, done: bool = False) -> Response:
    """The state of the judge: what the doctor finds, what was given up, complaints, variants."""
    return _judge_page(visit, is_done=done)


@router.post("/games/{number}/try-again")
def try_game_again(visit: AdminVisit, number: Number, form: FormHere) -> Response:
    """Have a game that was set aside tried at once."""
    database = visit.state.judge.database

    def again() -> None:
        if not game_store.try_again(database, number):
            raise ActionRefused("not-set-aside", f"game {number} is not set aside")

    return done(again, "/admin", partial(_judge_again, visit))


@router.post("/letters/{number}/try-again")
def send_again(visit: AdminVisit, number: Number, form: FormHere) -> Response:
    """Have a letter that was given up sent after all."""
    outbox = visit.state.judge.outbox

    def again() -> None:
        if not outbox.try_again(number, visit.now):
            raise ActionRefused("not-given-up", f"letter {number} was not given up")

    return done(again, "/admin", partial(_judge_again, visit))


def _judge_again(visit: Visit, told: Told, status: int) -> Response:
    return _judge_page(visit, status, told)


def _judge_page(
    visit: Visit, status: int = 200, told: Told = (), is_done: bool = False
) -> Response:
    judge = visit.state.judge
    brought = list(judge.variants.listed())
    shown: dict[str, Any] = {
        "findings": [_told(one, visit.language) for one in look_over(judge.database, visit.now)],
        "aside": game_store.games_set_aside(judge.database),
        "dead": judge.outbox.dead(),
        "complaints": _complaints(visit),
        "brought": brought,
        "names": judge.accounts.people.names(frozenset(one.owner for one in brought)),
    }
    return page(visit, "admin.html", status, told=told, is_done=is_done, **shown)


def _told(found: Finding, language: str) -> Finding:
    faults, _ = problem_words.in_language(found.faults, language)
    return Finding(in_language(found.what, language), faults)


def _complaints(visit: Visit) -> list[tuple[int, Viewer, GameWords, list[ReportShape]]]:
    """The games with the latest complaints. Of one in which the admin plays he is told nothing."""
    judge, found = visit.state.judge, list[tuple[int, Viewer, GameWords, list[ReportShape]]]()
    for number in games_with_complaints(judge.database, _MOST_COMPLAINTS):
        viewer = Viewer(judge.games.load(number), visit.caller.actor)
        if reports := reports_view(viewer):
            found.append((number, viewer, GameWords(viewer, visit.language), reports))
    return found


# People


@router.get("/people")
def show_people(
    visit: AdminVisit,
    after: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    name: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """All accounts, in the order in which they were made; or the one of a name."""
    if name.strip():
        person = visit.state.judge.accounts.people.called(name)
        if person is not None:
            return RedirectResponse(f"/admin/people/{person.number}", 303)
        fault = ActionRefused("no-person", f"nobody is called {name!r}", "write the whole name")
        return _people_page(visit, after, 404, (fault.diagnostic,), name=name)
    return _people_page(visit, after)


@router.post("/people")
def create_person(visit: AdminVisit, form: FormHere) -> Response:
    """Make an account whose address is believed."""
    people = visit.state.judge.accounts.people
    name, address, password = (form.text(one) for one in ("name", "address", "password"))
    language = visit.language
    act = partial(people.create, visit.caller.actor, name, address, password, visit.now, language)
    return done(
        act,
        "/admin/people",
        lambda told, status: _people_page(visit, 0, status, told, written=form),
    )


def _people_page(
    visit: Visit,
    after: int,
    status: int = 200,
    told: Told = (),
    name: str = "",
    written: SentForm | None = None,
) -> Response:
    found = visit.state.judge.accounts.people.all(visit.caller.actor, after, ON_A_PAGE + 1)
    shown: dict[str, Any] = {
        "people": found[:ON_A_PAGE],
        "more": found[ON_A_PAGE - 1].number if len(found) > ON_A_PAGE else 0,
        "name": name,
        "written": written or SentForm({}),
    }
    return page(visit, "admin_people.html", status, told=told, **shown)


@router.get("/people/{number}")
def show_person(visit: AdminVisit, number: Number, done: bool = False) -> Response:
    """Somebody, and what an admin may do with his account."""
    return _person_page(visit, number, is_done=done)


@router.get("/people/{number}/export")
def export_person(visit: AdminVisit, number: Number) -> Response:
    """All that is known of somebody, as a file."""
    data = visit.state.judge.accounts.own_data.export(visit.caller.actor, number)
    headers = {"Content-Disposition": f'attachment; filename="account-{number}.json"'}
    return Response(json_bytes(data), headers=headers, media_type="application/json")


@router.post("/people/{number}/{act}")
def do_with_person(visit: AdminVisit, number: Number, act: str, form: FormHere) -> Response:
    """Do something with an account."""
    chosen = _acts(visit, number, form).get(act)
    if chosen is None:
        raise refused("no-page", f"nothing here is called {act!r}")
    return done(
        chosen,
        f"/admin/people/{number}",
        lambda told, status: _person_page(visit, number, status, told),
    )


def _acts(visit: Visit, number: int, form: SentForm) -> dict[str, Callable[[], Any]]:
    judge, actor, now = visit.state.judge, visit.caller.actor, visit.now
    people, sign_ins = judge.accounts.people, judge.accounts.sign_ins

    def block() -> None:
        if not (why := form.text("why").strip()):
            raise ActionRefused("no-reason", "say why: he is told", "write a reason")
        people.block(actor, number, why[:300].replace("\0", ""))

    def delete() -> None:
        if form.text("name").strip() != people.person(number).name:
            raise ActionRefused("not-the-name", "that is not the name", "write it as it is")
        judge.forget(actor, number, now)

    return {
        "rename": lambda: people.rename(actor, number, form.text("name")),
        "block": block,
        "unblock": lambda: people.block(actor, number, ""),
        "make-admin": lambda: people.set_admin(actor, number, True),
        "unmake-admin": lambda: people.set_admin(actor, number, False),
        "make-moderator": lambda: judge.moderation.moderators.set(actor, number, True),
        "unmake-moderator": lambda: judge.moderation.moderators.set(actor, number, False),
        "password": lambda: sign_ins.set_password(actor, number, form.text("password"), now),
        "sign-out": lambda: sign_ins.end_session(actor, number),
        "delete": delete,
    }


def _person_page(
    visit: Visit, number: int, status: int = 200, told: Told = (), is_done: bool = False
) -> Response:
    judge = visit.state.judge
    people = judge.accounts.people
    person = people.person(number)
    shown: dict[str, Any] = {
        "person": person,
        "addresses": people.addresses(visit.caller.actor, number),
        "played": player_view(judge.database, number, himself=True),
        "owner": people.person(person.owner).name if person.owner else "",
    }
    return page(visit, "admin_person.html", status, told=told, is_done=is_done, **shown)
