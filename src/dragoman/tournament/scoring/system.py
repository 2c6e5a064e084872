"""Scoring systems by name, their settings, and the scoring of a game by one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Final

from dragoman.diagnostics import Diagnostic
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass
from dragoman.tournament.scoring.result import GameResult, MissingData, ResultEnding
from dragoman.tournament.settings import Choice, Setting, settle
from dragoman.words import LANGUAGES, word_file

Points = Sequence[int | Fraction]
"""Points of each power, in the order of the game's ``powers``."""


class Need(Enum):
    """Data that a system reads beside the last counts; the value says it in words."""

    ELIMINATIONS = "the year in which each power was eliminated"
    AFTER_1905 = "who held a centre after Fall 1905"
    ALL_YEARS = "the centres of every year"


@dataclass(frozen=True, slots=True)
class ScoringSystem:
    """A way to turn a finished game into points.

    ``formula`` is the rule in words, ``source`` where it comes from.
    """

    name: str
    title: str
    formula: str
    source: str
    needs: frozenset[Need]
    settings: tuple[Setting, ...]
    rate: Callable[..., Points]
    """The rule itself: the game, and a keyword for each setting."""

    def with_settings(self, values: Mapping[str, object]) -> tuple[Scoring, tuple[Diagnostic, ...]]:
        """The system as set; a setting that is wrong stays at its default and has a diagnostic."""
        chosen, faults = settle(self.title, self.settings, values)
        return Scoring(self, chosen), faults


@dataclass(frozen=True, slots=True)
class Scoring:
    """A system with all its settings chosen: what a tournament is scored by."""

    system: ScoringSystem
    settings: Mapping[str, Choice] = field(default_factory=lambda: MappingProxyType({}))

    def score(self, game: GameResult) -> Mapping[str, Fraction]:
        """The points of each power. Everybody scores 0 in an abandoned game.

        Raises:
            MissingData: if the record lacks something the system needs.
        """
        if game.ending is ResultEnding.ABANDONED:
            return MappingProxyType({power: Fraction(0) for power in game.powers})
        points = self.system.rate(game, **self.settings)
        return MappingProxyType(
            {power: Fraction(p) for power, p in zip(game.powers, points, strict=True)}
        )

    def missing(self, game: GameResult) -> Diagnostic | None:
        """The fault of a game that lacks data for its score; None if there is none."""
        try:
            self.score(game)
        except MissingData as error:
            return error.diagnostic
        return None


DIPLOMACYTV = "as counted by the tournament software of diplomacytv.com"
"""The source of formulas whose events' own texts were not at hand."""

SYSTEMS: dict[str, ScoringSystem] = {}
"""All systems by name. They are entered by ``system``, each where its rule is written."""


def system(
    name: str,
    title: str,
    source: str,
    needs: tuple[Need, ...] = (),
    settings: tuple[Setting, ...] = (),
) -> Callable[[Callable[..., Points]], Callable[..., Points]]:
    """Enter a rule among the systems; its docstring is the formula that people read."""

    def enter(rate: Callable[..., Points]) -> Callable[..., Points]:
        formula = " ".join((rate.__doc__ or "").split())
        SYSTEMS[name] = ScoringSystem(
            name, title, formula, source, frozenset(needs), settings, rate
        )
        return rate

    return enter


def choose_scoring(
    name: str, settings: Mapping[str, object] | None = None
) -> tuple[Scoring | None, tuple[Diagnostic, ...]]:
    """The system of a name with some settings; None, with a diagnostic, if there is none."""
    if name not in SYSTEMS:
        near = close_matches(name.lower(), SYSTEMS, like=0.5)
        return None, (
            Diagnostic(
                "unknown-scoring",
                f"no scoring system is called {name!r}",
                "take one of those that `dragoman tournament systems` lists",
                candidates=tuple(near),
            ),
        )
    return SYSTEMS[name].with_settings(settings or {})


def rounded(value: Fraction, decimals: int) -> Fraction:
    """A number to so many decimals, exact halves away from zero."""
    scale = 10**decimals
    doubled = abs(value) * scale * 2
    whole = (doubled.numerator // doubled.denominator + 1) // 2
    return Fraction(whole if value >= 0 else -whole, scale)


def points_text(value: Fraction, decimals: int = 3) -> str:
    """Points as people write them: at most so many decimals, none that say nothing."""
    units = int(rounded(value, decimals) * 10**decimals)
    text = f"{Decimal(units).scaleb(-decimals):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def winner_takes(game: GameResult, winner: int | Fraction, others: int | Fraction = 0) -> Points:
    """The points of a solo in which all that were beaten score the same."""
    return [winner if power == game.soloist else others for power in game.powers]


# Years that the dead are paid for

YEARS = Setting(
    "years",
    "survived",
    "which years the dead are paid for: those they ended with a centre (out in 1905 is 4), or "
    "those they played (out in 1905 is 5)",
    ("survived", "played"),
)


def paid_years(game: GameResult, power: str, years: str) -> int:
    """The years of a dead power that a system pays for, as its setting says."""
    return game.years_survived(power) if years == "survived" else game.years_played(power)


# In each language

WORDS: Final = Path(__file__).with_name("words")


def system_in(one: ScoringSystem, language: str) -> ScoringSystem:
    """A system with its title, its formula, its source and its settings in a language."""
    if language == LANGUAGES[0]:
        return one
    words = word_file(WORDS, language)

    def said(table: str, key: str, english: str) -> str:
        return str(words[table].get(key, english))

    settings = tuple(
        replace(setting, meaning=said("settings", setting.meaning, setting.meaning))
        for setting in one.settings
    )
    return replace(
        one,
        title=said("titles", one.name, one.title),
        formula=said("formulas", one.name, one.formula),
        source=said("sources", one.source, one.source),
        settings=settings,
    )
