"""An event of a game's log as somebody may hear of it: for streams, mails and webhooks."""

from __future__ import annotations

from typing_extensions import TypedDict

from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.views.press_view import HeldShape, MessageShape, held_message_view, message_view
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import Phase, PhaseKind
from dragoman.views import OPEN, Moment, View


class EventShape(View):
    """Something that happened; its fields are those of its kind, as far as one may know them."""

    __pydantic_config__ = OPEN  # pyright: ignore[reportGeneralTypeIssues]

    id: str
    """Where one is after it."""
    kind: str
    at: Moment


class Details(TypedDict, total=False):
    """Facts that are shown of an event beside its kind: of each kind its own."""

    user: int
    power: str
    powers: list[str]
    other: str
    bot: str
    phase: str
    deadline: str | None
    until: str | None
    start: str
    end: str
    grace: str | None
    ready: bool
    missed: list[str]
    winners: list[str]
    how: str
    why: str
    note: str
    dice: str
    proposal: int
    what: str
    agrees: bool
    outcome: str
    message: MessageShape | int
    """The message itself, or the number of one that was told before."""
    held: HeldShape
    silenced: bool
    muted: bool


class EventTold(Details):
    at: str
    kind: str


def event_view(viewer: Viewer, logged: GameLogEntry) -> EventTold | None:
    """An event in the log of the game as he may see it; None where he may not.

    The game must have come at least as far as the event. What the event says is as it was then,
    what he may see as it is now. Its number in the log is not among it: the gaps would tell him
    how much goes on that he is not told of.
    """
    said = _said(viewer, logged.event)
    if said is None or not (viewer.may_look or isinstance(logged.event, _OF_FORMING)):
        return None
    kind = type(logged.event).__name__
    return {"at": logged.at, "kind": kind, **said}


_OF_FORMING = (
    ev.Created, ev.Imported, ev.SettingsChanged, ev.MasterJoined, ev.MasterLeft, ev.Joined,
    ev.Admitted, ev.Left, ev.Invited, ev.InvitationEnded, ev.LinkMade, ev.LinkClosed,
    ev.BeginningSet, ev.Seated, ev.SeatOffered, ev.SeatOfferEnded, ev.Began,
)  # fmt: skip
"""What is told also to those who may not look at the game."""


def _said(viewer: Viewer, event: ev.Event) -> Details | None:
    """Facts of it that he may see, beside its kind."""
    match event:
        case ev.Created() | ev.SettingsChanged() | ev.Imported():
            return {}
        case ev.MasterJoined() | ev.MasterLeft():
            return {"user": event.user}
        case ev.Joined() | ev.Admitted() | ev.Left():
            return _of_applicant(viewer, event.user)
        case ev.Observing() | ev.ObservingEnded() | ev.Invited() | ev.InvitationEnded():
            knows = viewer.is_master or viewer.actor.user == event.user
            return {"user": event.user} if knows else None
        case ev.LinkMade() | ev.LinkClosed():
            to_seat: Details = {"power": event.power} if event.power else {}
            return to_seat if viewer.is_master else None
        case ev.BeginningSet():
            return {"start": event.at}
        case ev.Seated():
            knows = viewer.sees_player(event.power)
            seated: Details = {"power": event.power}
            return {**seated, "user": event.user} if knows else seated
        case ev.Vacated():
            return {"power": event.power, "why": event.why, "note": event.note}
        case ev.SeatOffered() | ev.SeatOfferEnded():
            is_his = viewer.power == event.power or viewer.actor.user == event.user
            if viewer.is_master:
                return {"power": event.power, "user": event.user}
            return {"power": event.power} if is_his else None
        case ev.BotSeated():
            return {"power": event.power, "bot": event.bot}
        case ev.Absent():
            times: Details = {"start": event.start, "end": event.end}
            return times if _knows_of_absence(viewer, event.user) else None
        case ev.AbsenceEnded():
            return {} if _knows_of_absence(viewer, event.user) else None
        case _:
            return _said_of_play(viewer, event)


def _said_of_play(viewer: Viewer, event: ev.Event) -> Details | None:
    match event:
        case ev.OrdersSaved():
            at_hand = event.phase == str(viewer.g.phase)
            knows = viewer.sees_orders(event.power)
            if knows or (at_hand and viewer.sees_readiness(event.power)):
                return {"power": event.power, "phase": event.phase}
            return None
        case ev.StandingSaved():
            return {"power": event.power} if viewer.sees_orders(event.power) else None
        case ev.ReadySet():
            said: Details = {"power": event.power, "ready": event.ready}
            return said if viewer.sees_readiness(event.power) else None
        case ev.Began() | ev.Resumed():
            return {"deadline": event.deadline}
        case ev.DeadlineSet():
            return {"deadline": event.deadline, "why": event.why}
        case ev.JudgingAsked():
            return {}
        case ev.Paused():
            return {"why": event.why}
        case ev.Awaited():
            # Of which phase it was is not said.
            awaited = [one for one in event.powers if viewer.sees_due(one, PhaseKind.RETREAT)]
            return {"powers": awaited, "grace": event.grace}
        case ev.Reminded():
            if viewer.is_master:
                return {"powers": list(event.powers)}
            return {"powers": [viewer.power]} if viewer.power in event.powers else None
        case ev.Warned():
            return {"until": event.until}
        case ev.Judged():
            kind = Phase.parse(event.phase).kind
            return {
                "phase": event.phase,
                "missed": [one for one in event.missed if viewer.sees_due(one, kind)],
                "winners": list(event.winners),
                "deadline": event.deadline,
            }
        case ev.Ended():
            return {"how": event.how, "powers": list(event.powers), "why": event.why}
        case ev.Proposed():
            return {
                "proposal": event.number,
                "what": event.what,
                "powers": list(event.powers),
                "until": event.until,
            }
        case ev.Voted():
            own = event.power == viewer.power
            return {"proposal": event.number, "agrees": event.agrees} if own else None
        case ev.ProposalClosed():
            return {"proposal": event.number, "outcome": event.outcome}
        case ev.RolledBack():
            return {"phase": event.phase, "deadline": event.deadline, "why": event.why}
        case ev.PositionSet():
            return {"why": event.why}
        case ev.DiceThrown():
            return {"dice": event.text} if viewer.is_master else {}
        case _:
            return _said_of_press(viewer, event)


def _said_of_press(viewer: Viewer, event: ev.Event) -> Details | None:
    g = viewer.g
    match event:
        case ev.MessageSent():
            message = g.messages[event.number - 1]
            return {"message": message_view(viewer, message)} if viewer.reads(message) else None
        case ev.MessageLetThrough():
            message = g.messages[event.number - 1]
            return {"message": message_view(viewer, message)} if viewer.reads(message) else None
        case ev.MessageHeld():
            held = g.held[event.number - 1]
            return {"held": held_message_view(held)} if viewer.sees_held(held) else None
        case ev.MessageTurnedBack():
            held = g.held[event.held - 1]
            return {"held": held_message_view(held)} if viewer.sees_held(held) else None
        case ev.MessageHidden():
            message = g.messages[event.number - 1]
            got = not message.to or viewer.power in (message.sender, *message.to)
            knows = viewer.is_master or got
            hidden: Details = {"why": event.why}
            return {**hidden, "message": event.number} if knows else hidden
        case ev.MessageReported():
            if not (viewer.is_master or viewer.power == event.power):
                return None
            if event.other:
                return {"other": event.other, "why": event.why}
            return {"message": event.number, "why": event.why}
        case ev.Silenced():
            return {"power": event.power, "silenced": event.silenced, "why": event.why}
        case ev.Muted():
            own = viewer.power == event.power
            return {"other": event.other, "muted": event.muted} if own else None
        case ev.NoteSaved():
            return {"phase": event.phase} if viewer.power == event.power else None
        case _:
            return None


def _of_applicant(viewer: Viewer, user: int) -> Details:
    knows = not viewer.g.settings.anonymous or viewer.is_master or viewer.actor.user == user
    return {"user": user} if knows or viewer.is_over else {}


def _knows_of_absence(viewer: Viewer, user: int) -> bool:
    """True if he may know when somebody is away: who plays may be secret."""
    power = viewer.g.players.get(user)
    return viewer.actor.user == user or (power is not None and viewer.sees_player(power))
