"""Draws, seats, rounds from start to end, and the clock."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from dragoman.declared import FileText, Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import (
    At,
    Board,
    DeskQuestion,
    OfRound,
    OfSeason,
    OnBoard,
    OtherPlayer,
    People,
    Person,
    RoundNumber,
)

OfSeat: TypeAlias = Annotated[
    str, Says("which seat, if the first player has two: A or 1A", "BOARD", "--board/-b")
]
Length: TypeAlias = Annotated[str, Says("minutes, or 90s, or 1:30", "TIME", is_argument=True)]


@dataclass(frozen=True, slots=True)
class DrawRound:
    """Draw the boards and powers of a round. The roster stays secret until you publish it.

    Who meets whom again, and who plays a power or a group of powers again, is told with the
    least that is possible at all, so that you know whether drawing once more could help.
    Until the round is published you can draw again as often as you like.

    With --top those who stand best sit on board A, the next on B, for so many boards: one is a top
    board, all are pools. Equals at the edge of a board are told apart by lot. The powers are drawn
    even there; players who choose theirs are given them with "choose".

    Example: dragoman tournament draw 1
    """

    round: RoundNumber
    ahead: Annotated[bool, Says("draw the later rounds too, for all who mean to play them")] = False
    seed: Annotated[int | None, Says("repeat the draw of this seed", "NUMBER")] = None
    again: Annotated[bool, Says("also if it is published, while nobody has played")] = False
    top: Annotated[int, Says("so many boards by the standings, best first", "BOARDS", least=0)] = 0


@dataclass(frozen=True, slots=True)
class ImportSeats:
    """Take seats that were drawn elsewhere, in another program or by hand, in the place of a draw.

    The columns are board, power and player (or "player name"), and perhaps round, of which the
    lines of this one are read: "export calls" writes such a file, and dipvis its board call. Every
    board has every power once. Whoever has a seat is checked in; "roster" says how good the seats
    are, and they stay secret until you publish them.

    Example: dragoman tournament import-seats 1 seats.csv
    """

    round: RoundNumber
    file: Annotated[
        FileText, Says("a CSV or XLSX file, - for standard input", "FILE", is_argument=True)
    ]
    again: Annotated[bool, Says("also if it is published, while nobody has played")] = False


@dataclass(frozen=True, slots=True)
class ShowRoster(DeskQuestion):
    """Show who sits where, and how good the draw is. For your eyes until it is published."""

    round: RoundNumber


@dataclass(frozen=True, slots=True)
class SwapPlayers:
    """Let two players change seats. Who sits where then, what that does to the draw, and which
    papers show the old seats, is told at once.

    With --started also in the middle of the games: each goes on with the other's power.
    """

    one: Person
    other: OtherPlayer
    round: OfRound = None
    board: OfSeat = ""
    other_board: Annotated[str, Says("the same for the other player", "BOARD")] = ""
    started: Annotated[bool, Says("also in a round that has started")] = False


@dataclass(frozen=True, slots=True)
class ChoosePowers:
    """Give players of a board the powers that they chose, before the round starts.

    Whoever had a power that another chose gets what that one had.

    Example: dragoman tournament choose 3A 12=France 4=Turkey
    """

    board: Board
    choices: Annotated[
        tuple[str, ...],
        Says("who takes which power, as 4=F or ann=Tur", "PLAYER=POWER...", is_argument=True),
    ]


@dataclass(frozen=True, slots=True)
class SubstitutePlayer:
    """Give a seat to another player, without drawing again; also in the middle of a game.

    Whoever plays at the end gets the score. For two who exchange their seats: "swap".
    """

    out: Annotated[str, Says("who gives up the seat", "PLAYER", is_argument=True)]
    into: Annotated[str, Says("who takes it", "WHOM", is_argument=True)]
    round: OfRound = None
    board: OfSeat = ""


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Make the roster of a round public: the hall display shows it from now on.

    A draw goes stale when others come or go after it, when an earlier round is drawn again, or when
    it breaks what was asked for since; "roster" says so.
    """

    round: RoundNumber
    anyway: Annotated[bool, Says("although the draw has gone stale")] = False


@dataclass(frozen=True, slots=True)
class GiveVotingCodes:
    """Give players a code each, to propose a draw and to vote on it from their phones, at /vote of
    the hall's address, and to wish for powers at /powers: all of a round, or those who are named;
    before a draw all who are registered. A code holds for the whole tournament, and a new one takes
    the place of an old one.

    The codes are shown once and written nowhere. With --address each is a link to /powers, for a
    letter to its player.
    """

    names: People = ()
    round: OfRound = None
    address: Annotated[
        str, Says("where the hall is served, as http://10.0.0.5:8099", "ADDRESS")
    ] = ""


@dataclass(frozen=True, slots=True)
class SetEndTime:
    """Note when you mean to end a round. Nobody but you is ever shown this.

    "clock" and "show" remind you once a deadline comes after that time.
    """

    round: RoundNumber
    time: Annotated[str, Says("18:45, or 1999-08-28 18:45", "TIME", is_argument=True)]


@dataclass(frozen=True, slots=True)
class StartRound:
    """Start the clock of a round, now or at a time to come.

    Example: dragoman tournament start 1 --at 9:15
    """

    round: RoundNumber
    at: At = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a round: a time draw on every board that still plays.

    Only at a deadline that has passed. After a fall the boards retreat, without talk, build
    nothing, and their counts are the last: enter them with "count". After a spring they stop
    at once, and the counts of the fall before stand.
    """

    round: RoundNumber
    season: OfSeason = None


@dataclass(frozen=True, slots=True)
class ShowClock(DeskQuestion):
    """Show the clock, and the deadlines to come."""

    round: OfRound = None
    at: At = None


@dataclass(frozen=True, slots=True)
class PauseClock:
    """Stop the clock, of the hall or of one board."""

    round: OfRound = None
    board: OnBoard = ""
    at: At = None


@dataclass(frozen=True, slots=True)
class ResumeClock:
    """Set the clock going again."""

    round: OfRound = None
    board: OnBoard = ""
    at: At = None


@dataclass(frozen=True, slots=True)
class AddTime:
    """Give one season more time, or less: the one that is running, or one to come.

    Example: dragoman tournament addtime 2 --board C
    """

    time: Length
    round: OfRound = None
    board: OnBoard = ""
    season: OfSeason = None
    less: Annotated[bool, Says("take time away instead")] = False


@dataclass(frozen=True, slots=True)
class SetSeasonLength:
    """Set how long seasons are from one on: the next, or the one named.

    Example: dragoman tournament seasonlength 10 --season S1909
    """

    time: Length
    round: OfRound = None
    board: OnBoard = ""
    season: OfSeason = None
