"""Players that are programs: an interface for one's own, and some to play against."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.bots.bot import Bot, Heard, View
    from dragoman.bots.dumb_bot import DumbBot
    from dragoman.bots.engine.forms import Temper
    from dragoman.bots.entering import entered_after
    from dragoman.bots.known import BOTS, WORDS_OF, bot_called
    from dragoman.bots.loeb import LoebBot
    from dragoman.bots.loeb_press import Press
    from dragoman.bots.loeb_stages import Stages
    from dragoman.bots.searcher import SearchBot
    from dragoman.bots.simple_bots import civil_disorder, random_legal
    from dragoman.bots.talk import Talker, conversed

__all__ = [
    "BOTS",
    "WORDS_OF",
    "Bot",
    "DumbBot",
    "Heard",
    "LoebBot",
    "Press",
    "SearchBot",
    "Stages",
    "Talker",
    "Temper",
    "View",
    "bot_called",
    "civil_disorder",
    "conversed",
    "entered_after",
    "random_legal",
]

__getattr__ = looked_up(
    __name__,
    {
        "bot": ("Bot", "Heard", "View"),
        "dumb_bot": ("DumbBot",),
        "entering": ("entered_after",),
        "engine.forms": ("Temper",),
        "known": ("BOTS", "WORDS_OF", "bot_called"),
        "loeb": ("LoebBot",),
        "loeb_press": ("Press",),
        "loeb_stages": ("Stages",),
        "searcher": ("SearchBot",),
        "simple_bots": ("civil_disorder", "random_legal"),
        "talk": ("Talker", "conversed"),
    },
)
