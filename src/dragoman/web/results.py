"""Games that are over: the archive, statistics, ratings."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Generic, TypeVar, cast

from typing_extensions import TypedDict

from dragoman.extras import extra
from dragoman.judge.results.archive import ArchivedGame, Filters, ResultShape, archive, result_view
from dragoman.judge.results.statistics import (
    FEWEST,
    By,
    FaredBy,
    Leader,
    PersonStatistics,
    PoolShape,
    RatingAfter,
    leaders,
    player_view,
    rating_course,
    rating_pools,
    tally,
)
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, ViewerHere, may
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import Response
    from pydantic import AwareDatetime

_Item = TypeVar("_Item")

router = api_router("results")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Name = Annotated[Text, Query(max_length=60)]
After = Annotated[int, Query(ge=0, le=LARGEST_ID, description="`next` of the last page.")]
Limit = Annotated[int, Query(ge=1, le=100)]
Person = Annotated[int, Query(ge=0, le=LARGEST_ID, description="An account.")]
PersonNumber = Annotated[int, Path(ge=1, le=LARGEST_ID, description="An account.")]
Pool = Annotated[Text, Path(max_length=60, description="A variant: each is a pool of its own.")]


class ArchivePage(View):
    items: list[ArchivedGame]
    next: str | None
    """The `cursor` of the next page."""


class StatisticsPage(View):
    items: list[FaredBy]
    next: int | None


class RatingCourse(View):
    items: list[RatingAfter]
    next: int | None


class LeaderPage(View):
    items: list[Leader]
    next: int | None


class PoolPage(View):
    items: list[PoolShape]
    next: str | None


class Kind(Enum):
    """Things that statistics are made by."""

    PLAYER = "player"
    POWER = "power"
    VARIANT = "variant"
    RULES = "rules"


class How(Enum):
    """Ways in which games end."""

    VICTORY = "victory"
    DRAW = "draw"
    CONCESSION = "concession"
    LIMIT = "limit"
    ABANDONED = "abandoned"
    TERMINATED = "terminated"


@router.get("/archive", response_model=ArchivePage)
def search_archive(
    request: Request,
    caller: Reader,
    state: StateHere,
    variant: Name = "",
    rules: Annotated[
        Text | None, Query(max_length=60, description="A preset; empty for the variant's own.")
    ] = None,
    player: Person = 0,
    power: Annotated[
        Text, Query(max_length=60, description="That the `player` had; else one that won or drew.")
    ] = "",
    how: How | None = None,
    rated: bool | None = None,
    title: Annotated[Text, Query(max_length=80, description="What the title holds.")] = "",
    since: Annotated[AwareDatetime | None, Query(description="When it ended, or later.")] = None,
    until: Annotated[AwareDatetime | None, Query(description="Before which it ended.")] = None,
    cursor: Annotated[Text, Query(max_length=60, description="`next` of the last page.")] = "",
    limit: Limit = 25,
) -> Response:
    """Games that are over, the last first."""
    filters = Filters(
        variant, rules, player, power, how.value if how else "", rated, title, since, until
    )
    found = archive(state.judge.database, filters, caller.actor, cursor, limit)
    data = {"items": list(found.games), "next": found.cursor or None}
    return tagged(request, json_bytes(data))


@router.get("/games/{game}/result", response_model=ResultShape)
def read_result(
    request: Request, game: GameNumber, viewer: ViewerHere, caller: Reader, state: StateHere
) -> Response:
    """The result of a game that is over, by power, with the ratings after it."""
    found = result_view(state.judge.database, game)
    if found is None:
        raise refused("not-over", "the game goes on", "wait for its end")
    return tagged(request, json_bytes(found))


@router.get("/statistics", response_model=StatisticsPage, response_model_exclude_unset=True)
def read_statistics(
    request: Request,
    caller: Reader,
    state: StateHere,
    by: Annotated[
        list[Kind], Query(min_length=1, max_length=4, description="One of these, or several.")
    ],
    player: Person = 0,
    variant: Name = "",
    power: Name = "",
    rules: Annotated[
        Text | None, Query(max_length=60, description="A preset; empty for the variant's own.")
    ] = None,
    cursor: After = 0,
    limit: Limit = 25,
) -> Response:
    """Results of powers in games that were played to their end, most games first."""
    kinds = cast(list[By], [one.value for one in dict.fromkeys(by)])
    found = tally(
        state.judge.database,
        kinds,
        player=player,
        variant=variant,
        power=power,
        rules=rules,
        after=cursor,
        most=limit + 1,
    )
    return tagged(request, json_bytes(_page(found, cursor, limit)))


@router.get("/people/{number}/statistics", response_model=PersonStatistics)
def read_person_statistics(
    request: Request, number: PersonNumber, caller: Reader, state: StateHere
) -> Response:
    """Results of somebody: in all, by variant, power and preset, with his ratings."""
    state.judge.accounts.people.person(number)
    himself = caller.actor.user == number
    return tagged(request, json_bytes(player_view(state.judge.database, number, himself)))


@router.get("/people/{number}/ratings/{pool}", response_model=RatingCourse)
def read_rating_course(
    request: Request,
    number: PersonNumber,
    pool: Pool,
    caller: Reader,
    state: StateHere,
    cursor: After = 0,
    limit: Limit = 25,
) -> Response:
    """The course of somebody's rating: after each of his games in a pool, the last first."""
    state.judge.accounts.people.person(number)
    found = rating_course(state.judge.database, number, pool, cursor, limit + 1)
    return tagged(request, json_bytes(_page(found, cursor, limit)))


@router.get("/ratings", response_model=PoolPage)
def list_pools(
    request: Request,
    caller: Reader,
    state: StateHere,
    cursor: Annotated[Text, Query(max_length=60, description="`next` of the last page.")] = "",
    limit: Limit = 25,
) -> Response:
    """The pools that have ratings, by name."""
    found = rating_pools(state.judge.database, cursor, limit + 1)
    more = found[limit - 1]["pool"] if len(found) > limit else None
    return tagged(request, json_bytes({"items": found[:limit], "next": more}))


@router.get("/ratings/{pool}", response_model=LeaderPage)
def list_leaders(
    request: Request,
    pool: Pool,
    caller: Reader,
    state: StateHere,
    fewest: Annotated[
        int, Query(ge=1, le=1000, description="Rated games that it takes to stand in the list.")
    ] = FEWEST,
    cursor: After = 0,
    limit: Limit = 25,
) -> Response:
    """The players of a pool, the strongest first."""
    found = leaders(state.judge.database, pool, cursor, limit + 1, fewest)
    return tagged(request, json_bytes(_page(found, cursor, limit)))


class _Listed(Generic[_Item], TypedDict):
    items: list[_Item]
    next: int | None


def _page(found: list[_Item], cursor: int, limit: int) -> _Listed[_Item]:
    """One page of what was asked for with one more than fits."""
    return {"items": found[:limit], "next": cursor + limit if len(found) > limit else None}
