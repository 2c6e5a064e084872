"""From the log to the tournament: a fold over the events, read top to bottom.

One case for each kind of event. Whether an event was allowed was decided before it was
logged; here it is only carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Logged
from dragoman.tournament.log.state import (
    Dispute,
    Penalty,
    Player,
    Round,
    Sheet,
    Stop,
    Table,
    Team,
    Tournament,
)
from dragoman.tournament.rules.house_rules import POWERS
from dragoman.tournament.rules.late_orders import Lateness, ruling
from dragoman.tournament.rules.preset import Preset, read_preset
from dragoman.tournament.rules.round_clock import Clock
from dragoman.tournament.rules.season import Season


def standing_actions(log: Iterable[Logged]) -> set[int]:
    """The actions that count: neither undone nor about undoing."""
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


def rebuild(log: Iterable[Logged]) -> Tournament:
    """The tournament that a log tells of."""
    log = tuple(log)
    counting = standing_actions(log)
    tournament = Tournament()
    for one in log:
        if one.action in counting and not isinstance(one.event, ev.Undone | ev.Redone):
            apply(tournament, one.event)
    return tournament


@lru_cache(maxsize=8)
def _settings(preset: str) -> Preset:
    return read_preset(preset)[0]


def apply(t: Tournament, event: ev.Event) -> None:
    """Carry out one event on a tournament that is being built."""
    match event:
        # The event itself.
        case ev.Founded(name, preset, place):
            t.name, t.place, t.preset, t.settings = name, place, preset, _settings(preset)
        case ev.PresetChanged(preset):
            t.preset, t.settings = preset, _settings(preset)
        case ev.CommitteeNamed(names):
            t.committee = names
        case ev.CeremonyHeld(detail):
            t.ceremony, t.detail = True, t.detail or detail

        # People.
        case ev.Registered():
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
            )
        case ev.Amended(player, changes):
            t.players[player] = replace(t.players[player], **changes)
        case ev.Withdrawn(player):
            t.players[player] = replace(t.players[player], withdrawn=True)
        case ev.CheckedIn(number, players):
            t.round(number).present |= set(players)
            t.round(number).stood_down -= set(players)
        case ev.CheckedOut(number, players):
            t.round(number).present -= set(players)
            t.round(number).stood_down -= set(players)
        case ev.StoodDown(number, players):
            t.round(number).stood_down |= set(players)
        case ev.KeptApart(one, other, reason, apart):
            t.apart.pop(frozenset((one, other)), None)
            if apart:
                t.apart[frozenset((one, other))] = reason
        case ev.SpreadWished(name, players):
            t.spread.pop(name, None)
            if players:
                t.spread[name] = players
        case ev.TeamEntered(team, players, signed):
            t.teams.pop(team, None)
            if players:
                t.teams[team] = Team(team, players, signed)

        # Rounds.
        case ev.Drawn(number, boards):
            round_ = t.round(number)
            round_.drawn, round_.by_hand, round_.published = event, False, False
            round_.tables = {
                f"{number}{letter}": Table(f"{number}{letter}", number, dict(seats))
                for letter, seats in boards.items()
            }
        case ev.Swapped(number, one, other):
            _reseat(t.round(number), {one: other, other: one})
        case ev.Substituted(number, out, into):
            _reseat(t.round(number), {out: into})
        case ev.Published(number):
            t.round(number).published = True
        case ev.EndTimeSet(number, at):
            t.round(number).end_at = datetime.fromisoformat(at)
        case ev.RoundStarted(number, at):
            t.round(number).clock = Clock(datetime.fromisoformat(at), t.rules.clock.lengths)
        case ev.RoundEnded(number, season):
            round_ = t.round(number)
            round_.ended = Season.parse(season)
            for table in round_.tables.values():
                if not table.ending:
                    _time_draw(table, round_.ended)

        # The clock.
        case ev.Paused(number, at, board):
            _change_clocks(t, number, board, lambda c: c.pause(datetime.fromisoformat(at)))
        case ev.Resumed(number, at, board):
            _change_clocks(t, number, board, lambda c: c.resume(datetime.fromisoformat(at)))
        case ev.TimeAdded(number, season, seconds, board):
            _change_clocks(t, number, board, lambda c: c.add(Season.parse(season), seconds))
        case ev.LengthSet(number, season, seconds, board):
            _change_clocks(t, number, board, lambda c: c.set_length(Season.parse(season), seconds))

        # At the tables.
        case ev.OrdersIn(board, season, power, _, late):
            table, when = t.table(board), Season.parse(season)
            table.box.setdefault(when, {})[power] = event
            if late:
                _note_lateness(t, table, when, power, missing=False)
        case ev.ReadingBegan(board, season, missing):
            table, when = t.table(board), Season.parse(season)
            table.readings[when] = event
            for power in missing:
                _note_lateness(t, table, when, power, missing=True)
        case ev.Counted(board, year, counts):
            _count(t.table(board), year, counts)
        case ev.Adjudicated(board, phase, _, _, _, _, counts):
            table = t.table(board)
            table.phases.append(event)
            if counts:
                _count(table, int(phase[1:5]), counts)
        case ev.Reopened(board):
            table = t.table(board)
            taken_back = table.phases.pop()
            table.reopened.append(event)
            if taken_back.counts:
                del table.counts[int(taken_back.phase[1:5])]
        case ev.VoteOpened(board):
            t.table(board).vote_open = event
        case ev.VoteClosed(board, season, carried):
            table = t.table(board)
            table.vote_open = None
            table.votes.append(event)
            if carried:
                when = Season.parse(season)
                table.stop = Stop("voted-draw", when, when.last_fall)
        case ev.CallRefused(board):
            t.table(board).calls_refused.append(event)
        case ev.GameEnded(board, how, season, power):
            table = t.table(board)
            when = Season.parse(season)
            if how == "time-draw":
                _time_draw(table, when)
            else:
                table.stop = Stop(how, when, when.last_fall, power)

        # Conduct.
        case ev.Penalised(number):
            t.penalties[number] = Penalty(event)
        case ev.PenaltyLifted(number):
            t.penalties[number].lifted = True
        case ev.Disputed(number):
            t.disputes[number] = Dispute(event)
        case ev.Ruled(number):
            t.disputes[number].rulings.append(event)

        # Side events and awards.
        case ev.SheetHandedIn(number):
            t.sheets[number] = Sheet(event, counts=not event.unsigned)
        case ev.SheetRuled(number, counts, reason):
            t.sheets[number].counts, t.sheets[number].reason = counts, reason
        case ev.Awarded(title, players):
            t.awards.pop(title, None)
            if players:
                t.awards[title] = event
        case ev.Undone() | ev.Redone():
            pass


_Change = Callable[[Clock], Clock]


def _reseat(round_: Round, instead: Mapping[int, int]) -> None:
    round_.by_hand = True
    for table in round_.tables.values():
        for power, player in table.seats.items():
            table.seats[power] = instead.get(player, player)


def _change_clocks(t: Tournament, number: int, board: str, change: _Change) -> None:
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


def _note_lateness(
    t: Tournament, table: Table, season: Season, power: str, *, missing: bool
) -> None:
    player = table.seats[power]
    found = ruling(t.late_count(player), missing, t.rules.box.warnings)
    t.lateness.append(Lateness(player, table.key, season, power, found, missing))
    if found is found.DISORDER:
        table.disorder.setdefault(season, set()).add(power)


def _count(table: Table, year: int, counts: Mapping[str, int]) -> None:
    table.counts[year] = {power: counts[power] for power in POWERS}
    table.counts = dict(sorted(table.counts.items()))


def _time_draw(table: Table, season: Season) -> None:
    """End a game at a deadline: a fall is still counted, a spring is not played out."""
    table.stop = Stop("time-draw", season, season.year if season.fall else season.last_fall)
