"""``dragoman tournament``: draws, rosters, and the rounds from start to end."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    At,
    Board,
    OfRound,
    OfSeason,
    Person,
    RoundNumber,
    act,
    ask,
    folder_of,
    moment,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dragoman.tournament.log.state import Tournament

app = typer.Typer()

_ROUNDS = "Rounds"
_LISTED = 8
OfSeat = Annotated[
    str,
    typer.Option(
        "--board", "-b", metavar="BOARD", help="which seat, if the first player has two: A or 1A"
    ),
]


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
    again: Annotated[
        bool, typer.Option("--again", help="also if it is published, while nobody has played")
    ] = False,
    top: Annotated[
        int,
        typer.Option(metavar="BOARDS", help="so many boards by the standings, best first", min=0),
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Draw the boards and powers of a round. The roster stays secret until you publish it.

    Who meets whom again, and who plays a power or a group of powers again, is told with the
    least that is possible at all, so that you know whether drawing once more could help.
    Until the round is published you can draw again as often as you like.

    With --top those who stand best sit on board A, the next on B, for so many boards: one is a top
    board, all are pools. Equals at the edge of a board are told apart by lot. The powers are drawn
    even there; players who choose theirs are given them with "choose".

    Example: dragoman tournament draw 1
    """
    from dragoman.tournament.actions import seating

    number = secrets.randbelow(1 << 31) if seed is None else seed
    act(
        context,
        as_json,
        lambda t: seating.draw(t, round_, ahead, number, again, top),
        lambda t: (
            f"{_roster_text(t, round_)}\n\n{_shortened(seating.report(t, round_), round_)}"
            f"{_old_papers(context, t, round_)}"
        ),
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
    board: OfSeat = "",
    other_board: Annotated[
        str, typer.Option(metavar="BOARD", help="the same for the other player")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Let two players change seats. Who sits where then, what that does to the draw, and which
    papers show the old seats, is told at once.
    """
    from dragoman.tournament.actions import finding, seating

    def number(t: Tournament) -> int:
        return round_ or finding.round_in_hand(t)

    act(
        context,
        as_json,
        lambda t: seating.swap(t, number(t), one, other, board, other_board),
        lambda t: _reseated(context, t, number(t), (one, other)),
    )


@app.command(rich_help_panel=_ROUNDS)
def choose(
    context: typer.Context,
    board: Board,
    choices: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER=POWER...", help="who takes which power, as 4=F or ann=Tur"),
    ],
    as_json: AsJson = False,
) -> None:
    """Give players of a board the powers that they chose, before the round starts.

    Whoever had a power that another chose gets what that one had.

    Example: dragoman tournament choose 3A 12=France 4=Turkey
    """
    from dragoman.tournament.actions import finding, top_boards

    def tell(t: Tournament) -> str:
        table = finding.table(t, board)
        rows = [(power.title(), t.players[who].name) for power, who in table.seats.items()]
        return f"{table_text(rows)}{_old_papers(context, t, table.round)}"

    act(context, as_json, lambda t: top_boards.choose(t, board, choices), tell)


@app.command(rich_help_panel=_ROUNDS)
def substitute(
    context: typer.Context,
    out: Annotated[str, typer.Argument(metavar="PLAYER", help="who gives up the seat")],
    into: Annotated[str, typer.Argument(metavar="WHOM", help="who takes it")],
    round_: OfRound = None,
    board: OfSeat = "",
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
        lambda t: seating.substitute(t, number(t), out, into, board),
        lambda t: _reseated(context, t, number(t), (into,), out),
    )


@app.command(rich_help_panel=_ROUNDS)
def publish(
    context: typer.Context,
    round_: RoundNumber,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="although the draw has gone stale")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make the roster of a round public: the hall display shows it from now on.

    A draw goes stale when others come or go after it, when an earlier round is drawn again, or when
    it breaks what was asked for since; "roster" says so.
    """
    from dragoman.tournament.actions import seating

    act(
        context,
        as_json,
        lambda t: seating.publish(t, round_, anyway),
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
        lambda t: timing.set_end_time(t, round_, moment(context, time)),
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
        lambda t: timing.start(t, round_, moment(context, at)),
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
    from dragoman.tournament.actions import endings

    act(
        context,
        as_json,
        lambda t: endings.end_round(t, round_, season, moment(context)),
        lambda t: _end_text(t, round_),
    )


def _start_text(t: Tournament, number: int) -> str:
    from dragoman.tournament.rules.season import Season

    running = t.rounds[number].clock
    assert running is not None
    first = (Season.number(index) for index in range(6))
    deadlines = ", ".join(f"{season} {running.deadline(season):%H:%M}" for season in first)
    return f"round {number} starts at {running.start:%H:%M}; deadlines: {deadlines}"


def _roster_text(t: Tournament, number: int) -> str:
    round_ = t.rounds[number]
    from dragoman.tournament.actions import seating

    state = "published" if round_.published else "SECRET until published"
    lines = [f"Round {number} ({state})"]
    if not round_.started:
        lines += [f"STALE: {why}" for why in seating.stale(t, number)]
    rows = [
        (table.key, power.title(), f"{t.players[p].name} ({p})")
        for table in round_.tables.values()
        for power, p in table.seats.items()
    ]
    lines.append(table_text(rows))
    return "\n".join(lines)


def _reseated(
    context: typer.Context, t: Tournament, number: int, players: Sequence[str], out: str = ""
) -> str:
    """Who sits where after a change by hand, and what that does to the draw and to the papers."""
    from dragoman.tournament.actions import finding, seating

    lines: list[str] = []
    for text in (*players, *((out,) if out else ())):
        one = finding.player(t, text)
        seats = [
            f"{(table.power_of(one.number) or '').title()} on board {table.key}"
            for table in t.rounds[number].tables_of(one.number)
        ]
        if seats:
            lines.append(f"{one.name} ({one.number}) plays {' and '.join(seats)}")
        else:
            lines.append(f"{one.name} has no seat in round {number} any more")
    report = _shortened(seating.report(t, number), number)
    return "\n".join(lines) + f"\n\n{report}{_old_papers(context, t, number)}"


def _old_papers(context: typer.Context, t: Tournament, number: int) -> str:
    """Which papers show the seats as they were, and whether the hall has heard of those."""
    from dragoman.tournament.publishing.printed_pages import printed_of

    papers = printed_of(folder_of(context) / "print", number)
    lines = [f"{path} shows the old seats" for path in papers]
    if papers:
        kinds = dict.fromkeys(path.stem.partition("-")[0] for path in papers)
        again = ", ".join(f"print {what} --round {number}" for what in kinds)
        lines.append(f"print again: {again}")
    if t.rounds[number].published:
        lines.append("the roster is public: tell those who changed seats")
    return "".join(f"\n{line}" for line in lines)


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
