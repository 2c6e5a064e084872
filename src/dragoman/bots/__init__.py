"""Players that are programs: an interface for one's own, and some to play against."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.bots.bot import (
        Bot as Bot,
        Heard as Heard,
        Replier as Replier,
        Spoken as Spoken,
        Talker as Talker,
        View as View,
        Voter as Voter,
        conversed as conversed,
    )
    from dragoman.bots.engine.forms import Temper as Temper
    from dragoman.bots.known import (
        BOTS as BOTS,
        REPLIERS as REPLIERS,
        VOTERS as VOTERS,
        WORDS_OF as WORDS_OF,
        bot_called as bot_called,
    )
    from dragoman.bots.loeb import LoebBot as LoebBot
    from dragoman.bots.loeb_press import Press as Press
    from dragoman.bots.loeb_stages import Stages as Stages
    from dragoman.bots.searcher import SearchBot as SearchBot
    from dragoman.bots.simple_bots import (
        DumbBot as DumbBot,
        civil_disorder as civil_disorder,
        random_legal as random_legal,
    )
    from dragoman.bots.visibility import entered_after as entered_after

__getattr__, __dir__, __all__ = exported(__name__)
