"""What every board of a page has, be it of a game or private, at hand or judged: what stands there,
and layers to draw it by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from dragoman.drawing import Scene, layers, scene_of
from dragoman.game import Resolution
from dragoman.judge.views.board_view import Standing, standing
from dragoman.orders import Order
from dragoman.reports import Phrasebook
from dragoman.rules import Outcome, Phase, Position
from dragoman.views import Described, View
from dragoman.web.grounds import Addresses, MapAsked, addresses
from dragoman.web.pictures import map_drawn_on


class LayersShape(View):
    """What stands on the ground, as SVG to be put in its groups of these names."""

    owners: dict[str, str]
    """For each province that is owned the end of its class `owner-`."""
    centers: str
    orders: str
    units: str


class PlainBoard(Standing, Addresses):
    """What stands in a position, and what to draw it by."""

    variant: str
    phase: str
    turn: Annotated[str, Described("The phase in words.")]
    kind: str
    layers: LayersShape


class FateShape(View):
    """What became of an order."""

    power: str
    unit: str
    text: str
    """The order in words, and with it what it failed by."""
    failed: bool
    strength: float | None
    """With which strength the unit came, where it met another or was supported."""


class JudgedBoard(PlainBoard):
    """A phase that was judged: what stood there before, and what became of each order."""

    fates: list[FateShape]


def layers_of(
    asked: MapAsked, position: Position, orders: Mapping[str, tuple[Order, ...]]
) -> LayersShape:
    """What stands on the ground in a position, with some orders."""
    return _layers(_scene(asked, position, orders, None))


def judged_board(asked: MapAsked, resolution: Resolution) -> JudgedBoard:
    """A turn that was judged: what stood there, the orders, and what became of each."""
    scene = _scene(asked, resolution.before, {}, resolution)
    return {
        **plain_board(asked, resolution.before, _layers(scene)),
        "fates": _fates(scene, resolution),
    }


def seen_board(
    asked: MapAsked, position: Position, orders: Mapping[str, tuple[Order, ...]]
) -> JudgedBoard:
    """A turn that was judged, for somebody who saw but a part of it: with his own orders."""
    return {**plain_board(asked, position, layers_of(asked, position, orders)), "fates": []}


def plain_board(asked: MapAsked, position: Position, on_it: LayersShape) -> PlainBoard:
    """What stands in a position, on which ground, and what is drawn on it."""
    return {
        "variant": asked.name,
        "phase": str(position.phase),
        "turn": turns_in_words(asked, (position.phase,))[0],
        "kind": position.phase.kind.value,
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
    orders: Mapping[str, tuple[Order, ...]],
    resolution: Resolution | None,
) -> Scene:
    drawn_on = map_drawn_on(asked.door, asked.variant)
    return scene_of(
        asked.variant,
        drawn_on.geometry,
        position,
        orders=orders,
        resolution=resolution,
        language=asked.language.value,
        backdrop=drawn_on.backdrop,
        notation=asked.notation,
    )


def _layers(scene: Scene) -> LayersShape:
    found = layers(scene)
    return {
        "owners": found.owners,
        "centers": found.centers,
        "orders": found.orders,
        "units": found.units,
    }


def _fates(scene: Scene, resolution: Resolution) -> list[FateShape]:
    """The orders of a scene in words, and with which strength each unit came that met another."""
    # Of units of one name, on a high sea, none meets another.
    strengths = {one.unit: _strength(one) for one in resolution.outcomes}
    return [
        {
            "power": one.unit.power,
            "unit": str(one.unit),
            "text": one.text,
            "failed": one.failed,
            "strength": strengths.get(one.unit),
        }
        for one in scene.orders
    ]


def _strength(outcome: Outcome) -> float | None:
    if outcome.force is None or not (outcome.met or outcome.force.supporters):
        return None
    return outcome.force.halves / 2
