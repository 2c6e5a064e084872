"""Registering and signing in: with a password or a passkey, and another password by a mailed
code."""

from __future__ import annotations

from typing import Annotated, Any

from dragoman.extras import extra
from dragoman.judge.accounts.registration import LONGEST_WORDS, RegistrationWish
from dragoman.views import OPEN, View
from dragoman.web.callers import (
    COOKIE,
    Caller,
    address_of,
    caller_of,
    device_of,
    ending_of,
    keep_device,
    keep_guest,
    keep_signed_in,
)
from dragoman.web.languages import Language, reader_of
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, Text
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field


ShortOrLong = Annotated[Text, Field(max_length=20_000)]
ShortText = Annotated[Text, Field(max_length=300)]
router = api_router("accounts")
Anybody = Annotated[Caller, Depends(caller_of)]


class NewAccount(Body):
    name: ShortText
    address: ShortText
    """Where a code is mailed; once it is confirmed, one can sign in."""
    password: Annotated[Text, Field(max_length=1000)]
    language: Language | None = None
    """In which one is written to; what `Accept-Language` says where it is left out."""


class Registering(NewAccount):
    invitation: ShortText = ""
    """The code of an invitation, where one is needed."""
    words: Annotated[Text, Field(max_length=LONGEST_WORDS)] = ""
    """To the admins, where they let people in."""
    accepted: ShortText = ""
    """The version of the notice that is accepted, where there is one."""
    altcha: Annotated[Text, Field(max_length=2000)] = ""
    """The solution of a puzzle, where one is asked for; without it the code is mailed later."""


class Code(Body):
    address: ShortText
    code: ShortText


class SignIn(Body):
    who: ShortText
    """A name or an address."""
    password: Annotated[Text, Field(max_length=1000)]


class AskedReset(Body):
    address: ShortText


class Reset(Code):
    password: Annotated[Text, Field(max_length=1000)]


class CredentialAnswer(Body):
    """The answer of a browser's authenticator, in base64url."""

    clientDataJSON: ShortOrLong
    attestationObject: ShortOrLong | None = None
    authenticatorData: ShortOrLong | None = None
    signature: ShortOrLong | None = None
    userHandle: ShortOrLong | None = None
    publicKey: ShortOrLong | None = None
    publicKeyAlgorithm: int | None = None
    transports: Annotated[list[ShortText], Field(max_length=20)] | None = None


class Credential(Body):
    """A credential as `PublicKeyCredential.toJSON()` gives it."""

    id: ShortText
    rawId: ShortText
    type: ShortText
    response: CredentialAnswer
    authenticatorAttachment: ShortText | None = None
    clientExtensionResults: dict[ShortText, bool | dict[ShortText, bool]] = Field(
        default_factory=dict[str, bool | dict[str, bool]]
    )


class PasskeyAnswer(Body):
    credential: Credential


class AccountMade(View):
    told: str
    slow: bool
    """Whether the code is mailed after a quarter of an hour."""
    waits: bool
    """Whether an admin has to let the account in."""


class AccountConfirmed(View):
    waits: bool
    """Whether an admin has to let the account in."""


class NoticeShape(View):
    version: str
    language: str
    text: str


class RegistrationShape(View):
    """The rules of registration, as whoever wants an account has to know them."""

    mode: str
    """`open`, `invitation`, `approval` or `closed`."""
    puzzle: bool
    """Whether a solved puzzle is asked for."""
    notice: NoticeShape | None
    """What has to be accepted, in Markdown."""
    guests: bool
    """Whether people may play without an account."""


class PuzzleShape(View):
    """A puzzle by the protocol of Altcha, version 1: find the number from 0 to `maxnumber` that,
    written behind the salt, has the SHA-256 `challenge`."""

    algorithm: str
    challenge: str
    maxnumber: int
    salt: str
    signature: str


class SignedIn(View):
    account: int
    name: str


class PasskeyOptions(View):
    """Options that the browser's `navigator.credentials` takes (WebAuthn, level 3, in its JSON
    form)."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    challenge: str


@router.post("/accounts", status_code=201, response_model=AccountMade)
def register(
    body: Registering, request: Request, caller: Anybody, state: StateHere
) -> JSONResponse:
    """Begin an account. A code is mailed to the address; to one that has an account already, a
    mail that says so."""
    people = state.judge.accounts.people
    came_from = address_of(request)
    language = (body.language or reader_of(request)).value
    wish = RegistrationWish(body.invitation, body.words, body.altcha, body.accepted)
    wanted = (body.name, body.address, body.password, came_from, state.now(), language)
    made = people.register(*wanted, wish=wish)
    told = "a mail with a code is on its way"
    if made.is_slow:
        told = "a mail with a code comes in a quarter of an hour"
    return JSONResponse({"told": told, "slow": made.is_slow, "waits": made.waits}, 201)


@router.get("/accounts/registration", response_model=RegistrationShape)
def read_registration(request: Request, caller: Anybody, state: StateHere) -> JSONResponse:
    """The rules by which one comes to have an account here."""
    accounts, now = state.judge.accounts, state.now()
    rules = accounts.registration.rules()
    notice = accounts.registration.notice(reader_of(request).value)
    data: RegistrationShape = {
        "mode": rules.mode.value,
        "puzzle": rules.is_under_attack(now),
        "notice": None
        if notice is None
        else {"version": notice.version, "language": notice.language, "text": notice.text},
        "guests": accounts.guests.may_come(now),
    }
    return JSONResponse(data)


@router.get("/accounts/puzzle", response_model=PuzzleShape)
def make_puzzle(caller: Anybody, state: StateHere) -> JSONResponse:
    """A puzzle for `altcha`, good for half an hour and for one account."""
    made = state.judge.accounts.registration.puzzles.make(state.now())
    return JSONResponse(made, headers={"Cache-Control": "no-store"})


@router.post("/accounts/confirm", response_model=AccountConfirmed)
def confirm(body: Code, caller: Anybody, state: StateHere) -> JSONResponse:
    """Show that an address is one's own, by the code that was mailed there."""
    made = state.judge.accounts.people.confirm(body.address, body.code, state.now())
    return JSONResponse({"waits": made.waits})


@router.post("/session", response_model=SignedIn)
def sign_in(body: SignIn, request: Request, caller: Anybody, state: StateHere) -> JSONResponse:
    """Sign in with a password. The session is in a cookie."""
    secret = state.judge.accounts.sign_ins.sign_in(
        body.who,
        body.password,
        address_of(request),
        request.headers.get("User-Agent", ""),
        state.now(),
        ending_of(request, caller),
        device_of(request),
    )
    return _signed_in(secret, request, caller, state)


@router.delete("/session", status_code=204)
def sign_out(request: Request, caller: Anybody, state: StateHere) -> Response:
    """Sign out."""
    if secret := request.cookies.get(COOKIE):
        state.judge.accounts.sign_ins.sign_out(secret)
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE)
    return answer


@router.post("/session/reset", status_code=204)
def ask_reset(body: AskedReset, request: Request, caller: Anybody, state: StateHere) -> Response:
    """Have a code for another password mailed, where the address has an account."""
    state.judge.accounts.sign_ins.ask_reset(body.address, address_of(request), state.now())
    return Response(status_code=204)


@router.post("/session/reset/confirm", status_code=204)
def reset(body: Reset, request: Request, caller: Anybody, state: StateHere) -> Response:
    """Set another password with the code that was mailed. All sessions and tokens end."""
    sign_ins = state.judge.accounts.sign_ins
    number = sign_ins.reset(body.address, body.code, body.password, state.now())
    answer = Response(status_code=204)
    keep_device(answer, request, state, number)
    return answer


@router.post("/session/passkey", response_model=PasskeyOptions)
def ask_passkey(caller: Anybody, state: StateHere) -> JSONResponse:
    """Options that `navigator.credentials.get` takes to sign in with a passkey."""
    state.buckets.take("passkeys", caller.key, state.limits.sign_ins)
    return JSONResponse(state.judge.accounts.passkeys.ask(state.now()))


@router.post("/session/passkey/answer", response_model=SignedIn)
def answer_passkey(
    body: PasskeyAnswer, request: Request, caller: Anybody, state: StateHere
) -> JSONResponse:
    """Sign in with what the browser signed."""
    state.buckets.take("passkeys", caller.key, state.limits.sign_ins)
    accounts, now = state.judge.accounts, state.now()
    number = accounts.passkeys.owner(credential_data(body.credential), now)
    device = request.headers.get("User-Agent", "")
    secret = accounts.sign_ins.begin(number, device, now, ending_of(request, caller))
    return _signed_in(secret, request, caller, state)


def _signed_in(secret: str, request: Request, caller: Caller, state: WebState) -> JSONResponse:
    session = state.judge.accounts.sign_ins.session(secret, state.now())
    if session is None:
        raise refused("not-signed-in", "the session is over", "sign in again")
    person = state.judge.accounts.people.person(session.user)
    answer = JSONResponse({"account": person.number, "name": person.name})
    keep_signed_in(answer, secret, state.is_https)
    keep_device(answer, request, state, person.number)
    keep_guest(answer, request, caller, state.is_https)
    return answer


def credential_data(credential: Credential) -> dict[str, Any]:
    """A credential as the checking of passkeys takes it."""
    return credential.model_dump(mode="json", exclude_none=True)
