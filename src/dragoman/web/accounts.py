"""Accounts: registering, signing in, and what one may do with one's own. Whatever changes how
somebody signs in takes a session; a token, which lies about in programs, is not enough."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, Literal

from dragoman.extras import extra
from dragoman.judge.accounts.people import Person
from dragoman.judge.accounts.tokens import Token
from dragoman.views import OPEN, Described, Moment, View
from dragoman.web.account_bodies import (
    AskedReset,
    Code,
    Confirmed,
    Credential,
    NewAccount,
    NewName,
    NewPasskey,
    NewPassword,
    NewToken,
    PasskeyAnswer,
    Reset,
    SignIn,
)
from dragoman.web.bodies import Text
from dragoman.web.callers import (
    COOKIE,
    Caller,
    address_of,
    by_session,
    caller_of,
    keep_signed_in,
    signed_in,
)
from dragoman.web.door import LARGEST_ID, Door, DoorHere
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.languages import reader_of
from dragoman.web.problems import refused
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response

router = APIRouter(tags=["accounts"])
Anybody = Annotated[Caller, Depends(caller_of)]
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Owner = Annotated[Caller, Depends(by_session)]
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
MOST_NAMES = 200
MOST_LETTERS = 100


# Registering and signing in.


class AccountMade(View):
    told: str


class SignedIn(View):
    account: int
    name: str


class Me(View):
    account: int
    name: str
    created: Moment
    admin: bool
    program: bool
    by: Literal["session", "token"]
    scopes: list[str]


class ProgramAbout(View):
    """What everybody may know of a program."""

    owner: int
    about: str


class PersonShape(View):
    account: int
    name: str
    created: Moment
    program: ProgramAbout | None
    """What it is, where it is a program."""


class PeopleNames(View):
    names: dict[str, str]
    """By number; of those that there are."""


class AddressShape(View):
    number: int
    address: str
    verified: bool
    first: bool
    dead: Annotated[bool, Described("Whether mails came back, and notices go there no more.")]


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


class PasskeyOptions(View):
    """What the browser's `navigator.credentials` takes (WebAuthn, level 3, in its JSON form)."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    challenge: str


class TokenShape(View):
    number: int
    name: str
    prefix: str
    scopes: list[str]
    created: Moment
    used: Moment | None
    until: Moment | None


class TokenList(View):
    items: list[TokenShape]


def tokens_data(found: Iterable[Token]) -> TokenList:
    """Tokens as their owner sees them."""
    items: list[TokenShape] = [
        {
            "number": one.number,
            "name": one.name,
            "prefix": one.prefix,
            "scopes": [*one.scopes],
            "created": one.created.isoformat(),
            "used": one.used.isoformat() if one.used else None,
            "until": one.until.isoformat() if one.until else None,
        }
        for one in found
    ]
    return {"items": items}


class TokenMade(View):
    number: int
    token: str


class AccountCreated(View):
    account: int


@router.post("/accounts", status_code=201, response_model=AccountMade)
def register(body: NewAccount, request: Request, caller: Anybody, door: DoorHere) -> JSONResponse:
    """Begin an account. A code is mailed to the address; to one that has an account already, a
    mail that says so."""
    people = door.judge.accounts.people
    came_from = address_of(request)
    language = (body.language or reader_of(request)).value
    people.register(body.name, body.address, body.password, came_from, door.now(), language)
    return JSONResponse({"told": "a mail with a code is on its way"}, 201)


@router.post("/accounts/confirm", status_code=204)
def confirm(body: Code, caller: Anybody, door: DoorHere) -> Response:
    """Show that an address is one's own, by the code that was mailed there."""
    door.judge.accounts.people.confirm(body.address, body.code, door.now())
    return Response(status_code=204)


@router.post("/session", response_model=SignedIn)
def sign_in(body: SignIn, request: Request, caller: Anybody, door: DoorHere) -> JSONResponse:
    """Sign in with a password. The session is in a cookie."""
    secret = door.judge.accounts.sign_ins.sign_in(
        body.who,
        body.password,
        address_of(request),
        request.headers.get("User-Agent", ""),
        door.now(),
        request.cookies.get(COOKIE, ""),
    )
    return _signed_in(secret, door)


@router.delete("/session", status_code=204)
def sign_out(request: Request, caller: Anybody, door: DoorHere) -> Response:
    """Sign out."""
    if secret := request.cookies.get(COOKIE):
        door.judge.accounts.sign_ins.sign_out(secret)
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE)
    return answer


@router.post("/session/reset", status_code=204)
def ask_reset(body: AskedReset, request: Request, caller: Anybody, door: DoorHere) -> Response:
    """Have a code for another password mailed, where the address has an account."""
    door.judge.accounts.sign_ins.ask_reset(body.address, address_of(request), door.now())
    return Response(status_code=204)


@router.post("/session/reset/confirm", status_code=204)
def reset(body: Reset, caller: Anybody, door: DoorHere) -> Response:
    """Set another password with the code that was mailed. All sessions and tokens end."""
    door.judge.accounts.sign_ins.reset(body.address, body.code, body.password, door.now())
    return Response(status_code=204)


@router.post("/session/passkey", response_model=PasskeyOptions)
def ask_passkey(caller: Anybody, door: DoorHere) -> JSONResponse:
    """What `navigator.credentials.get` takes to sign in with a passkey."""
    door.buckets.take("passkeys", caller.key, door.limits.sign_ins)
    return JSONResponse(door.judge.accounts.passkeys.ask(door.now()))


@router.post("/session/passkey/answer", response_model=SignedIn)
def answer_passkey(
    body: PasskeyAnswer, request: Request, caller: Anybody, door: DoorHere
) -> JSONResponse:
    """Sign in with what the browser signed."""
    door.buckets.take("passkeys", caller.key, door.limits.sign_ins)
    accounts, now = door.judge.accounts, door.now()
    number = accounts.passkeys.owner(_given(body.credential), now)
    device = request.headers.get("User-Agent", "")
    secret = accounts.sign_ins.begin(number, device, now, request.cookies.get(COOKIE, ""))
    return _signed_in(secret, door)


def _signed_in(secret: str, door: Door) -> JSONResponse:
    session = door.judge.accounts.sign_ins.session(secret, door.now())
    if session is None:
        raise refused("not-signed-in", "the session is over", "sign in again")
    person = door.judge.accounts.people.person(session.user)
    answer = JSONResponse({"account": person.number, "name": person.name})
    keep_signed_in(answer, secret, door.is_https)
    return answer


# Oneself.


@router.get("/me", response_model=Me)
def read_me(request: Request, caller: Known, door: DoorHere) -> Response:
    """Who one is, and what one may do by the way one came."""
    person = door.judge.accounts.people.person(caller.actor.user)
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
def rename(body: NewName, caller: Owner, door: DoorHere) -> Response:
    """Be called otherwise."""
    door.judge.accounts.people.rename(caller.actor, caller.actor.user, body.name)
    return Response(status_code=204)


@router.delete("/me", status_code=204)
def delete_me(body: Confirmed, request: Request, caller: Owner, door: DoorHere) -> Response:
    """Have oneself forgotten. What one wrote in games stays, under a placeholder."""
    accounts, user, now = door.judge.accounts, caller.actor.user, door.now()
    accounts.sign_ins.check_password(user, body.password, address_of(request), now)
    door.judge.forget(caller.actor, user, now)
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE)
    return answer


@router.get(
    "/me/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
def export_me(caller: Owner, door: DoorHere) -> Response:
    """All that is known of oneself, and all that one wrote, as a file."""
    door.buckets.take("explanations", caller.key, door.limits.explanations)
    data = door.judge.accounts.own_data.export(caller.actor, caller.actor.user)
    headers = {"Content-Disposition": 'attachment; filename="account.json"'}
    return Response(json_bytes(data), headers=headers, media_type="application/json")


@router.put("/me/password", status_code=204)
def change_password(body: NewPassword, request: Request, caller: Owner, door: DoorHere) -> Response:
    """Have another password. All other sessions end."""
    door.judge.accounts.sign_ins.change_password(
        caller.actor,
        caller.actor.user,
        body.old,
        body.new,
        address_of(request),
        door.now(),
        request.cookies.get(COOKIE, ""),
    )
    return Response(status_code=204)


@router.get("/me/addresses", response_model=AddressList)
def list_addresses(request: Request, caller: Owner, door: DoorHere) -> Response:
    """One's addresses; mail goes to the first."""
    found = door.judge.accounts.people.addresses(caller.actor, caller.actor.user)
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
def add_address(body: AskedReset, caller: Owner, door: DoorHere) -> Response:
    """Have a code mailed to another address of one's own; `accounts/confirm` makes it one."""
    people = door.judge.accounts.people
    people.add_address(caller.actor, caller.actor.user, body.address, door.now())
    return Response(status_code=204)


@router.delete("/me/addresses/{number}", status_code=204)
def remove_address(number: Number, caller: Owner, door: DoorHere) -> Response:
    """Forget an address; not the first one."""
    people = door.judge.accounts.people
    people.remove_address(caller.actor, caller.actor.user, number, door.now())
    return Response(status_code=204)


@router.put("/me/addresses/{number}/first", status_code=204)
def set_first_address(number: Number, caller: Owner, door: DoorHere) -> Response:
    """Have mail go to another address."""
    people = door.judge.accounts.people
    people.set_first_address(caller.actor, caller.actor.user, number, door.now())
    return Response(status_code=204)


@router.get("/me/sessions", response_model=SessionList)
def list_sessions(request: Request, caller: Owner, door: DoorHere) -> Response:
    """Where one is signed in."""
    found = door.judge.accounts.sign_ins.sessions(caller.actor, caller.actor.user)
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
def end_sessions(caller: Owner, door: DoorHere) -> Response:
    """Sign out everywhere."""
    door.judge.accounts.sign_ins.end_session(caller.actor, caller.actor.user)
    return Response(status_code=204)


@router.delete("/me/sessions/{number}", status_code=204)
def end_session(number: Number, caller: Owner, door: DoorHere) -> Response:
    """Sign out somewhere else."""
    door.judge.accounts.sign_ins.end_session(caller.actor, caller.actor.user, number)
    return Response(status_code=204)


@router.get("/me/passkeys", response_model=PasskeyList)
def list_passkeys(request: Request, caller: Owner, door: DoorHere) -> Response:
    """One's passkeys."""
    found = door.judge.accounts.passkeys.of(caller.actor, caller.actor.user)
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
def offer_passkey(caller: Owner, door: DoorHere) -> JSONResponse:
    """What `navigator.credentials.create` takes to make a passkey."""
    passkeys = door.judge.accounts.passkeys
    return JSONResponse(passkeys.offer(caller.actor, caller.actor.user, door.now()))


@router.post("/me/passkeys", status_code=201, response_model=PasskeyMade)
def add_passkey(body: NewPasskey, caller: Owner, door: DoorHere) -> JSONResponse:
    """Take a passkey that the browser made."""
    passkeys = door.judge.accounts.passkeys
    credential = _given(body.credential)
    made = passkeys.add(caller.actor, caller.actor.user, credential, body.name, door.now())
    return JSONResponse({"number": made.number, "name": made.name}, 201)


@router.delete("/me/passkeys/{number}", status_code=204)
def remove_passkey(number: Number, caller: Owner, door: DoorHere) -> Response:
    """Be signed in by a passkey no more."""
    passkeys = door.judge.accounts.passkeys
    passkeys.remove(caller.actor, caller.actor.user, number, door.now())
    return Response(status_code=204)


@router.get("/me/tokens", response_model=TokenList)
def list_tokens(request: Request, caller: Owner, door: DoorHere) -> Response:
    """One's tokens, without what is secret of them."""
    found = door.judge.accounts.tokens.of(caller.actor, caller.actor.user)
    return tagged(request, json_bytes(tokens_data(found)))


@router.post("/me/tokens", status_code=201, response_model=TokenMade)
def make_token(body: NewToken, caller: Owner, door: DoorHere) -> JSONResponse:
    """Make a token for a program. It is shown this once."""
    scopes = [one.value for one in body.scopes]
    secret, token = door.judge.accounts.tokens.make(
        caller.actor, caller.actor.user, body.name, scopes, door.now(), body.until
    )
    return JSONResponse({"number": token.number, "token": secret}, 201)


@router.delete("/me/tokens/{number}", status_code=204)
def revoke_token(number: Number, caller: Owner, door: DoorHere) -> Response:
    """End a token."""
    door.judge.accounts.tokens.revoke(caller.actor, caller.actor.user, number)
    return Response(status_code=204)


# Others.


@router.get("/people", response_model=PeopleNames)
def name_people(
    request: Request,
    caller: Anybody,
    door: DoorHere,
    number: Annotated[list[int], Query(max_length=MOST_NAMES)],
) -> Response:
    """The names of people by their numbers."""
    wanted = frozenset(one for one in number if 0 < one <= LARGEST_ID)
    names = door.judge.accounts.people.names(wanted)
    return tagged(request, json_bytes({"names": {str(one): names[one] for one in sorted(names)}}))


@router.get("/people/called", response_model=PersonShape)
def find_person(
    request: Request,
    caller: Known,
    door: DoorHere,
    name: Annotated[Text, Query(min_length=1, max_length=MOST_LETTERS)],
) -> Response:
    """Who has this name, however it is written: to invite him, or to hand him a seat. The whole of
    a name finds somebody, a part of it or an address of mail nobody."""
    door.buckets.take("names", caller.key, door.limits.names)
    person = door.judge.accounts.people.called(name)
    if person is None or person.is_deleted:
        raise refused("no-person", f"nobody is called {name!r}", "write the whole name")
    return _told_of(request, person)


@router.get("/people/{number}", response_model=PersonShape)
def read_person(request: Request, number: Number, caller: Anybody, door: DoorHere) -> Response:
    """What everybody may know of somebody."""
    return _told_of(request, door.judge.accounts.people.person(number))


def _told_of(request: Request, person: Person) -> Response:
    data: PersonShape = {
        "account": person.number,
        "name": person.name,
        "created": person.created.isoformat(),
        "program": {"owner": person.owner, "about": person.about} if person.owner else None,
    }
    return tagged(request, json_bytes(data))


def _given(credential: Credential) -> dict[str, Any]:
    return credential.model_dump(mode="json", exclude_none=True)


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
