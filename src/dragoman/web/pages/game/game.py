"""The page of a game: the map, one's orders, press, votes, seats, and all turns before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Final, NotRequired, TypedDict
from urllib.parse import urlencode

from dragoman.bots import WORDS_OF
from dragoman.diagnostics import Diagnostic
from dragoman.drawing.scene.picture import colours_of
from dragoman.extras import extra
from dragoman.judge.commands.command import SaveOrders, Send, SetPosition
from dragoman.judge.commands.seats import waiting
from dragoman.judge.log.conditional_orders import is_conditional
from dragoman.judge.log.settings import HouseholdRule
from dragoman.judge.log.state import MASTER, JudgedGame, Stage
from dragoman.judge.solo import is_solo
from dragoman.judge.storage.marks import read_marks
from dragoman.judge.views.game_view import game_view
from dragoman.judge.views.orders_view import Ordered, ordered, sheet_view
from dragoman.judge.views.press_view import ALL, notes_view
from dragoman.judge.views.turn_view import summary_view
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import write
from dragoman.refusal import ActionRefused
from dragoman.reports import Phrasebook, TurnFacts
from dragoman.values import FrozenMap
from dragoman.web.callers import ViewerHere
from dragoman.web.events import mark_at
from dragoman.web.games import carry_out, sheet_tag
from dragoman.web.languages import units_told, writing
from dragoman.web.pages.game.coach import coaching_of
from dragoman.web.pages.game.game_choices import leads
from dragoman.web.pages.game.game_commands import commands_shown
from dragoman.web.pages.game.joining import table_shown
from dragoman.web.pages.game.letters import letter_page
from dragoman.web.pages.game.mastering import hides_position, position_page
from dragoman.web.pages.game.opening import opens_on, without_orders
from dragoman.web.pages.game.over import game_at_end
from dragoman.web.pages.game.press import (
    NEW,
    PressPlace,
    PressPlaceHere,
    check_addressed,
    press_shown,
    thread_addressed,
)
from dragoman.web.pages.game.question_page import question_page
from dragoman.web.pages.game.questions import question_before
from dragoman.web.pages.game.results import (
    NO_RESULTS,
    ResultsPlace,
    ResultsPlaceHere,
    results_shown,
)
from dragoman.web.pages.game.unsent import (
    ANOTHER_WROTE,
    MONEY,
    NOT_SENT,
    WRITER,
    UnsentForm,
    check_writer,
    signed_out_page,
)
from dragoman.web.pages.html.charts import chart_of_centers, drawn_chart
from dragoman.web.pages.html.command_forms import RefusedForm, command_body
from dragoman.web.pages.html.forms import FormHere, SentForm, is_listed, sheet_of
from dragoman.web.pages.html.game_words import GameWords, units_put
from dragoman.web.pages.html.kind_page import PAGE
from dragoman.web.pages.html.rendering import JUDGING, Visit, VisitHere, page
from dragoman.web.pages.lists.share import shared_game
from dragoman.web.problems import Problem, page_router, refused, status_of
from dragoman.web.requests import COMMANDS, command_of, model_of, route_name
from dragoman.web.tab_judge import knows_as_much
from dragoman.web.turns_in_words import facts_in_words, told_in_words
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import RedirectResponse, Response


router = page_router("/games/{game}")

_BY_ROUTE: Final = {route_name(name): kind for name, kind in COMMANDS.items()}
_ABOUT_LETTERS: Final = ("report-message", "hide-message")
_TO_SET_POSITION: Final = route_name(SetPosition.__name__)
_TABS: Final = {
    "send": "press",
    "propose": "votes",
    "vote": "votes",
    "save-orders": "orders",
    "save-standing": "orders",
    "save-note": "notes",
    "set-ready": "ready",
    "invite": "bring",
    "uninvite": "bring",
    "make-link": "bring",
    "close-link": "bring",
    "set-beginning": "joining",
}
"""The part of the page to which one comes back after a command; after others to its head, where the
phase stands."""
NOTHING_DONE: Final[Mapping[str, bool]] = FrozenMap({"is_sent": False, "is_mailed": False})


@router.get("")
def show_game(
    viewer: ViewerHere,
    visit: VisitHere,
    game: GameNumber,
    place: PressPlaceHere,
    results: ResultsPlaceHere,
    sent: bool = False,
    mailed: bool = False,
) -> Response:
    """A game as it stands; first the results of what was judged since it was opened last."""
    done = {"is_sent": sent, "is_mailed": mailed}
    return _game_page(visit, game, viewer, place, done=done, results=results)


@router.get("/turns/{phase}")
def show_turn(
    viewer: ViewerHere,
    visit: VisitHere,
    game: GameNumber,
    phase: Annotated[str, Path(max_length=20)],
    why: bool = False,
) -> Response:
    """A phase that was judged: the map with all orders, and what came of each; on wish, why."""
    g = viewer.g
    number = next((n for n, one in enumerate(g.history) if str(one.phase) == phase.upper()), None)
    if number is None or not viewer.may_look:
        raise refused("no-phase", "no such phase of this game was judged, or it is not to be seen")
    if not viewer.sees_turns or (why and not viewer.sees_board):
        raise refused("not-to-be-seen", "in a blind game turns are told when it is over")
    if why:
        visit.state.buckets.take("explanations", visit.caller.key, visit.state.limits.explanations)
    with visit.state.map_queue.working_on(g.settings.variant):
        facts = _facts(visit, viewer, number, why)
    names = [str(one.phase) for one in g.history]
    shown: dict[str, Any] = {
        "before": names[number - 1] if number else "",
        "after": names[number + 1] if number + 1 < len(names) else "",
        "words": GameWords(viewer, visit.language),
        "turn_page": f"/games/{game}/turns/{names[number]}",
        "whole": viewer.sees_board,
        "has_past": True,
        "open_to_all": g.settings.observers or viewer.is_over,
        "shared": shared_game(visit, game, g, names[number]),
    }
    return page(
        visit, "turn.html", game=game, g=g, facts=facts, phase=names[number], why=why, **shown
    )


@router.post("/do/{command}")
def do(
    visit: VisitHere,
    game: GameNumber,
    viewer: ViewerHere,
    command: Annotated[str, Path(max_length=40)],
    form: FormHere,
) -> Response:
    """Give a command by a form, and come back to the page; where it is refused, with what was
    written and what is wrong with it."""
    kind = _BY_ROUTE.get(command)
    if kind is None:
        raise refused("no-page", f"there is no command {command!r}")
    if visit.caller.is_visitor:
        return signed_out_page(visit, UnsentForm(game, command, form))
    try:
        check_writer(visit, form)
        if kind is Send:
            check_addressed(form)
        body = command_body(kind, form, visit, viewer)
        if form.text("sure") != "yes" and (
            asked := question_before(viewer, command_of(kind, body), visit.now)
        ):
            return question_page(visit, game, viewer, command, form, asked)
        carry_out(kind, body, game, visit.caller, visit.state, form.text("tag"))
    except ActionRefused as fault:
        return refused_page(visit, game, viewer, form, command, (fault.diagnostic,), 422)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, command, told, problem.status)
    asked = {"thread": form.text("thread")}
    if kind is Send:
        asked = {"sent": "true"}
        if not _looks_on(viewer):  # else he may not be shown what he wrote
            asked["thread"] = thread_addressed(viewer, form)
    query = urlencode({name: text for name, text in asked.items() if text})
    where = f"/games/{game}" + (f"?{query}" if query else "")
    return RedirectResponse(f"{where}#{_TABS.get(command, 'game')}", 303)


@router.post("/listed-orders")
def save_listed(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Save orders that were chosen from lists, one for each unit."""
    kind = COMMANDS["SaveOrders"]
    power = form.text("power")
    if visit.caller.is_visitor:
        written = SentForm({WRITER: form.every(WRITER), "text": [sheet_of(form)]})
        return signed_out_page(visit, UnsentForm(game, "save-orders", written))
    try:
        check_writer(visit, form)
        body = model_of(kind).model_validate({"text": sheet_of(form), "power": power})
        carry_out(kind, body, game, visit.caller, visit.state, form.text("tag"))
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return refused_page(visit, game, viewer, form, "save-orders", told, status_of(told))
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, "save-orders", told, problem.status)
    return RedirectResponse(f"/games/{game}#orders", 303)


def unsent_page(visit: Visit, unsent: UnsentForm) -> Response:
    """The page of a game with what was written on it while its writer was signed out, and for him
    alone."""
    is_his = unsent.is_by(visit.user)
    told = NOT_SENT if is_his else ANOTHER_WROTE
    form = unsent.form if is_his else SentForm({})
    viewer = Viewer(visit.game(unsent.game), visit.caller.actor)
    return refused_page(visit, unsent.game, viewer, form, unsent.command, (told,), 200)


def refused_page(
    visit: Visit,
    game: int,
    viewer: Viewer,
    form: SentForm,
    command: str,
    told: Sequence[Diagnostic],
    status: int,
) -> Response:
    """The page of a game with why a command was refused, and what was written."""
    shown, place = Viewer(visit.state.judge.games.load(game), viewer.actor), form.text("thread")
    if command == _TO_SET_POSITION and leads(shown) and not hides_position(shown):
        return position_page(visit, game, shown, form, tuple(told))
    number = form.text("number")
    if command in _ABOUT_LETTERS and number.isascii() and number[:9].isdecimal():
        return letter_page(visit, game, shown, int(number[:9]), form, tuple(told), status)
    return _game_page(visit, game, shown, PressPlace(place), status, tuple(told), (command, form))


def _game_page(
    visit: Visit,
    game: int,
    viewer: Viewer,
    place: PressPlace,
    status: int = 200,
    told: tuple[Diagnostic, ...] = (),
    written: tuple[str, SentForm] = ("", SentForm({})),
    done: Mapping[str, bool] = NOTHING_DONE,
    results: ResultsPlace | None = None,
) -> Response:
    """The page; ``told`` is why a command was refused, ``written`` its name and its form; ``done``
    is what was carried out just now, and is confirmed. Results come first where it is said how its
    reader stands with them."""
    g = viewer.g
    marks = read_marks(visit.state.judge.database, visit.user, game) if visit.user else {}
    shown: dict[str, Any] = {
        **(
            results_shown(visit, game, viewer, marks, results, place.peeks)
            if results
            else NO_RESULTS
        ),
        "over": game_at_end(visit, game, viewer),
        "g": game_view(viewer),
        "words": (words := GameWords(viewer, visit.language)),
        "entry": g.settings.entry.value,
        "seating": g.settings.seating.value,
        "begins": g.settings.begins.value,
        "place": _place(viewer),
        "has_press": bool(g.settings.press),
        "talking_bots": WORDS_OF,
        "sheet": None,
        "unordered": without_orders(viewer),
        "unread": 0,
        "unsent_order": "",
        "summary": None,
        "chart": None,
        "drawn_chart": partial(drawn_chart, g.game.variant, visit.language),
        "told": told,
        "refused": written[0],
        "written": written[1],
        **done,
        "master": MASTER,
        "everybody": ALL,
        "new": NEW,
        "notes": notes_view(viewer) if viewer.power else None,
        "has_past": bool(g.history),
        "whole": viewer.sees_board,
        "alone": is_solo(g) and viewer.power is not None,
        "open_to_all": g.settings.observers or viewer.is_over,
        "shared": shared_game(visit, game, g),
        **table_shown(visit, viewer),
    }
    if g.stage is not Stage.OVER:
        shown["mark"] = mark_at(visit.state, game, viewer, g.number)
    book = Phrasebook(g.game.variant, visit.language, notation=visit.caller.look.notation)
    shown["unit_told"], shown["units_put"] = units_told(book), partial(units_put, book)
    shown["colours"] = colours_of(g.game.variant, visit.caller.look.apart)
    kind_page = PAGE.of(g.game.variant)
    shown["columns"] = kind_page.columns(shown["g"].get("position", {}))
    people = {*g.masters, *(seat.user for seat in g.seats.values() if seat.user), *g.applicants}
    people |= g.invited | set(g.offers.values())
    shown["names"] = names = visit.state.judge.accounts.people.names(frozenset(people))
    if g.settings.households is HouseholdRule.TOLD:
        players = frozenset(g.players) | frozenset(g.applicants)
        shown["households"] = visit.state.judge.accounts.households.pairs(players)
    shown |= commands_shown(visit, game, viewer, words, names, RefusedForm(*written, told))
    power = viewer.power
    if power and g.stage in (Stage.RUNNING, Stage.PAUSED):
        with visit.state.map_queue.working_on(g.settings.variant):
            told_as = writing(g.game.variant, visit.caller.look.notation)
            given = ordered(viewer, power)
            sheet = sheet_view(viewer, power, given, told_as)
        shown |= {
            "sheet": {**sheet, "conditional": is_conditional(sheet["text"])},
            "is_listed": is_listed(sheet),
            "tag": sheet_tag(g, power, str(g.phase)),
            "later": list(_later(g, power)),
            "standing": g.standing.get(power, "") if _has_standing(g) else None,
            "orders_besides": kind_page.orders_besides(given),
            **kind_page.panel(given, power, book, visit.request.query_params.get("at", "")),
        }
        if written[0] == MONEY:
            shown["unsent_order"] = _order_meant(given, power, written[1])
    if viewer.may_look and g.stage is not Stage.FORMING:
        shown |= press_shown(visit, game, viewer, place, marks)
        if viewer.sees_board:
            shown["summary"] = summary = summary_view(viewer)
            shown["chart"] = chart_of_centers(g.game.variant, summary["centers"])
    shown["opens_on"] = opens_on(viewer, shown["unread"])
    if not _looks_on(viewer):
        shown["coaching"] = coaching_of(visit, viewer, game)
        # In a notation of his own only the judge elsewhere writes.
        shown["is_judged_here"] = visit.caller.look.notation is None and knows_as_much(viewer)
        policy = JUDGING if shown["is_judged_here"] else None
        return page(visit, "game.html", status, policy, game=game, **shown)
    shown |= _last_turn(visit, game, viewer)
    shown |= {
        "is_watching": visit.user in g.observers,
        "writes": _writes(viewer),
    }
    return page(visit, "watch.html", status, game=game, **shown)


def _facts(visit: Visit, viewer: Viewer, number: int, why: bool) -> TurnFacts:
    """The facts of a turn, by its place in the history, as far as somebody may know them."""
    g, notation = viewer.g, visit.caller.look.notation
    if not viewer.sees_board:
        told, power = viewer.told_of(g.history[number]), viewer.power or ""
        return told_in_words(
            *(g.game.variant, told, power, visit.language),
            title=g.settings.title,
            notation=notation,
        )
    return facts_in_words(
        g.game.variant,
        g.history[: number + 1],
        visit.language,
        title=g.settings.title,
        notation=notation,
        explained=why,
        for_master=viewer.is_master,
    )


def _looks_on(viewer: Viewer) -> bool:
    """True if somebody has no part in a game that has begun but to look at it."""
    has_begun = viewer.g.stage is not Stage.FORMING
    return has_begun and viewer.may_look and not viewer.power and not viewer.is_master


class LastTurn(TypedDict):
    facts: TurnFacts | None
    why: NotRequired[bool]
    turn_page: NotRequired[str]


def _last_turn(visit: Visit, game: int, viewer: Viewer) -> LastTurn:
    """The last turn, for those who see all of it."""
    g = viewer.g
    if not g.history or not viewer.sees_board:
        return {"facts": None}
    with visit.state.map_queue.working_on(g.settings.variant):
        facts = facts_in_words(
            g.game.variant,
            g.history,
            visit.language,
            title=g.settings.title,
            notation=visit.caller.look.notation,
        )
    where = f"/games/{game}/turns/{g.history[-1].phase}"
    return {"facts": facts, "why": False, "turn_page": where}


def _writes(viewer: Viewer) -> tuple[str, ...]:
    """The addressees that an onlooker may write to: none before he observes the game."""
    g = viewer.g
    if viewer.actor.user not in g.observers:
        return ()
    is_open = g.settings.observers_write or g.stage is Stage.OVER
    return (ALL, MASTER) if is_open else (MASTER,)


def _place(viewer: Viewer) -> str:
    """The prospect of somebody who waits: a seat when the game begins, or a place on the waiting
    list; nothing, while a master has to let him in."""
    g, user = viewer.g, viewer.actor.user
    of_people = waiting(g, programs=False)
    if user not in of_people:
        return ""
    left = sum(seat.user is None and not g.is_programs(power) for power, seat in g.seats.items())
    return "seat" if of_people.index(user) < left else "list"


def _later(g: JudgedGame, power: str) -> Iterator[dict[str, str]]:
    """The sheets that a power has on file for phases to come."""
    past = {str(one.phase) for one in g.history}
    for (owner, phase), sheet in g.sheets.items():
        if owner == power and sheet.text and phase not in past and phase != str(g.phase):
            yield {"phase": phase, "text": sheet.text, "tag": sheet_tag(g, power, phase)}


def _has_standing(g: JudgedGame) -> bool:
    return g.game.rule_set.standing_orders != "no"


# Orders that no unit gets, by forms: each puts one order more on the sheet, or takes one off it


@router.post("/money")
def order_besides(
    visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere
) -> Response:
    """Put an order on the sheet."""
    if visit.caller.is_visitor:
        return signed_out_page(visit, UnsentForm(game, MONEY, form))
    power = _power(viewer)
    sheet = ordered(viewer, power)
    try:
        check_writer(visit, form)
        order = PAGE.of(viewer.g.game.variant).order(sheet, power, form)
        lines = [*sheet.text.splitlines(), write(order)]
        _save(visit, game, viewer, power, lines)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, MONEY, told, problem.status)
    return RedirectResponse(f"/games/{game}#money", 303)


def _order_meant(sheet: Ordered, power: str, form: SentForm) -> str:
    """The order that a form means, as players write it; empty where it means none that can be
    given."""
    try:
        return write(PAGE.of(sheet.game.variant).order(sheet, power, form))
    except Problem:
        return ""


@router.post("/money/take-back")
def take_back(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Take an order off the sheet."""
    if visit.caller.is_visitor:
        return signed_out_page(visit, UnsentForm(game, "", SentForm({})))
    power = _power(viewer)
    sheet = ordered(viewer, power)
    lines, gone = sheet.text.splitlines(), form.text("line")
    found = PAGE.of(viewer.g.game.variant).orders_besides(sheet)
    try:
        if not any(one["line"] == gone for one in found):
            what = "these orders were changed meanwhile, here or elsewhere"
            raise refused("changed-meanwhile", what, "look at what is on file now")
        lines.remove(gone)
        _save(visit, game, viewer, power, lines)
    except Problem as problem:
        told = problem.diagnostics
        return refused_page(visit, game, viewer, form, "save-orders", told, problem.status)
    return RedirectResponse(f"/games/{game}#money", 303)


def _power(viewer: Viewer) -> str:
    if viewer.power is None:
        raise refused("not-allowed", "only who plays a power orders for it")
    return viewer.power


def _save(visit: Visit, game: int, viewer: Viewer, power: str, lines: Sequence[str]) -> None:
    # What somebody saved since it was read is not overwritten.
    tag = sheet_tag(viewer.g, power, str(viewer.g.phase))
    body = model_of(SaveOrders).model_validate({"text": "\n".join(lines)})
    carry_out(SaveOrders, body, game, visit.caller, visit.state, tag)
