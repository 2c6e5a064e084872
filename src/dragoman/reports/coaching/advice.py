"""Advice: something that a beginner is told about his units, the terms that it is about, and its
words in each language, with names of places in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from dragoman.game import Variant
from dragoman.orders import UnitRef
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import Part, Statement, Verbatim, say
from dragoman.values import FrozenMap

WORDS: Final = Path(__file__).with_name("words")
MOST: Final = 4
"""How much is said at once, at most."""

TOPICS: Final[Mapping[str, tuple[str, ...]]] = FrozenMap(
    {
        # After a turn.
        "dislodged": ("dislodged", "strength"),
        "destroyed": ("dislodged", "retreat"),
        "lost-home": ("home-centre", "fall"),
        "lost": ("centre", "fall"),
        "bounced-own": ("bounce", "strength"),
        "bounced-cut": ("cut", "strength"),
        "bounced-behind": ("follow", "bounce"),
        "no-convoy": ("convoy",),
        "disrupted": ("convoy", "dislodged"),
        "void": ("void", "support"),
        "illegal": ("move",),
        "bounced": ("bounce", "strength"),
        "cut": ("cut", "support"),
        "retreat-met": ("retreat",),
        "retreat-none": ("retreat", "disband"),
        "unbuilt": ("build",),
        "removed": ("removal",),
        "gained": ("centre", "fall"),
        "took-support": ("support", "strength"),
        "held-support": ("support", "strength"),
        "not-yet": ("centre", "fall"),
        "unordered": ("hold",),
        # Before a turn.
        "same-place": ("bounce", "support"),
        "own-stays": ("dislodged",),
        "support-not-ordered": ("void", "support"),
        "support-moves": ("void", "support"),
        "convoy-not-ordered": ("convoy",),
        "no-fleet": ("convoy",),
        "leaves-centre": ("centre", "fall"),
        "open-home": ("home-centre",),
        "home-taken": ("build", "home-centre"),
        "no-order": ("hold",),
        "retreat-same": ("retreat",),
        "retreat-unordered": ("retreat", "disband"),
        "may-build": ("build", "waive"),
        "must-remove": ("removal",),
    }
)
"""Everything that advice may begin with, what matters most first, with the terms of the glossary
that it is about."""


@dataclass(frozen=True)
class Advice:
    """A piece of advice: what happened or would happen, and what could be done about it."""

    statements: tuple[Statement, ...]

    @property
    def topic(self) -> str:
        """Its key among ``TOPICS``."""
        return self.statements[0].key.partition(".")[2]

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of the glossary that it is about."""
        return TOPICS[self.topic]

    def text(self, variant: Variant, language: str) -> str:
        """The advice in words."""
        book = PlainPhrasebook(variant, language, WORDS)
        return " ".join(map(book.sentence, self.statements))


def advise(key: str, *more: Statement, **parts: Part) -> Advice:
    """Advice that begins with the statement of a topic."""
    return Advice((say(f"coach.{key}", **parts), *more))


def hint(key: str, **parts: Part) -> Statement:
    """A statement about what could be done."""
    return say(f"coach-hints.{key}", **parts)


def what_matters(advice: Iterable[Advice], most: int = MOST) -> tuple[Advice, ...]:
    """The most important pieces of advice, those first."""
    rank = {topic: place for place, topic in enumerate(TOPICS)}
    return tuple(sorted(advice, key=lambda one: rank[one.topic])[:most])


@dataclass(frozen=True)
class PlainPhrasebook(Phrasebook):
    """A language in which units and places go by their full names: ``army Munich``."""

    def place(self, location: str) -> str:
        return self.variant.place_name(location, self.language)

    def _unit(self, unit: UnitRef) -> str:
        place = self.place(unit.location)
        if unit.kind is None:
            return place
        return self.say(say(f"coach-units.{unit.kind[:1]}", place=Verbatim(place)))
