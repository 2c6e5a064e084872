"""Putting statements into words, in the languages there are word files for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dragoman.board import Unit
from dragoman.game import Variant, handwriting
from dragoman.game.kind import package_of
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Core,
    Disband,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    Notation,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.orders.notation import write_money
from dragoman.orders.order import place_named
from dragoman.orders.vocabulary import word_list
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import (
    LocationKey,
    Part,
    PowerKey,
    Rule,
    Statement,
    Strength,
    Verbatim,
    WrittenOrder,
)
from dragoman.rules import Phase, PhaseKind
from dragoman.words import in_number, word_file

WORDS = Path(__file__).with_name("words")
"""The word files of reports."""
KIND_WORDS = "words"
"""The folder with the words of a kind of game, in its package."""
_APART = ("remarks", "links", "arrangements", "shares", "messages", "results")
"""The gaps whose parts say more than a word or two."""


@lru_cache(maxsize=32)
def words_told(kind: str, language: str) -> Mapping[str, Mapping[str, Any]]:
    """The words of a language in a kind of game, by their tables: its own before the usual ones.

    Raises:
        ValueError: if there are no words for the language.
    """
    usual = word_file(WORDS, language)
    package = package_of(kind)
    found = find_spec(package) if package else None
    for place in (found and found.submodule_search_locations) or ():
        folder = Path(place, KIND_WORDS)
        if folder.is_dir():
            own = word_file(folder, language)
            return {**usual, **{name: {**usual.get(name, {}), **own[name]} for name in own}}
    return usual


@dataclass(frozen=True)
class Phrasebook:
    """A language, with the names a variant has in it.

    Units and places go by their short names: ``A Bur``, ``F Stp/nc``. A kind of game has its own
    words for what it calls otherwise, or has besides. Statements of which the word files of reports
    have no table are in those of the ``folder``. Orders and units are in the
    ``notation``, in the short form that players use where none is named.
    """

    variant: Variant
    language: str = "en"
    folder: Path = WORDS
    notation: Notation | None = None

    @property
    def _tables(self) -> Mapping[str, Mapping[str, Any]]:
        return words_told(self.variant.kind, self.language)

    def sentence(self, statement: Statement) -> str:
        """A statement as a sentence of its own."""
        return self.part_as_sentence(statement)

    def part_as_sentence(self, part: Part) -> str:
        """Anything that can be said as a sentence of its own."""
        text = self.part(part)
        return text[:1].upper() + text[1:]

    def say(self, statement: Statement) -> str:
        """A statement in words."""
        template = self._template(statement)
        return template.format_map(
            {name: _Gap(self, part, name) for name, part in statement.parts.items()}
        )

    def word(self, key: str) -> str:
        """A word or sentence without gaps, by table and key (``marks.bounce``)."""
        table, _, name = key.partition(".")
        return self._tables[table][name]

    def phase(self, phase: Phase) -> str:
        """A phase: ``spring 1901, movement``."""
        return self.word("report.phase").format(
            season=self.word(f"phases.{phase.season}"),
            year=self.year(phase),
            kind=self.word(f"phases.{phase.letter}"),
        )

    def year(self, phase: Phase) -> str:
        """The year of a phase: ``1901``, ``260 B.C.``."""
        year = str(abs(phase.year))
        return self.word("report.bc").format(year=year) if phase.is_bc else year

    def rule(self, rule: Rule) -> str:
        """A rule with its source."""
        source = self._tables["sources"].get(rule.source, rule.source)
        if rule.answer:
            choice = self.word(f"choices.{rule.name}={rule.answer}")
            return f"{self.word('choices.cited').format(choice=choice)}: {source}"
        return f"{self.word(f'rules.{rule.name}')}: {source}" if rule.name else source

    def part(self, part: Part, name: str = "", case: str = "") -> str:
        """The value that fills a gap: of several parts those that say more are set apart, choices
        joined by "or". Where the gap asks for a ``case``, names stand in it."""
        match part:
            case Statement():
                return self._declined(self.say(part), case)
            case Unit(power, kind, location):
                return self._unit(UnitRef(location, kind or None, power))
            case LocationKey(location):
                return self.place(location)
            case PowerKey(power):
                return self._declined(self.power(power), case)
            case Strength(halves):
                return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)
            case WrittenOrder(order):
                return self.order(order)
            case Verbatim(text):
                return text
            case int():
                return str(part)
            case tuple():
                return self._listed([self.part(one, case=case) for one in part], name)

    def unit(self, unit: Unit | UnitRef) -> str:
        """A unit where it is plain whose it is."""
        named = UnitRef(unit.location, unit.kind)
        if self.notation is not None:
            return handwriting(self.variant, self.notation).unit(named)
        return self._unit(named)

    def place(self, location: str) -> str:
        """A province or coast: ``Stp/nc``; a city of Machiavelli: ``city of Gen``. What the variant
        calls it for short counts first."""
        if short := self.variant.short_names.get(location):
            return short
        province, _, coast = location.partition("/")
        known = self.variant.board.provinces.get(province)
        if known is not None and known.city_of is not None:
            return self.word("orders.city").format(place=known.city_of.capitalize())
        return province.capitalize() + (f"/{coast.lower()}" if coast else "")

    def power(self, power: str) -> str:
        """A power by its name."""
        if power not in self.variant.board.powers:
            return power.title()
        return self.variant.power_name(power, self.language)

    def _declined(self, name: str, case: str) -> str:
        """A name with its article, if it has one in the table of names, else as ``*`` there says; a
        case with a capital letter is that of the first words of a sentence."""
        if not case:
            return name
        declined: Mapping[str, Mapping[str, str]]
        declined = word_file(self.folder, self.language).get("names", {})
        forms = declined.get(name) or declined.get("*", {})
        found = forms.get(case.lower(), "{name}").format(name=name)
        return found[:1].upper() + found[1:] if case.istitle() else found

    def order(self, order: Order) -> str:
        """An order: ``A Ruh S A Bur–Mun``, if no notation says otherwise."""
        if self.notation is not None:
            return handwriting(self.variant, self.notation).order(order)
        match order:
            case Hold(unit):
                return self._order("hold", unit)
            case Move(unit, target, via, route):
                ways = "–".join(map(self.place, (*route, target)))
                return self._order("via" if via else "move", unit, target=ways)
            case Support(unit, other, None):
                return self._order("support", unit, other)
            case Support(unit, other, target):
                return self._order("support_move", unit, other, self.place(target or ""))
            case Convoy(unit, other, target):
                return self._order("convoy", unit, other, self.place(target))
            case Retreat(unit) if order.is_into_city:
                return self._order("convert", unit, target="G")
            case Retreat(unit, target):
                return self._order("retreat", unit, target=self.place(target))
            case Disband(unit):
                return self._order("disband", unit)
            case Build(unit):
                return self._order("build", unit)
            case Remove(unit):
                return self._order("remove", unit)
            case Waive():
                return self.word("orders.waive")
            case Core(unit):
                return self._order("core", unit)
            case Besiege(unit):
                return self._order("besiege", unit)
            case LiftSiege(unit):
                return self._order("lift", unit)
            case Convert(unit, kind, coast):
                into = kind if coast is None else f"{kind}/{coast.lower()}"
                return self._order("convert", unit, target=into)
            case Maintain(unit):
                return self._order("maintain", unit)
            case _:
                templates = word_list(self.language).written_orders
                return write_money(order, templates, self._unit, self.place, self.power)

    def _order(
        self, key: str, unit: UnitRef, other: UnitRef | None = None, target: str = ""
    ) -> str:
        return self.word(f"orders.{key}").format(
            unit=self._unit(unit), other=self._unit(other) if other else "", target=target
        )

    def _unit(self, unit: UnitRef) -> str:
        """A unit by kind and place; on a high sea, where others may stand, also by power."""
        place = self.place(place_named(unit))
        if unit.power and unit.location in self.variant.board.high_seas:
            place += f" ({self.power(unit.power)})"
        return place if unit.kind is None else f"{unit.kind} {place}"

    def _listed(self, items: list[str], name: str) -> str:
        if name in _APART:
            return "; ".join(items)
        if len(items) < 2:
            return "".join(items)
        word = self.word("lists.or" if name == "choices" else "lists.and")
        return f"{', '.join(items[:-1])} {word} {items[-1]}"

    def _template(self, statement: Statement) -> str:
        table, _, name = statement.key.partition(".")
        tables = self._tables
        found = (tables if table in tables else word_file(self.folder, self.language))[table][name]
        count = next((_count(part) for part in statement.parts.values() if _count(part) >= 0), 1)
        return in_number(found, count, self.language)


@dataclass(frozen=True)
class PhrasebookInFull(Phrasebook):
    """The same with whole names and without letters for kinds, for what stands beside signs of
    units: ``Ruhr → Belgium``."""

    def place(self, location: str) -> str:
        if location not in self.variant.board.province_of:
            return super().place(location)
        province = self.variant.board.provinces[self.variant.board.province_of[location]]
        return self.variant.place_name(province.city_of or location, self.language)

    def phase_in_short(self, phase: Phase) -> str:
        """A phase as a button names it: ``Winter 1901``, ``Fall 1901, retreats``."""
        if phase.kind is PhaseKind.RETREAT:
            return self.phase(phase)
        season, year = self.word(f"phases.{phase.season}"), self.year(phase)
        return self.word("report.phase-in-short").format(season=season, year=year)

    def _unit(self, unit: UnitRef) -> str:
        return self.place(unit.location)

    def _order(
        self, key: str, unit: UnitRef, other: UnitRef | None = None, target: str = ""
    ) -> str:
        return self.word(f"orders-in-full.{key}").format(
            unit=self._unit(unit), other=self._unit(other) if other else "", target=target
        )


@dataclass(frozen=True, slots=True)
class _Gap:
    """The value that fills a gap, as it is asked for: ``{powers}``, ``{powers:dative}``."""

    book: Phrasebook
    part: Part
    name: str

    def __format__(self, case: str) -> str:
        return self.book.part(self.part, self.name, case)


def _count(part: Part) -> int:
    """The number of things a part stands for; below zero for what does not count."""
    if isinstance(part, tuple):
        return len(part)
    return part if isinstance(part, int) else -1
