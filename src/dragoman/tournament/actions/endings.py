"""How games end: solo, time draw, voted draw, concession, abandoned (NZ1999, rule 13)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.commands.rounds import EndRound
from dragoman.tournament.commands.tables import (
    AbandonGame,
    CallTimeDraw,
    ConcedeGame,
    VoteOnDraw,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules.season import Season


def time_draw(t: Tournament, command: CallTimeDraw, now: datetime) -> list[Event]:
    """End one game at a deadline that has passed."""
    table, season = finding.playing(t, command.board), command.season
    if not t.rules.draws.time:
        raise ActionRefused("not-in-preset", "this tournament has no time draws")
    when = _deadline(t, table, season, now)
    return [ev.GameEnded(table.key, "time-draw", finding.typed(season, when), at=now.isoformat())]


def end_round(t: Tournament, command: EndRound, now: datetime) -> list[Event]:
    """End a round: a time draw on every board that still plays."""
    number, season = command.round, command.season
    round_ = finding.started_round(t, number)
    if round_.ended is not None:
        what = f"round {number} was ended already, at the deadline of {round_.ended.spoken}"
        raise ActionRefused("ended-already", what)
    if not t.rules.draws.time:
        raise ActionRefused("not-in-preset", "this tournament has no time draws")
    playing = [table for table in round_.tables.values() if not table.ending]
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
    table = finding.playing(t, command.board)
    _check_no_vote(table)
    return [ev.GameEnded(table.key, "abandoned", "", reason=command.because, at=now.isoformat())]


def concede(t: Tournament, command: ConcedeGame, now: datetime) -> list[Event]:
    """All others concede to one power, where the preset has concessions."""
    table = finding.playing(t, command.board)
    winner = finding.power(table.variant, command.power)
    if not t.rules.draws.concessions:
        what = "no game may be conceded: it is played to a solo or a draw (NZ1999, rule 13)"
        raise ActionRefused(
            "no-concessions", what, "call a draw vote, or a time draw at a deadline"
        )
    _check_no_vote(table)
    if not table.last_counts[winner]:
        raise ActionRefused("no-survivor", f"{winner.title()} has no centre on board {table.key}")
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
    table, season = finding.playing(t, command.board), command.season
    rules = t.rules.draws
    if not rules.voted:
        raise ActionRefused("not-in-preset", "this tournament has no voted draws")
    when = finding.season(t, table, season, now, over=False)
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
    said, at = finding.typed(season, when), now.isoformat()
    if command.refused:
        return [ev.CallRefused(table.key, said, at)]
    if not (command.agreed or command.result):
        what = "nothing is voted before all survivors agree to vote"
        raise ActionRefused("no-vote", what, f"if one refuses: vote {table.key} --refused")
    opened = ev.VoteOpened(table.key, said, at=at, among=_sharing(t, table, command.among))
    if command.result is None:
        return [opened]
    return [opened, ev.VoteClosed(table.key, "", command.result == "carried")]


_RESULTS = ("carried", "failed")


def close_vote(t: Tournament, key: str, carried: bool) -> list[Event]:
    """Log what came of the vote that is open: carried or not, and no more."""
    table = finding.playing(t, key)
    if table.vote_open is None:
        raise ActionRefused("no-vote", f"no vote is open on board {table.key}")
    return [ev.VoteClosed(table.key, "", carried)]


def _sharing(t: Tournament, table: Table, texts: Sequence[str]) -> tuple[str, ...]:
    """Who is to share a draw; none where it is all survivors."""
    named = finding.powers(table.variant, texts)
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


def _deadline(t: Tournament, table: Table, season: str | None, now: datetime) -> Season:
    """The deadline at which a time draw is called: it must have passed."""
    when = finding.season(t, table, season, now, over=True)
    final = when.year if when.fall else when.last_fall
    if final < table.last_year:
        what = f"board {table.key} has a count of {table.last_year} already"
        raise ActionRefused("bad-season", what, f"{when} came before that")
    return when


def _check_no_vote(table: Table) -> None:
    if table.vote_open is not None:
        what = f"a vote is open on board {table.key}"
        raise ActionRefused("vote-open", what, f"finish it first: vote {table.key}")
