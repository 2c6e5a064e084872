"""Tournaments that everybody may look at: shown by an admin, from the director's log, which is not
kept."""

from __future__ import annotations

from typing import Annotated, NotRequired, cast

from dragoman.extras import extra
from dragoman.judge.boards.published import (
    AwardShape,
    PublishedTournament,
    TournamentResults,
    TournamentRound,
)
from dragoman.judge.boards.tournament_file import read_tournament
from dragoman.views import Moment, View
from dragoman.web.bodies import MOST_ITEMS, Body, Number, Text
from dragoman.web.callers import Caller, may, signed_in
from dragoman.web.door import Door, DoorHere
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.problems import refused
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field

router = APIRouter(tags=["tournaments"], prefix="/tournaments")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]
Name = Annotated[Text, Path(max_length=60, description="As addresses have it: `nz-1999`.")]


class TournamentItem(View):
    tournament: str
    """What addresses call it."""
    title: str
    place: str
    rounds: int
    published: Moment


class TournamentList(View):
    items: list[TournamentItem]


class TournamentShape(View):
    tournament: str
    title: str
    place: str
    rounds: list[TournamentRound]
    """Those that are published."""
    results: NotRequired[TournamentResults]
    """After the ceremony, or all along where nothing is secret."""
    revealed: NotRequired[list[AwardShape]]
    """Awards that were told before that."""
    games: dict[str, int]
    """The games of this judge by board."""
    revision: int
    published: Moment


class TournamentBody(Body):
    """A tournament as its director has it, and which of its boards are games here."""

    tournament: Annotated[Text, Field(max_length=4_000_000)]
    """What `dragoman tournament log --last 0 --json` prints. It is not kept: what the hall may see
    is."""
    games: Annotated[dict[Text, Number], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=dict[str, int]
    )
    """The number of the game here by board, as `{"1B": 17}`."""
    revision: Number | None = None
    """The revision that is replaced, 0 for none: where another one is on file by now nothing is
    written (412). Without it whatever is on file is replaced."""


@router.get("", response_model=TournamentList)
def list_tournaments(request: Request, caller: Reader, door: DoorHere) -> Response:
    """All tournaments that are shown, the one that was published last first."""
    items = [
        {
            "tournament": one.name,
            "title": one.shown["name"],
            "place": one.shown["place"],
            "rounds": len(one.shown["rounds"]),
            "published": one.published.isoformat(),
        }
        for one in door.judge.tournaments.listed()
    ]
    return tagged(request, json_bytes({"items": items}))


@router.get("/{name}", response_model=TournamentShape, response_model_exclude_unset=True)
def read_tournament_shown(request: Request, name: Name, caller: Reader, door: DoorHere) -> Response:
    """A tournament as its hall may see it: rounds, boards, and the standings once they are out."""
    return tagged(request, json_bytes(_data(door.judge.tournaments.named(name))))


@router.put("/{name}", response_model=TournamentShape, response_model_exclude_unset=True)
def publish_tournament(
    body: TournamentBody, name: Name, caller: Admin, door: DoorHere
) -> JSONResponse:
    """Show a tournament as it stands, for admins."""
    return JSONResponse(_data(publish(body, name, caller, door)))


@router.delete("/{name}", status_code=204)
def withdraw_tournament(name: Name, caller: Admin, door: DoorHere) -> Response:
    """Show a tournament no more, for admins."""
    _check_admin(caller)
    door.judge.tournaments.withdraw(name)
    return Response(status_code=204)


def publish(body: TournamentBody, name: str, caller: Caller, door: Door) -> PublishedTournament:
    """Show a tournament as it stands.

    Raises:
        Problem: if the caller is no admin, or a game is none.
        ActionRefused: if the log is none, or somebody published it meanwhile.
    """
    _check_admin(caller)
    t = read_tournament(body.tournament)
    for number in body.games.values():
        door.judge.games.load(number)
    shown = door.judge.tournaments
    return shown.publish(name, t, body.games, caller.actor.user, door.now(), body.revision)


def _check_admin(caller: Caller) -> None:
    if not caller.actor.is_admin:
        raise refused("not-allowed", "only an admin may show tournaments, and withdraw them")


def _data(one: PublishedTournament) -> TournamentShape:
    shown = dict(one.shown)
    return cast(
        TournamentShape,
        {
            "tournament": one.name,
            "title": shown.pop("name"),
            **shown,
            "games": one.games,
            "revision": one.revision,
            "published": one.published.isoformat(),
        },
    )
