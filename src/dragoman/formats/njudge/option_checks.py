"""Doubts about the options of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from dragoman.diagnostics import Severity
from dragoman.formats.njudge.boards import UNKNOWN_LETTER
from dragoman.formats.njudge.map_file import MapFile
from dragoman.formats.njudge.options import DisasterTable
from dragoman.formats.njudge.placing import report_unknown_power
from dragoman.formats.text_source import Source


def check_options(source: Source, map_file: MapFile, letters: Collection[str]) -> None:
    """Report what is odd about options; ``letters`` are those of the powers."""
    _check_letters(source, map_file, letters)
    _check_hong_kong(source, map_file)
    _check_gateways(source, map_file)
    _check_tables(source, map_file)
    _check_incomes(source, map_file)
    _check_kind_of_game(source, map_file)


def _check_letters(source: Source, map_file: MapFile, letters: Collection[str]) -> None:
    options = map_file.options
    for row in (*options.hong_kong, *options.railways):
        for letter in row.powers:
            if letter not in letters:
                report_unknown_power(source, letter, letters, row.line, 1, UNKNOWN_LETTER)
    for row in (*options.limits, *options.extra_centers):
        if row.power not in letters:  # of other starts on the same map, and nothing is lost
            severity = Severity.WARNING
            report_unknown_power(
                source, row.power, letters, row.line, 1, UNKNOWN_LETTER, severity=severity
            )


def _check_hong_kong(source: Source, map_file: MapFile) -> None:
    by_key = map_file.by_key
    for row in map_file.options.hong_kong:
        for key in row.provinces:
            if not by_key[key].is_center:
                source.warn(
                    "hong-kong-no-center",
                    f"{by_key[key].name} is no supply centre, so it counts for nothing anyway",
                    "take it out, or make it a centre",
                    row.line,
                )


def _check_gateways(source: Source, map_file: MapFile) -> None:
    first: dict[frozenset[str], int] = {}
    for row in map_file.options.gateways:
        ends = frozenset(row.ends)
        if ends in first:
            source.warn(
                "gateway-twice",
                f"another gateway is between these two provinces (line {first[ends]})",
                "take one of the two out, unless both shall have to open",
                row.line,
            )
        first.setdefault(ends, row.line)


def _check_tables(source: Source, map_file: MapFile) -> None:
    options = map_file.options
    on_land: list[DisasterTable | None] = [options.famine, options.plague]
    for table, is_storm in (*((table, False) for table in on_land), (options.storms, True)):
        for key in table.provinces if table else ():
            if map_file.by_key[key].is_water != is_storm:
                source.warn(
                    "storm-on-land" if is_storm else "disaster-at-sea",
                    f"{map_file.by_key[key].name} is {'no water' if is_storm else 'water'}",
                    "take it out of the table",
                    table.line if table else 0,
                )


def _check_incomes(source: Source, map_file: MapFile) -> None:
    first: dict[str, int] = {}
    for row in map_file.options.incomes:
        province = map_file.by_key[row.city]
        if row.city in first:
            source.warn(
                "income-twice",
                f"{province.name} has a row already (line {first[row.city]})",
                "put all its income into one row",
                row.line,
            )
        first.setdefault(row.city, row.line)
        if province.city is not None and not province.city.income:
            source.warn(
                "income-without-city",
                f"{province.name} has no city to receive an income",
                "name a city, best one at home",
                row.line,
            )


def _check_kind_of_game(source: Source, map_file: MapFile) -> None:
    """Some options mean nothing in Diplomacy, the others nothing in Machiavelli."""
    for what, lines in _lines_of_other_game(map_file):
        if lines:
            source.warn(
                "other-game",
                f"{what}: only {'Diplomacy' if map_file.is_machiavelli else 'Machiavelli'} "
                "has them",
                "take the block out"
                + ("" if map_file.is_machiavelli else ", or give the provinces their cities"),
                min(lines),
            )


def _lines_of_other_game(map_file: MapFile) -> Iterable[tuple[str, list[int]]]:
    options = map_file.options
    if map_file.is_machiavelli:
        yield "Hong Kong provinces", [row.line for row in options.hong_kong]
        yield "gateways", [row.line for row in options.gateways]
        yield "railways", [row.line for row in options.railways]
        return
    yield "famines", [options.famine.line] if options.famine else []
    yield "plagues", [options.plague.line] if options.plague else []
    yield "storms", [options.storms.line] if options.storms else []
    yield "variable incomes", [row.line for row in options.incomes]
    yield "unit limits", [row.line for row in options.limits]
