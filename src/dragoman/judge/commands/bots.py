"""Bots in the seats that are empty: they sit down, talk and order, by commands as all do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Final

from dragoman.board import Unit
from dragoman.bots import WORDS_OF, View, bot_called, entered_after
from dragoman.judge.commands import command as c
from dragoman.judge.commands.bot_press import heard_in_time, messages_of
from dragoman.judge.commands.judging import after
from dragoman.judge.commands.playing import save_orders
from dragoman.judge.commands.who_may import bot_of, check_may
from dragoman.judge.commands.writing import send
from dragoman.judge.log import events as ev
from dragoman.judge.log.bot_seats import bots_to_order, bots_to_speak, changed_seats
from dragoman.judge.log.events import Event
from dragoman.judge.log.state import JudgedGame
from dragoman.orders import Disband, Hold, Order, Waive, unit_of, write
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import press_text
from dragoman.refusal import ActionRefused
from dragoman.rules import PhaseKind
from dragoman.values import FrozenMap

_SEEDS: Final = 1 << 48


def play_bots(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """What bots do now: they take or leave seats, or one of them orders. Nothing where all have."""
    if changed := tuple(ev.BotSeated(power, bot) for power, bot in changed_seats(g)):
        return changed
    speaking = next((power for power, due in bots_to_speak(g) if due <= now), None)
    if speaking is not None:
        return _speak(g, speaking, now)
    ordering = next(bots_to_order(g), None)
    return () if ordering is None else _order(g, ordering, now)


def _speak(g: JudgedGame, power: str, now: datetime) -> tuple[Event, ...]:
    """A bot says what it has to say, and orders anew if it has changed its mind."""
    events: tuple[Event, ...] = (ev.BotSpoke(power),)
    then = after(g, events, 0, now)
    for to, said in messages_of(g, power, _view(g, power)):
        try:
            command = c.Send(press_text(said, g.game.variant), (to,))
            check_may(then, command, bot_of(power))
            sent = send(then, command, bot_of(power), now).events
        except (ActionRefused, Unsayable):
            continue  # there is no press now, or none for it, or no word for what it means
        events, then = (*events, *sent), after(then, sent, 0, now)
    sheet = g.sheets.get((power, str(g.phase)))
    if sheet is not None and not sheet.by:
        events += _order(then, power, now)
    return events


def _order(g: JudgedGame, power: str, now: datetime) -> tuple[Event, ...]:
    command = c.SaveOrders(orders_text(g, power), str(g.phase))
    check_may(g, command, bot_of(power))
    return save_orders(g, command, bot_of(power), now).events


def orders_text(g: JudgedGame, power: str) -> str:
    """What the bot of a power orders in the phase at hand: the same for whoever asks."""
    view = _view(g, power)
    if g.seats[power].bot in WORDS_OF:
        view = replace(view, heard=heard_in_time(g, power))
    orders = tuple(bot_called(g.seats[power].bot)(view))
    return "\n".join(map(write, (*orders, *_left_out(view, orders)))) + "\n"


def _view(g: JudgedGame, power: str) -> View:
    game = g.game
    # What the rules of this game say, and not those of its variant.
    variant = replace(game.variant, rule_set=game.rule_set)
    seed = Random(f"{g.lot} {g.phase} {power}").randrange(_SEEDS)
    once = Random(f"{g.lot} {power}").randrange(_SEEDS)
    entered = _entered(g) if g.phase.kind is PhaseKind.ADJUSTMENT else FrozenMap[Unit, int]()
    last_year = g.settings.last_year or None
    return View(
        *(variant, game.position, power, seed, entered, once, game.history), last_year=last_year
    )


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
