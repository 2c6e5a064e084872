"""What happens at the tables: the orders box, turns judged from typed orders, ends of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import endings, finding, judging, orders_box
from dragoman.tournament.commands import tables as c
from dragoman.tournament.desk.counts import game_text
from dragoman.tournament.desk.desk import Desk, Done, Rules, acts, acts_now, asks, table_text
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.settling import settled
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.late_orders import Ruling
from dragoman.tournament.rules.season import Season
from dragoman.values import FrozenMap


def _late(done: Done[c.NoteLate]) -> str:
    return _lateness_text(done.t, _full(done))


def _put_in(done: Done[c.PutInOrders]) -> str:
    table, noted = finding.table(done.t, done.command.board), _full(done)
    first = noted[0]
    assert isinstance(first, ev.OrdersIn)
    when = Season.parse(first.season)
    there = ", ".join(power.title() for power in table.box[when])
    said = f"board {table.key}, {when.spoken}: in the box: {there}"
    return "\n".join(filter(None, (said, _lateness_text(done.t, noted))))


def _reading(done: Done[c.BeginReading]) -> str:
    t, table = done.t, finding.table(done.t, done.command.board)
    [began] = _full(done)
    assert isinstance(began, ev.ReadingBegan)
    when = Season.parse(began.season)
    reading = t.reader(table, when)
    assert reading is not None
    who = t.players[table.seats[reading]].name
    text = f"board {table.key}, {when.spoken}: {reading.title()} ({who}) reads"
    disorder = sorted(t.disordered(table, when))
    if disorder:
        text += f"\ncivil disorder: {', '.join(power.title() for power in disorder)}"
    return text


def _full(done: Done[c.NoteLate] | Done[c.PutInOrders] | Done[c.BeginReading]) -> list[Event]:
    """What was logged, with the seasons that the clock says."""
    return [settled(done.before, event) for event in done.events]


def _lateness_text(t: Tournament, events: Sequence[Event]) -> str:
    """What the orders that were just noted cost those who were late with them."""
    noted = {(e.board, e.season, e.power) for e in events if isinstance(e, ev.OrdersIn)}
    lines: list[str] = []
    times: dict[int, int] = {}
    for one in t.lateness:
        times[one.player] = times.get(one.player, 0) + 1
        if (one.board, str(one.season), one.power) not in noted:
            continue
        name = t.players[one.player].name
        if one.ruling is Ruling.WARNING:
            said = "verbal warning; the orders count unless reading has begun"
        else:
            said = f"civil disorder in {one.season.spoken} (late {times[one.player]} times)"
        lines.append(f"{one.power.title()} ({name}): {said}")
    return "\n".join(lines)


def _reader(done: Done[c.ShowReader]) -> Answer:
    t, table = done.t, finding.table(done.t, done.command.board)
    finding.started_round(t, table.round)
    when = finding.season(t, table, done.command.season, done.now, over=False)
    reading = t.reader(table, when) or ""
    name = t.players[table.seats[reading]].name if reading else "nobody"
    text = f"board {table.key}, {when.spoken}: {reading.title()} ({name}) reads"
    return Answer(text, {"board": table.key, "season": str(when), "reader": reading})


def _lateness(done: Done[c.ListLateness]) -> Answer:
    t = done.t
    rows = [
        (
            t.players[one.player].name,
            one.board,
            str(one.season),
            one.power.title(),
            "no orders" if one.missing else "late",
            one.ruling.value,
        )
        for one in t.lateness
    ]
    names = ("player", "board", "season", "power", "what", "ruling")
    data = [dict(zip(names, row, strict=True)) for row in rows]
    return Answer(table_text(rows) or "nobody was late", {"lateness": data})


def _judge(desk: Desk, command: c.JudgeTurn) -> Answer:
    """A turn judged, and shown; what is final is logged, and a position without orders shown."""
    if command.file is None:
        text = judging.position(desk.load(), command.board)
        return Answer(text, {"position": text.splitlines()})
    orders = command.file
    if command.final:
        kept: list[judging.Judgement] = []

        def decide(t: Tournament) -> Sequence[Event]:
            kept.append(judging.judge_turn(t, command, orders))
            return kept[0].events

        desk.act(decide)
        found = kept[0]
    else:
        found = judging.judge_turn(desk.load(), command, orders)
    lines = [found.report.rstrip()] if found.report else []
    if found.disorder:
        lines.append(f"Civil disorder: {', '.join(p.title() for p in found.disorder)}")
    for one in found.misorders:
        who = " (your ruling)" if one.by_director else ""
        held = "may not" if one.ruling == "illegal" else "may"
        lines.append(f"{one.unit}: {one.ruling}{who}; it stands and {held} be supported to hold")
    if found.report and not command.final:
        lines.append("Nothing is final yet; to make it so, say it again with --final.")
    data = {
        "final": command.final and bool(found.events),
        "report": found.report.splitlines(),
        "misorders": [{"unit": str(one.unit), "ruling": one.ruling} for one in found.misorders],
        "disorder": list(found.disorder),
    }
    return Answer("\n".join(lines), data, found.faults)


def _reopened(done: Done[c.ReopenPhase]) -> str:
    return f"{finding.table(done.t, done.command.board).reopened[-1].phase} is open again"


def _voted(done: Done[c.VoteOnDraw]) -> Answer | str:
    if done.command.refused:
        return "noted: not all wanted a vote; the game goes on"
    if done.command.result is None:
        return f"the vote is open on board {finding.table(done.t, done.command.board).key}"
    return vote_told(done.t, done.command.board, done.command.result == "carried")


def vote_told(t: Tournament, board: str, carried: bool) -> Answer:
    """What came of a vote on a board."""
    table = finding.table(t, board)
    text = f"board {table.key}: the draw is {'carried' if carried else 'not carried'}"
    if carried:
        text += f"; the count of {table.final_year} is final"
    return Answer(text, {"board": table.key, "carried": carried})


def _game(done: Done[c.CallTimeDraw] | Done[c.AbandonGame] | Done[c.ConcedeGame]) -> str:
    return game_text(done.t, finding.table(done.t, done.command.board))


RULES: Final[Rules] = FrozenMap(
    {
        c.NoteLate: acts_now(orders_box.put_in_late, _late),
        c.PutInOrders: acts_now(orders_box.put_in, _put_in),
        c.BeginReading: acts_now(orders_box.begin_reading, _reading),
        c.ShowReader: asks(_reader),
        c.ListLateness: asks(_lateness),
        c.JudgeTurn: _judge,
        c.ReopenPhase: acts(judging.reopen, _reopened),
        c.VoteOnDraw: acts_now(endings.vote, _voted),
        c.CallTimeDraw: acts_now(endings.time_draw, _game),
        c.AbandonGame: acts_now(endings.abandon, _game),
        c.ConcedeGame: acts_now(endings.concede, _game),
    }
)
