"""The page with a question before what its doer cannot undo."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from dragoman.extras import extra
from dragoman.judge.log.events import Data
from dragoman.judge.log.on_board import position_of
from dragoman.judge.log.reliability import A_DEPARTURE
from dragoman.judge.views.viewer import Viewer
from dragoman.reports import Phrasebook
from dragoman.values import FrozenMap
from dragoman.web.languages import reader_of, units_told
from dragoman.web.pages.game.questions import CommandQuestion
from dragoman.web.pages.html.forms import SentForm
from dragoman.web.pages.html.game_words import GameWords
from dragoman.web.pages.html.rendering import Visit, page
from dragoman.web.pictures import drawn, map_look

with extra("judge"):
    from fastapi.responses import Response


def question_page(
    visit: Visit, game: int, viewer: Viewer, command: str, form: SentForm, asked: CommandQuestion
) -> Response:
    """The page with a question; what the form said goes along with the answer."""
    book = Phrasebook(viewer.g.game.variant, visit.language, notation=visit.caller.look.notation)
    meant = {one for one in (asked.get("user"), asked.get("follows")) if one}
    shown: dict[str, Any] = {
        "words": GameWords(viewer, visit.language),
        "units": list(map(units_told(book), asked.get("units", ()))),
        "unpaid": list(map(units_told(book), asked.get("unpaid", ()))),
        "names": (names := visit.state.judge.accounts.people.names(frozenset(meant))),
        "name": names.get(asked.get("user", 0), "?"),
        "departure": A_DEPARTURE,
        "picture": _picture(visit, viewer, asked["position"]) if "position" in asked else "",
        "fields": [(name, text) for name in form.names("") for text in form.every(name)],
    }
    return page(visit, "ask.html", game=game, g=viewer.g, command=command, asked=asked, **shown)


def _picture(visit: Visit, viewer: Viewer, data: Data) -> str:
    """A position as a picture that stands within its page."""
    game = viewer.g.game
    position = position_of(game.variant, game.rule_set, data)
    language, look = reader_of(visit.request), map_look(visit.caller.look)
    with visit.state.map_queue.working_on(viewer.g.settings.variant):
        svg = drawn(visit.state, game.variant, position, None, FrozenMap(), language, look)
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
