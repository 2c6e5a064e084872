"""Answers and news for programs that speak DAIDE: the game as messages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from dragoman.board import Unit
from dragoman.game import Resolution
from dragoman.orders import Order, Waive
from dragoman.press.daide import messages as m
from dragoman.press.daide.notes import MAY_BE, note_on
from dragoman.press.daide.order_patterns import NamedOrder, WaivedBuild
from dragoman.press.daide.positions import (
    map_definition,
    now_of,
    order_results,
    plain_order,
    scores_of,
)
from dragoman.press.daide.tokens import LARGEST
from dragoman.refusal import ActionRefused
from dragoman.rules import Dislodged, PhaseKind
from dragoman.sockets.orders_due import adjustments_due, missing, with_order
from dragoman.sockets.table import GameTable, TableEnded, TableSeat

_PRESS_OPTIONS = 10
"""The level from which on the options of press are told."""


def answers(message: m.Message, table: GameTable, seat: TableSeat | None) -> Iterator[m.Message]:
    """Answers to a message that asks for something.

    Raises:
        ActionRefused: if there is nothing of that yet.
    """
    game = table.game
    match message:
        case m.MapName():
            yield m.MapName(table.variant.name)
        case m.MapDefinition():
            yield map_definition(table.variant)[0]
        case m.Scores():
            yield scores_of(game.position, table.variant.board)
        case m.Now() if table.has_begun:
            yield now_of(game.position)
        case m.Missing() if table.is_running and seat is not None:
            yield what_is_missing(table, seat, seat.orders)
        case m.Ordered() if game.history:
            for resolution in _since_movement(game.history):
                yield from results(resolution, table)
        case m.History(None):
            yield scores_of(game.start, table.variant.board)
            yield now_of(game.start)
        case m.History(turn):
            past = [one for one in game.history if one.phase == turn]
            if not past:
                raise ActionRefused("no-such-turn", "there was no such turn")
            yield from results(past[0], table)
            yield scores_of(past[0].position, table.variant.board)
            yield now_of(past[0].position)
        case m.Summary() if table.is_over:
            yield summary(table)
        case _:
            raise ActionRefused("not-now", "there is nothing of that yet")


def hello(table: GameTable, seat: TableSeat | None) -> m.Hello:
    """The power of a seat, its passcode, and what the game is played by."""
    terms = table.terms
    timed = (("MTL", terms.movement), ("RTL", terms.retreat), ("BTL", terms.adjustment))
    flags = [("DSD", terms.waits_for_lost is not None), ("AOA", terms.any_orders)]
    options = [m.Option("LVL", terms.level)]
    options += [m.Option(word, in_range(s)) for word, s in timed if s is not None]
    if terms.level >= _PRESS_OPTIONS:
        flags += [
            ("PDA", terms.partial_draws),
            ("NPR", not terms.press_in_retreats),
            ("NPB", not terms.press_in_adjustments),
        ]
    options += [m.Option(word) for word, is_so in flags if is_so]
    if terms.press_ends is not None and terms.level >= _PRESS_OPTIONS:
        options.append(m.Option("PTL", in_range(terms.press_ends)))
    power, code = (seat.power, seat.passcode) if seat else (None, 0)
    return m.Hello(m.Seat(power, code, tuple(options)))


def in_range(seconds: int) -> int:
    """Seconds as DAIDE can say them: it has no larger numbers than 8191."""
    return min(seconds, LARGEST)


def results(resolution: Resolution, table: GameTable) -> Iterator[m.Message]:
    """The results of the orders of a turn."""
    board = table.variant.board
    for result in order_results(resolution, board, any_orders=table.terms.any_orders):
        yield m.Ordered(result)


def turn_told(
    resolution: Resolution, eliminated: tuple[str, ...], table: GameTable
) -> list[m.Message]:
    """News of a turn that was judged, up to the position after it. The end of the game
    comes before that, so that nobody orders what cannot be any more."""
    before, after = resolution.before, resolution.position
    told = [*results(resolution, table)]
    if before.owners != after.owners or after.phase.kind is PhaseKind.ADJUSTMENT:
        told.append(scores_of(after, table.variant.board))
    told += [m.Eliminated(power) for power in eliminated]
    if is_last(resolution, table):
        told += end_told(table)
    return [*told, now_of(after)]


def is_last(resolution: Resolution, table: GameTable) -> bool:
    """True if the game is over, and this was its last turn."""
    return table.is_over and resolution is table.game.history[-1]


def end_told(table: GameTable) -> list[m.Message]:
    """News of the end of a game: who won it or shares it, if anybody."""
    match table.ended:
        case TableEnded("draw", powers):
            is_of_all = {*powers} == {*table.game.survivors}
            return [m.DrawVote(None if is_of_all else powers)]
        case TableEnded(_, (power, *_)):
            return [m.SoloWin(power)]
        case _:
            return []


def what_is_missing(table: GameTable, seat: TableSeat, orders: tuple[Order, ...]) -> m.Missing:
    """The orders that a power still owes if these are its orders."""
    if (due := adjustments_due(table.game, seat.power, orders)) != 0:
        return m.Missing((), due)
    waiting = {d.unit: d for d in table.game.position.dislodged}
    units: list[Unit | Dislodged] = [
        waiting.get(unit, unit) for unit in missing(table.game, seat.power, orders)
    ]
    return m.Missing(tuple(units))


def summary(table: GameTable) -> m.Summary:
    """The summary of a game: its end, and its players."""
    game = table.game
    players = tuple(
        m.PlayerSummary(
            seat.power,
            seat.name,
            seat.version,
            len(game.position.centers_of(seat.power)),
            table.last_years.get(seat.power),
        )
        for seat in table.seats.values()
    )
    return m.Summary(m.GameSummary(game.phase, players))


def _since_movement(history: tuple[Resolution, ...]) -> Iterator[Resolution]:
    """The last movement and what followed it."""
    later = [*takewhile(lambda one: one.phase.kind is not PhaseKind.MOVEMENT, reversed(history))]
    return reversed([*later, *history[-len(later) - 1 : len(history) - len(later)]])


# What programs that speak DAIDE do with their orders: submit them, and take them back.

_ANYHOW: Final = frozenset(["FAR", "CST", "NAS", "NSF", "NSA", "NVR", "NSP"])
"""Notes on orders that a unit of the power may be given all the same where any orders may be: what
is wrong is where it is to go, or whom it is to help."""


def noted(
    table: GameTable, seat: TableSeat, orders: tuple[NamedOrder, ...]
) -> tuple[tuple[Order, ...], list[tuple[NamedOrder, str]]]:
    """The orders of a power with these, and the note on each of these.

    Raises:
        ActionRefused: if there are more than any power can have units.
    """
    if len(orders) > len(table.variant.board.provinces):
        raise ActionRefused("too-many-orders", "these are more orders than there are provinces")
    game, kept = table.game, seat.orders
    told: list[tuple[NamedOrder, str]] = []
    for order in orders:
        given = [_named(seat, one) for one in kept]
        note = note_on(order, seat.power, given, table.variant, game.position, game.rule_set)
        if note == MAY_BE or (table.terms.any_orders and note in _ANYHOW):
            kept = with_order(kept, plain_order(order)[1])
        told.append((order, note))
    return kept, told


def without(seat: TableSeat, orders: tuple[NamedOrder, ...]) -> tuple[Order, ...]:
    """The orders of a power without these, or none at all if none are named.

    Raises:
        ActionRefused: if one of them was not given.
    """
    kept = [*seat.orders] if orders else []
    for power, order in map(plain_order, orders):
        if power != seat.power or order not in kept:
            raise ActionRefused("no-such-order", "there is no such order")
        kept.remove(order)
    return tuple(kept)


def _named(seat: TableSeat, order: Order) -> NamedOrder:
    return WaivedBuild(seat.power) if isinstance(order, Waive) else order
