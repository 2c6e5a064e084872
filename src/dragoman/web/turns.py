"""The phases of a game: orders and what came of them, pictures, reports, explanations; and what
can be ordered now."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from dragoman import upper_floors
from dragoman.board import UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.game import Game, Resolution, Variant
from dragoman.judge.commands.finding import own_power, phase_called
from dragoman.judge.commands.playing import check_sheet
from dragoman.judge.log.fold import position_of
from dragoman.judge.views.game_view import game_view, press_view, turn_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order, write
from dragoman.remembered import remembered
from dragoman.reports import explanations, turn_facts
from dragoman.reports.forms import FORMS
from dragoman.rules import Position
from dragoman.values import FrozenMap
from dragoman.web.bodies import Body, Text
from dragoman.web.callers import Caller, may
from dragoman.web.door import DoorHere, ViewerHere
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.games import sheet_data, sheet_tag
from dragoman.web.problems import Problem, diagnostic_data, refused
from dragoman.web.scopes import Scope
from dragoman.web.shapes import LegalOrders, OrdersRead, SheetShape

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response

router = APIRouter(tags=["turns"], prefix="/games/{game}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
PhaseName = Annotated[str, Path(max_length=20, description="A phase, as `S1901M`.")]
PowerName = Annotated[str, Path(max_length=80, description="A power by any of its names.")]


class Language(Enum):
    """The languages of reports and pictures."""

    ENGLISH = "en"
    GERMAN = "de"


class Form(Enum):
    """The forms of reports."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    BBCODE = "bbcode"
    ZINE = "zine"


class SheetText(Body):
    """Orders to look over, of a power: one's own where none is named."""

    text: Text
    power: Text = ""


@router.get("/turns/{phase}")
def read_turn(request: Request, phase: PhaseName, viewer: ViewerHere, caller: Reader) -> Response:
    """A phase that was judged: the position before it, orders, what came of them, and what of it
    stands after it."""
    return tagged(request, json_bytes(turn_view(viewer, _number(viewer, phase))))


@router.get("/turns/{phase}/map.svg", response_class=Response)
def draw_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    orders: bool = True,
    language: Language = Language.ENGLISH,
) -> Response:
    """A picture of a phase that was judged, with its orders and what came of them."""
    past = viewer.g.history[_seen(viewer, phase)]
    shown = past if orders else None
    picture = drawn(viewer.g.game.variant, past.before, shown, FrozenMap(), language.value)
    return tagged(request, picture.encode(), "image/svg+xml")


@router.get("/map.svg", response_class=Response)
def draw_game(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    orders: bool = True,
    language: Language = Language.ENGLISH,
) -> Response:
    """A picture of the game as it stands, with the orders that the caller may read."""
    _check_look(viewer)
    game = ordered(viewer) if orders else viewer.g.game
    given = FrozenMap({power: game.orders(power) for power in viewer.g.seats})
    position = position_of(game.variant, game_view(viewer)["position"])
    picture = drawn(game.variant, position, None, given, language.value)
    return tagged(request, picture.encode(), "image/svg+xml")


@router.get("/turns/{phase}/report", response_class=Response)
def report_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    form: Form = Form.TEXT,
    language: Language = Language.ENGLISH,
    explained: bool = False,
) -> Response:
    """A phase that was judged as a text to publish."""
    number = _seen(viewer, phase)
    g = viewer.g
    facts = turn_facts(
        g.game.variant,
        g.history[number],
        language.value,
        title=g.settings.title,
        explained=explained,
        earlier=g.history[:number],
        for_master=viewer.is_master,
    )
    kind = "text/html" if form in (Form.HTML, Form.ZINE) else "text/plain"
    # A report in HTML is something to take away, not a page of this site.
    headers = {"Content-Disposition": f'attachment; filename="{g.history[number].phase}.html"'}
    text = FORMS[form.value](facts).encode()
    return tagged(request, text, f"{kind}; charset=utf-8", headers if "html" in kind else None)


@router.get("/turns/{phase}/explanations")
def explain_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Language = Language.ENGLISH,
    unit: Annotated[str, Query(max_length=80, description="As `A BUR`, or its place.")] = "",
) -> Response:
    """Why each order came out as it did, by which rule, and with which strengths."""
    door.buckets.take("work", caller.key, door.limits.explanations)
    number = _seen(viewer, phase)
    g = viewer.g
    found = explanations(g.game.variant, g.history[number], g.history[:number])
    items = [
        {"text": one.text(language.value), "data": one.data()}
        for one in found
        if not unit or one.concerns(unit)
    ]
    return tagged(request, json_bytes({"phase": phase, "items": items}))


@router.get("/legal-orders", response_model=LegalOrders)
def list_legal_orders(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    power: Annotated[str, Query(max_length=80)] = "",
) -> Response:
    """What each unit of a power can be ordered now, one's own where none is named; of all powers
    with ``power=*``. In a blind game of one's own alone."""
    _check_look(viewer)
    g = viewer.g
    if power == "*":
        wanted = tuple(g.seats)
    else:
        wanted = (_power_looked_at(viewer, power),)
    if g.settings.blind and not (viewer.is_over or viewer.is_master) and set(wanted) - {viewer.power}:
        raise refused("not-your-power", "in a blind game you see the orders of your own units only")
    units = {
        str(unit): [write(one) for one in orders]
        for unit, orders in g.game.legal_orders().items()
        if unit.power in wanted
    }
    return tagged(request, json_bytes({"phase": str(g.phase), "units": units}))


@router.post("/check", response_model=OrdersRead)
def check_orders(body: SheetText, viewer: ViewerHere, caller: Reader) -> JSONResponse:
    """Look a sheet over for the phase at hand, without saving it: which orders the judge reads in
    it, and what is wrong with the others."""
    power = own_power(viewer.g, caller.actor, body.power)
    game = viewer.g.game.copy()
    told = check_sheet(viewer.g, power, body.text)
    if body.text.strip():
        game.order(power, body.text)
    data = {
        "power": power,
        "phase": str(viewer.g.phase),
        "orders": [write(one) for one in game.orders(power)],
        "told": [diagnostic_data(one) for one in told],
    }
    return JSONResponse(data)


@router.get("/sheets/{power}/{phase}", response_model=SheetShape)
def read_sheet(
    request: Request, power: PowerName, phase: PhaseName, viewer: ViewerHere, caller: Reader
) -> JSONResponse:
    """What is on file for a power and a phase. Its tag goes into `If-Match` when it is replaced."""
    named = own_power(viewer.g, caller.actor, power)
    wanted = str(phase_called(viewer.g, phase))
    headers = {"ETag": sheet_tag(viewer.g, named, wanted), "Cache-Control": "private, no-cache"}
    return JSONResponse(sheet_data(viewer, named, wanted), headers=headers)


@router.get("/press")
def read_press(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> Response:
    """The messages that the caller may read, oldest first, after the one of a number."""
    return tagged(request, json_bytes({"items": press_view(viewer, after)}))


@remembered(len)
def drawn(
    variant: Variant,
    position: Position,
    resolution: Resolution | None,
    orders: Mapping[str, tuple[Order, ...]],
    language: str,
) -> str:
    """A picture as SVG.

    Raises:
        Problem: if there is no map of the variant to draw on.
    """
    try:
        return upper_floors.draw(variant, position, resolution, orders, language)
    except ValueError as error:
        raise Problem((Diagnostic("no-map", str(error)),), 404) from None


def ordered(viewer: Viewer) -> Game:
    """The game with the orders on file that a viewer may read."""
    game = viewer.g.game.copy()
    for power in viewer.g.seats:
        sheet = viewer.g.sheets.get((power, str(viewer.g.phase)))
        if sheet is not None and viewer.sees_orders(power) and sheet.text.strip():
            game.order(power, sheet.text)
    return game


def _power_looked_at(viewer: Viewer, named: str) -> str:
    if not named and viewer.power:
        return viewer.power
    try:
        return viewer.g.game.variant.board.power_called(named)
    except UnknownName as error:
        raise Problem(
            (Diagnostic("unknown-power", str(error), candidates=tuple(viewer.g.seats)),)
        ) from None


def _number(viewer: Viewer, phase: str) -> int:
    wanted = phase.upper()
    for number, past in enumerate(viewer.g.history):
        if str(past.phase) == wanted:
            return number
    raise _no_phase()


def _seen(viewer: Viewer, phase: str) -> int:
    """The number of a phase that the viewer may see."""
    number = _number(viewer, phase)
    try:
        turn_view(viewer, number)
    except LookupError:
        raise _no_phase() from None
    return number


def _check_look(viewer: Viewer) -> None:
    if not viewer.may_look:
        what = "nobody looks at this game until it is over"
        raise refused("not-allowed", what, "sign in, if you play in it")


def _no_phase() -> Problem:
    return refused("no-phase", "no such phase of this game was judged, or it is not to be seen")
