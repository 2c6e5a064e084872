"""A judged game as it stands, and what can be asked of it. Made from the log by ``fold``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from datetime import datetime
from enum import Enum

from dragoman.game import Find, Game, Resolution
from dragoman.game.order_sets import due
from dragoman.judge.log.settings import Early, Settings
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind

MASTER = "MASTER"
OBSERVER = "OBSERVER"
"""Who writes press without a power."""


class Stage(Enum):
    """How far a judged game has come."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass
class Seat:
    """A power and who plays it. ``missed`` counts the phases in a row without orders that were
    due; ``past`` are those who played it before."""

    power: str
    user: int | None = None
    since: datetime | None = None
    missed: int = 0
    past: list[int] = field(default_factory=list[int])


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a power wrote for a phase, and when it last changed."""

    text: str
    at: datetime


@dataclass
class Proposal:
    """Something put to the vote. ``votes`` say who agrees; nobody may know while it is open."""

    number: int
    what: str
    by: str
    powers: tuple[str, ...]
    until: datetime | None
    phase: str
    votes: dict[str, bool] = field(default_factory=dict[str, bool])
    outcome: str = ""
    """``carried``, ``failed`` or ``lapsed``; empty while it is open."""


@dataclass(frozen=True, slots=True)
class Message:
    """Press as it was sent; see ``events.MessageSent``. ``author`` is the account."""

    number: int
    at: datetime
    phase: str
    author: int
    sender: str
    to: tuple[str, ...]
    text: str
    signed: str
    hidden: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """Something a master did, or the judge for him, which all may read."""

    at: datetime
    by: int
    what: str
    why: str = ""


@dataclass
class JudgedGame:
    """A game between people: who plays it, what they wrote, when it is due.

    Callers must not change it; ``fold.apply`` does.
    """

    settings: Settings
    game: Game
    """The game on the board, from its beginning to the phase at hand."""
    find: Find
    """Where variants are looked up."""
    created: datetime
    number: int = 0
    """The number of the last event of its log."""
    stage: Stage = Stage.FORMING
    masters: list[int] = field(default_factory=list[int])
    applicants: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    """Who waits for a seat, in the order in which they came, and the powers they wish for."""
    seats: dict[str, Seat] = field(default_factory=dict[str, Seat])
    absences: dict[int, list[tuple[datetime, datetime]]] = field(
        default_factory=dict[int, list[tuple[datetime, datetime]]]
    )

    began: datetime | None = None
    """When the phase at hand began."""
    deadline: datetime | None = None
    left: float = 0.0
    """While paused: how many seconds there were to the deadline."""
    awaited: tuple[str, ...] = ()
    grace: datetime | None = None

    sheets: dict[tuple[str, str], Sheet] = field(default_factory=dict[tuple[str, str], Sheet])
    """By power and phase, those of past and of later phases as well."""
    standing: dict[str, str] = field(default_factory=dict[str, str])
    ready: dict[str, bool] = field(default_factory=dict[str, bool])
    """What powers said of being ready for the phase at hand."""
    notes: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    proposals: list[Proposal] = field(default_factory=list[Proposal])
    messages: list[Message] = field(default_factory=list[Message])
    muted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    acts: list[Act] = field(default_factory=list[Act])
    misses: list[tuple[str, int | None, str]] = field(
        default_factory=list[tuple[str, "int | None", str]]
    )
    """Every phase that was missed: power, player, phase."""
    ending: tuple[str, tuple[str, ...]] | None = None

    def copy(self) -> JudgedGame:
        """A game of its own that stands alike: what is applied to one changes nothing of the
        other."""
        return replace(
            self,
            game=self.game.copy(),
            masters=[*self.masters],
            applicants=dict(self.applicants),
            seats={power: replace(one, past=[*one.past]) for power, one in self.seats.items()},
            absences={user: [*away] for user, away in self.absences.items()},
            sheets=dict(self.sheets),
            standing=dict(self.standing),
            ready=dict(self.ready),
            notes=dict(self.notes),
            proposals=[replace(one, votes=dict(one.votes)) for one in self.proposals],
            messages=[*self.messages],
            muted=set(self.muted),
            acts=[*self.acts],
            misses=[*self.misses],
        )

    @property
    def phase(self) -> Phase:
        """The phase at hand."""
        return self.game.phase

    @property
    def history(self) -> tuple[Resolution, ...]:
        """Every phase judged, oldest first."""
        return self.game.history

    @property
    def players(self) -> dict[int, str]:
        """Who plays, and which power."""
        return {seat.user: power for power, seat in self.seats.items() if seat.user is not None}

    @property
    def vacant(self) -> tuple[str, ...]:
        """The powers without a player that have something left on the board."""
        alive = self.game.survivors
        return tuple(p for p, seat in self.seats.items() if seat.user is None and p in alive)

    def has_to_order(self) -> Iterator[str]:
        """The powers that have something to decide in the phase at hand."""
        position, board = self.game.position, self.game.variant.board
        kind = self.phase.kind
        for power in self.seats:
            match kind:
                case PhaseKind.RETREAT:
                    if any(one.unit.power == power for one in position.dislodged):
                        yield power
                case PhaseKind.ADJUSTMENT:
                    if due(board, position, power, self.game.rule_set):
                        yield power
                case _:
                    if position.units_of(power):
                        yield power

    def has_ordered(self, power: str) -> bool:
        """Whether a power wrote anything for the phase at hand, or orders of it stand."""
        sheet = self.sheets.get((power, str(self.phase)))
        return bool(sheet and sheet.text.strip()) or bool(self.standing.get(power))

    def is_ready(self, power: str) -> bool:
        """Whether a power has nothing to add: it said so, or it ordered everything where that is
        enough."""
        said = self.ready.get(power)
        if said is not None:
            return said
        return self.settings.early is Early.ORDERED and self.has_ordered(power)

    def is_away(self, user: int, moment: datetime) -> bool:
        """Whether a player said that he would be away then."""
        return any(start <= moment < end for start, end in self.absences.get(user, ()))

    def open_proposals(self) -> tuple[Proposal, ...]:
        """What is put to the vote now."""
        return tuple(one for one in self.proposals if not one.outcome)
