"""Judged phases of a game: orders and outcomes, pictures, reports, explanations, boards; and what
would come of the phase at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import Annotated, Any, Final, NotRequired

from dragoman.extras import extra
from dragoman.judge.pictures import MapLook
from dragoman.judge.sandbox.board_view import told_data
from dragoman.judge.sandbox.what_if import imagined
from dragoman.judge.views.turn_view import GameSummary, Turn, summary_view, turn_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Notation, Order
from dragoman.quick_dataclass import dataclass
from dragoman.reports import Explanation, TurnFacts, combine_turns, explanations
from dragoman.reports.forms import FORMS
from dragoman.rules import Outcome
from dragoman.values import FrozenMap
from dragoman.views import OPEN, DiagnosticShape, View
from dragoman.web.callers import Caller, Scope, ViewerHere, may
from dragoman.web.drawn_boards import JudgedBoard, MapAsked, judged_board
from dragoman.web.languages import ENGLISH, Language, NotationAsked, Spoken, writing
from dragoman.web.map_sight import MapSight, MapSightAsked
from dragoman.web.pictures import PNG, SVG, SchemeAsked, drawn, map_look, on_paper, painted
from dragoman.web.problems import Problem, api_router, refused
from dragoman.web.requests import MOST_ITEMS, Body, Text
from dragoman.web.responses import json_bytes, tagged
from dragoman.web.turns_in_words import facts_in_words, told_in_words
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import JSONResponse, Response
    from pydantic import Field


# Explanations


class RuleShape(View):
    rule: NotRequired[str]
    switch: NotRequired[str]
    answer: NotRequired[str]
    source: str


class StatementShape(View):
    """A statement, by the key of its sentence; the other fields are what it is about."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    says: str


class ExplanationData(View):
    """An explanation for programs: see the page on explanations for its fields."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    statements: list[StatementShape]
    rules: list[RuleShape]


class ExplanationShape(View):
    text: str
    data: ExplanationData


def explained(one: Explanation, language: Language, notation: Notation | None) -> ExplanationShape:
    """An explanation in a language and a notation."""
    data: Any = one.data()
    return {"text": one.text(language.value, notation), "data": data}


# Turns

router = api_router("turns", "/games/{game}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
PhaseName = Annotated[str, Path(max_length=20, description="A phase, as `S1901M`.")]


class TurnList(View):
    """A whole game."""

    title: str
    items: list[Turn]


class TurnExplained(View):
    phase: str
    items: list[ExplanationShape]


class Form(Enum):
    """The forms of reports."""

    _ignore_ = "form"
    for form in FORMS.values():
        if form.is_text:
            vars()[form.name] = form.name
    PDF = "pdf"
    """On paper, with the map."""


_TEXT: Final = Form("text")


@router.get("/summary", response_model=GameSummary)
def read_summary(request: Request, viewer: ViewerHere, caller: Reader) -> Response:
    """The number of centres that each power owned, from the beginning on."""
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
    state: StateHere,
    language: Spoken,
    orders: bool = True,
    scheme: SchemeAsked = "light",
) -> Response:
    """A picture of a phase that was judged, with its orders and what came of them."""
    look = map_look(caller.look, scheme)
    picture = _picture(viewer, state, phase, orders, language, look)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


@router.get("/turns/{phase}/map.png", response_class=Response, responses=PNG)
def paint_turn(
    request: Request,
    phase: PhaseName,
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
    picture = _picture(viewer, state, phase, orders, language, look)
    return tagged(request, painted(picture), "image/png", language=language)


def _picture(
    viewer: Viewer, state: WebState, phase: str, orders: bool, language: Language, look: MapLook
) -> str:
    past = viewer.g.history[seen_turn(viewer, phase)]
    told, hidden = viewer.told_of(past), viewer.hidden_of(past.before)
    variant, nothing = viewer.g.game.variant, FrozenMap[str, tuple[Order, ...]]()
    shown = told if orders else None
    return drawn(state, variant, told.before, shown, nothing, language, look, hidden)


_MEDIA_TYPES = (*(form.media_type for form in FORMS.values() if form.is_text), "application/pdf")
_REPORT: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {one: {} for one in _MEDIA_TYPES}}
}


@router.get("/turns", response_model=TurnList)
def list_turns(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    notation: NotationAsked = None,
) -> Response:
    """All phases that were judged, each as at its own address: the whole game, to take away."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    if not viewer.may_look:
        raise _no_phase()
    written = writing(viewer.g.game.variant, notation)
    turns = [turn_view(viewer, number, written) for number in range(len(viewer.g.history))]
    return tagged(request, json_bytes({"title": viewer.g.settings.title, "items": turns}))


@router.get("/turns/{phase}/report", response_class=Response, responses=_REPORT)
def report_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    form: Form = _TEXT,
    explained: bool = False,
    notation: NotationAsked = None,
) -> Response:
    """A phase that was judged as a text to publish; where no notation is named, in the one that
    whoever asks chose for his pages."""
    if explained or form is Form.PDF:
        _take(state, caller, form)
    number = _whole(viewer, phase) if explained else seen_turn(viewer, phase)
    _check_told(viewer)
    name = str(viewer.g.history[number].phase)
    asked = _Report(viewer, caller, state, language, notation or caller.look.notation)
    return _report(request, asked, [number], form, explained, name)


@router.get("/report", response_class=Response, responses=_REPORT)
def report_game(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    form: Form = _TEXT,
    notation: NotationAsked = None,
) -> Response:
    """All phases that were judged, as one text to publish."""
    _take(state, caller, form)
    if not viewer.may_look or not viewer.g.history:
        raise _no_phase()
    _check_told(viewer)
    asked = _Report(viewer, caller, state, language, notation or caller.look.notation)
    numbers = [*range(len(viewer.g.history))]
    return _report(request, asked, numbers, form, False, "game")


def _take(state: WebState, caller: Caller, form: Form) -> None:
    """See that somebody does not ask for too much at once."""
    if form is Form.PDF:
        state.buckets.take("papers", caller.key, state.limits.papers)
    else:
        state.buckets.take("explanations", caller.key, state.limits.explanations)


@dataclass(frozen=True)
class _Report:
    """A request for a report."""

    viewer: Viewer
    caller: Caller
    state: WebState
    language: Language
    notation: Notation | None


def _report(
    request: Request,
    asked: _Report,
    numbers: Sequence[int],
    form: Form,
    explained: bool,
    name: str,
) -> Response:
    """Some phases in a form."""
    g, language = asked.viewer.g, asked.language
    with asked.state.map_queue.working_on(g.settings.variant):
        turns = combine_turns([_facts(asked, number, explained) for number in numbers])
        if form is Form.PDF:
            look, nothing = map_look(asked.caller.look), FrozenMap[str, tuple[Order, ...]]()
            pictures = [
                drawn(
                    *(asked.state, g.game.variant, told.before, told, nothing, language, look),
                    asked.viewer.hidden_of(told.before),
                )
                for told in (asked.viewer.told_of(g.history[number]) for number in numbers)
            ]
            pages = [replace(one, picture=two) for one, two in zip(turns, pictures, strict=True)]
            headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
            return tagged(request, on_paper(pages), "application/pdf", headers, language)
    made = FORMS[form.value]
    headers = None
    if made.media_type != "text/plain":  # something to take away, not a page of this site
        headers = {"Content-Disposition": f'attachment; filename="{name}{made.suffix}"'}
    content = made(*turns).encode()
    return tagged(request, content, f"{made.media_type}; charset=utf-8", headers, language)


def _facts(asked: _Report, number: int, explained: bool) -> TurnFacts:
    g = asked.viewer.g
    if not asked.viewer.sees_board:
        return told_in_words(
            g.game.variant,
            asked.viewer.told_of(g.history[number]),
            asked.viewer.power or "",
            asked.language.value,
            title=g.settings.title,
            notation=asked.notation,
        )
    return facts_in_words(
        g.game.variant,
        g.history[: number + 1],
        asked.language.value,
        title=g.settings.title,
        notation=asked.notation,
        explained=explained,
        for_master=asked.viewer.is_master,
    )


@router.get("/turns/{phase}/explanations", response_model=TurnExplained)
def explain_turn(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    language: Spoken,
    unit: Annotated[str, Query(max_length=80, description="As `A BUR`, or its place.")] = "",
) -> Response:
    """Why each order came out as it did, by which rule, and with which strengths."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    number = _whole(viewer, phase)
    g = viewer.g
    with state.map_queue.working_on(g.settings.variant):
        found = explanations(g.game.variant, g.history[number], g.history[:number])
    items = [
        explained(one, language, caller.look.notation)
        for one in found
        if (not unit or one.concerns(unit)) and _may_know(viewer, one)
    ]
    content = json_bytes({"phase": str(g.history[number].phase), "items": items})
    return tagged(request, content, language=language)


def _may_know(viewer: Viewer, explanation: Explanation) -> bool:
    """True if the viewer may know of the order that is explained: some are between two powers."""
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
    _check_whole(viewer)
    return number


def _check_whole(viewer: Viewer) -> None:
    if not viewer.sees_board:
        what = "in a blind game nobody may read why a turn went as it did until it is over"
        raise refused("not-to-be-seen", what)


def _check_told(viewer: Viewer) -> None:
    if not viewer.sees_turns:
        what = "in a blind game nobody but its players is told of turns until it is over"
        raise refused("not-to-be-seen", what)


def _no_phase() -> Problem:
    return refused("no-phase", "no such phase of this game was judged, or it is not to be seen")


# Boards


class Guesses(Body):
    """Orders that powers might give; for one's own, what is on file where nothing is given."""

    orders: Annotated[dict[Text, Text], Field(max_length=MOST_ITEMS)] = Field(
        default_factory=dict[str, str]
    )


class TriedBoard(JudgedBoard):
    """The outcome that the phase at hand would have."""

    why: list[ExplanationShape]
    told: dict[str, list[DiagnosticShape]]
    """By power, what the judge makes of the orders that were given."""


@router.get("/turns/{phase}/board", response_model=JudgedBoard)
def read_turn_board(
    request: Request,
    phase: PhaseName,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    sight: MapSightAsked,
    language: Language = ENGLISH,
) -> Response:
    """A phase that was judged, as the board of a page wants it: what stood there before, the
    orders, and what became of each; of a blind game that goes on what one was told."""
    past = viewer.g.history[seen_turn(viewer, phase)]
    asked = _asked(viewer, state, language, caller, sight)
    with state.map_queue.working_on(viewer.g.settings.variant):
        found = judged_board(asked, viewer.told_of(past), viewer.hidden_of(past.before))
        return tagged(request, json_bytes(found))


@router.post("/what-if/board", response_model=TriedBoard)
def try_on_board(
    body: Guesses,
    viewer: ViewerHere,
    caller: Reader,
    state: StateHere,
    sight: MapSightAsked,
    language: Language = ENGLISH,
) -> JSONResponse:
    """The outcome that the phase at hand would have, as the board of a page wants it, and why: with
    one's own orders as they are on file, or others, and what one guesses that the others do."""
    state.buckets.take("explanations", caller.key, state.limits.explanations)
    g = viewer.g
    with state.map_queue.working_on(g.settings.variant):
        resolution, told = imagined(viewer, body.orders)
        found = judged_board(_asked(viewer, state, language, caller, sight), resolution)
        why = explanations(g.game.variant, resolution, g.history)
    tried: TriedBoard = {
        **found,
        "why": [explained(one, language, caller.look.notation) for one in why],
        "told": {power: told_data(said) for power, said in told.items() if said},
    }
    return JSONResponse(tried)


def _asked(
    viewer: Viewer, state: WebState, language: Language, caller: Caller, sight: MapSight
) -> MapAsked:
    name, variant = viewer.g.settings.variant, viewer.g.game.variant
    look = caller.look
    return MapAsked(state, name, variant, language, look.apart, look.letters, look.notation, sight)
