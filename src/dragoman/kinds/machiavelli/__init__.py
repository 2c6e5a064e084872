"""Machiavelli: campaigns with money, cities, plague and famine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dragoman.game import Variant
    from dragoman.machiavelli import Scenario


def scenario_of(variant: Variant) -> Scenario:
    """The scenario of a variant of Machiavelli."""
    assert variant.scenario is not None
    return variant.scenario
