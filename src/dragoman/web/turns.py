"""The phases of a game: orders and what came of them, pictures, reports, explanations."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from dragoman.extras import extra
from dragoman.game import Resolution
from dragoman.judge.views.turn_view import summary_view, turn_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Order
from dragoman.reports import Explanation, explanations, turn_facts
from dragoman.reports.forms import FORMS
from dragoman.rules import Outcome
from dragoman.values import FrozenMap
from dragoman.web.callers import Caller, may
from dragoman.web.door import Door, DoorHere, ViewerHere
from dragoman.web.etags import json_bytes, tagged
from dragoman.web.game_shapes import GameSummary, Turn, TurnExplained
from dragoman.web.languages import Language, Spoken
from dragoman.web.notations import NotationAsked, writing
from dragoman.web.pictures import PNG, SVG, drawn, painted
from dragoman.web.problems import Problem, refused
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Query, Request
    from fastapi.responses import Response

router = APIRouter(tags=["turns"], prefix="/games/{game}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
PhaseName = Annotated[str, Path(max_length=20, description="A phase, as `S1901M`.")]


class Form(Enum):
    """The forms of reports."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    BBCODE = "bbcode"
    ZINE = "zine"


@router.get("/summary", response_model=GameSummary)
def read_summary(request: Request, viewer: ViewerHere, caller: Reader) -> Response:
    """Who owned how many centres, from the beginning on."""
    try:
        return tagged(request, json_bytes(summary_view(viewer)))
    except LookupError as error:
        raise refused("not-to-be-seen", str(error)) from None


@router.get("/turns/{phase}", response_model=Turn)
def read_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    notation: NotationAsked = None,
) -> Response:
    """A phase that was judged: the position before it, orders, what came of them, and what of it
    stands after it."""
    written = writing(viewer.g.game.variant, notation)
    return tagged(request, json_bytes(turn_view(viewer, seen_turn(viewer, phase), written)))


@router.get("/turns/{phase}/map.svg", response_class=Response, responses=SVG)
def draw_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Spoken,
    orders: bool = True,
) -> Response:
    """A picture of a phase that was judged, with its orders and what came of them."""
    picture = _picture(viewer, door, phase, orders, language, caller.look.apart)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@router.get("/turns/{phase}/map.png", response_class=Response, responses=PNG)
def paint_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Spoken,
    orders: bool = True,
) -> Response:
    """The same as PNG, for chats and mails."""
    door.buckets.take("explanations", caller.key, door.limits.explanations)
    picture = _picture(viewer, door, phase, orders, language, caller.look.apart)
    return tagged(request, painted(picture), "image/png", language=language)


def _picture(
    viewer: Viewer, door: Door, phase: str, orders: bool, language: Language, apart: bool
) -> str:
    past = viewer.g.history[seen_turn(viewer, phase)]
    given: dict[str, tuple[Order, ...]] = {}
    shown: Resolution | None = past if orders else None
    if not viewer.sees_board:
        shown = None
        if orders and viewer.power:
            given = {viewer.power: tuple(past.orders.get(viewer.power, ()))}
    position = viewer.sees_of(past.before)
    variant = viewer.g.game.variant
    return drawn(door, variant, position, shown, FrozenMap(given), language, apart)


@router.get(
    "/turns/{phase}/report",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}, "text/html": {}}}},
)
def report_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Spoken,
    form: Form = Form.TEXT,
    explained: bool = False,
    notation: NotationAsked = None,
) -> Response:
    """A phase that was judged as a text to publish; where no notation is named, in the one that
    whoever asks chose for his pages."""
    if explained:
        door.buckets.take("explanations", caller.key, door.limits.explanations)
    number = _whole(viewer, phase)
    g = viewer.g
    with door.brought.working_on(g.settings.variant):
        facts = turn_facts(
            g.game.variant,
            g.history[number],
            language.value,
            title=g.settings.title,
            explained=explained,
            earlier=g.history[:number],
            for_master=viewer.is_master,
            notation=notation or caller.look.notation,
        )
    text = FORMS[form.value](facts).encode()
    if form not in (Form.HTML, Form.ZINE):
        return tagged(request, text, "text/plain; charset=utf-8", language=language)
    # A report in HTML is something to take away, not a page of this site.
    headers = {"Content-Disposition": f'attachment; filename="{g.history[number].phase}.html"'}
    return tagged(request, text, "text/html; charset=utf-8", headers, language)


@router.get("/turns/{phase}/explanations", response_model=TurnExplained)
def explain_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    language: Spoken,
    unit: Annotated[str, Query(max_length=80, description="As `A BUR`, or its place.")] = "",
) -> Response:
    """Why each order came out as it did, by which rule, and with which strengths."""
    door.buckets.take("explanations", caller.key, door.limits.explanations)
    number = _whole(viewer, phase)
    g = viewer.g
    with door.brought.working_on(g.settings.variant):
        found = explanations(g.game.variant, g.history[number], g.history[:number])
    items = [
        {"text": one.text(language.value, caller.look.notation), "data": one.data()}
        for one in found
        if (not unit or one.concerns(unit)) and _may_know(viewer, one)
    ]
    content = json_bytes({"phase": str(g.history[number].phase), "items": items})
    return tagged(request, content, language=language)


def _may_know(viewer: Viewer, explanation: Explanation) -> bool:
    """Whether the viewer may know of the order that is explained: some are between two powers."""
    about = explanation.about
    power = about.unit.power if isinstance(about, Outcome) else getattr(about, "power", "")
    order = getattr(about, "order", None)
    return order is None or viewer.sees_order(power, order)


def seen_turn(viewer: Viewer, phase: str) -> int:
    """The number of a phase that the viewer may see something of."""
    wanted = phase.upper()
    if viewer.may_look:
        for number, past in enumerate(viewer.g.history):
            if str(past.phase) == wanted:
                return number
    raise _no_phase()


def _whole(viewer: Viewer, phase: str) -> int:
    """The number of a phase that the viewer may see all of."""
    number = seen_turn(viewer, phase)
    if not viewer.sees_board:
        what = "in a blind game nobody reads of the whole turn until it is over"
        raise refused("not-to-be-seen", what)
    return number


def _no_phase() -> Problem:
    return refused("no-phase", "no such phase of this game was judged, or it is not to be seen")
