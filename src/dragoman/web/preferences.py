"""Preferences: the look and language of pages, the notation of orders, and mails about games, which
are stopped without signing in as well."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any, Final, Literal

from dragoman.extras import extra
from dragoman.judge.accounts.preferences import Look, MailWishes, PressMails, Scheme
from dragoman.judge.wording.wording import said
from dragoman.orders import Notation
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, address_of, by_session, signed_in
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, Number, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import StateHere

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import HTMLResponse, Response
    from pydantic import Field, StrictBool


# Look, language and notation

router = api_router("accounts")
Owner = Annotated[Caller, Depends(by_session)]


class LookShape(View):
    """The look of pages that somebody prefers."""

    language: Language | None
    zone: str
    scheme: Literal["auto", "light", "dark"]
    apart: bool
    is_still: bool
    notation: Notation | None
    letters: bool


class LookBody(Body):
    """The look of pages that one prefers; what is left out is as it is for everybody at first."""

    language: Language | None = None
    """What the browser says where none is named."""
    zone: Annotated[Text, Field(max_length=60)] = ""
    """By which clock moments are told, as `Europe/Berlin`; the device's where it is empty."""
    scheme: Scheme = Scheme.AUTO
    apart: StrictBool = False
    """Colours for eyes that see some alike."""
    is_still: StrictBool = False
    """Nothing moves."""
    notation: Notation | None = None
    """How orders are written; as pages do where none is named."""
    letters: StrictBool = False
    """Units and centres on maps have letters, as on old boards."""


@router.get("/me/look", response_model=LookShape)
def read_look(request: Request, caller: Owner) -> Response:
    """The look of pages that one prefers."""
    look = caller.look
    data = {
        "language": look.language or None,
        "zone": look.zone,
        "scheme": look.scheme.value,
        "apart": look.apart,
        "is_still": look.is_still,
        "notation": look.notation,
        "letters": look.letters,
    }
    return tagged(request, json_bytes(data))


@router.put("/me/look", status_code=204)
def choose_look(body: LookBody, caller: Owner, state: StateHere) -> Response:
    """Choose how one likes pages."""
    look = Look(
        body.language.value if body.language else "",
        body.zone,
        body.scheme,
        body.apart,
        body.is_still,
        body.notation,
        body.letters,
    )
    state.judge.accounts.looks.choose(caller.actor, caller.actor.user, look)
    return Response(status_code=204)


# Mails about games

Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Key = Annotated[str, Path(max_length=64, description="As it stands in each mail.")]


class MailWishesShape(View):
    """Mails that somebody gets about games."""

    language: Language
    zone: str
    results: bool
    course: bool
    votes: bool
    seats: bool
    press: Literal["now", "digest", "none"]
    digest_hour: int
    hours: list[int]


class MailWishesBody(Body):
    """Mails that one wants about games; what is left out is as it is for everybody at
    first."""

    language: Language = ENGLISH
    zone: Annotated[Text, Field(max_length=60)] = "UTC"
    """By the clock of which moments are told, as `Europe/Berlin`."""
    results: StrictBool = True
    """Phases that were judged."""
    course: StrictBool = True
    """That a game begins, ends, pauses; deadlines that move."""
    votes: StrictBool = True
    seats: StrictBool = True
    """Who plays what; invitations; who wants to play."""
    press: PressMails = PressMails.NOW
    digest_hour: Number = 8
    """The hour of the day at which press comes all together."""
    hours: Annotated[list[Number], Field(max_length=5)] = Field(
        default_factory=lambda: [*MailWishes().hours]
    )
    """How many hours before a deadline one is reminded if there are no orders on file."""


@router.get("/me/mails", response_model=MailWishesShape)
def read_wishes(request: Request, caller: Known, state: StateHere) -> Response:
    """Mails that one gets about games."""
    wished = state.judge.accounts.wishes.of(caller.actor, caller.actor.user)
    return tagged(request, json_bytes(_data(wished)))


@router.put("/me/mails", status_code=204)
def choose_mails(body: MailWishesBody, caller: Owner, state: StateHere) -> Response:
    """Choose what one is mailed about games."""
    wished = MailWishes(
        body.language.value,
        body.zone,
        body.results,
        body.course,
        body.votes,
        body.seats,
        body.press,
        body.digest_hour,
        tuple(body.hours),
    )
    state.judge.accounts.wishes.choose(caller.actor, caller.actor.user, wished, state.now())
    return Response(status_code=204)


_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<h1>{title}</h1>
{content}
</html>
"""
MAIL_PAGE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"text/html": {"schema": {"type": "string"}}}}
}


@router.get("/mails/stop/{key}", response_class=Response, responses=MAIL_PAGE)
def ask_stop(key: Key, request: Request, state: StateHere) -> HTMLResponse:
    """A page with a button that stops all mails about games to whoever has this link: a program
    that looks at links in mails presses none."""
    language = _language(key, request, state)
    button = escape(said(language, "mail.stop-button"))
    return mail_page(language, f'<form method="post"><button>{button}</button></form>', state)


@router.post("/mails/stop/{key}", response_class=Response, responses=MAIL_PAGE)
def stop_mails(key: Key, request: Request, state: StateHere) -> HTMLResponse:
    """Stop all mails about games to whoever has this link in his mails (RFC 8058, too)."""
    language = _language(key, request, state)
    state.judge.accounts.wishes.stop(key)
    return mail_page(language, f"<p>{escape(said(language, 'mail.stopped'))}</p>", state)


def _language(key: str, request: Request, state: StateHere) -> str:
    state.buckets.take("stop-mails", address_of(request), state.limits.requests)
    wished = state.judge.accounts.wishes.of_key(key)
    if wished is None:
        raise refused("no-such-link", "this link is not one of ours", "take it from a mail, whole")
    return wished.language


def mail_page(language: str, content: str, state: StateHere) -> HTMLResponse:
    """A page to which a link in a mail leads."""
    title = escape(state.judge.site.title)
    return HTMLResponse(_PAGE.format(language=language, title=title, content=content))


def _data(wished: MailWishes) -> dict[str, object]:
    return {
        "language": wished.language,
        "zone": wished.zone,
        "results": wished.results,
        "course": wished.course,
        "votes": wished.votes,
        "seats": wished.seats,
        "press": wished.press.value,
        "digest_hour": wished.digest_hour,
        "hours": list(wished.hours),
    }
