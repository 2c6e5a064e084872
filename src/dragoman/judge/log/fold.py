"""From the log to the judged game: a fold over the events.

An event was allowed or refused before it was logged; here it is only carried out, by one function
for each kind of event, which enters itself with ``_on``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.event_log import FoldRules
from dragoman.game import Find, Game, Pending, find_variant
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import GameLogEntry
from dragoman.judge.log.on_board import on_the_board, players_powers, position_of, replayed
from dragoman.judge.log.plain_data import read_settings
from dragoman.judge.log.state import (
    Applicant,
    Departure,
    Due,
    GameOrigin,
    HeldMessage,
    JudgedGame,
    MessageReport,
    PressMessage,
    PublicAct,
    SavedSheet,
    Seat,
    Stage,
    VoteProposal,
)
from dragoman.quick_dataclass import dataclass


def rebuild(log: Iterable[GameLogEntry], find: Find = find_variant) -> JudgedGame:
    """The game that a log describes. ``find`` looks its variant up.

    Raises:
        ValueError: if the log does not begin with the creation of a game.
    """
    entries = iter(log)
    first = next(entries, None)
    if first is None or not isinstance(first.event, ev.Created):
        raise ValueError("the log of a game begins with its creation")
    g = _created(first, first.event, find)
    for one in entries:
        apply(g, one)
    return g


def apply(g: JudgedGame, logged: GameLogEntry) -> None:
    """Carry out one more event on a game."""
    at = _moment(logged.at)
    _RULES[type(logged.event)](g, logged.event, _Stamp(at, logged.by, logged.number))
    g.number = logged.number
    if logged.by:
        g.sign, g.warned = at, None


def _created(logged: GameLogEntry, event: ev.Created, find: Find) -> JudgedGame:
    settings, _ = read_settings(event.settings)
    game = on_the_board(settings, event.position, find)
    at = _moment(logged.at)
    g = JudgedGame(settings, game, find, at, logged.number, lot=event.lot)
    g.masters, g.sign = [logged.by], at
    g.seats = {power: Seat(power) for power in players_powers(game)}
    return g


@dataclass(frozen=True, slots=True)
class _Stamp:
    """The moment of an event in the log, who brought it about, and its number there."""

    at: datetime
    by: int
    number: int


_RULES: Final = FoldRules[JudgedGame]()
"""How each kind of event changes a game."""
_on = _RULES.on


def _moment(text: str) -> datetime:
    """A moment as the log has it."""
    return datetime.fromisoformat(text)


# The game and its people.


@_on(ev.Imported)
def _imported(g: JudgedGame, event: ev.Imported, entry: _Stamp) -> None:
    told = tuple(Diagnostic(*one, severity=Severity.WARNING) for one in event.told)
    origin = (event.source, event.name, event.masters, event.players)
    g.origin = GameOrigin(*origin, told)
    for power, text in event.sheets.items():
        g.sheets[power, str(g.phase)] = SavedSheet(text, entry.at)


@_on(ev.SettingsChanged)
def _settings_changed(g: JudgedGame, event: ev.SettingsChanged, entry: _Stamp) -> None:
    g.settings, _ = read_settings(event.settings)
    if event.position:
        # Those who had a power on another board wait for one on this.
        before = {seat.user: Applicant(seat.wishes) for seat in g.seats.values() if seat.user}
        g.applicants = {**before, **g.applicants}
        g.game = on_the_board(g.settings, event.position, g.find)
        g.seats = {power: Seat(power) for power in players_powers(g.game)}
    if g.stage is not Stage.FORMING:
        g.acts.append(PublicAct(entry.at, entry.by, "settings"))


@_on(ev.MasterJoined)
def _master_joined(g: JudgedGame, event: ev.MasterJoined, entry: _Stamp) -> None:
    g.masters.append(event.user)
    g.acts.append(PublicAct(entry.at, entry.by, f"promote {event.user}"))


@_on(ev.MasterLeft)
def _master_left(g: JudgedGame, event: ev.MasterLeft, entry: _Stamp) -> None:
    g.masters.remove(event.user)
    g.acts.append(PublicAct(entry.at, entry.by, f"master-left {event.user}"))


@_on(ev.Joined)
def _joined(g: JudgedGame, event: ev.Joined, entry: _Stamp) -> None:
    before = g.applicants.get(event.user, Applicant())
    admitted = before.admitted or event.user in g.invited
    g.applicants[event.user] = Applicant(event.wishes, event.program, admitted)
    g.invited.discard(event.user)
    g.observers.discard(event.user)


@_on(ev.Admitted)
def _admitted(g: JudgedGame, event: ev.Admitted, entry: _Stamp) -> None:
    before = g.applicants[event.user]
    g.applicants[event.user] = Applicant(before.wishes, before.program, admitted=True)


@_on(ev.Left)
def _left(g: JudgedGame, event: ev.Left, entry: _Stamp) -> None:
    g.applicants.pop(event.user, None)


@_on(ev.Invited)
def _invited(g: JudgedGame, event: ev.Invited, entry: _Stamp) -> None:
    g.invited.add(event.user)


@_on(ev.InvitationEnded)
def _invitation_ended(g: JudgedGame, event: ev.InvitationEnded, entry: _Stamp) -> None:
    g.invited.discard(event.user)


@_on(ev.LinkMade)
def _link_made(g: JudgedGame, event: ev.LinkMade, entry: _Stamp) -> None:
    g.links.append(event.code)
    if event.power:
        g.seat_links[event.power] = event.code
    else:
        g.link = event.code


@_on(ev.LinkClosed)
def _link_closed(g: JudgedGame, event: ev.LinkClosed, entry: _Stamp) -> None:
    if event.power:
        g.seat_links.pop(event.power, None)
    else:
        g.link = ""


@_on(ev.BeginningSet)
def _beginning_set(g: JudgedGame, event: ev.BeginningSet, entry: _Stamp) -> None:
    g.begins_at = _moment(event.at) if event.at else None


@_on(ev.Observing)
def _observing(g: JudgedGame, event: ev.Observing, entry: _Stamp) -> None:
    g.observers.add(event.user)


@_on(ev.ObservingEnded)
def _observing_ended(g: JudgedGame, event: ev.ObservingEnded, entry: _Stamp) -> None:
    g.observers.discard(event.user)


@_on(ev.Seated)
def _seated(g: JudgedGame, event: ev.Seated, entry: _Stamp) -> None:
    waited = g.applicants.pop(event.user, Applicant())
    g.invited.discard(event.user)
    g.observers.discard(event.user)
    seat = g.seats[event.power]
    seat.user, seat.since, seat.missed, seat.wishes = event.user, entry.at, 0, waited.wishes
    seat.bot = ""
    g.seat_links.pop(event.power, None)
    g.offers = {power: user for power, user in g.offers.items() if user != event.user}


@_on(ev.Vacated)
def _vacated(g: JudgedGame, event: ev.Vacated, entry: _Stamp) -> None:
    seat = g.seats[event.power]
    if seat.user is not None:
        seat.past.append(seat.user)
        if event.power in g.game.survivors:
            left = Departure(str(g.phase), event.power, seat.user, event.why)
            g.departures.append(left)
    seat.user, seat.since, seat.wishes = None, None, ()
    # What he wrote for himself is not for whoever comes after him.
    g.notes = {key: text for key, text in g.notes.items() if key[0] != event.power}
    g.muted = {pair for pair in g.muted if pair[0] != event.power}
    g.ready.pop(event.power, None)
    g.offers.pop(event.power, None)
    for proposal in g.open_proposals():
        proposal.votes.pop(event.power, None)
    # Who resigns is as secret as who plays.
    by = entry.by if event.why == "ejected" else 0
    g.acts.append(PublicAct(entry.at, by, f"{event.why} {event.power}", event.note))


@_on(ev.SeatOffered)
def _seat_offered(g: JudgedGame, event: ev.SeatOffered, entry: _Stamp) -> None:
    g.offers[event.power] = event.user
    g.offers_made[event.power] = g.offers_made.get(event.power, 0) + 1


@_on(ev.SeatOfferEnded)
def _seat_offer_ended(g: JudgedGame, event: ev.SeatOfferEnded, entry: _Stamp) -> None:
    g.offers.pop(event.power, None)


@_on(ev.BotSeated)
def _bot_seated(g: JudgedGame, event: ev.BotSeated, entry: _Stamp) -> None:
    g.seats[event.power].bot = event.bot
    g.acts.append(PublicAct(entry.at, entry.by, f"bot {event.power} {event.bot}".strip()))


@_on(ev.Absent)
def _absent(g: JudgedGame, event: ev.Absent, entry: _Stamp) -> None:
    away = (_moment(event.start), _moment(event.end))
    g.absences.setdefault(event.user, []).append(away)


@_on(ev.AbsenceEnded)
def _absence_ended(g: JudgedGame, event: ev.AbsenceEnded, entry: _Stamp) -> None:
    was = g.absences.get(event.user, [])
    g.absences[event.user] = [(start, min(end, entry.at)) for start, end in was if start < entry.at]


# Orders.


@_on(ev.OrdersSaved)
def _orders_saved(g: JudgedGame, event: ev.OrdersSaved, entry: _Stamp) -> None:
    sheet = SavedSheet(event.text, entry.at, entry.by, event.reads)
    g.sheets[event.power, event.phase] = sheet
    if event.phase == str(g.phase):
        g.settled = entry.at
    _sign_of(g, event.power, entry)


@_on(ev.StandingSaved)
def _standing_saved(g: JudgedGame, event: ev.StandingSaved, entry: _Stamp) -> None:
    g.standing[event.power] = event.text
    g.settled = entry.at
    _sign_of(g, event.power, entry)


@_on(ev.ReadySet)
def _ready_set(g: JudgedGame, event: ev.ReadySet, entry: _Stamp) -> None:
    g.ready[event.power] = event.ready
    g.signs.add(entry.by)
    g.settled = entry.at
    _sign_of(g, event.power, entry)


def _sign_of(g: JudgedGame, power: str, entry: _Stamp) -> None:
    """A player who is there again is waited for again; what a master writes for him is no sign."""
    seat = g.seats[power]
    if seat.user == entry.by:
        seat.missed = 0
    elif not (seat.bot and entry.by == 0):
        g.acts.append(PublicAct(entry.at, entry.by, f"orders {power}"))


# Time.


@_on(ev.Began)
def _began(g: JudgedGame, event: ev.Began, entry: _Stamp) -> None:
    g.stage, g.begins_at = Stage.RUNNING, None
    open_phase(g, entry, event.deadline)


@_on(ev.DeadlineSet)
def _deadline_set(g: JudgedGame, event: ev.DeadlineSet, entry: _Stamp) -> None:
    g.deadline = _moment(event.deadline)
    g.waits, g.awaited, g.grace = False, (), None
    # Who votes in the end is as secret as the vote.
    by = 0 if event.why in ("vote", "absence") else entry.by
    g.acts.append(PublicAct(entry.at, by, "deadline", event.why))


@_on(ev.Paused)
def _paused(g: JudgedGame, event: ev.Paused, entry: _Stamp) -> None:
    g.stage = Stage.PAUSED
    if g.deadline is not None:
        g.left = max(0.0, (g.deadline - entry.at).total_seconds())
    g.deadline, g.asked = None, None
    g.waits, g.awaited, g.grace = False, (), None
    by = entry.by if event.why != "vote" else 0
    g.acts.append(PublicAct(entry.at, by, "pause", event.why))
    for proposal in g.open_proposals():
        if proposal.what in ("pause", "extension"):
            proposal.outcome = "lapsed"


@_on(ev.Resumed)
def _resumed(g: JudgedGame, event: ev.Resumed, entry: _Stamp) -> None:
    g.stage, g.deadline = Stage.RUNNING, _moment(event.deadline)
    g.acts.append(PublicAct(entry.at, entry.by, "resume"))


@_on(ev.Awaited)
def _awaited(g: JudgedGame, event: ev.Awaited, entry: _Stamp) -> None:
    g.waits, g.awaited = True, event.powers
    g.grace = _moment(event.grace) if event.grace else None


@_on(ev.Reminded)
def _reminded(g: JudgedGame, event: ev.Reminded, entry: _Stamp) -> None:
    g.reminded = entry.at
    g.acts.append(PublicAct(entry.at, entry.by, "remind"))


@_on(ev.Warned)
def _warned(g: JudgedGame, event: ev.Warned, entry: _Stamp) -> None:
    g.warned = _moment(event.until)


@_on(ev.DiceThrown)
def _dice_thrown(g: JudgedGame, event: ev.DiceThrown, entry: _Stamp) -> None:
    g.dice = event.text
    g.acts.append(PublicAct(entry.at, entry.by, "dice"))


@_on(ev.JudgingAsked)
def _judging_asked(g: JudgedGame, event: ev.JudgingAsked, entry: _Stamp) -> None:
    g.asked = entry.at
    g.acts.append(PublicAct(entry.at, entry.by, f"process {g.phase}"))


@_on(ev.Judged)
def _judged(g: JudgedGame, event: ev.Judged, entry: _Stamp) -> None:
    g.dues += _dues(g, event, entry)
    game = g.game
    judged = (event.orders, event.position, event.winners, event.dice)
    game.adopt(replayed(game.variant, game.rule_set, game.position, *judged))
    g.judged.append(entry.number)
    for power, seat in g.seats.items():
        if power in event.missed:
            seat.missed += 1
        elif power in event.orders:
            seat.missed = 0
    for proposal in g.open_proposals():
        if proposal.what != "pause":
            proposal.outcome = "lapsed"
    if entry.by in g.masters:
        g.acts.append(PublicAct(entry.at, entry.by, f"process {event.phase}"))
    open_phase(g, entry, event.deadline)


def _dues(g: JudgedGame, event: ev.Judged, entry: _Stamp) -> Iterator[Due]:
    """Orders that players owed, and whether each gave a sign."""
    due_to = g.deadline
    by_master = bool(entry.by) or g.asked is not None
    ahead = by_master and (due_to is None or entry.at < due_to)
    for power in g.has_to_order():
        user, since = g.seats[power].user, g.seats[power].since
        if user is None:
            continue
        missed = power in event.missed
        sheet = g.sheets.get((power, event.phase))
        wrote = sheet is not None and sheet.by == user and sheet.reads != 0
        late = g.began is not None and since is not None and since > g.began
        kept: bool | None = True
        if not wrote and user not in g.signs:
            excused = not missed or late or (ahead and not g.waits)
            kept = None if excused or g.is_away(user, entry.at) else False
        lasted = entry.at - (g.began or entry.at)
        yield Due(event.phase, power, user, missed, kept, lasted)


def open_phase(g: JudgedGame, entry: _Stamp, deadline: str) -> None:
    """The phase at hand begins."""
    g.began, g.deadline = entry.at, _moment(deadline) if deadline else None
    g.ready, g.signs, g.settled, g.dice, g.asked = {}, set(), None, "", None
    g.spoken, g.reminded = {}, None
    g.waits, g.awaited, g.grace = False, (), None
    if g.stage is Stage.PAUSED and g.deadline is not None:
        g.left = (g.deadline - entry.at).total_seconds()
        g.deadline = None


@_on(ev.Ended)
def _ended(g: JudgedGame, event: ev.Ended, entry: _Stamp) -> None:
    g.stage, g.ending, g.deadline = Stage.OVER, (event.how, event.powers), None
    g.ended = entry.at
    g.waits, g.awaited, g.grace = False, (), None
    for proposal in g.open_proposals():
        proposal.outcome = "lapsed"
    g.offers = {}
    if event.declared:
        g.acts.append(PublicAct(entry.at, entry.by, f"declare {event.how}", event.why))
    if event.how == "terminated":
        g.acts.append(PublicAct(entry.at, entry.by, "terminate", event.why))


# Votes.


@_on(ev.Proposed)
def _proposed(g: JudgedGame, event: ev.Proposed, entry: _Stamp) -> None:
    until = _moment(event.until) if event.until else None
    one = VoteProposal(event.number, event.what, event.by, event.powers, until, str(g.phase))
    g.proposals.append(one)


@_on(ev.Voted)
def _voted(g: JudgedGame, event: ev.Voted, entry: _Stamp) -> None:
    g.proposals[event.number - 1].votes[event.power] = event.agrees


@_on(ev.ProposalClosed)
def _proposal_closed(g: JudgedGame, event: ev.ProposalClosed, entry: _Stamp) -> None:
    g.proposals[event.number - 1].outcome = event.outcome


# Press and notes.


@_on(ev.MessageSent)
def _message_sent(g: JudgedGame, event: ev.MessageSent, entry: _Stamp) -> None:
    phase, sent = str(g.phase), (event.sender, event.to, event.text, event.signed)
    g.messages.append(PressMessage(event.number, entry.at, phase, entry.by, *sent))


@_on(ev.MessageHeld)
def _message_held(g: JudgedGame, event: ev.MessageHeld, entry: _Stamp) -> None:
    sent = (event.sender, event.to, event.text, event.signed)
    g.held.append(HeldMessage(event.number, entry.at, entry.by, *sent))


@_on(ev.MessageLetThrough)
def _message_let_through(g: JudgedGame, event: ev.MessageLetThrough, entry: _Stamp) -> None:
    one = g.held[event.held - 1]
    g.held[event.held - 1] = replace(one, outcome="let-through")
    sent = (one.author, one.sender, one.to, one.text, one.signed)
    g.messages.append(PressMessage(event.number, entry.at, str(g.phase), *sent))


@_on(ev.MessageTurnedBack)
def _message_turned_back(g: JudgedGame, event: ev.MessageTurnedBack, entry: _Stamp) -> None:
    one = g.held[event.held - 1]
    g.held[event.held - 1] = replace(one, outcome="turned-back", why=event.why)


@_on(ev.MessageHidden)
def _message_hidden(g: JudgedGame, event: ev.MessageHidden, entry: _Stamp) -> None:
    index = event.number - 1
    g.messages[index] = replace(g.messages[index], hidden=event.why)
    g.acts.append(PublicAct(entry.at, entry.by, "hide-message", event.why))


@_on(ev.MessageReported)
def _message_reported(g: JudgedGame, event: ev.MessageReported, entry: _Stamp) -> None:
    report = MessageReport(entry.at, event.number, event.power, event.why, event.other)
    g.reports.append(report)


@_on(ev.Silenced)
def _silenced(g: JudgedGame, event: ev.Silenced, entry: _Stamp) -> None:
    if event.silenced:
        g.silenced.add(event.power)
    else:
        g.silenced.discard(event.power)
    what = "silence" if event.silenced else "give-press-back"
    g.acts.append(PublicAct(entry.at, entry.by, f"{what} {event.power}", event.why))


@_on(ev.Muted)
def _muted(g: JudgedGame, event: ev.Muted, entry: _Stamp) -> None:
    if event.muted:
        g.muted.add((event.power, event.other))
    else:
        g.muted.discard((event.power, event.other))


@_on(ev.BotSpoke)
def _bot_spoke(g: JudgedGame, event: ev.BotSpoke, entry: _Stamp) -> None:
    g.spoken[event.power] = (*g.spoken.get(event.power, ()), len(g.messages))


@_on(ev.NoteSaved)
def _note_saved(g: JudgedGame, event: ev.NoteSaved, entry: _Stamp) -> None:
    g.notes[event.power, event.phase] = event.text


# What masters do.


@_on(ev.RolledBack)
def _rolled_back(g: JudgedGame, event: ev.RolledBack, entry: _Stamp) -> None:
    undone: set[str] = set()
    while str(g.phase) != event.phase:
        undone.add(str(g.phase))
        g.game.undo()
    del g.judged[len(g.history) :]
    # Orders are in the sheets: should they be cleared, those that were judged must not count.
    g.game.restore(Pending(), None)
    # What was written for the phase is on file again; what was for those after it is gone.
    g.sheets = {key: sheet for key, sheet in g.sheets.items() if key[1] not in undone}
    undone.add(event.phase)
    # Nobody is held to what was undone.
    g.dues = [one for one in g.dues if one.phase not in undone]
    for power, seat in g.seats.items():
        seat.missed = 0
        for one in reversed([one for one in g.dues if one.power == power]):
            if one.user != seat.user or not one.missed:
                break
            seat.missed += 1
    for proposal in g.open_proposals():
        proposal.outcome = "lapsed"
    g.stage, g.ending, g.ended = Stage.RUNNING, None, None
    open_phase(g, entry, event.deadline)
    g.acts.append(PublicAct(entry.at, entry.by, f"rollback {event.phase}", event.why))


@_on(ev.PositionSet)
def _position_set(g: JudgedGame, event: ev.PositionSet, entry: _Stamp) -> None:
    game = g.game
    position = position_of(game.variant, game.rule_set, event.position)
    if game.history:
        last = game.history[-1]
        game.undo()
        game.adopt(replace(last, position=position))
    else:
        g.game = Game(game.variant, game.rule_set, position)
    g.acts.append(PublicAct(entry.at, entry.by, "position", event.why))
