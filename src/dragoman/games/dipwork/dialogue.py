"""How a round of DipWork talks with the game master, in a terminal, a menu or a test."""

from __future__ import annotations

from collections.abc import Callable

from dragoman.quick_dataclass import dataclass
from dragoman.words import in_language


def _silence(_: object) -> None:
    """Say nothing, and wait for nothing."""


def _unseen(title: str, text: str) -> None:
    """Show nothing."""


def _agree(question: str, suggestion: str) -> str:
    """The answer of somebody who takes every suggestion."""
    return suggestion


@dataclass(frozen=True)
class Dialogue:
    """What a round says and asks. As it stands, it is silent and takes every suggestion.

    ``say`` gets what was done, ``ask`` a question and the suggested answer. ``show`` gets a text to
    look at, too wide to stand among what was done, and its title. ``pause`` waits for
    so many seconds, or until a key is pressed where it gets None. ``trace`` gets every file and
    keyword that is looked up. ``language`` is the one that all of it is in.
    """

    say: Callable[[str], None] = _silence
    ask: Callable[[str, str], str] = _agree
    pause: Callable[[float | None], None] = _silence
    trace: Callable[[str], None] = _silence
    show: Callable[[str, str], None] = _unseen
    language: str = "en"

    def spoken(self, language: str) -> Dialogue:
        """The same in a language."""

        def told(text: str) -> str:
            return in_language(text, language)

        return Dialogue(
            lambda text: self.say(told(text)),
            lambda question, suggestion: self.ask(told(question), told(suggestion)),
            self.pause,
            lambda text: self.trace(told(text)),
            self.show,
            language,
        )
