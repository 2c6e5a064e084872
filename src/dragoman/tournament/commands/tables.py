"""The tables: centre counts, the orders box, turns judged from typed orders, ends of games."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from dragoman.declared import FileText, Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import (
    At,
    Because,
    Board,
    DeskQuestion,
    OfRound,
    OfSeason,
    Sure,
)

# Centre counts

ReportNumber: TypeAlias = Annotated[
    int, Says("the number of the report", "NUMBER", is_argument=True)
]


@dataclass(frozen=True, slots=True)
class EnterCount:
    """Enter the centres of a board after a fall. They have to add up to those of the map.

    Enough to win (18 on the standard map) end the game with a solo. A power cannot take more
    centres in a year than it has units: such a count is asked about before the hall sees it.

    Example: dragoman tournament count C A5 E4 F5 G4 I4 R5 T4 --neutral 3
    """

    board: Board
    counts: Annotated[
        tuple[str, ...],
        Says(
            "A5 E6 F7 and so on, or a number for each power in the order of the names",
            "COUNT...",
            is_argument=True,
        ),
    ]
    year: Annotated[int | None, Says("the year; else the next one", option="--year/-y")] = None
    neutral: Annotated[
        int, Says("centres that nobody owns yet", option="--neutral/-n", least=0)
    ] = 0
    correct: Annotated[bool, Says("put right a count entered before")] = False
    sure: Sure = False


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Enter many counts from a spreadsheet, all of them or none.

    The columns are board, year, the powers or their letters, and neutral.
    "export counts" writes such a file.
    """

    file: Annotated[
        FileText, Says("a CSV or XLSX file, - for standard input", "FILE", is_argument=True)
    ]
    sure: Sure = False


@dataclass(frozen=True, slots=True)
class TakeResult:
    """Enter the result of a board that was played elsewhere: its counts and its end.

    The file is one of these. What a judge like this one answers at /api/games/GAME/board-result
    once the game is over. What webDiplomacy answers to game/status. Or a table of the counts, as
    CSV: a line for each year and a column for each power, or the other way round; say how the game
    ended. The last year is enough; where the scoring needs to know when a power went out, say it
    with --out. No clock of the hall need run. "undo" takes it back, should the game be played on
    after all.

    Example: dragoman tournament take-result 1B counts.csv --ended voted-draw
    """

    board: Board
    file: Annotated[
        FileText, Says("a JSON or CSV file, - for standard input", "FILE", is_argument=True)
    ]
    ended: Annotated[
        str,
        Says("how, for a table: solo, concession, voted-draw, time-draw, abandoned", "HOW"),
    ] = ""
    winner: Annotated[
        str, Says("to whom the game was conceded, if the file does not say", "POWER")
    ] = ""
    out: Annotated[
        tuple[str, ...],
        Says(
            "when a power was eliminated, as in Turkey=1905, if the counts do not tell it; as "
            "often as needed",
            "POWER=YEAR",
        ),
    ] = ()
    played: Annotated[
        tuple[str, ...],
        Says(
            "who played a power at the end, as in Turkey=12, if not who was seated; as often as "
            "needed",
            "POWER=PLAYER",
        ),
    ] = ()
    columns: Annotated[
        tuple[str, ...],
        Says(
            "what a column or line means, as in 'Austria-Hungary=A'; as often as needed",
            "NAME=POWER",
            "--column",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class SendElsewhere:
    """Note that a board is played on another site. The clock of the hall and the end of the round
    are not for it then, and nobody can open it a second time; its result comes with "take-result".

    Example: dragoman tournament elsewhere 1B https://www.backstabbr.com/game/123
    """

    board: Board
    where: Annotated[str, Says("the address there", "ADDRESS", is_argument=True)]


@dataclass(frozen=True, slots=True)
class ShowBoard(DeskQuestion):
    """Show a board: who plays, the counts year by year, how the game stands."""

    board: Board


@dataclass(frozen=True, slots=True)
class GiveCodes:
    """Give every board of a round a code, to send its counts from a phone at /board of the hall's
    address, and score sheets of the board games. Earlier codes are no longer valid.

    "print boards" makes a sheet for each board with its code.
    """

    round: OfRound = None


@dataclass(frozen=True, slots=True)
class ListReports(DeskQuestion):
    """List the counts and score sheets from phones that wait for your word."""


@dataclass(frozen=True, slots=True)
class ConfirmReport:
    """Take a count or a score sheet from a phone; from now on it counts, as if you had typed it.

    With --sure also a count that no play leads to, and a sheet just like one that is in.
    """

    number: ReportNumber
    sure: Sure = False


@dataclass(frozen=True, slots=True)
class RejectReport:
    """Do not take a count or a sheet from a phone; let them look again."""

    number: ReportNumber


# Orders, turns, ends

Powers: TypeAlias = Annotated[
    tuple[str, ...],
    Says("powers by their letters: as in A E T", "POWER...", is_argument=True),
]


@dataclass(frozen=True, slots=True)
class NoteLate:
    """Note that orders of these powers came after "Time" was called.

    Says what that means: the first time in the tournament a verbal warning, from then on
    civil disorder for the season. Whoever hands in nothing at all goes under "read --missing".

    Example: dragoman tournament late C T
    """

    board: Board
    powers: Powers
    season: OfSeason = None
    at: At = None


@dataclass(frozen=True, slots=True)
class PutInOrders:
    """Note that orders of these powers are put into the box; the clock says whether in time.

    Only where you want a record of every paper. Without it, report late ones with "late".
    """

    board: Board
    powers: Powers
    season: OfSeason = None
    at: At = None


@dataclass(frozen=True, slots=True)
class BeginReading:
    """Note that reading begins: no orders are taken any more. Says who reads first.

    Powers without orders are in civil disorder for the season, and that counts as late.

    Example: dragoman tournament read C --missing T
    """

    board: Board
    missing: Annotated[
        tuple[str, ...], Says("no orders of it are in the box", "POWER", "--missing/-m")
    ] = ()
    absent: Annotated[tuple[str, ...], Says("is not at the board, and cannot read", "POWER")] = ()
    reader: Annotated[str, Says("reads although it is another's turn", "POWER")] = ""
    season: OfSeason = None
    at: At = None


@dataclass(frozen=True, slots=True)
class ShowReader(DeskQuestion):
    """Say whose turn it is to read. The duty goes round with every season by itself.

    Example: dragoman tournament reader C
    """

    board: Board
    season: OfSeason = None


@dataclass(frozen=True, slots=True)
class ListLateness(DeskQuestion):
    """List who was late with orders, when, and what it cost."""


@dataclass(frozen=True, slots=True)
class JudgeTurn:
    """Judge a table's turn from typed orders, by rule 16 and the preset's rule set.

    A unit with an illegal order stands and may not be supported to hold; one with an
    ambiguous order stands and may be. Powers in civil disorder have no orders. A board that
    is judged here needs no counts: the fall gives them.

    Example: dragoman tournament judge C orders.txt --rule "A BUD=ambiguous" --final
    """

    board: Board
    file: Annotated[
        FileText | None,
        Says("the orders, - for standard input; none shows the position", "FILE", is_argument=True),
    ] = None
    final: Annotated[bool, Says("make it final; without this it is only shown")] = False
    rule: Annotated[
        tuple[str, ...],
        Says('your word on an order: "A BUD=illegal" or "A BUD=ambiguous"', "UNIT=RULING"),
    ] = ()
    anyway: Annotated[bool, Says("pass over what cannot be read")] = False


@dataclass(frozen=True, slots=True)
class ReopenPhase:
    """Take back the last judged phase of a board after an error was found (rule 18)."""

    board: Board
    because: Because = ""


@dataclass(frozen=True, slots=True)
class VoteOnDraw:
    """Hold a secret vote on a draw, as rule 13 has it.

    All survivors (who own a centre, wherever their units are) must agree to vote; then each
    is shown, alone with the laptop, a white and a brown token: two words each. When all know
    theirs, each types the words of one: white for the draw, brown against. Only how many are
    in is told, and at the end whether the draw is carried: it is if all are white. Ballots
    are never written anywhere. One vote a season.
    """

    board: Board
    agreed: Annotated[bool, Says("all survivors agreed to hold the vote")] = False
    refused: Annotated[bool, Says("one of them did not; nothing is voted")] = False
    result: Annotated[
        str | None,
        Says("you held the vote with real tokens; this was the result", "carried|failed"),
    ] = None
    against: Annotated[
        int | None,
        Says("how many voted against it, where the preset has that told", "NUMBER", least=0),
    ] = None
    among: Annotated[
        tuple[str, ...],
        Says(
            "who shares the draw, as in AEF, where the preset lets survivors be left out", "POWERS"
        ),
    ] = ()
    season: OfSeason = None


@dataclass(frozen=True, slots=True)
class CallTimeDraw:
    """End one game with a time draw, at a deadline that has passed. "end" ends all of a round."""

    board: Board
    season: OfSeason = None


@dataclass(frozen=True, slots=True)
class AbandonGame:
    """Note that a game ended in a way the rules do not know: nobody scores."""

    board: Board
    because: Because = ""


@dataclass(frozen=True, slots=True)
class ConcedeGame:
    """Note that all others concede to one power. NZ1999 has no concessions; other presets may."""

    board: Board
    power: Annotated[str, Says("who gets the victory", "POWER", is_argument=True)]
