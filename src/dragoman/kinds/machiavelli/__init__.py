"""Machiavelli: campaigns with money, cities, plague and famine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.game import Variant
    from dragoman.machiavelli import Ground


def ground_of(variant: Variant) -> Ground:
    """What a scenario adds to its board."""
    assert variant.ground is not None
    return variant.ground
