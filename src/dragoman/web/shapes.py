"""What answers look like, for the OpenAPI document. The tests compare them with what is
answered; nothing else looks at them, for what is shown is made by ``judge.views``."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias

from dragoman.extras import extra

with extra("judge"):
    from pydantic import BaseModel, ConfigDict, Field


StageName: TypeAlias = Literal["forming", "running", "paused", "over"]


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


class Listed(Shape):
    """A game in a list."""

    game: int
    title: str
    variant: str
    stage: StageName
    open: bool
    """Whether somebody more may play."""
    seats: int
    players: int
    waiting: int
    entry: str
    anonymous: bool
    blind: bool
    moderated: bool
    rated: bool
    press: list[str]
    movement: str
    """How long a movement phase lasts."""
    phase: str | None
    deadline: datetime | None


class GameList(Shape):
    items: list[Listed]
    next: int | None
    """The `cursor` of the next page."""


class HookShape(Shape):
    """An address that is called."""

    webhook: int
    url: str
    form: Literal["dragoman", "discord", "slack"]
    kinds: list[str]


class HookList(Shape):
    items: list[HookShape]


class HookAdded(HookShape):
    secret: str
    """Signs the calls; it is shown this once."""
