"""Who takes part: a bot by its name, some with a number behind a colon."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from dragoman.bots import BOTS, Bot, DumbBot, LoebBot, Press
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused

SEARCH: Final = "search"
DUMBBOT: Final = "dumbbot"
TALKING_LOEB: Final = "loeb:press"
_USUAL_EVALUATIONS: Final = 2_000
_FORMS: Final = (
    *BOTS,
    TALKING_LOEB,
    "dumbbot:ALTERNATIVE,GAP,NOISE",
    "search:EVALUATIONS",
    "MODULE:FUNCTION",
)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part. ``text`` is what it was called by."""

    text: str
    bot: str
    """The name of a bot, or ``MODULE:FUNCTION`` for one's own."""
    evaluations: int = 0
    """Of a bot that searches, for a movement."""
    temper: Temper = USUAL
    """Of a DumbBot."""

    @property
    def is_compiled(self) -> bool:
        """Whether its games can be played in compiled code alone."""
        return self.bot in ("civil-disorder", "random", DUMBBOT, SEARCH)

    def made(self) -> Bot:
        """The bot itself.

        Raises:
            ActionRefused: if its module cannot be imported, or has no such function.
        """
        if self.bot == SEARCH:
            from dragoman.bots import SearchBot

            return SearchBot(self.evaluations)
        if self.bot == DUMBBOT:
            return DumbBot(self.temper)
        if self.bot == TALKING_LOEB:
            return LoebBot(press=Press())
        if self.bot in BOTS:
            return BOTS[self.bot]
        module, _, name = self.bot.partition(":")
        try:
            found: Bot = getattr(import_module(module), name)
        except (ImportError, AttributeError) as error:
            raise ActionRefused(
                "unknown-bot",
                f"there is no {name!r} in the module {module!r}: {error}",
                "name a function that can be imported from here",
            ) from None
        return found


def entrant_called(text: str) -> Entrant:
    """Who is meant: ``dumbbot``, ``dumbbot:60,3,30`` with another temper (see
    ``dragoman.bots.Temper``), ``search:650`` with so many evaluations for a movement,
    ``loeb:press`` for Loeb's program talking to others of its kind, or ``MODULE:FUNCTION`` for a
    bot of one's own.

    Raises:
        ActionRefused: if nobody is.
    """
    name, _, number = text.strip().partition(":")
    if name == SEARCH:
        count = number or str(_USUAL_EVALUATIONS)
        if count.isascii() and count.isdigit() and 0 < int(count) <= 10**9:
            return Entrant(text, SEARCH, int(count))
        raise ActionRefused(
            "bad-budget", f"{number!r} is no number of evaluations", "write search:2000, say"
        )
    if name == DUMBBOT and number:
        parts = number.split(",")
        if len(parts) == 3 and all(part.isascii() and part.isdigit() for part in parts):
            alternative, gap, noise = map(int, parts)
            if alternative <= 100 and gap <= 1000 and noise < 100:
                return Entrant(text, DUMBBOT, temper=Temper(alternative, gap, noise))
        raise ActionRefused(
            "bad-temper",
            f"{number!r} is no temper of a DumbBot",
            "write dumbbot:60,3,30, say: up to 100, 1000 and 99",
        )
    if text.strip() == TALKING_LOEB:
        return Entrant(text, TALKING_LOEB)
    if name in BOTS and not number:
        return Entrant(text, name)
    if name not in BOTS and name and number:
        return Entrant(text, f"{name}:{number}")
    raise ActionRefused("unknown-bot", f"there is no bot {text!r}", f"one of {', '.join(_FORMS)}")
