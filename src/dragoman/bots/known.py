"""The bots that come along, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dragoman.bots.bot import Bot
from dragoman.bots.dumb_bot import DumbBot
from dragoman.bots.loeb import LoebBot
from dragoman.bots.loeb_press import UNDERSTOOD, Press
from dragoman.bots.simple_bots import civil_disorder, random_legal
from dragoman.refusal import ActionRefused
from dragoman.values import FrozenMap

BOTS: Final[Mapping[str, Bot]] = FrozenMap(
    {
        "civil-disorder": civil_disorder,
        "random": random_legal,
        "loeb": LoebBot(),
        "loeb:press": LoebBot(press=Press()),
        "dumbbot": DumbBot(),
    }
)

WORDS_OF: Final[Mapping[str, tuple[str, ...]]] = FrozenMap({"loeb:press": UNDERSTOOD})
"""For each of them that talks the words of DPP that it goes by."""


def bot_called(name: str) -> Bot:
    """The bot of a name.

    Raises:
        ActionRefused: if there is none.
    """
    found = BOTS.get(name)
    if found is None:
        raise ActionRefused(
            "unknown-bot", f"there is no bot {name!r}", f"choose one of {', '.join(BOTS)}"
        )
    return found
