"""Doubts about a map: its provinces, the ways between them, its options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from dragoman.board import fold, province_of
from dragoman.diagnostics import Severity
from dragoman.formats.njudge.boards import UNKNOWN_LETTER
from dragoman.formats.njudge.map_file import MapDisasterTable, MapFile, MapProvince
from dragoman.formats.njudge.moves_list import head_of
from dragoman.formats.njudge.starts import report_unknown_power
from dragoman.formats.text_source import Source

# Provinces, and the ways between them

_ORDER_WORD = re.compile(
    r"[afghscmbrdw]|[nsew]c|army|fleet|garrison|hold|support|convoy|move|retreat|build|remove"
    r"|disband|waive|via|to"
)
"""The words of orders; a province of such a name makes them hard to read."""

_KINDS_OF_MOVES = ("mv", "mx", "xc", "cc", "nc", "sc", "ec", "wc")
"""Those that the manual knows."""


def check_lands(source: Source, map_file: MapFile) -> None:
    """Report what is odd about provinces, coasts and ways."""
    if not map_file.provinces:
        source.warn("no-provinces", "the map has no province", "begin with the province list")
        return
    if not any(province.is_center for province in map_file.provinces):
        source.warn(
            "no-centers",
            "the map has no supply centre",
            "give centres the kind of area x, or the letter of the power whose home they are",
            map_file.provinces[0].line,
        )
    for province in map_file.provinces:
        _check_words(source, province)
    _check_machiavelli(source, map_file)
    _check_fleets(source, map_file)
    _check_coasts(source, map_file)
    _check_kinds_of_moves(source, map_file)
    _check_repeated_steps(source, map_file)
    _check_no_ground(source, map_file)
    _check_conduits(source, map_file)
    _check_reach(source, map_file)


def _check_words(source: Source, province: MapProvince) -> None:
    for word in (province.name, *province.abbreviations):
        if _ORDER_WORD.fullmatch(fold(word)):
            source.warn(
                "order-word",
                f"{word!r} means something else in orders",
                f"call {province.name} something else",
                province.line,
            )
    counts = Counter(fold(word) for word in province.abbreviations)
    for folded in (folded for folded, count in counts.items() if count > 1):
        source.warn(
            "abbreviation-twice",
            f"{province.name} has the abbreviation {folded} twice",
            "take one out",
            province.line,
        )


def _check_machiavelli(source: Source, map_file: MapFile) -> None:
    if not map_file.is_machiavelli:
        return
    fleets = _places(map_file, "xc")
    for p in map_file.provinces:
        if p.area in "hvgr":
            source.error(
                "not-in-machiavelli",
                f"{p.name}: Machiavelli has no kind of area {p.area}",
                "write l, w, x or the letter of a power",
                p.line,
            )
        elif p.city is None:
            continue
        elif p.convoyable_land:
            source.error(
                "city-after-w",
                f"{p.name}: the second letter w and a city do not go together",
                "take out the w",
                p.line,
            )
        elif p.city.is_port and not p.is_water and p.key not in fleets:
            source.warn(
                "inland-port",
                f"{p.name} has a port, but no fleet can come to it",
                "make it . or f, or give fleets a way",
                p.line,
            )
        elif p.city.is_venice and not p.city.is_port:
            source.warn(
                "inland-venice",
                f"{p.name} follows the rules of Venice, but its city is not a port",
                "write p or P before the V",
                p.line,
            )


def _check_fleets(source: Source, map_file: MapFile) -> None:
    """Warn of coasts where none are, and of convoys where no fleet can be."""
    fleets = _places(map_file, "xc")
    shut = {moves.province for moves in map_file.moves if _is_shut(moves.province, map_file)}
    coasts = map_file.coasts
    for p in map_file.provinces:
        if p.is_water and p.key in coasts:
            source.warn(
                "coast-of-water",
                f"{p.name} is water and has named coasts",
                "only land has coasts; take them out",
                p.line,
            )
        if p.convoyable_land and p.key not in fleets and p.key not in shut:
            source.warn(
                "inland-convoy",
                f"fleets in {p.name} may convoy (w), but none can come to it",
                "take out the w, or give fleets a way",
                p.line,
            )


def _check_coasts(source: Source, map_file: MapFile) -> None:
    for key, coasts in map_file.coasts.items():
        province = map_file.by_key.get(key)
        if province is None:
            continue
        if len(coasts) == 1:
            source.warn(
                "lone-coast",
                f"{province.name} has one named coast only ({coasts[0].lower()})",
                "a province with a single shore needs no coast: write -xc:",
                _line(map_file, f"{key}/{coasts[0]}"),
            )
        if any(moves.mover == "xc" and moves.source == key for moves in map_file.moves):
            source.warn(
                "coast-or-not",
                f"fleets go to coasts of {province.name}, and to it without a coast as well",
                "name a coast everywhere",
                _line(map_file, key),
            )


def _check_kinds_of_moves(source: Source, map_file: MapFile) -> None:
    """Only the first letter of a kind of moves counts, so a slip makes another kind of it."""
    for moves in map_file.moves:
        written = moves.written.lower()
        if written and written not in _KINDS_OF_MOVES:
            head = head_of(moves.kind, moves.source)
            source.warn(
                "odd-moves-kind",
                f"the manual knows no moves -{written}:, and only their letter {written[0]} "
                f"counts: they were read as {head}",
                f"write {head}, or what was meant",
                moves.line,
            )


def _check_repeated_steps(source: Source, map_file: MapFile) -> None:
    first: dict[tuple[str, str, str], int] = {}
    for moves in map_file.moves:
        for step in moves.steps:
            way = (moves.kind, moves.source, step.target)
            if way in first:
                source.warn(
                    "way-twice",
                    f"this way to {step.target.lower()} stands in line {first[way]} already",
                    "take it out",
                    moves.line,
                    step.column,
                )
            first.setdefault(way, moves.line)


def _check_no_ground(source: Source, map_file: MapFile) -> None:
    """Nobody goes in or out of gatekeepers and railways."""
    by_key = map_file.by_key
    for moves in map_file.moves:
        for step in moves.steps:
            ends = [by_key[key] for key in (moves.province, step.province) if key in by_key]
            names = [end.name for end in ends if not end.is_ground]
            if names and step.province != moves.province:
                source.warn(
                    "way-to-no-ground",
                    f"a way leads to or from {names[0]}, a gatekeeper or a railway; it is closed",
                    "take it out",
                    moves.line,
                    step.column,
                )


def _check_conduits(source: Source, map_file: MapFile) -> None:
    marked = {
        (moves.province, step.province)
        for moves in map_file.moves
        for step in moves.steps
        if step.gatekeeper
    }
    ways = {(m.province, s.province) for m in map_file.moves if m.mover == "xc" for s in m.steps}
    lines = {
        (step.province, moves.province)
        for moves in map_file.moves
        if moves.kind == "cc"
        for step in moves.steps
    }
    for moves in map_file.moves:
        for step in moves.steps:
            here = (moves.province, step.province)
            if step.gatekeeper and here not in lines and here[::-1] in ways:
                source.warn(
                    "conduit-without-line",
                    f"{step.target.lower()}/cc has no line {step.province.lower()}-cc: that "
                    f"leads back to {moves.province.lower()}",
                    "add it",
                    moves.line,
                    step.column,
                )
            elif moves.kind == "cc" and here[::-1] not in marked and here[::-1] in ways:
                source.warn(
                    "conduit-unmarked",
                    f"{step.target.lower()} leads to {moves.source.lower()} without /cc",
                    f"write {moves.source.lower()}/cc and the gatekeeper there",
                    moves.line,
                    step.column,
                )
            if step.gatekeeper in here:
                source.warn(
                    "own-gatekeeper",
                    "one end of the conduit controls it itself",
                    "name a third province",
                    moves.line,
                    step.column,
                )
    if marked and not map_file.is_machiavelli:
        source.warn(
            "not-in-diplomacy",
            "conduits (/cc) are for Machiavelli; here the way is always open",
            "use a gateway",
            next(m.line for m in map_file.moves if any(s.gatekeeper for s in m.steps)),
        )


def _check_reach(source: Source, map_file: MapFile) -> None:
    """Warn of each group of provinces that no unit can come to from the largest one."""
    mentioned = _places(map_file, "mv") | _places(map_file, "xc")
    neighbors: dict[str, set[str]] = {
        p.key: set()
        for p in map_file.provinces
        if p.is_ground and p.key in mentioned and not _is_shut(p.key, map_file)
    }
    for moves in map_file.moves:
        for step in moves.steps:
            if moves.province in neighbors and step.province in neighbors:
                neighbors[moves.province].add(step.province)
                neighbors[step.province].add(moves.province)
    groups = _groups(neighbors)
    groups.sort(key=len, reverse=True)
    for group in groups[1:]:
        names = [p.name for p in map_file.provinces if p.key in group]
        source.warn(
            "unreachable",
            f"nobody can come to {', '.join(names)} from the rest of the map",
            "add ways; where nobody may go in or out, let the province lead to itself alone",
            min(p.line for p in map_file.provinces if p.key in group),
        )


def _groups(neighbors: Mapping[str, set[str]]) -> list[set[str]]:
    groups: list[set[str]] = []
    left = dict.fromkeys(neighbors)
    while left:
        group: set[str] = set()
        edge = [next(iter(left))]
        while edge:
            key = edge.pop()
            if key in left:
                del left[key]
                group.add(key)
                edge.extend(neighbors[key])
        groups.append(group)
    return groups


def _is_shut(key: str, map_file: MapFile) -> bool:
    """True if a province leads to itself, and to nowhere else."""
    ends = {s.province for m in map_file.moves if m.province == key for s in m.steps}
    return ends == {key}


def _locations(map_file: MapFile, mover: str) -> set[str]:
    return {
        location
        for moves in map_file.moves
        if moves.mover == mover
        for location in (moves.source, *(step.target for step in moves.steps))
    }


def _places(map_file: MapFile, mover: str) -> set[str]:
    return {province_of(location) for location in _locations(map_file, mover)}


def _line(map_file: MapFile, location: str) -> int:
    """The first line of the moves list of fleets that has to do with a location."""
    return next(
        moves.line
        for moves in map_file.moves
        if moves.mover == "xc"
        and location in (moves.source, *(step.target for step in moves.steps))
    )


# Options


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
                    f"{by_key[key].name} is not a supply centre, so it counts for nothing anyway",
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
    on_land: list[MapDisasterTable | None] = [options.famine, options.plague]
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
