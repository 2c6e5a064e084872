"""From the log to the tournament: the events that count, and a fold over them, read top to bottom.

What was undone and cancelled is left out, what was corrected stands in the place of what it
corrects. Then one function for each kind of event: whether it was allowed was decided before it
was logged; here it is only carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from dragoman.event_log import FoldRules
from dragoman.refusal import ActionRefused
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event, TournamentEntry, from_data
from dragoman.tournament.log.possible import impossible, lacking
from dragoman.tournament.log.settling import settled
from dragoman.tournament.log.state import (
    BoardGameSheet,
    Dispute,
    Penalty,
    PhoneReport,
    Player,
    Round,
    SetAside,
    Stop,
    Team,
    Tournament,
    TournamentTable,
)
from dragoman.tournament.rules.preset import Preset, read_preset
from dragoman.tournament.rules.round_clock import Clock, Season

# The events that count

_ABOUT_THE_LOG = (ev.Undone, ev.Redone, ev.Cancelled, ev.Corrected)


def standing_actions(log: Iterable[TournamentEntry]) -> set[int]:
    """The actions that were not undone, and are not themselves about undoing."""
    actions: set[int] = set()
    for one in log:
        match one.event:
            case ev.Undone(action):
                actions.discard(action)
            case ev.Redone(action):
                actions.add(action)
            case _:
                actions.add(one.action)
    return actions


def standing_events(log: Sequence[TournamentEntry]) -> tuple[TournamentEntry, ...]:
    """The log as it would have been written by somebody who made no mistake."""
    counting = standing_actions(log)
    instead = _instead(log, counting)
    found: list[TournamentEntry] = []
    done: set[int] = set()
    for one in log:
        if one.action not in counting or isinstance(one.event, _ABOUT_THE_LOG):
            continue
        if one.action not in instead:
            found.append(one)
        elif one.action not in done:
            done.add(one.action)
            found += [replace(one, event=event) for event in instead[one.action]]
    return tuple(found)


def corrected_events(event: ev.Corrected) -> tuple[Event, ...]:
    """The events that stand in the place of what is corrected."""
    return tuple(from_data(one["kind"], one["data"]) for one in event.events)


def _instead(log: Sequence[TournamentEntry], counting: set[int]) -> Mapping[int, tuple[Event, ...]]:
    """The events in the place of an action, by its number: the last word on each."""
    found: dict[int, tuple[Event, ...]] = {}
    for one in log:
        if one.action in counting:
            match one.event:
                case ev.Cancelled(action):
                    found[action] = ()
                case ev.Corrected(action):
                    found[action] = corrected_events(one.event)
                case _:
                    pass
    return found


# The fold


def rebuild(log: Sequence[TournamentEntry]) -> Tournament:
    """The tournament that a log describes."""
    return carried_out(standing_events(log))


def carried_out(events: Iterable[TournamentEntry]) -> Tournament:
    """The tournament that events add up to, none of which is about others. What cannot be any more,
    since another was corrected, is set aside."""
    tournament = Tournament()
    for one in events:
        why = _carry_out(tournament, one.event)
        if why:
            tournament.set_aside.append(SetAside(one.action, one.event, why))
    return tournament


def apply(t: Tournament, event: ev.Event) -> None:
    """Carry out one more event on a tournament that is being built.

    Raises:
        ActionRefused: if it cannot be, or the tournament plays a variant that is not installed.
    """
    if why := _carry_out(t, event):
        raise ActionRefused("impossible", why)


def _carry_out(t: Tournament, event: ev.Event) -> str:
    """Carry an event out, or say why it cannot be."""
    if why := lacking(t, event):
        return why
    full = settled(t, event)
    if why := impossible(t, full):
        return why
    _RULES[type(full)](t, full)
    if isinstance(full, ev.Adjudicated) and full != event:
        t.table(full.board).rejudged = True
    return ""


_RULES = FoldRules[Tournament]()
"""The change that each kind of event makes to the tournament."""
_on = _RULES.on


# The tournament


@_on(ev.Founded)
def _founded(t: Tournament, event: ev.Founded) -> None:
    t.name, t.place = event.name, event.place
    t.preset, t.settings = event.preset, _settings(event.preset)


@_on(ev.PresetChanged)
def _preset_changed(t: Tournament, event: ev.PresetChanged) -> None:
    t.preset, t.settings = event.preset, _settings(event.preset)
    for table in t.tables:
        _end_with_the_last_year(t, table)


@lru_cache(maxsize=8)
def _settings(preset: str) -> Preset:
    found, faults = read_preset(preset)
    # Any other fault was told when the preset was taken, and has its default.
    for fault in faults:
        if fault.code == "unknown-variant":
            raise ActionRefused(fault.code, fault.what, fault.remedy, fault.candidates)
    return found


@_on(ev.CommitteeNamed)
def _committee_named(t: Tournament, event: ev.CommitteeNamed) -> None:
    t.committee = event.names


@_on(ev.CeremonyHeld)
def _ceremony_held(t: Tournament, event: ev.CeremonyHeld) -> None:
    t.ceremony, t.detail = True, t.detail or event.detail


@_on(ev.HelperNamed)
def _helper_named(t: Tournament, event: ev.HelperNamed) -> None:
    t.helpers.pop(event.name, None)
    if event.code:
        t.helpers[event.name] = event


# People


@_on(ev.PlayersKnown)
def _players_known(t: Tournament, event: ev.PlayersKnown) -> None:
    t.known = event.players


@_on(ev.Registered)
def _registered(t: Tournament, event: ev.Registered) -> None:
    t.players[event.player] = Player(
        event.player,
        event.first,
        event.last,
        event.contact,
        event.home,
        event.nationality,
        event.rounds,
        event.signed,
        event.standby,
        event.gm,
        online=event.online,
        more=event.more,
    )


@_on(ev.Amended)
def _amended(t: Tournament, event: ev.Amended) -> None:
    t.players[event.player] = replace(t.players[event.player], **event.changes)


@_on(ev.Withdrawn)
def _withdrawn(t: Tournament, event: ev.Withdrawn) -> None:
    t.players[event.player] = replace(t.players[event.player], withdrawn=True)


@_on(ev.CheckedIn)
def _checked_in(t: Tournament, event: ev.CheckedIn) -> None:
    round_ = t.round(event.round)
    round_.present |= set(event.players)
    round_.stood_down -= set(event.players)


@_on(ev.CheckedOut)
def _checked_out(t: Tournament, event: ev.CheckedOut) -> None:
    round_ = t.round(event.round)
    round_.present -= set(event.players)
    round_.stood_down -= set(event.players)
    round_.doubled -= set(event.players)


@_on(ev.StoodDown)
def _stood_down(t: Tournament, event: ev.StoodDown) -> None:
    round_ = t.round(event.round)
    round_.stood_down |= set(event.players)
    round_.doubled -= set(event.players)


@_on(ev.DoubleBoarded)
def _double_boarded(t: Tournament, event: ev.DoubleBoarded) -> None:
    round_ = t.round(event.round)
    round_.doubled -= set(event.players)
    if event.twice:
        round_.doubled |= set(event.players)


@_on(ev.KeptApart)
def _kept_apart(t: Tournament, event: ev.KeptApart) -> None:
    pair = frozenset((event.one, event.other))
    t.apart.pop(pair, None)
    if event.apart:
        t.apart[pair] = event.reason


@_on(ev.SpreadWished)
def _spread_wished(t: Tournament, event: ev.SpreadWished) -> None:
    t.spread.pop(event.name, None)
    if event.players:
        t.spread[event.name] = event.players


@_on(ev.TeamEntered)
def _team_entered(t: Tournament, event: ev.TeamEntered) -> None:
    t.teams.pop(event.team, None)
    if event.players:
        t.teams[event.team] = Team(event.team, event.players, event.signed)


@_on(ev.PowersWished)
def _powers_wished(t: Tournament, event: ev.PowersWished) -> None:
    t.wishes[event.player, event.round] = event


# Rounds


@_on(ev.Drawn)
def _drawn(t: Tournament, event: ev.Drawn) -> None:
    round_ = t.round(event.round)
    # Seats that were given, and not drawn here, have no version of the program.
    round_.drawn, round_.by_hand, round_.published = event, not event.version, False
    earlier = {n: one.drawn for n, one in t.rounds.items() if n < event.round}
    round_.drawn_after = {n: drawn for n, drawn in earlier.items() if drawn is not None}
    round_.drawn_apart = t.to_be_apart(event.round)
    seated = {one for seats in event.boards.values() for one in seats.values()}
    round_.drawn_wishes = {one: t.wish_of(one, event.round) for one in seated}
    keys = {letter: f"{event.round}{letter}" for letter in event.boards}
    round_.tables = {
        keys[letter]: TournamentTable(keys[letter], event.round, dict(seats), t.settings.variant)
        for letter, seats in event.boards.items()
    }


@_on(ev.Swapped)
def _swapped(t: Tournament, event: ev.Swapped) -> None:
    instead = {
        (event.one, event.board): event.other,
        (event.other, event.other_board): event.one,
    }
    _reseat(t.round(event.round), instead)


@_on(ev.Substituted)
def _substituted(t: Tournament, event: ev.Substituted) -> None:
    _reseat(t.round(event.round), {(event.out, event.board): event.into})


def _reseat(round_: Round, instead: Mapping[tuple[int, str], int]) -> None:
    """Seat others instead of players, on the boards of these letters or, with none, on all."""
    round_.by_hand = True
    for table in round_.tables.values():
        for power, player in table.seats.items():
            here = instead.get((player, table.letter))
            table.seats[power] = here or instead.get((player, ""), player)


@_on(ev.Published)
def _published(t: Tournament, event: ev.Published) -> None:
    t.round(event.round).published = True


@_on(ev.EndTimeSet)
def _end_time_set(t: Tournament, event: ev.EndTimeSet) -> None:
    t.round(event.round).end_at = datetime.fromisoformat(event.at)


@_on(ev.RoundStarted)
def _round_started(t: Tournament, event: ev.RoundStarted) -> None:
    t.round(event.round).clock = Clock(datetime.fromisoformat(event.at), t.rules.clock.lengths)


@_on(ev.RoundEnded)
def _round_ended(t: Tournament, event: ev.RoundEnded) -> None:
    round_ = t.round(event.round)
    round_.ended = Season.parse(event.season)
    for table in round_.in_the_hall:
        if not table.ending:
            _time_draw(table, round_.ended)


# The clock


@_on(ev.Paused)
def _paused(t: Tournament, event: ev.Paused) -> None:
    at = datetime.fromisoformat(event.at)
    _change_clocks(t, event.round, event.board, lambda clock: clock.pause(at))


@_on(ev.Resumed)
def _resumed(t: Tournament, event: ev.Resumed) -> None:
    at = datetime.fromisoformat(event.at)
    _change_clocks(t, event.round, event.board, lambda clock: clock.resume(at))


@_on(ev.TimeAdded)
def _time_added(t: Tournament, event: ev.TimeAdded) -> None:
    season, seconds = Season.parse(event.season), event.seconds
    _change_clocks(t, event.round, event.board, lambda clock: clock.add(season, seconds))


@_on(ev.LengthSet)
def _length_set(t: Tournament, event: ev.LengthSet) -> None:
    season, seconds = Season.parse(event.season), event.seconds
    _change_clocks(t, event.round, event.board, lambda clock: clock.set_length(season, seconds))


def _change_clocks(
    t: Tournament, number: int, board: str, change: Callable[[Clock], Clock]
) -> None:
    """The clock of one table, or the hall's and with it those that tables have of their own."""
    round_ = t.round(number)
    assert round_.clock is not None
    if board:
        table = t.table(board)
        table.clock = change(table.clock or round_.clock)
        return
    round_.clock = change(round_.clock)
    for table in round_.tables.values():
        if table.clock is not None:
            table.clock = change(table.clock)


# Tables


@_on(ev.OrdersIn)
def _orders_in(t: Tournament, event: ev.OrdersIn) -> None:
    box = t.table(event.board).box.setdefault(Season.parse(event.season), {})
    box[event.power] = event


@_on(ev.ReadingBegan)
def _reading_began(t: Tournament, event: ev.ReadingBegan) -> None:
    t.table(event.board).readings[Season.parse(event.season)] = event


@_on(ev.Counted)
def _counted(t: Tournament, event: ev.Counted) -> None:
    table = t.table(event.board)
    table.take_count(event.year, event.counts)
    _end_with_the_last_year(t, table)


def _end_with_the_last_year(t: Tournament, table: TournamentTable) -> None:
    """End a game whose last year, which the rules fix, has been counted."""
    last = t.rules.draws.last_year_of(table.round)
    if last is not None and last in table.counts and not table.ending:
        _time_draw(table, Season(last, True))


@_on(ev.AccountKnown)
def _account_known(t: Tournament, event: ev.AccountKnown) -> None:
    t.accounts[event.player] = event


@_on(ev.SentElsewhere)
def _sent_elsewhere(t: Tournament, event: ev.SentElsewhere) -> None:
    t.table(event.board).elsewhere = event.where


@_on(ev.CountsSeen)
def _counts_seen(t: Tournament, event: ev.CountsSeen) -> None:
    table = t.table(event.board)
    table.seen = {int(year): dict(counts) for year, counts in event.counts.items()}


@_on(ev.ResultTaken)
def _result_taken(t: Tournament, event: ev.ResultTaken) -> None:
    table = t.table(event.board)
    table.result = event
    for year, counts in event.counts.items():
        table.take_count(int(year), counts)


@_on(ev.Adjudicated)
def _adjudicated(t: Tournament, event: ev.Adjudicated) -> None:
    table = t.table(event.board)
    table.phases.append(event)
    if event.counts:
        table.take_count(_year(event.phase), event.counts)
        _end_with_the_last_year(t, table)


@_on(ev.Reopened)
def _reopened(t: Tournament, event: ev.Reopened) -> None:
    table = t.table(event.board)
    taken_back = table.phases.pop()
    table.reopened.append(event)
    if taken_back.counts:
        table.take_count(_year(taken_back.phase), None)


def _year(phase: str) -> int:
    return int(phase[1:5])


@_on(ev.VoteOpened)
def _vote_opened(t: Tournament, event: ev.VoteOpened) -> None:
    t.table(event.board).vote_open = event


@_on(ev.VoteClosed)
def _vote_closed(t: Tournament, event: ev.VoteClosed) -> None:
    table = t.table(event.board)
    among = table.vote_open.among if table.vote_open is not None else ()
    table.vote_open = None
    table.votes.append(event)
    if event.carried:
        season = Season.parse(event.season)
        table.stop = Stop("voted-draw", season, season.last_fall, among=among)


@_on(ev.CallRefused)
def _call_refused(t: Tournament, event: ev.CallRefused) -> None:
    t.table(event.board).calls_refused.append(event)


@_on(ev.GameEnded)
def _game_ended(t: Tournament, event: ev.GameEnded) -> None:
    table, season = t.table(event.board), Season.parse(event.season)
    if event.how == "time-draw":
        _time_draw(table, season)
    else:
        table.stop = Stop(event.how, season, season.last_fall, event.power)


def _time_draw(table: TournamentTable, season: Season) -> None:
    """End a game at a deadline: a fall is still counted, a spring is not played out."""
    table.stop = Stop("time-draw", season, season.year if season.fall else season.last_fall)


@_on(ev.CodesGiven)
def _codes_given(t: Tournament, event: ev.CodesGiven) -> None:
    t.round(event.round).codes = dict(event.codes)


@_on(ev.VotingCodesGiven)
def _voting_codes_given(t: Tournament, event: ev.VotingCodesGiven) -> None:
    t.voting_codes |= {int(player): code for player, code in event.codes.items()}


@_on(ev.CountReported)
def _count_reported(t: Tournament, event: ev.CountReported) -> None:
    t.reports[event.number] = PhoneReport(event)


@_on(ev.SheetReported)
def _sheet_reported(t: Tournament, event: ev.SheetReported) -> None:
    t.reports[event.number] = PhoneReport(event)


@_on(ev.ReportAnswered)
def _report_answered(t: Tournament, event: ev.ReportAnswered) -> None:
    t.reports[event.number].taken = event.taken


# Conduct


@_on(ev.Penalised)
def _penalised(t: Tournament, event: ev.Penalised) -> None:
    t.penalties[event.number] = Penalty(event)


@_on(ev.PenaltyLifted)
def _penalty_lifted(t: Tournament, event: ev.PenaltyLifted) -> None:
    t.penalties[event.number].lifted = True


@_on(ev.Disputed)
def _disputed(t: Tournament, event: ev.Disputed) -> None:
    t.disputes[event.number] = Dispute(event)


@_on(ev.Ruled)
def _ruled(t: Tournament, event: ev.Ruled) -> None:
    t.disputes[event.number].rulings.append(event)


# Side events and awards


@_on(ev.SheetHandedIn)
def _sheet_handed_in(t: Tournament, event: ev.SheetHandedIn) -> None:
    t.sheets[event.number] = BoardGameSheet(event, counts=not event.unsigned)


@_on(ev.SheetRuled)
def _sheet_ruled(t: Tournament, event: ev.SheetRuled) -> None:
    sheet = t.sheets[event.number]
    sheet.counts, sheet.reason = event.counts, event.reason


@_on(ev.Awarded)
def _awarded(t: Tournament, event: ev.Awarded) -> None:
    t.awards.pop(event.title, None)
    if event.players:
        t.awards[event.title] = event


@_on(ev.Revealed)
def _revealed(t: Tournament, event: ev.Revealed) -> None:
    t.revealed.append(event.title)
