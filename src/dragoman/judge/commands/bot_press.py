"""The press of bots: what they are told, what they say, and what they answer at once.

They are told what a player of their power would be told. Of that they go by what programs can
read, and answer words for people with the words that they know, once to each who wrote some.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dragoman.bots import REPLIERS, WORDS_OF, Bot, Heard, Replier, Spoken, Talker, View
from dragoman.bots.characters import seated_bot
from dragoman.judge.commands.bot_letters import (
    is_letter,
    language_with,
    notes_on_letters,
    position_then,
    read_letter,
    told,
)
from dragoman.judge.log.state import JudgedGame, PressMessage
from dragoman.orders import Order
from dragoman.press.daide.speech import FreeText, Speech
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.letters import orders_in, owner_of
from dragoman.press.press_texts import Said, read_press
from dragoman.press.to_dpp import to_dpp
from dragoman.rules import Phase

_SHARE: Final = 64
"""The numbers that the parts of a message have: more than it can have parts that are answered."""
_MOST: Final = 12
"""How much is said to a power at a time, at most."""


def bot_in(g: JudgedGame, power: str) -> Bot:
    """The bot in the seat of a power."""
    return seated_bot(g.seats[power].bot, g.game.variant)


def messages_of(
    g: JudgedGame, power: str, view: View
) -> Iterator[tuple[str, tuple[Said, ...], str]]:
    """Messages of a power's bot now: one to each power that it has something to say to, and the
    language of that."""
    bot, spoken = bot_in(g, power), g.spoken.get(power, ())
    assert isinstance(bot, Talker)
    view = replace(view, heard=tuple(_heard(g, power)), spoken=spoken_by(g, power))
    found: dict[str, list[Said]] = {}
    for to, message in bot.says(view, len(spoken)):
        found.setdefault(to, []).append(message)
    if isinstance(bot, Replier):
        since = _SHARE * (spoken[-1] + 1) if spoken else 0
        new = [one for one in view.heard if one.phase == g.phase and one.number >= since]
        for to, message in bot.replies(view, new):
            if message not in found.setdefault(to, []):
                found[to].append(message)
        for to, note in notes_on_letters(g, power):
            found.setdefault(to, []).append(note)
    for to in _not_understood(g, power) if spoken else ():
        found.setdefault(to, []).append(dpp.Try(WORDS_OF[g.seats[power].bot]))
    is_silent = spoken and not isinstance(bot, Replier)
    for to, wishes in _asked_by_people(g, power) if is_silent else ():
        # Whoever is none of its friends is told that it goes its own way.
        answer = dpp.No(dpp.YouShould(wishes)) if wishes else dpp.Yes()
        found.setdefault(to, [answer])
    for to, said in found.items():
        yield to, tuple(said[:_MOST]), language_with(g, power, to)


def heard_in_time(g: JudgedGame, power: str) -> tuple[Heard, ...]:
    """Messages that the orders of a bot go by: those that came before it last spoke, for then it
    told others what has changed by them."""
    spoken, found = g.spoken.get(power, ()), _heard(g, power)
    if g.seats[power].bot in REPLIERS:
        before = _SHARE * (spoken[-1] + 1) if spoken else 0
        return tuple(one for one in found if _is_past(g, one) or one.number < before)
    last = len(spoken) - 1
    return tuple(replace(one, turn=0) for one in found if _is_past(g, one) or one.turn < last)


def _is_past(g: JudgedGame, heard: Heard) -> bool:
    return heard.phase != g.phase


def _heard(g: JudgedGame, power: str) -> Iterator[Heard]:
    """Messages to the player of a power that programs can read."""
    spoken = g.spoken.get(power, ())
    for one, sender in told(g, power):
        phase = Phase.parse(one.phase)
        if phase == g.phase and g.began is not None and one.at < g.began:
            continue  # said before the phase was taken back
        turn = max(0, sum(before < one.number for before in spoken) - 1)
        for place, message in enumerate(_read(g, power, sender, one)):
            yield Heard(phase, turn, sender, message, _SHARE * one.number + place)


def spoken_by(g: JudgedGame, power: str) -> tuple[Spoken, ...]:
    """Messages of a power's bots so far."""
    return tuple(_spoken(g, power))


def _spoken(g: JudgedGame, power: str) -> Iterator[Spoken]:
    for one in g.messages:
        phase = Phase.parse(one.phase)
        if one.sender != power or one.signed != power or one.author:
            continue
        if phase == g.phase and g.began is not None and one.at < g.began:
            continue  # said before the phase was taken back
        for place, said in enumerate(read_press(one.text, g.game.variant)):
            for to in one.to if not isinstance(said, FreeText) else ():
                yield Spoken(phase, to, said, _SHARE * one.number + place)


def _read(g: JudgedGame, power: str, sender: str, one: PressMessage) -> Iterator[Said]:
    """The messages to programs in press, in DPP where it has words for them, and what a letter
    proposes."""
    exchange = Exchange(g.game.variant.board, sender, power, position_then(g, one))
    for said in read_press(one.text, g.game.variant):
        if not isinstance(said, Speech):
            yield said
        elif isinstance(said, FreeText) and g.seats[power].bot in REPLIERS:
            yield from read_letter(g, power, one).messages
        elif isinstance(said, FreeText):
            yield from _in_letter(g, power, sender, one)
        else:
            try:
                yield to_dpp(said, exchange)
            except Unsayable:
                yield said


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
    for one, sender in told(g, power):
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
        for one, sender in told(g, power)
        if one.number > since
        and power in one.to
        and not (g.seats[power].bot in REPLIERS and is_letter(one.text))
        and not _is_understood(g, power, sender, one)
    }
    for other in g.seats:
        if other in wrote and not _has_told(g, power, other):
            yield other


def _is_understood(g: JudgedGame, power: str, sender: str, one: PressMessage) -> bool:
    """True if the bot of a power can make something of press; of DAIDE's only those that answer at
    once know more than DPP has words for."""
    knows_all = g.seats[power].bot in REPLIERS
    return any(knows_all or not isinstance(said, Speech) for said in _read(g, power, sender, one))


def _has_told(g: JudgedGame, power: str, other: str) -> bool:
    """True if the bots of a power ever told another what they read."""
    return any(
        one.sender == power
        and other in one.to
        and any(isinstance(said, dpp.Try) for said in read_press(one.text, g.game.variant))
        for one in g.messages
    )
