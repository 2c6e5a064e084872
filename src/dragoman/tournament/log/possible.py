"""Checks that an event of the log is possible on the tournament as it then is.

When it was logged it could, or it would not be there; after a correction of what came before it
may not be possible any more. Whether it was wise or allowed is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_uppercase
from typing import Any, TypeVar

from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.settling import phase_at_hand
from dragoman.tournament.log.state import Round, Tournament, TournamentTable
from dragoman.tournament.rules.round_clock import Season

_AT_A_BOARD = (
    ev.OrdersIn | ev.ReadingBegan | ev.Counted | ev.Adjudicated | ev.Reopened | ev.VoteOpened
    | ev.VoteClosed | ev.CallRefused | ev.GameEnded | ev.CountReported
    | ev.SheetReported | ev.SentElsewhere | ev.CountsSeen | ev.ResultTaken
)  # fmt: skip
_WHILE_PLAYING = ev.VoteOpened | ev.VoteClosed | ev.CallRefused | ev.GameEnded
_IN_A_ROUND = ev.RoundEnded | ev.Paused | ev.Resumed | ev.TimeAdded | ev.LengthSet

_Kind = TypeVar("_Kind")
_QUESTIONS: dict[type[Any], Callable[[Tournament, Any], str]] = {}


def lacking(t: Tournament, event: Event) -> str:
    """The subject of an event that is missing: a player, a board, a round that has started."""
    unknown = sorted(set(_players(event)) - t.players.keys())
    if unknown:
        return f"nobody is registered as number {unknown[0]}"
    if not isinstance(event, _AT_A_BOARD | _IN_A_ROUND | ev.Penalised):
        return ""
    board: str = getattr(event, "board", "")
    number = int(board.rstrip(ascii_uppercase)) if board else getattr(event, "round", 0)
    if board and board not in _round(t, number).tables:
        return f"there is no board {board}"
    if isinstance(event, ev.Penalised | ev.SentElsewhere | ev.ResultTaken):
        return ""
    if _round(t, number).started or (board and t.table(board).is_elsewhere):
        return ""
    return f"round {number} has not started"


def impossible(t: Tournament, event: Event) -> str:
    """Why an event that lacks nothing, and is settled, cannot be; empty if it can."""
    if isinstance(event, _WHILE_PLAYING) and (table := t.table(event.board)).ending:
        return _over(table)
    ask = _QUESTIONS.get(type(event))
    return ask(t, event) if ask is not None else ""


def _of(kind: type[_Kind]) -> Callable[[Callable[[Tournament, Any], str]], Any]:
    def enter(ask: Callable[[Tournament, Any], str]) -> Any:
        _QUESTIONS[kind] = ask
        return ask

    return enter


@_of(ev.Registered)
def _is_new(t: Tournament, event: ev.Registered) -> str:
    known = t.players.get(event.player)
    return f"number {event.player} is {known.name}" if known is not None else ""


@_of(ev.Swapped)
def _have_seats(t: Tournament, event: ev.Swapped) -> str:
    return _no_seat(t, event.round, event.one, event.board) or _no_seat(
        t, event.round, event.other, event.other_board
    )


@_of(ev.Substituted)
def _has_a_seat(t: Tournament, event: ev.Substituted) -> str:
    taken = [table.letter for table in _round(t, event.round).tables_of(event.into)]
    if taken and (not event.board or event.board in taken):
        where = f"on board {event.round}{event.board}" if event.board else f"in round {event.round}"
        return f"{t.players[event.into].name} has a seat {where}"
    return _no_seat(t, event.round, event.out, event.board)


@_of(ev.Published)
def _is_drawn(t: Tournament, event: ev.Published) -> str:
    return "" if _round(t, event.round).tables else f"round {event.round} has no boards"


@_of(ev.RoundStarted)
def _has_not_started(t: Tournament, event: ev.RoundStarted) -> str:
    round_ = _round(t, event.round)
    if round_.clock is not None:
        return f"round {event.round} had started"
    return "" if round_.tables else f"round {event.round} has no boards"


@_of(ev.RoundEnded)
def _has_a_deadline(t: Tournament, event: ev.RoundEnded) -> str:
    round_ = _round(t, event.round)
    if round_.ended is not None:
        return f"round {event.round} had ended"
    return "" if event.season else "no deadline had passed that is the same on all boards"


@_of(ev.Resumed)
def _stands(t: Tournament, event: ev.Resumed) -> str:
    round_ = _round(t, event.round)
    clocks = [t.table(event.board).clock or round_.clock] if event.board else [round_.clock]
    if not event.board:
        clocks += [table.clock for table in round_.tables.values() if table.clock is not None]
    return "" if all(clock is None or clock.paused for clock in clocks) else "no clock stood"


@_of(ev.Paused)
def _runs(t: Tournament, event: ev.Paused) -> str:
    round_ = _round(t, event.round)
    clock = (t.table(event.board).clock if event.board else None) or round_.clock
    return "the clock stood already" if clock is not None and clock.paused else ""


@_of(ev.OrdersIn)
def _box_is_open(t: Tournament, event: ev.OrdersIn) -> str:
    table = t.table(event.board)
    if not event.season:
        return "no deadline had passed"
    season = Season.parse(event.season)
    if season in table.readings:
        return f"the orders of {season} were read"
    if event.power in table.box.get(season, {}):
        return f"the orders of {event.power.title()} for {season} were in the box"
    return _over(table) if _after_the_end(table, season) else ""


@_of(ev.ReadingBegan)
def _is_not_read(t: Tournament, event: ev.ReadingBegan) -> str:
    table = t.table(event.board)
    if not event.season:
        return "no deadline had passed"
    season = Season.parse(event.season)
    if season in table.readings:
        return f"the orders of {season} were read"
    for power in event.missing:
        if power in table.box.get(season, {}):
            return f"the orders of {power.title()} for {season} are in the box"
    return _over(table) if _after_the_end(table, season) else ""


@_of(ev.Counted)
def _is_counted(t: Tournament, event: ev.Counted) -> str:
    table = t.table(event.board)
    if table.phases:
        return f"board {event.board} is judged from its orders"
    final = table.final_year
    return _over(table) if final is not None and event.year > final else ""


@_of(ev.SentElsewhere)
@_of(ev.ResultTaken)
def _is_not_played_here(t: Tournament, event: ev.SentElsewhere | ev.ResultTaken) -> str:
    table = t.table(event.board)
    if isinstance(event, ev.SentElsewhere) and table.elsewhere:
        return f"board {event.board} is played at {table.elsewhere}"
    return "" if not table.has_begun or table.elsewhere else f"board {event.board} had begun"


@_of(ev.CountsSeen)
def _goes_on_elsewhere(t: Tournament, event: ev.CountsSeen) -> str:
    table = t.table(event.board)
    if table.ending:
        return _over(table)
    return "" if table.elsewhere else f"board {event.board} is played in the hall"


@_of(ev.Adjudicated)
def _is_at_hand(t: Tournament, event: ev.Adjudicated) -> str:
    table = t.table(event.board)
    if not table.rejudged or str(phase_at_hand(t, table)) == event.phase:
        return ""
    return f"board {event.board} has come to {phase_at_hand(t, table)}"


@_of(ev.Reopened)
def _was_judged(t: Tournament, event: ev.Reopened) -> str:
    table = t.table(event.board)
    last = table.phases[-1].phase if table.phases else "nothing"
    return "" if last == event.phase else f"{last} is what was judged last"


@_of(ev.VoteOpened)
@_of(ev.CallRefused)
@_of(ev.GameEnded)
def _has_a_season(t: Tournament, event: ev.VoteOpened | ev.CallRefused | ev.GameEnded) -> str:
    return "" if event.season else "no deadline had passed"


@_of(ev.CountReported)
@_of(ev.SheetReported)
def _is_new_report(t: Tournament, event: ev.CountReported | ev.SheetReported) -> str:
    return f"there is a report {event.number}" if event.number in t.reports else ""


@_of(ev.ReportAnswered)
def _was_reported(t: Tournament, event: ev.ReportAnswered) -> str:
    return "" if event.number in t.reports else f"there is no report {event.number}"


@_of(ev.VoteClosed)
def _is_open(t: Tournament, event: ev.VoteClosed) -> str:
    return "no vote was open" if t.table(event.board).vote_open is None else ""


@_of(ev.Penalised)
def _is_new_penalty(t: Tournament, event: ev.Penalised) -> str:
    return f"there is a penalty {event.number}" if event.number in t.penalties else ""


@_of(ev.PenaltyLifted)
def _was_penalised(t: Tournament, event: ev.PenaltyLifted) -> str:
    return "" if event.number in t.penalties else f"there is no penalty {event.number}"


@_of(ev.Disputed)
def _is_first(t: Tournament, event: ev.Disputed) -> str:
    return f"there is a dispute {event.number}" if event.number in t.disputes else ""


@_of(ev.Ruled)
def _was_disputed(t: Tournament, event: ev.Ruled) -> str:
    return "" if event.number in t.disputes else f"there is no dispute {event.number}"


@_of(ev.SheetHandedIn)
def _is_new_sheet(t: Tournament, event: ev.SheetHandedIn) -> str:
    return f"there is a sheet {event.number}" if event.number in t.sheets else ""


@_of(ev.SheetRuled)
def _was_handed_in(t: Tournament, event: ev.SheetRuled) -> str:
    return "" if event.number in t.sheets else f"there is no sheet {event.number}"


def _round(t: Tournament, number: int) -> Round:
    """The round, without noting it where nothing has happened in it."""
    return t.rounds.get(number) or Round(number)


def _players(event: Event) -> Iterable[int]:
    match event:
        case ev.Amended() | ev.Withdrawn() | ev.Penalised() | ev.AccountKnown() | ev.PowersWished():
            return (event.player,)
        case ev.KeptApart() | ev.Swapped():
            return (event.one, event.other)
        case ev.Substituted():
            return (event.out, event.into)
        case ev.Drawn():
            return [player for seats in event.boards.values() for player in seats.values()]
        case ev.SheetHandedIn() | ev.SheetReported():
            return [player for place in event.places for player in place]
        case (
            ev.CheckedIn()
            | ev.CheckedOut()
            | ev.StoodDown()
            | ev.DoubleBoarded()
            | ev.SpreadWished()
            | ev.TeamEntered()
            | ev.Awarded()
        ):
            return event.players
        case _:
            return ()


def _no_seat(t: Tournament, number: int, player: int, board: str) -> str:
    tables = _round(t, number).tables_of(player)
    if any(board in ("", table.letter) for table in tables):
        return ""
    where = f"on board {number}{board}" if board else f"in round {number}"
    return f"{t.players[player].name} has no seat {where}"


def _after_the_end(table: TournamentTable, season: Season) -> bool:
    final = table.final_year
    return final is not None and season.year > final


def _over(table: TournamentTable) -> str:
    return f"the game on board {table.key} had ended: {table.ending.replace('-', ' ')}"
