"""What answers about a game look like, for the OpenAPI document. The field ``settings`` has what
differs from the defaults."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from dragoman.extras import extra
from dragoman.web.board_shapes import MeansShape
from dragoman.web.bodies import Body, SettingsChange
from dragoman.web.shapes import DiagnosticShape, Shape, StageName

with extra("judge"):
    from pydantic import ConfigDict, Field

if TYPE_CHECKING:
    SettingsShape = Body
else:
    SettingsShape = SettingsChange


class Loan(Shape):
    principal: int
    interest: int
    campaigns: int


class AffairsShape(Shape):
    """What a position of Machiavelli holds besides; what there is nothing of is left out."""

    treasuries: dict[str, int] | None = None
    homes: dict[str, str] | None = None
    loans: dict[str, list[Loan]] | None = None
    chits: dict[str, list[str]] | None = None
    """One's own."""
    sieges: list[str] | None = None
    rebellions: list[str] | None = None
    famine: list[str] | None = None
    defaulters: list[str] | None = None
    eliminated: list[str] | None = None
    allies: dict[str, list[str]] | None = None
    victory_cities: int | None = None


class DislodgedShape(Shape):
    power: str
    unit: str
    retreats: list[str]
    attacker_from: str | None = None


class PositionShape(Shape):
    """What one may see of a position."""

    phase: str
    units: dict[str, list[str]]
    centers: dict[str, list[str]]
    dislodged: list[DislodgedShape] | None = None
    contested: list[str] | None = None
    affairs: AffairsShape | None = None


class You(Shape):
    """What the caller is in the game."""

    power: str | None
    master: bool
    """Whether he sees what masters see."""
    invited: bool
    """Whether a master asks him to play."""


class SeatShape(Shape):
    """A power, and what one may know of who plays it; what one may not is left out."""

    power: str
    taken: bool
    program: bool
    bot: str
    alive: bool | None
    missed: int
    disorder: bool
    silenced: bool
    user: int | None = None
    since: datetime | None = None
    past: list[int] | None = None
    away: list[tuple[datetime, datetime]] | None = None
    wishes: list[str] | None = None
    ready: bool | None = None
    ordered: bool | None = None
    muted: list[str] | None = None


class WaitingShape(Shape):
    """Somebody who waits for a seat; empty where one may not know who."""

    user: int | None = None
    admitted: bool | None = None
    program: bool | None = None
    wishes: list[str] | None = None


class ProposalShape(Shape):
    number: int
    what: str
    powers: list[str]
    until: datetime | None
    phase: str
    outcome: str
    """Empty while it is open."""
    your_vote: bool | None = None


class ActShape(Shape):
    """Something a master did."""

    at: datetime
    by: int
    what: str
    why: str


class EndingShape(Shape):
    how: str
    powers: list[str]


class FiledSheet(Shape):
    power: str
    phase: str
    text: str
    at: datetime


class GameShape(Shape):
    """A game; what the caller may not see of it is left out."""

    game: int
    title: str
    variant: str
    stage: StageName
    settings: SettingsShape
    masters: list[int]
    created: datetime
    you: You
    seats: list[SeatShape]
    waiting: list[WaitingShape]
    phase: str | None = None
    began: datetime | None = None
    deadline: datetime | None = None
    grace: datetime | None = None
    awaited: list[str] | None = None
    abandoned: datetime | None = None
    """When the game is over unless somebody gives a sign."""
    position: PositionShape | None = None
    phases: list[str] | None = None
    """Those that were judged."""
    proposals: list[ProposalShape] | None = None
    acts: list[ActShape] | None = None
    ending: EndingShape | None = None
    next_due: datetime | None = None
    observers: list[int] | None = None
    invited: list[int] | None = None
    dice: str | None = None
    sheets: list[FiledSheet] | None = None
    standing: dict[str, str] | None = None


class SheetShape(Shape):
    power: str
    phase: str
    text: str


class OrdersRead(Shape):
    """What the judge reads in a sheet."""

    power: str
    phase: str
    orders: int
    told: list[DiagnosticShape]


class OrdersShape(Shape):
    """What a power may order, and what it has."""

    power: str
    phase: str
    has_to_order: bool
    text: str
    orders: list[str]
    told: list[DiagnosticShape]
    possible: dict[str, list[str]]
    """For each unit what it can be ordered."""
    ready: bool
    means: MeansShape | None = None


class LegalOrders(Shape):
    phase: str
    units: dict[str, list[str]]
    """For each unit what it can be ordered."""


class Money(Shape):
    """What became of an order for money, or of a gift (Machiavelli)."""

    power: str
    order: str
    result: str
    paid: int | None = None
    counts: int | bool | None = None
    minimum: int | None = None
    countered: int | None = None
    lent: int | None = None


class Happened(Shape):
    """Something else that happened in a phase of Machiavelli."""

    what: str
    place: str | None = None
    power: str | None = None
    unit: str | None = None
    detail: str | list[str] | dict[str, str] | None = None
    ducats: int | None = None


class AccountShape(Shape):
    """What happened in a phase of Machiavelli besides what units did."""

    spendings: list[Money] | None = None
    payments: list[Money] | None = None
    lendings: list[Money] | None = None
    gifts: list[Money] | None = None
    events: list[Happened] | None = None
    dice: list[str] | None = None
    thrown: list[str] | None = None


class Turn(Shape):
    """A phase that was judged."""

    number: int
    phase: str
    before: PositionShape
    orders: dict[str, list[str]]
    written: dict[str, str]
    """The sheets as they were written."""
    results: dict[str, list[str]]
    """For each unit what failed; nothing where its order succeeded."""
    missed: list[str]
    after: PositionShape
    account: AccountShape | None = None


class TurnList(Shape):
    """A whole game."""

    title: str
    items: list[Turn]


class CentersAfter(Shape):
    after: str
    centers: dict[str, int]


class GameSummary(Shape):
    phases: int
    centers: list[CentersAfter]
    alive: list[str]


class Support(Shape):
    unit: str
    power: str
    strength: float
    counted: bool


class ForceShape(Shape):
    """A strength, and what it is made of."""

    model_config = ConfigDict(extra="allow")

    unit: str | None
    role: str
    strength: float


class RuleShape(Shape):
    rule: str | None = None
    switch: str | None = None
    answer: str | None = None
    source: str


class StatementShape(Shape):
    """What is said, by the key of its sentence; the other fields are what it is said of."""

    model_config = ConfigDict(extra="allow")

    says: str


class ExplanationData(Shape):
    """An explanation for programs: see the page on explanations for its fields."""

    model_config = ConfigDict(extra="allow")

    statements: list[StatementShape]
    rules: list[RuleShape]


class ExplanationShape(Shape):
    text: str
    data: ExplanationData


class TurnExplained(Shape):
    phase: str
    items: list[ExplanationShape]


class MessageShape(Shape):
    number: int
    at: datetime
    phase: str
    thread: str
    sender: str = Field(alias="from")
    """Empty where nobody signed it."""
    to: list[str]
    """Powers, or `MASTER`; empty for all."""
    text: str
    hidden: str
    """Why a master hid it, if one did."""
    signed: str | None = None


class MessageList(Shape):
    items: list[MessageShape]
    more: bool
    """Whether there may be earlier ones."""


class HeldShape(Shape):
    """A message that a master has to let through."""

    number: int
    """For `let-through` and `turn-back`; when it is sent it has another one."""
    at: datetime
    sender: str = Field(alias="from")
    to: list[str]
    text: str
    signed: str
    outcome: str
    """`turned-back`, or empty while it waits."""
    why: str
    """Why a master turned it back."""


class HeldList(Shape):
    items: list[HeldShape]


class ThreadShape(Shape):
    thread: str
    others: list[str] = Field(alias="with")
    messages: int
    unread: int
    last: MessageShape


class ThreadList(Shape):
    items: list[ThreadShape]


class Notes(Shape):
    notes: dict[str, str]
    """By phase; under the empty name what is for the game."""


class ReportShape(Shape):
    at: datetime
    by: str
    why: str
    message: MessageShape


class ReportList(Shape):
    items: list[ReportShape]
