"""Pictures of games, in the forms that routes answer with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from dragoman.drawing import report_pdf
from dragoman.drawing.scene.schemes import MapScheme
from dragoman.drawing.variant_map import Map
from dragoman.extras import MissingExtra, extra
from dragoman.formats import VariantError
from dragoman.game import Resolution, Variant
from dragoman.judge import pictures
from dragoman.judge.accounts.preferences import Look
from dragoman.judge.pictures import AS_USUAL, MapLook
from dragoman.orders import Order
from dragoman.reports import TurnFacts
from dragoman.rules import Position
from dragoman.web.languages import ENGLISH, Language
from dragoman.web.problems import Problem
from dragoman.web.web_state import WebState

with extra("judge"):
    from fastapi import Query

SVG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}
"""The OpenAPI responses of routes that answer with a picture."""
PNG: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}


SchemeAsked = Annotated[
    Literal["light", "dark"], Query(description="A map by day, or one by night.")
]


def map_look(look: Look, scheme: Literal["light", "dark"] = "light") -> MapLook:
    """The look of a map that is asked for by day or by night, by somebody who likes pages so."""
    return MapLook(look.apart, look.letters, MapScheme(scheme))


def drawn(
    state: WebState,
    variant: Variant,
    position: Position,
    resolution: Resolution | None,
    orders: Mapping[str, tuple[Order, ...]],
    language: Language = ENGLISH,
    look: MapLook = AS_USUAL,
    hidden: frozenset[str] = frozenset(),
) -> str:
    """A picture of a position, with what came of a phase, or with orders; the ``hidden`` provinces
    lie in fog.

    Raises:
        Problem: if there is no map of the variant to draw on.
    """
    variants = state.judge.variants
    try:
        return pictures.drawn(
            *(variants, variant, position, resolution, orders, language.value, look, hidden)
        )
    except VariantError as error:
        raise Problem(error.diagnostics, 404) from None


def painted(picture: str) -> bytes:
    """A picture as PNG, for places that show no SVG.

    Raises:
        Problem: if this judge was installed without what makes them.
    """
    try:
        return pictures.painted(picture)
    except MissingExtra as missing:
        raise Problem((missing.diagnostic,), 404) from None


def on_paper(turns: Sequence[TurnFacts]) -> bytes:
    """Turns as PDF.

    Raises:
        Problem: if this judge was installed without what makes it.
    """
    try:
        return report_pdf(*turns)
    except MissingExtra as missing:
        raise Problem((missing.diagnostic,), 404) from None


def map_drawn_on(state: WebState, variant: Variant) -> Map:
    """The map of a variant.

    Raises:
        Problem: if there is none.
    """
    try:
        return pictures.map_drawn_on(state.judge.variants, variant)
    except VariantError as error:
        raise Problem(error.diagnostics, 404) from None
