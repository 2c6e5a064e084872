"""From the log to the judged game: a fold over the events, read top to bottom.

One function for each kind of event. Whether an event was allowed was decided before it was
logged; here it is only carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from dragoman.board import AUTONOMOUS
from dragoman.diagnostics import Diagnostic
from dragoman.game import (
    Find,
    Game,
    JsonObject,
    Variant,
    find_variant,
    process,
    read_phase,
    read_position,
)
from dragoman.judge.log import events as ev
from dragoman.judge.log.events import Data, Logged
from dragoman.judge.log.plain_data import read_settings
from dragoman.judge.log.settings import Settings
from dragoman.judge.log.state import Act, JudgedGame, Message, Proposal, Seat, Sheet, Stage
from dragoman.orders import Order, scan_order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Position, RuleSet


def rebuild(log: Iterable[Logged], find: Find = find_variant) -> JudgedGame:
    """The game that a log describes. ``find`` looks its variant up.

    Raises:
        ValueError: if the log does not begin with the creation of a game.
    """
    entries = iter(log)
    first = next(entries, None)
    if first is None or not isinstance(first.event, ev.Created):
        raise ValueError("the log of a game begins with its creation")
    g = _created(first, first.event, find)
    for one in entries:
        apply(g, one)
    return g


def apply(g: JudgedGame, logged: Logged) -> None:
    """Carry out one more event on a game."""
    _RULES[type(logged.event)](g, logged.event, _Entry(moment(logged.at), logged.by))
    g.number = logged.number


def moment(text: str) -> datetime:
    """A moment as the log has it."""
    return datetime.fromisoformat(text)


def on_the_board(settings: Settings, position: Data, find: Find = find_variant) -> Game:
    """The game that settings mean, from a position on.

    Raises:
        ValueError: if the variant, the rules or the position cannot be.
    """
    variant = find(settings.variant)
    rule_set = RuleSet.preset(settings.rules) if settings.rules else variant.rule_set
    changed = (f"{name}={answer}" for name, answer in settings.switches.items())
    return Game(variant, rule_set.with_settings(*changed), position_of(variant, position))


def position_of(variant: Variant, data: Data) -> Position:
    """A position from plain data.

    Raises:
        FormatError: if there can be no such position.
    """
    fields = JsonObject(data, "position")
    return read_position(fields, read_phase(fields, variant.calendar), variant.board)


@dataclass(frozen=True, slots=True)
class _Entry:
    """What stands beside an event in the log."""

    at: datetime
    by: int


_Kind = TypeVar("_Kind", bound=ev.Event)
_Rule = Callable[[JudgedGame, _Kind, _Entry], None]

_RULES: dict[type[ev.Event], _Rule[Any]] = {}
"""How each kind of event changes a game."""


def _on(kind: type[_Kind]) -> Callable[[_Rule[_Kind]], _Rule[_Kind]]:
    """Enter a function as the one that carries out a kind of event."""

    def enter(rule: _Rule[_Kind]) -> _Rule[_Kind]:
        _RULES[kind] = rule
        return rule

    return enter


# The game and its people.


def _created(logged: Logged, event: ev.Created, find: Find) -> JudgedGame:
    settings, _ = read_settings(event.settings)
    game = on_the_board(settings, event.position, find)
    g = JudgedGame(settings, game, find, moment(logged.at), logged.number, masters=[logged.by])
    g.seats = {power: Seat(power) for power in players_powers(game)}
    return g


def players_powers(game: Game) -> tuple[str, ...]:
    """The powers that people play: all but the one that stands for places without a lord."""
    return tuple(power for power in game.variant.board.powers if power != AUTONOMOUS)


@_on(ev.SettingsChanged)
def _settings_changed(g: JudgedGame, event: ev.SettingsChanged, entry: _Entry) -> None:
    g.settings, _ = read_settings(event.settings)
    if event.position:
        g.game = on_the_board(g.settings, event.position, g.find)
        g.seats = {power: Seat(power) for power in players_powers(g.game)}
    if g.stage is not Stage.FORMING:
        g.acts.append(Act(entry.at, entry.by, "settings"))


@_on(ev.MasterJoined)
def _master_joined(g: JudgedGame, event: ev.MasterJoined, entry: _Entry) -> None:
    g.masters.append(event.user)


@_on(ev.MasterLeft)
def _master_left(g: JudgedGame, event: ev.MasterLeft, entry: _Entry) -> None:
    g.masters.remove(event.user)


@_on(ev.Joined)
def _joined(g: JudgedGame, event: ev.Joined, entry: _Entry) -> None:
    g.applicants[event.user] = event.wishes


@_on(ev.Left)
def _left(g: JudgedGame, event: ev.Left, entry: _Entry) -> None:
    g.applicants.pop(event.user, None)


@_on(ev.Seated)
def _seated(g: JudgedGame, event: ev.Seated, entry: _Entry) -> None:
    g.applicants.pop(event.user, None)
    seat = g.seats[event.power]
    seat.user, seat.since, seat.missed = event.user, entry.at, 0


@_on(ev.Vacated)
def _vacated(g: JudgedGame, event: ev.Vacated, entry: _Entry) -> None:
    seat = g.seats[event.power]
    if seat.user is not None:
        seat.past.append(seat.user)
    seat.user = seat.since = None
    # What he wrote for himself is not for whoever comes after him.
    g.notes = {key: text for key, text in g.notes.items() if key[0] != event.power}
    g.muted = {pair for pair in g.muted if pair[0] != event.power}
    g.ready.pop(event.power, None)
    if entry.by in g.masters:
        g.acts.append(Act(entry.at, entry.by, f"{event.why} {event.power}"))


@_on(ev.Absent)
def _absent(g: JudgedGame, event: ev.Absent, entry: _Entry) -> None:
    away = (moment(event.start), moment(event.end))
    g.absences.setdefault(event.user, []).append(away)


# Orders.


@_on(ev.OrdersSaved)
def _orders_saved(g: JudgedGame, event: ev.OrdersSaved, entry: _Entry) -> None:
    g.sheets[event.power, event.phase] = Sheet(event.text, entry.at)


@_on(ev.StandingSaved)
def _standing_saved(g: JudgedGame, event: ev.StandingSaved, entry: _Entry) -> None:
    g.standing[event.power] = event.text


@_on(ev.ReadySet)
def _ready_set(g: JudgedGame, event: ev.ReadySet, entry: _Entry) -> None:
    g.ready[event.power] = event.ready


# Time.


@_on(ev.Began)
def _began(g: JudgedGame, event: ev.Began, entry: _Entry) -> None:
    g.stage = Stage.RUNNING
    _open_phase(g, entry.at, event.deadline)


@_on(ev.DeadlineSet)
def _deadline_set(g: JudgedGame, event: ev.DeadlineSet, entry: _Entry) -> None:
    g.deadline, g.awaited, g.grace = moment(event.deadline), (), None
    if entry.by in g.masters:
        g.acts.append(Act(entry.at, entry.by, "deadline", event.why))


@_on(ev.Paused)
def _paused(g: JudgedGame, event: ev.Paused, entry: _Entry) -> None:
    g.stage = Stage.PAUSED
    if g.deadline is not None:
        g.left = max(0.0, (g.deadline - entry.at).total_seconds())
    g.deadline = None
    g.acts.append(Act(entry.at, entry.by, "pause", event.why))


@_on(ev.Resumed)
def _resumed(g: JudgedGame, event: ev.Resumed, entry: _Entry) -> None:
    g.stage, g.deadline = Stage.RUNNING, moment(event.deadline)
    g.acts.append(Act(entry.at, entry.by, "resume"))


@_on(ev.Awaited)
def _awaited(g: JudgedGame, event: ev.Awaited, entry: _Entry) -> None:
    g.awaited = event.powers
    g.grace = moment(event.grace) if event.grace else None


@_on(ev.Judged)
def _judged(g: JudgedGame, event: ev.Judged, entry: _Entry) -> None:
    game = g.game
    orders = {power: _orders(g, texts) for power, texts in event.orders.items()}
    resolution = process(game.variant, game.position, orders, game.rule_set)
    # What was judged stands, also where a rule was mended since.
    position = position_of(game.variant, event.position)
    game.adopt(replace(resolution, position=position, winners=event.winners))
    _count_misses(g, event)
    for proposal in g.open_proposals():
        if proposal.what != "pause":
            proposal.outcome = "lapsed"
    _open_phase(g, entry.at, event.deadline)


def _count_misses(g: JudgedGame, event: ev.Judged) -> None:
    for power, seat in g.seats.items():
        if power in event.missed:
            seat.missed += 1
            g.misses.append((power, seat.user, event.phase))
        elif power in event.orders:
            seat.missed = 0


def _orders(g: JudgedGame, texts: Iterable[str]) -> tuple[Order, ...]:
    board, kind = g.game.variant.board, g.phase.kind.value
    read = (scan_order(text, board, kind) for text in texts)
    return tuple(order for order in read if not isinstance(order, Diagnostic))


def _open_phase(g: JudgedGame, at: datetime, deadline: str) -> None:
    g.began, g.deadline = at, moment(deadline) if deadline else None
    g.ready, g.awaited, g.grace = {}, (), None


@_on(ev.Ended)
def _ended(g: JudgedGame, event: ev.Ended, entry: _Entry) -> None:
    g.stage, g.ending, g.deadline = Stage.OVER, (event.how, event.powers), None


# Votes.


@_on(ev.Proposed)
def _proposed(g: JudgedGame, event: ev.Proposed, entry: _Entry) -> None:
    until = moment(event.until) if event.until else None
    one = Proposal(event.number, event.what, event.by, event.powers, until, str(g.phase))
    g.proposals.append(one)


@_on(ev.Voted)
def _voted(g: JudgedGame, event: ev.Voted, entry: _Entry) -> None:
    g.proposals[event.number - 1].votes[event.power] = event.agrees


@_on(ev.ProposalClosed)
def _proposal_closed(g: JudgedGame, event: ev.ProposalClosed, entry: _Entry) -> None:
    g.proposals[event.number - 1].outcome = event.outcome


# Press.


@_on(ev.MessageSent)
def _message_sent(g: JudgedGame, event: ev.MessageSent, entry: _Entry) -> None:
    phase = str(g.phase)
    g.messages.append(
        Message(
            event.number,
            entry.at,
            phase,
            entry.by,
            event.sender,
            event.to,
            event.text,
            event.signed,
        )
    )


@_on(ev.MessageHidden)
def _message_hidden(g: JudgedGame, event: ev.MessageHidden, entry: _Entry) -> None:
    index = event.number - 1
    g.messages[index] = replace(g.messages[index], hidden=event.why)
    g.acts.append(Act(entry.at, entry.by, "hide-message", event.why))


@_on(ev.Muted)
def _muted(g: JudgedGame, event: ev.Muted, entry: _Entry) -> None:
    if event.muted:
        g.muted.add((event.power, event.other))
    else:
        g.muted.discard((event.power, event.other))


@_on(ev.NoteSaved)
def _note_saved(g: JudgedGame, event: ev.NoteSaved, entry: _Entry) -> None:
    g.notes[event.power, event.phase] = event.text


# What masters do.


@_on(ev.RolledBack)
def _rolled_back(g: JudgedGame, event: ev.RolledBack, entry: _Entry) -> None:
    undone: set[str] = set()
    while str(g.phase) != event.phase:
        undone.add(str(g.phase))
        g.game.undo()
    # What was written for the phase is on file again; what was for those after it is gone.
    g.sheets = {key: sheet for key, sheet in g.sheets.items() if key[1] not in undone}
    g.stage, g.ending = Stage.RUNNING, None
    _open_phase(g, entry.at, event.deadline)
    g.acts.append(Act(entry.at, entry.by, f"rollback {event.phase}", event.why))


@_on(ev.PositionSet)
def _position_set(g: JudgedGame, event: ev.PositionSet, entry: _Entry) -> None:
    game, position = g.game, position_of(g.game.variant, event.position)
    if game.history:
        last = game.history[-1]
        game.undo()
        game.adopt(replace(last, position=position))
    else:
        g.game = Game(game.variant, game.rule_set, position)
    g.acts.append(Act(entry.at, entry.by, "position", event.why))
