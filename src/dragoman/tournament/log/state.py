"""A tournament as it stands, and what can be asked of it. Made from the log by ``fold``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field
from datetime import datetime
from itertools import combinations, count, takewhile

from dragoman.quick_dataclass import dataclass
from dragoman.rules import Phase, PhaseKind
from dragoman.tournament.log import events as ev
from dragoman.tournament.rules.house_rules import HouseRules
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.rules.preset import Preset
from dragoman.tournament.rules.round_clock import (
    FIRST_YEAR,
    Clock,
    Lateness,
    Ruling,
    Season,
    next_reader,
    ruling,
)

START_YEAR = FIRST_YEAR - 1

_Box = dict[str, ev.OrdersIn]
_GAME = re.compile(r"(https?://\S+)/games/([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who registered, and what his form says. ``gm`` seats are never ranked."""

    number: int
    first: str
    last: str
    contact: str = ""
    home: str = ""
    nationality: str = ""
    rounds: tuple[int, ...] = ()
    signed: bool = False
    standby: bool = False
    gm: bool = False
    withdrawn: bool = False
    online: bool = False
    more: Mapping[str, str] = field(default_factory=lambda: {})

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}".strip()

    def lacks(self, required: Iterable[str]) -> tuple[str, ...]:
        """Fields that the form still lacks. A GM seat needs no form."""
        return () if self.gm else tuple(name for name in required if not getattr(self, name))


@dataclass(frozen=True, slots=True)
class Team:
    name: str
    players: tuple[int, ...]
    signed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a game ended without a solo: ``voted-draw``, ``time-draw``, ``abandoned`` or
    ``concession`` (to ``winner``); in which season, and the year whose count is its last. ``among``
    are those who share a voted draw, none for all survivors."""

    how: str
    season: Season
    final_year: int
    winner: str = ""
    among: tuple[str, ...] = ()


@dataclass
class TournamentTable:
    """One board of one round: who plays what, and how the game goes. ``variant`` is what was
    played when the board was drawn.

    ``taken`` are the counts of all years that were handed in, ``counts`` those of them that follow
    each other without a gap: what comes after a year that is missing waits for it, except where
    the result was taken from another site (``result``). ``elsewhere`` is the address where it is
    played, ``seen`` the counts that were seen there while the game went on. ``rejudged``: a phase
    came out otherwise than when it was judged, after a correction.
    """

    key: str
    round: int
    seats: dict[str, int]
    variant: PlayedVariant
    counts: dict[int, dict[str, int]] = field(init=False)
    taken: dict[int, dict[str, int]] = field(init=False)
    stop: Stop | None = None
    clock: Clock | None = None
    box: dict[Season, _Box] = field(default_factory=dict[Season, _Box])
    readings: dict[Season, ev.ReadingBegan] = field(default_factory=dict[Season, ev.ReadingBegan])
    votes: list[ev.VoteClosed] = field(default_factory=list[ev.VoteClosed])
    calls_refused: list[ev.CallRefused] = field(default_factory=list[ev.CallRefused])
    vote_open: ev.VoteOpened | None = None
    phases: list[ev.Adjudicated] = field(default_factory=list[ev.Adjudicated])
    reopened: list[ev.Reopened] = field(default_factory=list[ev.Reopened])
    rejudged: bool = False
    elsewhere: str = ""
    seen: dict[int, dict[str, int]] = field(default_factory=dict[int, dict[str, int]])
    result: ev.ResultTaken | None = None

    def __post_init__(self) -> None:
        self.counts = {START_YEAR: dict(self.variant.start)}
        self.taken = dict(self.counts)

    def take_count(self, year: int, counts: Mapping[str, int] | None) -> None:
        """Take the count of a year, or with None take it back."""
        self.taken.pop(year, None)
        if counts is not None:
            self.taken[year] = {power: counts[power] for power in self.variant.powers}
        if self.result is not None:
            self.counts = dict(sorted(self.taken.items()))
            return
        without_gap = takewhile(self.taken.__contains__, count(START_YEAR))
        self.counts = {known: self.taken[known] for known in without_gap}

    @property
    def game(self) -> tuple[str, int] | None:
        """The judge where it is played, and the number of its game there; None where it is not."""
        found = _GAME.fullmatch(self.elsewhere)
        return (found[1], int(found[2])) if found else None

    @property
    def is_elsewhere(self) -> bool:
        """True if the board is played on another site, and the hall has no part in it."""
        return bool(self.elsewhere) or self.result is not None

    @property
    def has_begun(self) -> bool:
        """True if anything that belongs to the game was written down."""
        return bool(
            self.box
            or self.readings
            or self.votes
            or self.calls_refused
            or self.vote_open
            or self.phases
            or self.stop
            or self.elsewhere
            or len(self.taken) > 1
        )

    @property
    def letter(self) -> str:
        return self.key.lstrip("0123456789")

    @property
    def last_year(self) -> int:
        """The last year whose count is in; 1900 before any is."""
        return max(self.counts)

    @property
    def last_counts(self) -> dict[str, int]:
        return self.counts[self.last_year]

    @property
    def survivors(self) -> tuple[str, ...]:
        """The powers that own a centre by the last count, wherever their units are."""
        return tuple(power for power in self.variant.powers if self.last_counts[power])

    @property
    def solo(self) -> tuple[str, int] | None:
        """The power that won alone, and the year: with the centres that win, at a count that
        belongs to the game, including the one that a time draw waits for."""
        if self.stop is not None and self.stop.how == "abandoned":
            return None
        for year, counts in self.counts.items():
            leader = max(counts, key=lambda power: counts[power])
            if counts[leader] >= self.variant.victory and (
                not self.stop or year <= self.stop.final_year
            ):
                return leader, year
        return None

    @property
    def ending(self) -> str:
        """The end of the game: ``solo`` or what ``stop`` says; empty while it is played."""
        return "solo" if self.solo else self.stop.how if self.stop else ""

    @property
    def winner(self) -> str:
        """The power that won, alone or by concession; else none."""
        return self.solo[0] if self.solo else self.stop.winner if self.stop else ""

    @property
    def final_year(self) -> int | None:
        """The year whose count is the last of the game; None while it is played."""
        return self.solo[1] if self.solo else self.stop.final_year if self.stop else None

    @property
    def complete(self) -> bool:
        """True if the game has ended and its last count is in."""
        return self.ending == "abandoned" or self.final_year in self.counts

    @property
    def final_counts(self) -> dict[int, dict[str, int]]:
        """The counts of the years that belong to the result."""
        last = self.last_year if self.final_year is None else self.final_year
        return {year: counts for year, counts in self.counts.items() if year <= last}

    @property
    def counts_so_far(self) -> dict[int, dict[str, int]]:
        """The counts of a game that goes on, wherever it is played; of one that has ended those of
        its result."""
        if self.ending or self.result is not None or not self.seen:
            return self.final_counts
        return self.counts | self.seen

    @property
    def record(self) -> str:
        """The game record of the position after the last phase judged here, or none."""
        return self.phases[-1].record if self.phases else ""

    def power_of(self, player: int) -> str | None:
        return next((power for power, seated in self.seats.items() if seated == player), None)


@dataclass
class Round:
    """One round. ``doubled`` play two boards of it. ``by_hand``: seats were changed after the draw.
    ``drawn_after`` are the draws of earlier rounds that it was made to fit, ``drawn_apart`` the
    players who were to be on different boards, ``drawn_wishes`` what each wished. ``end_at`` is
    known to the director alone."""

    number: int
    present: set[int] = field(default_factory=set[int])
    stood_down: set[int] = field(default_factory=set[int])
    doubled: set[int] = field(default_factory=set[int])
    tables: dict[str, TournamentTable] = field(default_factory=dict[str, TournamentTable])
    drawn: ev.Drawn | None = None
    by_hand: bool = False
    drawn_after: dict[int, ev.Drawn] = field(default_factory=dict[int, ev.Drawn])
    drawn_apart: frozenset[frozenset[int]] = frozenset()
    drawn_wishes: dict[int, ev.PowersWished | None] = field(
        default_factory=dict[int, "ev.PowersWished | None"]
    )
    published: bool = False
    clock: Clock | None = None
    end_at: datetime | None = None
    codes: dict[str, str] = field(default_factory=dict[str, str])
    ended: Season | None = None

    @property
    def started(self) -> bool:
        return self.clock is not None

    @property
    def over(self) -> bool:
        """True if every game has ended and every last count is in."""
        return bool(self.tables) and all(table.complete for table in self.tables.values())

    @property
    def in_the_hall(self) -> tuple[TournamentTable, ...]:
        """The boards that are not played elsewhere."""
        return tuple(table for table in self.tables.values() if not table.is_elsewhere)

    @property
    def to_be_seated(self) -> tuple[int, ...]:
        """Players who are here and do not stand down; twice where one plays two boards."""
        here = self.present - self.stood_down
        return tuple(sorted((*here, *(here & self.doubled))))

    def tables_of(self, player: int) -> tuple[TournamentTable, ...]:
        """The boards where a player has a seat: one, or two."""
        return tuple(t for t in self.tables.values() if player in t.seats.values())


@dataclass
class Penalty:
    given: ev.Penalised
    lifted: bool = False


@dataclass
class Dispute:
    raised: ev.Disputed
    rulings: list[ev.Ruled] = field(default_factory=list[ev.Ruled])


@dataclass
class BoardGameSheet:
    """A score sheet of a board game; ``counts`` as the signatures or the director say."""

    handed_in: ev.SheetHandedIn
    counts: bool
    reason: str = ""


@dataclass
class PhoneReport:
    """A count or a score sheet from a phone; ``taken`` once the director has said so, or has
    not."""

    told: ev.CountReported | ev.SheetReported
    taken: bool | None = None


@dataclass(frozen=True, slots=True)
class SetAside:
    """An event of the log that cannot be any more, since an earlier one was corrected. It counts
    for nothing until it can be again."""

    action: int
    event: ev.Event
    reason: str


@dataclass
class Tournament:
    """Everything about a tournament. Only events change it; see ``apply``."""

    name: str = ""
    place: str = ""
    preset: str = ""
    settings: Preset = field(default_factory=Preset)
    committee: tuple[str, ...] = ()
    known: tuple[Mapping[str, str], ...] = ()
    players: dict[int, Player] = field(default_factory=dict[int, Player])
    teams: dict[str, Team] = field(default_factory=dict[str, Team])
    apart: dict[frozenset[int], str] = field(default_factory=dict[frozenset[int], str])
    spread: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    rounds: dict[int, Round] = field(default_factory=dict[int, Round])
    penalties: dict[int, Penalty] = field(default_factory=dict[int, Penalty])
    disputes: dict[int, Dispute] = field(default_factory=dict[int, Dispute])
    sheets: dict[int, BoardGameSheet] = field(default_factory=dict[int, BoardGameSheet])
    awards: dict[str, ev.Awarded] = field(default_factory=dict[str, ev.Awarded])
    ceremony: bool = False
    detail: bool = False
    revealed: list[str] = field(default_factory=list[str])
    reports: dict[int, PhoneReport] = field(default_factory=dict[int, "PhoneReport"])
    voting_codes: dict[int, str] = field(default_factory=dict[int, str])
    wishes: dict[tuple[int, int], ev.PowersWished] = field(
        default_factory=dict[tuple[int, int], ev.PowersWished]
    )
    helpers: dict[str, ev.HelperNamed] = field(default_factory=dict[str, ev.HelperNamed])
    accounts: dict[int, ev.AccountKnown] = field(default_factory=dict[int, ev.AccountKnown])
    set_aside: list[SetAside] = field(default_factory=list["SetAside"])

    @property
    def rules(self) -> HouseRules:
        """The rules by which the hall is run."""
        return self.settings.house

    def round(self, number: int) -> Round:
        """The round; an empty one if nothing has happened in it yet."""
        return self.rounds.setdefault(number, Round(number))

    def wish_of(self, player: int, number: int) -> ev.PowersWished | None:
        """The powers that a player wishes in a round: for it alone, or for all."""
        for round_ in (number, 0):
            if (found := self.wishes.get((player, round_))) is not None:
                return found if found.powers else None
        return None

    def to_be_apart(self, number: int) -> frozenset[frozenset[int]]:
        """The pairs who are not to share a board in a round: those kept apart, and team-mates in
        the round of the teams."""
        rules = self.settings.teams
        teams = self.teams.values() if rules is not None and rules.round == number else ()
        mates = (frozenset(pair) for team in teams for pair in combinations(team.players, 2))
        return frozenset((*self.apart, *mates))

    def table(self, key: str) -> TournamentTable:
        """The board of a key such as ``2C``.

        Raises:
            KeyError: if there is none.
        """
        number = int(key[: len(key) - len(key.lstrip("0123456789"))] or 0)
        return self.rounds[number].tables[key]

    @property
    def tables(self) -> tuple[TournamentTable, ...]:
        """Every board of every round, in order."""
        return tuple(t for r in sorted(self.rounds) for t in self.rounds[r].tables.values())

    @property
    def lateness(self) -> tuple[Lateness, ...]:
        """Every time that orders were late, by round and season, with what it cost: whoever was
        late for the first time is warned, in whatever sequence it was written down."""
        times: dict[int, int] = {}
        found: list[Lateness] = []
        for table, season, power, missing in self._late_orders():
            player = table.seats[power]
            cost = ruling(times.get(player, 0), missing, self.rules.box.warnings)
            times[player] = times.get(player, 0) + 1
            found.append(Lateness(player, table.key, season, power, cost, missing))
        return tuple(found)

    def _late_orders(self) -> list[tuple[TournamentTable, Season, str, bool]]:
        """Table, season, power, and whether there were none at all."""
        found: list[tuple[TournamentTable, Season, str, bool]] = []
        for table in self.tables:
            for season, box in table.box.items():
                found += [(table, season, one.power, False) for one in box.values() if one.late]
            for season, reading in table.readings.items():
                found += [(table, season, power, True) for power in reading.missing]
        return sorted(found, key=lambda one: (one[0].round, one[1], one[3]))

    def late_count(self, player: int) -> int:
        """The number of times that a player's orders were late, in the whole tournament."""
        return sum(one.player == player for one in self.lateness)

    def reader(
        self, table: TournamentTable, season: Season, absent: Collection[str] = ()
    ) -> str | None:
        """The power that reads the orders of a season first, and after them everybody else's
        (NZ1999, rule 12). A season whose reading nobody wrote down was read by the one whose turn
        it was."""
        rules = self.rules.box
        last: str | None = None
        for index in range(season.index + 1):
            when = Season.number(index)
            known = table.readings.get(when)
            if known is not None and (said := known.reader):
                last = said
                continue
            away = set(absent) if when == season else set[str]()
            away.update(known.absent if known is not None else ())
            owned = table.counts[max(year for year in table.counts if year <= when.last_fall)]
            away.update(power for power in rules.border if not owned.get(power))
            found = next_reader(rules.border, rules.first_reader, when, last, away, rules.pointer)
            if when == season:
                return found
            last = found or last
        return last

    def standing_penalties(self, player: int) -> tuple[ev.Penalised, ...]:
        return tuple(
            penalty.given
            for penalty in self.penalties.values()
            if penalty.given.player == player and not penalty.lifted
        )

    def disordered(self, table: TournamentTable, season: Season) -> set[str]:
        """The powers of a table in civil disorder for a season: by late orders, or because
        their players are suspended."""
        found = {
            one.power
            for one in self.lateness
            if (one.board, one.season, one.ruling) == (table.key, season, Ruling.DISORDER)
        }
        for power, player in table.seats.items():
            for penalty in self.standing_penalties(player):
                if penalty.board == table.key and (
                    penalty.kind == "game-suspension" or penalty.season == str(season)
                ):
                    found.add(power)
        return found

    def disorder_in(self, table: TournamentTable, phase: Phase) -> tuple[str, ...]:
        """The powers whose orders do not count in a phase: those in civil disorder for the season,
        for its movement and its retreats."""
        if phase.kind is PhaseKind.ADJUSTMENT:
            return ()
        found = self.disordered(table, Season(phase.year, phase.season != "S"))
        return tuple(power for power in table.variant.powers if power in found)

    def out_of(self, player: int, round_: int) -> str:
        """Why a player may not be seated in a round; empty if he may."""
        if self.players[player].withdrawn:
            return "has withdrawn"
        for penalty in self.standing_penalties(player):
            if penalty.kind == "disqualification":
                return "is disqualified from the tournament"
            if penalty.kind == "round-disqualification" and penalty.round == round_:
                return f"is disqualified from round {round_}"
        return ""

    def clock_of(self, table: TournamentTable) -> Clock | None:
        """The table's own clock where it has one, else that of the hall."""
        return table.clock or self.rounds[table.round].clock
