"""``dragoman tournament``: draws, rosters, the rounds and their clock."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import Answer
from dragoman.cli.tournament_acting import (
    AsJson,
    At,
    OfRound,
    OfSeason,
    OnBoard,
    Person,
    RoundNumber,
    act,
    ask,
    moment,
    table_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from dragoman.tournament.events import Event
    from dragoman.tournament.state import Tournament

app = typer.Typer()

_ROUNDS = "Rounds"
_CLOCK = "The clock"
_LISTED = 8
Length = Annotated[str, typer.Argument(metavar="TIME", help="minutes, or 90s, or 1:30")]


# Draws.


@app.command(rich_help_panel=_ROUNDS)
def draw(
    context: typer.Context,
    round_: RoundNumber,
    ahead: Annotated[
        bool,
        typer.Option("--ahead", help="draw the later rounds too, for all who mean to play them"),
    ] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="repeat the draw of this seed")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Draw the boards and powers of a round. The roster stays secret until you publish it.

    Who meets whom again, and who plays a power or a group of powers again, is told with the
    least that is possible at all, so that you know whether drawing once more could help.
    Until the round is published you can draw again as often as you like.

    Example: dragoman tournament draw 1
    """
    from dragoman.tournament.actions import seating

    number = secrets.randbelow(1 << 31) if seed is None else seed
    act(
        context,
        as_json,
        lambda t: seating.draw(t, round_, ahead, number),
        lambda t: f"{_roster_text(t, round_)}\n\n{_shortened(seating.report(t, round_), round_)}",
    )


@app.command(rich_help_panel=_ROUNDS)
def roster(context: typer.Context, round_: RoundNumber, as_json: AsJson = False) -> None:
    """Show who sits where, and how good the draw is. For your eyes until it is published."""
    from dragoman.tournament.actions import finding, seating

    def tell(t: Tournament) -> Answer:
        found = finding.drawn_round(t, round_)
        report = seating.report(t, round_)
        boards = {
            table.letter: {power: t.players[p].name for power, p in table.seats.items()}
            for table in found.tables.values()
        }
        data = {
            "round": round_,
            "published": found.published,
            "boards": boards,
            "report": report.splitlines(),
        }
        return Answer(f"{_roster_text(t, round_)}\n\n{report}", data)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_ROUNDS)
def swap(
    context: typer.Context,
    one: Person,
    other: Annotated[str, typer.Argument(metavar="PLAYER", help="the other player")],
    round_: OfRound = None,
    as_json: AsJson = False,
) -> None:
    """Let two players change seats. What that does to the draw is told at once."""
    from dragoman.tournament.actions import finding, seating

    def number(t: Tournament) -> int:
        return round_ or finding.round_in_hand(t)

    act(
        context,
        as_json,
        lambda t: seating.swap(t, number(t), one, other),
        lambda t: _shortened(seating.report(t, number(t)), number(t)),
    )


@app.command(rich_help_panel=_ROUNDS)
def substitute(
    context: typer.Context,
    out: Annotated[str, typer.Argument(metavar="PLAYER", help="who gives up the seat")],
    into: Annotated[str, typer.Argument(metavar="WHOM", help="who takes it")],
    round_: OfRound = None,
    as_json: AsJson = False,
) -> None:
    """Give a seat to another player, without drawing again; also in the middle of a game.

    Whoever plays at the end gets the score.
    """
    from dragoman.tournament.actions import finding, seating

    def number(t: Tournament) -> int:
        return round_ or finding.round_in_hand(t)

    act(
        context,
        as_json,
        lambda t: seating.substitute(t, number(t), out, into),
        lambda t: _shortened(seating.report(t, number(t)), number(t)),
    )


@app.command(rich_help_panel=_ROUNDS)
def publish(context: typer.Context, round_: RoundNumber, as_json: AsJson = False) -> None:
    """Make the roster of a round public: the hall display shows it from now on."""
    from dragoman.tournament.actions import seating

    act(
        context,
        as_json,
        lambda t: seating.publish(t, round_),
        lambda t: f"published; board calls: print calls --round {round_}\nnext: start {round_}",
    )


@app.command(rich_help_panel=_ROUNDS)
def endtime(
    context: typer.Context,
    round_: RoundNumber,
    time: Annotated[str, typer.Argument(metavar="TIME", help="18:45, or 1999-08-28 18:45")],
    as_json: AsJson = False,
) -> None:
    """Note when you mean to end a round. Nobody but you is ever shown this.

    "clock" and "show" remind you once a deadline comes after that time.
    """
    from dragoman.tournament.actions import timing

    act(
        context,
        as_json,
        lambda t: timing.set_end_time(t, round_, moment(time)),
        lambda t: (
            f"round {round_} is to end at {t.rounds[round_].end_at:%H:%M}; keep it to yourself"
        ),
    )


@app.command(rich_help_panel=_ROUNDS)
def start(
    context: typer.Context, round_: RoundNumber, at: At = None, as_json: AsJson = False
) -> None:
    """Start the clock of a round, now or at a time to come.

    Example: dragoman tournament start 1 --at 9:15
    """
    from dragoman.tournament.actions import timing

    act(
        context,
        as_json,
        lambda t: timing.start(t, round_, moment(at)),
        lambda t: _start_text(t, round_),
    )


@app.command(rich_help_panel=_ROUNDS)
def end(
    context: typer.Context,
    round_: RoundNumber,
    season: OfSeason = None,
    as_json: AsJson = False,
) -> None:
    """End a round: a time draw on every board that still plays.

    Only at a deadline that has passed. After a fall the boards retreat, without talk, build
    nothing, and their counts are the last: enter them with "count". After a spring they stop
    at once, and the counts of the fall before stand.
    """
    from dragoman.tournament.actions import games

    act(
        context,
        as_json,
        lambda t: games.end_round(t, round_, season, moment(None)),
        lambda t: _end_text(t, round_),
    )


# The clock.


@app.command(rich_help_panel=_CLOCK)
def clock(
    context: typer.Context, round_: OfRound = None, at: At = None, as_json: AsJson = False
) -> None:
    """Show the clock, and the deadlines to come."""
    from dragoman.tournament.actions import finding

    def tell(t: Tournament) -> Answer:
        number = round_ or finding.round_in_hand(t)
        finding.started_round(t, number)
        now = moment(at)
        running = t.rounds[number].clock
        assert running is not None
        read = running.read(now)
        data = {
            "round": number,
            "season": str(read.season),
            "left": int(read.left.total_seconds()),
            "ends": read.ends.isoformat(),
            "state": read.running.value,
        }
        return Answer(clock_text(t, number, now), data)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_CLOCK)
def pause(
    context: typer.Context,
    round_: OfRound = None,
    board: OnBoard = "",
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Stop the clock, of the hall or of one board."""
    from dragoman.tournament.actions import timing

    _change_clock(context, as_json, round_, lambda t, n: timing.pause(t, n, board, moment(at)))


@app.command(rich_help_panel=_CLOCK)
def resume(
    context: typer.Context,
    round_: OfRound = None,
    board: OnBoard = "",
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Let the clock go on."""
    from dragoman.tournament.actions import timing

    _change_clock(context, as_json, round_, lambda t, n: timing.resume(t, n, board, moment(at)))


@app.command(rich_help_panel=_CLOCK)
def addtime(
    context: typer.Context,
    time: Length,
    round_: OfRound = None,
    board: OnBoard = "",
    season: OfSeason = None,
    less: Annotated[bool, typer.Option("--less", help="take time away instead")] = False,
    as_json: AsJson = False,
) -> None:
    """Give one season more time, or less: the one that is running, or one to come.

    Example: dragoman tournament addtime 2 --board C
    """
    from dragoman.tournament.actions import finding, timing

    def decide(t: Tournament, number: int) -> Sequence[Event]:
        seconds = finding.length(time) * (-1 if less else 1)
        return timing.add_time(t, number, board, seconds, season, moment(None))

    _change_clock(context, as_json, round_, decide)


@app.command(rich_help_panel=_CLOCK)
def seasonlength(
    context: typer.Context,
    time: Length,
    round_: OfRound = None,
    board: OnBoard = "",
    season: OfSeason = None,
    as_json: AsJson = False,
) -> None:
    """Set how long seasons are from one on: the next, or the one named.

    Example: dragoman tournament seasonlength 10 --season S1909
    """
    from dragoman.tournament.actions import finding, timing

    early: list[bool] = []

    def decide(t: Tournament, number: int) -> Sequence[Event]:
        events = timing.set_length(t, number, board, finding.length(time), season, moment(None))
        early.extend(timing.is_early_shortening(t, number, event) for event in events)
        return events

    def note(t: Tournament) -> str:
        year = t.rules.clock.shorten_after
        return f"\nnote: the rules foresee shorter times only after {year}" if any(early) else ""

    _change_clock(context, as_json, round_, decide, note)


def _change_clock(
    context: typer.Context,
    as_json: bool,
    round_: int | None,
    decide: _Decide,
    note: _Note = lambda t: "",
) -> None:
    from dragoman.tournament.actions import finding

    numbers: list[int] = []

    def decide_for_round(t: Tournament) -> Sequence[Event]:
        numbers.append(round_ or finding.round_in_hand(t))
        return decide(t, numbers[0])

    act(
        context,
        as_json,
        decide_for_round,
        lambda t: clock_text(t, numbers[0], moment(None)) + note(t),
    )


def clock_text(t: Tournament, number: int, now: datetime) -> str:
    """The clock of a round in words, with the deadlines to come and the secret end."""
    from dragoman.tournament.clock import Running
    from dragoman.tournament.season import Season

    round_ = t.rounds[number]
    if round_.clock is None:
        return f"round {number} has not started"
    if round_.ended is not None:
        return f"round {number} has ended, at the deadline of {round_.ended.spoken}"
    read = round_.clock.read(now)
    left = int(read.left.total_seconds())
    said = {
        Running.WAITING: f"starts at {round_.clock.start:%H:%M}",
        Running.RUNNING: f"{left // 60}:{left % 60:02} left, until {read.ends:%H:%M:%S}",
        Running.PAUSED: f"paused, {left // 60}:{left % 60:02} left",
        Running.STOPPED: "stopped",
    }[read.running]
    lines = [f"round {number}, {read.season.spoken}: {said}"]
    coming = [Season.number(read.season.index + step) for step in range(1, 5)]
    deadlines = (f"{one} {round_.clock.deadline(one):%H:%M}" for one in coming)
    lines.append(f"then: {', '.join(deadlines)}")
    for table in round_.tables.values():
        if table.clock is not None and not table.ending:
            own = table.clock.read(now)
            left = int(own.left.total_seconds())
            state = "paused, " if own.running is Running.PAUSED else ""
            lines.append(
                f"board {table.key}, on its own: {own.season}, {state}"
                f"{left // 60}:{left % 60:02} left"
            )
    if round_.end_at is not None:
        lines.append(f"secret: to end at {round_.end_at:%H:%M}")
        expired = round_.clock.expired(now)
        if now >= round_.end_at and expired is not None:
            lines.append(f"that time has passed; end it at a deadline: end {number}")
    return "\n".join(lines)


def _start_text(t: Tournament, number: int) -> str:
    from dragoman.tournament.season import Season

    running = t.rounds[number].clock
    assert running is not None
    first = (Season.number(index) for index in range(6))
    deadlines = ", ".join(f"{season} {running.deadline(season):%H:%M}" for season in first)
    return f"round {number} starts at {running.start:%H:%M}; deadlines: {deadlines}"


def _roster_text(t: Tournament, number: int) -> str:
    round_ = t.rounds[number]
    state = "published" if round_.published else "SECRET until published"
    lines = [f"Round {number} ({state})"]
    rows = [
        (table.key, power.title(), f"{t.players[p].name} ({p})")
        for table in round_.tables.values()
        for power, p in table.seats.items()
    ]
    lines.append(table_text(rows))
    return "\n".join(lines)


def _shortened(report: str, number: int) -> str:
    """A report with long lists cut; the roster has them in full."""
    lines: list[str] = []
    listed = 0
    for line in report.splitlines():
        listed = listed + 1 if line.startswith("  ") else 0
        if listed <= _LISTED:
            lines.append(line)
        elif listed == _LISTED + 1:
            lines.append(f"  ... (all of them: roster {number})")
    return "\n".join(lines)


def _end_text(t: Tournament, number: int) -> str:
    round_ = t.rounds[number]
    assert round_.ended is not None
    lines = [f"round {number} is over, at the deadline of {round_.ended.spoken}"]
    waiting = [table.key for table in round_.tables.values() if not table.complete]
    if waiting:
        how = "adjudicate the fall and its retreats, no builds; then enter the counts of"
        lines.append(f"{how} {round_.ended.year}: {', '.join(waiting)}")
    return "\n".join(lines)


if TYPE_CHECKING:
    from collections.abc import Callable

    _Decide = Callable[[Tournament, int], Sequence[Event]]
    _Note = Callable[[Tournament], str]
