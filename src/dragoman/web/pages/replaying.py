"""A game played over again on a page of its own: the map, with a slider for its phases.

The page is the one that ``dragoman replay`` writes. It holds its script and its style itself, which
pages of this site do not; so it may run exactly these, named by what they hold, and is cut off from
all else: it has no origin, no cookies, and can ask nobody for anything.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from typing import Final

from dragoman.drawing import replay
from dragoman.extras import extra
from dragoman.judge.log.state import Stage
from dragoman.remembered import Remembered
from dragoman.web.door import GameNumber, ViewerHere
from dragoman.web.pages.rendering import VisitHere
from dragoman.web.pictures import map_drawn_on
from dragoman.web.problems import refused

with extra("judge"):
    from fastapi import APIRouter
    from fastapi.responses import HTMLResponse, Response

router = APIRouter(include_in_schema=False)

_HELD: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_pages: Remembered[tuple[int, int, str, str], str] = Remembered()


@router.get("/games/{game}/replay")
def show_replay(visit: VisitHere, game: GameNumber, viewer: ViewerHere) -> Response:
    """A game from its first phase to where it stands."""
    g = viewer.g
    if g.stage is Stage.FORMING or not viewer.may_look or not viewer.sees_board:
        what = "this game is not to be seen until it is over"
        raise refused("not-to-be-seen", what)
    key = (game, g.number, g.settings.title, visit.language)
    text = _pages.get(key)
    if text is None:
        visit.door.buckets.take("explanations", visit.caller.key, visit.door.limits.explanations)
        with visit.door.brought.working_on(g.settings.variant):
            drawn_on = map_drawn_on(visit.door, g.game.variant)
            text = replay(g.game, drawn_on, title=g.settings.title, language=visit.language)
        _pages.keep(key, text, len(text))
    headers = {"Content-Security-Policy": policy_of(text), "Cache-Control": "private, no-cache"}
    return HTMLResponse(text, headers=headers)


def policy_of(text: str) -> str:
    """What a page may do that holds scripts and styles of its own: run these, and nothing else."""
    held: dict[str, list[str]] = {"script": [], "style": []}
    for kind, content in _HELD.findall(text):
        digest = b64encode(sha256(content.encode()).digest()).decode()
        held[kind].append(f"'sha256-{digest}'")
    return "; ".join(
        (
            "sandbox allow-scripts",
            "default-src 'none'",
            f"script-src {' '.join(held['script'])}",
            f"style-src {' '.join(dict.fromkeys(held['style']))}",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
