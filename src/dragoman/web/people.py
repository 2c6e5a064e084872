"""People: their names, and what everybody may know of somebody."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.accounts.people import Person
from dragoman.views import Moment, View
from dragoman.web.callers import (
    Caller,
    Scope,
    caller_of,
    signed_in,
)
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import Response


router = api_router("accounts")
Anybody = Annotated[Caller, Depends(caller_of)]
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Number = Annotated[int, Path(ge=1, le=LARGEST_ID)]
MOST_NAMES = 200
MOST_LETTERS = 100


class ProgramAbout(View):
    """Facts of a program that everybody may know."""

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


@router.get("/people", response_model=PeopleNames)
def name_people(
    request: Request,
    caller: Anybody,
    state: StateHere,
    number: Annotated[list[int], Query(max_length=MOST_NAMES)],
) -> Response:
    """The names of people by their numbers."""
    wanted = frozenset(one for one in number if 0 < one <= LARGEST_ID)
    names = state.judge.accounts.people.names(wanted)
    return tagged(request, json_bytes({"names": {str(one): names[one] for one in sorted(names)}}))


@router.get("/people/called", response_model=PersonShape)
def find_person(
    request: Request,
    caller: Known,
    state: StateHere,
    name: Annotated[Text, Query(min_length=1, max_length=MOST_LETTERS)],
) -> Response:
    """People who have this name, however it is written: to invite him, or to hand him a seat. The
    whole of a name finds somebody, a part of it or an address of mail nobody."""
    state.buckets.take("names", caller.key, state.limits.names)
    person = state.judge.accounts.people.called(name)
    if person is None or person.is_deleted:
        raise refused("no-person", f"nobody is called {name!r}", "write the whole name")
    return _told_of(request, person)


@router.get("/people/{number}", response_model=PersonShape)
def read_person(request: Request, number: Number, caller: Anybody, state: StateHere) -> Response:
    """Facts of somebody that everybody may know."""
    return _told_of(request, state.judge.accounts.people.person(number))


def _told_of(request: Request, person: Person) -> Response:
    data: PersonShape = {
        "account": person.number,
        "name": person.name,
        "created": person.created.isoformat(),
        "program": {"owner": person.owner, "about": person.about} if person.owner else None,
    }
    return tagged(request, json_bytes(data))
