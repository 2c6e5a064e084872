"""Bots in the seats that are empty: they sit down and order, like everybody, with commands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Final

from dragoman.board import Unit
from dragoman.bots import View, bot_called, entered_after
from dragoman.judge.commands import command as c
from dragoman.judge.commands.playing import save_orders
from dragoman.judge.commands.who_may import BOT, check_may
from dragoman.judge.log import events as ev
from dragoman.judge.log.bot_seats import bots_to_order, changed_seats
from dragoman.judge.log.events import Event
from dragoman.judge.log.state import JudgedGame
from dragoman.orders import Disband, Hold, Order, Waive, unit_of, write
from dragoman.rules import PhaseKind
from dragoman.values import FrozenMap

_SEEDS: Final = 1 << 48


def play_bots(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """What bots do now: they take or leave seats, or one of them orders. Nothing where all have."""
    if changed := tuple(ev.BotSeated(power, bot) for power, bot in changed_seats(g)):
        return changed
    power = next(bots_to_order(g), None)
    if power is None:
        return ()
    command = c.SaveOrders(orders_text(g, power), str(g.phase), power)
    check_may(g, command, BOT)
    return save_orders(g, command, BOT, now).events


def orders_text(g: JudgedGame, power: str) -> str:
    """What the bot of a power orders in the phase at hand: the same for whoever asks."""
    game = g.game
    # What the rules of this game say, and not those of its variant.
    variant = replace(game.variant, rule_set=game.rule_set)
    seed = Random(f"{g.lot} {g.phase} {power}").randrange(_SEEDS)
    once = Random(f"{g.lot} {power}").randrange(_SEEDS)
    entered = _entered(g) if g.phase.kind is PhaseKind.ADJUSTMENT else FrozenMap[Unit, int]()
    view = View(variant, game.position, power, seed, entered, once, game.history)
    orders = tuple(bot_called(g.seats[power].bot)(view))
    return "\n".join(map(write, (*orders, *_left_out(view, orders)))) + "\n"


def _left_out(view: View, orders: Iterable[Order]) -> list[Order]:
    """What is not ordered, in so many words: else a sheet might be empty, and the bot be asked
    again."""
    given = tuple(orders)
    if view.position.phase.kind is PhaseKind.ADJUSTMENT:
        return [] if given else [Waive()] * max(view.due, 1)
    places = view.variant.board.province_of
    named = {places[unit.location] for order in given if (unit := unit_of(order)) is not None}
    return [
        next(order for order in choices if isinstance(order, Hold | Disband))
        for unit, choices in view.legal_orders().items()
        if places[unit.location] not in named
    ]


def _entered(g: JudgedGame) -> FrozenMap[Unit, int]:
    found = FrozenMap[Unit, int]()
    for moment, resolution in enumerate(g.history, 1):
        found = entered_after(g.game.variant.board, found, resolution, moment)
    return found
