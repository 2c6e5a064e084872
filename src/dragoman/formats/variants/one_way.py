"""Ways that lead one way only, where the ``variant.toml`` says that they are meant.

one_way = ["CNS>GRA"]              who goes there does not come back by the same way

nJudge refuses every map with a way of which none leads back, and so does our reader of its
files, unless such a line allows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dragoman.board import Board, province_of
from dragoman.diagnostics import Diagnostic, Severity
from dragoman.formats.njudge import MapFile, covers
from dragoman.formats.text_source import Source
from dragoman.formats.toml_table import TomlTable, listed, read_toml

_WAY = re.compile(r"\s*([^\s<>-]+)\s*>\s*([^\s<>-]+)\s*")
_REMEDY = "write keys of places with > between them, as in: CNS>GRA"

OneWay = tuple[tuple[str, str], ...]
"""From which location to which."""


def named_one_way(text: str | bytes) -> OneWay:
    """The ways that a ``variant.toml`` says are meant, before anybody knows whether there are such
    ways."""
    root = read_toml(Source(text))
    texts = root.texts("one_way") if root else ()
    return tuple((match[1], match[2]) for match in map(_WAY.fullmatch, texts) if match)


def read_one_way(root: TomlTable, map_file: MapFile, usual: OneWay) -> OneWay:
    """Take the list out of a ``variant.toml``; without one, those of the base that are so here."""
    ways = [(moves.source, step.target) for moves in map_file.moves for step in moves.steps]
    without_return = [*_without_return(map_file)]
    if "one_way" not in root:
        return tuple(way for way in usual if any(covers(way, one) for one in without_return))
    found: dict[tuple[str, str], None] = {}
    for text in root.texts("one_way"):
        match = _WAY.fullmatch(text)
        if match is None:
            root.error("bad-one-way", f"{text!r} is no way", _REMEDY, "one_way")
            continue
        way = here, there = match[1], match[2]
        if any(map(map_file.is_lost, way)):
            continue
        unknown = [end for end in way if end not in map_file.locations]
        if unknown:
            what = f"there is no {unknown[0]} on the map"
            root.error("unknown-location", what, _REMEDY, "one_way")
        elif not any(covers(way, one) for one in ways):
            what = f"nobody goes from {here} to {there} as it is"
            root.error("no-such-way", what, "add the way to the map, or leave it out", "one_way")
        elif not any(covers(way, one) for one in without_return):
            what = f"who goes from {here} to {there} can come back"
            root.warn("two-way", what, "leave it out, or take the way back out", "one_way")
        else:
            found[way] = None
    return tuple(found)


def _without_return(map_file: MapFile) -> Iterator[tuple[str, str]]:
    steps = {
        (moves.mover, moves.source, province_of(step.target))
        for moves in map_file.moves
        for step in moves.steps
    }
    for moves in map_file.moves:
        for step in moves.steps:
            if (moves.mover, step.target, moves.province) not in steps:
                yield moves.source, step.target


def one_way_hints(one_way: OneWay, name: str) -> Iterator[Diagnostic]:
    """A warning for each way that is meant so."""
    for here, there in one_way:
        yield Diagnostic(
            "one-way-meant",
            f"who goes from {here} to {there} does not come back that way, as is meant; nJudge "
            "and DPjudge refuse such a map",
            "for them, add the way back to the map",
            name,
            severity=Severity.WARNING,
        )


def one_way_line(board: Board) -> Iterator[str]:
    """The line for a board that has such ways."""
    if board.one_way:
        yield f"one_way = {listed(f'{here}>{there}' for here, there in board.one_way)}"
