"""Who takes part: a bot by its name, a program by its command line, or whoever connects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from importlib import import_module
from typing import Final

from dragoman.bots import BOTS, Bot
from dragoman.bots.engine.forms import USUAL, Temper
from dragoman.bots.known import DUMBBOT, FORMS, SEARCH, Wanted, bot_wanted, wanted_bot
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.runner import command_in

_OF_BOTS: Final = (*FORMS, "MODULE:FUNCTION")
_OF_ALL: Final = (*_OF_BOTS, "cmd:COMMAND", "seat:NAME", "person:NAME")
_NAMED: Final = re.compile(r"([A-Za-z][\w-]*)=(.*)", re.DOTALL)
_FROM: Final = re.compile(r"(.*\S)\s+@([\w.-]+)", re.DOTALL)
_NAME: Final = re.compile(r"[\w.-]{1,40}")


class Kind(Enum):
    """By which door somebody takes part."""

    BOT = "bot"
    COMMAND = "command"
    SEAT = "seat"
    """A program that connects by itself."""
    PERSON = "person"
    """So does the program by which a person plays."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part. ``text`` is what it was called by."""

    text: str
    bot: str = ""
    """The name of a bot, or ``MODULE:FUNCTION`` for one's own."""
    evaluations: int = 0
    """Of a bot that searches, for a movement."""
    temper: Temper = USUAL
    """Of a DumbBot."""
    kind: Kind = Kind.BOT
    name: str = ""
    """What it is called in tables."""
    command: tuple[str, ...] = ()
    """What starts it."""
    site: str = ""
    """Where whoever wrote it is at home."""

    @property
    def is_compiled(self) -> bool:
        """Whether its games can be played in compiled code alone."""
        return self.bot in ("civil-disorder", "random", DUMBBOT, SEARCH)

    @property
    def is_connected(self) -> bool:
        """Whether it plays over a socket."""
        return self.kind is not Kind.BOT

    def made(self) -> Bot:
        """The bot itself.

        Raises:
            ActionRefused: if its module cannot be imported, or has no such function.
        """
        if self.bot in BOTS or self.bot == SEARCH:
            return bot_wanted(Wanted(self.bot, self.evaluations, self.temper))
        module, _, name = self.bot.partition(":")
        try:
            found: Bot | None = getattr(import_module(module), name, None)
        except Exception as error:  # whatever somebody's own module does
            what = f"the module {module!r} cannot be imported: {type(error).__name__}: {error}"
            raise ActionRefused("unknown-bot", what, "name one that can be, from here") from None
        if not callable(found):
            what = f"the module {module!r} has no function {name!r}"
            raise ActionRefused("unknown-bot", what, "name a function: MODULE:FUNCTION")
        return found


def entrant_called(text: str) -> Entrant:
    """Who is meant: ``dumbbot``, ``dumbbot:60,3,30`` with another temper (see
    ``dragoman.bots.Temper``), ``search:650`` with so many evaluations for a movement,
    ``loeb:press`` for Loeb's program talking to others of its kind, ``MODULE:FUNCTION`` for a bot
    of one's own, ``cmd:COMMAND`` for a program that is started, or ``seat:NAME`` and
    ``person:NAME`` for whoever connects. ``NAME=`` before it says what it is called in tables, a
    blank and ``@SITE`` after it where it comes from.

    Raises:
        ActionRefused: if nobody is.
    """
    rest, name, site = text.strip(), "", ""
    if found := _FROM.fullmatch(rest):
        rest, site = found[1], found[2]
    if found := _NAMED.fullmatch(rest):
        name, rest = found[1], found[2]
    kind, _, said = rest.partition(":")
    if kind == "cmd":
        command = command_in(said)
        return Entrant(
            text, kind=Kind.COMMAND, name=name or said.strip(), command=command, site=site
        )
    if kind in ("seat", "person"):
        if not _NAME.fullmatch(said):
            raise ActionRefused(
                "bad-name", f"{said!r} is no name for a seat", f"write {kind}:anna, say"
            )
        return Entrant(text, kind=Kind(kind), name=name or said, site=site)
    return _bot(text, rest, _OF_ALL, name, site)


def bot_entrant(text: str) -> Entrant:
    """Who is meant, where only bots can take part: ``dumbbot``, say, or ``MODULE:FUNCTION``.

    Raises:
        ActionRefused: if nobody is, or a program that connects by itself.
    """
    kind = text.strip().partition(":")[0]
    if kind in ("cmd", "seat", "person"):
        what = f"{text!r} is no bot: a program sits down by connecting"
        raise ActionRefused("no-bot", what, f"one of {', '.join(_OF_BOTS)}")
    return _bot(text, text.strip(), _OF_BOTS)


def _bot(text: str, bare: str, forms: Iterable[str], name: str = "", site: str = "") -> Entrant:
    bot = _bot_called(bare, forms)
    return Entrant(text, bot.name, bot.evaluations, bot.temper, name=name or bare, site=site)


def _bot_called(text: str, forms: Iterable[str]) -> Wanted:
    try:
        return wanted_bot(text)
    except ActionRefused as refused:
        name, _, number = text.partition(":")
        if refused.diagnostic.code != "unknown-bot":
            raise
        if name not in BOTS and name and number:
            return Wanted(text)  # MODULE:FUNCTION
        what = f"there is no bot {text!r}"
        raise ActionRefused("unknown-bot", what, f"one of {', '.join(forms)}") from None
