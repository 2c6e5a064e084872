"""Bots in the seats that are empty: they sit down, talk and order, by commands as all do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Final

from dragoman.board import Unit
from dragoman.bots import WORDS_OF, Heard, Talker, View, bot_called, entered_after
from dragoman.judge.commands import command as c
from dragoman.judge.commands.judging import after
from dragoman.judge.commands.permissions import bot_of, check_may
from dragoman.judge.commands.playing import save_orders
from dragoman.judge.commands.press import send
from dragoman.judge.log import events as ev
from dragoman.judge.log.bot_seats import bots_to_order, bots_to_speak, changed_seats
from dragoman.judge.log.events import Event
from dragoman.judge.log.state import JudgedGame, PressMessage
from dragoman.orders import Disband, Hold, Order, Waive, unit_of, write
from dragoman.press.daide.speech import FreeText, Speech
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.letters import orders_in, owner_of
from dragoman.press.press_texts import press_text, read_press
from dragoman.press.to_dpp import to_dpp
from dragoman.refusal import ActionRefused
from dragoman.rules import Phase, PhaseKind
from dragoman.values import FrozenMap

_SEEDS: Final = 1 << 48


def play_bots(g: JudgedGame, now: datetime) -> tuple[Event, ...]:
    """The events of bots that are due now: they take or leave seats, or one of them speaks or
    orders."""
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
    """The orders of a power's bot for the phase at hand: the same for whoever asks."""
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


def _entered(g: JudgedGame) -> FrozenMap[Unit, int]:
    found = FrozenMap[Unit, int]()
    for moment, resolution in enumerate(g.history, 1):
        found = entered_after(g.game.variant.board, found, resolution, moment)
    return found


# Press of bots, in the words of DPP
#
# They are told what a player of their power would be told. Of that they go by what programs can
# read, and answer words for people with the words that they know, once to each who wrote some.

_MOST: Final = 12
"""How much is said to a power at a time, at most."""


def messages_of(
    g: JudgedGame, power: str, view: View
) -> Iterator[tuple[str, tuple[dpp.Message, ...]]]:
    """Messages of a power's bot now: one to each power that it has something to say to."""
    bot, spoken = bot_called(g.seats[power].bot), g.spoken.get(power, ())
    assert isinstance(bot, Talker)
    view = replace(view, heard=tuple(_heard(g, power)))
    found: dict[str, list[dpp.Message]] = {}
    for to, message in bot.says(view, len(spoken)):
        found.setdefault(to, []).append(message)
    for to in _not_understood(g, power) if spoken else ():
        found.setdefault(to, []).append(dpp.Try(WORDS_OF[g.seats[power].bot]))
    for to, wishes in _asked_by_people(g, power) if spoken else ():
        # Whoever is none of its friends is told that it goes its own way.
        answer = dpp.No(dpp.YouShould(wishes)) if wishes else dpp.Yes()
        found.setdefault(to, [answer])
    for to, said in found.items():
        yield to, tuple(said[:_MOST])


def heard_in_time(g: JudgedGame, power: str) -> tuple[Heard, ...]:
    """Messages that the orders of a bot go by: those that came before it last spoke, for then it
    told others what has changed by them."""
    last = len(g.spoken.get(power, ())) - 1
    found = _heard(g, power)
    return tuple(replace(one, turn=0) for one in found if _is_past(g, one) or one.turn < last)


def _is_past(g: JudgedGame, heard: Heard) -> bool:
    return heard.phase != g.phase


def _heard(g: JudgedGame, power: str) -> Iterator[Heard]:
    """Messages to the player of a power that programs can read."""
    spoken = g.spoken.get(power, ())
    for one, sender in _told(g, power):
        phase = Phase.parse(one.phase)
        if phase == g.phase and g.began is not None and one.at < g.began:
            continue  # said before the phase was taken back
        turn = max(0, sum(before < one.number for before in spoken) - 1)
        for message in _in_dpp(g, power, sender, one):
            yield Heard(phase, turn, sender, message)


def _told(g: JudgedGame, power: str) -> Iterator[tuple[PressMessage, str]]:
    """The messages of powers to a power or to all, and who signed them: more no player is told."""
    for one in g.messages:
        if one.sender != power and one.signed in g.seats and g.reads(power, one):
            yield one, one.signed


def _in_dpp(g: JudgedGame, power: str, sender: str, one: PressMessage) -> Iterator[dpp.Message]:
    exchange = Exchange(g.game.variant.board, sender, power, g.game.position)
    for said in read_press(one.text, g.game.variant):
        if not isinstance(said, Speech):
            yield said
        elif isinstance(said, FreeText):
            yield from _in_letter(g, power, sender, one)
        else:
            try:
                yield to_dpp(said, exchange)
            except Unsayable:
                continue


def _in_letter(g: JudgedGame, power: str, sender: str, one: PressMessage) -> Iterator[dpp.Message]:
    """The orders in a letter of this phase: of the sender's units they are what he says that he
    will do, of the bot's what he asks for."""
    if one.phase != str(g.phase):
        return  # other units stand on the board by now
    orders = orders_in(one.text, g.game.variant, g.game.position)
    owners = [owner_of(order, g.game.position) for order in orders]
    own = tuple(order for order, owner in zip(orders, owners, strict=True) if owner == sender)
    asked = tuple(order for order, owner in zip(orders, owners, strict=True) if owner == power)
    if own:
        yield dpp.IWill(own)
    if asked:
        yield dpp.YouShould(asked)


def _asked_by_people(g: JudgedGame, power: str) -> Iterator[tuple[str, tuple[Order, ...]]]:
    """People whose letters since its bot last spoke were understood, and what they asked for."""
    since = g.spoken[power][-1]
    wishes: dict[str, list[Order]] = {}
    for one, sender in _told(g, power):
        if one.number > since and power in one.to and not g.seats[sender].bot:
            for message in _in_letter(g, power, sender, one):
                asked = message.orders if isinstance(message, dpp.YouShould) else ()
                wishes.setdefault(sender, []).extend(asked)
    for sender, asked in wishes.items():
        yield sender, tuple(asked)


def _not_understood(g: JudgedGame, power: str) -> Iterator[str]:
    """Those who wrote to a power since its bot last spoke what no program can read, and were never
    told what it reads."""
    since = g.spoken[power][-1]
    wrote = {
        sender
        for one, sender in _told(g, power)
        if one.number > since and power in one.to and not any(_in_dpp(g, power, sender, one))
    }
    for other in g.seats:
        if other in wrote and not _has_told(g, power, other):
            yield other


def _has_told(g: JudgedGame, power: str, other: str) -> bool:
    """True if the bots of a power ever told another what they read."""
    return any(
        one.sender == power
        and other in one.to
        and any(isinstance(said, dpp.Try) for said in read_press(one.text, g.game.variant))
        for one in g.messages
    )
