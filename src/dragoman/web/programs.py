"""One's programs: accounts that play by themselves, with tokens alone."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.accounts.programs import LONGEST_ABOUT
from dragoman.views import Moment, View
from dragoman.web.account_bodies import NewToken, ShortText
from dragoman.web.accounts import AccountCreated, TokenList, TokenMade, tokens_data
from dragoman.web.bodies import Body, Text
from dragoman.web.callers import Caller, by_session
from dragoman.web.door import LARGEST_ID, DoorHere
from dragoman.web.etags import json_bytes, tagged

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field

router = APIRouter(tags=["accounts"], prefix="/me/programs")
Owner = Annotated[Caller, Depends(by_session)]
Number = Annotated[int, Path(ge=1, le=LARGEST_ID, description="The account of the program.")]
TokenNumber = Annotated[int, Path(ge=1, le=LARGEST_ID)]


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


@router.get("", response_model=ProgramList)
def list_programs(request: Request, caller: Owner, door: DoorHere) -> Response:
    """One's programs."""
    found = door.judge.accounts.programs.of(caller.actor, caller.actor.user)
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


@router.post("", status_code=201, response_model=AccountCreated)
def make_program(body: NewProgram, caller: Owner, door: DoorHere) -> JSONResponse:
    """Make an account for a program. Its tokens let it in; nothing else does."""
    programs = door.judge.accounts.programs
    user = caller.actor.user
    number = programs.make(caller.actor, user, body.name, body.about, door.now())
    return JSONResponse({"account": number}, 201)


@router.delete("/{number}", status_code=204)
def remove_program(number: Number, caller: Owner, door: DoorHere) -> Response:
    """Have a program forgotten. It leaves its games; what it wrote there stays."""
    program = door.judge.accounts.programs.check_owned(caller.actor, number)
    door.judge.forget(program, number, door.now())
    return Response(status_code=204)


@router.get("/{number}/tokens", response_model=TokenList)
def list_program_tokens(
    request: Request, number: Number, caller: Owner, door: DoorHere
) -> Response:
    """The tokens of a program, without what is secret of them."""
    found = door.judge.accounts.programs.tokens(caller.actor, number)
    return tagged(request, json_bytes(tokens_data(found)))


@router.post("/{number}/tokens", status_code=201, response_model=TokenMade)
def make_program_token(
    body: NewToken, number: Number, caller: Owner, door: DoorHere
) -> JSONResponse:
    """Make a token for a program. It is shown this once."""
    scopes = [one.value for one in body.scopes]
    secret, token = door.judge.accounts.programs.make_token(
        caller.actor, number, body.name, scopes, door.now(), body.until
    )
    return JSONResponse({"number": token.number, "token": secret}, 201)


@router.delete("/{number}/tokens/{token}", status_code=204)
def revoke_program_token(
    number: Number, token: TokenNumber, caller: Owner, door: DoorHere
) -> Response:
    """End a token of a program."""
    door.judge.accounts.programs.revoke_token(caller.actor, number, token)
    return Response(status_code=204)
