"""The tutorial: lessons on the real map, judged by the real rules, without an account and without a
script; the browser remembers which are done. And the rules of the game on one page."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlencode

from dragoman.drawing import Options, scene_of, signs_picture
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.extras import extra
from dragoman.orders import Order
from dragoman.reports import Phrasebook
from dragoman.values import FrozenMap
from dragoman.web.glossary import GROUPS, terms
from dragoman.web.languages import reader_of, units_told
from dragoman.web.lessons import (
    VARIANT,
    Lesson,
    LessonAttempt,
    attempt,
    choices,
    lesson_numbered,
    lessons,
    places,
)
from dragoman.web.pages.html.forms import PREFIX, SentForm, sheet_of
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pictures import SchemeAsked, drawn, map_drawn_on, map_look
from dragoman.web.problems import page_router
from dragoman.web.requests import Text
from dragoman.web.responses import tagged
from dragoman.web.variants import variant_called

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import Response

router = page_router()

LONGEST_SHEET: Final = 1000
_MARGIN: Final = 0.25
"""The share of the map that is shown around the places of a lesson."""
_DONE: Final = "lessons"
_A_YEAR: Final = 365 * 24 * 3600
EXAMPLES: Final = {
    "hold": "A Par H",
    "move": "A Par - Bur",
    "support": "A Mar S A Par - Bur",
    "support_hold": "A Mar S A Bur",
    "convoy": "F Nth C A Lon - Bel",
    "retreat": "A Bur R Mar",
    "build": "F Bre B",
    "remove": "A Pic D",
}
"""Orders as the help writes them."""
Number = Annotated[int, Path(ge=1, le=99)]
Sheet = Annotated[Text, Query(max_length=LONGEST_SHEET)]


@router.get("/help")
def show_help(visit: VisitHere) -> Response:
    """The help page: the game, orders, press, and a glossary."""
    documentation = visit.state.judge.site.documentation.rstrip("/")
    return page(visit, "help.html", examples=EXAMPLES, documentation=documentation)


@router.get("/help/glossary")
def show_glossary(visit: VisitHere) -> Response:
    """All words of the game, in a sentence each."""
    groups = {name: [one for one in terms().values() if one.group == name] for name in GROUPS}
    return page(visit, "glossary.html", groups=groups)


@router.get("/tutorial")
def show_lessons(visit: VisitHere) -> Response:
    """All lessons, with those that are done."""
    done = _done(visit)
    to_do = next((one.number for one in lessons() if one.number not in done), 0)
    return page(visit, "tutorial.html", lessons=lessons(), done=done, to_do=to_do)


@router.get("/tutorial/{number}")
def show_lesson(visit: VisitHere, number: Number, text: Sheet = "") -> Response:
    """A lesson; with orders in the address what comes of them."""
    lesson = lesson_numbered(number)
    given = visit.request.query_params
    form = SentForm({name: given.getlist(name) for name in given})
    chosen = sheet_of(form)[:LONGEST_SHEET]
    sheet = text.strip() or chosen
    is_asked = "judge" in form
    tried: LessonAttempt | None = None
    if is_asked and (sheet or lesson.given):
        visit.state.buckets.take("explanations", visit.caller.key, visit.state.limits.explanations)
        tried = attempt(lesson, sheet, visit.language)
    book = Phrasebook(
        variant_called(visit.state, VARIANT),
        visit.language,
        notation=visit.caller.look.notation,
    )
    asked = {"orders": sheet} if sheet and tried is not None and tried.resolution else {}
    picture = f"/tutorial/{number}/map.svg" + (f"?{urlencode(asked)}" if asked else "")
    done = _done(visit) | ({number} if tried is not None and tried.is_solved else frozenset[int]())
    answer = page(
        visit,
        "lesson.html",
        lesson=lesson,
        count=len(lessons()),
        done=len(done),
        choices=choices(lesson, visit.language),
        chosen={name: form.text(name) for name in form.names(PREFIX)},
        is_asked=is_asked,
        written=text,
        is_empty=is_asked and tried is None,
        tried=tried,
        told=tried.told if tried else (),
        picture=picture,
        view=_view(visit, lesson),
        words=book,
        unit_told=units_told(book),
    )
    if done != _done(visit):
        kept = ".".join(map(str, sorted(done)))
        answer.set_cookie(
            _DONE, kept, max_age=_A_YEAR, path="/tutorial", httponly=True, samesite="lax",
            secure=visit.state.is_https,
        )  # fmt: skip
    return answer


@router.get("/help/signs.svg")
def draw_signs(visit: VisitHere, scheme: SchemeAsked = "light") -> Response:
    """The signs on maps, each with its name."""
    language = reader_of(visit.request)
    variant = variant_called(visit.state, VARIANT)
    options = Options(scheme=MapScheme(scheme))
    geometry = map_drawn_on(visit.state, variant).geometry
    scene = scene_of(variant, geometry, variant.start, language=language.value, options=options)
    picture = signs_picture(scene).encode()
    return tagged(visit.request, picture, "image/svg+xml", language=language)


@router.get("/tutorial/{number}/map.svg")
def draw_lesson(
    visit: VisitHere, number: Number, orders: Sheet = "", scheme: SchemeAsked = "light"
) -> Response:
    """The position of a lesson; with orders, what came of them."""
    lesson, language = lesson_numbered(number), reader_of(visit.request)
    resolution = None
    if orders.strip():
        visit.state.buckets.take("explanations", visit.caller.key, visit.state.limits.explanations)
        resolution = attempt(lesson, orders, language.value).resolution
    variant = variant_called(visit.state, VARIANT)
    none, look = FrozenMap[str, tuple[Order, ...]](), map_look(visit.caller.look, scheme)
    picture = drawn(visit.state, variant, lesson.position, resolution, none, language, look)
    return tagged(visit.request, picture.encode(), "image/svg+xml", language=language)


def _done(visit: Visit) -> frozenset[int]:
    """The lessons that were done in this browser."""
    kept = visit.request.cookies.get(_DONE, "").split(".")
    return frozenset(one.number for one in lessons() if str(one.number) in kept)


def _view(visit: Visit, lesson: Lesson) -> str:
    """The part of the map that a lesson is about, as the end of an address of an SVG."""
    sheet = map_drawn_on(visit.state, variant_called(visit.state, VARIANT)).geometry
    spots = [sheet.stand(one) for one in sorted(places(lesson))]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    side = max(right - left, bottom - top) + sheet.width * _MARGIN
    x = min(max(0.0, (left + right - side) / 2), sheet.width - side)
    y = min(max(0.0, (top + bottom - side) / 2), sheet.height - side)
    return f"#svgView(viewBox({x:.0f},{y:.0f},{side:.0f},{side:.0f}))"
