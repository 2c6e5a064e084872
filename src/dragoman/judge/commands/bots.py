"""Bots in the seats that are empty: they sit down, talk and order, by commands as all do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Final

from dragoman.board import Board, Unit
from dragoman.bots import WORDS_OF, View, Voter, entered_after
from dragoman.game import Resolution
from dragoman.game.sight import as_seen, told_of
from dragoman.judge.commands import command as c
from dragoman.judge.commands.bot_press import bot_in, heard_in_time, messages_of, spoken_by
from dragoman.judge.commands.judging import after
from dragoman.judge.commands.permissions import bot_of, check_may
from dragoman.judge.commands.playing import save_orders
from dragoman.judge.commands.press import send
from dragoman.judge.commands.voting import bots_to_vote, propose, vote
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
_MOST_STEPS: Final = 100
"""How much bots do at once, at most: what is left, they do next."""


def play_bots(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """The events of bots that are due now, one after another: they take or leave seats, vote,
    speak and order."""
    events: tuple[Event, ...] = ()
    for _ in range(_MOST_STEPS):
        step = _next_step(g, now)
        if not step:
            break
        events, g = (*events, *step), after(g, step, 0, now)
    return events


def _next_step(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    if changed := tuple(ev.BotSeated(power, bot) for power, bot in changed_seats(g)):
        return changed
    if voting := next(bots_to_vote(g), None):
        return _vote(g, *voting, now)
    speaking = next((power for power, due in bots_to_speak(g) if due <= now), None)
    if speaking is not None:
        return _speak(g, speaking, now)
    ordering = next(bots_to_order(g), None)
    return () if ordering is None else _order(g, ordering, now)


def _vote(g: JudgedGame, power: str, number: int, now: datetime) -> tuple[Event, ...]:
    """A bot votes on a proposal: once, for what it thinks right."""
    bot, proposal = bot_in(g, power), g.proposals[number - 1]
    assert isinstance(bot, Voter)
    agrees = bot.agrees_to(_view_in_talk(g, power), proposal.what, proposal.powers)
    command = c.Vote(number, agrees)
    check_may(g, command, bot_of(power))
    return vote(g, command, bot_of(power), now).events


def _proposed(g: JudgedGame, power: str, now: datetime) -> tuple[Event, ...]:
    """The end of the game that a bot proposes, if it does."""
    bot = bot_in(g, power)
    wanted = bot.would_end(_view_in_talk(g, power)) if isinstance(bot, Voter) else None
    if wanted is None:
        return ()
    command = c.Propose(*wanted)
    try:
        check_may(g, command, bot_of(power))
        return propose(g, command, bot_of(power), now).events
    except ActionRefused:
        return ()  # somebody has proposed it


def _view_in_talk(g: JudgedGame, power: str) -> View:
    return replace(_view(g, power), heard=heard_in_time(g, power), spoken=spoken_by(g, power))


def _speak(g: JudgedGame, power: str, now: datetime) -> tuple[Event, ...]:
    """A bot says what it has to say, and orders anew if it has changed its mind."""
    events: tuple[Event, ...] = (ev.BotSpoke(power),)
    if power not in g.spoken and g.phase.kind is PhaseKind.MOVEMENT:
        events += _proposed(g, power, now)
    then = after(g, events, 0, now)
    for to, said, language in messages_of(g, power, _view(g, power)):
        try:
            command = c.Send(press_text(said, g.game.variant, language), (to,))
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
    """The orders of a power's bot for the phase at hand: the same for whoever asks."""
    view = _view(g, power)
    if g.seats[power].bot in WORDS_OF:
        view = _view_in_talk(g, power)
    orders = tuple(bot_in(g, power)(view))
    return "\n".join(map(write, (*orders, *_left_out(view, orders)))) + "\n"


def _view(g: JudgedGame, power: str) -> View:
    game = g.game
    # What the rules of this game say, and not those of its variant.
    variant = replace(game.variant, rule_set=game.rule_set)
    seed = Random(f"{g.lot} {g.phase} {power}").randrange(_SEEDS)
    once = Random(f"{g.lot} {power}").randrange(_SEEDS)
    seen = as_seen(variant.board, game.position, power, game.rule_set)
    history = tuple(told_of(variant.board, one, power) for one in game.history)
    is_winter = g.phase.kind is PhaseKind.ADJUSTMENT
    entered = _entered(variant.board, history) if is_winter else FrozenMap[Unit, int]()
    last_year = g.settings.last_year or None
    return View(
        *(variant, seen, power, seed, entered, once, history),
        players=FrozenMap({one: seat.bot for one, seat in g.seats.items() if seat.bot}),
        last_year=last_year,
    )


def _left_out(view: View, orders: Iterable[Order]) -> list[Order]:
    """Orders for units that a bot gave none, in so many words: else a sheet might be empty, and the
    bot be asked again."""
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


def _entered(board: Board, history: Iterable[Resolution]) -> FrozenMap[Unit, int]:
    found = FrozenMap[Unit, int]()
    for moment, resolution in enumerate(history, 1):
        found = entered_after(board, found, resolution, moment)
    return found
