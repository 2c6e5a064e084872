"""Tables while they play: orders put into the box and read, turns judged, and how games end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from dragoman.declared import FileText
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.game import Game
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports import report_position
from dragoman.rules import Phase
from dragoman.tournament.actions import lookup
from dragoman.tournament.actions.center_counts import LAST_YEAR
from dragoman.tournament.commands.rounds import EndRound
from dragoman.tournament.commands.tables import (
    AbandonGame,
    BeginReading,
    CallTimeDraw,
    ConcedeGame,
    JudgeTurn,
    NoteLate,
    PutInOrders,
    ReopenPhase,
    VoteOnDraw,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.settling import open_season
from dragoman.tournament.log.state import Tournament, TournamentTable
from dragoman.tournament.rules import judged_phase
from dragoman.tournament.rules.judged_phase import Misorder, judge_phase
from dragoman.tournament.rules.round_clock import Season

# The orders box (NZ1999, rules 9 and 12)


def put_in(t: Tournament, command: PutInOrders, now: datetime) -> list[Event]:
    """Orders are put into the box at a moment; after "Time" for their season they are late.

    Without a season they are for the first one whose box is still open: the season just
    over while its reading has not begun, else the one being negotiated.
    """
    at, season = lookup.moment(command.at, now), command.season
    table = lookup.playing(t, command.board)
    clock = t.clock_of(table)
    assert clock is not None
    if season is None:
        when = open_season(t, table, clock, at)
    else:
        when = lookup.season(t, table, season, at, over=False)
    return _entered(table, command.powers, when, lookup.typed(season, when), at, None)


def put_in_late(t: Tournament, command: NoteLate, now: datetime) -> list[Event]:
    """Orders came after "Time" was called, whatever the clock says of the moment."""
    at, season = lookup.moment(command.at, now), command.season
    table = lookup.playing(t, command.board)
    when = lookup.season(t, table, season, at, over=True)
    return _entered(table, command.powers, when, lookup.typed(season, when), at, True)


def begin_reading(t: Tournament, command: BeginReading, now: datetime) -> list[Event]:
    """The box is closed and reading begins; ``missing`` powers have no orders in it.

    The reader is the next power clockwise that has a centre and is not ``absent``, unless another
    is named.
    """
    at, season = lookup.moment(command.at, now), command.season
    table = lookup.playing(t, command.board)
    when = lookup.season(t, table, season, at, over=True)
    if when in table.readings:
        raise ActionRefused("read-already", f"the orders of {when.spoken} were read already")
    without = lookup.powers(table.variant, command.missing)
    for power in without:
        _check_alive(table, power)
        if power in table.box.get(when, {}):
            what = f"the orders of {power.title()} for {when.spoken} are in the box"
            raise ActionRefused("orders-there", what)
    away = lookup.powers(table.variant, command.absent)
    named = lookup.power(table.variant, command.reader) if command.reader else ""
    if not named and t.reader(table, when, away) is None:
        raise ActionRefused("nobody", f"nobody is left to read on board {table.key}")
    if named:
        _check_alive(table, named)
    said, moment = lookup.typed(season, when), at.isoformat(timespec="seconds")
    return [ev.ReadingBegan(table.key, said, without, named, away, moment)]


def _entered(
    table: TournamentTable,
    texts: Sequence[str],
    when: Season,
    said: str,
    at: datetime,
    late: bool | None,
) -> list[Event]:
    if when in table.readings:
        what = f"the orders of {when.spoken} are being read; none are taken any more"
        raise ActionRefused("reading-begun", what)
    found = lookup.powers(table.variant, texts)
    if not found:
        raise ActionRefused(
            "nobody", "no power was named", "type the letters of powers: A E F G I R T"
        )
    for power in found:
        _check_alive(table, power)
        if power in table.box.get(when, {}):
            what = f"the orders of {power.title()} for {when.spoken} are in the box already"
            raise ActionRefused("orders-there", what)
    return [
        ev.OrdersIn(table.key, said, power, at.isoformat(timespec="seconds"), late)
        for power in found
    ]


def _check_alive(table: TournamentTable, power: str) -> None:
    """A power without a centre may still have units until the winter, but only in its last
    year; after a count without it nobody waits for its orders."""
    if not table.last_counts[power]:
        what = f"{power.title()} is eliminated on board {table.key}"
        raise ActionRefused("eliminated", what)


# Turns judged from typed orders, by the rule set of the preset


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of a table's orders before it is final. ``events`` make it final."""

    report: str
    faults: tuple[Diagnostic, ...]
    misorders: tuple[Misorder, ...]
    disorder: tuple[str, ...]
    events: tuple[Event, ...]


def game_of(t: Tournament, table: TournamentTable) -> Game:
    """The game of a table as it stands; at its start where nothing was judged yet."""
    return judged_phase.game_of(table.variant.name, t.rules.tables, table.record, table.key)


def position(t: Tournament, key: str) -> str:
    """The units on a board, and the retreats that they have (rule 7)."""
    table = lookup.table(t, key)
    game = game_of(t, table)
    return report_position(
        game.variant, game.position, title=f"Board {table.key}", rule_set=game.rule_set
    )


def judge_turn(t: Tournament, command: JudgeTurn, orders: FileText) -> Judgement:
    """Judge the phase at hand of a board. Nothing is final until the events are logged.

    Rulings are the director's on single units (``A BUD`` to ``illegal`` or ``ambiguous``). What
    cannot be read is an error, and nothing comes of it; ``anyway`` has such orders passed over:
    their units stand, and may be supported.
    """
    rulings = dict(map(_ruling, command.rule))
    table = lookup.table(t, command.board)
    lookup.started_round(t, table.round)
    if len(table.counts) > 1 and not table.phases:
        what = f"the centres of board {table.key} are counted at the table"
        raise ActionRefused(
            "counted-at-table", what, "a board is judged here from its first spring"
        )
    game = game_of(t, table)
    if table.ending and not _is_played_out(table, game.phase):
        what = f"the game on board {table.key} is over: {table.ending.replace('-', ' ')}"
        raise ActionRefused("game-over", what)
    disorder = t.disorder_in(table, game.phase)
    found = judge_phase(game, table.key, orders.text, rulings, disorder)
    faults = tuple(fault.at(orders.source) for fault in found.faults)
    if has_errors(faults) and not command.anyway:
        return Judgement("", faults, (), disorder, ())
    event = ev.Adjudicated(
        table.key,
        str(game.phase),
        orders.text,
        {str(m.unit): m.ruling for m in found.misorders if m.by_director},
        found.record,
        found.report,
        {power: found.counts[power] for power in table.variant.powers} if found.counts else {},
        disorder,
    )
    warnings = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    return Judgement(found.report, warnings, found.misorders, disorder, (event,))


def reopen(t: Tournament, command: ReopenPhase) -> list[Event]:
    """Take back the last phase of a board after an error was found (rule 18)."""
    table, reason = lookup.table(t, command.board), command.because
    if not table.phases:
        raise ActionRefused("nothing-judged", f"nothing was judged on board {table.key} yet")
    if table.stop is not None:
        raise ActionRefused(
            "game-over", f"the game on board {table.key} is over", "undo its end first"
        )
    if not reason.strip():
        raise ActionRefused("no-reason", "say what was wrong", 'add it: --because "..."')
    return [ev.Reopened(table.key, table.phases[-1].phase, reason.strip())]


def _is_played_out(table: TournamentTable, phase: Phase) -> bool:
    """True if a time draw at a fall deadline still waits for this phase: its moves and retreats."""
    return (
        table.stop is not None
        and table.stop.how == "time-draw"
        and table.stop.season.fall
        and not table.complete
        and phase.year == table.stop.final_year
        and phase.season == "F"
    )


def _ruling(text: str) -> tuple[str, str]:
    """A ruling as typed: ``A BUD=illegal``."""
    unit, equals, ruling = text.partition("=")
    if not equals:
        raise ActionRefused("unknown-ruling", f"{text!r} is no ruling", "write A BUD=ambiguous")
    return unit.strip(), ruling.strip().lower()


# Ends of games: solo, time draw, voted draw, concession, abandoned (NZ1999, rule 13)


def time_draw(t: Tournament, command: CallTimeDraw, now: datetime) -> list[Event]:
    """End one game at a deadline that has passed."""
    table, season = lookup.playing(t, command.board), command.season
    if not t.rules.draws.time:
        raise ActionRefused("not-in-preset", "this tournament has no time draws")
    when = _deadline(t, table, season, now)
    return [ev.GameEnded(table.key, "time-draw", lookup.typed(season, when), at=now.isoformat())]


def end_round(t: Tournament, command: EndRound, now: datetime) -> list[Event]:
    """End a round: a time draw on every board that still plays."""
    number, season = command.round, command.season
    round_ = lookup.drawn_round(t, number)
    if round_.ended is not None:
        what = f"round {number} was ended already, at the deadline of {round_.ended.spoken}"
        raise ActionRefused("ended-already", what)
    if not t.rules.draws.time:
        raise ActionRefused("not-in-preset", "this tournament has no time draws")
    if not round_.in_the_hall:
        what = f"all boards of round {number} are played elsewhere, and end there"
        raise ActionRefused("played-elsewhere", what, "take their results: take-result")
    lookup.started_round(t, number)
    playing = [table for table in round_.in_the_hall if not table.ending]
    for table in playing:
        _check_no_vote(table)
    if playing:
        whens = {_deadline(t, table, season, now) for table in playing}
        if len(whens) > 1:
            seasons = ", ".join(f"{table.key}" for table in playing if table.clock is not None)
            what = f"the clocks of the boards are in different seasons ({seasons} has its own)"
            raise ActionRefused(
                "which-season", what, "name the season with --season, or end boards"
            )
        when = str(whens.pop())
    else:
        when = season or ""
    return [ev.RoundEnded(number, when if season else "", now.isoformat())]


def abandon(t: Tournament, command: AbandonGame, now: datetime) -> list[Event]:
    """A game ended in a way the rules do not know: nobody scores (rule 13)."""
    table = lookup.playing(t, command.board)
    _check_no_vote(table)
    return [ev.GameEnded(table.key, "abandoned", "", reason=command.because, at=now.isoformat())]


def concede(t: Tournament, command: ConcedeGame, now: datetime) -> list[Event]:
    """All others concede to one power, where the preset has concessions."""
    table = lookup.playing(t, command.board)
    winner = lookup.power(table.variant, command.power)
    if not t.rules.draws.concessions:
        what = "no game may be conceded: it is played to a solo or a draw (NZ1999, rule 13)"
        raise ActionRefused(
            "no-concessions", what, "call a draw vote, or a time draw at a deadline"
        )
    _check_no_vote(table)
    _check_not_early(t, table)
    if not (has := table.last_counts[winner]):
        raise ActionRefused("no-survivor", f"{winner.title()} has no centre on board {table.key}")
    least = t.rules.draws.concession_centers
    if least > 1 and has < max(least, *table.last_counts.values()):
        remedy = f"a game is conceded to who has {least} or more, and as many as anybody"
        raise ActionRefused("too-few-centers", f"{winner.title()} has {has} centres", remedy)
    return [ev.GameEnded(table.key, "concession", "", winner, at=now.isoformat())]


def vote(t: Tournament, command: VoteOnDraw, now: datetime) -> list[Event]:
    """Open the vote on a draw that all survivors agreed to hold, and log what came of it where that
    is known; or note that one refused.

    All survivors vote and share it; where the preset allows it, it can be a draw ``among`` some
    of them, which the others vote for, too.

    A vote that a power cut broke off is opened anew: its ballots were nowhere but in memory.
    """
    if command.result not in (None, *_RESULTS):
        what, remedy = f"a vote does not end in {command.result!r}", "say carried, or failed"
        raise ActionRefused("bad-result", what, remedy, _RESULTS)
    table, season = lookup.playing(t, command.board), command.season
    rules = t.rules.draws
    if not rules.voted:
        raise ActionRefused("not-in-preset", "this tournament has no voted draws")
    when = lookup.season(t, table, season, now, over=False)
    used = sum(vote.season == str(when) for vote in table.votes)
    if rules.refused_call_counts:
        used += sum(call.season == str(when) for call in table.calls_refused)
    if used >= rules.votes_a_season:
        what = f"board {table.key} has had its vote in {when.spoken}"
        raise ActionRefused("voted-already", what, "one vote a season: ask again in the next")
    if when.last_fall > table.last_year:
        what = f"the count of {when.last_fall} of board {table.key} is not in yet"
        remedy = "enter it: it says who survives, and it would be the last of the game"
        raise ActionRefused("count-missing", what, remedy)
    if when.last_fall < table.last_year:
        what = f"{when.spoken} came before the count of {table.last_year}, which is in"
        raise ActionRefused("bad-season", what, "a vote is of the season after the last count")
    _check_not_early(t, table)
    said, at = lookup.typed(season, when), now.isoformat()
    if command.refused:
        return [ev.CallRefused(table.key, said, at)]
    if not (command.agreed or command.result):
        what = "nothing is voted before all survivors agree to vote"
        raise ActionRefused("no-vote", what, f"if one refuses: vote {table.key} --refused")
    opened = ev.VoteOpened(table.key, said, at=at, among=_sharing(t, table, command.among))
    if command.result is None:
        return [opened]
    carried = command.result == "carried"
    if command.against is not None:
        _check_numbers(t, table, carried, command.against)
    return [opened, ev.VoteClosed(table.key, "", carried, command.against)]


_RESULTS = ("carried", "failed")


def _check_not_early(t: Tournament, table: TournamentTable) -> None:
    """Refuse what may not be proposed before the fall of a year."""
    if table.last_year < (first := t.rules.draws.votes_after):
        what = f"nothing is proposed before the fall of {first} is counted"
        raise ActionRefused("too-early", what, f"board {table.key}: {table.last_year} is in")


def _check_numbers(t: Tournament, table: TournamentTable, carried: bool, against: int) -> None:
    if not t.rules.draws.numbers_told:
        what = "how many voted against a draw is not told in this tournament"
        raise ActionRefused("not-in-preset", what, "leave it out; or [draws] numbers_told = true")
    if carried == (against > 0) or against > len(table.survivors):
        what = f"a draw with {against} of {len(table.survivors)} against it is not one that failed"
        if carried:
            what = f"a draw with {against} of {len(table.survivors)} against it is not carried"
        raise ActionRefused("bad-result", what, "count again")


def close_vote(t: Tournament, key: str, against: int) -> list[Event]:
    """Log what came of the vote that is open: carried or not, and where the preset has it told, how
    many were against it."""
    table = lookup.playing(t, key)
    if table.vote_open is None:
        raise ActionRefused("no-vote", f"no vote is open on board {table.key}")
    told = against if t.rules.draws.numbers_told else None
    return [ev.VoteClosed(table.key, "", not against, told)]


def _sharing(t: Tournament, table: TournamentTable, texts: Sequence[str]) -> tuple[str, ...]:
    """Players who are to share a draw; none where it is all survivors."""
    named = lookup.powers(table.variant, texts)
    if not named or set(named) == set(table.survivors):
        return ()
    if not t.rules.draws.leave_out:
        what = "all survivors share a draw in this tournament (NZ1999, rule 13)"
        raise ActionRefused("not-in-preset", what, "vote on that; or [draws] leave_out = true")
    for power in named:
        if power not in table.survivors:
            what = f"{power.title()} has no centre on board {table.key}"
            raise ActionRefused("no-survivor", what)
    if len(named) < 2:
        what = "a draw has two powers at least"
        raise ActionRefused("draw-of-one", what, "to let one win alone: concede")
    return tuple(power for power in table.variant.powers if power in named)


def _deadline(t: Tournament, table: TournamentTable, season: str | None, now: datetime) -> Season:
    """The deadline at which a time draw is called: it must have passed."""
    when = lookup.season(t, table, season, now, over=True)
    if season is None and when.year > LAST_YEAR:
        what = f"the clock of board {table.key} has run on to {when.spoken}"
        remedy = f"say at which deadline the games ended: --season F{table.last_year + 1}"
        raise ActionRefused("clock-ran-on", what, remedy)
    final = when.year if when.fall else when.last_fall
    if final < table.last_year:
        what = f"board {table.key} has a count of {table.last_year} already"
        raise ActionRefused("bad-season", what, f"{when} came before that")
    return when


def _check_no_vote(table: TournamentTable) -> None:
    if table.vote_open is not None:
        what = f"a vote is open on board {table.key}"
        raise ActionRefused("vote-open", what, f"finish it first: vote {table.key}")
