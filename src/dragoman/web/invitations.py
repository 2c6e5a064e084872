"""Invitations to games that the judge mails, and the link in them by which one wants no more."""

from __future__ import annotations

from html import escape
from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.wording.wording import said
from dragoman.web.callers import Caller, Scope, address_of, signed_in
from dragoman.web.languages import ENGLISH, Language, reader_of
from dragoman.web.preferences import MAIL_PAGE, Key, mail_page
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, Text
from dragoman.web.web_state import GameNumber, StateHere

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.responses import HTMLResponse, Response
    from pydantic import Field

router = api_router("games")
Master = Annotated[Caller, Depends(signed_in(Scope.MASTER))]


class InvitedAddress(Body):
    """An address of mail to which the judge writes once, in the name of a master."""

    address: Annotated[Text, Field(min_length=1, max_length=254)]
    language: Language = ENGLISH
    """In which it writes."""


@router.post("/games/{game}/invitations", status_code=204)
def invite_by_mail(
    body: InvitedAddress, game: GameNumber, caller: Master, state: StateHere
) -> Response:
    """Have the judge mail the link of a game to an address, as its masters may: once for each game,
    ten times a day. Whether the address is somebody's here, and whether its owner wants such mails,
    nobody is told."""
    state.judge.invite_by_mail(game, body.address, caller.actor, body.language.value, state.now())
    return Response(status_code=204)


@router.get("/invitations/stop/{key}", response_class=Response, responses=MAIL_PAGE)
def ask_stop(key: Key, request: Request, state: StateHere) -> HTMLResponse:
    """A page with a button that stops invitations to the address to which this link was mailed."""
    _check_known(key, request, state)
    return _page(request, state, "stop")


@router.post("/invitations/stop/{key}", response_class=Response, responses=MAIL_PAGE)
def stop_invitations(
    key: Key, request: Request, state: StateHere, allow: bool = False
) -> HTMLResponse:
    """Stop invitations to the address to which this link was mailed (RFC 8058, too); ``allow``
    them again."""
    _check_known(key, request, state)
    if allow:
        state.judge.accounts.invitations.allow(key)
        return _page(request, state, "stop")
    state.judge.accounts.invitations.stop(key, state.now())
    return _page(request, state, "allow")


def _check_known(key: str, request: Request, state: StateHere) -> None:
    state.buckets.take("stop-mails", address_of(request), state.limits.requests)
    if not state.judge.accounts.invitations.is_known(key):
        raise refused("no-such-link", "this link is not one of ours", "take it from a mail, whole")


def _page(request: Request, state: StateHere, button: str) -> HTMLResponse:
    """The page, with what holds now and the button that changes it."""
    language = reader_of(request).value
    told = escape(said(language, f"invitations.before-{button}"))
    action = "?allow=true" if button == "allow" else "?"
    label = escape(said(language, f"invitations.{button}"))
    form = f'<form method="post" action="{action}"><button>{label}</button></form>'
    return mail_page(language, f"<p>{told}</p>{form}", state)
