"""The bots that come along, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.bots.bot import Bot, Replier, Voter
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.loeb import LoebBot
from dragoman.bots.loeb_press import UNDERSTOOD, Press
from dragoman.bots.model.settings import MODEL, model_settings
from dragoman.bots.partner.partner_bot import UNDERSTOOD as PARTNERS_WORDS, PartnerBot
from dragoman.bots.partner.traits import NAMED, SEARCHING, USUAL as USUAL_TRAITS, Traits, traits_of
from dragoman.bots.prince.prince import Prince
from dragoman.bots.simple_bots import DumbBot, civil_disorder, random_legal
from dragoman.bots.values import values_file
from dragoman.game import Variant
from dragoman.game.variant import PLAY
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

SEARCH: Final = "search"
LEARNED: Final = "learned"
SEARCHERS: Final = (SEARCH, LEARNED)
"""Those that take a number of evaluations for a movement."""
DUMBBOT: Final = "dumbbot"
PARTNER: Final = "partner"
PRINCE: Final = "prince"
_OF_DIPLOMACY: Final = (DUMBBOT, *SEARCHERS, PARTNER, "loeb", MODEL)
_USUAL_EVALUATIONS: Final = 2_000
_MOST_DIGITS: Final = 20

BOTS: Final[Mapping[str, Bot]] = FrozenMap(
    {
        "civil-disorder": civil_disorder,
        "random": random_legal,
        "loeb": LoebBot(),
        "loeb:press": LoebBot(press=Press()),
        "dumbbot": DumbBot(),
        "partner": PartnerBot(),
        **{
            f"partner:{name}": PartnerBot(traits, SEARCHING.get(name, 0))
            for name, traits in NAMED.items()
        },
        "prince": Prince(),
        "prince:thrifty": Prince(spends=False),
    }
)

FORMS: Final = (
    *BOTS,
    "dumbbot:ALTERNATIVE,GAP,NOISE",
    "partner:LOYALTY,TEMPER,TALK[,EVALUATIONS]",
    "search:EVALUATIONS",
    "learned:EVALUATIONS",
    "model:NAME[@URL]",
)
"""How bots are called."""

WORDS_OF: Final[Mapping[str, tuple[str, ...]]] = FrozenMap(
    {
        "loeb:press": UNDERSTOOD,
        **{name: PARTNERS_WORDS for name, bot in BOTS.items() if isinstance(bot, PartnerBot)},
    }
)
"""For each of them that talks the words of DPP that it goes by."""


VOTERS: Final = frozenset(bot for bot, one in BOTS.items() if isinstance(one, Voter))
"""Those that vote on how a game ends."""
REPLIERS: Final = frozenset(bot for bot, one in BOTS.items() if isinstance(one, Replier))
"""Those that answer at once."""


@dataclass(frozen=True, slots=True)
class BotWanted:
    """A bot as it was asked for: its name, and what goes with it."""

    name: str
    """Of a language model with its address."""
    evaluations: int = 0
    """Of one that searches, for a movement."""
    temper: Temper = USUAL
    """Of a DumbBot."""
    traits: Traits = USUAL_TRAITS
    """Of a partner."""


def wanted_bot(text: str) -> BotWanted:
    """Which bot is meant: one of ``BOTS``, ``dumbbot:60,3,30`` with another temper (see
    ``dragoman.bots.Temper``), ``partner:90,20,60`` with other traits, ``search:650`` or
    ``learned:650`` with so many evaluations for a movement, or the language model
    ``model:NAME@URL``.

    Raises:
        ActionRefused: if none is.
    """
    name, colon, number = text.strip().partition(":")
    if name in SEARCHERS:
        count = number if colon else str(_USUAL_EVALUATIONS)
        if _is_number(count) and 0 < int(count) <= 10**9:
            return BotWanted(name, int(count))
        raise ActionRefused(
            "bad-budget", f"{number!r} is not a number of evaluations", f"write {name}:2000, say"
        )
    if name == DUMBBOT and colon:
        parts = number.split(",")
        if len(parts) == 3 and all(map(_is_number, parts)):
            alternative, gap, noise = map(int, parts)
            if alternative <= 100 and gap <= 1000 and noise < 100:
                return BotWanted(DUMBBOT, temper=Temper(alternative, gap, noise))
        raise ActionRefused(
            "bad-temper",
            f"{number!r} is no temper of a DumbBot",
            "write dumbbot:60,3,30, say: up to 100, 1000 and 99",
        )
    if name == PARTNER and colon:
        traits, evaluations = traits_of(number)
        return BotWanted(PARTNER, evaluations, traits=traits)
    if is_model(text):
        model_settings(text)  # which says what is wrong with them
        return BotWanted(text.strip())
    if text.strip() in BOTS:
        return BotWanted(text.strip())
    what = f"there is no bot {text!r}"
    raise ActionRefused("unknown-bot", what, f"choose one of {', '.join(FORMS)}")


def is_model(bot: str) -> bool:
    """True if a bot, by its name, is a language model: asked elsewhere, for money perhaps."""
    return bot.strip().partition(":")[0] == MODEL


def shown_name(bot: str) -> str:
    """The name of a bot as others at its table read it; that of a language model says that it is
    no person, and not where it is asked."""
    return model_settings(bot).shown if is_model(bot) else bot


def plays(bot: str, variant: Variant) -> bool:
    """True if a bot, by its name, knows the kind of game that a variant is of, and, where it
    plays by what it learned, has learned that one."""
    name = bot.partition(":")[0]
    if name == LEARNED and not values_file(variant.name).is_file():
        return False
    if (known_to := PLAY.of(variant).known_to) is not None:
        return name in known_to
    return name != PRINCE and (name not in _OF_DIPLOMACY or PLAY.of(variant).is_plain)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def bot_called(text: str) -> Bot:
    """The bot of a name, as ``wanted_bot`` reads it.

    Raises:
        ActionRefused: if there is none.
    """
    return bot_wanted(wanted_bot(text))


def bot_wanted(wanted: BotWanted) -> Bot:
    """The bot that was asked for."""
    if wanted.name in SEARCHERS:
        from dragoman.bots.searcher import SearchBot

        return SearchBot(wanted.evaluations, learned=wanted.name == LEARNED)
    if wanted.name == DUMBBOT:
        return DumbBot(wanted.temper)
    if wanted.name == PARTNER:
        return PartnerBot(wanted.traits, wanted.evaluations)
    if is_model(wanted.name):
        from dragoman.bots.model.model_bot import LanguageModelBot

        return LanguageModelBot(model_settings(wanted.name))
    return BOTS[wanted.name]
