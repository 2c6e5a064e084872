"""Clubs: who is in them, their games, ladders and calendars, and what their people do there."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from dragoman.extras import extra
from dragoman.judge.clubs.clubs import LONGEST_ABOUT, LONGEST_TITLE, Club, ClubRole
from dragoman.judge.clubs.ladder import ladder
from dragoman.judge.storage.game_lists import listed_games
from dragoman.views import Moment, StageName, View
from dragoman.web.callers import Caller, Scope, may, signed_in
from dragoman.web.problems import api_router
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, StateHere

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import AwareDatetime, Field, StrictBool


router = api_router("clubs")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Known = Annotated[Caller, Depends(signed_in(Scope.READ))]
Player = Annotated[Caller, Depends(signed_in(Scope.PLAY))]
Head = Annotated[Caller, Depends(signed_in(Scope.MASTER))]
ClubName = Annotated[str, Path(max_length=40, description="As its address has it.")]
Account = Annotated[int, Path(ge=1, le=LARGEST_ID, description="An account.")]
ClubGame = Annotated[int, Path(ge=1, le=LARGEST_ID)]
MOST_LISTED: Final = 100
_EVERYBODY: Final = (ClubRole.HEAD, ClubRole.MEMBER)


class ClubShape(View):
    """A club in a list."""

    name: str
    """As its address has it."""
    title: str
    about: str
    open: bool
    """Anybody who likes comes in; else a head lets people in."""
    founded: Moment


class ClubInList(ClubShape):
    members: int


class ClubList(View):
    items: list[ClubInList]


class OwnClubList(View):
    items: list[ClubShape]


class MemberShape(View):
    account: int
    name: str
    role: Literal["head", "member", "asking"]
    """Who asks to come in is told to the heads alone."""
    since: Moment


class ClubGameShape(View):
    game: int
    title: str
    variant: str
    stage: StageName


class DateShape(View):
    number: int
    at: Moment
    title: str


class WholeClub(ClubShape):
    """A club; of its games those that the caller finds in lists, all of them for its members."""

    role: Literal["head", "member", "asking"] | None
    """The caller's own."""
    members: list[MemberShape]
    games: list[ClubGameShape]
    dates: list[DateShape]
    """Those ahead."""


class RungShape(View):
    """A place on a club's ladder."""

    place: int
    account: int
    rating: float
    games: int
    shared: int
    """Those of them that were won or shared."""


class ClubLadder(View):
    items: list[RungShape]


class RoleShape(View):
    role: Literal["head", "member", "asking"]


class ClubBody(Body):
    """A club as it describes itself."""

    title: Annotated[Text, Field(max_length=LONGEST_TITLE)]
    about: Annotated[Text, Field(max_length=LONGEST_ABOUT)] = ""
    open: StrictBool = True
    """Anybody who likes comes in; else a head lets people in."""


class NewClub(ClubBody):
    name: Annotated[Text, Field(max_length=40)]
    """As its address has it: small letters, digits and hyphens."""


class GameBody(Body):
    game: Annotated[int, Field(ge=1, le=LARGEST_ID)]


class DateBody(Body):
    at: AwareDatetime
    title: Annotated[Text, Field(max_length=LONGEST_TITLE)]


# Looking


@router.get("/clubs", response_model=ClubList)
def list_clubs(
    request: Request,
    caller: Reader,
    state: StateHere,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = MOST_LISTED,
) -> Response:
    """Clubs, those with most members first."""
    found = state.judge.clubs.all(limit)
    items = [{**_data(club), "members": members} for club, members in found]
    return tagged(request, json_bytes({"items": items}))


@router.get("/me/clubs", response_model=OwnClubList)
def list_own_clubs(request: Request, caller: Known, state: StateHere) -> Response:
    """The clubs that one is in."""
    items = [_data(club) for club in state.judge.clubs.of(caller.actor.user)]
    return tagged(request, json_bytes({"items": items}))


@router.get("/clubs/{name}", response_model=WholeClub)
def read_club(request: Request, name: ClubName, caller: Reader, state: StateHere) -> Response:
    """A club as the caller may see it: its people, games and dates."""
    judge, user = state.judge, caller.actor.user
    club = judge.clubs.club(name)
    people = judge.clubs.members(club.number)
    role = next((one.role for one in people if one.person == user), None)
    shown = [one for one in people if role is ClubRole.HEAD or one.role in _EVERYBODY]
    names = judge.accounts.people.names(frozenset(one.person for one in shown))
    numbers = judge.clubs.games(club.number)
    games = listed_games(judge.database, numbers, caller.actor, finds_all=role in _EVERYBODY)
    data: dict[str, Any] = {
        **_data(club),
        "role": role.value if role else None,
        "members": [
            {
                "account": one.person,
                "name": names.get(one.person, "?"),
                "role": one.role.value,
                "since": one.since.isoformat(),
            }
            for one in shown
        ],
        "games": [
            {"game": one.game, "title": one.title, "variant": one.variant, "stage": one.stage}
            for one in games
        ],
        "dates": [
            {"number": one.number, "at": one.at.isoformat(), "title": one.title}
            for one in judge.clubs.dates(club.number, state.now())
        ],
    }
    return tagged(request, json_bytes(data))


@router.get("/clubs/{name}/ladder", response_model=ClubLadder)
def read_ladder(request: Request, name: ClubName, caller: Reader, state: StateHere) -> Response:
    """The members of a club by their ratings among its games that stand in lists, the strongest
    first."""
    clubs = state.judge.clubs
    number = clubs.club(name).number
    people = frozenset(one.person for one in clubs.members(number) if one.role in _EVERYBODY)
    items = [
        {
            "place": one.place,
            "account": one.person,
            "rating": one.rating.least,
            "games": one.games,
            "shared": one.shared,
        }
        for one in ladder(state.judge.database, number, people)
    ]
    return tagged(request, json_bytes({"items": items}))


# Founding, changing and dissolving one


@router.post("/clubs", status_code=201, response_model=ClubShape)
def found_club(body: NewClub, caller: Head, state: StateHere) -> JSONResponse:
    """Found a club, and be its head."""
    clubs = state.judge.clubs
    clubs.found(caller.actor, body.name, body.title, body.about, body.open, state.now())
    where = {"Location": f"/api/clubs/{body.name}"}
    return JSONResponse(_data(clubs.club(body.name)), 201, where)


@router.put("/clubs/{name}", status_code=204)
def change_club(body: ClubBody, name: ClubName, caller: Head, state: StateHere) -> Response:
    """Change what a club says of itself, and how people come in."""
    number = state.judge.clubs.club(name).number
    state.judge.clubs.change(caller.actor, number, body.title, body.about, body.open)
    return Response(status_code=204)


@router.delete("/clubs/{name}", status_code=204)
def dissolve_club(name: ClubName, caller: Head, state: StateHere) -> Response:
    """Dissolve a club, for good; its games go on."""
    state.judge.clubs.dissolve(caller.actor, state.judge.clubs.club(name).number)
    return Response(status_code=204)


# People


@router.post("/clubs/{name}/members", response_model=RoleShape)
def join_club(name: ClubName, caller: Player, state: StateHere) -> JSONResponse:
    """Come into a club, or ask for it where a head lets people in."""
    number = state.judge.clubs.club(name).number
    role = state.judge.clubs.join(caller.actor, number, state.now())
    return JSONResponse({"role": role.value})


@router.delete("/clubs/{name}/members/{account}", status_code=204)
def leave_club(name: ClubName, account: Account, caller: Player, state: StateHere) -> Response:
    """Leave a club, or ask no more; a head removes others, and turns away who asks."""
    clubs = state.judge.clubs
    number = clubs.club(name).number
    if account == caller.actor.user:
        clubs.leave(caller.actor, number)
    else:
        clubs.remove(caller.actor, number, account)
    return Response(status_code=204)


@router.put("/clubs/{name}/members/{account}", status_code=204)
def admit(name: ClubName, account: Account, caller: Head, state: StateHere) -> Response:
    """Let somebody in who asks for it."""
    number = state.judge.clubs.club(name).number
    state.judge.clubs.admit(caller.actor, number, account, state.now())
    return Response(status_code=204)


@router.post("/clubs/{name}/heads/{account}", status_code=204)
def name_head(name: ClubName, account: Account, caller: Head, state: StateHere) -> Response:
    """Make a member a head as well."""
    number = state.judge.clubs.club(name).number
    state.judge.clubs.name_head(caller.actor, number, account)
    return Response(status_code=204)


@router.delete("/clubs/{name}/heads/me", status_code=204)
def step_down(name: ClubName, caller: Head, state: StateHere) -> Response:
    """Be a head no more, and stay a member."""
    state.judge.clubs.step_down(caller.actor, state.judge.clubs.club(name).number)
    return Response(status_code=204)


# Games and dates


@router.post("/clubs/{name}/games", status_code=204)
def add_game(body: GameBody, name: ClubName, caller: Head, state: StateHere) -> Response:
    """Make a game one of the club's, as a member does who is its master."""
    number = state.judge.clubs.club(name).number
    masters = state.judge.game(body.game, caller.actor).masters
    state.judge.clubs.add_game(caller.actor, number, body.game, masters)
    return Response(status_code=204)


@router.delete("/clubs/{name}/games/{game}", status_code=204)
def remove_game(name: ClubName, game: ClubGame, caller: Head, state: StateHere) -> Response:
    """Let a game be the club's no more; it goes on."""
    number = state.judge.clubs.club(name).number
    state.judge.clubs.remove_game(caller.actor, number, game)
    return Response(status_code=204)


@router.post("/clubs/{name}/dates", status_code=204)
def add_date(body: DateBody, name: ClubName, caller: Head, state: StateHere) -> Response:
    """Put something into a club's calendar."""
    number = state.judge.clubs.club(name).number
    state.judge.clubs.add_date(caller.actor, number, body.at, body.title, state.now())
    return Response(status_code=204)


@router.delete("/clubs/{name}/dates/{number}", status_code=204)
def remove_date(
    name: ClubName,
    number: Annotated[int, Path(ge=1, le=LARGEST_ID)],
    caller: Head,
    state: StateHere,
) -> Response:
    """Take something out of a club's calendar."""
    state.judge.clubs.remove_date(caller.actor, state.judge.clubs.club(name).number, number)
    return Response(status_code=204)


def _data(club: Club) -> ClubShape:
    return {
        "name": club.name,
        "title": club.title,
        "about": club.about,
        "open": club.is_open,
        "founded": club.founded.isoformat(),
    }
