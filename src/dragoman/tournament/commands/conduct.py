"""Penalties, disputes, and the score sheets of the board-games competition."""

from __future__ import annotations

from typing import Annotated

from dragoman.declared import Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import Because, DeskQuestion, OfRound, OfSeason, Person


@dataclass(frozen=True, slots=True)
class Penalise:
    """Impose a penalty. In which order you go through the kinds is up to you (rule 24).

    A suspension puts the player's power in civil disorder, for a season or for the rest of
    the game. game-zero takes a game's points from one who had help from outside; the others
    keep theirs. Somebody who shows a voting token may be disqualified.

    Example: dragoman tournament penalty 12 points --points 5 --because "talked in retreats"
    """

    player: Person
    kind: Annotated[
        str,
        Says(
            "warning, season-suspension, game-suspension, round-disqualification, "
            "disqualification, points, game-zero",
            "KIND",
            is_argument=True,
        ),
    ]
    because: Because = ""
    points: Annotated[str, Says("how many points are taken off", "POINTS")] = ""
    round: OfRound = None
    board: Annotated[str, Says("the game that it is about", "BOARD", "--board/-b")] = ""
    season: OfSeason = None


@dataclass(frozen=True, slots=True)
class LiftPenalty:
    """Take a penalty back. That it was imposed stays in the log."""

    number: Annotated[int, Says("the number of the penalty", "NUMBER", is_argument=True)]


@dataclass(frozen=True, slots=True)
class ListPenalties(DeskQuestion):
    """List the penalties."""


@dataclass(frozen=True, slots=True)
class NameCommittee:
    """Say who sits on the disputes committee."""

    names: Annotated[
        tuple[str, ...], Says("all members; none lists them", "NAME...", is_argument=True)
    ] = ()


@dataclass(frozen=True, slots=True)
class RaiseDispute:
    """Note a dispute."""

    what: Annotated[str, Says("what it is about", "TEXT", is_argument=True)]
    board: Annotated[str, Says("the board it arose at", "BOARD", "--board/-b")] = ""


@dataclass(frozen=True, slots=True)
class RuleOnDispute:
    """Note how a dispute was decided, by whom, and with what effect."""

    number: Annotated[int, Says("the number of the dispute", "NUMBER", is_argument=True)]
    text: Annotated[str, Says("what was decided", "TEXT", is_argument=True)]
    by: Annotated[tuple[str, ...], Says("who decided; once for each, else you", "NAME")] = ()
    effect: Annotated[str, Says("what follows from it", "TEXT")] = ""


@dataclass(frozen=True, slots=True)
class ListDisputes(DeskQuestion):
    """List the disputes and the rulings on them."""


@dataclass(frozen=True, slots=True)
class HandInSheet:
    """Take a score sheet of the board-games competition.

    It counts if all players signed it; where somebody refuses, rule on it with "sheetruling".
    No sheet is taken after the last round.

    Example: dragoman tournament sheet settlers 12 4 31 8
    """

    game: Annotated[str, Says("the game, or a part of its name", "GAME", is_argument=True)]
    places: Annotated[
        tuple[str, ...],
        Says("from first to last; equals joined: 4=17", "PLAYER...", is_argument=True),
    ]
    unsigned: Annotated[tuple[str, ...], Says("has not signed; once for each", "PLAYER")] = ()


@dataclass(frozen=True, slots=True)
class RuleOnSheet:
    """Say that a sheet counts although not all signed it, or that it does not count."""

    number: Annotated[int, Says("the number of the sheet", "NUMBER", is_argument=True)]
    counts: Annotated[bool, Says("it counts, or it does not", option="--counts/--void")]
    because: Because = ""


@dataclass(frozen=True, slots=True)
class ListSheets(DeskQuestion):
    """List the score sheets."""
