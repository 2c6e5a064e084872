"""The judge's bots as people meet them: names, characters, and how strong they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.bots.characters import (
    CHARACTERS,
    MIXED,
    BotContest,
    BotStrength,
    characters_of,
    strengths,
)
from dragoman.bots.partner.traits import Traits
from dragoman.formats import load_variant
from dragoman.game import Variant
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap

CHARACTER: Final[Mapping[str, str]] = FrozenMap(
    {
        "partner:loyal": "Allies, supports her friends, and keeps her word whatever that costs "
        "her. Answers at once.",
        "partner:hot": "Keeps his word as long as you keep yours. Never forgets an attack. Answers "
        "at once.",
        "partner:sly": "Agrees to much and writes a lot; keeps his word as long as that suits him. "
        "Answers at once.",
        "partner:teacher": "Plays along with whoever plays fair, and says after each turn what she "
        "thought. Answers at once.",
        "partner:novice": "Means well and allies with everybody, but often misses the best move. A "
        "good first opponent who answers at once.",
        "partner:general": "Reckons some turns ahead, for her allies, too, and attacks together "
        "with them. Keeps her word. Thinks for up to half a second a turn.",
        "partner:fox": "Reckons some turns ahead, makes friends easily, and breaks his word as "
        "soon as that pays. Thinks for up to half a second a turn.",
        "dumbbot:60,3,30": "Wants what is worth most, but seldom takes the straight way there. "
        "Writes to nobody.",
        "dumbbot": "Always goes where there is most to take, and helps his own units there. "
        "Writes to nobody.",
        "loeb:press": "Chooses friends, tells them what he will order, asks for support and keeps "
        "his word.",
        "loeb": "Trusts some and remembers who attacked her. Writes to nobody.",
        "prince": "Plays Machiavelli: takes land, besieges cities, and buys garrisons and armies "
        "where that brings more than it costs.",
        "prince:thrifty": "Plays Machiavelli, and pays for soldiers alone.",
        "random": "Orders whatever comes to mind. Right for your first steps.",
    }
)
"""The character of each bot in a sentence."""
ALL_KINDS: Final = "All kinds"
"""What stands for a bot of each kind by lot."""


@dataclass(frozen=True, slots=True)
class ShownBot:
    """A bot as a page shows it."""

    bot: str
    name: str
    character: str
    talks: bool
    traits: Traits | None = None
    strength: BotStrength | None = None
    """None where it was not measured."""

    @property
    def most(self) -> int:
        """In how many of a hundred games nobody had more centres."""
        return round(100 * self.strength.most) if self.strength else 0


@dataclass(frozen=True, slots=True)
class OfferedBots:
    """The bots that are offered to play a variant against, and the games that say how strong they
    are, with the title of the variant of these."""

    bots: tuple[ShownBot, ...]
    measured: BotContest | None
    title: str
    has_cities: bool
    """What they hold are cities, and no centres."""


def offered_bots(variant: Variant) -> OfferedBots:
    """The bots that are offered to play a variant against, in the sequence of ``CHARACTERS``."""
    measured = strengths(variant)
    found: Mapping[str, BotStrength] = measured.bots if measured else FrozenMap()
    bots = tuple(
        ShownBot(
            one.bot,
            one.name,
            CHARACTER[one.bot],
            one.talks,
            one.traits,
            found.get(one.bot),
        )
        for one in characters_of(variant)
    )
    where = variant
    if measured and measured.variant != variant.name:
        where = load_variant(measured.variant)
    return OfferedBots(bots, measured, where.title, bool(variant.board.conversions))


def bot_character(bot: str) -> str:
    """The character of a bot in a sentence; what it is called in settings, where it has none."""
    return CHARACTER.get(bot, bot)


def bot_name(bot: str) -> str:
    """The name of a bot among people; what it is called in settings, where it has none."""
    if bot == MIXED:
        return ALL_KINDS
    known = CHARACTERS.get(bot)
    return known.name if known else bot
