"""The boards of the tutorial's lessons, for the board of a page: private boards that are nobody's.
Whoever asks may order on one, and is told what the judge makes of it. The judge keeps nothing of
that; the browser does, in a cookie that it sends to the lesson's board and nowhere else."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import quote, unquote

from dragoman.extras import extra
from dragoman.formats import load_variant
from dragoman.judge.sandbox import events as ev
from dragoman.judge.sandbox.board import ROOT, Sandbox, rebuild
from dragoman.judge.sandbox.board_view import sides_view, told_data
from dragoman.judge.sandbox.commands import Order, decide
from dragoman.judge.sandbox.forking import fork_start
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap
from dragoman.web.bodies import Body, command_of, model_of
from dragoman.web.callers import Caller, may
from dragoman.web.door import DoorHere
from dragoman.web.drawn_boards import layers_of, plain_board
from dragoman.web.etags import json_bytes, tag_of, tagged
from dragoman.web.grounds import MapAsked
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.lessons import VARIANT, lesson_numbered
from dragoman.web.problems import refused
from dragoman.web.sandbox_reading import NodeBoard
from dragoman.web.sandboxes import SandboxAnswer
from dragoman.web.scopes import Scope

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Request
    from fastapi.responses import JSONResponse, Response

router = APIRouter(tags=["lessons"], prefix="/sandboxes/lesson-{lesson}")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
LessonNumber = Annotated[int, Path(ge=1, le=99, description="A lesson of the tutorial.")]
LONGEST_SHEET: Final = 500
"""Letters; a cookie holds some more, when each is written as it has to be."""
_COOKIE: Final = "lesson"
if TYPE_CHECKING:
    Ordered = Body
else:
    Ordered = model_of(Order, name="SandboxOrder")


@router.get(f"/nodes/{ROOT}/board", response_model=NodeBoard)
def read_lesson_board(
    request: Request,
    lesson: LessonNumber,
    caller: Reader,
    door: DoorHere,
    language: Language = ENGLISH,
) -> Response:
    """The position of a lesson as the board of a page wants it: what its power can order, and what
    it is ordered by whoever asks."""
    power = lesson_numbered(lesson).power
    text = unquote(request.cookies.get(_COOKIE, ""))[:LONGEST_SHEET]
    s = _ordered(lesson, text)
    asked = MapAsked(door, VARIANT, s.variant, language)
    given = FrozenMap({power: s.game(ROOT).orders(power)})
    found: NodeBoard = {
        **plain_board(asked, s.position(ROOT), layers_of(asked, s.position(ROOT), given)),
        "stage": "running",
        "power": "",
        "node": ROOT,
        "way": [ROOT],
        "past": [],
        "past_turns": [],
        "sides": {power: sides_view(s, ROOT, _tag(text))[power]},
    }
    return tagged(request, json_bytes(found))


@router.post("/commands/order", response_model=SandboxAnswer)
def order_in_lesson(
    request: Request, body: Ordered, lesson: LessonNumber, caller: Reader, door: DoorHere
) -> JSONResponse:
    """What the judge makes of the orders of a lesson's power. Only the browser keeps them."""
    command = command_of(Order, body)
    power = lesson_numbered(lesson).power
    if command.power != power:
        raise refused("not-your-power", f"in this lesson {power} is ordered")
    if len(command.text) > LONGEST_SHEET:
        what = f"orders have at most {LONGEST_SHEET} letters here"
        raise ActionRefused("sheet-too-long", what)
    decided = decide(_board(lesson), command)
    data = {"changed": bool(decided.events), "at": ROOT, "told": told_data(decided.told)}
    answer = JSONResponse(data, headers={"ETag": _tag(command.text)})
    path = request.url.path.partition("/commands/")[0]
    answer.set_cookie(
        _COOKIE, quote(command.text), path=path, httponly=True, samesite="strict",
        secure=door.is_https,
    )  # fmt: skip
    return answer


def _tag(text: str) -> str:
    return tag_of(text.encode())


def _ordered(lesson: int, text: str) -> Sandbox:
    """A lesson's board with orders of its power."""
    if not text.strip():
        return _board(lesson)
    ordered = ev.Ordered(ROOT, lesson_numbered(lesson).power, text)
    return rebuild((*_begun(lesson), ordered), find=load_variant)


@cache
def _board(lesson: int) -> Sandbox:
    return rebuild(_begun(lesson), find=load_variant)


@cache
def _begun(lesson: int) -> tuple[ev.Event, ...]:
    one = lesson_numbered(lesson)
    return fork_start(VARIANT, position=one.position.text(), title=one.title)
