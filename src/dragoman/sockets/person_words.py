"""The words in which a person at a terminal is told of a game, and those that are typed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dragoman.words import LANGUAGES, word_file

_WORDS: Final = Path(__file__).with_name("words")


class PersonWords:
    """A language; what is typed may be in any."""

    def __init__(self, language: str) -> None:
        self._told = word_file(_WORDS, language)["told"]
        self._commands = {
            said.casefold(): command
            for one in LANGUAGES
            for command, said in word_file(_WORDS, one)["commands"].items()
        }

    def say(self, key: str, **parts: object) -> str:
        """A text with its gaps filled."""
        text: str = self._told[key]
        return text.strip("\n").format_map(parts)

    def due(self, seconds: int | None) -> str:
        """When a turn is due."""
        if seconds is None:
            return self.say("no_limit")
        minutes, rest = divmod(seconds, 60)
        hours, left = divmod(minutes, 60)
        if hours:
            time = self.say("hours", hours=hours, minutes=left)
        elif minutes:
            time = self.say("minutes", minutes=minutes, seconds=rest)
        else:
            time = self.say("seconds", seconds=rest)
        return self.say("due", time=time)

    def is_all(self, names: str) -> bool:
        """Whether this stands for all powers."""
        return self._commands.get(names.strip().casefold()) == "all"

    def command(self, line: str) -> tuple[str, str]:
        """The key of the command that a line begins with, and the rest of it; empty where it is
        none."""
        first, _, rest = line.strip().partition(" ")
        command = self._commands.get(first.casefold(), "")
        if command == "all" or (rest.strip() and command != "say"):
            return "", ""
        return command, rest.strip()


def printable(text: str) -> str:
    """A text that a server said, without the signs that would steer a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
