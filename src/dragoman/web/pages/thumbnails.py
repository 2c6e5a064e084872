"""Maps as small as stamps, for lists of games and variants."""

from __future__ import annotations

from typing import Annotated, Final

from dragoman.drawing import Options, scene_of
from dragoman.drawing.scene.thumbnail import thumbnail
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.judge.log.state import Stage
from dragoman.remembered import Remembered
from dragoman.rules import Position
from dragoman.web.callers import ViewerHere
from dragoman.web.pages.rendering import VisitHere
from dragoman.web.pictures import map_drawn_on
from dragoman.web.problems import refused
from dragoman.web.responses import tagged
from dragoman.web.variants import variant_called
from dragoman.web.web_state import GameNumber, StateHere, WebState

with extra("judge"):
    from fastapi import APIRouter, Path, Request
    from fastapi.responses import Response

router = APIRouter(include_in_schema=False)

_KEPT: Final = {"Cache-Control": "private, max-age=3600"}
"""The address of a game's stamp names its phase, so it seldom changes there."""
_BARE: Final = Options(title=False, legend=False)
_stamps: Remembered[tuple[Variant, Position], str] = Remembered()


@router.get("/games/{game}/thumbnail.svg")
def draw_game(request: Request, viewer: ViewerHere, visit: VisitHere, game: GameNumber) -> Response:
    """A game as it stands, for whoever sees all of it."""
    g = viewer.g
    if g.stage is Stage.FORMING or not viewer.may_look or not viewer.sees_board:
        raise refused("not-to-be-seen", "this game is not to be seen until it is over")
    return _answered(request, _stamp(visit.state, g.game.variant, g.game.position))


@router.get("/variants/{variant}/thumbnail.svg")
def draw_variant(
    request: Request, state: StateHere, variant: Annotated[str, Path(max_length=60)]
) -> Response:
    """A variant as a game of it begins."""
    found = variant_called(state, variant)
    return _answered(request, _stamp(state, found, found.start))


def _stamp(state: WebState, variant: Variant, position: Position) -> str:
    if (known := _stamps.get((variant, position))) is not None:
        return known
    geometry = map_drawn_on(state, variant).geometry
    made = thumbnail(scene_of(variant, geometry, position, options=_BARE))
    return _stamps.keep((variant, position), made, len(made))


def _answered(request: Request, picture: str) -> Response:
    return tagged(request, picture.encode(), "image/svg+xml", _KEPT)
