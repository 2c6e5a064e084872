"""Centre counts: typed, from spreadsheets, from phones, from games played elsewhere."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from dragoman.declared import FileText, Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import Board, OfRound, Sure
from dragoman.tournament.commands.question import Question

ReportNumber: TypeAlias = Annotated[
    int, Says("the number of the report", "NUMBER", is_argument=True)
]


@dataclass(frozen=True, slots=True)
class EnterCount:
    """Enter the centres of a board after a fall. They have to add up to those of the map.

    As many as win (18 on the standard map) end the game as a solo. A power cannot take more
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

    file: Annotated[FileText, Says("a CSV file, - for standard input", "FILE", is_argument=True)]
    sure: Sure = False


@dataclass(frozen=True, slots=True)
class TakeResult:
    """Enter the result of a board that was played elsewhere: its counts and its end.

    The file is one of these. What a judge like this one answers at /api/games/GAME/board-result
    once the game is over. What webDiplomacy answers to game/status. Or a table of the counts, as
    CSV: a line for each year and a column for each power, or the other way round; say how the game
    ended. "undo" takes it back, should the game be played on after all.

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
    columns: Annotated[
        tuple[str, ...],
        Says(
            "what a column or line means, as in 'Austria-Hungary=A'; as often as needed",
            "NAME=POWER",
            "--column",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class ShowBoard(Question):
    """Show a board: who plays, the counts year by year, how the game stands."""

    board: Board


@dataclass(frozen=True, slots=True)
class GiveCodes:
    """Give every board of a round a code, to tell its counts from a phone at /board of the hall's
    address, and score sheets of the board games. Codes given before count no more.

    "print boards" makes a sheet for each board with its code.
    """

    round: OfRound = None


@dataclass(frozen=True, slots=True)
class ListReports(Question):
    """List the counts and score sheets from phones that wait for your word."""


@dataclass(frozen=True, slots=True)
class ConfirmReport:
    """Take a count or a score sheet from a phone; from now on it counts, as if you had typed it.

    With --sure also a count that no play comes to, and a sheet just like one that is in.
    """

    number: ReportNumber
    sure: Sure = False


@dataclass(frozen=True, slots=True)
class RejectReport:
    """Do not take a count or a sheet from a phone; let them look again."""

    number: ReportNumber
