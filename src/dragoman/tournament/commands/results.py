"""Scores, standings, awards, the ceremony that releases them, papers and files."""

from __future__ import annotations

from typing import Annotated

from dragoman.declared import Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import Because, DeskQuestion, OfRound


@dataclass(frozen=True, slots=True)
class ListScores(DeskQuestion):
    """Show what every player scored in every game that has a result. For your eyes only."""

    round: OfRound = None


@dataclass(frozen=True, slots=True)
class ListStandings(DeskQuestion):
    """Show the standings, teams and board games as they are now. For your eyes only.

    The hall sees them after the ceremony. What told equal totals apart stands behind them.

    With --provisional as they would be if every game with a count ended now, drawn.
    """

    provisional: Annotated[bool, Says("as if all games ended now")] = False


@dataclass(frozen=True, slots=True)
class ListAwards(DeskQuestion):
    """List the awards: places, best countries, the best team, board games, and your own."""


@dataclass(frozen=True, slots=True)
class GiveAward:
    """Give an award of your own, or one of the usual ones to somebody else.

    Example: dragoman tournament award "Best Italy" 12 --because "by the committee"
    """

    title: Annotated[str, Says('as in "Best stab"', "TITLE", is_argument=True)]
    names: Annotated[
        tuple[str, ...],
        Says("who gets it; without players it is withdrawn", "PLAYER...", is_argument=True),
    ] = ()
    because: Because = ""


@dataclass(frozen=True, slots=True)
class RevealAward:
    """Show the hall one award more: your own first, the champion last. Then say "ceremony"."""


@dataclass(frozen=True, slots=True)
class HoldCeremony:
    """Release the standings and awards: from now on the hall display shows them.

    The points of each game stay with you, unless you release them with --detail.
    """

    detail: Annotated[bool, Says("release the points of every game too")] = False


@dataclass(frozen=True, slots=True)
class PrintPages:
    """Make pages to print, in the folder "print" of the tournament.

    calls: who sits where. door: the same by name, to find one's board. boards: a sheet for each
    board, with its counts to fill in and the code that "codes" gave it. slips: a slip for each
    player with board and power. orders: order forms headed with game, power and player. retreats
    and winter: slips for the retreats of each season, and for builds and removals. badges: a badge
    for each player. standings and awards: for the wall, after the ceremony. certificates: one for
    each award and who has it. scores: every game, for your files. Print the HTML from any browser,
    or ask for a PDF, which needs Chromium or a browser of its family.

    Example: dragoman tournament print calls --round 1 --pdf
    """

    what: Annotated[
        str,
        Says(
            "calls, door, boards, slips, orders, retreats, winter, badges, standings, awards, "
            "certificates, scores",
            "WHAT",
            is_argument=True,
        ),
    ]
    round: OfRound = None
    pdf: Annotated[bool, Says("make a PDF as well")] = False
    years: Annotated[
        str, Says("for orders, retreats, winter: 1901-1903, or 1904; else eight years", "YEARS")
    ] = ""
    language: Annotated[
        str, Says("the language of the papers: en, de, fr; else the one that you read", "LANGUAGE")
    ] = ""


@dataclass(frozen=True, slots=True)
class ExportTable(DeskQuestion):
    """Write tables for spreadsheets, as CSV or XLSX as FILE ends, and files for the World Diplomacy
    Database, or Reference.

    For wdd and wdr, FILE is the beginning of two names: export wdd nz99 writes
    nz99-classification.csv and nz99-boards.csv. They hold standings: wait until after the ceremony.

    "dipvis" are the players as dipvis reads them, "dipvis-calls" the seats of a round as it writes
    them, "calendar" the rounds for calendar programs
    (.ics). "public" is what the hall may see, and nothing else: a judge shows it to everybody.
    "boards" is what opens boards there: who sits where on those that are published and that nobody
    plays yet.
    """

    what: Annotated[
        str,
        Says(
            "players, calls, counts, scores, standings, wdd, wdr, dipvis, dipvis-calls, calendar, "
            "boards, public",
            "WHAT",
            is_argument=True,
        ),
    ]
    round: OfRound = None
