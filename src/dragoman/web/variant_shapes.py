"""What answers about variants look like, for the OpenAPI document."""

from __future__ import annotations

from typing import Literal

from dragoman.web.shapes import DiagnosticShape, Shape


class VariantItem(Shape):
    variant: str
    """What games and addresses call it."""
    title: str
    powers: list[str]
    provinces: int
    centers: int
    victory_centers: int
    start: str
    source: Literal["shipped", "brought"]
    mine: bool
    """Whether the caller brought it."""


class VariantList(Shape):
    items: list[VariantItem]


class ProvinceFacts(Shape):
    name: str
    terrain: str
    center: bool
    home: str | None
    common_home: bool
    points: int
    builds: list[str]
    neighbours: list[str]


class Nearest(Shape):
    moves: int
    powers: list[str]


class PowerFacts(Shape):
    homes: list[str]
    owns: list[str]
    units: list[str]
    centers_within: dict[str, list[str]]
    """By a number of moves."""
    nearest: Nearest


class ConvoyFacts(Shape):
    also: list[str]
    never: list[str]


class VariantFacts(Shape):
    variant: str
    title: str
    provinces: dict[str, ProvinceFacts]
    costs: dict[str, int]
    convoys: ConvoyFacts
    victory_centers: int
    start: str
    powers: dict[str, PowerFacts]
    parts: dict[str, list[list[str]]]
    closed: list[str]
    dead_ends: list[str]
    chokepoints: dict[str, list[str]]


class VariantBrought(Shape):
    variant: str
    told: list[DiagnosticShape]


class VariantChecked(Shape):
    told: list[DiagnosticShape]
    title: str
    facts: VariantFacts | None
    map: str
    """The map as SVG, with the units that the game begins with; empty where there is none."""
