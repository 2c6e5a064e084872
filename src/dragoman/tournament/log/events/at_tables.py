"""What happens at a table: orders, counts, votes, ends, and what is told from phones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dragoman.quick_dataclass import dataclass


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
    """What came of the vote that was open; it is of the season in which it was opened."""

    board: str
    season: str
    carried: bool


@dataclass(frozen=True, slots=True)
class CallRefused:
    """Not every survivor wanted a vote."""

    board: str
    season: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """How: ``time-draw``, ``abandoned`` or ``concession`` (to ``power``)."""

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
