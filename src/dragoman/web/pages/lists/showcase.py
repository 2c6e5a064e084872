"""The game that the front page shows: seven people played it on the web; the judge has its orders
and nothing else of it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated, Final

from dragoman.drawing.scene.readable import width_at
from dragoman.extras import extra
from dragoman.game import Game, Resolution
from dragoman.game.record import read_record
from dragoman.rules import PhaseKind
from dragoman.views import View
from dragoman.web.drawn_boards import LayersShape, MapAsked, addresses, judged_board, turns_in_words
from dragoman.web.languages import reader_of
from dragoman.web.map_sight import MapSight
from dragoman.web.pages.html.rendering import Visit, VisitHere
from dragoman.web.pictures import map_drawn_on
from dragoman.web.problems import page_router, refused
from dragoman.web.responses import json_bytes, packed

with extra("judge"):
    from fastapi import Path
    from fastapi.responses import Response

router = page_router()

FIRST: Final = 7
"""The turn of it that a visitor sees first: armies have met by then."""
_A_DAY: Final = "public, max-age=86400"


class Caption(View):
    """A turn of the game in words: which it is, and the largest powers then."""

    turn: str
    leads: str


class ShownTurn(Caption):
    """A turn, and what stands on the map."""

    layers: LayersShape


@cache
def shown_game() -> Game:
    """The game, from its first phase to the last."""
    text = files("dragoman.web.pages").joinpath("showcase.json").read_text("utf-8")
    game, faults = read_record(text)
    assert game is not None, faults
    return game


@cache
def movements() -> tuple[Resolution, ...]:
    """Its movements, which are what is shown."""
    return tuple(one for one in shown_game().history if one.phase.kind is PhaseKind.MOVEMENT)


def ground_of(visit: Visit) -> str:
    """The address of the map that all of it stands on."""
    return addresses(_asked(visit))["ground"]


def width_of(visit: Visit) -> int:
    """The width in pixels of the whole map as it is laid out."""
    geometry = map_drawn_on(visit.state, shown_game().variant).geometry
    return width_at(geometry, 0)


def _asked(visit: Visit) -> MapAsked:
    variant, look = shown_game().variant, visit.caller.look
    state, language = visit.state, reader_of(visit.request)
    looks = look.apart, look.letters
    return MapAsked(state, variant.name, variant, language, *looks, sight=MapSight(0))


def caption_of(visit: Visit, number: int) -> Caption:
    """The words of a turn, counted from 0, in the visitor's language."""
    asked, before = _asked(visit), movements()[number].before
    owners = [*before.owners.values()]
    most = sorted(asked.variant.board.powers, key=lambda power: -owners.count(power))
    said = [
        f"{asked.variant.power_name(one, asked.language.value)} {owners.count(one)}"
        for one in most[:3]
    ]
    [turn] = turns_in_words(asked, (before.phase,))
    return {"turn": turn.partition(",")[0], "leads": " · ".join(said)}


def shown_turn(visit: Visit, number: int) -> ShownTurn:
    """A turn, counted from 0."""
    board = judged_board(_asked(visit), movements()[number])
    return {**caption_of(visit, number), "layers": board["layers"]}


@router.get("/showcase/{number}")
def read_shown_turn(visit: VisitHere, number: Annotated[int, Path(ge=0, le=999)]) -> Response:
    """A turn of the game that the front page shows, as JSON."""
    if number >= len(movements()):
        raise refused("no-page", "the game is over by then")
    content = json_bytes(shown_turn(visit, number))
    return packed(visit.request, content, "application/json", _A_DAY)
