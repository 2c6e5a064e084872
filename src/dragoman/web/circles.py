"""The people around one: whom one follows and is followed by, and whom one shuns."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.accounts.relations import playing_now
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, signed_in
from dragoman.web.problems import api_router
from dragoman.web.requests import Body
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import Response


router = api_router("accounts")
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Player = Annotated[Caller, Depends(signed_in(Scope.PLAY))]
Other = Annotated[int, Path(ge=1, le=LARGEST_ID, description="An account.")]


class Relation(Enum):
    """The relation of somebody to one: friends follow each other; whom one shuns cannot follow or
    invite one."""

    FOLLOW = "follow"
    SHUN = "shun"


class GamePlayed(View):
    game: int
    title: str


class PersonAround(View):
    account: int
    name: str
    follows: bool
    """One follows him."""
    followed_by: bool
    shuns: bool
    """One shuns him; he is not told."""
    games: list[GamePlayed]
    """The games that he plays just now, where everybody may know; of those whom one follows."""


class PeopleAround(View):
    items: list[PersonAround]


class RelationBody(Body):
    relation: Relation


@router.get("/me/people", response_model=PeopleAround)
def list_people_around(request: Request, caller: Known, state: StateHere) -> Response:
    """The people around one: friends are those with whom following is mutual."""
    accounts = state.judge.accounts
    circle = accounts.relations.circle(caller.actor.user)
    names = accounts.people.names(circle.follows | circle.followers | circle.shuns)
    playing = playing_now(state.judge.database, circle.follows)
    items: list[PersonAround] = [
        {
            "account": one,
            "name": name,
            "follows": one in circle.follows,
            "followed_by": one in circle.followers,
            "shuns": one in circle.shuns,
            "games": [{"game": game, "title": title} for game, title in playing.get(one, ())],
        }
        for one, name in sorted(names.items())
    ]
    return tagged(request, json_bytes({"items": items}))


@router.put("/me/people/{account}", status_code=204)
def relate(body: RelationBody, account: Other, caller: Player, state: StateHere) -> Response:
    """Follow somebody, or shun him."""
    relations = state.judge.accounts.relations
    act = relations.follow if body.relation is Relation.FOLLOW else relations.shun
    act(caller.actor, account, state.now())
    return Response(status_code=204)


@router.delete("/me/people/{account}", status_code=204)
def forget_person(account: Other, caller: Player, state: StateHere) -> Response:
    """Follow somebody no more, or shun him no more."""
    state.judge.accounts.relations.forget(caller.actor, account)
    return Response(status_code=204)
