"""Boards as pages draw them, of games or private, at hand or judged: the base map, a picture of its
own, and layers of what stands on it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any, Final, NotRequired, TypeAlias

from dragoman.board import Terrain
from dragoman.drawing import (
    Geometry,
    Layers,
    Options,
    Scene,
    layers,
    ordered_layers,
    ordered_scene,
    scene_of,
    spots,
    terrain_layer,
    terrain_scene,
)
from dragoman.drawing.layout.neighbours import neighbours
from dragoman.drawing.scene.drawn_orders import css
from dragoman.drawing.scene.readable import RATIO, STEPS, scale_at, step_below, width_at
from dragoman.extras import extra
from dragoman.game import Resolution, Variant
from dragoman.judge.views.board_view import Standing, standing
from dragoman.orders import Notation, Order, Remove
from dragoman.quick_dataclass import dataclass
from dragoman.remembered import Remembered
from dragoman.reports import Phrasebook
from dragoman.rules import Outcome, Phase, PhaseKind, Position, Result
from dragoman.views import View
from dragoman.web.callers import Caller, Scope, may
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.map_names import MapNames, names_on
from dragoman.web.map_sight import MapSight, StepAsked
from dragoman.web.pictures import SVG, map_drawn_on
from dragoman.web.problems import Problem, api_router, refused
from dragoman.web.responses import json_bytes, packed, tag_of
from dragoman.web.variants import VariantName, variant_called
from dragoman.web.web_state import StateHere, WebState

with extra("judge"):
    from fastapi import Depends, Path, Query, Request
    from fastapi.responses import Response


# Base maps, which never change at their addresses

router = api_router("orders")
Reader = Annotated[Caller, Depends(may(Scope.READ))]
Tag = Annotated[str, Path(max_length=64, description="The tag that a game's board names.")]
NAMES: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}
LettersAsked = Annotated[bool, Query(description="With letters on units, as on old boards.")]
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


class ZoomShape(View):
    """The steps of zoom for which layers are laid out. At step `n` a unit of the map takes
    `scale * ratio ** n` pixels. What is laid out for a step serves up to the next. At steps below 0
    there are no units, but an overview of the powers."""

    scale: float
    ratio: float
    first: int
    last: int


class GroundShape(View):
    """Facts of a map."""

    size: tuple[float, float]
    unit: float
    """How large a unit is drawn at step 0 of the zoom."""
    zoom: ZoomShape
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


_grounds: Remembered[tuple[Variant, Language, bool, bool], _Ground] = Remembered()


PHONE: Final = 600
"""A window that is less wide shows whoever plays his own theatre, and not the whole map."""
NEARLY: Final = 0.8
"""A window that is no smaller, as a part of the map on which units are first drawn, shows most of
that one."""


@dataclass(frozen=True)
class MapAsked:
    """A map that somebody is shown in his language. ``name`` is how the judge finds its variant;
    ``apart`` has colours for eyes that see some alike, ``letters`` units with letters on them;
    orders are told in the ``notation``. ``plays`` says that he has units of his own on it."""

    state: WebState
    name: str
    variant: Variant
    language: Language
    apart: bool = False
    letters: bool = False
    notation: Notation | None = None
    sight: MapSight = MapSight()
    plays: bool = False

    def step(self, geometry: Geometry) -> int | None:
        """The step of zoom for which layers are laid out; None where nobody named a sight."""
        if self.sight.step is not None or self.sight.window is None:
            return self.sight.step
        wide, high = self.sight.window
        whole = min(wide / geometry.width, high / geometry.height)
        if self.plays and wide < PHONE:
            return 0
        # Rather than an overview the map is a little larger than the window.
        is_near = self.plays or whole >= NEARLY * scale_at(geometry, 0)
        return max(step_below(geometry, whole), 0 if is_near else STEPS[0])


class Addresses(View):
    """The addresses of a base map and of its facts."""

    ground: str
    """The address of the picture that all of it stands on."""
    map: str
    """The address of what there is to know of that picture."""


def addresses(asked: MapAsked) -> Addresses:
    """The addresses of the base map of a variant and of its facts."""
    made = _ground(asked.state, asked.variant, asked.language, asked.apart, asked.letters)
    begin = f"/api/variants/{asked.name}/grounds/{made.tag}"
    query = f"language={asked.language.value}" + "&apart=true" * asked.apart
    query += "&letters=true" * asked.letters
    return {"ground": f"{begin}/map.svg?{query}", "map": f"{begin}?{query}"}


@router.get("/variants/{variant}/grounds/{tag}/map.svg", response_class=Response, responses=SVG)
def draw_ground(
    request: Request,
    variant: VariantName,
    tag: Tag,
    caller: Reader,
    state: StateHere,
    language: Language = ENGLISH,
    apart: ApartAsked = False,
    letters: LettersAsked = False,
) -> Response:
    """The map of a variant without anything on it. It never changes: a map that is drawn otherwise
    has another address."""
    made = _ground_called(state, variant, tag, language, apart, letters)
    return packed(request, made.picture, "image/svg+xml")


@router.get("/variants/{variant}/grounds/{tag}", response_model=GroundShape)
def read_ground(
    request: Request,
    variant: VariantName,
    tag: Tag,
    caller: Reader,
    state: StateHere,
    language: Language = ENGLISH,
    apart: ApartAsked = False,
    letters: LettersAsked = False,
) -> Response:
    """Facts of that map: names, where units stand, who borders on whom."""
    made = _ground_called(state, variant, tag, language, apart, letters)
    return packed(request, made.facts, "application/json")


@router.get("/variants/{variant}/names/{tag}", response_class=Response, responses=NAMES)
def read_names(
    request: Request,
    variant: VariantName,
    tag: Tag,
    caller: Reader,
    state: StateHere,
    step: StepAsked,
    language: Language = ENGLISH,
) -> Response:
    """The names on that map at a step of zoom, as SVG to be put in the group `names`, where all
    units stand at their places. They never change at their address, either."""
    found = variant_called(state, variant)
    asked = MapAsked(state, variant, found, language, sight=MapSight(step))
    made = names_on(found, _scene(asked, Position(found.start.phase, (), {}), None))
    if made.tag != tag:
        raise _drawn_otherwise()
    return packed(request, made.drawn.encode(), "text/plain; charset=utf-8")


def _drawn_otherwise() -> Problem:
    return refused("no-map", "this map is drawn otherwise now", "ask the game's board for it")


def _ground_called(
    state: WebState, variant: str, tag: str, language: Language, apart: bool, letters: bool
) -> _Ground:
    made = _ground(state, variant_called(state, variant), language, apart, letters)
    if made.tag != tag:
        raise _drawn_otherwise()
    return made


def _ground(
    state: WebState, variant: Variant, language: Language, apart: bool, letters: bool
) -> _Ground:
    if (known := _grounds.get((variant, language, apart, letters))) is not None:
        return known
    drawn_on = map_drawn_on(state, variant)
    geometry = drawn_on.geometry
    width = width_at(geometry, 0)
    on = geometry, drawn_on.backdrop
    scene = terrain_scene(variant, *on, language.value, apart, letters, width)
    picture = terrain_layer(scene).encode()
    facts = json_bytes(ground_facts(variant, geometry, scene, language.value))
    made = _Ground(tag_of(picture + facts).strip('"'), picture, facts)
    return _grounds.keep((variant, language, apart, letters), made, len(picture) + len(facts))


def ground_facts(variant: Variant, geometry: Geometry, scene: Scene, language: str) -> GroundShape:
    """Names and places of a map. The names of locations are those of a coast, too."""
    board, at = variant.board, spots(scene)
    called = partial(variant.place_name, language=language)
    near = neighbours(board)
    return {
        "size": (scene.geometry.width, scene.geometry.height),
        "unit": scene.geometry.unit_size,
        "zoom": {
            "scale": scale_at(geometry, 0),
            "ratio": RATIO,
            "first": STEPS[0],
            "last": STEPS[-1],
        },
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


# Boards and their layers


class LayersShape(View):
    """Everything that stands on the ground, as SVG to be put in its groups of these names."""

    owners: dict[str, str]
    """For each province that is owned the end of its class `owner-`."""
    unit: float
    """How large a unit is drawn."""
    centers: str
    orders: str
    names: str
    names_at: NotRequired[str]
    """The address of the names, where that was asked for, and they are the same for all positions
    in which units stand at their places; `names` is empty then."""
    units: str


class PlainBoard(Standing, Addresses):
    """A position, and the layers to draw it by."""

    variant: str
    phase: str
    turn: str
    """The phase in words."""
    kind: str
    step: int | None
    """The step of zoom for which the layers are laid out, where one was asked for."""
    layers: LayersShape
    hidden: list[str]
    """The provinces that are out of sight."""


class FateShape(View):
    """The outcome of an order."""

    power: str
    unit: str
    text: str
    """The order in words, and with it what it failed by."""
    failed: bool
    strength: float | None
    """With which strength the unit came, where it met another or was supported."""
    to: str | None
    """Where the unit stands afterwards; nowhere if it is no more."""
    beside: bool
    """Whether it waits there to retreat."""


class JudgedBoard(PlainBoard):
    """A phase that was judged: what stood there before, and what became of each order."""

    fates: list[FateShape]


def layers_of(
    asked: MapAsked,
    position: Position,
    orders: Mapping[str, tuple[Order, ...]],
    hidden: frozenset[str] = frozenset(),
) -> LayersShape:
    """The layers of a position, with some orders; the ``hidden`` provinces lie in fog."""
    scene, names, drawn = _bare_of(asked, position, hidden)
    if orders:
        scene = ordered_scene(scene, asked.variant, position, orders, asked.notation)
        drawn = ordered_layers(drawn, scene)
    return _shown(asked, scene, names, drawn)


_Bare: TypeAlias = tuple[Scene, MapNames, Layers]
_bare: Remembered[tuple[Hashable, ...], _Bare] = Remembered()
_BYTES_OF_A_SCENE: Final = 20_000


def _bare_of(asked: MapAsked, position: Position, hidden: frozenset[str]) -> _Bare:
    """A position as it is drawn without orders: all players of a game look at it, again after each
    order."""
    step = asked.step(map_drawn_on(asked.state, asked.variant).geometry)
    key = (asked.variant, asked.language, asked.apart, asked.letters, step, position, hidden)
    if (known := _bare.get(key)) is not None:
        return known
    scene = _scene(asked, position, None, hidden)
    names = names_on(asked.variant, scene)
    made = layers(scene, names.drawn)
    size = _BYTES_OF_A_SCENE + len(made.centers) + len(made.units)
    return _bare.keep(key, (scene, names, made), size)


def judged_board(
    asked: MapAsked, resolution: Resolution, hidden: frozenset[str] = frozenset()
) -> JudgedBoard:
    """A turn that was judged: what stood there, the orders, and what became of each."""
    scene = _scene(asked, resolution.before, resolution, hidden)
    names = names_on(asked.variant, scene)
    drawn = _shown(asked, scene, names, layers(scene, names.drawn))
    return {
        **plain_board(asked, resolution.before, drawn, hidden),
        "fates": _fates(scene, resolution),
    }


def plain_board(
    asked: MapAsked,
    position: Position,
    on_it: LayersShape,
    hidden: frozenset[str] = frozenset(),
) -> PlainBoard:
    """A position with the addresses of its base map and the layers on it."""
    return {
        "hidden": [one for one in asked.variant.board.provinces if one in hidden],
        "variant": asked.name,
        "phase": str(position.phase),
        "turn": turns_in_words(asked, (position.phase,))[0],
        "kind": position.phase.kind.value,
        "step": asked.step(map_drawn_on(asked.state, asked.variant).geometry),
        **standing(position),
        **addresses(asked),
        "layers": on_it,
    }


def turns_in_words(asked: MapAsked, phases: Iterable[Phase]) -> list[str]:
    """Phases as a heading has them: ``Spring 1901, movement``."""
    phrasebook = Phrasebook(asked.variant, asked.language.value)
    return [turn[:1].upper() + turn[1:] for turn in map(phrasebook.phase, phases)]


def _scene(
    asked: MapAsked,
    position: Position,
    resolution: Resolution | None,
    hidden: frozenset[str] = frozenset(),
) -> Scene:
    drawn_on = map_drawn_on(asked.state, asked.variant)
    step = asked.step(drawn_on.geometry)
    width = Options.width if step is None else width_at(drawn_on.geometry, step)
    return scene_of(
        asked.variant,
        drawn_on.geometry,
        position,
        resolution=resolution,
        language=asked.language.value,
        options=Options(
            title=False,
            legend=False,
            on_page=True,
            width=width,
            apart=asked.apart,
            letters=asked.letters,
        ),
        backdrop=drawn_on.backdrop,
        notation=asked.notation,
        hidden=hidden,
    )


def _shown(asked: MapAsked, scene: Scene, names: MapNames, found: Layers) -> LayersShape:
    drawn: LayersShape = {
        "owners": found.owners,
        "unit": round(scene.geometry.unit_size, 2),
        "centers": found.centers,
        "orders": found.orders,
        "names": found.names,
        "units": found.units,
    }
    step = asked.step(map_drawn_on(asked.state, asked.variant).geometry)
    if asked.sight.names_apart and names.tag and step is not None:
        query = f"language={asked.language.value}&step={step}"
        drawn["names"] = ""
        drawn["names_at"] = f"/api/variants/{asked.name}/names/{names.tag}?{query}"
    return drawn


def _fates(scene: Scene, resolution: Resolution) -> list[FateShape]:
    """The orders of a scene in words, and with which strength each unit came that met another."""
    # Of units of one name, on a high sea, none meets another.
    outcomes = {one.unit: one for one in resolution.outcomes}
    return [
        {
            "power": one.unit.power,
            "unit": str(one.unit),
            "text": one.text,
            "failed": one.failed,
            "strength": _strength(outcomes[one.unit]),
            "to": _stands(outcomes[one.unit], resolution),
            "beside": outcomes[one.unit].dislodged_by is not None,
        }
        for one in scene.orders
    ]


def _stands(outcome: Outcome, resolution: Resolution) -> str | None:
    """The location of a unit after a turn; None where it left the board."""
    unit = outcome.unit
    if unit in resolution.destroyed or outcome.result is Result.DISBANDS:
        return None
    if resolution.phase.kind is PhaseKind.RETREAT:
        return outcome.moved_to
    if isinstance(outcome.treated_as, Remove) and outcome.result is Result.SUCCEEDS:
        return None
    return outcome.moved_to or unit.location


def _strength(outcome: Outcome) -> float | None:
    if outcome.force is None or not (outcome.met or outcome.force.supporters):
        return None
    return outcome.force.halves / 2
