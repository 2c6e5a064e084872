"""Games: creating, listing and reading them, and the one route for every command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.commands.lookup import own_power, phase_called
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_lists import GameSearch, find_games
from dragoman.judge.time.rhythm import Pace
from dragoman.judge.views.game_view import GameView, game_view
from dragoman.judge.views.viewer import Viewer
from dragoman.views import DiagnosticShape, Moment, StageName, View
from dragoman.web.callers import (
    COMMAND_SCOPES,
    Caller,
    Scope,
    ViewerHere,
    caller_of,
    check_scope,
    may,
    signed_in,
)
from dragoman.web.problems import Problem, api_router, refused
from dragoman.web.requests import (
    COMMANDS,
    Body,
    SettingsBody,
    SettingsChange,
    Text,
    command_of,
    endpoint,
    plain,
    route_name,
)
from dragoman.web.responses import is_named, json_bytes, tag_of, tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber, StateHere, WebState

with extra("judge"):
    from fastapi import APIRouter, Depends, Query, Request
    from fastapi.responses import JSONResponse, Response

router = api_router("games")

Reader = Annotated[Caller, Depends(may(Scope.READ))]
if TYPE_CHECKING:
    Wished = Body
else:
    Wished = SettingsBody
Person = Annotated[Caller, Depends(signed_in(Scope.MASTER))]


class CommandAnswer(View):
    """A command was carried out, or changed nothing."""

    changed: bool
    told: list[DiagnosticShape]
    """What of it was left out, and warnings."""


class GameCreated(View):
    game: int
    told: list[DiagnosticShape]


class Listed(View):
    """A game in a list."""

    game: int
    title: str
    variant: str
    stage: StageName
    open: bool
    """Whether somebody more may play."""
    seats: int
    players: int
    waiting: int
    entry: str
    anonymous: bool
    blind: bool
    moderated: bool
    rated: bool
    press: list[str]
    movement: str
    """How long a movement phase lasts."""
    phase: str | None
    deadline: Moment | None


class GameList(View):
    items: list[Listed]
    next: int | None
    """The `cursor` of the next page."""


class SheetShape(View):
    power: str
    phase: str
    text: str


if TYPE_CHECKING:
    SettingsShape = Mapping[str, Any]
else:
    SettingsShape = SettingsChange


class GameShape(GameView):
    """A game; what the caller may not see of it is left out. The field ``settings`` has what
    differs from the defaults."""

    game: int
    settings: SettingsShape  # pyright: ignore[reportIncompatibleVariableOverride]


class PartAsked(Enum):
    """Parts that somebody may have in a game."""

    ANY = "any"
    MASTER = "master"
    PLAYER = "player"
    WAITING = "waiting"
    INVITED = "invited"
    OBSERVER = "observer"


class PressAsked(Enum):
    """Kinds of press that a game has: none, none but public, or between powers."""

    NONE = "none"
    PUBLIC = "public"
    PRIVATE = "private"


@router.post("/games", status_code=201, response_model=GameCreated)
def create_game(body: Wished, caller: Person, state: StateHere) -> JSONResponse:
    """Set up a game, and be its master."""
    number, answer = state.judge.create(plain(body), caller.actor, state.now())
    if number is None:
        raise Problem(answer.told, 422)
    told = [one.data() for one in answer.told]
    where = {"Location": f"/api/games/{number}"}
    return JSONResponse({"game": number, "told": told}, 201, where)


@router.get("/games", response_model=GameList)
def list_games(
    request: Request,
    caller: Reader,
    state: StateHere,
    stage: Annotated[Stage | None, Query()] = None,
    variant: Annotated[Text, Query(max_length=60)] = "",
    title: Annotated[Text, Query(max_length=80, description="What the title holds.")] = "",
    is_open: Annotated[bool, Query(alias="open", description="Somebody more may play.")] = False,
    mine: Annotated[
        PartAsked | None, Query(description="What the caller is in the game; `any` of these.")
    ] = None,
    pace: Annotated[
        Pace | None,
        Query(description="How long a movement lasts: up to an hour, up to a day, or longer."),
    ] = None,
    press: Annotated[PressAsked | None, Query()] = None,
    anonymous: Annotated[bool | None, Query()] = None,
    cursor: Annotated[int, Query(ge=0, le=LARGEST_ID, description="`next` of the last page.")] = 0,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> Response:
    """Games, the newest first, as everybody may know them."""
    if mine is not None and caller.is_visitor:
        raise refused("not-signed-in", "who are you?", "sign in")
    search = GameSearch(
        stage=stage.value if stage else "",
        variant=variant,
        title=title,
        is_open=is_open,
        part=mine.value if mine else "",
        before=cursor,
        pace=pace,
        press=press.value if press else "",
        anonymous=anonymous,
    )
    found = find_games(state.judge.database, search, caller.actor, limit + 1)
    items = [
        {
            "game": one.game,
            "title": one.title,
            "variant": one.variant,
            "stage": one.stage,
            "open": one.is_open,
            **one.summary,
        }
        for one in found[:limit]
    ]
    more = items[-1]["game"] if len(found) > limit else None
    return tagged(request, json_bytes({"items": items, "next": more}))


@router.get("/games/{game}", response_model=GameShape)
def read_game(request: Request, game: GameNumber, viewer: ViewerHere, caller: Reader) -> Response:
    """A game as the caller may see it: everything but press, notes and past turns."""
    return tagged(request, json_bytes({"game": game, **game_view(viewer)}))


def sheet_data(viewer: Viewer, power: str, phase: str) -> SheetShape:
    """The sheet on file for a power and a phase, for those who may read it."""
    sheet = viewer.g.sheets.get((power, phase))
    viewer.reads_orders(power)
    return {"power": power, "phase": phase, "text": sheet.text if sheet else ""}


def sheet_tag(g: JudgedGame, power: str, phase: str) -> str:
    """The tag of a sheet: of what it says, and of when it was written."""
    sheet = g.sheets.get((power, phase))
    return tag_of(json_bytes([phase, sheet.text, sheet.at.isoformat()] if sheet else [phase]))


def _not_overwritten(
    state: WebState, caller: Caller, command: c.SaveOrders, tag: str
) -> Callable[[JudgedGame], None]:
    """A check that refuses to replace a sheet by one that was written without knowing it."""

    def check(g: JudgedGame) -> None:
        power = own_power(g, caller.actor, command.power)
        phase = str(phase_called(g, command.phase))
        now = sheet_tag(g, power, phase)
        if not is_named(now, tag):
            what = "these orders were changed meanwhile, here or elsewhere"
            fault = Diagnostic("changed-meanwhile", what, "look at what is on file now")
            current = sheet_data(Viewer(g, caller.actor), power, phase)
            raise Problem((fault,), headers={"ETag": now}, more={"current": current})

    return check


def carry_out(
    kind: type[c.Command],
    body: Body,
    game: int,
    caller: Caller,
    state: WebState,
    if_match: str = "",
) -> JSONResponse:
    """Give a command. Orders replace those of a tag alone, where one is named.

    Raises:
        Problem: if it is refused.
    """
    data, headers = carried_out(kind, body, game, caller, state, state.now(), if_match)
    return JSONResponse(data, headers=headers)


def carried_out(
    kind: type[c.Command],
    body: Body,
    game: int,
    caller: Caller,
    state: WebState,
    now: datetime,
    if_match: str = "",
) -> tuple[CommandAnswer, dict[str, str]]:
    """The same, as what the answer holds, and its headers."""
    check_scope(caller, COMMAND_SCOPES[kind.__name__])
    command = command_of(kind, body)
    check = None
    if if_match and not caller.is_visitor and isinstance(command, c.SaveOrders):
        check = _not_overwritten(state, caller, command, if_match)
    answer = state.judge.act(game, command, caller.actor, now, check)
    if answer.refused:
        told = answer.told
        if caller.is_visitor:
            told = (Diagnostic("not-signed-in", "this is for those who are signed in", "sign in"),)
        raise Problem(told)
    headers: dict[str, str] = {}
    if isinstance(command, c.SaveOrders):
        g = state.judge.games.load(game)
        power = own_power(g, caller.actor, command.power)
        phase = command.phase and str(phase_called(g, command.phase))
        if phase or not any(type(one).__name__ == "Judged" for one in answer.events):
            headers["ETag"] = sheet_tag(g, power, phase or str(g.phase))
    data: CommandAnswer = {
        "changed": bool(answer.events),
        "told": [one.data() for one in answer.told],
    }
    return data, headers


ROUTES: Final = {name: f"/games/{{game}}/commands/{route_name(name)}" for name in COMMANDS}
"""The route of each command."""

GIVEN: Final = {
    "game": GameNumber,
    "caller": Annotated[Caller, Depends(caller_of)],
    "state": StateHere,
}


def add_route(
    to: APIRouter,
    name: str,
    answer: Callable[..., JSONResponse],
    response_model: type[CommandAnswer] = CommandAnswer,
) -> None:
    """Add the route of a command."""
    to.add_api_route(
        ROUTES[name],
        answer,
        methods=["POST"],
        response_model=response_model,
        operation_id=name,
        summary=name,
        tags=["commands"],
        openapi_extra={"x-scope": COMMAND_SCOPES[name].value},
    )


for _name, _kind in COMMANDS.items():
    # Orders are saved with their board.
    if _kind is not c.SaveOrders:
        add_route(router, _name, endpoint(_kind, carry_out, GIVEN))
