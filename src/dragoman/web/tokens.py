"""Tokens of one's own, and accounts for programs, which have tokens and nothing else to sign in
with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.accounts.tokens import LONGEST_ABOUT, ApiToken
from dragoman.views import Moment, View
from dragoman.web.callers import (
    Caller,
    Scope,
    by_session,
)
from dragoman.web.problems import api_router
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.sign_in import ShortText
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import AwareDatetime, Field


router = api_router("accounts")
Owner = Annotated[Caller, Depends(by_session)]
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
ProgramNumber = Annotated[int, Path(ge=1, le=LARGEST_ID, description="The account of the program.")]
TokenNumber = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class NewToken(Body):
    name: ShortText
    """What it is for."""
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=10)]
    until: AwareDatetime | None = None


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


class TokenMade(View):
    number: int
    token: str


class AccountCreated(View):
    account: int


def tokens_data(found: Iterable[ApiToken]) -> TokenList:
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


@router.get("/me/tokens", response_model=TokenList)
def list_tokens(request: Request, caller: Owner, state: StateHere) -> Response:
    """One's tokens, without what is secret of them."""
    found = state.judge.accounts.tokens.of(caller.actor, caller.actor.user)
    return tagged(request, json_bytes(tokens_data(found)))


@router.post("/me/tokens", status_code=201, response_model=TokenMade)
def make_token(body: NewToken, caller: Owner, state: StateHere) -> JSONResponse:
    """Make a token for a program. It is shown this once."""
    scopes = [one.value for one in body.scopes]
    secret, token = state.judge.accounts.tokens.make(
        caller.actor, caller.actor.user, body.name, scopes, state.now(), body.until
    )
    return JSONResponse({"number": token.number, "token": secret}, 201)


@router.delete("/me/tokens/{number}", status_code=204)
def revoke_token(number: Number, caller: Owner, state: StateHere) -> Response:
    """End a token."""
    state.judge.accounts.tokens.revoke(caller.actor, caller.actor.user, number)
    return Response(status_code=204)


# Programs


class ProgramShape(View):
    account: int
    name: str
    about: str
    created: Moment


class ProgramList(View):
    items: list[ProgramShape]


class NewProgram(Body):
    name: ShortText
    about: Annotated[Text, Field(max_length=LONGEST_ABOUT)]
    """What it is: who wrote it, how it plays. Everybody can read it."""


@router.get("/me/programs", response_model=ProgramList)
def list_programs(request: Request, caller: Owner, state: StateHere) -> Response:
    """One's programs."""
    found = state.judge.accounts.programs.of(caller.actor, caller.actor.user)
    items = [
        {
            "account": one.number,
            "name": one.name,
            "about": one.about,
            "created": one.created.isoformat(),
        }
        for one in found
    ]
    return tagged(request, json_bytes({"items": items}))


@router.post("/me/programs", status_code=201, response_model=AccountCreated)
def make_program(body: NewProgram, caller: Owner, state: StateHere) -> JSONResponse:
    """Make an account for a program. Its tokens let it in; nothing else does."""
    programs = state.judge.accounts.programs
    user = caller.actor.user
    number = programs.make(caller.actor, user, body.name, body.about, state.now())
    return JSONResponse({"account": number}, 201)


@router.delete("/me/programs/{number}", status_code=204)
def remove_program(number: ProgramNumber, caller: Owner, state: StateHere) -> Response:
    """Have a program forgotten. It leaves its games; what it wrote there stays."""
    program = state.judge.accounts.programs.check_owned(caller.actor, number)
    state.judge.forget(program, number, state.now())
    return Response(status_code=204)


@router.get("/me/programs/{number}/tokens", response_model=TokenList)
def list_program_tokens(
    request: Request, number: ProgramNumber, caller: Owner, state: StateHere
) -> Response:
    """The tokens of a program, without what is secret of them."""
    found = state.judge.accounts.programs.tokens(caller.actor, number)
    return tagged(request, json_bytes(tokens_data(found)))


@router.post("/me/programs/{number}/tokens", status_code=201, response_model=TokenMade)
def make_program_token(
    body: NewToken, number: ProgramNumber, caller: Owner, state: StateHere
) -> JSONResponse:
    """Make a token for a program. It is shown this once."""
    scopes = [one.value for one in body.scopes]
    secret, token = state.judge.accounts.programs.make_token(
        caller.actor, number, body.name, scopes, state.now(), body.until
    )
    return JSONResponse({"number": token.number, "token": secret}, 201)


@router.delete("/me/programs/{number}/tokens/{token}", status_code=204)
def revoke_program_token(
    number: ProgramNumber, token: TokenNumber, caller: Owner, state: StateHere
) -> Response:
    """End a token of a program."""
    state.judge.accounts.programs.revoke_token(caller.actor, number, token)
    return Response(status_code=204)
