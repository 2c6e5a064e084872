"""Registering and signing in: with a password or a passkey, and another password by a mailed
code."""

from __future__ import annotations

from typing import Annotated, Any

from dragoman.extras import extra
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


class SignedIn(View):
    account: int
    name: str


class PasskeyOptions(View):
    """Options that the browser's `navigator.credentials` takes (WebAuthn, level 3, in its JSON
    form)."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    challenge: str


@router.post("/accounts", status_code=201, response_model=AccountMade)
def register(body: NewAccount, request: Request, caller: Anybody, state: StateHere) -> JSONResponse:
    """Begin an account. A code is mailed to the address; to one that has an account already, a
    mail that says so."""
    people = state.judge.accounts.people
    came_from = address_of(request)
    language = (body.language or reader_of(request)).value
    people.register(body.name, body.address, body.password, came_from, state.now(), language)
    return JSONResponse({"told": "a mail with a code is on its way"}, 201)


@router.post("/accounts/confirm", status_code=204)
def confirm(body: Code, caller: Anybody, state: StateHere) -> Response:
    """Show that an address is one's own, by the code that was mailed there."""
    state.judge.accounts.people.confirm(body.address, body.code, state.now())
    return Response(status_code=204)


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
