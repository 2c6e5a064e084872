"""Grounds: the picture of a map without anything on it, which never changes at its address, and
what there is to know of it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from dragoman.board import Terrain
from dragoman.drawing import Scene, ground_scene, ground_svg, spots
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.scene.drawn_orders import css
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.orders import Notation
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.views import Described, View
from dragoman.web.callers import Caller, may
from dragoman.web.door import Door, DoorHere
from dragoman.web.etags import json_bytes, tag_of
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.packed import packed
from dragoman.web.pictures import SVG, map_drawn_on
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


class PlaceShape(View):
    name: str
    short: str
    at: tuple[float, float, float, float]
    """Where a unit stands, and where one that was driven out of it does."""


class ProvinceShape(View):
    terrain: str
    center: bool
    near: list[str]


class PowerShape(View):
    name: str
    css: str
    """The end of its classes `power-` and `owner-`."""


class GroundShape(View):
    """What there is to know of a map."""

    size: tuple[float, float]
    unit: float
    """How large a unit is drawn."""
    places: dict[str, PlaceShape]
    provinces: dict[str, ProvinceShape]
    powers: dict[str, PowerShape]
    kinds: dict[str, str]


@dataclass(frozen=True)
class _Ground:
    """The ground of a variant as it is sent: its picture, and what there is to know of it."""

    tag: str
    picture: bytes
    facts: bytes


_grounds: Remembered[tuple[Variant, Language, bool], _Ground] = Remembered()


@dataclass(frozen=True)
class MapAsked:
    """A map that somebody is shown in his language. ``name`` is how the judge finds its variant;
    ``apart`` has colours for eyes that see some alike; orders are told in the ``notation``."""

    door: Door
    name: str
    variant: Variant
    language: Language
    apart: bool = False
    notation: Notation | None = None


class Addresses(View):
    """Where a map is found."""

    ground: Annotated[str, Described("The address of the picture that all of it stands on.")]
    map: Annotated[str, Described("The address of what there is to know of that picture.")]


def addresses(asked: MapAsked) -> Addresses:
    """Where the ground of a map is, and what there is to know of it."""
    made = _ground(asked.door, asked.variant, asked.language, asked.apart)
    begin = f"/api/variants/{asked.name}/grounds/{made.tag}"
    query = f"language={asked.language.value}" + ("&apart=true" if asked.apart else "")
    return {"ground": f"{begin}/map.svg?{query}", "map": f"{begin}?{query}"}


@router.get("/variants/{variant}/grounds/{tag}/map.svg", response_class=Response, responses=SVG)
def draw_ground(
    request: Request,
    variant: VariantName,
    tag: Tag,
    caller: Reader,
    door: DoorHere,
    language: Language = ENGLISH,
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
    language: Language = ENGLISH,
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


def _facts(variant: Variant, scene: Scene, language: str) -> GroundShape:
    """Names and places of a map. The names of locations are those of a coast, too."""
    board, at = variant.board, spots(scene)
    called = partial(variant.place_name, language=language)
    near = neighbours(board)
    return {
        "size": (scene.geometry.width, scene.geometry.height),
        "unit": scene.geometry.unit_size,
        "places": {
            key: {
                "name": called(key),
                "short": variant.short_names.get(key, key.capitalize()),
                "at": at.get(key) or at[board.province_of[key]],
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
