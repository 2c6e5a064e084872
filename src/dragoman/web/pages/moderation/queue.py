"""The moderators' pages: the queue of reports and appeals, a report with its letters, and the file
of somebody."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.moderation.reports import Report
from dragoman.judge.moderation.sanctions import LONGEST, LONGEST_SANCTION, Sentence
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.web.callers import Caller, by_session
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.moderation.reporting import GROUNDS, SANCTIONS, STATES
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Depends, Path
    from fastapi.responses import Response


router = page_router("/moderation")

Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
NOTHING: Final = "nothing"
LENGTHS: Final = (1, 3, 7, 30, 90)
"""Lengths of sanctions that are offered, in days; others are written."""


async def _moderator(visit: VisitHere, caller: Annotated[Caller, Depends(by_session)]) -> Visit:
    if not (caller.actor.is_moderator or caller.actor.is_admin):
        raise refused("not-allowed", "this is for moderators of the judge")
    return visit


ModeratorVisit = Annotated[Visit, Depends(_moderator)]


@router.get("")
def show_queue(visit: ModeratorVisit, decided: bool = False, done: bool = False) -> Response:
    """The reports and appeals that wait, or the latest reports decided."""
    moderation, actor = visit.state.judge.moderation, visit.caller.actor
    found = moderation.reports.queue(actor, is_open=not decided)
    appealed = () if decided else moderation.sanctions.appealed(actor)
    numbers = {one.by for one in found} | {one.about or 0 for one in found}
    numbers |= {one.person for one in appealed}
    shown: dict[str, Any] = {
        "groups": _grouped(found),
        "appealed": appealed,
        "is_decided": decided,
        "names": visit.state.judge.accounts.people.names(frozenset(numbers)),
        "moderators": moderation.moderators.all(),
        **_WORDS,
    }
    return page(visit, "moderation.html", told=(), is_done=done, **shown)


def _grouped(found: tuple[Report, ...]) -> list[list[Report]]:
    """Reports of the same thing together; of those decided, by decision."""
    groups: dict[tuple[object, ...], list[Report]] = {}
    for one in found:
        groups.setdefault((one.subject, one.decided), []).append(one)
    return list(groups.values())


_WORDS: Final[dict[str, Any]] = {"grounds": GROUNDS, "kinds": SANCTIONS, "states": STATES}


# A report


@router.get("/reports/{number}")
def show_report(visit: ModeratorVisit, number: Number) -> Response:
    """A report, the letter that it is about with its thread, and what may be decided."""
    return _report_page(visit, number)


@router.post("/reports/{number}/decide")
def decide(visit: ModeratorVisit, number: Number, form: FormHere) -> Response:
    """Decide a report, and all of the same thing."""
    judge, actor, now = visit.state.judge, visit.caller.actor, visit.now

    def act() -> None:
        found, answer = judge.moderation.reports.one(actor, number), form.text("answer")
        if form.text("kind") == NOTHING:
            judge.moderation.sanctions.dismiss(actor, found, answer, now)
            return
        sentence, frees_seats = _sentence(form), form.text("seats") == "free"
        judge.impose(actor, found.about or 0, sentence, now, found, answer, frees_seats=frees_seats)

    def again(told: Told, status: int) -> Response:
        return _report_page(visit, number, status, told, form)

    return done(act, "/moderation", again)


def _report_page(
    visit: Visit,
    number: int,
    status: int = 200,
    told: Told = (),
    written: SentForm | None = None,
) -> Response:
    judge, actor = visit.state.judge, visit.caller.actor
    reports = judge.moderation.reports
    first, *also = reports.read(actor, number)
    shown: dict[str, Any] = {"thread": None}
    try:
        thread = reports.thread(actor, first)
    except ActionRefused as kept:
        told = (*told, kept.diagnostic)
    else:
        if thread is not None and first.game is not None:
            g: JudgedGame = judge.games.load(first.game)
            shown["thread"], shown["game"] = thread, first.game
            shown["words"] = GameWords(Viewer(g, type(actor)()), visit.language)
    numbers = frozenset({first.by, first.about or 0, *(one.by for one in also)})
    shown |= {
        "report": first,
        "also": also,
        "names": judge.accounts.people.names(numbers),
        "before": _file(visit, first.about) if first.about else None,
        **_form_words(written),
    }
    return page(visit, "moderation_report.html", status, told=told, **shown)


# Somebody's file


@router.get("/people/{number}")
def show_file(visit: ModeratorVisit, number: Number, done: bool = False) -> Response:
    """Somebody's file: sanctions, appeals, reports about him, notes of moderators."""
    return _file_page(visit, number, is_done=done)


@router.post("/people/{number}/{act}")
def do_with_person(visit: ModeratorVisit, number: Number, act: str, form: FormHere) -> Response:
    """Sanction somebody, or write a note about him."""
    judge, actor, now = visit.state.judge, visit.caller.actor, visit.now
    sanctions = judge.moderation.sanctions
    acts = {
        "sanction": lambda: judge.impose(
            actor, number, _sentence(form), now, frees_seats=form.text("seats") == "free"
        ),
        "note": lambda: sanctions.add_note(actor, number, form.text("note"), now),
    }
    if act not in acts:
        raise refused("no-page", f"nothing here is called {act!r}")
    return done(
        acts[act],
        f"/moderation/people/{number}",
        lambda told, status: _file_page(visit, number, status, told, form),
    )


@router.post("/sanctions/{number}/{act}")
def do_with_sanction(visit: ModeratorVisit, number: Number, act: str, form: FormHere) -> Response:
    """Lift a sanction, or answer the appeal against it."""
    sanctions, actor = visit.state.judge.moderation.sanctions, visit.caller.actor
    why, now = form.text("why"), visit.now
    person = sanctions.one(actor, number).person
    acts = {
        "lift": lambda: sanctions.lift(actor, number, why, now),
        "grant": lambda: sanctions.decide_appeal(actor, number, True, why, now),
        "refuse": lambda: sanctions.decide_appeal(actor, number, False, why, now),
    }
    if act not in acts:
        raise refused("no-page", f"nothing here is called {act!r}")
    return done(
        acts[act],
        f"/moderation/people/{person}",
        lambda told, status: _file_page(visit, person, status, told, form),
    )


def _file_page(
    visit: Visit,
    number: int,
    status: int = 200,
    told: Told = (),
    written: SentForm | None = None,
    is_done: bool = False,
) -> Response:
    person = visit.state.judge.accounts.people.person(number)
    shown: dict[str, Any] = {**_file(visit, number), **_form_words(written), "person": person}
    return page(visit, "moderation_person.html", status, told=told, is_done=is_done, **shown)


def _file(visit: Visit, number: int) -> dict[str, Any]:
    moderation, actor = visit.state.judge.moderation, visit.caller.actor
    found: dict[str, Any] = {
        "sanctions": moderation.sanctions.of(actor, number),
        "reports": moderation.reports.about(actor, number),
        "notes": moderation.sanctions.notes(actor, number),
    }
    by = {one.by for name in found for one in found[name]}
    return found | {"by": visit.state.judge.accounts.people.names(frozenset(by))}


def _form_words(written: SentForm | None) -> dict[str, Any]:
    return {
        **_WORDS,
        "lengths": LENGTHS,
        "most_days": LONGEST_SANCTION.days,
        "longest": LONGEST,
        "written": written or SentForm({}),
    }


def _sentence(form: SentForm) -> Sentence:
    """The sanction that a form says; nothing of it is chosen beforehand.

    Raises:
        ActionRefused: if no kind is chosen, or no length of one that has a length, or if it is not
            said what becomes of the seats of whoever is barred.
    """
    if form.text("kind") not in SANCTIONS:
        raise ActionRefused("no-kind", "choose what follows")
    kind = SanctionKind(form.text("kind"))
    if kind is SanctionKind.BAN and form.text("seats") not in ("free", "keep"):
        raise ActionRefused("no-seats", "say what becomes of his seats in running games")
    length = None if kind is SanctionKind.WARNING else _length(form)
    return Sentence(kind, form.text("why"), length)


def _length(form: SentForm) -> timedelta | None:
    if (long := form.text("long")) == "for-good":
        return None
    days = form.text("days").strip() if long == "days" else long
    if not (days.isdecimal() and len(days) < 6 and 1 <= int(days) <= LONGEST_SANCTION.days):
        raise ActionRefused("wrong-length", "say for how many days", "or choose for good")
    return timedelta(days=int(days))
