"""What answers about private boards look like, for the OpenAPI document."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.web.board_shapes import JudgedBoard, OwnBoard, PlainBoard
from dragoman.web.game_shapes import AccountShape, ExplanationShape, PositionShape
from dragoman.web.shapes import DiagnosticShape, Shape

with extra("judge"):
    from pydantic import Field


class SandboxMade(Shape):
    sandbox: int


class SandboxItem(Shape):
    sandbox: int
    title: str
    variant: str
    shared: bool
    changed: datetime


class SandboxList(Shape):
    items: list[SandboxItem]
    next: int | None
    """The `cursor` of the next page."""


class BranchNode(Shape):
    """A position of the tree."""

    node: int
    parent: int | None
    phase: str
    name: str
    winners: list[str]


class CameAbout(Shape):
    """What came of orders, all of which may be seen."""

    phase: str
    orders: dict[str, list[str]]
    results: dict[str, list[str]]
    """For each unit what failed; nothing where its order succeeded."""
    winners: list[str]
    account: AccountShape | None = None


class NodeShape(BranchNode):
    position: PositionShape
    sheets: dict[str, str]
    """What is ordered there, as it was written."""
    orders: dict[str, list[str]]
    """The same as the judge reads it."""
    next_: list[int] = Field(alias="next")
    """The nodes that came of it."""
    came_by: CameAbout | None = None
    """How it came about; the first node has none of it."""


class SharedSandbox(Shape):
    """A board as whoever has its link reads it."""

    title: str
    variant: str
    rules: str
    switches: dict[str, str]
    powers: list[str]
    at: int
    """The node at hand."""
    nodes: list[BranchNode]
    node: NodeShape


class SandboxShape(SharedSandbox):
    """A board as its owner has it."""

    sandbox: int
    link: str
    """Whoever has it may read the board; empty where it is not shared."""
    game: int | None
    """The game that it was taken from."""
    seen: str
    """The phase of that."""


class SandboxAnswer(Shape):
    """A command was carried out, or changed nothing."""

    changed: bool
    at: int
    """The node at hand after it."""
    told: list[DiagnosticShape]
    """What the judge makes of the orders."""


class PossibleOrders(Shape):
    power: str
    units: dict[str, list[str]]
    """For each unit what it can be ordered."""


class NodeExplained(Shape):
    node: int
    phase: str
    """The phase of which the node came."""
    items: list[ExplanationShape]


class WhatIf(CameAbout):
    """What would come of the phase at hand."""

    before: PositionShape
    after: PositionShape
    told: dict[str, list[DiagnosticShape]]
    """By power, what the judge makes of the orders that were given."""


class TriedBoard(JudgedBoard):
    """What would come of the phase at hand."""

    why: list[ExplanationShape]
    told: dict[str, list[DiagnosticShape]]
    """By power, what the judge makes of the orders that were given."""


class NodeBoard(PlainBoard):
    """A position of a private board."""

    stage: str
    """`running`, or `over` where the game is won."""
    power: str
    node: int
    way: list[int]
    """The positions from the first to this one."""
    past: list[str]
    """The phases that were judged between them."""
    past_turns: list[str]
    """The same in words."""
    sides: dict[str, OwnBoard]
    """For each power what it can order, and what it is ordered; none of that where nothing can be
    ordered: by others than the owner, elsewhere than at the position at hand, in a game that is
    won."""
