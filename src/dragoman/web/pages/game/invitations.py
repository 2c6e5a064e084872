"""Coming to a game by its link, and what its master does to bring people there and to begin."""

from __future__ import annotations

from typing import Annotated, Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.judge.commands import command as c
from dragoman.judge.commands.seats import read_link_code
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.storage.game_lists import game_of_link
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.wording import rhythm_said
from dragoman.refusal import ActionRefused
from dragoman.web.callers import ViewerHere, address_of
from dragoman.web.game_keys import keep_key
from dragoman.web.pages.game.game import refused_page
from dragoman.web.pages.game.joining import table_shown
from dragoman.web.pages.html.forms import FormHere, SentForm
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.lists.games import variant_title
from dragoman.web.pages.people.guests import Arrival, arrive
from dragoman.web.problems import Problem, page_router, status_of
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import Path, Query
    from fastapi.responses import RedirectResponse, Response


router = page_router()

LinkCode = Annotated[str, Path(max_length=40)]
_LINKS: Final = "links"
"""What wrong codes of links are counted as, lest somebody try them all."""


# Whoever comes by link


@router.get("/j")
def find_link(code: Annotated[str, Query(max_length=40)] = "") -> Response:
    """Go to where a code leads that somebody typed."""
    return RedirectResponse(f"/j/{read_link_code(code)}", 303)


@router.get("/j/{code}")
def show_link(visit: VisitHere, code: LinkCode) -> Response:
    """A game to which somebody was brought by its link, and a chair for him."""
    code = read_link_code(code)
    game = _game_of(visit, code)
    if game is None:
        return page(visit, "no_link.html", 404, why="wrong", code=code)
    g = visit.state.judge.games.load(game)
    if not _is_open(g, code):
        return page(visit, "no_link.html", 410, why="closed", code=code)
    # Who has the link may look on, too.
    keep_key(visit.request, game, visit.state.judge.game_keys.key(game))
    if visit.user in g.players or visit.user in g.applicants:
        return RedirectResponse(f"/games/{game}", 303)
    return _link_page(visit, game, g, code)


@router.post("/j/{code}")
def sit_down(visit: VisitHere, code: LinkCode, form: FormHere) -> Response:
    """Sit down at the table: as oneself, or as a guest with a name. Where the last chair went to
    somebody else meanwhile, one is told so, and may wait for one to become free."""
    code = read_link_code(code)
    game = _game_of(visit, code)
    if game is None:
        return page(visit, "no_link.html", 404, why="wrong", code=code)
    judge = visit.state.judge
    may_wait, power = form.text("wait") == "yes", form.text("power")

    def check(g: JudgedGame) -> None:
        if not may_wait and not power:
            _check_chair(g)

    arrival = Arrival(visit.caller.actor)
    try:
        g = judge.games.load(game)
        if not _is_open(g, code):
            return page(visit, "no_link.html", 410, why="closed", code=code)
        check(g)
        if visit.caller.is_visitor and not form.text("name").strip():
            raise ActionRefused("no-name", "the others need a name to call you by", "write one")
        arrival = arrive(visit, form.text("name"), by_link=True)
        command = c.TakeSeat(power, code) if power else c.Join((), code)
        answer = judge.act(game, command, arrival.actor, visit.now, check)
        if answer.refused:
            raise Problem(answer.told)
    except ActionRefused as fault:
        found = _refused(visit, game, code, form, (fault.diagnostic,))
    except Problem as problem:
        found = _refused(visit, game, code, form, problem.diagnostics)
    else:
        found = RedirectResponse(f"/games/{game}", 303)
    return arrival.keep(visit, found)


def _game_of(visit: Visit, code: str) -> int | None:
    """The game that a link was ever made for. Wrong ones cost whoever tries them."""
    game = game_of_link(visit.state.judge.database, code)
    if game is None:
        visit.state.buckets.take(_LINKS, address_of(visit.request), visit.state.limits.sign_ins)
    return game


def _is_open(g: JudgedGame, code: str) -> bool:
    """True if a link still leads into a game, or to a seat of it."""
    return g.link == code or bool(g.seat_of_link(code))


def _check_chair(g: JudgedGame) -> None:
    """See that there is a chair for one more.

    Raises:
        ActionRefused: if the game has begun, or all are taken.
    """
    if g.stage is not Stage.FORMING:
        raise ActionRefused("wrong-stage", "the game has begun meanwhile")
    if len(g.players) + len(g.applicants) >= len(g.seats):
        what = "the last chair was taken a moment ago"
        raise ActionRefused("seat-taken", what, "wait for one to become free, or look on")


def _link_page(
    visit: Visit,
    game: int,
    g: JudgedGame,
    code: str,
    told: tuple[Diagnostic, ...] = (),
    name: str = "",
) -> Response:
    viewer = Viewer(g, visit.caller.actor)
    table = table_shown(visit, viewer)
    seat = g.seat_of_link(code)
    people = {*g.masters, *(one.user for one in table.get("chairs", ()) if one.user)}
    shown: dict[str, Any] = {
        "g": g,
        "names": visit.state.judge.accounts.people.names(frozenset(people)),
        "variant": variant_title(visit, g.settings.variant),
        "movement": rhythm_said(visit.language, g.settings.movement),
        "words": GameWords(viewer, visit.language),
        "may_look": viewer.may_look,
        "seat": seat,
        "free_powers": (seat,) if seat else _free_powers(g),
        "told": told,
        "name": name,
        "code": code,
        **table,
    }
    status = status_of(told) if told else 200
    return page(visit, "invited.html", status, game=game, **shown)


def _free_powers(g: JudgedGame) -> tuple[str, ...]:
    """Powers of a game that has begun which whoever has its link may take over."""
    return tuple(p for p in g.free if not g.is_programs(p)) if g.began else ()


def _refused(
    visit: Visit, game: int, code: str, form: SentForm, told: tuple[Diagnostic, ...]
) -> Response:
    g = visit.state.judge.games.load(game)
    return _link_page(visit, game, g, code, told, form.text("name"))


# Invitations that the judge mails


@router.post("/games/{game}/invite-by-mail")
def invite_by_mail(
    visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere
) -> Response:
    """Have the judge mail the link to an address, in the language of whoever has it mailed: that
    to the game, or to the seat of a power."""
    address, power = form.text("address"), form.text("power")
    try:
        visit.state.judge.invite_by_mail(
            game, address, visit.caller.actor, visit.language, visit.now, power
        )
    except ActionRefused as fault:
        told = (fault.diagnostic,)
        return refused_page(visit, game, viewer, form, "invite-by-mail", told, status_of(told))
    return RedirectResponse(f"/games/{game}?mailed=true#bring", 303)


# Bots on chairs that stay free


@router.post("/games/{game}/bots")
def choose_bot(visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere) -> Response:
    """Say which bot plays on chairs that stay free, if any."""
    command = c.ChangeSettings({"bot": form.text("bot")})
    answer = visit.state.judge.act(game, command, visit.caller.actor, visit.now)
    if answer.refused:
        status = status_of(answer.told)
        return refused_page(visit, game, viewer, form, "", answer.told, status)
    return RedirectResponse(f"/games/{game}#joining", 303)
