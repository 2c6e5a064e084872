"""What events about people and their seats do to a game."""

from __future__ import annotations

from dragoman.judge.log import events as ev
from dragoman.judge.log.fold_registry import Entry, moment, on
from dragoman.judge.log.on_board import on_the_board, players_powers
from dragoman.judge.log.plain_data import read_settings
from dragoman.judge.log.state import Act, Applicant, Departure, JudgedGame, Seat, Stage


@on(ev.SettingsChanged)
def _settings_changed(g: JudgedGame, event: ev.SettingsChanged, entry: Entry) -> None:
    g.settings, _ = read_settings(event.settings)
    if event.position:
        # Those who had a power on another board wait for one on this.
        before = {seat.user: Applicant(seat.wishes) for seat in g.seats.values() if seat.user}
        g.applicants = {**before, **g.applicants}
        g.game = on_the_board(g.settings, event.position, g.find)
        g.seats = {power: Seat(power) for power in players_powers(g.game)}
    if g.stage is not Stage.FORMING:
        g.acts.append(Act(entry.at, entry.by, "settings"))


@on(ev.MasterJoined)
def _master_joined(g: JudgedGame, event: ev.MasterJoined, entry: Entry) -> None:
    g.masters.append(event.user)
    g.acts.append(Act(entry.at, entry.by, f"promote {event.user}"))


@on(ev.MasterLeft)
def _master_left(g: JudgedGame, event: ev.MasterLeft, entry: Entry) -> None:
    g.masters.remove(event.user)
    g.acts.append(Act(entry.at, entry.by, f"master-left {event.user}"))


@on(ev.Joined)
def _joined(g: JudgedGame, event: ev.Joined, entry: Entry) -> None:
    before = g.applicants.get(event.user, Applicant())
    admitted = before.admitted or event.user in g.invited
    g.applicants[event.user] = Applicant(event.wishes, event.program, admitted)
    g.invited.discard(event.user)
    g.observers.discard(event.user)


@on(ev.Admitted)
def _admitted(g: JudgedGame, event: ev.Admitted, entry: Entry) -> None:
    before = g.applicants[event.user]
    g.applicants[event.user] = Applicant(before.wishes, before.program, admitted=True)


@on(ev.Left)
def _left(g: JudgedGame, event: ev.Left, entry: Entry) -> None:
    g.applicants.pop(event.user, None)


@on(ev.Invited)
def _invited(g: JudgedGame, event: ev.Invited, entry: Entry) -> None:
    g.invited.add(event.user)


@on(ev.InvitationEnded)
def _invitation_ended(g: JudgedGame, event: ev.InvitationEnded, entry: Entry) -> None:
    g.invited.discard(event.user)


@on(ev.Observing)
def _observing(g: JudgedGame, event: ev.Observing, entry: Entry) -> None:
    g.observers.add(event.user)


@on(ev.ObservingEnded)
def _observing_ended(g: JudgedGame, event: ev.ObservingEnded, entry: Entry) -> None:
    g.observers.discard(event.user)


@on(ev.Seated)
def _seated(g: JudgedGame, event: ev.Seated, entry: Entry) -> None:
    waited = g.applicants.pop(event.user, Applicant())
    g.invited.discard(event.user)
    g.observers.discard(event.user)
    seat = g.seats[event.power]
    seat.user, seat.since, seat.missed, seat.wishes = event.user, entry.at, 0, waited.wishes
    seat.bot = ""


@on(ev.Vacated)
def _vacated(g: JudgedGame, event: ev.Vacated, entry: Entry) -> None:
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
    for proposal in g.open_proposals():
        proposal.votes.pop(event.power, None)
    # Who resigns is as secret as who plays.
    by = entry.by if event.why == "ejected" else 0
    g.acts.append(Act(entry.at, by, f"{event.why} {event.power}", event.note))


@on(ev.BotSeated)
def _bot_seated(g: JudgedGame, event: ev.BotSeated, entry: Entry) -> None:
    g.seats[event.power].bot = event.bot
    g.acts.append(Act(entry.at, entry.by, f"bot {event.power} {event.bot}".strip()))


@on(ev.Absent)
def _absent(g: JudgedGame, event: ev.Absent, entry: Entry) -> None:
    away = (moment(event.start), moment(event.end))
    g.absences.setdefault(event.user, []).append(away)


@on(ev.AbsenceEnded)
def _absence_ended(g: JudgedGame, event: ev.AbsenceEnded, entry: Entry) -> None:
    was = g.absences.get(event.user, [])
    g.absences[event.user] = [(start, min(end, entry.at)) for start, end in was if start < entry.at]
