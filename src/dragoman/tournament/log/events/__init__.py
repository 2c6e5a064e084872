"""What can happen in a tournament: one frozen record for each kind of event.

The log holds these and nothing else; all the rest is computed from them (see ``state``).
Moments are ISO texts in the hall's own time (``1999-08-28T09:00:00``), seasons ``S1901``,
boards ``2C`` (round and letter), players their numbers, powers their keys (``AUSTRIA``).

A season that nobody typed is not written down but left empty: the clock says it, at the moment
``at``, and says something else once the clock has been corrected (see ``settling``).
"""

from __future__ import annotations

from typing import TypeAlias

from dragoman.quick_dataclass import dataclass
from dragoman.tournament.log.events.at_tables import (
    Adjudicated,
    CallRefused,
    CodesGiven,
    Counted,
    CountReported,
    GameEnded,
    OrdersIn,
    ReadingBegan,
    Reopened,
    ReportAnswered,
    SheetReported,
    VoteClosed,
    VoteOpened,
)
from dragoman.tournament.log.events.of_conduct import (
    Disputed,
    Penalised,
    PenaltyLifted,
    Ruled,
)
from dragoman.tournament.log.events.of_people import (
    Amended,
    CheckedIn,
    CheckedOut,
    DoubleBoarded,
    KeptApart,
    PlayersKnown,
    Registered,
    SpreadWished,
    StoodDown,
    TeamEntered,
    Withdrawn,
)
from dragoman.tournament.log.events.of_rounds import (
    Drawn,
    EndTimeSet,
    LengthSet,
    Paused,
    Published,
    Resumed,
    RoundEnded,
    RoundStarted,
    Substituted,
    Swapped,
    TimeAdded,
)
from dragoman.tournament.log.events.of_tournament import (
    Awarded,
    Cancelled,
    CeremonyHeld,
    CommitteeNamed,
    Corrected,
    Founded,
    PresetChanged,
    Redone,
    Revealed,
    SheetHandedIn,
    SheetRuled,
    Undone,
)

__all__ = [
    "Adjudicated",
    "Amended",
    "Awarded",
    "CallRefused",
    "Cancelled",
    "CeremonyHeld",
    "CheckedIn",
    "CheckedOut",
    "CodesGiven",
    "CommitteeNamed",
    "Corrected",
    "CountReported",
    "Counted",
    "Disputed",
    "DoubleBoarded",
    "Drawn",
    "EndTimeSet",
    "Event",
    "Founded",
    "GameEnded",
    "KeptApart",
    "LengthSet",
    "Logged",
    "OrdersIn",
    "Paused",
    "Penalised",
    "PenaltyLifted",
    "PlayersKnown",
    "PresetChanged",
    "Published",
    "ReadingBegan",
    "Redone",
    "Registered",
    "Reopened",
    "ReportAnswered",
    "Resumed",
    "Revealed",
    "RoundEnded",
    "RoundStarted",
    "Ruled",
    "SheetHandedIn",
    "SheetReported",
    "SheetRuled",
    "SpreadWished",
    "StoodDown",
    "Substituted",
    "Swapped",
    "TeamEntered",
    "TimeAdded",
    "Undone",
    "VoteClosed",
    "VoteOpened",
    "Withdrawn",
]

Event: TypeAlias = (
    Founded
    | PresetChanged
    | CommitteeNamed
    | CeremonyHeld
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
    | Drawn
    | Swapped
    | Substituted
    | Published
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
    | Adjudicated
    | Reopened
    | VoteOpened
    | VoteClosed
    | CallRefused
    | GameEnded
    | CodesGiven
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
class Logged:
    """An event in the log. Events of one action are written together or not at all."""

    number: int
    action: int
    at: str
    event: Event
