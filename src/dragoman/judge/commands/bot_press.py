"""What bots in the judge's seats hear and say: press of the game, in the words of DPP.

They are told what a player of their power would be told. Of that they go by what programs can
read, and answer words for people with the words that they know, once to each who wrote some.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dragoman.bots import WORDS_OF, Heard, Talker, View, bot_called
from dragoman.judge.log.state import JudgedGame, PressMessage
from dragoman.press.daide.speech import FreeText, Speech
from dragoman.press.dpp import messages as dpp
from dragoman.press.exchange import Exchange
from dragoman.press.grammar import Unsayable
from dragoman.press.press_texts import read_press
from dragoman.press.to_dpp import to_dpp
from dragoman.rules import Phase

_MOST: Final = 12
"""How much is said to a power at a time, at most."""


def messages_of(
    g: JudgedGame, power: str, view: View
) -> Iterator[tuple[str, tuple[dpp.Message, ...]]]:
    """What the bot of a power says now, and to whom: one message to each."""
    bot, spoken = bot_called(g.seats[power].bot), g.spoken.get(power, ())
    assert isinstance(bot, Talker)
    view = replace(view, heard=tuple(_heard(g, power)))
    found: dict[str, list[dpp.Message]] = {}
    for to, message in bot.says(view, len(spoken)):
        found.setdefault(to, []).append(message)
    for to in _not_understood(g, power) if spoken else ():
        found.setdefault(to, []).append(dpp.Try(WORDS_OF[g.seats[power].bot]))
    for to, said in found.items():
        yield to, tuple(said[:_MOST])


def heard_in_time(g: JudgedGame, power: str) -> tuple[Heard, ...]:
    """What the orders of a bot go by: what was said to it before it last spoke, for then it told
    others what has changed by that."""
    last = len(g.spoken.get(power, ())) - 1
    found = _heard(g, power)
    return tuple(replace(one, turn=0) for one in found if _is_past(g, one) or one.turn < last)


def _is_past(g: JudgedGame, heard: Heard) -> bool:
    return heard.phase != g.phase


def _heard(g: JudgedGame, power: str) -> Iterator[Heard]:
    """What the player of a power was told that programs can read."""
    spoken = g.spoken.get(power, ())
    for one, sender in _told(g, power):
        phase = Phase.parse(one.phase)
        if phase == g.phase and g.began is not None and one.at < g.began:
            continue  # said before the phase was taken back
        turn = max(0, sum(before < one.number for before in spoken) - 1)
        for message in _in_dpp(g, power, sender, one.text):
            yield Heard(phase, turn, sender, message)


def _told(g: JudgedGame, power: str) -> Iterator[tuple[PressMessage, str]]:
    """The messages of powers to a power or to all, and who signed them: more no player is told."""
    for one in g.messages:
        if one.sender != power and one.signed in g.seats and g.reads(power, one):
            yield one, one.signed


def _in_dpp(g: JudgedGame, power: str, sender: str, text: str) -> Iterator[dpp.Message]:
    exchange = Exchange(g.game.variant.board, sender, power, g.game.position)
    for said in read_press(text, g.game.variant):
        if not isinstance(said, Speech):
            yield said
        elif not isinstance(said, FreeText):
            try:
                yield to_dpp(said, exchange)
            except Unsayable:
                continue


def _not_understood(g: JudgedGame, power: str) -> Iterator[str]:
    """Those who wrote to a power since its bot last spoke what no program can read, and were never
    told what it reads."""
    since = g.spoken[power][-1]
    wrote = {
        sender
        for one, sender in _told(g, power)
        if one.number > since and power in one.to and not any(_in_dpp(g, power, sender, one.text))
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
