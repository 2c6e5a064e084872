"""The audit log: for admins, and for the people of a game that is over."""

from __future__ import annotations

from typing import Annotated, Any

from dragoman.extras import extra
from dragoman.judge.commands.audit_entry import AuditAct
from dragoman.judge.moderation.audit_log import Audited, AuditSearch
from dragoman.views import Moment, View
from dragoman.web.callers import Caller, Scope, ViewerHere, signed_in
from dragoman.web.problems import api_router
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere

with extra("judge"):
    from fastapi import Depends, Query, Request
    from fastapi.responses import Response


router = api_router("moderation")
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]
Which = Annotated[int, Query(ge=0, le=LARGEST_ID)]


class AuditShape(View):
    number: int
    at: Moment
    actor: int
    """An account; 0 for whoever runs the machine."""
    role: str
    act: str
    game: int | None
    person: int | None
    detail: str


class AuditPage(View):
    items: list[AuditShape]
    next: int | None


class ReadingShape(View):
    """Something that was read of a game while it went on."""

    at: Moment
    role: str
    master: int | None
    """The account, where it was a master of the game."""
    act: str
    detail: str


class ReadingList(View):
    items: list[ReadingShape]


@router.get("/admin/audit", response_model=AuditPage)
def list_audit(
    request: Request,
    caller: Admin,
    state: StateHere,
    actor: Which = 0,
    person: Which = 0,
    game: Which = 0,
    act: Annotated[AuditAct | None, Query()] = None,
    cursor: Which = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """List what admins, moderators and masters read and did, the latest first."""
    search = AuditSearch(actor, person, game, act, cursor)
    found = state.judge.moderation.audit_log.find(caller.actor, search, limit + 1)
    items = [audit_data(one) for one in found[:limit]]
    more = items[-1]["number"] if len(found) > limit else None
    return tagged(request, json_bytes({"items": items, "next": more}))


@router.get("/games/{game}/readings", response_model=ReadingList)
def list_readings(
    request: Request, game: GameNumber, viewer: ViewerHere, caller: Known, state: StateHere
) -> Response:
    """List what masters and admins read of a game while it went on, for those who took part in it,
    once it is over."""
    found = state.judge.moderation.audit_log.of_game(caller.actor, game, viewer.g)
    items: list[ReadingShape] = [
        {
            "at": one.at.isoformat(),
            "role": one.entry.role.value,
            "master": one.entry.actor if one.entry.actor in viewer.g.masters else None,
            "act": one.entry.act.value,
            "detail": one.entry.detail,
        }
        for one in found
    ]
    return tagged(request, json_bytes({"items": items}))


def audit_data(one: Audited) -> dict[str, Any]:
    """An entry as plain data."""
    entry = one.entry
    return {
        "number": one.number,
        "at": one.at.isoformat(),
        "actor": entry.actor,
        "role": entry.role.value,
        "act": entry.act.value,
        "game": entry.game,
        "person": entry.person,
        "detail": entry.detail,
    }
