"""The audience of an event: those whom it concerns among people who take part in a game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from enum import Enum
from typing import Final

from dragoman.judge.accounts.preferences import MailWishes, PressMails
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Event, GameLogEntry
from dragoman.judge.log.state import MASTER, OBSERVER, JudgedGame
from dragoman.judge.log.times import timetable
from dragoman.judge.time.rhythm import Length
from dragoman.values import FrozenMap


class About(Enum):
    """The subject of an event, by which people wish to be mailed of it or not."""

    RESULTS = "results"
    COURSE = "course"
    VOTES = "votes"
    SEATS = "seats"
    PRESS = "press"


ABOUT: Final = FrozenMap[type[Event], About](
    {
        ev.Judged: About.RESULTS,
        ev.RolledBack: About.RESULTS,
        ev.PositionSet: About.RESULTS,
        ev.BeginningSet: About.COURSE,
        ev.Began: About.COURSE,
        ev.Ended: About.COURSE,
        ev.DeadlineSet: About.COURSE,
        ev.Paused: About.COURSE,
        ev.Resumed: About.COURSE,
        ev.Awaited: About.COURSE,
        ev.Reminded: About.COURSE,
        ev.Warned: About.COURSE,
        ev.Proposed: About.VOTES,
        ev.ProposalClosed: About.VOTES,
        ev.Seated: About.SEATS,
        ev.Vacated: About.SEATS,
        ev.SeatOffered: About.SEATS,
        ev.SeatOfferEnded: About.SEATS,
        ev.BotSeated: About.SEATS,
        ev.Joined: About.SEATS,
        ev.Admitted: About.SEATS,
        ev.Left: About.SEATS,
        ev.Invited: About.SEATS,
        ev.InvitationEnded: About.SEATS,
        ev.MasterJoined: About.SEATS,
        ev.MasterLeft: About.SEATS,
        ev.MessageSent: About.PRESS,
        ev.MessageLetThrough: About.PRESS,
        ev.MessageHeld: About.PRESS,
        ev.MessageTurnedBack: About.PRESS,
    }
)
"""The events that people are mailed of."""

_OF_ALL: Final = (ev.Judged, ev.Began, ev.Ended, ev.ProposalClosed)
"""Of these also whoever brought them about is mailed."""
_OF_LIVE_GAMES: Final = (ev.BeginningSet, ev.Began, ev.Ended)
_LIVE: Final = timedelta(hours=1)


def audience(g: JudgedGame, one: GameLogEntry) -> set[int]:
    """Those whom an event concerns, as far as they may know of it; who did it knows it already."""
    found = _concerned(g, one.event, one.by)
    return found if isinstance(one.event, _OF_ALL) else found - {one.by}


def wants(wishes: MailWishes, event: Event) -> bool:
    """True if somebody wants to be mailed of an event, at once or in a digest."""
    about = ABOUT[type(event)]
    if about is About.PRESS:
        return wishes.press is not PressMails.NONE
    return bool(getattr(wishes, about.value))


def is_told_by_mail(g: JudgedGame, event: Event) -> bool:
    """True if mails are written of an event in this game. Where a phase lasts less than an hour
    all sit before the game: there they hear of its beginning, its end and their seats."""
    if type(event) not in ABOUT:
        return False
    rhythm = timetable(g.settings).movement
    is_live = isinstance(rhythm, Length) and rhythm.lasts < _LIVE
    about = ABOUT[type(event)]
    return not is_live or about is About.SEATS or isinstance(event, _OF_LIVE_GAMES)


def _concerned(g: JudgedGame, event: Event, by: int) -> set[int]:
    players, masters = set(g.players), set(g.masters)
    here = players | masters | g.observers
    match event:
        case ev.BeginningSet() | ev.Began() | ev.Ended():
            return here | set(g.applicants)
        case ev.Proposed():
            return players
        case ev.Seated():
            return players | masters | {event.user}
        case ev.Vacated():
            return players | masters | set(g.seats[event.power].past[-1:])
        case ev.SeatOffered() | ev.SeatOfferEnded():
            owner = g.seats[event.power].user
            return {event.user} | ({owner} if owner is not None else set())
        case ev.Reminded():
            users = {power: user for user, power in g.players.items()}
            return {users[power] for power in event.powers if power in users}
        case ev.BotSeated():
            return players | masters
        case ev.Joined():
            return masters
        case ev.Admitted() | ev.Left() | ev.Invited():
            return {event.user}
        case ev.MasterJoined() | ev.MasterLeft():
            return masters | {event.user}
        case ev.InvitationEnded():
            return masters if by == event.user else {event.user}
        case ev.MessageSent():
            return _readers(g, here, event.sender, event.to) - {by}
        case ev.MessageLetThrough():
            held = g.held[event.held - 1]
            return _readers(g, here, held.sender, held.to) - {held.author}
        case ev.MessageHeld():
            return masters - players
        case ev.MessageTurnedBack():
            return {g.held[event.held - 1].author} & players
        case _:
            return here


def _readers(g: JudgedGame, here: set[int], sender: str, to: Iterable[str]) -> set[int]:
    """The readers of a message. A master reads all press, but is mailed what is for him."""
    users = {power: user for user, power in g.players.items()}
    if not to:
        own = {users[sender]} if sender in users else set[int]()
        return here - (own if sender not in (MASTER, OBSERVER) else set())
    found = {users[power] for power in to if power in users}
    return found | (set(g.masters) if MASTER in to else set())
