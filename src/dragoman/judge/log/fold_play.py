"""What events about orders, time and votes do to a game."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.judge.log import events as ev
from dragoman.judge.log.fold_registry import Entry, moment, on
from dragoman.judge.log.on_board import replayed
from dragoman.judge.log.state import Act, Due, JudgedGame, Proposal, Sheet, Stage

# Orders.


@on(ev.OrdersSaved)
def _orders_saved(g: JudgedGame, event: ev.OrdersSaved, entry: Entry) -> None:
    sheet = Sheet(event.text, entry.at, entry.by, event.reads)
    g.sheets[event.power, event.phase] = sheet
    if event.phase == str(g.phase):
        g.settled = entry.at
    _sign_of(g, event.power, entry)


@on(ev.StandingSaved)
def _standing_saved(g: JudgedGame, event: ev.StandingSaved, entry: Entry) -> None:
    g.standing[event.power] = event.text
    g.settled = entry.at
    _sign_of(g, event.power, entry)


@on(ev.ReadySet)
def _ready_set(g: JudgedGame, event: ev.ReadySet, entry: Entry) -> None:
    g.ready[event.power] = event.ready
    g.signs.add(entry.by)
    g.settled = entry.at
    _sign_of(g, event.power, entry)


def _sign_of(g: JudgedGame, power: str, entry: Entry) -> None:
    """A player who is there again is waited for again; what a master writes for him is no sign."""
    seat = g.seats[power]
    if seat.user == entry.by:
        seat.missed = 0
    elif not (seat.bot and entry.by == 0):
        g.acts.append(Act(entry.at, entry.by, f"orders {power}"))


# Time.


@on(ev.Began)
def _began(g: JudgedGame, event: ev.Began, entry: Entry) -> None:
    g.stage = Stage.RUNNING
    open_phase(g, entry, event.deadline)


@on(ev.DeadlineSet)
def _deadline_set(g: JudgedGame, event: ev.DeadlineSet, entry: Entry) -> None:
    g.deadline = moment(event.deadline)
    g.waits, g.awaited, g.grace = False, (), None
    # Who votes in the end is as secret as the vote.
    by = 0 if event.why in ("vote", "absence") else entry.by
    g.acts.append(Act(entry.at, by, "deadline", event.why))


@on(ev.Paused)
def _paused(g: JudgedGame, event: ev.Paused, entry: Entry) -> None:
    g.stage = Stage.PAUSED
    if g.deadline is not None:
        g.left = max(0.0, (g.deadline - entry.at).total_seconds())
    g.deadline, g.asked = None, None
    g.waits, g.awaited, g.grace = False, (), None
    by = entry.by if event.why != "vote" else 0
    g.acts.append(Act(entry.at, by, "pause", event.why))
    for proposal in g.open_proposals():
        if proposal.what in ("pause", "extension"):
            proposal.outcome = "lapsed"


@on(ev.Resumed)
def _resumed(g: JudgedGame, event: ev.Resumed, entry: Entry) -> None:
    g.stage, g.deadline = Stage.RUNNING, moment(event.deadline)
    g.acts.append(Act(entry.at, entry.by, "resume"))


@on(ev.Awaited)
def _awaited(g: JudgedGame, event: ev.Awaited, entry: Entry) -> None:
    g.waits, g.awaited = True, event.powers
    g.grace = moment(event.grace) if event.grace else None


@on(ev.Warned)
def _warned(g: JudgedGame, event: ev.Warned, entry: Entry) -> None:
    g.warned = moment(event.until)


@on(ev.DiceThrown)
def _dice_thrown(g: JudgedGame, event: ev.DiceThrown, entry: Entry) -> None:
    g.dice = event.text
    g.acts.append(Act(entry.at, entry.by, "dice"))


@on(ev.JudgingAsked)
def _judging_asked(g: JudgedGame, event: ev.JudgingAsked, entry: Entry) -> None:
    g.asked = entry.at
    g.acts.append(Act(entry.at, entry.by, f"process {g.phase}"))


@on(ev.Judged)
def _judged(g: JudgedGame, event: ev.Judged, entry: Entry) -> None:
    g.dues += _dues(g, event, entry)
    game = g.game
    judged = (event.orders, event.position, event.winners, event.dice)
    game.adopt(replayed(game.variant, game.rule_set, game.position, *judged))
    for power, seat in g.seats.items():
        if power in event.missed:
            seat.missed += 1
        elif power in event.orders:
            seat.missed = 0
    for proposal in g.open_proposals():
        if proposal.what != "pause":
            proposal.outcome = "lapsed"
    if entry.by in g.masters:
        g.acts.append(Act(entry.at, entry.by, f"process {event.phase}"))
    open_phase(g, entry, event.deadline)


def _dues(g: JudgedGame, event: ev.Judged, entry: Entry) -> Iterator[Due]:
    """Who owed orders, and whether he gave a sign."""
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


def open_phase(g: JudgedGame, entry: Entry, deadline: str) -> None:
    """The phase at hand begins."""
    g.began, g.deadline = entry.at, moment(deadline) if deadline else None
    g.ready, g.signs, g.settled, g.dice, g.asked = {}, set(), None, "", None
    g.spoken = {}
    g.waits, g.awaited, g.grace = False, (), None
    if g.stage is Stage.PAUSED and g.deadline is not None:
        g.left = (g.deadline - entry.at).total_seconds()
        g.deadline = None


@on(ev.Ended)
def _ended(g: JudgedGame, event: ev.Ended, entry: Entry) -> None:
    g.stage, g.ending, g.deadline = Stage.OVER, (event.how, event.powers), None
    g.ended = entry.at
    g.waits, g.awaited, g.grace = False, (), None
    for proposal in g.open_proposals():
        proposal.outcome = "lapsed"
    if event.how == "terminated":
        g.acts.append(Act(entry.at, entry.by, "terminate", event.why))


# Votes.


@on(ev.Proposed)
def _proposed(g: JudgedGame, event: ev.Proposed, entry: Entry) -> None:
    until = moment(event.until) if event.until else None
    one = Proposal(event.number, event.what, event.by, event.powers, until, str(g.phase))
    g.proposals.append(one)


@on(ev.Voted)
def _voted(g: JudgedGame, event: ev.Voted, entry: Entry) -> None:
    g.proposals[event.number - 1].votes[event.power] = event.agrees


@on(ev.ProposalClosed)
def _proposal_closed(g: JudgedGame, event: ev.ProposalClosed, entry: Entry) -> None:
    g.proposals[event.number - 1].outcome = event.outcome
