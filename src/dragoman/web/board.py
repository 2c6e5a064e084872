"""The board of a game's page: the phase at hand in one answer, and the ground that it is drawn on,
which is fetched once."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

from dragoman.board import Terrain
from dragoman.drawing import Scene, ground_scene, ground_svg, layers, scene_of, spots
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.scene.drawn_orders import css
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.judge.commands.finding import own_power
from dragoman.judge.log.conditional import orders_chosen
from dragoman.judge.log.state import Stage
from dragoman.judge.views.board_view import board_view
from dragoman.judge.views.viewer import Viewer
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.reports import Phrasebook
from dragoman.values import FrozenMap
from dragoman.web.board_shapes import BoardShape, GroundShape
from dragoman.web.callers import Caller, may
from dragoman.web.door import Door, DoorHere, ViewerHere
from dragoman.web.etags import json_bytes, tag_of, tagged
from dragoman.web.games import sheet_tag
from dragoman.web.packed import packed
from dragoman.web.pictures import SVG, Language, map_drawn_on
from dragoman.web.problems import refused
from dragoman.web.scopes import Scope
from dragoman.web.variants import VariantName, variant_called

with extra("judge"):
    from fastapi import APIRouter, Depends, Path, Query, Request
    from fastapi.responses import Response

router = APIRouter(tags=["orders"])
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Tag = Annotated[str, Path(max_length=64, description="The tag that a game's board names.")]
ApartAsked = Annotated[bool, Query(description="In colours for eyes that see some alike.")]
PowerAsked = Annotated[str, Query(max_length=80, description="One's own where none is named.")]


@dataclass(frozen=True)
class _Ground:
    """The ground of a variant as it is sent: its picture, and what there is to know of it."""

    tag: str
    picture: bytes
    facts: bytes


_grounds: Remembered[tuple[Variant, Language, bool], _Ground] = Remembered()


@router.get("/games/{game}/board", response_model=BoardShape)
def read_board(
    request: Request,
    viewer: ViewerHere,
    caller: Reader,
    door: DoorHere,
    power: PowerAsked = "",
    language: Language = Language.ENGLISH,
) -> Response:
    """The phase at hand as one may see it, as the board of a page wants it: what stands there and
    layers to draw it by; and for whoever orders, what each unit can do and what is on file."""
    g = viewer.g
    orders_for = ""
    if g.stage in (Stage.RUNNING, Stage.PAUSED) and (power or viewer.power):
        orders_for = own_power(g, caller.actor, power)
    try:
        found = board_view(viewer, orders_for)
    except LookupError as error:
        raise refused("not-to-be-seen", str(error), "sign in, if you play in it") from None
    variant = g.game.variant
    apart = caller.look.apart
    made = _ground(door, variant, language, apart)
    begin = f"/api/variants/{g.settings.variant}/grounds/{made.tag}"
    asked = f"?language={language.value}" + ("&apart=true" if apart else "")
    found["ground"], found["map"] = f"{begin}/map.svg{asked}", f"{begin}{asked}"
    turn = Phrasebook(variant, language.value).phase(g.phase)
    found["turn"] = turn[:1].upper() + turn[1:]
    if orders_for:
        found["own"]["tag"] = sheet_tag(g, orders_for, str(g.phase))
    found["layers"] = _layers(viewer, door, orders_for, language)
    return tagged(request, json_bytes(found))


@router.get("/variants/{variant}/grounds/{tag}/map.svg", response_class=Response, responses=SVG)
def draw_ground(
    request: Request,
    variant: VariantName,
    tag: Tag,
    caller: Reader,
    door: DoorHere,
    language: Language = Language.ENGLISH,
    apart: ApartAsked = False,
) -> Response:
    """The map of a variant without anything on it. It never changes: a map that is drawn otherwise
    has another address."""
    made = _ground_called(door, variant, tag, language, apart)
    return packed(request, made.picture, "image/svg+xml")


@router.get("/variants/{variant}/grounds/{tag}", response_model=GroundShape)
def read_ground(
    request: Request,
    variant: VariantName,
    tag: Tag,
    caller: Reader,
    door: DoorHere,
    language: Language = Language.ENGLISH,
    apart: ApartAsked = False,
) -> Response:
    """What there is to know of that map: names, where units stand, who borders on whom."""
    made = _ground_called(door, variant, tag, language, apart)
    return packed(request, made.facts, "application/json")


def _ground_called(door: Door, variant: str, tag: str, language: Language, apart: bool) -> _Ground:
    made = _ground(door, variant_called(door, variant), language, apart)
    if made.tag != tag:
        raise refused("no-map", "this map is drawn otherwise now", "ask the game's board for it")
    return made


def _ground(door: Door, variant: Variant, language: Language, apart: bool) -> _Ground:
    if (known := _grounds.get((variant, language, apart))) is not None:
        return known
    drawn_on = map_drawn_on(door, variant)
    scene = ground_scene(variant, drawn_on.geometry, drawn_on.backdrop, language.value, apart)
    picture = ground_svg(scene).encode()
    facts = json_bytes(_facts(variant, scene, language.value))
    made = _Ground(tag_of(picture + facts).strip('"'), picture, facts)
    return _grounds.keep((variant, language, apart), made, len(picture) + len(facts))


def _facts(variant: Variant, scene: Scene, language: str) -> dict[str, Any]:
    """Names and places of a map. The names of locations are those of a coast, too."""
    board, at = variant.board, spots(scene)
    called = partial(variant.place_name, language=language)
    near = neighbours(board)
    return {
        "size": [scene.geometry.width, scene.geometry.height],
        "unit": scene.geometry.unit_size,
        "places": {
            key: {
                "name": called(key),
                "short": variant.short_names.get(key, key.capitalize()),
                "at": at.get(key) or at.get(board.province_of[key]),
            }
            for key in board.province_of
        },
        "provinces": {
            key: {
                "terrain": one.terrain.value,
                "center": one.is_center,
                "near": sorted(near.get(key, ())),
            }
            for key, one in board.provinces.items()
            if one.terrain is not Terrain.CITY
        },
        "powers": {
            key: {"name": variant.power_name(key, language), "css": css(key)}
            for key in board.powers
        },
        "kinds": {one.letter: one.name for one in board.kinds.values()},
    }


def _layers(viewer: Viewer, door: Door, power: str, language: Language) -> dict[str, Any]:
    """What stands on the ground, with the orders of the power that somebody orders for."""
    g = viewer.g
    game = g.game.copy()
    sheet = g.sheets.get((power, str(g.phase)))
    given = FrozenMap[str, Any]()
    if sheet is not None:
        game.order(power, orders_chosen(sheet.text, g.known_to(power)))
        given = FrozenMap({power: game.orders(power)})
    variant = g.game.variant
    drawn_on = map_drawn_on(door, variant)
    scene = scene_of(
        variant,
        drawn_on.geometry,
        viewer.sees_of(g.game.position),
        orders=given,
        language=language.value,
        backdrop=drawn_on.backdrop,
    )
    return asdict(layers(scene))
