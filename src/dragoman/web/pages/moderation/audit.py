"""The audit log as pages: for admins, with a file of all of it; and of a game that is over, for
those who took part in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Final

from dragoman.extras import extra
from dragoman.judge.commands.audit_entry import AuditAct
from dragoman.judge.moderation.audit_log import AuditSearch
from dragoman.web.audit import audit_data
from dragoman.web.callers import Caller, ViewerHere, by_session
from dragoman.web.pages.html.rendering import OwnVisit, Visit, VisitHere, page
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Depends, Query
    from fastapi.responses import Response, StreamingResponse


router = page_router()

ON_A_PAGE: Final = 100
ACTS: Final = {
    AuditAct.READ_ORDERS: "read orders",
    AuditAct.READ_LETTERS: "read letters",
    AuditAct.COMMAND: "gave a command",
    AuditAct.READ_FILE: "took the whole game as a file",
    AuditAct.CREATE: "made an account",
    AuditAct.LIST: "listed the accounts",
    AuditAct.RENAME: "renamed",
    AuditAct.SEE_ADDRESSES: "read the addresses",
    AuditAct.SET_PASSWORD: "set a password",
    AuditAct.END_SESSIONS: "signed somebody out",
    AuditAct.REVOKE_TOKENS: "looked at tokens, or revoked one",
    AuditAct.EXPORT: "downloaded the data",
    AuditAct.DELETE: "deleted an account",
    AuditAct.BLOCK: "blocked, or let in again",
    AuditAct.MAKE_ADMIN: "made somebody an admin, or one no more",
    AuditAct.REGISTRATION: "decided on registration",
    AuditAct.MAKE_MODERATOR: "made somebody a moderator",
    AuditAct.UNMAKE_MODERATOR: "made somebody no moderator any more",
    AuditAct.READ_REPORT: "read a report",
    AuditAct.READ_THREAD: "read a reported letter and its thread",
    AuditAct.READ_SIGNALS: "read signals of several accounts",
    AuditAct.REPORT_ACTED: "decided a report",
    AuditAct.REPORT_DISMISSED: "dismissed a report",
    AuditAct.SANCTION: "decided a sanction",
    AuditAct.LIFT: "lifted a sanction",
    AuditAct.APPEAL_GRANTED: "granted an appeal",
    AuditAct.APPEAL_REFUSED: "refused an appeal",
    AuditAct.NOTE: "wrote a note",
}
"""Acts of the log, as pages name them."""
ROLES: Final = {"admin": "admin", "moderator": "moderator", "master": "game master"}
"""Rights by which something was read or done, as pages name them."""
Which = Annotated[int, Query(ge=0, le=LARGEST_ID)]


async def _admin(visit: VisitHere, caller: Annotated[Caller, Depends(by_session)]) -> Visit:
    if not caller.actor.is_admin:
        raise refused("not-allowed", "this is for admins of the judge")
    return visit


AdminHere = Annotated[Visit, Depends(_admin)]


@router.get("/admin/audit")
def show_audit(
    visit: AdminHere,
    actor: Which = 0,
    person: Which = 0,
    game: Which = 0,
    act: Annotated[str, Query(max_length=40)] = "",
    before: Which = 0,
) -> Response:
    """List what admins, moderators and masters read and did, the latest first."""
    known = next((one for one in AuditAct if one.value == act), None)
    search = AuditSearch(actor, person, game, known, before)
    log = visit.state.judge.moderation.audit_log
    found = log.find(visit.caller.actor, search, ON_A_PAGE + 1)
    shown = found[:ON_A_PAGE]
    numbers = {one.entry.actor for one in shown} | {one.entry.person or 0 for one in shown}
    told: dict[str, Any] = {
        "entries": shown,
        "more": shown[-1].number if len(found) > ON_A_PAGE else 0,
        "search": search,
        "asked": act,
        "names": visit.state.judge.accounts.people.names(frozenset(numbers)),
        "acts": ACTS,
        "roles": ROLES,
    }
    return page(visit, "admin_audit.html", **told)


@router.get("/admin/audit/export")
def export_audit(visit: AdminHere) -> Response:
    """All of the log as a file, an entry a line, as JSON."""
    found = visit.state.judge.moderation.audit_log.all(visit.caller.actor)

    def lines() -> Iterator[str]:
        for one in found:
            yield json.dumps(audit_data(one), ensure_ascii=False) + "\n"

    headers = {"Content-Disposition": 'attachment; filename="audit.jsonl"'}
    return StreamingResponse(lines(), headers=headers, media_type="application/jsonl")


@router.get("/games/{game}/readings")
def show_readings(visit: OwnVisit, viewer: ViewerHere, game: GameNumber) -> Response:
    """List what masters and admins read of a game while it went on, once it is over."""
    found = visit.state.judge.moderation.audit_log.of_game(visit.caller.actor, game, viewer.g)
    masters = frozenset(one.entry.actor for one in found) & frozenset(viewer.g.masters)
    shown: dict[str, Any] = {
        "title": viewer.g.settings.title,
        "readings": found,
        "names": visit.state.judge.accounts.people.names(masters),
        "acts": ACTS,
    }
    return page(visit, "readings.html", game=game, **shown)
