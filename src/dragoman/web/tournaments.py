"""Tournaments that everybody may look at, shown by their directors; and boards of tournaments as
games of the judge, with their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NotRequired, cast

from dragoman.extras import extra
from dragoman.judge.boards.board_games import open_board_game
from dragoman.judge.boards.published import (
    AwardShape,
    PublishedTournament,
    TournamentPlaces,
    TournamentResults,
    TournamentRound,
    read_public,
    read_tournament,
)
from dragoman.judge.log.result import counts_by_year, game_result
from dragoman.judge.log.state import Stage
from dragoman.tournament.scoring.result import result_data
from dragoman.views import Moment, View
from dragoman.web.callers import Caller, Scope, ViewerHere, may, signed_in
from dragoman.web.games import GameCreated
from dragoman.web.problems import Problem, api_router, refused
from dragoman.web.requests import MOST_ITEMS, Body, Number, SettingsChange, Text, plain
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field

router = api_router("tournaments")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Admin = Annotated[Caller, Depends(signed_in(Scope.ADMIN))]
Director = Annotated[Caller, Depends(signed_in(Scope.MASTER))]
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
    """After the ceremony."""
    standings: NotRequired[TournamentPlaces]
    """As they are before that, where they are no secret."""
    provisional: NotRequired[TournamentPlaces]
    """As they would be if all games ended now, where that is no secret."""
    revealed: NotRequired[list[AwardShape]]
    """Awards that were told before that."""
    games: dict[str, int]
    """The games of this judge by board."""
    revision: int
    published: Moment


class TournamentBody(Body):
    """A tournament as its director has it, and which of its boards are games here."""

    tournament: Annotated[Text, Field(max_length=4_000_000)]
    """What `dragoman tournament export public` writes: what the hall may see, and nothing else."""
    games: Annotated[dict[Text, Number], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=dict[str, int]
    )
    """The number of the game here by board, as `{"1B": 17}`."""
    revision: Number | None = None
    """The revision that is replaced, 0 for none: where another one is on file by now nothing is
    written (412). Without it whatever is on file is replaced."""


@router.get("/tournaments", response_model=TournamentList)
def list_tournaments(request: Request, caller: Reader, state: StateHere) -> Response:
    """All tournaments that are shown, the one that was published last first."""
    items = [
        {
            "tournament": one.name,
            "title": one.shown["name"],
            "place": one.shown["place"],
            "rounds": len(one.shown["rounds"]),
            "published": one.published.isoformat(),
        }
        for one in state.judge.tournaments.listed()
    ]
    return tagged(request, json_bytes({"items": items}))


@router.get(
    "/tournaments/{name}", response_model=TournamentShape, response_model_exclude_unset=True
)
def read_tournament_shown(
    request: Request, name: Name, caller: Reader, state: StateHere
) -> Response:
    """A tournament as its hall may see it: rounds, boards, and the standings once they are out."""
    return tagged(request, json_bytes(_data(state.judge.tournaments.named(name))))


@router.put(
    "/tournaments/{name}", response_model=TournamentShape, response_model_exclude_unset=True
)
def publish_tournament(
    body: TournamentBody, name: Name, caller: Director, state: StateHere
) -> JSONResponse:
    """Show a tournament as it stands. Whoever shows it first is its director here: he alone and
    admins show it anew."""
    return JSONResponse(_data(publish(body, name, caller, state)))


@router.delete("/tournaments/{name}", status_code=204)
def withdraw_tournament(name: Name, caller: Director, state: StateHere) -> Response:
    """Show a tournament no more, for its director and admins."""
    check_director(name, caller, state)
    state.judge.tournaments.withdraw(name)
    return Response(status_code=204)


def publish(
    body: TournamentBody, name: str, caller: Caller, state: WebState
) -> PublishedTournament:
    """Show a tournament as it stands.

    Raises:
        Problem: if another is its director, or a game is none.
        ActionRefused: if it is none, or somebody published it meanwhile.
    """
    check_director(name, caller, state)
    shown = read_public(body.tournament)
    for number in body.games.values():
        state.judge.game(number, caller.actor)
    kept, by = state.judge.tournaments, caller.actor.user
    return kept.publish(name, shown, body.games, by, state.now(), body.revision)


def check_director(name: str, caller: Caller, state: WebState) -> None:
    """Make sure that somebody may show a tournament of this name, or withdraw it.

    Raises:
        Problem: if another showed it first, and the caller is no admin.
    """
    by = state.judge.tournaments.director(name)
    if by is not None and by != caller.actor.user and not caller.actor.is_admin:
        raise refused("not-allowed", "only its director and admins may show this tournament anew")


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


# Boards as games of the judge: an admin opens them, who knows the director and that the players
# agree, for they are seated without being asked

if TYPE_CHECKING:
    LeftToDirector = Body
else:
    LeftToDirector = SettingsChange


class BoardBody(Body):
    """A board of a published round, and who plays it here."""

    tournament: Annotated[Text, Field(max_length=4_000_000)]
    """What `dragoman tournament export boards` writes: seats of published boards, and the names of
    who sits there. It is not kept."""
    board: Annotated[Text, Field(max_length=20)]
    """As `1B`."""
    accounts: Annotated[dict[Text, Number], Field(max_length=MOST_ITEMS)]
    """The account of each player by his number in the tournament."""
    director: Number = 0
    """The account that is the game's master; the caller's own where none is named."""
    settings: LeftToDirector | None = None
    """What the tournament does not say, such as times and press."""


class BoardResult(View):
    """The result of a game as a tournament takes it: `dragoman tournament take-result` reads it."""

    powers: list[str]
    counts: dict[str, dict[str, int]]
    """Centres by year and power; the first year is 1901, and 1900 is the start."""
    ending: str
    soloist: str
    drawn: list[str]
    eliminated: dict[str, int]
    replaced: dict[str, str]
    """Who played a power in the end, by name, where that is not who had it at the beginning."""


class BoardCounts(View):
    """The centres of a game so far, as a tournament counts them."""

    counts: dict[str, dict[str, int]]
    """By year and power; the first year is 1901, and 1900 is the start."""


@router.post("/board-games", status_code=201, response_model=GameCreated)
def open_board(body: BoardBody, caller: Admin, state: StateHere) -> JSONResponse:
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
    here = state.judge.accounts.people.names(wanted)
    if missing := sorted(wanted - set(here)):
        raise refused("no-person", f"there is no account {missing[0]}")
    settings = plain(body.settings) if body.settings is not None else {}
    games = state.judge.games
    number, answer = open_board_game(
        games, t, body.board, accounts, director, state.now(), settings
    )
    if number is None:
        raise Problem(answer.told, 422)
    told = [one.data() for one in answer.told]
    return JSONResponse({"game": number, "told": told}, 201, {"Location": f"/api/games/{number}"})


@router.get("/games/{game}/board-result", response_model=BoardResult)
def read_board_result(
    request: Request, viewer: ViewerHere, caller: Reader, state: StateHere
) -> Response:
    """The counts and the end of a game that is over, for a tournament whose board it was."""
    if not viewer.is_over:
        raise refused("not-over", "the game goes on", "wait for its end")
    last = {
        power: seat.user or seat.past[-1] for power, seat in viewer.g.seats.items() if seat.past
    }
    names = state.judge.accounts.people.names(frozenset(last.values()))
    replaced = {
        power: names.get(user, "")
        for power, user in last.items()
        if user != viewer.g.seats[power].past[0]
    }
    result = {**result_data(game_result(viewer.g)), "replaced": replaced}
    return tagged(request, json_bytes(result))


@router.get("/games/{game}/board-counts", response_model=BoardCounts)
def read_board_counts(
    request: Request, viewer: ViewerHere, caller: Reader, state: StateHere
) -> Response:
    """The centres after each autumn so far, also while the game goes on: what a tournament tells
    of how all would stand if every game ended now. Of a blind game nobody is told before its
    end."""
    g = viewer.g
    if g.stage is Stage.FORMING:
        raise refused("not-begun", "the game has not begun")
    if not viewer.may_look or (g.is_blind and not viewer.is_over):
        raise refused("not-to-be-seen", "this is not to be seen until the game is over")
    counts = {
        str(year): dict(zip(g.seats, found, strict=True))
        for year, found in counts_by_year(g).items()
    }
    return tagged(request, json_bytes({"counts": counts}))
