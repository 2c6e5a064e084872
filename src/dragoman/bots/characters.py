"""The bots that people meet in games, with names of their own: who sits in which seat."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from dragoman.bots.bot import Bot
from dragoman.bots.known import BOTS, PARTNER, WORDS_OF, bot_called, plays
from dragoman.bots.partner.partner_bot import PartnerBot
from dragoman.bots.partner.traits import NAMED, Traits
from dragoman.extras import MissingExtra
from dragoman.game import Variant
from dragoman.game.kind import DIPLOMACY_KIND
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

MIXED: Final = "mixed"
"""Of several kinds, dealt out by lot."""


@dataclass(frozen=True, slots=True)
class Character:
    """A bot as people know it: its name, and what it is called in settings (``bot``)."""

    bot: str
    name: str

    @property
    def traits(self) -> Traits | None:
        """The traits of one that has some."""
        return NAMED.get(self.bot.removeprefix(f"{PARTNER}:"))

    @property
    def talks(self) -> bool:
        return self.bot in WORDS_OF


CHARACTERS: Final[Mapping[str, Character]] = FrozenMap(
    {
        one.bot: one
        for one in (
            Character("partner:fox", "Rufus"),
            Character("partner:general", "Helene"),
            Character("partner:sly", "Silvio"),
            Character("partner:loyal", "Clara"),
            Character("partner:teacher", "Martha"),
            Character("partner:hot", "Hugo"),
            Character("partner:novice", "Pia"),
            Character("dumbbot", "Bruno"),
            Character("dumbbot:60,3,30", "Vera"),
            Character("loeb:press", "Ludwig"),
            Character("loeb", "Agnes"),
            Character("prince", "Bianca"),
            Character("prince:thrifty", "Tullio"),
            Character("random", "Toby"),
        )
    }
)
"""Those that are offered to play against, the strongest at each kind of game first: neither their
names nor those of powers are of people who were."""
BOTS_IN_SEATS: Final = (MIXED, *dict.fromkeys((*BOTS, *CHARACTERS)))
"""All that a judge's game may have in the seats that are empty."""
_TALKING: Final = (
    *("partner:loyal", "partner:hot", "partner:teacher", "partner:sly", "partner:novice"),
    *("loeb:press", "dumbbot:60,3,30"),
)
_SILENT: Final = ("dumbbot", "dumbbot:60,3,30", "loeb")
_PRINCES: Final = ("prince", "prince:thrifty")


def may_sit(bot: str, variant: Variant) -> bool:
    """True if a game of a variant may have such a bot in its empty seats: one that searches, where
    that needs no machine code built first."""
    if bot == MIXED or not plays(bot, variant):
        return bot == MIXED
    return not _searches(bot_called(bot)) or _is_ready_for(variant)


def seated_bot(bot: str, variant: Variant) -> Bot:
    """The bot in a seat. One that searches, on a machine that has no code for that any more, goes
    by what it finds at once, so that its game goes on."""
    found = bot_called(bot)
    if isinstance(found, PartnerBot) and _searches(found) and not _is_ready_for(variant):
        return replace(found, evaluations=0)
    return found


def _searches(bot: Bot) -> bool:
    return isinstance(bot, PartnerBot) and bot.evaluations > 0


def _is_ready_for(variant: Variant) -> bool:
    try:
        from dragoman.bots.compiled import is_ready_for
    except MissingExtra:
        return False
    return is_ready_for(variant)


def characters_of(variant: Variant) -> tuple[Character, ...]:
    """Those of them that know the kind of game that a variant is of, and can play it here."""
    return tuple(one for one in CHARACTERS.values() if may_sit(one.bot, variant))


def dealt(variant: Variant, powers: Sequence[str], lot: str, with_talk: bool) -> dict[str, str]:
    """A bot for each power, of several kinds, by lot; without talk none of them talks."""
    mix = (*(_TALKING if with_talk else _SILENT), *_PRINCES)
    kinds = [one for one in mix if plays(one, variant)]
    kinds = kinds or [one.bot for one in characters_of(variant)]
    found = [kinds[number % len(kinds)] for number in range(len(powers))]
    Random(lot).shuffle(found)
    return dict(zip(powers, found, strict=True))


# How strong they are: what the arena measured, and of how many games


@dataclass(frozen=True, slots=True)
class BotStrength:
    """The strength of a bot among the others of ``CHARACTERS``: its share of the squares of
    centres, from and to where that lies, and in what part of the games nobody had more."""

    share: float
    low: float
    high: float
    most: float


@dataclass(frozen=True, slots=True)
class BotContest:
    """The games that bots were measured in: how many of a variant, by its name, to the end of which
    year, and what each came to."""

    variant: str
    games: int
    until: int
    bots: Mapping[str, BotStrength]


_MEASURED: Final = {DIPLOMACY_KIND: "standard"}
"""The variant that others of its kind go by where it is not called as the kind is."""


def strengths(variant: Variant) -> BotContest | None:
    """The games of a variant, or, where none were played, of the usual one of its kind."""
    own, usual = variant.name, _MEASURED.get(variant.kind, variant.kind)
    return _contest(own) or _contest(usual)


@cache
def _contest(variant: str) -> BotContest | None:
    file = files("dragoman.bots").joinpath("strengths", f"{variant}.json")
    if not file.is_file():
        return None
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    bots = FrozenMap({bot: BotStrength(*row) for bot, row in told["bots"].items()})
    return BotContest(variant, told["games"], told["until"], bots)
