"""The end of a game: its result in a sentence, what each made of it, and a rematch."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict

from dragoman.extras import extra
from dragoman.judge.log.result import points
from dragoman.judge.log.state import JudgedGame, Stage
from dragoman.judge.rematch import ask_for_rematch, rematch_of, who_may_ask
from dragoman.judge.results.statistics import rating_change
from dragoman.judge.views.viewer import Viewer
from dragoman.web.pages.html.rendering import OwnVisit, Visit
from dragoman.web.problems import page_router
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi.responses import RedirectResponse, Response

router = page_router("/games/{game}")


class PowerAtEnd(TypedDict):
    """A power in the end: its centres, and its share of the game in hundredths, if it has one."""

    power: str
    user: int | None
    bot: str
    centers: int
    share: int | None


class RatingAtEnd(TypedDict):
    after: float
    change: float | None
    """None for the first rated game."""


class GameAtEnd(TypedDict):
    """``how`` it ended, in which year and after how many; ``sharers`` won or shared it.
    ``rematch`` is the game in which the same people meet again, where somebody asked for it, and
    ``may_ask`` says if the reader may do so."""

    how: str
    is_declared: bool
    year: int
    years: int
    sharers: tuple[str, ...]
    rows: list[PowerAtEnd]
    rating: RatingAtEnd | None
    rematch: int | None
    may_ask: bool
    people: int


def game_at_end(visit: Visit, game: int, viewer: Viewer) -> GameAtEnd | None:
    """A game that is over, as its page begins; None while it goes on."""
    g = viewer.g
    if g.stage is not Stage.OVER or g.ending is None:
        return None
    how, sharers = g.ending
    last = g.history[-1].phase if g.history else g.phase
    following = rematch_of(visit.state.judge.database, game)
    return {
        "how": how,
        "is_declared": any(one.what.split()[0] == "declare" for one in g.acts),
        "year": abs(last.year),
        "years": last.year - g.game.start.phase.year + 1,
        "sharers": sharers,
        "rows": _rows(g),
        "rating": _rating(visit, game, viewer),
        "rematch": following,
        "may_ask": visit.user in who_may_ask(g),
        "people": len(g.players),
    }


def _rows(g: JudgedGame) -> list[PowerAtEnd]:
    """The powers, those with the largest shares and most centres first."""
    shares = _shares(g)
    rows: list[PowerAtEnd] = [
        {
            "power": power,
            "user": seat.user,
            "bot": seat.bot,
            "centers": len(g.game.position.centers_of(power)),
            "share": round(100 * shares[power]) if power in shares else None,
        }
        for power, seat in g.seats.items()
    ]
    return sorted(rows, key=lambda one: (-(one["share"] or 0), -one["centers"]))


def _shares(g: JudgedGame) -> dict[str, Fraction]:
    """The share of each power in the game: of its points where it is scored, else the same for
    all who share it; none where nobody won and nobody shares."""
    scored = points(g)
    total = sum(scored.values(), Fraction())
    if total > 0 and min(scored.values()) >= 0:
        return {power: Fraction(worth) / total for power, worth in scored.items()}
    _, sharers = g.ending or ("", ())
    return {power: Fraction(power in sharers, len(sharers)) for power in g.seats if sharers}


def _rating(visit: Visit, game: int, viewer: Viewer) -> RatingAtEnd | None:
    """The reader's own rating after the game, and how it changed."""
    if not (viewer.power and viewer.g.settings.rated and visit.user):
        return None
    found = rating_change(visit.state.judge.database, visit.user, game)
    if found is None:
        return None
    after, before = found
    return {"after": after, "change": None if before is None else after - before}


@router.post("/rematch")
def ask_rematch(visit: OwnVisit, game: GameNumber) -> Response:
    """Ask for a rematch, and go there; where somebody has asked already, go to that."""
    following = ask_for_rematch(visit.state.judge, game, visit.caller.actor, visit.now)
    return RedirectResponse(f"/games/{following}", 303)
