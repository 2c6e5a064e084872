"""Registering, signing in and out, another password, as pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dragoman.extras import extra
from dragoman.judge.accounts.registration import (
    LONGEST_WORDS,
    RegistrationMode,
    RegistrationWish,
)
from dragoman.refusal import ActionRefused
from dragoman.web.callers import (
    COOKIE,
    address_of,
    caller_in,
    device_of,
    ending_of,
    keep_device,
    keep_guest,
    keep_signed_in,
)
from dragoman.web.pages.game.game import unsent_page
from dragoman.web.pages.game.unsent import read_unsent
from dragoman.web.pages.html.forms import FormHere, SentForm, Told
from dragoman.web.pages.html.house_markdown import html_of
from dragoman.web.pages.html.rendering import OwnVisit, Visit, VisitHere, page
from dragoman.web.pages.people.guests import own_page, seats_page
from dragoman.web.problems import page_router, status_of

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response


router = page_router()


@router.get("/sign-in")
def show_sign_in(visit: VisitHere, next: str = "/") -> Response:
    """The page for signing in."""
    return page(visit, "sign_in.html", next=own_page(next), told=(), who="", unsent="")


@router.post("/sign-in")
def sign_in(visit: VisitHere, form: FormHere) -> Response:
    """Sign in, and go on to where one was, with what was written there."""
    request, who, then = visit.request, form.text("who"), own_page(form.text("next"))
    sign_ins, unsent = visit.state.judge.accounts.sign_ins, form.text("unsent")
    try:
        secret = sign_ins.sign_in(
            who,
            form.text("password"),
            address_of(request),
            request.headers.get("User-Agent", ""),
            visit.now,
            ending_of(request, visit.caller),
            device_of(request),
        )
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        shown: dict[str, Any] = {"next": then, "who": who, "unsent": unsent}
        return page(visit, "sign_in.html", status_of(told), told=told, **shown)
    session = sign_ins.session(secret, visit.now)
    if session is None or not unsent:
        answer: Response = RedirectResponse(seats_page(then) if visit.is_guest else then, 303)
    else:
        answer = unsent_page(replace(visit, caller=caller_in(session)), read_unsent(unsent))
    keep_signed_in(answer, secret, visit.state.is_https)
    if session is not None:
        keep_device(answer, request, visit.state, session.user)
    keep_guest(answer, request, visit.caller, visit.state.is_https)
    return answer


@router.post("/unsent")
def show_unsent(visit: OwnVisit, form: FormHere) -> Response:
    """The page with what was written while signed out, after signing in with a passkey."""
    return unsent_page(visit, read_unsent(form.text("unsent")))


@router.post("/sign-out")
def sign_out(visit: VisitHere, form: FormHere) -> Response:
    """Sign out."""
    if secret := visit.request.cookies.get(COOKIE):
        visit.state.judge.accounts.sign_ins.sign_out(secret)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer


@router.get("/register")
def show_register(visit: VisitHere, next: str = "/", invitation: str = "") -> Response:
    """The page for registering. A guest keeps all that he has."""
    return _register_page(visit, {"next": own_page(next), "invitation": invitation})


@router.post("/register")
def register(visit: VisitHere, form: FormHere) -> Response:
    """Begin an account, or give a guest one; then a code is asked for that was mailed."""
    given = _given(form, "name", "address", "next", "invitation", "words", "accepted")
    accounts, came_from = visit.state.judge.accounts, address_of(visit.request)
    wanted = (given["name"], given["address"], form.text("password"), came_from, visit.now)
    wish = RegistrationWish(
        given["invitation"], given["words"], form.text("altcha"), given["accepted"]
    )
    try:
        if visit.caller.actor.is_guest:
            made = accounts.guests.register(visit.user, *wanted, back=given["next"], wish=wish)
        else:
            made = accounts.people.register(*wanted, visit.language, back=given["next"], wish=wish)
    except ActionRefused as fault:
        return _register_page(visit, given, (fault.diagnostic,))
    return page(visit, "confirm.html", told=(), given=given, is_slow=made.is_slow)


def _register_page(visit: Visit, given: dict[str, str], told: Told = ()) -> Response:
    registration = visit.state.judge.accounts.registration
    rules, notice = registration.rules(), registration.notice(visit.language)
    is_closed = rules.mode is RegistrationMode.CLOSED and not given["invitation"]
    shown: dict[str, Any] = {
        "told": told,
        "given": {"address": "", "words": "", "accepted": "", **given},
        "is_closed": is_closed,
        "needs_invitation": rules.mode is RegistrationMode.INVITATION and not visit.is_guest,
        "waits": rules.mode is RegistrationMode.APPROVAL and not given["invitation"],
        "has_puzzle": rules.is_under_attack(visit.now) and not given["invitation"],
        "notice": notice,
        "notice_html": html_of(notice.text) if notice is not None else "",
        "takes_passkey": visit.is_guest and not is_closed and notice is None,
        "longest_words": LONGEST_WORDS,
    }
    return page(visit, "register.html", status_of(told) if told else 200, **shown)


@router.get("/confirm")
def show_confirm(visit: VisitHere, address: str = "", code: str = "", next: str = "/") -> Response:
    """The page for the code that was mailed; the mail's link has both fields filled in."""
    given = {"address": address, "code": code, "next": own_page(next)}
    return page(visit, "confirm.html", told=(), given=given, is_slow=False)


@router.post("/confirm")
def confirm(visit: VisitHere, form: FormHere) -> Response:
    """Show that an address is one's own."""
    given = _given(form, "address", "code", "next")

    people = visit.state.judge.accounts.people
    try:
        made = people.confirm(given["address"], given["code"], visit.now)
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        shown: dict[str, Any] = {"told": told, "given": given, "is_slow": False}
        return page(visit, "confirm.html", status_of(told), **shown)
    return page(visit, "confirmed.html", told=(), given=given, waits=made.waits)


@router.get("/reset")
def show_reset(visit: VisitHere, next: str = "/") -> Response:
    """The page for asking for another password."""
    return page(visit, "reset.html", told=(), given={"next": own_page(next)})


@router.post("/reset")
def ask_reset(visit: VisitHere, form: FormHere) -> Response:
    """Have a code mailed; then another password is asked for with it."""
    given = _given(form, "address", "next")

    def ask() -> None:
        came_from = address_of(visit.request)
        visit.state.judge.accounts.sign_ins.ask_reset(given["address"], came_from, visit.now)

    return _done(visit, ask, "reset.html", "new_password.html", given)


@router.get("/new-password")
def show_new_password(
    visit: VisitHere, address: str = "", code: str = "", next: str = "/"
) -> Response:
    """The page for setting another password with a code that was mailed."""
    given = {"address": address, "code": code, "next": own_page(next)}
    return page(visit, "new_password.html", told=(), given=given)


@router.post("/new-password")
def set_new_password(visit: VisitHere, form: FormHere) -> Response:
    """Set another password."""
    given = _given(form, "address", "code", "next")

    numbers: list[int] = []

    def change() -> None:
        sign_ins, password = visit.state.judge.accounts.sign_ins, form.text("password")
        numbers.append(sign_ins.reset(given["address"], given["code"], password, visit.now))

    answer = _done(visit, change, "new_password.html", "confirmed.html", given)
    for number in numbers:
        keep_device(answer, visit.request, visit.state, number)
    return answer


def _done(
    visit: Visit, act: Callable[[], Any], here: str, then: str, given: dict[str, str]
) -> Response:
    """The page that comes next, or the same again with what was wrong."""
    try:
        act()
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return page(visit, here, status_of(told), told=told, given=given)
    return page(visit, then, told=(), given=given, waits=False)


def _given(form: SentForm, *names: str) -> dict[str, str]:
    found = {name: form.text(name).strip() for name in names}
    return {**found, "next": own_page(found["next"])}
