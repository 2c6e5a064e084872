"""A judged game as it stands, and what can be asked of it. Made from the log by ``fold``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from enum import Enum
from hmac import compare_digest

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.game import Find, Game, Resolution
from dragoman.game.order_sets import due
from dragoman.game.sight import as_seen
from dragoman.judge.log.conditional_orders import ConditionContext, is_conditional, orders_chosen
from dragoman.judge.log.settings import BROUGHT, Early, Missed, Settings
from dragoman.judge.log.sheet_reading import give_sheet
from dragoman.judge.log.table import TABLE
from dragoman.orders import Order, unit_of
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind, builds_due, builds_left

MASTER = "MASTER"
OBSERVER = "OBSERVER"
"""Who writes press without a power."""


class Stage(Enum):
    """The stage that a judged game has reached."""

    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


@dataclass
class Seat:
    """A power and who plays it. ``missed`` counts the phases in a row without orders that were
    due; ``past`` are those who played it before; ``wishes`` are the powers its player wished for
    when he joined; ``bot`` plays it while it has no player."""

    power: str
    user: int | None = None
    bot: str = ""
    since: datetime | None = None
    missed: int = 0
    past: list[int] = field(default_factory=list[int])
    wishes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who waits for a seat: the powers he wishes for, best first (any, where there are
    none)."""

    wishes: tuple[str, ...] = ()
    program: bool = False
    admitted: bool = False


@dataclass(frozen=True, slots=True)
class SavedSheet:
    """The orders of a power for a phase as it wrote them, when and by whom they were last changed,
    and how many of them the judge could read then; -1 where it was not asked."""

    text: str
    at: datetime
    by: int = 0
    reads: int = -1


@dataclass(frozen=True, slots=True)
class Due:
    """Orders that a player owed when a phase was judged, and whether he gave a sign himself. None
    where that says nothing of him: he had announced that he would be away, had not yet had the
    seat when the phase began, had orders that stand, or a master judged it ahead of time."""

    phase: str
    power: str
    user: int
    missed: bool
    kept: bool | None
    lasted: timedelta
    """How long the phase was."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A player who gave up, or lost, a power that was alive."""

    phase: str
    power: str
    user: int
    why: str


@dataclass
class VoteProposal:
    """Something put to the vote. ``votes`` say who agrees; nobody may know while it is open."""

    number: int
    what: str
    by: str
    powers: tuple[str, ...]
    until: datetime | None
    phase: str
    votes: dict[str, bool] = field(default_factory=dict[str, bool])
    outcome: str = ""
    """``carried`` or ``lapsed``; empty while it is open."""


@dataclass(frozen=True, slots=True)
class PressMessage:
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
class HeldMessage:
    """Press that a master has to let through first; see ``events.MessageHeld``. ``outcome`` is
    ``let-through``, ``turned-back``, or empty while nobody has decided."""

    number: int
    at: datetime
    author: int
    sender: str
    to: tuple[str, ...]
    text: str
    signed: str
    outcome: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class MessageReport:
    """A reader's complaint, for the masters: about a message, or, where its number is 0, about how
    an ``other`` power is played."""

    at: datetime
    number: int
    power: str
    why: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """The place where a game went on before it came here; see ``events.Imported``."""

    source: str
    name: str
    masters: tuple[str, ...]
    players: Mapping[str, str]
    told: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class PublicAct:
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
    lot: int = 0
    """By which powers are dealt out."""
    origin: GameOrigin | None = None
    """Where it went on before it came here, if anywhere."""
    stage: Stage = Stage.FORMING
    masters: list[int] = field(default_factory=list[int])
    applicants: dict[int, Applicant] = field(default_factory=dict[int, Applicant])
    """Who waits for a seat, in the order in which they came."""
    observers: set[int] = field(default_factory=set[int])
    invited: set[int] = field(default_factory=set[int])
    links: list[str] = field(default_factory=list[str])
    """The codes of all links that were ever made."""
    link: str = ""
    """The code of the link by which people may come in; empty where there is none."""
    seat_links: dict[str, str] = field(default_factory=dict[str, str])
    """Powers that are kept for whoever has the link to them, each with its code."""
    begins_at: datetime | None = None
    """When a game that has not begun does so by itself."""
    seats: dict[str, Seat] = field(default_factory=dict[str, Seat])
    absences: dict[int, list[tuple[datetime, datetime]]] = field(
        default_factory=dict[int, list[tuple[datetime, datetime]]]
    )

    offers: dict[str, int] = field(default_factory=dict[str, int])
    """Powers that are handed over, each with the account that may take it."""
    offers_made: dict[str, int] = field(default_factory=dict[str, int])
    """How often each was offered."""

    judged: list[int] = field(default_factory=list[int])
    """For each phase of the history, the number of the event by which it was judged."""
    sign: datetime | None = None
    """When somebody last did anything."""
    warned: datetime | None = None
    """When the game is over unless somebody gives one."""
    began: datetime | None = None
    """When the phase at hand began."""
    settled: datetime | None = None
    """When the orders for it, or somebody's readiness, last changed."""
    deadline: datetime | None = None
    asked: datetime | None = None
    """When a master asked the clock to judge the phase at hand."""
    left: float = 0.0
    """While paused: how many seconds there were to the deadline."""
    waits: bool = False
    """Whether the deadline is over and the judge waits, until ``grace`` or, without one, until
    nobody is late any more; ``awaited`` are those who were late then."""
    awaited: tuple[str, ...] = ()
    grace: datetime | None = None

    reminded: datetime | None = None
    """When a master last reminded those who had not ordered for the phase at hand."""

    sheets: dict[tuple[str, str], SavedSheet] = field(
        default_factory=dict[tuple[str, str], SavedSheet]
    )
    """By power and phase, those of past and of later phases as well."""
    standing: dict[str, str] = field(default_factory=dict[str, str])
    ready: dict[str, bool] = field(default_factory=dict[str, bool])
    """What powers said of being ready for the phase at hand."""
    signs: set[int] = field(default_factory=set[int])
    """Who said so."""
    dice: str = ""
    """Dice that a master threw for the phase at hand."""
    notes: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    proposals: list[VoteProposal] = field(default_factory=list[VoteProposal])
    messages: list[PressMessage] = field(default_factory=list[PressMessage])
    held: list[HeldMessage] = field(default_factory=list[HeldMessage])
    reports: list[MessageReport] = field(default_factory=list[MessageReport])
    silenced: set[str] = field(default_factory=set[str])
    muted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    spoken: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """For bots that talk how many messages there were each time when they spoke in the phase at
    hand."""
    acts: list[PublicAct] = field(default_factory=list[PublicAct])
    dues: list[Due] = field(default_factory=list[Due])
    departures: list[Departure] = field(default_factory=list[Departure])
    ending: tuple[str, tuple[str, ...]] | None = None
    ended: datetime | None = None
    game_id: int = field(default=0, compare=False)
    """The number that the game has on its judge; 0 for one that is kept nowhere."""

    def copy(self) -> JudgedGame:
        """A game of its own that stands alike: what is applied to one changes nothing of the
        other."""
        return replace(
            self,
            game=self.game.copy(),
            judged=[*self.judged],
            masters=[*self.masters],
            applicants=dict(self.applicants),
            observers=set(self.observers),
            invited=set(self.invited),
            links=[*self.links],
            seat_links=dict(self.seat_links),
            seats={power: replace(one, past=[*one.past]) for power, one in self.seats.items()},
            absences={user: [*away] for user, away in self.absences.items()},
            offers=dict(self.offers),
            offers_made=dict(self.offers_made),
            sheets=dict(self.sheets),
            standing=dict(self.standing),
            ready=dict(self.ready),
            signs=set(self.signs),
            notes=dict(self.notes),
            proposals=[replace(one, votes=dict(one.votes)) for one in self.proposals],
            messages=[*self.messages],
            held=[*self.held],
            reports=[*self.reports],
            silenced=set(self.silenced),
            muted=set(self.muted),
            spoken=dict(self.spoken),
            acts=[*self.acts],
            dues=[*self.dues],
            departures=[*self.departures],
        )

    @property
    def phase(self) -> Phase:
        """The phase at hand."""
        return self.game.phase

    @property
    def is_homemade(self) -> bool:
        """True if the map is one that somebody brought, so that nobody knows how long it takes to
        judge. Such a game is judged by the clock alone, which gives up in time; on shipped maps
        every position that there can be is judged in no time."""
        return BROUGHT in self.settings.variant

    @property
    def is_blind(self) -> bool:
        """True if the powers do not see all of the board before the game is over."""
        return self.game.rule_set.sight != "all"

    @property
    def history(self) -> tuple[Resolution, ...]:
        """Every phase judged, oldest first."""
        return self.game.history

    @property
    def players(self) -> dict[int, str]:
        """Players, each with his power."""
        return {seat.user: power for power, seat in self.seats.items() if seat.user is not None}

    @property
    def misses(self) -> tuple[tuple[str, int, str], ...]:
        """Every deadline that was missed: power, player, phase."""
        return tuple((one.power, one.user, one.phase) for one in self.dues if one.missed)

    @property
    def vacant(self) -> tuple[str, ...]:
        """The powers without a player that have something left on the board."""
        alive = self.game.survivors
        return tuple(p for p, seat in self.seats.items() if seat.user is None and p in alive)

    @property
    def free(self) -> tuple[str, ...]:
        """Those of them that are kept for nobody."""
        return tuple(p for p in self.vacant if p not in self.seat_links and p not in self.offers)

    def seat_of_link(self, code: str) -> str:
        """The power to whose seat an open link leads; empty where it leads to none."""
        given, vacant = code.encode(), self.vacant
        for power, one in self.seat_links.items():
            if compare_digest(one.encode(), given) and power in vacant:
                return power
        return ""

    def has_to_order(self) -> Iterator[str]:
        """The powers that have something to decide in the phase at hand."""
        game, position = self.game, self.game.position
        for power in self.seats:
            match self.phase.kind:
                case PhaseKind.RETREAT:
                    if any(one.unit.power == power for one in position.dislodged):
                        yield power
                case PhaseKind.ADJUSTMENT:
                    owed = due(game.variant, position, power, game.rule_set)
                    # Where units are paid for, everybody has something to decide.
                    if owed or (owed is None and power in game.survivors):
                        yield power
                case _:
                    if position.units_of(power):
                        yield power

    def known_to(self, power: str) -> ConditionContext:
        """The facts that a power may make its orders depend on."""
        variant, rules = self.game.variant, self.game.rule_set
        seen = as_seen(variant.board, self.game.position, power, rules)
        return ConditionContext(variant, seen, self.game.history, power, not self.is_blind)

    def has_ordered(self, power: str) -> bool:
        """True if a power has orders for the phase at hand that can be read, or orders stand."""
        if self.standing.get(power) and self.phase.kind is PhaseKind.MOVEMENT:
            return True
        sheet = self.sheets.get((power, str(self.phase)))
        if sheet is None:
            return False
        if sheet.reads >= 0 and not is_conditional(sheet.text):
            return sheet.reads > 0
        return bool(orders_chosen(sheet.text, self.known_to(power)).strip())

    def has_ordered_all(self, power: str) -> bool:
        """True if a power has an order for everything that it has to order in the phase at hand."""
        return self.has_ordered(power) and not self.has_gaps(power)

    def has_gaps(self, power: str) -> bool:
        """True if something that a power has to order in the phase at hand is without an order."""
        if self.phase.kind is PhaseKind.ADJUSTMENT:
            return not self._has_adjusted(power, self._given(power))
        return bool(self.without_order(power))

    def without_order(self, power: str) -> tuple[Unit, ...]:
        """Units of a power that are ordered in a movement or have to retreat, and have no order."""
        position, board = self.game.position, self.game.variant.board
        units = [one.unit for one in position.dislodged if one.unit.power == power]
        if self.phase.kind is PhaseKind.MOVEMENT:
            units = position.units_of(power)
        ordered = Counter(
            board.province_of[one.location] for one in map(unit_of, self._given(power)) if one
        )
        found: list[Unit] = []
        for unit in units:
            province = board.province_of[unit.location]
            if ordered[province]:
                ordered[province] -= 1
            else:
                found.append(unit)
        return tuple(found)

    def left_unpaid(self, power: str) -> tuple[Unit, ...]:
        """Units that a power loses in the phase at hand because nothing that it ordered pays for
        them."""
        return TABLE.of(self.game.variant).unpaid(self.game, power, self._given(power))

    def _given(self, power: str) -> tuple[Order, ...]:
        """Orders that a power has given for the phase at hand, as things stand."""
        game, sheet = self.game.copy(), self.sheets.get((power, str(self.phase)))
        chosen = orders_chosen(sheet.text, self.known_to(power)) if sheet is not None else ""
        give_sheet(game, power, self.standing.get(power, ""), chosen)
        return game.orders(power)

    def _has_adjusted(self, power: str, given: Sequence[Order]) -> bool:
        game, position, rules = self.game, self.game.position, self.game.rule_set
        if due(game.variant, position, power, rules) is None:
            return True  # whom somebody pays is his affair
        board = game.variant.board
        points = builds_due(board, position, power, rules)
        if points >= 0:
            return builds_left(board, position, power, given, rules) == 0
        removed = {board.province_of[one.location] for one in map(unit_of, given) if one}
        units = position.units_of(power)
        gained = sum(
            board.kinds[unit.kind].cost
            for unit in units
            if board.province_of[unit.location] in removed
        )
        return gained >= -points or len(removed) >= len(units)

    def reads(self, power: str, message: PressMessage) -> bool:
        """True if whoever plays a power may read a message, and wants to."""
        return self.may_read(power, message) and not self.has_muted(power, message)

    def may_read(self, power: str, message: PressMessage) -> bool:
        """True if whoever plays a power may read a message, wanted or not."""
        if message.sender == power:
            return True
        return not message.hidden and (not message.to or power in message.to)

    def has_muted(self, power: str, message: PressMessage) -> bool:
        """True if whoever plays a power has muted the one who signed a message."""
        return (power, message.signed) in self.muted and message.sender != power

    def is_programs(self, power: str) -> bool:
        """True if a power is one that programs play."""
        return power in self.settings.programs

    def is_in_disorder(self, power: str) -> bool:
        """True if a power has missed so much that nobody waits for it any more."""
        is_late = self.seats[power].missed >= self.settings.misses
        return is_late and self.settings.missed is Missed.DISORDER

    def awaits(self, power: str) -> bool:
        """True if a power has a player who is waited for and asked."""
        return self.seats[power].user is not None and not self.is_in_disorder(power)

    def is_ready(self, power: str) -> bool:
        """True if a power has nothing to add: it said so, or it ordered everything where that is
        enough."""
        said = self.ready.get(power)
        if said is not None:
            return said
        return self.settings.early is Early.ORDERED and self.has_ordered_all(power)

    def is_away(self, user: int, moment: datetime) -> bool:
        """True if a player said that he would be away then."""
        return any(start <= moment < end for start, end in self.absences.get(user, ()))

    def open_proposals(self) -> tuple[VoteProposal, ...]:
        """Proposals that are put to the vote now."""
        return tuple(one for one in self.proposals if not one.outcome)
