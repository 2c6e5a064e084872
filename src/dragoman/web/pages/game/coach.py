"""The first game: one person against bots of the judge, with a coach who says what happened to his
units and why, and turns that can be taken back. The coach changes nothing that somebody ordered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dragoman.extras import extra
from dragoman.game import Resolution
from dragoman.game.variant import PLAY
from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import with_orders
from dragoman.judge.log.state import JudgedGame
from dragoman.judge.solo import begin_solo, go_on, is_solo
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports.coaching.advice import Advice
from dragoman.reports.coaching.after_turn import advice_after
from dragoman.reports.coaching.before_turn import advice_before
from dragoman.rules import PhaseKind
from dragoman.web.callers import COMMAND_SCOPES, ViewerHere, check_scope
from dragoman.web.pages.html.forms import FormHere
from dragoman.web.pages.html.rendering import Visit, VisitHere, page
from dragoman.web.pages.html.wording import in_words
from dragoman.web.pages.people.guests import arrive
from dragoman.web.problems import Problem, page_router, refused
from dragoman.web.variants import variant_called
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi import Request
    from fastapi.responses import RedirectResponse, Response

router = page_router()

TITLE: Final = "First game"
"""The title of such a game, in the language of whoever plays it."""
VARIANT: Final = "standard"
POWER: Final = "FRANCE"
"""The power that is proposed: the one that most lessons of the tutorial are about."""
BOT: Final = "loeb"
"""Of the bots that play by a plan the gentlest (docs/how-to/programmers/bots.md)."""
_COOKIE: Final = "coach"
_MOST_COACHED: Final = 20
_A_YEAR: Final = 365 * 24 * 3600


# The first game


@router.get("/first-game")
def show_first_game(visit: VisitHere) -> Response:
    """The page from which a first game is begun, with the powers to choose from."""
    variant = variant_called(visit.state, VARIANT)
    powers = [(one, variant.power_name(one, visit.language)) for one in variant.players]
    return page(visit, "first_game.html", powers=powers, proposed=POWER)


@router.post("/first-game")
def begin_first_game(visit: VisitHere, form: FormHere) -> Response:
    """Begin a first game, and go there; whoever has no account plays as a guest."""
    judge, power = visit.state.judge, form.text("power") or POWER
    with judge.database.together():
        arrival = arrive(visit)
        title = in_words(TITLE, visit.language)
        game = begin_solo(
            judge.games, arrival.actor, visit.now, title, power, BOT, VARIANT, with_press=False
        )
    go_on(judge.games, game, visit.now)
    leads = RedirectResponse(f"/games/{game}", 303)
    _keep(visit, leads, {*_coached(visit.request), game})
    return arrival.keep(visit, leads)


# The coach


@dataclass(frozen=True, slots=True)
class Coaching:
    """Advice on the page of a game: on the turn that was judged last, by its phase, and on the
    orders for the one at hand. The coach is silent where he is not wanted. ``back`` is the phase
    that can be taken back."""

    is_wanted: bool
    back: str
    judged: str = ""
    after: tuple[tuple[str, tuple[str, ...]], ...] = ()
    before: tuple[tuple[str, tuple[str, ...]], ...] = ()


def coaching_of(visit: Visit, viewer: Viewer, game: int) -> Coaching | None:
    """The coach of a game; None where somebody else plays in it, for whom turns stay as they
    are."""
    if not is_practice(viewer) or viewer.power is None:
        return None
    g, power = viewer.g, viewer.power
    back = _last_played(g, power)
    if game not in _coached(visit.request):
        return Coaching(False, back)
    last, orders = _last_turn(g), with_orders(g).orders(power)
    before = advice_before(g.game.variant, g.game.rule_set, g.game.position, power, orders)
    after = advice_after(g.game.variant, last, power) if last else ()
    is_ready = bool(g.ready.get(power))
    return Coaching(
        True,
        back,
        str(last[0].phase) if last else "",
        _told(visit, g, after),
        () if is_ready else _told(visit, g, before),
    )


def is_practice(viewer: Viewer) -> bool:
    """True if whoever looks at a game is its master and plays it alone against bots, for nothing
    but practice."""
    g, user = viewer.g, viewer.actor.user
    is_plain = PLAY.of(g.game.variant).is_plain and not g.is_blind
    is_own = user in g.players and user in g.masters and not g.applicants
    return is_solo(g) and is_own and is_plain and not g.settings.rated


@router.post("/games/{game}/take-back")
def take_turn_back(
    visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere
) -> Response:
    """Go back to before the last turn that somebody played in a game of his own, with the orders
    of all as they were."""
    _check_practice(viewer)
    check_scope(visit.caller, COMMAND_SCOPES[c.RollBack.__name__])
    back, actor = form.text("phase"), viewer.actor

    def check(g: JudgedGame) -> None:
        now = Viewer(g, actor)
        if not is_practice(now) or now.power is None or _last_played(g, now.power) != back:
            what = "this turn was taken back already, or another was judged since"
            raise ActionRefused("changed-meanwhile", what, "open the page again")

    answer = visit.state.judge.act(game, c.RollBack(back), actor, visit.now, check)
    if answer.refused:
        raise Problem(answer.told)
    return RedirectResponse(f"/games/{game}#orders", 303)


@router.post("/games/{game}/coach")
def switch_coach(
    visit: VisitHere, game: GameNumber, viewer: ViewerHere, form: FormHere
) -> Response:
    """Have a coach in a game of practice, or none. The browser keeps which."""
    _check_practice(viewer)
    coached = _coached(visit.request) - {game}
    if form.text("wanted") == "yes":
        coached |= {game}
    leads = RedirectResponse(f"/games/{game}#coach", 303)
    _keep(visit, leads, coached)
    return leads


def _check_practice(viewer: Viewer) -> None:
    if not is_practice(viewer):
        what = "this is for whoever plays alone against bots, in a game of his own"
        raise refused("not-allowed", what)


def _last_turn(g: JudgedGame) -> tuple[Resolution, ...]:
    """The last movement that was judged, and what followed it."""
    moves = [at for at, one in enumerate(g.history) if one.phase.kind is PhaseKind.MOVEMENT]
    return g.history[moves[-1] :] if moves else ()


def _last_played(g: JudgedGame, power: str) -> str:
    """The last phase in which a power had something to order; empty where there was none."""
    for one in reversed(g.history):
        if one.orders.get(power) or any(outcome.unit.power == power for outcome in one.outcomes):
            return str(one.phase)
    return ""


def _told(
    visit: Visit, g: JudgedGame, advice: Iterable[Advice]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((one.text(g.game.variant, visit.language), one.terms) for one in advice)


def _coached(request: Request) -> frozenset[int]:
    """The games in which this browser wants a coach."""
    kept = request.cookies.get(_COOKIE, "").split(".")
    return frozenset(int(one) for one in kept if one.isascii() and one.isdigit() and len(one) < 10)


def _keep(visit: Visit, answer: Response, games: Iterable[int]) -> None:
    text = ".".join(map(str, sorted(games)[-_MOST_COACHED:]))
    secure = visit.state.is_https
    answer.set_cookie(_COOKIE, text, max_age=_A_YEAR, httponly=True, samesite="lax", secure=secure)
