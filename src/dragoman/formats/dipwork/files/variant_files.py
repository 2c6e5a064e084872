"""The files of a variant directory: ``VARIANT.TXT`` and ``FIELDS.TXT``, read together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.dipwork.files.geography import Geography, read_geography
from dragoman.formats.dipwork.files.geography_checks import check_geography
from dragoman.formats.dipwork.files.keyword_lists import (
    Nation,
    OrderWords,
    UnitType,
    read_nations,
    read_order_words,
    read_units,
)
from dragoman.formats.dipwork.files.keywords import KeywordFile, read_keywords
from dragoman.formats.dipwork.files.macros import check_menus
from dragoman.formats.dipwork.files.parameters import PARAMETERS, Parameters, check_parameters
from dragoman.formats.dipwork.files.text_file import TextFile
from dragoman.orders import OwnWords, Word
from dragoman.quick_dataclass import dataclass
from dragoman.words import said


@dataclass(frozen=True)
class VariantFiles:
    """The contents of the two files of a variant.

    ``game`` and ``project`` are the files whose parameters are looked up before and after
    those of the variant, where it is read for a game.
    """

    variant: KeywordFile
    nations: tuple[Nation, ...]
    units: tuple[UnitType, ...]
    order_words: OrderWords
    geography: Geography
    game: KeywordFile | None = None
    project: KeywordFile | None = None

    @cached_property
    def parameters(self) -> Parameters:
        """The parameters, without those of the orders."""
        return Parameters(tuple(filter(None, (self.game, self.variant, self.project))))

    @cached_property
    def own_words(self) -> OwnWords:
        """The spellings of units and orders that ``UNITLIST`` and ``ORDERLIST`` have."""
        meanings = (Word.HOLD, Word.MOVE, Word.SUPPORT, Word.CONVOY)
        rows = zip(self.order_words.rows, meanings, strict=True)
        return OwnWords(
            tuple((word, unit.word) for unit in self.units for word in unit.words),
            tuple((word, meaning) for row, meaning in rows for word in row),
        )

    @cached_property
    def menu_faults(self) -> tuple[Diagnostic, ...]:
        """The faults of the menus. It matters to nobody who chooses no entry."""
        has_menus = "MENULIST" in self.variant.lists
        return tuple(check_menus(self.variant, self.parameters)) if has_menus else ()

    @property
    def convoy_unit(self) -> int:
        """The number of the unit type whose ways convoys take."""
        return self.parameters.number("CONVOY_RELEVANT_UNITNR")


def _clashes(files: VariantFiles) -> Iterator[Diagnostic]:
    """Words that stand for a nation and for a unit or an order as well (the manual,
    "Landesabkürzungen"): an order cannot tell which unit is meant. Order words stand elsewhere in
    an order, and Chaos has nations C and S; that of a nation is told all the same."""
    taken = {
        word.lower(): said("the unit {word}", word=unit.word)
        for unit in files.units
        for word in unit.words
    }
    for words in files.order_words.rows:
        taken |= {word.lower(): said("the order {words}", words=words[0]) for word in words}
    for nation in files.nations:
        for spelling in nation.spellings:
            if other := taken.get(spelling.lower()):
                yield Diagnostic(
                    "name-clash",
                    said(
                        "{spelling} stands for {name} and for {other}",
                        spelling=spelling,
                        name=nation.name,
                        other=other,
                    ),
                    "give the nation another word",
                    files.variant.name,
                    nation.line,
                    1,
                    severity=Severity.WARNING,
                )


def read_variant_files(
    variant: TextFile,
    fields: TextFile,
    game: KeywordFile | None = None,
    project: KeywordFile | None = None,
) -> tuple[VariantFiles, tuple[Diagnostic, ...]]:
    """Read and check the files of a variant. Never raises.

    What cannot be understood is left out of what is returned, and has a diagnostic.
    """
    keywords, faults = read_keywords(variant, PARAMETERS)
    nations, nation_faults = read_nations(keywords)
    units, unit_faults = read_units(keywords)
    order_words, order_faults = read_order_words(keywords)
    geography, field_faults = read_geography(fields)
    files = VariantFiles(keywords, nations, units, order_words, geography, game, project)
    checks = check_geography(geography, nations, units, files.convoy_unit, fields.name)
    return files, (
        *faults,
        *check_parameters(keywords),
        *nation_faults,
        *unit_faults,
        *order_faults,
        *_clashes(files),
        *files.menu_faults,
        *field_faults,
        *checks,
    )
