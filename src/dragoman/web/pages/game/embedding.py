"""Games shown on other sites: a light page that may stand in a frame there, and oEmbed, by which
those sites find it (https://oembed.com)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, Final
from urllib.parse import parse_qs, urlsplit

from dragoman.extras import extra
from dragoman.judge.accounts.preferences import AS_EVERYBODY
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.state import Stage
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap
from dragoman.web.events import mark_at
from dragoman.web.game_keys import KEY
from dragoman.web.languages import reader_of
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import POLICY, Visit, VisitHere, page
from dragoman.web.pictures import SchemeAsked, drawn, map_drawn_on, map_look
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import FRAMED, json_bytes, tagged
from dragoman.web.web_state import LARGEST_ID, GameNumber

with extra("judge"):
    from fastapi import Query, Request
    from fastapi.responses import Response
    from markupsafe import Markup


router = page_router()

NARROWEST: Final = 200
_SIZE: Final = (640, 560)
"""The usual size of a frame; ``_HEAD`` of its height is text."""
_HEAD: Final = 80
_FOR_OTHERS: Final = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", FRAMED),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_GAME: Final = re.compile(r"/games/(\d{1,10})(?:/.*)?")


@router.get("/games/{game}/embed")
def show_embedded(visit: VisitHere, game: GameNumber) -> Response:
    """A game as it stands, for a frame on another site. Whoever is signed in sees what everybody
    may see, for the site around it may be anybody's."""
    viewer = _seen_by_all(visit, game)
    g = viewer.g
    shown: dict[str, Any] = {
        "g": g,
        "words": GameWords(viewer, visit.language),
        "phase": str(g.phase),
        "deadline": g.deadline.isoformat() if g.deadline and g.stage is Stage.RUNNING else "",
        "ending": {"how": g.ending[0], "powers": g.ending[1]} if g.ending else None,
        "last": str(g.history[-1].phase) if g.history and viewer.sees_board else "",
        "sees_board": viewer.sees_board,
        "centers": _centers(viewer),
        "key": "" if g.settings.listed else visit.state.judge.game_keys.key(game),
        "mark": "" if g.stage is Stage.OVER else mark_at(visit.state, game, viewer, g.number),
    }
    return page(visit, "embed.html", headers=_FOR_OTHERS, game=game, **shown)


@router.get("/games/{game}/embed/map.svg")
def draw_embedded(
    request: Request, visit: VisitHere, game: GameNumber, scheme: SchemeAsked = "light"
) -> Response:
    """The last turn with what came of its orders; before there is one, the position."""
    viewer = _seen_by_all(visit, game)
    g = viewer.g
    if not viewer.sees_board:
        raise refused("not-to-be-seen", "this game is not to be seen until it is over")
    last = g.history[-1] if g.history else None
    position = last.before if last is not None else g.game.position
    language, look = reader_of(request), map_look(AS_EVERYBODY, scheme)
    picture = drawn(visit.state, g.game.variant, position, last, FrozenMap(), language, look)
    return tagged(request, picture.encode(), "image/svg+xml", language=language)


def _seen_by_all(visit: Visit, game: int) -> Viewer:
    """A game as everybody may see it.

    Raises:
        Problem: if not everybody may.
        ActionRefused: if there is no such game.
    """
    viewer = Viewer(visit.game(game), Actor())
    if not viewer.may_look:
        raise refused("not-to-be-seen", "only its players see this game until it is over")
    return viewer


def _centers(viewer: Viewer) -> list[tuple[str, int]]:
    """The powers with their centres, those with most first; nothing of a game that is blind."""
    if not viewer.sees_board:
        return []
    return Counter(viewer.g.game.position.owners.values()).most_common()


# oEmbed


@router.get("/oembed")
def tell_embedding(
    request: Request,
    visit: VisitHere,
    url: Annotated[str, Query(max_length=500)],
    maxwidth: Annotated[int, Query(ge=1, le=LARGEST_ID)] = _SIZE[0],
    maxheight: Annotated[int, Query(ge=1, le=LARGEST_ID)] = LARGEST_ID,
    format: Annotated[str, Query(max_length=10)] = "json",
) -> Response:
    """The frame of a game for whoever has its address, as oEmbed says it: ``rich``, as JSON."""
    if format != "json":
        return Response("only JSON is told here", 501, media_type="text/plain")
    found = _GAME.fullmatch(urlsplit(url).path) if _is_here(visit, url) else None
    if found is None or int(found[1]) > LARGEST_ID:
        raise refused("no-page", "this is no address of a game here")
    game = int(found[1])
    visit = _with_key(visit, game, url)
    try:
        viewer = _seen_by_all(visit, game)
    except ActionRefused:
        raise refused("no-page", "there is no such game here") from None
    title = viewer.g.settings.title
    width, height = _frame(visit, viewer, maxwidth, maxheight)
    frame = Markup(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>'
    ).format(visit.game_address(game, "/embed"), width, height, title)
    data: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": visit.state.judge.site.title,
        "provider_url": visit.address("/"),
        "cache_age": 3600,
        "html": str(frame),
        "width": width,
        "height": height,
    }
    headers = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
    return tagged(request, json_bytes(data), headers=headers)


def _with_key(visit: Visit, game: int, url: str) -> Visit:
    """The visit of whoever has the key of a game in an address."""
    key = parse_qs(urlsplit(url).query).get(KEY, [""])[0]
    if not visit.state.judge.game_keys.fits(game, key):
        return visit
    actor = replace(visit.caller.actor, shown=frozenset((game,)))
    return replace(visit, caller=replace(visit.caller, actor=actor))


def _is_here(visit: Visit, url: str) -> bool:
    here = urlsplit(visit.address("/"))
    try:
        there = urlsplit(url)
    except ValueError:
        return False
    return (here.scheme, here.netloc) == (there.scheme, there.netloc)


def _frame(visit: Visit, viewer: Viewer, most_wide: int, most_high: int) -> tuple[int, int]:
    """The size of a frame in which the whole map is seen: as wide as usual, and no larger than
    whoever asks has room for."""
    geometry = map_drawn_on(visit.state, viewer.g.game.variant).geometry
    shape = geometry.height / geometry.width
    width = min(_SIZE[0], most_wide)
    if round(width * shape) + _HEAD > most_high:
        width = max(NARROWEST, int((most_high - _HEAD) / shape))
    width = min(width, most_wide)
    return width, min(most_high, round(width * shape) + _HEAD)
