"""Participants: forms, roll calls, who never shares a board, who is a team."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from dragoman.declared import FileText, Says
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.commands.fields import (
    Because,
    DeskQuestion,
    OfRound,
    OtherPlayer,
    People,
    Person,
)

Contact: TypeAlias = Annotated[str, Says("telephone or e-mail", "TEXT")]
Home: TypeAlias = Annotated[str, Says("where the player lives", "TEXT")]
Nationality: TypeAlias = Annotated[str, Says("country code, as the WDD writes it", "CODE")]
Rounds: TypeAlias = Annotated[str, Says("the rounds meant to be played: 1,3 or all", "ROUNDS")]
Signed: TypeAlias = Annotated[
    bool, Says("the form is signed, or it is not", option="--signed/--unsigned")
]
Standby: TypeAlias = Annotated[
    bool,
    Says("stands down before others when boards are uneven", option="--standby/--no-standby"),
]
Online: TypeAlias = Annotated[
    bool,
    Says("plays on a judge where others sit in the hall", option="--online/--in-the-hall"),
]
Id: TypeAlias = Annotated[str, Says("the same in all events; see read-players", "ID")]
Club: TypeAlias = Annotated[str, Says("the player's club", "TEXT")]


@dataclass(frozen=True, slots=True)
class RegisterPlayer:
    """Take a registration form.

    What is missing can follow with "amend", but nobody gets a seat before contact, home,
    rounds and signature are there (the preset says which). Everybody gets a number, which is
    quicker to type than a name. Whoever is known from earlier events ("read-players") is found by
    id or name, and what the form leaves open is filled in.

    Example: dragoman tournament register "Ann Lee" --contact 021555 --home Porirua --rounds all
    --signed
    """

    name: Annotated[str, Says('"Ann Lee", or "van der Berg, Ann"', "NAME", is_argument=True)]
    contact: Contact = ""
    home: Home = ""
    nationality: Nationality = ""
    rounds: Rounds = ""
    signed: Signed = False
    standby: Standby = False
    id: Id = ""
    club: Club = ""
    gm: Annotated[bool, Says("a seat filled by the organisers; it is never ranked")] = False
    online: Online = False


@dataclass(frozen=True, slots=True)
class AmendRegistration:
    """Complete or correct a registration.

    Example: dragoman tournament amend 12 --signed --rounds 1,3
    """

    player: Person
    name: Annotated[str | None, Says("the right name", "NAME")] = None
    contact: Contact | None = None
    home: Home | None = None
    nationality: Nationality | None = None
    rounds: Rounds | None = None
    signed: Signed | None = None
    standby: Standby | None = None
    online: Online | None = None
    id: Id | None = None
    club: Club | None = None


@dataclass(frozen=True, slots=True)
class ImportPlayers:
    """Take many registration forms from a spreadsheet, all of them or none.

    The first line names the columns: name (or first and last), contact, home, nationality,
    rounds (1 2 3, or all), signed, standby, gm, online (each yes or no), team, id and club. Only
    the name must be there. Other columns are kept as they are. "export players" writes such a file.
    """

    file: Annotated[
        FileText, Says("a CSV or XLSX file, - for standard input", "FILE", is_argument=True)
    ]


@dataclass(frozen=True, slots=True)
class ReadPlayers:
    """Get to know the players of earlier events, by a players' file that goes from event to event.

    It is a CSV file with the columns id and name (or first and last); club, home, nationality and
    contact may be there, and for each event a column "result: EVENT" with cells such as
    "3 of 21, 45.102 points". Registrations are completed from it, "history" shows it, "spread
    --best" goes by it, and "write-players" adds this event to it.
    """

    file: Annotated[
        FileText, Says("a players' file, - for standard input", "FILE", is_argument=True)
    ]


@dataclass(frozen=True, slots=True)
class WritePlayers:
    """Add this event to the players' file: who is new in it, and the results of all.

    What the file says of somebody stays as it is; what it leaves open is filled in. It then holds
    standings: for after the ceremony.
    """

    file: Annotated[FileText, Says("the file to write, or to add to", "FILE", is_argument=True)]


@dataclass(frozen=True, slots=True)
class ShowHistory(DeskQuestion):
    """Show what a player did in earlier events, as the players' file has it."""

    player: Person


@dataclass(frozen=True, slots=True)
class ListPlayers(DeskQuestion):
    """List everybody who registered, with what their forms still lack."""

    part: Annotated[
        str | None, Says("only those with this in their names", "PART", is_argument=True)
    ] = None


@dataclass(frozen=True, slots=True)
class WithdrawPlayer:
    """Note that a player leaves the tournament. Games already played still count."""

    player: Person


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Call the roll: mark players as present for a round. As often as you like.

    Example: dragoman tournament checkin --all 7 23      all are here but 7 and 23
    """

    names: Annotated[
        tuple[str, ...],
        Says("who is there; with --all, who is not", "PLAYER...", is_argument=True),
    ] = ()
    round: OfRound = None
    everybody: Annotated[
        bool, Says("everybody who meant to play the round, but those named", option="--all")
    ] = False


@dataclass(frozen=True, slots=True)
class CheckOut:
    """Note that somebody who was checked in is not there after all."""

    names: People
    round: OfRound = None


@dataclass(frozen=True, slots=True)
class StandDown:
    """Ask players to sit a round out, so that the boards come out even.

    The program takes those on standby first, then those who stood down least, then by lot; where
    some play online, as many in each place as are too many there, if that makes the number. The
    other way is to fill GM seats: register them with --gm and check them in.
    """

    names: Annotated[
        tuple[str, ...], Says("who sits the round out", "PLAYER...", is_argument=True)
    ] = ()
    round: OfRound = None
    choose: Annotated[int, Says("have the program choose so many", "NUMBER", least=0)] = 0
    seed: Annotated[int | None, Says("repeat the lot of this seed", "NUMBER")] = None


@dataclass(frozen=True, slots=True)
class DoubleBoard:
    """Have players take seats on two boards of a round, so that the boards come out even.

    Only where the preset has double_boarding = true. They must be checked in. The draw never puts
    both seats on one board; whether both games count is for the preset to say (two_boards).

    Example: dragoman tournament doubleboard 3 17 --round 1
    """

    names: People
    round: OfRound = None
    lift: Annotated[bool, Says("they play one board after all")] = False


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Keep two players apart: a draw never puts them on one board."""

    one: Person
    other: OtherPlayer
    lift: Annotated[bool, Says("no longer")] = False
    because: Because = ""


@dataclass(frozen=True, slots=True)
class SpreadPlayers:
    """Spread some players over the boards as evenly as can be: a club, the beginners, the best.

    A wish, not a must: repeats of opponents weigh more. Results of earlier events come from the
    players' file (read-players). With --by-column the name is a column of the forms, such as club:
    whoever has the same there is a group.

    Example: dragoman tournament spread seeds --best 6
    """

    name: Annotated[str, Says('as in beginners, "Wellington club"', "NAME", is_argument=True)]
    names: Annotated[
        tuple[str, ...],
        Says("its players; without any it is dissolved", "PLAYER...", is_argument=True),
    ] = ()
    best: Annotated[int, Says("so many who did best in earlier events", "NUMBER", least=0)] = 0
    by_column: Annotated[bool, Says("a group for each of what a column of the forms says")] = False


@dataclass(frozen=True, slots=True)
class EnterTeam:
    """Take the entry form of a team, or change it. Each player signs his own part.

    Team-mates get different boards in the round of the teams. Who has not signed does not
    score for the team.

    Example: dragoman tournament team "Red Bishops" 4 17 32 --signed 4
    """

    name: Annotated[str, Says("the name of the team", "TEAM", is_argument=True)]
    names: Annotated[tuple[str, ...], Says("its players", "PLAYER...", is_argument=True)] = ()
    signed: Annotated[tuple[str, ...], Says("who signed his part; once for each", "PLAYER")] = ()
    strike: Annotated[bool, Says("strike the team out")] = False


@dataclass(frozen=True, slots=True)
class ListTeams(DeskQuestion):
    """List the teams, and who has not signed yet."""


@dataclass(frozen=True, slots=True)
class WishPowers:
    """Note which powers a player wishes, best first, or what he bids on them, where the preset has
    powers go by that. It holds for all rounds, or for one; without a power it is taken back.

    Players can say it themselves, at /powers of the hall's address, with the code that "votecodes"
    gives them. What counts is what they say when the round is drawn.

    Example: dragoman tournament wish "Ann Lee" F T E

    Example: dragoman tournament wish 12 F=60 T=40 --round 2
    """

    name: Person
    wishes: Annotated[
        tuple[str, ...],
        Says("powers, best first: F T E; or bids: F=60 T=40", "POWER...", is_argument=True),
    ] = ()
    round: Annotated[int | None, Says("for this round alone", "ROUND", "--round/-r", least=1)] = (
        None
    )


@dataclass(frozen=True, slots=True)
class ListWishes(DeskQuestion):
    """List what players wish to play in a round, or bid on. For your eyes only."""

    round: OfRound = None
