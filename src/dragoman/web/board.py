"""The board of a game's page: the phase at hand in one answer, and what a sheet makes of it."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, NotRequired

from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.commands.lookup import own_power
from dragoman.judge.log.state import Stage
from dragoman.judge.views.board_view import BoardView, SheetOnBoard, board_view, sheet_on_board
from dragoman.judge.views.hand_view import HandShape, hand_view
from dragoman.judge.views.orders_view import ordered
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order
from dragoman.values import FrozenMap
from dragoman.views import Moment, View
from dragoman.web.callers import Caller, Scope, ViewerHere, check_scope, may
from dragoman.web.drawn_boards import MapAsked, PlainBoard, layers_of, plain_board, turns_in_words
from dragoman.web.games import GIVEN, CommandAnswer, add_route, carried_out, sheet_tag
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.map_sight import MapSight, MapSightAsked
from dragoman.web.problems import Problem, api_router, refused
from dragoman.web.requests import Body, command_of, endpoint
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Header, Query, Request
    from fastapi.responses import JSONResponse, Response

router = api_router("orders")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
PowerAsked = Annotated[str, Query(max_length=80, description="One's own where none is named.")]
IfMatch = Annotated[
    str,
    Header(
        max_length=200,
        description="The tag of the sheet that is replaced: where another one is on file by now "
        "nothing is written, and the answer (412) holds that one.",
    ),
]
Prefer = Annotated[
    str,
    Header(
        max_length=200,
        description="`return=representation` (RFC 7240) to be answered what the sheet makes of "
        "the board.",
    ),
]


class SavedBoard(View):
    """The board of its phase with a sheet that was saved."""

    phase: str
    own: SheetOnBoard
    orders: str
    """This layer of the picture."""


class SavedAnswer(CommandAnswer):
    """Orders were saved, or are as they were."""

    board: NotRequired[SavedBoard | None]
    """Where it was asked for, and the phase is still at hand."""
    at: NotRequired[Moment | None]
    """With it, when they were saved: the `at` of the event that tells of it."""


class BoardShape(PlainBoard, BoardView):
    """The phase at hand as the caller may see it."""

    past_turns: list[str]
    """The same in words."""
    hand: NotRequired[HandShape]


@router.get("/games/{game}/board", response_model=BoardShape)
def read_board(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    sight: MapSightAsked,
    power: PowerAsked = "",
    language: Language = ENGLISH,
) -> Response:
    """The phase at hand as one may see it, as the board of a page wants it: what stands there and
    layers to draw it by; and for whoever orders, what each unit can do and what is on file."""
    g = viewer.g
    orders_for = ""
    if g.stage in (Stage.RUNNING, Stage.PAUSED) and (power or viewer.power):
        orders_for = own_power(g, caller.actor, power)
    look, asked = caller.look, _asked(viewer, caller, state, language, sight, bool(orders_for))
    with state.map_queue.working_on(g.settings.variant):
        try:
            tag = sheet_tag(g, orders_for, str(g.phase))
            seen = board_view(viewer, orders_for, tag)
        except LookupError as error:
            what = str(error)
            raise refused("not-to-be-seen", what, "sign in, if you play in it") from None
        position, hidden = viewer.sees_of(g.game.position), viewer.hidden_of(g.game.position)
        on_it = layers_of(asked, position, _given(viewer, orders_for), hidden)
        found: BoardShape = {
            **seen,
            **plain_board(asked, position, on_it, hidden),
            "past_turns": turns_in_words(asked, (one.phase for one in g.history)),
        }
        if orders_for and look.notation is not None:
            own = ordered(viewer, orders_for).game
            found["hand"] = hand_view(own, (orders_for,), look.notation)
    return tagged(request, json_bytes(found))


def _save(
    kind: type[c.Command],
    *,
    body: Body,
    game: int,
    caller: Caller,
    state: WebState,
    if_match: str,
    prefer: str,
    language: Language,
    sight: MapSight,
) -> JSONResponse:
    now = state.now()
    done, headers = carried_out(kind, body, game, caller, state, now, if_match)
    data: SavedAnswer = {**done}
    if prefer.replace(" ", "").lower() == "return=representation":
        viewer = Viewer(state.judge.game(game, caller.actor), caller.actor)
        headers["Preference-Applied"] = prefer
        with suppress(Problem):  # the orders are saved, however much work it is to draw them
            data["board"] = _saved(viewer, body, caller, state, language, sight)
        data["at"] = now.isoformat() if data["changed"] else None
    return JSONResponse(data, headers=headers)


add_route(
    router,
    "SaveOrders",
    endpoint(
        c.SaveOrders,
        _save,
        {
            **GIVEN,
            "if_match": (IfMatch, ""),
            "prefer": (Prefer, ""),
            "language": (Language, ENGLISH),
            "sight": MapSightAsked,
        },
    ),
    SavedAnswer,
)


def _saved(
    viewer: Viewer, body: Body, caller: Caller, state: WebState, language: Language, sight: MapSight
) -> SavedBoard | None:
    """The layer that a saved sheet draws on its board; None where that is at hand no more."""
    check_scope(caller, Scope.READ)
    g, phase = viewer.g, str(viewer.g.phase)
    command = command_of(c.SaveOrders, body)
    if g.stage is not Stage.RUNNING or command.phase not in ("", phase):
        return None
    power = own_power(g, caller.actor, command.power)
    asked = _asked(viewer, caller, state, language, sight, True)
    with state.map_queue.working_on(g.settings.variant):
        position = viewer.sees_of(g.game.position)
        own = sheet_on_board(viewer, power, sheet_tag(g, power, phase))
        hidden = viewer.hidden_of(g.game.position)
        orders = layers_of(asked, position, _given(viewer, power), hidden)["orders"]
    return {"phase": phase, "own": own, "orders": orders}


def _asked(
    viewer: Viewer,
    caller: Caller,
    state: WebState,
    language: Language,
    sight: MapSight,
    plays: bool,
) -> MapAsked:
    name, variant = viewer.g.settings.variant, viewer.g.game.variant
    look = caller.look
    return MapAsked(
        state, name, variant, language, look.apart, look.letters, look.notation, sight, plays
    )


def _given(viewer: Viewer, power: str) -> FrozenMap[str, tuple[Order, ...]]:
    """The orders of the power that somebody orders for, as it sees the board."""
    if (power, str(viewer.g.phase)) not in viewer.g.sheets:
        return FrozenMap()
    return FrozenMap({power: ordered(viewer, power).game.orders(power)})
