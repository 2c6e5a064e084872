"""Orders: the legal ones, the sheets on file, and sheets checked without saving."""

from __future__ import annotations

from typing import Annotated

from dragoman.extras import extra
from dragoman.judge.commands.lookup import own_power, phase_called, power_called
from dragoman.judge.commands.playing import LONGEST_SHEET, read_sheet as read_written
from dragoman.judge.pictures import MapLook
from dragoman.judge.views.orders_view import OrdersShape, ordered, orders_view
from dragoman.judge.views.viewer import Viewer
from dragoman.values import FrozenMap
from dragoman.views import DiagnosticShape, View
from dragoman.web.callers import Caller, Scope, ViewerHere, may
from dragoman.web.games import SheetShape, sheet_data, sheet_tag
from dragoman.web.languages import Language, NotationAsked, Spoken, writing
from dragoman.web.pictures import PNG, SVG, SchemeAsked, drawn, map_look, painted
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.turns import PhaseName
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response

router = api_router("orders", "/games/{game}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
PowerName = Annotated[str, Path(max_length=80, description="A power by any of its names.")]
PowerAsked = Annotated[str, Query(max_length=80, description="One's own where none is named.")]


class OrdersRead(View):
    """A sheet as the judge reads it."""

    power: str
    phase: str
    orders: int
    told: list[DiagnosticShape]


class LegalOrders(View):
    phase: str
    units: dict[str, list[str]]
    """For each unit what it can be ordered."""


class SheetText(Body):
    """Orders to look over, of a power (one's own where none is named) for a phase (the one at
    hand where none is named)."""

    text: Text
    power: Text = ""
    phase: Text = ""


@router.get("/orders", response_model=OrdersShape)
def read_orders(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    power: PowerAsked = "",
    notation: NotationAsked = None,
) -> Response:
    """Orders that a power may give now, its sheet, and how the judge reads that: for its player,
    and for a master."""
    named = own_power(viewer.g, caller.actor, power)
    with state.map_queue.working_on(viewer.g.settings.variant):
        content = json_bytes(orders_view(viewer, named, writing(viewer.g.game.variant, notation)))
    return tagged(request, content)


@router.get("/legal-orders", response_model=LegalOrders)
def list_legal_orders(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    power: PowerAsked = "",
    notation: NotationAsked = None,
) -> Response:
    """Orders that each unit of a power, of any where none is named, can be given now. Whoever does
    not see the whole board sees that of his own units alone, at `orders`."""
    _check_look(viewer)
    if not viewer.sees_board:
        raise refused("not-to-be-seen", "in a blind game nobody knows what all units can do")
    wanted = (power_called(viewer.g, power),) if power else tuple(viewer.g.seats)
    with state.map_queue.working_on(viewer.g.settings.variant):
        legal = viewer.g.game.legal_orders()
        written = writing(viewer.g.game.variant, notation)
    units = {
        str(unit): [written(one) for one in orders]
        for unit, orders in legal.items()
        if unit.power in wanted
    }
    return tagged(request, json_bytes({"phase": str(viewer.g.phase), "units": units}))


@router.post("/check", response_model=OrdersRead)
def check_orders(
    body: SheetText, viewer: ViewerHere, caller: Reader, state: StateHere
) -> JSONResponse:
    """Look a sheet over without saving it: how many orders the judge reads in it, and what is
    wrong with the others."""
    power = own_power(viewer.g, caller.actor, body.power)
    phase = phase_called(viewer.g, body.phase)
    if len(body.text) > LONGEST_SHEET:
        raise refused("sheet-too-long", f"a sheet of orders has at most {LONGEST_SHEET} letters")
    with state.map_queue.working_on(viewer.g.settings.variant):
        read = read_written(viewer.g, power, body.text, phase)
    told = [one.data() for one in read.told]
    data = {"power": power, "phase": str(phase), "orders": read.orders, "told": told}
    return JSONResponse(data)


@router.get("/sheets/{power}/{phase}", response_model=SheetShape)
def read_sheet(
    request: Request, power: PowerName, phase: PhaseName, viewer: ViewerHere, caller: Reader
) -> JSONResponse:
    """The sheet on file for a power and a phase. Its tag goes into `If-Match` when it is
    replaced."""
    named = own_power(viewer.g, caller.actor, power)
    wanted = str(phase_called(viewer.g, phase))
    headers = {"ETag": sheet_tag(viewer.g, named, wanted), "Cache-Control": "private, no-cache"}
    return JSONResponse(sheet_data(viewer, named, wanted), headers=headers)


@router.get("/map.svg", response_class=Response, responses=SVG)
def draw_game(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    orders: bool = True,
    scheme: SchemeAsked = "light",
) -> Response:
    """A picture of the game as it stands, with the orders that the caller may read."""
    picture = _picture(viewer, state, orders, language, map_look(caller.look, scheme))
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@router.get("/map.png", response_class=Response, responses=PNG)
def paint_game(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    orders: bool = True,
    scheme: SchemeAsked = "light",
) -> Response:
    """The same as PNG, for chats and mails."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    look = map_look(caller.look, scheme)
    picture = painted(_picture(viewer, state, orders, language, look))
    return tagged(request, picture, "image/png", language=language)


def _picture(
    viewer: Viewer, state: WebState, orders: bool, language: Language, look: MapLook
) -> str:
    _check_look(viewer)
    g = viewer.g
    given = {
        power: ordered(viewer, power).game.orders(power)
        for power in g.seats
        if orders and (power, str(g.phase)) in g.sheets and viewer.sees_orders(power)
    }
    position, hidden = viewer.sees_of(g.game.position), viewer.hidden_of(g.game.position)
    return drawn(*(state, g.game.variant, position, None, FrozenMap(given), language, look, hidden))


def _check_look(viewer: Viewer) -> None:
    if not viewer.may_look:
        what = "nobody may look at this game until it is over"
        raise refused("not-allowed", what, "sign in, if you play in it")
