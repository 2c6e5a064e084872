"""Registration as admins set it, whom they let in, and invitations to have an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dragoman.extras import extra
from dragoman.judge.accounts.account_invitations import MOST_OPEN, MOST_PEOPLE
from dragoman.judge.accounts.registration import RegistrationMode
from dragoman.refusal import ActionRefused
from dragoman.web.pages.account.admin import AdminVisit, Number
from dragoman.web.pages.html.forms import FormHere, SentForm, Told, done
from dragoman.web.pages.html.rendering import OwnVisit, Visit, page
from dragoman.web.problems import page_router, refused

with extra("judge"):
    from fastapi.responses import Response


router = page_router()
_ADMIN: Final = "/admin/registration"
_OWN: Final = "/account/invitations"
HOURS: Final = (1, 6, 24, 72, 168)
"""Spans for which an admin can say that the judge is under attack."""


# As admins see it


@router.get(_ADMIN)
def show_registration(visit: AdminVisit, done: bool = False) -> Response:
    """The rules of registration, whoever waits, and the admin's invitations."""
    return _registration_page(visit, is_done=done)


@router.post(_ADMIN + "/{act}")
def set_registration(visit: AdminVisit, act: str, form: FormHere) -> Response:
    """Have something else hold from now on."""
    chosen = _acts(visit, form).get(act)
    if chosen is None:
        raise refused("no-page", f"nothing here is called {act!r}")
    return done(
        chosen,
        f"{_ADMIN}#{act}",
        lambda told, status: _registration_page(visit, status, told, form),
    )


@router.post(_ADMIN + "/applicants/{number}/let-in")
def let_in(visit: AdminVisit, number: Number, form: FormHere) -> Response:
    """Let somebody in who waits."""
    applicants = visit.state.judge.accounts.applicants
    return done(
        lambda: applicants.let_in(visit.caller.actor, number, visit.now),
        f"{_ADMIN}#applicants",
        lambda told, status: _registration_page(visit, status, told, form),
    )


@router.post(_ADMIN + "/applicants/{number}/turn-away")
def turn_away(visit: AdminVisit, number: Number, form: FormHere) -> Response:
    """Not let somebody in who waits, and tell him why."""
    judge = visit.state.judge
    return done(
        lambda: judge.turn_away(visit.caller.actor, number, form.text("why"), visit.now),
        f"{_ADMIN}#applicants",
        lambda told, status: _registration_page(visit, status, told, form),
    )


def _acts(visit: Visit, form: SentForm) -> dict[str, Callable[[], Any]]:
    registration, actor, now = (
        visit.state.judge.accounts.registration,
        visit.caller.actor,
        visit.now,
    )

    def set_mode() -> None:
        try:
            mode = RegistrationMode(form.text("mode"))
        except ValueError:
            raise ActionRefused("no-choice", "there is no such choice") from None
        registration.set_mode(actor, mode, now)

    return {
        "mode": set_mode,
        "domains": lambda: registration.block_domains(actor, form.text("domains"), now),
        "alarm": lambda: registration.set_alarm(actor, _number(form, "alarm"), now),
        "attack": lambda: registration.set_attack(actor, _number(form, "hours"), now),
        "invite": lambda: _invite(visit, form),
        "withdraw": lambda: registration.invitations.withdraw(actor, visit.user, form.text("code")),
    }


def _number(form: SentForm, name: str) -> int:
    text = form.text(name).strip()
    if not text.isdecimal() or len(text) > 9:
        raise ActionRefused("no-number", f"{text!r} is not a number", "write it in digits")
    return int(text)


def _registration_page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    written: SentForm | None = None,
    is_done: bool = False,
) -> Response:
    accounts = visit.state.judge.accounts
    rules = accounts.registration.rules()
    written = written or SentForm({})
    shown: dict[str, Any] = {
        "rules": rules,
        "modes": [one.value for one in RegistrationMode],
        "domains": written.text("domains") or "\n".join(rules.blocked),
        "attack": rules.attack if rules.is_under_attack(visit.now) else None,
        "hours": HOURS,
        "applicants": accounts.applicants.all(visit.caller.actor),
        "written": written,
        "has_notice": accounts.registration.notice(visit.language) is not None,
        **_invitations(visit),
    }
    return page(visit, "admin_registration.html", status, told=told, is_done=is_done, **shown)


# As everybody who has an account sees it


@router.get(_OWN)
def show_invitations(visit: OwnVisit, done: bool = False) -> Response:
    """One's invitations."""
    return _invitations_page(visit, is_done=done)


@router.post(_OWN)
def invite(visit: OwnVisit, form: FormHere) -> Response:
    """Make an invitation for one person."""
    return done(
        lambda: _invite(visit, form),
        _OWN,
        lambda told, status: _invitations_page(visit, status, told, form),
    )


@router.post(_OWN + "/withdraw")
def withdraw(visit: OwnVisit, form: FormHere) -> Response:
    """Withdraw one."""
    invitations = visit.state.judge.accounts.registration.invitations
    return done(
        lambda: invitations.withdraw(visit.caller.actor, visit.user, form.text("code")),
        _OWN,
        lambda told, status: _invitations_page(visit, status, told, form),
    )


def _invite(visit: Visit, form: SentForm) -> None:
    invitations = visit.state.judge.accounts.registration.invitations
    most = _number(form, "most") if form.text("most") else 1
    invitations.make(visit.caller.actor, visit.user, visit.now, form.text("note"), most)


def _invitations(visit: Visit) -> dict[str, Any]:
    invitations = visit.state.judge.accounts.registration.invitations
    return {
        "invitations": invitations.of(visit.caller.actor, visit.user) if not visit.is_guest else (),
        "begin": visit.address("/register?invitation="),
        "most_open": MOST_OPEN,
        "most_people": MOST_PEOPLE,
    }


def _invitations_page(
    visit: Visit,
    status: int = 200,
    told: Told = (),
    written: SentForm | None = None,
    is_done: bool = False,
) -> Response:
    rules = visit.state.judge.accounts.registration.rules()
    shown: dict[str, Any] = {
        "is_closed": rules.mode is RegistrationMode.CLOSED and not visit.caller.actor.is_admin,
        "written": written or SentForm({}),
        **_invitations(visit),
    }
    return page(visit, "account_invitations.html", status, told=told, is_done=is_done, **shown)
