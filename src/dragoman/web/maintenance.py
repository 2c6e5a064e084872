"""Maintenance, as everybody may know of it: what is announced, and whether the judge stands
still."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.upkeep import Upkeep
from dragoman.views import Moment, View
from dragoman.web.problems import api_router
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import StateHere

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import Response

router = api_router("maintenance")


class AnnouncementShape(View):
    text: str
    begins: Moment | None
    ends: Moment | None


class StandstillShape(View):
    mode: str
    """`paused`: all clocks stand still, and people go on; `read-only`: nothing is written,
    either."""
    since: Moment
    why: str
    back: Moment | None
    """When that ends, in all likelihood."""


class MaintenanceShape(View):
    announced: AnnouncementShape | None
    standstill: StandstillShape | None
    shifting: bool
    """All deadlines are being shifted just now; no clock runs before that is done."""


@router.get("/maintenance", response_model=MaintenanceShape)
def read_maintenance(request: Request, state: StateHere) -> Response:
    """The announcement and the standstill of the judge, if any. Streams of events tell of them,
    too (`maintenance`)."""
    return tagged(request, json_bytes(maintenance_view(state.upkeep.now())))


def maintenance_view(found: Upkeep) -> MaintenanceShape:
    """The maintenance of a judge as programs are told of it."""
    said, still = found.announced, found.standstill
    return {
        "announced": None
        if said is None
        else {
            "text": said.text,
            "begins": said.begins.isoformat() if said.begins else None,
            "ends": said.ends.isoformat() if said.ends else None,
        },
        "standstill": None
        if still is None
        else {
            "mode": still.mode.value,
            "since": still.since.isoformat(),
            "why": still.why,
            "back": still.back.isoformat() if still.back else None,
        },
        "shifting": found.is_shifting,
    }
