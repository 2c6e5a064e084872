"""A position as somebody may see it."""

from __future__ import annotations

from typing import Any, NotRequired

from dragoman.judge.log.table import TABLE
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import Position
from dragoman.views import View


class Loan(View):
    principal: int
    interest: int
    campaigns: int


class AffairsShape(View):
    """Facts of a position of Machiavelli besides units and centres; empty ones are left out."""

    treasuries: NotRequired[dict[str, int]]
    homes: NotRequired[dict[str, str]]
    loans: NotRequired[dict[str, list[Loan]]]
    chits: NotRequired[dict[str, list[str]]]
    """One's own."""
    sieges: NotRequired[list[str]]
    rebellions: NotRequired[list[str]]
    famine: NotRequired[list[str]]
    defaulters: NotRequired[list[str]]
    eliminated: NotRequired[list[str]]
    allies: NotRequired[dict[str, list[str]]]
    victory_cities: NotRequired[int]


class DislodgedShape(View):
    power: str
    unit: str
    retreats: list[str]
    attacker_from: NotRequired[str]


class PositionShape(View):
    """A position as far as one may see it."""

    phase: str
    units: dict[str, list[str]]
    centers: dict[str, list[str]]
    dislodged: NotRequired[list[DislodgedShape]]
    contested: NotRequired[list[str]]
    affairs: NotRequired[AffairsShape]
    cores: NotRequired[dict[str, list[str]]]
    """The centres whose cores are each power's, where home centres change in the game."""
    half_cores: NotRequired[dict[str, list[str]]]


def position_view(viewer: Viewer, position: Position) -> PositionShape:
    """A position as far as he may see it, as ``Position.to_dict`` has it."""
    data: Any = viewer.sees_of(position).to_dict()
    TABLE.of(viewer.g.game.variant).hide(data, viewer.sees_secrets)
    return data
