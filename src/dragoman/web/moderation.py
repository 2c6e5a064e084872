"""Moderation: reports of misconduct, one's own decisions and appeals, and what moderators do."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.commands.bars import SanctionKind
from dragoman.judge.moderation import reports as r, sanctions as s
from dragoman.judge.views.press_view import MessageShape
from dragoman.views import Moment, View
from dragoman.web.callers import Caller, Scope, address_of, by_session, signed_in
from dragoman.web.problems import api_router
from dragoman.web.requests import Body, Number, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field, StrictBool, StrictInt


router = api_router("moderation")
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Writer = Annotated[Caller, Depends(signed_in(Scope.PRESS))]
Owner = Annotated[Caller, Depends(by_session)]
Moderator = Annotated[Caller, Depends(signed_in(Scope.MODERATE))]
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]
Which = Annotated[int, Path(ge=1, le=LARGEST_ID)]
ShortText = Annotated[Text, Field(max_length=s.LONGEST)]
MOST_DAYS = s.LONGEST_SANCTION.days


class NewReport(Body):
    """A report to the moderators: of a letter (`game` and `letter`), of a game, or of a person."""

    ground: r.ReportGround
    why: ShortText
    person: Number = 0
    game: Number = 0
    letter: Number = 0


class ReportMade(View):
    report: int


class OwnReport(View):
    """A report as whoever made it sees it."""

    report: int
    at: Moment
    shown: str
    """The name of the person, or the title of the game, as it was then."""
    why: str
    state: str
    """`open`, `acted` or `dismissed`."""
    answer: str


class OwnReportList(View):
    items: list[OwnReport]


class AppealView(View):
    at: Moment
    text: str
    state: str
    """`open`, `granted` or `refused`."""
    answer: str


class SanctionView(View):
    sanction: int
    kind: str
    why: str
    since: Moment
    until: Moment | None
    """None: for good, or nothing is taken."""
    holds: bool
    lifted: Moment | None
    lifted_why: str
    appeal: AppealView | None


class SanctionList(View):
    items: list[SanctionView]


class MisconductShape(OwnReport):
    """A report as a moderator sees it."""

    by: int
    about: int | None
    """The account that is complained of."""
    ground: str
    game: int | None
    letter: int | None


class MisconductList(View):
    items: list[MisconductShape]


class WholeReport(MisconductShape):
    also: list[MisconductShape]
    """Others of the same thing, which are decided with it."""
    thread: list[MessageShape] | None
    """The letter and its thread, as whoever reported it reads them."""


class SignalShape(View):
    """A piece of evidence: `count` of `total`, as its kind says."""

    kind: str
    count: int
    total: int
    weight: float
    games: list[int]


class LinkedShape(View):
    """Somebody who is linked to another account, by evidence that is no verdict."""

    account: int
    household: bool
    """Whether both say that they live together."""
    signals: list[SignalShape]


class LinkedList(View):
    items: list[LinkedShape]


class HouseholdShape(View):
    members: list[int]
    named: list[int]
    """Whom one named, and who has not said so."""
    asking: list[int]
    """Who named one."""


class NewAppeal(Body):
    text: ShortText


class NewSanction(Body):
    """A sanction; without days it holds for good."""

    kind: SanctionKind
    why: ShortText
    days: Annotated[StrictInt, Field(ge=1, le=MOST_DAYS)] | None = None
    frees_seats: StrictBool = False
    """Whether somebody who is barred loses his seats in running games at once."""


class NewDecision(Body):
    """The consequence of a report: a sanction of whom it is about, or nothing; and an answer to
    those who reported it."""

    sanction: NewSanction | None = None
    answer: ShortText = ""


class SanctionMade(View):
    sanction: int | None


class LiftReason(Body):
    why: ShortText


class AppealAnswer(Body):
    granted: StrictBool
    answer: ShortText


class ModeratorOrNot(Body):
    moderator: StrictBool


# For everybody


@router.post("/reports", status_code=201, response_model=ReportMade)
def report(body: NewReport, request: Request, caller: Writer, state: StateHere) -> JSONResponse:
    """Report something to the moderators. Nobody whom it is about learns who did."""
    what = r.Misconduct(body.ground, body.why, body.person, body.game, body.letter)
    came_from = address_of(request)
    number = state.judge.moderation.reports.make(caller.actor, what, came_from, state.now())
    return JSONResponse({"report": number}, 201)


@router.get("/me/reports", response_model=OwnReportList)
def list_own_reports(request: Request, caller: Known, state: StateHere) -> Response:
    """One's own reports, and what came of them; the latest first."""
    found = state.judge.moderation.reports.mine(caller.actor)
    return tagged(request, json_bytes({"items": [_own(one) for one in found]}))


@router.get("/me/sanctions", response_model=SanctionList)
def list_own_sanctions(request: Request, caller: Known, state: StateHere) -> Response:
    """The moderators' decisions about oneself, the latest first."""
    found = state.judge.moderation.sanctions.of(caller.actor, caller.actor.user)
    now = state.now()
    return tagged(request, json_bytes({"items": [_sanction(one, now) for one in found]}))


@router.post("/me/sanctions/{number}/appeal", status_code=204)
def appeal(body: NewAppeal, number: Which, caller: Writer, state: StateHere) -> Response:
    """Appeal against a decision about oneself, once."""
    state.judge.moderation.sanctions.appeal(caller.actor, number, body.text, state.now())
    return Response(status_code=204)


@router.get("/me/household", response_model=HouseholdShape)
def read_household(request: Request, caller: Known, state: StateHere) -> Response:
    """The people with whom one lives, as both say, and who said so alone."""
    found = state.judge.accounts.households.of(caller.actor.user)
    data = {name: sorted(getattr(found, name)) for name in ("members", "named", "asking")}
    return tagged(request, json_bytes(data))


@router.put("/me/household/{number}", status_code=204)
def declare_household(number: Which, caller: Owner, state: StateHere) -> Response:
    """Say that one lives with somebody; it holds when he says so, too."""
    state.judge.accounts.households.declare(caller.actor, number, state.now())
    return Response(status_code=204)


@router.delete("/me/household/{number}", status_code=204)
def withdraw_household(number: Which, caller: Owner, state: StateHere) -> Response:
    """Say so no more; it ends for both."""
    state.judge.accounts.households.withdraw(caller.actor, number)
    return Response(status_code=204)


# For moderators


@router.get("/moderation/reports", response_model=MisconductList)
def list_reports(
    request: Request,
    caller: Moderator,
    state: StateHere,
    decided: Annotated[bool, Query(description="Those that were decided.")] = False,
) -> Response:
    """The reports that wait, those first that wait longest; or the latest decided."""
    found = state.judge.moderation.reports.queue(caller.actor, is_open=not decided)
    return tagged(request, json_bytes({"items": [_report(one) for one in found]}))


@router.get("/moderation/reports/{number}", response_model=WholeReport)
def read_report(request: Request, number: Which, caller: Moderator, state: StateHere) -> Response:
    """A report, with the letter that it is about and its thread, and nothing else of its game."""
    found = state.judge.moderation.reports
    first, *also = found.read(caller.actor, number)
    thread = found.thread(caller.actor, first)
    data: WholeReport = {
        **_report(first),
        "also": [_report(one) for one in also],
        "thread": thread.letters if thread else None,
    }
    return tagged(request, json_bytes(data))


@router.post("/moderation/reports/{number}/decision", response_model=SanctionMade)
def decide_report(
    body: NewDecision, number: Which, caller: Moderator, state: StateHere
) -> JSONResponse:
    """Decide a report, and all of the same thing. All concerned are told."""
    moderation, actor, now = state.judge.moderation, caller.actor, state.now()
    found = moderation.reports.one(actor, number)
    if body.sanction is None:
        moderation.sanctions.dismiss(actor, found, body.answer, now)
        return JSONResponse({"sanction": None})
    made = state.judge.impose(
        actor,
        found.about or 0,
        _sentence(body.sanction),
        now,
        found,
        body.answer,
        frees_seats=body.sanction.frees_seats,
    )
    return JSONResponse({"sanction": made})


@router.get("/moderation/people/{number}/sanctions", response_model=SanctionList)
def list_sanctions(
    request: Request, number: Which, caller: Moderator, state: StateHere
) -> Response:
    """The sanctions of somebody, the latest first."""
    found, now = state.judge.moderation.sanctions.of(caller.actor, number), state.now()
    return tagged(request, json_bytes({"items": [_sanction(one, now) for one in found]}))


@router.post("/moderation/people/{number}/sanctions", status_code=201, response_model=SanctionMade)
def sanction(body: NewSanction, number: Which, caller: Moderator, state: StateHere) -> JSONResponse:
    """Sanction somebody without a report. He is told."""
    made = state.judge.impose(
        caller.actor, number, _sentence(body), state.now(), frees_seats=body.frees_seats
    )
    return JSONResponse({"sanction": made}, 201)


@router.post("/moderation/sanctions/{number}/lift", status_code=204)
def lift(body: LiftReason, number: Which, caller: Moderator, state: StateHere) -> Response:
    """End a sanction before its time. Whom it was for is told."""
    state.judge.moderation.sanctions.lift(caller.actor, number, body.why, state.now())
    return Response(status_code=204)


@router.post("/moderation/sanctions/{number}/appeal", status_code=204)
def decide_appeal(
    body: AppealAnswer, number: Which, caller: Moderator, state: StateHere
) -> Response:
    """Answer the appeal against a sanction, which ends where that is granted."""
    sanctions = state.judge.moderation.sanctions
    sanctions.decide_appeal(caller.actor, number, body.granted, body.answer, state.now())
    return Response(status_code=204)


@router.get("/moderation/people/{number}/signals", response_model=LinkedList)
def list_signals(request: Request, number: Which, caller: Moderator, state: StateHere) -> Response:
    """The accounts that are linked to somebody, most evidence first."""
    items: list[LinkedShape] = [
        {
            "account": one.person,
            "household": one.is_household,
            "signals": [
                {
                    "kind": it.kind.value,
                    "count": it.count,
                    "total": it.total,
                    "weight": round(it.weight, 2),
                    "games": list(it.games),
                }
                for it in one.signals
            ],
        }
        for one in state.judge.moderation.signals.of(caller.actor, number)
    ]
    return tagged(request, json_bytes({"items": items}))


@router.put("/admin/people/{number}/moderator", status_code=204)
def make_moderator(
    body: ModeratorOrNot, number: Which, caller: Admin, state: StateHere
) -> Response:
    """Make somebody a moderator, or one no more."""
    state.judge.moderation.moderators.set(caller.actor, number, body.moderator)
    return Response(status_code=204)


def _sentence(body: NewSanction) -> s.Sentence:
    length = timedelta(days=body.days) if body.days is not None else None
    return s.Sentence(body.kind, body.why, length)


def _own(one: r.Report) -> OwnReport:
    return {
        "report": one.number,
        "at": one.at.isoformat(),
        "shown": one.shown,
        "why": one.why,
        "state": one.state,
        "answer": one.answer,
    }


def _report(one: r.Report) -> MisconductShape:
    return {
        **_own(one),
        "by": one.by,
        "about": one.about,
        "ground": one.ground.value,
        "game": one.game,
        "letter": one.letter,
    }


def _sanction(one: s.Sanction, now: datetime) -> SanctionView:
    appeal = one.appeal
    return {
        "sanction": one.number,
        "kind": one.kind.value,
        "why": one.why,
        "since": one.since.isoformat(),
        "until": one.until.isoformat() if one.until else None,
        "holds": one.holds(now),
        "lifted": one.lifted.isoformat() if one.lifted else None,
        "lifted_why": one.lifted_why,
        "appeal": {
            "at": appeal.at.isoformat(),
            "text": appeal.text,
            "state": appeal.state,
            "answer": appeal.answer,
        }
        if appeal
        else None,
    }
