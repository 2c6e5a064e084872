"""The page of admins where the judge is announced to stand still, does so, and goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.running.maintenance import (
    announce_maintenance,
    mail_announcement,
    order_going_on,
    stop,
)
from dragoman.judge.running.shifts import carry_on, order_shift, order_taking_back, shifts_of
from dragoman.judge.storage.upkeep import Announcement, StandstillMode, announce
from dragoman.judge.time.rhythm import read_length, written_length
from dragoman.refusal import ActionRefused
from dragoman.web.pages.account.admin import AdminVisit
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done, moment_in
from dragoman.web.pages.html.rendering import Visit, page
from dragoman.web.problems import page_router, refused

with extra("judge"):
    from fastapi import Query
    from fastapi.responses import Response

router = page_router("/admin/maintenance")

_SHIFTING: Final = 2.0
"""Seconds for which deadlines are shifted while somebody waits for the page; workers do the
rest."""


@router.get("")
def show_maintenance(visit: AdminVisit, done: Annotated[bool, Query()] = False) -> Response:
    """The page of announcement, standstill and shifts."""
    return _page(visit, is_done=done)


@router.post("/{act}")
def do_maintenance(visit: AdminVisit, act: str, form: FormHere) -> Response:
    """Announce, stop, go on, shift deadlines or take that back."""
    chosen = _acts(visit, form).get(act)
    if chosen is None:
        raise refused("no-page", f"nothing here is called {act!r}")

    def carry_out() -> None:
        chosen()
        visit.state.upkeep.look_again()

    return done(
        carry_out,
        "/admin/maintenance",
        lambda told, status: _page(visit, status, told, written=form),
    )


def _acts(visit: Visit, form: SentForm) -> dict[str, Callable[[], Any]]:
    judge, now = visit.state.judge, visit.now
    why = form.text("why")

    def announced() -> None:
        zone = form.text("zone") or "UTC"
        first, last = (
            moment_in(text, zone) if (text := form.text(name)) else None
            for name in ("begins", "ends")
        )
        said = Announcement(form.text("text").strip(), first, last)
        announce_maintenance(judge, said, now)
        if form.text("mail"):
            mail_announcement(judge, said, now)

    def stopped() -> None:
        mode = StandstillMode.READ_ONLY if form.text("read-only") else StandstillMode.PAUSED
        length = form.text("length").strip()
        stop(judge, mode, why, now, _length(length) if length else None)

    def gone_on() -> None:
        order_going_on(judge, now)
        _shift_some(visit)

    def shifted() -> None:
        order_shift(judge.database, _length(form.text("length")), why, now)
        _shift_some(visit)

    def taken_back() -> None:
        number = form.text("number")
        order_taking_back(judge.database, int(number) if number.isdecimal() else 0, why, now)
        _shift_some(visit)

    return {
        "announce": announced,
        "withdraw": lambda: announce(judge.database, None),
        "stop": stopped,
        "resume": gone_on,
        "shift": shifted,
        "take-back": taken_back,
    }


def _length(text: str) -> timedelta:
    """The length of time of a field.

    Raises:
        ActionRefused: if it is none.
    """
    found = read_length(text)
    if isinstance(found, Diagnostic):
        raise ActionRefused(found.code, found.what, found.remedy)
    return found


def _shift_some(visit: Visit) -> None:
    """Shift deadlines while somebody waits; with few games that are all."""
    until = time.monotonic() + _SHIFTING
    now: datetime = visit.now
    while time.monotonic() < until:
        found = carry_on(visit.state.judge.games, now)
        if found is None or found.finished is not None:
            return


def _page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    is_done: bool = False,
    written: SentForm | None = None,
) -> Response:
    latest = shifts_of(visit.state.judge.database)
    undone = {one.taken_back for one in latest}
    shown: dict[str, Any] = {
        "latest": latest,
        "lengths": {one.number: written_length(one.by) for one in latest if one.by},
        "may_be_taken_back": {one.number for one in latest if one.by and one.number not in undone},
        "written": written or SentForm({}),
        "zone": visit.zone,
    }
    return page(visit, "admin_maintenance.html", status, told=told, is_done=is_done, **shown)
