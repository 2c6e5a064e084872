"""Tokens for programs, and accounts for programs that play by themselves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from dragoman.extras import extra
from dragoman.judge.accounts.tokens import Token
from dragoman.refusal import ActionRefused
from dragoman.web.callers import Scope
from dragoman.web.pages.forms import Form, FormHere
from dragoman.web.pages.owner import OwnVisit, Told, done
from dragoman.web.pages.rendering import Visit, page
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import APIRouter, Path
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False, prefix="/account")

Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
_HERE = "/account/tokens"


@router.get("/tokens")
def show_tokens(visit: OwnVisit, done: bool = False) -> Response:
    """One's tokens, one's programs and theirs."""
    return _tokens_page(visit, is_done=done)


@router.post("/tokens")
def make_token(visit: OwnVisit, form: FormHere) -> Response:
    """Make a token, which is shown this once."""
    tokens, actor = visit.state.judge.accounts.tokens, visit.caller.actor
    return _made(visit, form, partial(tokens.make, actor, visit.user))


@router.post("/tokens/{number}/revoke")
def revoke_token(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """End a token."""
    tokens = visit.state.judge.accounts.tokens
    return _done(visit, partial(tokens.revoke, visit.caller.actor, visit.user, number))


@router.post("/programs")
def make_program(visit: OwnVisit, form: FormHere) -> Response:
    """Make an account for a program."""
    programs = visit.state.judge.accounts.programs
    name, about = form.text("name"), form.text("about")
    act = partial(programs.make, visit.caller.actor, visit.user, name, about, visit.now)
    return _done(visit, act, form)


@router.post("/programs/{number}/remove")
def remove_program(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Have a program forgotten."""
    judge = visit.state.judge

    def remove() -> None:
        program = judge.accounts.programs.check_owned(visit.caller.actor, number)
        judge.forget(program, number, visit.now)

    return _done(visit, remove)


@router.post("/programs/{number}/tokens")
def make_program_token(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Make a token for a program, which is shown this once."""
    programs = visit.state.judge.accounts.programs
    return _made(visit, form, partial(programs.make_token, visit.caller.actor, number))


@router.post("/programs/{number}/tokens/{token}/revoke")
def revoke_program_token(
    visit: OwnVisit, number: Number, token: Number, form: FormHere
) -> Response:
    """End a token of a program."""
    programs = visit.state.judge.accounts.programs
    return _done(visit, partial(programs.revoke_token, visit.caller.actor, number, token))


def _made(
    visit: Visit, form: Form, make: Callable[[str, list[str], datetime, Any], tuple[str, Token]]
) -> Response:
    """Make a token as a form says, and show it."""
    known = {one.value for one in Scope}
    scopes = [one for one in form.every("scopes") if one in known]
    made: list[tuple[str, Token]] = []

    def act() -> None:
        until = _end_of(form.text("until"), visit.caller.look.zone)
        made.append(make(form.text("name"), scopes, visit.now, until))

    answer = done(act, _HERE, lambda told, status: _tokens_page(visit, status, told, form))
    return _tokens_page(visit, made=made[0]) if made else answer


def _end_of(day: str, zone: str) -> datetime | None:
    """The end of a day, ``2026-12-31``, by the clock of a zone; None where none is named.

    Raises:
        ActionRefused: if it is no day.
    """
    if not day.strip():
        return None
    try:
        there = ZoneInfo(zone) if zone else UTC
        return datetime.combine(date.fromisoformat(day.strip()), time(), there) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise ActionRefused("no-day", f"{day!r} is no day", "write it as 2027-01-31") from None


def _done(visit: Visit, act: Callable[[], Any], form: Form | None = None) -> Response:
    return done(act, _HERE, lambda told, status: _tokens_page(visit, status, told, form))


def _tokens_page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    written: Form | None = None,
    made: tuple[str, Token] | None = None,
    is_done: bool = False,
) -> Response:
    """The page; ``written`` is a form that was refused, ``made`` a token as it is shown once."""
    accounts, actor = visit.state.judge.accounts, visit.caller.actor
    programs = accounts.programs.of(actor, visit.user)
    shown: dict[str, Any] = {
        "tokens": accounts.tokens.of(actor, visit.user),
        "programs": [(one, accounts.programs.tokens(actor, one.number)) for one in programs],
        "scopes": [one.value for one in Scope if one is not Scope.ADMIN or actor.is_admin],
        "written": written or Form({}),
        "made": made,
    }
    return page(visit, "tokens.html", status, told=told, is_done=is_done, **shown)
