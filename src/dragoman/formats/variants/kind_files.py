"""The facet of a kind of game about files of variants: their contents, and what other formats
lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from dragoman.board import AUTONOMOUS, Board, Neutrals
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge import MapFile, SeedFile, SeedUnit, start_from
from dragoman.formats.variants.toml_file import VariantToml
from dragoman.formats.variants.toml_movement import names_with_nobody, nobody, with_conversions
from dragoman.game.kind import Facet
from dragoman.game.variant import LocalNames, Variant
from dragoman.rules import Calendar, Position, RuleSet

if TYPE_CHECKING:
    from dragoman.machiavelli import Scenario


class Contents(NamedTuple):
    """The variant that its files make together, beside its name and its looks. ``start`` is None
    where the seed does not say which turn it is."""

    board: Board
    start: Position | None
    rule_set: RuleSet
    victory_centers: int
    center_order: tuple[str, ...]
    calendar: Calendar
    names: Mapping[str, LocalNames]
    scenario: Scenario | None
    diagnostics: tuple[Diagnostic, ...]


class FilesKind:
    """The answers of Diplomacy about files of variants, and of every kind of game that gives no
    others."""

    # Our own files.

    def contents(
        self, map_file: MapFile, seed_file: SeedFile, board: Board, toml: VariantToml
    ) -> Contents:
        """The variant that a map, a seed and a ``variant.toml`` make together. The board is that of
        the Diplomacy in the map."""
        names, board = toml.names, with_conversions(board, toml.converts_in)
        if toml.neutrals != Neutrals() or any(unit.owner == "&" for unit in seed_file.units):
            board, names = board.with_neutrals(nobody(), toml.neutrals), names_with_nobody(names)
        start, faults = start_from(seed_file, map_file, board)
        return Contents(
            board,
            start,
            toml.rule_set,
            toml.victory_centers or len(board.centers) // 2 + 1,
            order_of_centers(board, map_file.center_order),
            toml.calendar,
            names,
            None,
            faults,
        )

    def map_file(self, variant: Variant, plain: MapFile) -> MapFile:
        """The map file, made of that of the Diplomacy in a variant."""
        return plain

    def seed_file(self, variant: Variant) -> SeedFile:
        """The file of the starting units."""
        board, start = variant.board, variant.start
        letters = {power.key: power.letter for power in board.powers.values()}
        units = [SeedUnit(letters[u.power], ":", u.kind, u.location.lower()) for u in start.units]
        for one in start.dislodged:
            unit, retreats = one.unit, tuple(option.lower() for option in one.options)
            place = unit.location.lower()
            units.append(SeedUnit(letters[unit.power], "r", unit.kind, place, retreats))
        usual = {key: p.home for key, p in board.provinces.items() if p.home is not None}
        usual |= {
            board.province_of[u.location]: u.power
            for u in start.units
            if board.province_of[u.location] in board.centers and u.power != AUTONOMOUS
        }
        row = None
        if usual != dict(start.owners):
            owners = start.owners
            row = "".join(letters[owners[k]] if k in owners else "." for k in board.provinces)
        phase = start.phase
        season = "F" if phase.season == "W" else phase.season  # nJudge has no winter: fall builds
        letter = "B" if phase.letter == "A" else phase.letter
        return SeedFile(f"{season}{abs(phase.year):04}{letter}", tuple(units), row)

    def preset(self, variant: Variant) -> str:
        """The rule set that ``variant.toml`` names; empty where it tells of differences alone."""
        return ""

    def tables(self, variant: Variant) -> Iterator[str]:
        """The lines of more tables in ``variant.toml``."""
        return iter(())

    def told(self, map_file: MapFile) -> str:
        """The facts of a map besides its shape, in lines that people read."""
        return ""

    # Files of other programs, which hold Diplomacy alone.

    def losses(self, variant: Variant) -> Iterator[str]:
        """Losses where only the Diplomacy in a variant is kept."""
        return iter(())


FILES: Final = Facet("files", FilesKind)


def order_of_centers(board: Board, listed: tuple[str, ...]) -> tuple[str, ...]:
    """The centres of a board in the order that lists have: those listed first, then all others."""
    return tuple(dict.fromkeys(k for k in (*listed, *board.centers) if k in board.centers))
