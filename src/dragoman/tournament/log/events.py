"""Events of a tournament: one frozen record for each kind.

The log holds these and nothing else; all the rest is computed from them (see ``state``).
Moments are ISO texts in the hall's own time (``1999-08-28T09:00:00``), seasons ``S1901``,
boards ``2C`` (round and letter), players their numbers, powers their keys (``AUSTRIA``).

A season that nobody typed is not written down but left empty: the clock says it, at the moment
``at``, and says something else once the clock has been corrected (see ``settling``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from dragoman.event_log import EventKinds
from dragoman.quick_dataclass import dataclass

# The tournament as a whole: its preset, board games, awards, and corrections of its log


@dataclass(frozen=True, slots=True)
class Founded:
    """The tournament is founded. ``preset`` is the text of its preset file."""

    name: str
    preset: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class PresetChanged:
    preset: str


@dataclass(frozen=True, slots=True)
class CommitteeNamed:
    """The disputes committee, all of it."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CeremonyHeld:
    """From here on the standings are public; the scores of each game too with ``detail``."""

    detail: bool = False


@dataclass(frozen=True, slots=True)
class HelperNamed:
    """Somebody helps at the desk, in a role. ``code`` is the SHA-256 of the code by which the
    desk's pages know him; without one he helps no more."""

    name: str
    role: str
    code: str = ""


# Side events and awards


@dataclass(frozen=True, slots=True)
class SheetHandedIn:
    """A score sheet of the board-games competition.

    ``places`` are the players from first to last, those who tied together. ``unsigned``
    are those who have not signed; such a sheet counts once the director rules so.
    """

    number: int
    game: str
    places: tuple[tuple[int, ...], ...]
    unsigned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRuled:
    """The director's word on a sheet: it counts, or it does not."""

    number: int
    counts: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Awarded:
    """An award the director gives, or who gets one of the usual ones instead."""

    title: str
    players: tuple[int, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Revealed:
    """At the ceremony the hall is shown this award next."""

    title: str


# Corrections of the log


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier action counts as never done."""

    action: int


@dataclass(frozen=True, slots=True)
class Redone:
    """An action that was undone counts after all."""

    action: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """An earlier action, whatever came after it, counts as never done."""

    action: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier action is taken to have been another: ``events`` stand in its place, each with
    its ``kind`` and its ``data``. What came after it is computed again."""

    action: int
    events: tuple[Mapping[str, Any], ...]
    reason: str = ""


# Registrations, roll calls, wishes, teams


@dataclass(frozen=True, slots=True)
class Registered:
    """A registration form. ``gm`` is a seat filled by the organisers, never ranked; ``more`` is
    what a spreadsheet says besides, by its columns. ``online``: he plays on a judge where others
    sit in a hall."""

    player: int
    first: str
    last: str
    contact: str = ""
    home: str = ""
    nationality: str = ""
    rounds: tuple[int, ...] = ()
    signed: bool = False
    standby: bool = False
    gm: bool = False
    more: Mapping[str, str] = field(default_factory=lambda: {})
    online: bool = False


@dataclass(frozen=True, slots=True)
class PlayersKnown:
    """Players known from earlier events: each line of a players' file, by its columns. All that
    were known before are known no more."""

    players: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Amended:
    """Some fields of a registration, with what they should have been."""

    player: int
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The player takes no further part."""

    player: int


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Present, and to be seated in the round."""

    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckedOut:
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StoodDown:
    """Present, but asked to sit the round out so that the boards come out even."""

    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DoubleBoarded:
    """Players with two seats in the round, on two boards; ``twice`` false lifts it."""

    round: int
    players: tuple[int, ...]
    twice: bool = True


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Two players who must not share a board; ``apart`` false lifts it."""

    one: int
    other: int
    reason: str = ""
    apart: bool = True


@dataclass(frozen=True, slots=True)
class SpreadWished:
    """Players to be spread over the boards as evenly as can be; no players at all is the end
    of such a group."""

    name: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamEntered:
    """The entry form of a team: who is in it, and who of them signed his part."""

    team: str
    players: tuple[int, ...]
    signed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PowersWished:
    """The powers that a player wishes, best first, or bids on, in a round or, where that is 0, in
    all; no power takes back what he said before."""

    player: int
    powers: tuple[str, ...]
    bids: tuple[int, ...] = ()
    round: int = 0


# Draws and seats


@dataclass(frozen=True, slots=True)
class Drawn:
    """The seats of a round: board letter to power to player. Secret until published.

    ``seed`` and ``version`` of the program let the draw be repeated. On the ``top`` first boards
    sit those who stood best, the rest by lot.
    """

    round: int
    boards: Mapping[str, Mapping[str, int]]
    seed: int = 0
    version: str = ""
    top: int = 0


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two players of a round change seats: those on the boards of these letters, or where nothing
    says on which, all that they have."""

    round: int
    one: int
    other: int
    board: str = ""
    other_board: str = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """One player takes another's seat: that on the board of this letter, or all."""

    round: int
    out: int
    into: int
    board: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    round: int


@dataclass(frozen=True, slots=True)
class AccountKnown:
    """The account of a player on the judge, seen at a seat of his."""

    player: int
    judge: str
    account: int


@dataclass(frozen=True, slots=True)
class EndTimeSet:
    """The time at which the director means to end the round. Nobody else is ever told."""

    round: int
    at: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int
    at: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A time draw on every board still playing, at the deadline of this season, or the last that
    had passed at the moment."""

    round: int
    season: str
    at: str = ""


# The clock. An empty ``board`` means the clock of the hall


@dataclass(frozen=True, slots=True)
class Paused:
    round: int
    at: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    round: int
    at: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """Seconds more, or fewer, for one season: this, or the one that was running."""

    round: int
    season: str
    seconds: int
    board: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class LengthSet:
    """The seconds that each season has from this one on, or the one after that which was
    running."""

    round: int
    season: str
    seconds: int
    board: str = ""
    at: str = ""


# Tables: orders, counts, votes, ends, and reports from phones


@dataclass(frozen=True, slots=True)
class OrdersIn:
    """A power's orders went into the box. ``late`` where somebody said so; else the clock says
    it. Without a season they are for the one whose box was open, said to be late for the one
    whose deadline had passed."""

    board: str
    season: str
    power: str
    at: str
    late: bool | None = None


@dataclass(frozen=True, slots=True)
class ReadingBegan:
    """The box is closed. ``missing`` powers had no orders in it, those ``absent`` were not there
    to read. ``reader`` reads first: the one who was said to, else the one whose turn it is."""

    board: str
    season: str
    missing: tuple[str, ...] = ()
    reader: str = ""
    absent: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """The supply centres of every power after the fall of a year, as taken at the table."""

    board: str
    year: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SentElsewhere:
    """A board is played on another site, at the address ``where``: the clock of the hall and the
    end of its round are not for it."""

    board: str
    where: str


@dataclass(frozen=True, slots=True)
class CountsSeen:
    """The counts of a board that is played elsewhere and goes on, by year and power: no result, but
    what it would be if the game ended now. The last that were seen hold."""

    board: str
    counts: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class ResultTaken:
    """The counts of a board that was played elsewhere, by year and power: of the years that are
    known, the last among them. ``eliminated`` has the year in which a power lost its last centre,
    where the counts do not tell it."""

    board: str
    counts: Mapping[str, Mapping[str, int]]
    eliminated: Mapping[str, int] = field(default_factory=lambda: {})


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A phase judged from typed orders, all in one text.

    ``rulings`` are the director's own (unit to ``illegal`` or ``ambiguous``), ``record`` is
    the next position as a game record, ``counts`` are there when a year has ended. ``disorder``
    has the powers whose orders did not count; where that turns out otherwise after a
    correction, the phase and all after it are judged again.
    """

    board: str
    phase: str
    orders: str
    rulings: Mapping[str, str]
    record: str
    report: str
    counts: Mapping[str, int] = field(default_factory=lambda: {})
    disorder: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reopened:
    """The last phase of an adjudicated board is taken back after an error (rule 18)."""

    board: str
    phase: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """All survivors agreed to vote on a draw ``among`` some of them, or all if none are named.
    Nothing about their ballots is ever logged."""

    board: str
    season: str
    survivors: tuple[str, ...] = ()
    at: str = ""
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """The result of the vote that was open; it is of the season in which it was opened. How many
    were ``against`` is there only where the rules have it told."""

    board: str
    season: str
    carried: bool
    against: int | None = None


@dataclass(frozen=True, slots=True)
class CallRefused:
    """Not every survivor wanted a vote."""

    board: str
    season: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game ended: ``time-draw``, ``abandoned`` or ``concession`` (to ``power``)."""

    board: str
    how: str
    season: str
    power: str = ""
    reason: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class CodesGiven:
    """The words by which the tables of a round tell their counts from a phone, by board."""

    round: int
    codes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class VotingCodesGiven:
    """The SHA-256 of the codes by which players vote from their phones, by their numbers. No ballot
    is ever logged."""

    codes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CountReported:
    """A count that a table told from a phone; it counts once the director takes it."""

    number: int
    board: str
    year: int
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SheetReported:
    """A score sheet of the board games that came from a phone, by the code of a board; it is handed
    in once the director takes it. Its number is one of the reports'."""

    number: int
    board: str
    game: str
    places: tuple[tuple[int, ...], ...]
    unsigned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportAnswered:
    """The director has taken a report, or not."""

    number: int
    taken: bool


# Penalties and disputes


@dataclass(frozen=True, slots=True)
class Penalised:
    """``kind`` is one of ``conduct.PENALTIES``. Board and season where it belongs to them."""

    number: int
    player: int
    kind: str
    reason: str
    points: str = "0"
    round: int = 0
    board: str = ""
    season: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    number: int


@dataclass(frozen=True, slots=True)
class Disputed:
    number: int
    text: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling on a dispute, by whom, and with what effect."""

    number: int
    text: str
    by: tuple[str, ...]
    effect: str = ""


# The log

Event: TypeAlias = (
    Founded
    | PresetChanged
    | CommitteeNamed
    | CeremonyHeld
    | HelperNamed
    | PlayersKnown
    | Registered
    | Amended
    | Withdrawn
    | CheckedIn
    | CheckedOut
    | StoodDown
    | DoubleBoarded
    | KeptApart
    | SpreadWished
    | TeamEntered
    | PowersWished
    | Drawn
    | Swapped
    | Substituted
    | Published
    | AccountKnown
    | EndTimeSet
    | RoundStarted
    | RoundEnded
    | Paused
    | Resumed
    | TimeAdded
    | LengthSet
    | OrdersIn
    | ReadingBegan
    | Counted
    | SentElsewhere
    | CountsSeen
    | ResultTaken
    | Adjudicated
    | Reopened
    | VoteOpened
    | VoteClosed
    | CallRefused
    | GameEnded
    | CodesGiven
    | VotingCodesGiven
    | CountReported
    | SheetReported
    | ReportAnswered
    | Penalised
    | PenaltyLifted
    | Disputed
    | Ruled
    | SheetHandedIn
    | SheetRuled
    | Awarded
    | Revealed
    | Undone
    | Redone
    | Cancelled
    | Corrected
)


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """An event in the log. Events of one action are written together or not at all. ``by`` is the
    helper who did it at the pages of the desk; empty is the director, or a table's phone."""

    number: int
    action: int
    at: str
    event: Event
    by: str = ""


_KINDS = EventKinds[Event](Event.__args__)
as_data, from_data = _KINDS.data, _KINDS.read
"""Events as the log file holds them: their fields as JSON, beside the name of their kind."""


def kind_in_words(event: Event) -> str:
    """The kind of an event as people read it: ``orders in``."""
    name = type(event).__name__
    return "".join(f" {one.lower()}" if one.isupper() else one for one in name).strip()
