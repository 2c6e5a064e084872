"""What powers, phases and people of a game are called on its pages."""

from __future__ import annotations

from functools import cached_property

from dragoman.judge.log.state import MASTER
from dragoman.judge.views.press_view import ALL, NOBODY
from dragoman.judge.views.viewer import Viewer
from dragoman.press.press_texts import retold
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.web.pages.page_words import in_words


class GameWords:
    """The words of one game, for one of its readers."""

    def __init__(self, viewer: Viewer, language: str) -> None:
        self._viewer = viewer
        self._language = language

    @cached_property
    def _phrasebook(self) -> Phrasebook:
        return Phrasebook(self._viewer.g.game.variant, self._language)

    def power(self, key: str) -> str:
        """``AUSTRIA`` as ``Austria``; also what stands for a power in press."""
        if key in (ALL, MASTER, NOBODY, ""):
            named = {ALL: "Everybody", MASTER: "The master"}.get(key, "Nobody")
            return in_words(named, self._language)
        return self._phrasebook.power(key)

    def phase(self, phase: Phase | str) -> str:
        """``S1901M`` as ``Spring 1901, movement``."""
        found = self._phrasebook.phase(Phase.parse(phase) if isinstance(phase, str) else phase)
        return found[:1].upper() + found[1:]

    def retold(self, text: str) -> str:
        """What programs say in a message in the reader's language, where that is not there."""
        return retold(text, self._viewer.g.game.variant, self._language)

    def thread(self, name: str) -> str:
        """A thread of press by those in it but the reader."""
        others = [one for one in name.split("+") if one != self._viewer.power]
        return ", ".join(map(self.power, others)) or in_words("Yourself", self._language)

    def proposal(self, what: str) -> str:
        """What is put to the vote: ``Draw``."""
        return in_words(what.capitalize(), self._language)

    def outcome(self, outcome: str) -> str:
        """What came of that."""
        return in_words(outcome, self._language)
