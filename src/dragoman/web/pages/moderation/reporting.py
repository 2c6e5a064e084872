"""Reporting something to the moderators, and what was decided: about one's reports, and about
oneself, with appeals."""

from __future__ import annotations

from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.judge.moderation.reports import LONGEST, Misconduct, ReportGround
from dragoman.judge.views.press_view import message_view
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.web.callers import address_of
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import Response


router = page_router()

GROUNDS: Final = {
    ReportGround.INSULT: "Insults or threats",
    ReportGround.SPAM: "Advertising, or the same again and again",
    ReportGround.NAME: "The name",
    ReportGround.ACCOUNTS: "Several accounts, or players who play as one",
    ReportGround.OTHER: "Something else",
}
"""Grounds of reports, as pages name them."""
SANCTIONS: Final = {
    "warning": "a warning",
    "mute": "no press",
    "no-new-games": "no new games",
    "ban": "barred from the judge",
}
"""Kinds of sanctions, as pages name them."""
STATES: Final = {
    "open": "waits",
    "acted": "something was done",
    "dismissed": "nothing had to be done",
    "granted": "granted",
    "refused": "refused",
}
"""States of reports and appeals, as pages name them."""
Asked = Annotated[int, Query(ge=0, le=LARGEST_ID)]


@router.get("/report")
def show_report_form(
    visit: OwnVisit, person: Asked = 0, game: Asked = 0, letter: Asked = 0
) -> Response:
    """The form in which a letter, a game or a person is reported to the moderators."""
    return _form_page(visit, {"person": person, "game": game, "letter": letter})


@router.post("/report")
def report(visit: OwnVisit, form: FormHere) -> Response:
    """Report something."""
    which = {name: _number(form, name) for name in ("person", "game", "letter")}

    def make() -> None:
        if (ground := form.text("ground")) not in {one.value for one in ReportGround}:
            raise ActionRefused("no-ground", "choose what it is about")
        what = Misconduct(ReportGround(ground), form.text("why"), **which)
        came_from = address_of(visit.request)
        visit.state.judge.moderation.reports.make(visit.caller.actor, what, came_from, visit.now)

    def again(told: Told, status: int) -> Response:
        return _form_page(visit, which, status, told, form)

    return done(make, "/decisions#reports", again)


def _number(form: SentForm, name: str) -> int:
    text = form.text(name)
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _form_page(
    visit: Visit,
    which: dict[str, int],
    status: int = 200,
    told: Told = (),
    written: SentForm | None = None,
) -> Response:
    judge, shown = visit.state.judge, dict[str, Any]()
    if game := which["game"]:
        viewer = Viewer(judge.game(game, visit.caller.actor), visit.caller.actor)
        messages, letter = viewer.g.messages, which["letter"]
        if letter and (letter > len(messages) or not viewer.may_read(messages[letter - 1])):
            raise refused("no-message", "there is no such message for you", "open the page again")
        shown["title"] = viewer.g.settings.title
        if letter:
            shown["letter"] = message_view(viewer, messages[letter - 1])
            shown["words"] = GameWords(viewer, visit.language)
    elif which["person"]:
        shown["person"] = judge.accounts.people.person(which["person"])
    else:
        raise refused("no-page", "say what is to be reported", "open it from where you see it")
    grounds = [
        (one.value, words)
        for one, words in GROUNDS.items()
        if one is not ReportGround.NAME or "person" in shown
    ]
    return page(
        visit,
        "report.html",
        status,
        told=told,
        which=which,
        grounds=grounds,
        written=written or SentForm({}),
        longest=LONGEST,
        **shown,
    )


# What was decided


@router.get("/decisions")
def show_decisions(visit: OwnVisit, done: bool = False) -> Response:
    """The moderators' decisions about somebody, and about what he reported."""
    return _decisions_page(visit, is_done=done)


@router.post("/decisions/{number}/appeal")
def appeal(
    visit: OwnVisit, number: Annotated[int, Path(ge=1, le=LARGEST_ID)], form: FormHere
) -> Response:
    """Appeal against a decision about oneself."""
    sanctions = visit.state.judge.moderation.sanctions

    def act() -> None:
        sanctions.appeal(visit.caller.actor, number, form.text("text"), visit.now)

    def again(told: Told, status: int) -> Response:
        return _decisions_page(visit, status, told, written={number: form.text("text")})

    return done(act, "/decisions", again)


def _decisions_page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    is_done: bool = False,
    written: dict[int, str] | None = None,
) -> Response:
    moderation, actor = visit.state.judge.moderation, visit.caller.actor
    shown: dict[str, Any] = {
        "sanctions": moderation.sanctions.of(actor, visit.user),
        "reports": moderation.reports.mine(actor),
        "kinds": SANCTIONS,
        "states": STATES,
        "written": written or {},
        "longest": LONGEST,
    }
    return page(visit, "decisions.html", status, told=told, is_done=is_done, **shown)
