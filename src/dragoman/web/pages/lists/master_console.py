"""The master's console: all games that one leads, twenty to a page, and what is to be done in
them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_lists import GameSearch, ListedGame, find_games
from dragoman.judge.views.press_view import HeldShape, ReportShape, held_view, reports_view
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap
from dragoman.web.games import carry_out
from dragoman.web.pages.html.forms import FormHere, SentForm, body_of
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.problems import Problem, page_router, refused, status_of
from dragoman.web.requests import model_of, route_name
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Query
    from fastapi.responses import RedirectResponse, Response


router = page_router("/desk")

ON_A_PAGE: Final = 20
_LONGEST: Final = 31 * 24
"""Hours by which a deadline is put off at once."""
_OF_PRESS: Final = FrozenMap(
    {route_name(one.__name__): one for one in (c.HideMessage, c.Silence, c.LetThrough, c.TurnBack)}
)
"""Commands of masters about single messages."""


@dataclass(frozen=True, slots=True)
class LedGame:
    """A game that somebody leads. ``missing`` are the powers whose orders are not on file, as far
    as he may know; ``waiting`` counts who wants a seat that is the master's to give."""

    listed: ListedGame
    viewer: Viewer
    words: GameWords
    phase: str
    missing: tuple[str, ...]
    waiting: int
    vacant: tuple[str, ...]
    reports: tuple[ReportShape, ...]
    held: tuple[HeldShape, ...]

    @property
    def g(self) -> JudgedGame:
        return self.viewer.g

    @property
    def deadline(self) -> str:
        g = self.g
        return g.deadline.isoformat() if g.deadline and g.stage is Stage.RUNNING else ""


@router.get("")
def show_desk(
    visit: VisitHere,
    before: Annotated[int, Query(ge=0, le=LARGEST_ID)] = 0,
    done: int = 0,
    tick: bool = False,
) -> Response:
    """The games that one leads and that are not over."""
    return _desk_page(visit, before, number_done=done, tick=tick)


@router.post("")
def do_in_several(visit: VisitHere, form: FormHere) -> Response:
    """Do the same in all games that were ticked, each by its own command; what is refused in one
    is told, and the others go on."""
    _check_signed_in(visit)
    told: list[Diagnostic] = []
    count = 0
    try:
        command = _command(form)
        chosen = _chosen(form)
    except ActionRefused as fault:
        return _desk_page(visit, _before(form), (fault.diagnostic,), form)
    for number in chosen:
        try:
            answer = visit.state.judge.act(
                number,
                command(visit.game(number)),
                visit.caller.actor,
                visit.now,
            )
            told += (one.at(f"game {number}") for one in answer.told if answer.refused)
            count += not answer.refused
        except ActionRefused as fault:
            told.append(fault.diagnostic.at(f"game {number}"))
    if told:
        return _desk_page(visit, _before(form), tuple(told), form, count)
    return RedirectResponse(f"/desk?before={_before(form)}&done={count}", 303)


@router.post("/games/{game}/{command}")
def do_about_press(visit: VisitHere, game: GameNumber, command: str, form: FormHere) -> Response:
    """Hide a message, take press from a power, let a message through or turn it back."""
    kind = _OF_PRESS.get(command)
    if kind is None:
        raise refused("no-page", f"nothing here is called {command!r}")
    try:
        carry_out(kind, body_of(model_of(kind), form), game, visit.caller, visit.state)
    except ActionRefused as fault:
        return _desk_page(visit, 0, (fault.diagnostic,))
    except Problem as problem:
        return _desk_page(visit, 0, problem.diagnostics)
    return RedirectResponse(f"/desk?done=1#game-{game}", 303)


def _command(form: SentForm) -> Callable[[JudgedGame], c.Command]:
    """The command that a form asks for, in each game.

    Raises:
        ActionRefused: if it asks for nothing that there is.
    """
    why = form.text("why").strip()
    match form.text("do"):
        case "process-now":
            return lambda g: c.ProcessNow()
        case "pause":
            return lambda g: c.Pause(why)
        case "resume":
            return lambda g: c.Resume()
        case "put-off":
            more = timedelta(hours=_hours(form.text("hours")))
            return lambda g: c.SetDeadline(_deadline(g) + more, why)
        case other:
            raise ActionRefused("no-such-act", f"nothing here is called {other!r}", "choose one")


def _deadline(g: JudgedGame) -> datetime:
    if g.deadline is None:
        raise ActionRefused("no-deadline", "this game has no deadline", "begin it, or go on")
    return g.deadline


def _hours(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= _LONGEST):
        what = f"{text!r} is not a number of hours from 1 to {_LONGEST}"
        raise ActionRefused("no-number", what, "write it in digits")
    return int(text)


def _chosen(form: SentForm) -> list[int]:
    numbers = [int(one) for one in form.every("game") if one.isascii() and one.isdecimal()]
    chosen = [one for one in dict.fromkeys(numbers) if 1 <= one <= LARGEST_ID]
    if not chosen:
        raise ActionRefused("nothing-chosen", "no game is ticked", "tick those that are meant")
    return chosen[:ON_A_PAGE]


def _before(form: SentForm) -> int:
    text = form.text("before")
    return min(int(text), LARGEST_ID) if text.isascii() and text.isdecimal() else 0


def _check_signed_in(visit: Visit) -> None:
    if visit.caller.is_visitor:
        raise refused("not-signed-in", "this is for those who are signed in", "sign in")


def _desk_page(
    visit: Visit,
    before: int,
    told: tuple[Diagnostic, ...] = (),
    form: SentForm | None = None,
    number_done: int = 0,
    tick: bool = False,
) -> Response:
    _check_signed_in(visit)
    search = GameSearch(part="master", before=before, goes_on=True)
    found = find_games(visit.state.judge.database, search, visit.caller.actor, ON_A_PAGE + 1)
    led = [_led(visit, one) for one in found[:ON_A_PAGE]]
    led.sort(key=lambda one: (one.g.stage is not Stage.RUNNING, one.deadline or "9"))
    shown: dict[str, Any] = {
        "led": led,
        "form": form or SentForm({}),
        "before": before,
        "more": found[ON_A_PAGE - 1].game if len(found) > ON_A_PAGE else 0,
        "done": number_done,
        "tick": tick,
    }
    return page(visit, "desk.html", status_of(told) if told else 200, told=told, **shown)


def _led(visit: Visit, listed: ListedGame) -> LedGame:
    g = visit.state.judge.games.load(listed.game)
    viewer = Viewer(g, visit.caller.actor)
    words = GameWords(viewer, visit.language)
    is_forming = g.stage is Stage.FORMING
    due = () if is_forming else tuple(g.has_to_order())
    missing = tuple(
        words.power(one) for one in due if viewer.sees_readiness(one) and not g.has_ordered(one)
    )
    return LedGame(
        listed,
        viewer,
        words,
        "" if is_forming else words.phase(g.phase),
        missing,
        len(g.applicants),
        () if is_forming else tuple(words.power(one) for one in g.vacant),
        tuple(reports_view(viewer)),
        tuple(held_view(viewer)) if viewer.is_master else (),
    )
