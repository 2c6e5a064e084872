"""One's own account: name, addresses, password, sessions, passkeys, and all that is known of one.
Changes to how one signs in take a session; a token, which lies about in programs, is not enough."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from dragoman.extras import extra
from dragoman.views import Moment, View
from dragoman.web.callers import (
    COOKIE,
    Caller,
    Scope,
    by_session,
    signed_in,
)
from dragoman.web.problems import api_router
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.sign_in import AskedReset, Credential, PasskeyOptions, ShortText, credential_data
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field


router = api_router("accounts")
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Owner = Annotated[Caller, Depends(by_session)]
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class NewName(Body):
    name: ShortText


class NewPassword(Body):
    old: Annotated[Text, Field(max_length=1000)]
    new: Annotated[Text, Field(max_length=1000)]


class Confirmed(Body):
    """The password, again, for what cannot be undone."""

    password: Annotated[Text, Field(max_length=1000)]


class NewPasskey(Body):
    credential: Credential
    name: ShortText = ""


class Me(View):
    account: int
    name: str
    created: Moment
    admin: bool
    program: bool
    by: Literal["session", "token"]
    scopes: list[str]


class AddressShape(View):
    number: int
    address: str
    verified: bool
    first: bool
    dead: bool
    """Whether mails came back, and notices go there no more."""


class AddressList(View):
    items: list[AddressShape]


class SessionShape(View):
    number: int
    device: str
    created: Moment
    seen: Moment


class SessionList(View):
    items: list[SessionShape]


class PasskeyShape(View):
    number: int
    name: str
    created: Moment
    used: Moment | None


class PasskeyList(View):
    items: list[PasskeyShape]


class PasskeyMade(View):
    number: int
    name: str


@router.get("/me", response_model=Me)
def read_me(request: Request, caller: Known, state: StateHere) -> Response:
    """The account of the caller, and what he may do by the way he came."""
    person = state.judge.accounts.people.person(caller.actor.user)
    data = {
        "account": person.number,
        "name": person.name,
        "created": person.created.isoformat(),
        "admin": caller.actor.is_admin,
        "program": caller.actor.is_program,
        "by": caller.by,
        "scopes": sorted(one.value for one in caller.scopes),
    }
    return tagged(request, json_bytes(data))


@router.patch("/me", status_code=204)
def rename(body: NewName, caller: Owner, state: StateHere) -> Response:
    """Be called otherwise."""
    state.judge.accounts.people.rename(caller.actor, caller.actor.user, body.name)
    return Response(status_code=204)


@router.delete("/me", status_code=204)
def delete_me(body: Confirmed, request: Request, caller: Owner, state: StateHere) -> Response:
    """Have oneself forgotten. What one wrote in games stays, under a placeholder."""
    accounts, user, now = state.judge.accounts, caller.actor.user, state.now()
    accounts.sign_ins.check_password(user, body.password, now)
    state.judge.forget(caller.actor, user, now)
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE)
    return answer


@router.get(
    "/me/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
def export_me(caller: Owner, state: StateHere) -> Response:
    """All that is known of oneself, and all that one wrote, as a file."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    data = state.judge.accounts.own_data.export(caller.actor, caller.actor.user)
    headers = {"Content-Disposition": 'attachment; filename="account.json"'}
    return Response(json_bytes(data), headers=headers, media_type="application/json")


@router.put("/me/password", status_code=204)
def change_password(
    body: NewPassword, request: Request, caller: Owner, state: StateHere
) -> Response:
    """Have another password. All other sessions end."""
    state.judge.accounts.sign_ins.change_password(
        caller.actor,
        caller.actor.user,
        body.old,
        body.new,
        state.now(),
        request.cookies.get(COOKIE, ""),
    )
    return Response(status_code=204)


@router.get("/me/addresses", response_model=AddressList)
def list_addresses(request: Request, caller: Owner, state: StateHere) -> Response:
    """One's addresses; mail goes to the first."""
    found = state.judge.accounts.people.addresses(caller.actor, caller.actor.user)
    items = [
        {
            "number": one.number,
            "address": one.address,
            "verified": one.is_verified,
            "first": one.is_first,
            "dead": one.is_dead,
        }
        for one in found
    ]
    return tagged(request, json_bytes({"items": items}))


@router.post("/me/addresses", status_code=204)
def add_address(body: AskedReset, caller: Owner, state: StateHere) -> Response:
    """Have a code mailed to another address of one's own; `accounts/confirm` makes it one."""
    people = state.judge.accounts.people
    people.add_address(caller.actor, caller.actor.user, body.address, state.now())
    return Response(status_code=204)


@router.delete("/me/addresses/{number}", status_code=204)
def remove_address(number: Number, caller: Owner, state: StateHere) -> Response:
    """Forget an address; not the first one."""
    people = state.judge.accounts.people
    people.remove_address(caller.actor, caller.actor.user, number, state.now())
    return Response(status_code=204)


@router.put("/me/addresses/{number}/first", status_code=204)
def set_first_address(number: Number, caller: Owner, state: StateHere) -> Response:
    """Have mail go to another address."""
    people = state.judge.accounts.people
    people.set_first_address(caller.actor, caller.actor.user, number, state.now())
    return Response(status_code=204)


@router.get("/me/sessions", response_model=SessionList)
def list_sessions(request: Request, caller: Owner, state: StateHere) -> Response:
    """Where one is signed in."""
    found = state.judge.accounts.sign_ins.sessions(caller.actor, caller.actor.user)
    items = [
        {
            "number": one.number,
            "device": one.device,
            "created": one.created.isoformat(),
            "seen": one.seen.isoformat(),
        }
        for one in found
    ]
    return tagged(request, json_bytes({"items": items}))


@router.delete("/me/sessions", status_code=204)
def end_sessions(caller: Owner, state: StateHere) -> Response:
    """Sign out everywhere."""
    state.judge.accounts.sign_ins.end_session(caller.actor, caller.actor.user)
    return Response(status_code=204)


@router.delete("/me/sessions/{number}", status_code=204)
def end_session(number: Number, caller: Owner, state: StateHere) -> Response:
    """Sign out somewhere else."""
    state.judge.accounts.sign_ins.end_session(caller.actor, caller.actor.user, number)
    return Response(status_code=204)


@router.get("/me/passkeys", response_model=PasskeyList)
def list_passkeys(request: Request, caller: Owner, state: StateHere) -> Response:
    """One's passkeys."""
    found = state.judge.accounts.passkeys.of(caller.actor, caller.actor.user)
    items = [
        {
            "number": one.number,
            "name": one.name,
            "created": one.created.isoformat(),
            "used": _text(one.used),
        }
        for one in found
    ]
    return tagged(request, json_bytes({"items": items}))


@router.post("/me/passkeys/offer", response_model=PasskeyOptions)
def offer_passkey(caller: Owner, state: StateHere) -> JSONResponse:
    """Options that `navigator.credentials.create` takes to make a passkey."""
    passkeys = state.judge.accounts.passkeys
    return JSONResponse(passkeys.offer(caller.actor, caller.actor.user, state.now()))


@router.post("/me/passkeys", status_code=201, response_model=PasskeyMade)
def add_passkey(body: NewPasskey, caller: Owner, state: StateHere) -> JSONResponse:
    """Take a passkey that the browser made."""
    passkeys = state.judge.accounts.passkeys
    credential = credential_data(body.credential)
    made = passkeys.add(caller.actor, caller.actor.user, credential, body.name, state.now())
    return JSONResponse({"number": made.number, "name": made.name}, 201)


@router.delete("/me/passkeys/{number}", status_code=204)
def remove_passkey(number: Number, caller: Owner, state: StateHere) -> Response:
    """Be signed in by a passkey no more."""
    passkeys = state.judge.accounts.passkeys
    passkeys.remove(caller.actor, caller.actor.user, number, state.now())
    return Response(status_code=204)


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
