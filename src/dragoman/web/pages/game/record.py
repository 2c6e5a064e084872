"""A game looked back on: the orders of all its turns as a table, and its replay on a map."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import partial
from hashlib import sha256
from typing import Any, Final, TypedDict

from dragoman.drawing import replay, replay_script
from dragoman.drawing.scene.orders_shown import judged_orders
from dragoman.extras import extra
from dragoman.game import Resolution
from dragoman.judge.log.state import Stage
from dragoman.judge.views.turn_view import summary_view
from dragoman.remembered import Remembered
from dragoman.reports import Phrasebook
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.html.charts import chart_of_centers, drawn_chart
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import VisitHere, page
from dragoman.web.pictures import map_drawn_on
from dragoman.web.problems import page_router, refused
from dragoman.web.web_state import GameNumber

with extra("judge"):
    from fastapi.responses import HTMLResponse, Response


# Record

router = page_router()


@router.get("/games/{game}/record")
def show_record(viewer: ViewerHere, visit: VisitHere, game: GameNumber) -> Response:
    """All turns of a game, the last first: what each power ordered, and what failed."""
    g = viewer.g
    if g.stage is Stage.FORMING or not viewer.may_look or not viewer.sees_board:
        raise refused("not-to-be-seen", "this game is not to be seen until it is over")
    with visit.state.map_queue.working_on(g.settings.variant):
        notation = visit.caller.look.notation
        phrasebook = Phrasebook(g.game.variant, visit.language, notation=notation)
        turns = [_turn(phrasebook, past) for past in reversed(g.history)]
        summary = summary_view(viewer)
    words = GameWords(viewer, visit.language)
    shown: dict[str, Any] = {
        "title": g.settings.title,
        "powers": list(g.seats),
        "turns": turns,
        "summary": summary,
        "words": words,
        "chart": chart_of_centers(g.game.variant, summary["centers"]),
        "drawn_chart": partial(drawn_chart, g.game.variant, visit.language),
    }
    return page(visit, "record.html", game=game, **shown)


class RecordedTurn(TypedDict):
    phase: str
    orders: dict[str, list[tuple[str, bool]]]
    """By power: each order, and whether it failed."""


def _turn(phrasebook: Phrasebook, past: Resolution) -> RecordedTurn:
    orders: dict[str, list[tuple[str, bool]]] = {}
    for one in judged_orders(phrasebook, past):
        orders.setdefault(one.unit.power, []).append((one.text, one.failed))
    return {"phase": str(past.phase), "orders": orders}


# Replay. The page is the one that ``dragoman replay`` writes. It holds its script and its style
# itself, which pages of this site do not; so it may run exactly that script, named by what it
# holds, and is cut off from all else: it has no origin, no cookies, and can ask nobody.

_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_pages: Remembered[tuple[int, int, str, str], str] = Remembered()


@router.get("/games/{game}/replay")
def show_replay(viewer: ViewerHere, visit: VisitHere, game: GameNumber) -> Response:
    """A game from its first phase to where it stands."""
    g = viewer.g
    if g.stage is Stage.FORMING or not viewer.may_look or not viewer.sees_board:
        what = "this game is not to be seen until it is over"
        raise refused("not-to-be-seen", what)
    key = (game, g.number, g.settings.title, visit.language)
    text = _pages.get(key)
    if text is None:
        visit.state.buckets.take("explanations", visit.caller.key, visit.state.limits.explanations)
        with visit.state.map_queue.working_on(g.settings.variant):
            drawn_on = map_drawn_on(visit.state, g.game.variant)
            text = replay(g.game, drawn_on, title=g.settings.title, language=visit.language)
        _pages.keep(key, text, len(text))
    headers = {"Content-Security-Policy": policy_of(text), "Cache-Control": "private, no-cache"}
    return HTMLResponse(text, headers=headers)


def policy_of(text: str) -> str:
    """The content security policy of a page with a script and styles of its own: that one script
    may run, whatever else the text holds, those styles apply, and nothing else is allowed."""
    styles = dict.fromkeys(map(_digest, _STYLE.findall(text)))
    return "; ".join(
        (
            "sandbox allow-scripts",
            "default-src 'none'",
            f"script-src {_digest(replay_script())}",
            f"style-src {' '.join(styles)}",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _digest(held: str) -> str:
    return f"'sha256-{b64encode(sha256(held.encode()).digest()).decode()}'"
