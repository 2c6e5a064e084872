"""Names of powers, phases and people on the pages of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from dragoman.diagnostics import Diagnostic
from dragoman.extras import extra
from dragoman.game import Variant
from dragoman.judge.log.state import MASTER, OBSERVER
from dragoman.judge.views.press_view import ALL, NOBODY
from dragoman.judge.views.viewer import Viewer
from dragoman.judge.wording.problem_words import in_language
from dragoman.press.letters import letter_of_program
from dragoman.press.press_texts import retold
from dragoman.remembered import Remembered
from dragoman.reports import Phrasebook
from dragoman.rules import Phase
from dragoman.views import DiagnosticShape
from dragoman.web.languages import units_told
from dragoman.web.pages.html.wording import in_words

with extra("judge"):
    from markupsafe import Markup

ACTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "process": "judged %(of)s",
        "rollback": "went back to %(of)s",
        "position": "corrected the position",
        "settings": "changed the settings",
        "promote": "made somebody a game master",
        "master-left": "is no longer a game master",
        "missed": "%(of)s lost its player, who missed deadlines",
        "resigned": "%(of)s was resigned",
        "ejected": "took %(of)s from its player",
        "handed-over": "%(of)s was handed over",
        "bot": "decided whether a bot plays %(of)s",
        "orders": "gave orders for %(of)s",
        "remind": "reminded the players",
        "deadline": "moved the deadline",
        "pause": "paused the game",
        "resume": "resumed the game",
        "dice": "threw dice",
        "declare": "ended the game with a result",
        "terminate": "ended the game",
        "hide-message": "hid a message",
        "silence": "barred %(of)s from press",
        "give-press-back": "allowed %(of)s press again",
    }
)
"""Acts of masters, and others that the log of a game records with them, by the first word of each;
the second is a phase or a power."""

ENDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "victory": "won",
        "draw": "drawn",
        "concession": "conceded",
        "limit": "ended with the last year",
        "abandoned": "abandoned",
        "terminated": "ended by the game master",
    }
)
"""Endings of games, in words."""

_of_programs: Final[Remembered[tuple[str, Variant, str], tuple[str, str]]] = Remembered()
"""By the text of a message, the variant, and the language of a reader: its words of programs."""


_units_put: Final[Remembered[tuple[Any, ...], Markup]] = Remembered()
_UNIT: Final = Markup('<span class="unbroken">{}{}</span> ')


def units_put(book: Phrasebook, units: Sequence[str]) -> Markup:
    """Units as they stand in a table, in the words of a book: the same for all who look at a game,
    until one of them moves."""
    key = (book.variant, book.language, book.notation, *units)
    if (known := _units_put.get(key)) is None:
        told, last = units_told(book), len(units) - 1
        parts = (_UNIT.format(told(one), "," if at < last else "") for at, one in enumerate(units))
        known = _units_put.keep(key, Markup("").join(parts), 200 + 60 * len(units))
    return known


class GameWords:
    """The words of one game, for one of its readers."""

    def __init__(self, viewer: Viewer, language: str) -> None:
        self._viewer = viewer
        self._language = language
        # A page names most of them several times.
        self._phases: dict[str, str] = {}
        self._powers: dict[str, str] = {}

    @cached_property
    def _phrasebook(self) -> Phrasebook:
        return Phrasebook(self._viewer.g.game.variant, self._language)

    def power(self, key: str) -> str:
        """``AUSTRIA`` as ``Austria``; also what stands for a power in press."""
        found = self._powers.get(key)
        if found is None:
            found = self._powers[key] = self._power(key)
        return found

    def _power(self, key: str) -> str:
        if key in (ALL, MASTER, OBSERVER, NOBODY, ""):
            others = {ALL: "Everybody", MASTER: "The game master", OBSERVER: "An observer"}
            named = others.get(key, "Nobody")
            return in_words(named, self._language)
        return self._phrasebook.power(key)

    def fault(self, told: DiagnosticShape) -> str:
        """Something that is told of the game, and what mends it, in the reader's language as far as
        there are words for it."""
        one = Diagnostic(told["code"], told["what"], told.get("remedy", ""))
        ((said,), _) = in_language((one,), self._language)
        return f"{said.what}: {said.remedy}" if said.remedy else said.what

    def phase(self, phase: Phase | str) -> str:
        """``S1901M`` as ``Spring 1901, movement``."""
        found = self._phases.get(key := str(phase))
        if found is None:
            said = self._phrasebook.phase(Phase.parse(key))
            found = self._phases[key] = said[:1].upper() + said[1:]
        return found

    def of_programs(self, text: str) -> tuple[str, str]:
        """The sentences of what a program said, in the reader's language, empty where a person
        wrote; and the words of programs in what a person wrote, where they are not in that language
        in it."""
        key = (text, variant := self._viewer.g.game.variant, self._language)
        if (known := _of_programs.get(key)) is not None:
            return known
        sentences = letter_of_program(*key)
        made = (sentences, "" if sentences else retold(text, variant, self._language))
        return _of_programs.keep(key, made, sum(map(len, (text, *made))))

    def ending(self, ending: Mapping[str, Any]) -> str:
        """The ending of the game: ``won: France``; the powers that share in it unless all survivors
        do."""
        how, powers = str(ending["how"]), ending["powers"]
        said = in_words(ENDINGS.get(how, how), self._language)
        g = self._viewer.g
        is_told = how in ("victory", "concession") or len(powers) < len(g.game.survivors)
        return f"{said}: {', '.join(map(self.power, powers))}" if powers and is_told else said

    def thread(self, name: str) -> str:
        """A thread of press by those in it but the reader."""
        others = [one for one in name.split("+") if one != self._viewer.power]
        return ", ".join(map(self.power, others)) or in_words("Yourself", self._language)

    def addressed(self, to: Sequence[str]) -> str:
        """The line above a letter: ``To France, Italy…``; to everybody where nobody is named."""
        names = ", ".join(map(self.power, to or (ALL,)))
        return in_words("To %(names)s…", self._language) % {"names": names}

    def proposal(self, what: str) -> str:
        """A proposal in words: ``Draw``."""
        return in_words(what.capitalize(), self._language)

    def act(self, what: str) -> str:
        """An act of a master in words: ``judged Spring 1901, movement``."""
        name, *others = what.split()
        of = "".join(others[:1])
        if name in ("process", "rollback"):
            of = self.phase(of)
        elif of in self._viewer.g.seats:
            of = self.power(of)
        return in_words(ACTS.get(name, name), self._language) % {"of": of}

    def outcome(self, outcome: str) -> str:
        """The outcome of a vote in words."""
        return in_words(outcome, self._language)
