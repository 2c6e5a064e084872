"""What answers look like, for the OpenAPI document. The tests compare them with what is
answered; nothing else looks at them, for what is shown is made by ``judge.views``."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from dragoman.extras import extra

with extra("judge"):
    from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """An answer. It has no other fields than these."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class DiagnosticShape(Shape):
    """What is wrong with something, or worth a warning."""

    code: str
    """Stable, and made for programs."""
    what: str
    remedy: str = ""
    source: str = ""
    """Which field, file or parameter."""
    line: int = 0
    column: int = 0
    candidates: list[str] = Field(default_factory=list[str])
    severity: Literal["error", "warning"]


class ProblemShape(BaseModel):
    """Why a request was not answered as it was meant (RFC 9457)."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    type: str
    title: str
    status: int
    detail: str
    instance: str
    diagnostics: list[DiagnosticShape]


class CommandAnswer(Shape):
    """A command was carried out, or changed nothing."""

    changed: bool
    told: list[DiagnosticShape]
    """What of it was left out, and warnings."""


class EventShape(BaseModel):
    """Something that happened; its fields are those of its kind, as far as one may know them."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)

    id: str
    """Where one is after it."""
    kind: str
    at: datetime


class EventList(Shape):
    items: list[EventShape]
    more: bool


class GameCreated(Shape):
    game: int
    told: list[DiagnosticShape]


class SheetShape(Shape):
    power: str
    phase: str
    text: str


class OrdersRead(Shape):
    """The orders that the judge reads in a text."""

    power: str
    phase: str
    orders: list[str]
    told: list[DiagnosticShape]


class LegalOrders(Shape):
    phase: str
    units: dict[str, list[str]]
    """For each unit what it can be ordered."""


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
