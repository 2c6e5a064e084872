"""One's account: name, addresses, password, sessions, passkeys, data; tokens and programs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from dragoman.extras import extra
from dragoman.judge.accounts.tokens import ApiToken
from dragoman.judge.commands.permissions import Actor
from dragoman.refusal import ActionRefused
from dragoman.web.callers import COOKIE, Scope
from dragoman.web.own_account import export_me
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.problems import page_router
from dragoman.web.web_state import LARGEST_ID

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import RedirectResponse, Response


router = page_router("/account")

Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
_SIGN_INS = "/account/sign-ins"


# Name and addresses


@router.get("")
def show_account(visit: OwnVisit, done: bool = False) -> Response:
    """The page of name and addresses."""
    return _account_page(visit, is_done=done)


@router.post("/name")
def rename(visit: OwnVisit, form: FormHere) -> Response:
    """Be called otherwise."""
    people, name = visit.state.judge.accounts.people, form.text("name")
    return _changed(visit, lambda: people.rename(visit.caller.actor, visit.user, name), name=name)


@router.post("/addresses")
def add_address(visit: OwnVisit, form: FormHere) -> Response:
    """Have a code mailed to another address; then it is asked for."""
    people, address = visit.state.judge.accounts.people, form.text("address")

    def add() -> None:
        people.add_address(visit.caller.actor, visit.user, address, visit.now)

    answer = _changed(visit, add, address=address)
    if answer.status_code != 303:
        return answer
    given = {"address": address.strip(), "next": "/account"}
    return page(visit, "confirm.html", told=(), given=given, is_slow=False)


@router.post("/addresses/{number}/remove")
def remove_address(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Forget an address."""
    people = visit.state.judge.accounts.people
    act = partial(people.remove_address, visit.caller.actor, visit.user, number, visit.now)
    return _changed(visit, act)


@router.post("/addresses/{number}/first")
def set_first_address(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Have mail go to another address."""
    people = visit.state.judge.accounts.people
    act = partial(people.set_first_address, visit.caller.actor, visit.user, number, visit.now)
    return _changed(visit, act)


def _changed(
    visit: Visit, act: Callable[[], Any], name: str | None = None, address: str = ""
) -> Response:
    def again(told: Told, status: int) -> Response:
        return _account_page(visit, status, told, False, name, address)

    return done(act, "/account", again)


def _account_page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    is_done: bool = False,
    name: str | None = None,
    address: str = "",
) -> Response:
    people = visit.state.judge.accounts.people
    shown: dict[str, Any] = {
        "addresses": people.addresses(visit.caller.actor, visit.user),
        "name": visit.name if name is None else name,
        "address": address,
    }
    return page(visit, "account.html", status, told=told, is_done=is_done, **shown)


# Password, passkeys, sessions


@router.get("/sign-ins")
def show_sign_ins(visit: OwnVisit, done: bool = False) -> Response:
    """The page of password, passkeys and sessions."""
    return _sign_ins_page(visit, is_done=done)


@router.post("/password")
def change_password(visit: OwnVisit, form: FormHere) -> Response:
    """Have another password. All other sessions end."""
    old, new, request = form.text("old"), form.text("new"), visit.request

    def change() -> None:
        visit.state.judge.accounts.sign_ins.change_password(
            visit.caller.actor,
            visit.user,
            old,
            new,
            visit.now,
            request.cookies.get(COOKIE, ""),
        )

    return done(change, _SIGN_INS, partial(_sign_ins_again, visit))


@router.post("/passkeys/{number}/remove")
def remove_passkey(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Be signed in by a passkey no more."""
    passkeys = visit.state.judge.accounts.passkeys
    act = partial(passkeys.remove, visit.caller.actor, visit.user, number, visit.now)
    return done(act, f"{_SIGN_INS}#passkeys", partial(_sign_ins_again, visit))


@router.post("/sessions/end-all")
def end_sessions(visit: OwnVisit, form: FormHere) -> Response:
    """Sign out everywhere, here as well."""
    visit.state.judge.accounts.sign_ins.end_session(visit.caller.actor, visit.user)
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(COOKIE)
    return answer


@router.post("/sessions/{number}/end")
def end_session(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Sign out somewhere."""
    sign_ins = visit.state.judge.accounts.sign_ins
    act = partial(sign_ins.end_session, visit.caller.actor, visit.user, number)
    return done(act, f"{_SIGN_INS}#sessions", partial(_sign_ins_again, visit))


def _sign_ins_again(visit: Visit, told: Told, status: int) -> Response:
    return _sign_ins_page(visit, status, told)


def _sign_ins_page(
    visit: Visit, status: int = 200, told: Told = (), is_done: bool = False
) -> Response:
    accounts, actor = visit.state.judge.accounts, visit.caller.actor
    here = accounts.sign_ins.session(visit.request.cookies.get(COOKIE, ""), visit.now)
    shown: dict[str, Any] = {
        "passkeys": accounts.passkeys.of(actor, visit.user),
        "sessions": accounts.sign_ins.sessions(actor, visit.user),
        "here": here.number if here else 0,
        "device": device_name,
    }
    return page(visit, "sign_ins.html", status, told=told, is_done=is_done, **shown)


def device_name(told: str) -> str:
    """A device in a few words, from what its browser called itself: ``Firefox, Linux``."""
    browser = next((name for sign, name in _BROWSERS if sign in told), "")
    system = next((name for sign, name in _SYSTEMS if sign in told), "")
    return ", ".join(filter(None, (browser, system))) or told[:60]


# A browser says it is others as well: the most particular sign comes first.
_BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


# One's data


@router.get("/data")
def show_data(visit: OwnVisit, done: bool = False) -> Response:
    """The page for exporting one's data, for having it deleted, and for the leave to learn from
    one's games."""
    return _data_page(visit, is_done=done)


@router.post("/data")
def choose_training(visit: OwnVisit, form: FormHere) -> Response:
    """Agree that programs may learn from one's games, or no longer."""
    training, agrees = visit.state.judge.accounts.training, "training" in form
    return done(
        lambda: training.choose(visit.caller.actor, visit.user, agrees, visit.now),
        "/account/data",
        lambda told, status: _data_page(visit, status, told),
    )


@router.get("/export")
def export(visit: OwnVisit) -> Response:
    """All of it as a file."""
    return export_me(visit.caller, visit.state)


@router.post("/delete")
def delete(visit: OwnVisit, form: FormHere) -> Response:
    """Have oneself forgotten."""
    judge = visit.state.judge

    def forget() -> None:
        judge.accounts.sign_ins.check_password(visit.user, form.text("password"), visit.now)
        judge.forget(visit.caller.actor, visit.user, visit.now)

    answer = done(forget, "/", lambda told, status: _data_page(visit, status, told))
    if answer.status_code == 303:
        answer.delete_cookie(COOKIE)
    return answer


def _data_page(visit: Visit, status: int = 200, told: Told = (), is_done: bool = False) -> Response:
    accounts, actor = visit.state.judge.accounts, visit.caller.actor
    agrees = not visit.is_guest and accounts.training.agrees(actor, visit.user)
    shown: dict[str, Any] = {
        "has_password": accounts.sign_ins.has_password(visit.user),
        "agrees": agrees,
    }
    return page(visit, "own_data.html", status, told=told, is_done=is_done, **shown)


# Tokens, and programs that play by themselves

_TOKENS = "/account/tokens"


@router.get("/tokens")
def show_tokens(visit: OwnVisit, done: bool = False) -> Response:
    """One's tokens, one's programs and theirs."""
    return _tokens_page(visit, is_done=done)


@router.post("/tokens")
def make_token(visit: OwnVisit, form: FormHere) -> Response:
    """Make a token, which is shown this once."""
    tokens, actor = visit.state.judge.accounts.tokens, visit.caller.actor
    return _token_made(visit, form, partial(tokens.make, actor, visit.user))


@router.post("/tokens/{number}/revoke")
def revoke_token(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """End a token."""
    tokens = visit.state.judge.accounts.tokens
    return _tokens_done(visit, partial(tokens.revoke, visit.caller.actor, visit.user, number))


@router.post("/programs")
def make_program(visit: OwnVisit, form: FormHere) -> Response:
    """Make an account for a program."""
    programs = visit.state.judge.accounts.programs
    name, about = form.text("name"), form.text("about")
    act = partial(programs.make, visit.caller.actor, visit.user, name, about, visit.now)
    return _tokens_done(visit, act, form)


@router.post("/programs/{number}/remove")
def remove_program(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Have a program forgotten."""
    judge = visit.state.judge

    def remove() -> None:
        program = judge.accounts.programs.check_owned(visit.caller.actor, number)
        judge.forget(program, number, visit.now)

    return _tokens_done(visit, remove)


@router.post("/programs/{number}/tokens")
def make_program_token(visit: OwnVisit, number: Number, form: FormHere) -> Response:
    """Make a token for a program, which is shown this once."""
    programs = visit.state.judge.accounts.programs
    return _token_made(visit, form, partial(programs.make_token, visit.caller.actor, number))


@router.post("/programs/{number}/tokens/{token}/revoke")
def revoke_program_token(
    visit: OwnVisit, number: Number, token: Number, form: FormHere
) -> Response:
    """End a token of a program."""
    programs = visit.state.judge.accounts.programs
    return _tokens_done(visit, partial(programs.revoke_token, visit.caller.actor, number, token))


def _token_made(
    visit: Visit,
    form: SentForm,
    make: Callable[[str, list[str], datetime, Any], tuple[str, ApiToken]],
) -> Response:
    """Make a token as a form says, and show it."""
    known = {one.value for one in Scope}
    scopes = [one for one in form.every("scopes") if one in known]
    made: list[tuple[str, ApiToken]] = []

    def act() -> None:
        until = _end_of(form.text("until"), visit.caller.look.zone)
        made.append(make(form.text("name"), scopes, visit.now, until))

    answer = done(act, _TOKENS, lambda told, status: _tokens_page(visit, status, told, form))
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
        raise ActionRefused("no-day", f"{day!r} is not a day", "write it as 2027-01-31") from None


def _tokens_done(visit: Visit, act: Callable[[], Any], form: SentForm | None = None) -> Response:
    return done(act, _TOKENS, lambda told, status: _tokens_page(visit, status, told, form))


def _tokens_page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    written: SentForm | None = None,
    made: tuple[str, ApiToken] | None = None,
    is_done: bool = False,
) -> Response:
    """The page; ``written`` is a form that was refused, ``made`` a token as it is shown once."""
    accounts, actor = visit.state.judge.accounts, visit.caller.actor
    programs = accounts.programs.of(actor, visit.user)
    shown: dict[str, Any] = {
        "tokens": accounts.tokens.of(actor, visit.user),
        "programs": [(one, accounts.programs.tokens(actor, one.number)) for one in programs],
        "scopes": [one.value for one in Scope if _is_offered(one, actor)],
        "written": written or SentForm({}),
        "made": made,
    }
    return page(visit, "tokens.html", status, told=told, is_done=is_done, **shown)


def _is_offered(scope: Scope, actor: Actor) -> bool:
    if scope is Scope.MODERATE:
        return actor.is_moderator or actor.is_admin
    return scope is not Scope.ADMIN or actor.is_admin
