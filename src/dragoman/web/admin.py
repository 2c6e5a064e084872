"""Accounts as admins manage them."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.accounts.people import Person
from dragoman.views import Moment, View
from dragoman.web.callers import Caller, Scope, signed_in
from dragoman.web.languages import ENGLISH
from dragoman.web.problems import api_router
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.sign_in import NewAccount
from dragoman.web.tokens import AccountCreated
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field, StrictBool

router = api_router("admin", "/admin/people")
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]


class AccountItem(View):
    """An account as an admin sees it."""

    account: int
    name: str
    created: Moment
    admin: bool
    blocked: str
    deleted: bool


class AccountList(View):
    items: list[AccountItem]
    next: int | None


class Blocked(Body):
    """Why somebody may sign in no more; empty where he may."""

    why: Annotated[Text, Field(max_length=300)] = ""


class AdminOrNot(Body):
    admin: StrictBool


class SetPassword(Body):
    password: Annotated[Text, Field(max_length=1000)]


@router.get("", response_model=AccountList)
def list_people(
    request: Request,
    caller: Admin,
    state: StateHere,
    cursor: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
) -> Response:
    """All accounts, in the order in which they were made."""
    found = state.judge.accounts.people.all(caller.actor, cursor, limit + 1)
    items = [_data(one) for one in found[:limit]]
    more = items[-1]["account"] if len(found) > limit else None
    return tagged(request, json_bytes({"items": items, "next": more}))


@router.post("", status_code=201, response_model=AccountCreated)
def create_person(body: NewAccount, caller: Admin, state: StateHere) -> JSONResponse:
    """Make an account whose address is believed."""
    people = state.judge.accounts.people
    language = (body.language or ENGLISH).value
    number = people.create(
        caller.actor, body.name, body.address, body.password, state.now(), language
    )
    return JSONResponse({"account": number}, 201)


@router.put("/{number}/blocked", status_code=204)
def block_person(body: Blocked, number: Number, caller: Admin, state: StateHere) -> Response:
    """Let somebody sign in no more, or again."""
    state.judge.accounts.people.block(caller.actor, number, body.why)
    return Response(status_code=204)


@router.put("/{number}/admin", status_code=204)
def make_admin(body: AdminOrNot, number: Number, caller: Admin, state: StateHere) -> Response:
    """Make somebody an admin, or one no more."""
    state.judge.accounts.people.set_admin(caller.actor, number, body.admin)
    return Response(status_code=204)


@router.put("/{number}/password", status_code=204)
def set_password(body: SetPassword, number: Number, caller: Admin, state: StateHere) -> Response:
    """Give somebody another password; all his sessions end."""
    sign_ins = state.judge.accounts.sign_ins
    sign_ins.set_password(caller.actor, number, body.password, state.now())
    return Response(status_code=204)


def _data(person: Person) -> AccountItem:
    return {
        "account": person.number,
        "name": person.name,
        "created": person.created.isoformat(),
        "admin": person.is_admin,
        "blocked": person.blocked,
        "deleted": person.is_deleted,
    }
