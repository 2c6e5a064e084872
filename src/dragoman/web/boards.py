"""Boards of a tournament as games of the judge: opened by an admin, who knows the director and that
the players agree, for they are seated without being asked; and their results, to be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from dragoman.extras import extra
from dragoman.judge.boards.board_games import open_board_game
from dragoman.judge.boards.tournament_file import read_tournament
from dragoman.judge.log.result import game_result
from dragoman.tournament.scoring.result_data import result_data
from dragoman.views import View
from dragoman.web.bodies import MOST_ITEMS, Body, Number, SettingsChange, Text, plain
from dragoman.web.callers import Caller, may, signed_in
from dragoman.web.door import DoorHere, ViewerHere
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.games import GameCreated
from dragoman.web.problems import Problem, refused
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field

router = APIRouter(tags=["tournaments"])
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]
if TYPE_CHECKING:
    LeftToDirector = Body
else:
    LeftToDirector = SettingsChange


class BoardBody(Body):
    """A board of a published round, and who plays it here."""

    tournament: Annotated[Text, Field(max_length=4_000_000)]
    """What `dragoman tournament log --last 0 --json` prints. It is not kept."""
    board: Annotated[Text, Field(max_length=20)]
    """As `1B`."""
    accounts: Annotated[dict[Text, Number], Field(max_length=MOST_ITEMS)]
    """The account of each player by his number in the tournament."""
    director: Number = 0
    """The account that is the game's master; the caller's own where none is named."""
    settings: LeftToDirector | None = None
    """What the tournament does not say, such as times and press."""


class BoardResult(View):
    """What a tournament takes of a game: `dragoman tournament take-result` reads it."""

    powers: list[str]
    counts: dict[str, dict[str, int]]
    """Centres by year and power; the first year is 1901, and 1900 is the start."""
    ending: str
    soloist: str
    drawn: list[str]
    eliminated: dict[str, int]


@router.post("/board-games", status_code=201, response_model=GameCreated)
def open_board(body: BoardBody, caller: Admin, door: DoorHere) -> JSONResponse:
    """Set up the game of a tournament's board, for admins: everybody has the seat that was drawn,
    and the director is the master. It begins when he says so."""
    if not caller.actor.is_admin:
        raise refused("not-allowed", "only an admin may seat people who did not join")
    t = read_tournament(body.tournament)
    if strange := [one for one in body.accounts if not (one.isascii() and one.isdecimal())]:
        raise refused("unknown-player", f"players go by their numbers, and {strange[0]!r} is none")
    accounts = {int(player): account for player, account in body.accounts.items()}
    director = body.director or caller.actor.user
    wanted = frozenset((*accounts.values(), director))
    here = door.judge.accounts.people.names(wanted)
    if missing := sorted(wanted - set(here)):
        raise refused("no-person", f"there is no account {missing[0]}")
    settings = plain(body.settings) if body.settings is not None else {}
    games = door.judge.games
    number, answer = open_board_game(games, t, body.board, accounts, director, door.now(), settings)
    if number is None:
        raise Problem(answer.told, 422)
    told = [one.data() for one in answer.told]
    return JSONResponse({"game": number, "told": told}, 201, {"Location": f"/api/games/{number}"})


@router.get("/games/{game}/board-result", response_model=BoardResult)
def read_board_result(request: Request, viewer: ViewerHere, caller: Reader) -> Response:
    """The counts and the end of a game that is over, for a tournament whose board it was."""
    if not viewer.is_over:
        raise refused("not-over", "the game goes on", "wait for its end")
    return tagged(request, json_bytes(result_data(game_result(viewer.g))))
