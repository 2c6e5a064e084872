"""What happens at the tables: the orders box, turns judged from typed orders, ends of games."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from dragoman.declared import FileText, Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import At, Because, Board, OfSeason, Question

Powers: TypeAlias = Annotated[
    tuple[str, ...],
    Says("powers by their letters: as in A E T", "POWER...", is_argument=True),
]


@dataclass(frozen=True, slots=True)
class NoteLate:
    """Note that orders of these powers came after "Time" was called.

    Says what that means: the first time in the tournament a verbal warning, from then on
    civil disorder for the season. Who hands in nothing at all goes under "read --missing".

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
class ShowReader(Question):
    """Say whose turn it is to read. The duty goes round with every season by itself.

    Example: dragoman tournament reader C
    """

    board: Board
    season: OfSeason = None


@dataclass(frozen=True, slots=True)
class ListLateness(Question):
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
        Says("you held the vote with real tokens; this came of it", "carried|failed"),
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
