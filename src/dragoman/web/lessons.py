"""The tutorial's lessons: positions with a task, judged as every turn is. Whatever leads to what a
lesson is about is right, whoever thought of it."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final
from urllib.parse import quote, unquote

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.files import kept_toml
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant
from dragoman.judge.sandbox import events as ev
from dragoman.judge.sandbox.board import ROOT, Sandbox, rebuild
from dragoman.judge.sandbox.board_view import sides_view, told_data
from dragoman.judge.sandbox.commands import Order, decide
from dragoman.judge.sandbox.forking import fork_start
from dragoman.orders import write
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports import Phrasebook, explanations
from dragoman.reports.coaching.advice import WORDS, PlainPhrasebook
from dragoman.rules import Outcome, PhaseKind, Position
from dragoman.values import FrozenMap
from dragoman.web.callers import Caller, Scope, may
from dragoman.web.drawn_boards import MapAsked, layers_of, plain_board
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.map_sight import MapSightAsked
from dragoman.web.problems import api_router, refused
from dragoman.web.requests import Body, command_of, model_of
from dragoman.web.responses import json_bytes, tag_of, tagged
from dragoman.web.sandboxes import NodeBoard, SandboxAnswer
from dragoman.web.web_state import StateHere

with extra("judge"):
    from fastapi import Depends, Path, Request
    from fastapi.responses import JSONResponse, Response


_FILE: Final = pathlib.Path(__file__).with_name("lessons.toml")
VARIANT: Final = "standard"


@dataclass(frozen=True)
class Lesson:
    """A position, what is told of it, and what is to come of the learner's orders: units of his
    that ``stand`` afterwards, provinces of which he stands in one (``stand_in``), that are
    ``empty``, centres that he ``owns``. ``orders`` are those of the others, ``given`` those that
    stand on his sheet when the lesson begins."""

    number: int
    title: str
    power: str
    position: Position
    tell: str
    task: str
    hint: str
    good: str
    orders: Mapping[str, str]
    given: str
    stand: tuple[str, ...]
    stand_in: tuple[str, ...]
    empty: tuple[str, ...]
    owns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """A result that a lesson asks for and that did not come about: an ``army`` or a ``fleet`` that
    is not there, ``nobody`` in one of some places, somebody who ``came`` to a place, a centre that
    is ``not-owned``; with the names of the places."""

    what: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class LessonAttempt:
    """The result of somebody's orders in a lesson: what is wrong with their text, and once they
    could be judged, what is missing of what is asked for, how each of his units fared, and why
    those of the others fared as they did."""

    sheet: str
    told: tuple[Diagnostic, ...]
    resolution: Resolution | None = None
    missing: tuple[Missing, ...] = ()
    did: tuple[str, ...] = ()
    others_did: tuple[str, ...] = ()

    @property
    def is_solved(self) -> bool:
        """True if the orders do what is asked."""
        return self.resolution is not None and not self.missing


@dataclass(frozen=True)
class LessonChoice:
    """The orders for one unit, or to be built in one place: orders as they are written, and in the
    words of a language."""

    name: str
    orders: tuple[tuple[str, str], ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, the first one first."""
    data: Mapping[str, Any] = kept_toml(_FILE)
    board = _variant().board
    return tuple(
        Lesson(
            number,
            one["title"],
            one["power"],
            Position.parse(one["position"], board),
            one["tell"],
            one["task"],
            one["hint"],
            one["good"],
            FrozenMap(one.get("orders", {})),
            one.get("given", ""),
            *(tuple(one.get(name, ())) for name in ("stand", "stand_in", "empty", "owns")),
        )
        for number, one in enumerate(data["lessons"], 1)
    )


def lesson_numbered(number: int) -> Lesson:
    """A lesson.

    Raises:
        Problem: if there is none of this number.
    """
    found = lessons()
    if not 1 <= number <= len(found):
        raise refused("no-page", f"there are {len(found)} lessons")
    return found[number - 1]


def choices(lesson: Lesson, language: str) -> list[LessonChoice]:
    """The orders that the learner can give: for each unit its legal orders, in the winter what can
    be built in each place."""
    game, phrasebook = _game(lesson), Phrasebook(_variant(), language)
    is_winter = lesson.position.phase.kind is PhaseKind.ADJUSTMENT
    found: dict[str, list[tuple[str, str]]] = {}
    for unit, orders in game.legal_orders(lesson.power).items():
        if unit.location:
            name = phrasebook.place(unit.location) if is_winter else str(unit)
            pairs = [(write(one), phrasebook.order(one)) for one in orders]
            found.setdefault(name, []).extend(pairs)
    return [LessonChoice(name, tuple(orders)) for name, orders in found.items()]


def attempt(lesson: Lesson, sheet: str, language: str) -> LessonAttempt:
    """Judge somebody's orders in a lesson. Where one of them cannot be read, or there is none and
    there was none to take away, nothing is judged."""
    game = _game(lesson)
    told = game.order(lesson.power, sheet)
    is_empty = not game.orders(lesson.power) and not lesson.given
    if any(one.is_error for one in told) or is_empty:
        return LessonAttempt(sheet, told)
    resolution = game.process()
    book = PlainPhrasebook(_variant(), language, WORDS)
    did: list[str] = []
    others_did: list[str] = []
    for one in explanations(_variant(), resolution):
        is_his = isinstance(one.about, Outcome) and one.about.unit.power == lesson.power
        if is_his or not one.is_plain:
            said = " ".join(map(book.sentence, one.statements))
            (did if is_his else others_did).append(said)
    missing = tuple(_missing(lesson, resolution.position, language))
    return LessonAttempt(sheet, told, resolution, missing, tuple(did), tuple(others_did))


def places(lesson: Lesson) -> frozenset[str]:
    """The locations that a lesson is about: where units stand, and where they may be to stand."""
    standing = (*lesson.position.units, *(one.unit for one in lesson.position.dislodged))
    wanted = (one.rpartition(" ")[2] for one in lesson.stand)
    more = (*wanted, *lesson.stand_in, *lesson.empty, *lesson.owns)
    return frozenset((*(one.location for one in standing), *more))


def _game(lesson: Lesson) -> Game:
    variant = _variant()
    game = Game(variant, variant.rule_set, lesson.position)
    for power, text in lesson.orders.items():
        game.order(power, text)
    return game


def _missing(lesson: Lesson, after: Position, language: str) -> Iterator[Missing]:
    def missing(what: str, *places: str) -> Missing:
        return Missing(what, tuple(_variant().place_name(one, language) for one in places))

    mine = {str(one) for one in after.units_of(lesson.power)}
    for unit in lesson.stand:
        if unit not in mine:
            kind, _, place = unit.partition(" ")
            yield missing("fleet" if kind == "F" else "army", place)
    there = {one.partition(" ")[2].partition("/")[0] for one in mine}
    if lesson.stand_in and there.isdisjoint(lesson.stand_in):
        yield missing("nobody", *lesson.stand_in)
    for place in lesson.empty:
        if place in after.by_province:
            yield missing("came", place)
    for center in lesson.owns:
        if after.owners.get(center) != lesson.power:
            yield missing("not-owned", center)


def _variant() -> Variant:
    return load_variant(VARIANT)


# Boards: private boards that are nobody's, for the board of a page. Whoever asks may order on one,
# and is told what the judge makes of it. The judge keeps nothing of that; the browser does, in a
# cookie that it sends to the lesson's board and nowhere else.

router = api_router("lessons", "/sandboxes/lesson-{lesson}")
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
    state: StateHere,
    sight: MapSightAsked,
    language: Language = ENGLISH,
) -> Response:
    """The position of a lesson as the board of a page wants it: what its power can order, and what
    it is ordered by whoever asks."""
    one = lesson_numbered(lesson)
    power, kept = one.power, request.cookies.get(_COOKIE)
    text = one.given if kept is None else unquote(kept)[:LONGEST_SHEET]
    s = _ordered(lesson, text)
    asked = MapAsked(state, VARIANT, s.variant, language, sight=sight)
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
    request: Request, body: Ordered, lesson: LessonNumber, caller: Reader, state: StateHere
) -> JSONResponse:
    """Orders of a lesson's power as the judge reads them. Only the browser keeps them."""
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
        secure=state.is_https,
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
